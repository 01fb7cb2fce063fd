//! Mud as contest input: `cargo run --example own_program -- contest mud FILE`.
//!
//! A name, then a line of letters per row: `~` for mud, `S` for the start, `G` for the goal, `.`
//! elsewhere. Blank lines separate mazes. The answer is the shortest route around the mud.

use mazetick::base::report::Fault;
use mazetick::base::scene_fault::SceneFault;
use mazetick::contest::ContestFormat;
use mazetick::contest::cursor::Cursor;
use mazetick::contest::export::check_name;
use mazetick::prelude::*;
use mazetick::puzzles::Foot;
use mazetick::scene::CheckedScene;

use super::MudBoard;

/// The format. The type has no values.
pub(super) struct MudContest;

fn no_goal(found: &str) -> SceneFault {
    let goal = [SceneStep::Field(Foot::FIELD), SceneStep::Field("to")];
    SceneFault::new(goal, format!("{found}, expected another"))
}

impl ContestFormat for MudContest {
    const NAME: &'static str = "mud";
    const ABOUT: &'static str = "Routes around mud";

    fn read(
        maze: &mut Cursor<'_>,
        scene: &mut Scene,
        faults: &mut Vec<Fault>,
    ) -> Result<(), Fault> {
        maze.skip_blank();
        let name = maze.line();
        maze.read_name(&name, &mut scene.name)?;
        let board = scene.get_or_default::<MudBoard>();
        board.0.clear();
        let (mut grid, mut from, mut to) = (Grid::default(), None, None);
        while maze.skip_blank() {
            let row = maze.line();
            let letters = maze.bytes(&row);
            if grid.rows == 0 {
                grid.columns = u32::try_from(letters.len()).unwrap_or(u32::MAX);
            } else if letters.len() != grid.columns as usize {
                let expected = format_args!("a row of {} letters", grid.columns);
                return Err(maze.unexpected(row, expected));
            }
            grid.rows += 1;
            for (column, (letter, place)) in (1..).zip(letters.iter().zip(row)) {
                let at = Position::new(grid.rows, column);
                match letter {
                    b'.' => {}
                    b'~' => board.0.push(at),
                    b'S' if from.is_none() => from = Some(at),
                    b'G' if to.is_none() => to = Some(at),
                    _ => {
                        let expected = "`.`, `~`, the only `S` or the only `G`";
                        faults.push(maze.unexpected(place..place + 1, expected));
                    }
                }
            }
        }
        maze.check_size(grid, name.end)?;
        let (Some(from), Some(to)) = (from, to) else {
            let message = "a maze without `S` or `G`, expected both".to_owned();
            return Err(Fault::new(name, message));
        };
        scene.grid = grid;
        scene.text = TextFormat::ARROW;
        scene.set(Foot {
            from: from.into(),
            to: to.into(),
        });
        Ok(())
    }

    fn takes(scene: &Scene) -> bool {
        scene.get::<Foot>().is_some() && scene.has_only(&[MudBoard::FIELD, Foot::FIELD])
    }

    fn write(scene: &CheckedScene, text: &mut String) -> Result<(), SceneError> {
        check_name(scene)?;
        let Some(Foot { from, to }) = scene.get() else {
            return Ok(());
        };
        let ends = (from.only(), to.only());
        let (Some(from), Some(to)) = ends else {
            return Err(no_goal("several goals").into());
        };
        if from == to {
            return Err(no_goal("a goal at the start").into());
        }
        let grid = scene.grid;
        let mut letters = vec![b'.'; grid.cells()];
        let mud = scene.get::<MudBoard>().map_or(&[][..], |board| &board.0);
        for &at in mud {
            letters[grid.index(at)] = b'~';
        }
        (letters[grid.index(from)], letters[grid.index(to)]) = (b'S', b'G');
        for line in [scene.name.as_bytes()]
            .into_iter()
            .chain(letters.chunks(grid.columns as usize))
        {
            text.push_str(&String::from_utf8_lossy(line));
            text.push('\n');
        }
        text.push('\n');
        Ok(())
    }
}
