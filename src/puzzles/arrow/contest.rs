//! The contest's input for arrow mazes: a name, a header, a line of signs per intersection, `0`.

mod plain;

use std::ops::Range;

use memchr::memchr_iter;

use super::{Arrow, SignBoard, Signs};
use crate::base::end::End;
use crate::base::grid::{Grid, Position};
use crate::base::heading::Heading;
use crate::base::limits;
use crate::base::report::Fault;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::contest::{
    Contest, ContestFormat, Cursor, check_name, missing_end, next_filled_line, next_line, quote,
};
use crate::engine::text::TextFormat;
use crate::scene::{CheckedScene, Ingredient, Scene};

impl Contest {
    /// Abbott's arrow mazes (World Finals 2000).
    pub const ARROW: Self = Self::of::<ArrowContest>();
}

struct ArrowContest;

impl ContestFormat for ArrowContest {
    const NAME: &'static str = "arrow";
    const ABOUT: &'static str = "Abbott's arrow mazes (World Finals 2000)";

    /// A maze ends with a line `0`, the input with a line `END` in place of a name.
    fn find_mazes(text: &[u8], mazes: &mut Vec<Range<usize>>) -> Result<(), Fault> {
        let mut at = 0;
        loop {
            let start = at;
            match next_filled_line(text, &mut at) {
                Some(b"END") => return Ok(()),
                Some(_name) => at = after_zero(text, at),
                None => return Err(missing_end(text)),
            }
            mazes.push(start..at);
        }
    }

    fn read(
        cursor: &mut Cursor<'_>,
        scene: &mut Scene,
        faults: &mut Vec<Fault>,
    ) -> Result<(), Fault> {
        cursor.skip_blank();
        let name = cursor.line();
        cursor.read_name(&name, &mut scene.name)?;
        cursor.skip_blank();
        let header = cursor.rest().1;
        let walk = read_header(cursor)
            .map_err(|fault| faults.push(cursor.or_nameless(&name, fault)))
            .ok();
        if walk.is_none() {
            cursor.skip_line_of(header);
            if !cursor.skip_blank() {
                return Ok(());
            }
        }

        let board = scene.get_or_default::<SignBoard>();
        board.clear();
        board.put_up(|listed| {
            loop {
                cursor.pass(plain::put_up(cursor.rest().0, listed));
                match read_signs(cursor) {
                    Ok(Some(signs)) => listed.push(signs),
                    Ok(None) => return Ok(()),
                    Err(fault) if cursor.rest().0.is_empty() || faults.len() >= limits::FAULTS => {
                        return Err(fault);
                    }
                    Err(fault) => {
                        cursor.skip_line_of(fault.at.start);
                        faults.push(fault);
                    }
                }
            }
        })?;
        let Some(walk) = walk else { return Ok(()) };
        let spanned = spanned(board, &walk);
        scene.grid = spanned.map_err(|wide| Fault::new(header..header, wide.to_string()))?;
        scene.set(walk);
        scene.text = TextFormat::ARROW;
        Ok(())
    }

    fn takes(scene: &Scene) -> bool {
        scene.get::<Arrow>().is_some() && scene.has_only(&[SignBoard::FIELD, Arrow::FIELD])
    }

    fn write(scene: &CheckedScene, text: &mut String) -> Result<(), SceneError> {
        check_name(scene)?;
        write(scene, text)
    }

    fn enclose(_: usize, text: &mut String) {
        text.push_str("END\n");
    }
}

const HEADER: &str = "row, column and heading of the entrance, then row and column of the goal";

fn read_header(cursor: &mut Cursor<'_>) -> Result<Arrow, Fault> {
    let from = cursor.position(HEADER)?;
    let word = cursor.word();
    let heading = match cursor.bytes(&word) {
        [letter] => Heading::from_letter(*letter),
        _ => None,
    };
    let heading = heading.ok_or_else(|| cursor.unexpected(word, "a heading: N, S, E or W"))?;
    let to = cursor.position(HEADER)?;
    cursor.end_of_line("the end of the header")?;
    Ok(Arrow {
        from: from.into(),
        heading,
        to: to.into(),
    })
}

