//! Reading contest input: each maze is passed on, each fault reported.

use std::io::{self, Read};

use super::input::Input;
use super::{Contest, Cursor};
use crate::base::limits;
use crate::base::report::{Fault, Source};
use crate::scene::Scene;

impl Contest {
    /// Reads every maze of the input; `file` is its name in reports. Commands are carried out, to
    /// check that they can be.
    ///
    /// Each valid maze goes to `maze`. Each fault goes to `fault` as its report, and reading
    /// continues at the next maze or line that can be found, up to [`limits::FAULTS`].
    ///
    /// # Errors
    /// If the input cannot be read, or `maze` fails.
    pub fn read(
        self,
        file: &str,
        input: impl Read,
        maze: impl FnMut(&Scene) -> io::Result<()>,
        fault: impl FnMut(String),
    ) -> io::Result<()> {
        let find = |text: &[u8], mazes: &mut Vec<_>| self.find_mazes(text, mazes);
        let input = Input::read(find, input, 0)?;
        let parse = |cursor: Cursor<'_>, scene: &mut Scene, faults: &mut Vec<Fault>| {
            self.read_maze(cursor, scene, faults);
        };
        self.read_by(parse, file, &input, maze, fault)
    }

    /// Reads the mazes of an input with a parser of its own.
    pub(crate) fn read_by(
        self,
        parse: impl Fn(Cursor<'_>, &mut Scene, &mut Vec<Fault>),
        file: &str,
        input: &Input,
        mut maze: impl FnMut(&Scene) -> io::Result<()>,
        mut fault: impl FnMut(String),
    ) -> io::Result<()> {
        let source = input.source(file);
        let (mut scene, mut spare) = (Scene::default(), None);
        let (mut faults, mut left) = (Vec::new(), limits::FAULTS);

        for range in &input.mazes {
            let cursor = Cursor::new(&input.text, range.clone());
            parse(cursor.clone(), &mut scene, &mut faults);
            if faults.is_empty() {
                faults.extend(self.check(&scene, cursor, &mut spare).err());
            }

            if faults.is_empty() {
                maze(&scene)?;
            } else if !report(source, &mut faults, &mut left, &mut fault) {
                return Ok(());
            }
        }

        faults.extend(input.fault.clone());
        report(source, &mut faults, &mut left, &mut fault);
        Ok(())
    }
}

/// Reports faults, at most as many as are `left`, and whether there are more; returns whether
/// reading goes on.
fn report(
    source: Source<'_>,
    faults: &mut Vec<Fault>,
    left: &mut usize,
    take: &mut impl FnMut(String),
) -> bool {
    let are_too_many = faults.len() > *left;
    faults.truncate(*left);
    *left -= faults.len();
    faults
        .drain(..)
        .for_each(|fault| take(source.report(&fault)));
    if are_too_many {
        take(format!(
            "{}: error: too many errors, the rest is not read",
            source.file
        ));
    }
    !are_too_many
}