/// Reads a line of signs; `None` if it is the `0` that ends the maze.
fn read_signs(cursor: &mut Cursor<'_>) -> Result<Option<(Position, Signs)>, Fault> {
    const LINE: &str = "row and column of an intersection, or `0` to end the maze";
    cursor.skip_blank();
    let row = cursor.word();
    if cursor.bytes(&row) == b"0" {
        cursor.end_of_line("nothing after the `0` that ends the maze")?;
        return Ok(None);
    }
    let row = cursor.coordinate(row, LINE)?;
    let column = cursor.word();
    let at = Position::new(
        row,
        cursor.coordinate(column, "the column of the intersection")?,
    );
    let mut signs = Signs::default();
    loop {
        let group = cursor.word();
        if cursor.bytes(&group) == b"*" {
            cursor.end_of_line("nothing after `*`")?;
            return Ok(Some((at, signs)));
        }
        read_group(cursor, &mut signs, group)?;
    }
}

fn read_group(cursor: &Cursor<'_>, signs: &mut Signs, group: Range<usize>) -> Result<(), Fault> {
    signs.read_group(cursor.bytes(&group)).map_err(|fault| {
        if group.is_empty() {
            cursor.unexpected(group, "a sign, or `*` to end the line")
        } else {
            let found = quote(cursor.bytes(&group));
            Fault::new(group, format!("found {found}, {fault}"))
        }
    })
}

/// A maze that spans too many intersections for those that it lists: it is neither read nor written.
#[derive(Debug, thiserror::Error)]
#[error(
    "a maze of {} by {} intersections that lists {listed}, expected at most {most} in all",
    grid.rows, grid.columns
)]
struct TooWide {
    grid: Grid,
    listed: u64,
    most: u64,
}

fn spanned(board: &SignBoard, walk: &Arrow) -> Result<Grid, TooWide> {
    let ends = [&walk.from, &walk.to]
        .into_iter()
        .flat_map(End::positions)
        .copied();
    let grid = Grid::spanning(board.listed().iter().map(|&(at, _)| at).chain(ends));
    let listed = board.listed().len() as u64;
    let most = limits::UNLISTED_INTERSECTIONS.max(limits::INTERSECTIONS_PER_LISTED * listed);
    if grid.area() > most {
        Err(TooWide { grid, listed, most })
    } else {
        Ok(grid)
    }
}

fn write(scene: &Scene, text: &mut String) -> Result<(), SceneError> {
    use std::fmt::Write as _;

    let (Some(walk), Some(board)) = (scene.get::<Arrow>(), scene.get::<SignBoard>()) else {
        return Ok(());
    };
    let (heading, Some(from), Some(to)) = (walk.heading, walk.from.only(), walk.to.only()) else {
        let path = [Arrow::FIELD, "to"].map(SceneStep::Field);
        return Err(SceneFault::new(path, "several goals, expected one in the contest").into());
    };
    spanned(board, walk)
        .map_err(|wide| SceneFault::new([SceneStep::Field("signs")], wide.to_string()))?;
    let header = format!(
        "{} {} {} {} {}",
        from.row,
        from.column,
        heading.letter(),
        to.row,
        to.column
    );
    let _ = writeln!(text, "{}\n{header}", scene.name);
    for (at, signs) in board.listed() {
        if signs.is_empty() {
            let _ = writeln!(text, "{} {} *", at.row, at.column);
        } else {
            let _ = writeln!(text, "{} {} {signs} *", at.row, at.column);
        }
    }
    text.push_str("0\n");
    Ok(())
}

/// Returns where the next line `0` ends; if there is none, the end of the text.
///
/// Zeros are rarer than line breaks, so they are searched first.
fn after_zero(text: &[u8], start: usize) -> usize {
    let lines = &text[start..];

    for zero in memchr_iter(b'0', lines) {
        let is_other = |byte: &&u8| **byte == b'\n' || !byte.is_ascii_whitespace();
        let begins_line = lines[..zero]
            .iter()
            .rfind(is_other)
            .is_none_or(|&byte| byte == b'\n');

        let mut at = start + zero;
        if begins_line && next_line(text, &mut at) == Some(b"0") {
            return at;
        }
    }
    text.len()
}
