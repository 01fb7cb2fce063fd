//! The contest's input for Johnny's mazes: their number, then for each its size, start and
//! commands.
//!
//! The origin of the contest is the lower left corner; rows are converted here, and only here.

use std::ops::Range;

use super::commands::{EXPECTED, next_word, place_in};
use super::framing::{Frames, HEADER};
use super::{Command, Commands, Johnny, JohnnyList, ListStep};
use crate::base::grid::{Grid, Position};
use crate::base::progress::Outcome;
use crate::base::report::Fault;
use crate::base::scene_fault::SceneError;
use crate::contest::{Contest, ContestFormat, Cursor, quote};
use crate::engine::text::TextFormat;
use crate::scene::simulation::Simulation;
use crate::scene::{CheckedScene, Ingredient, Scene};

impl Contest {
    /// Johnny's maze (ACM 1995).
    pub const JOHNNY: Self = Self::of::<JohnnyContest>();
}

/// The contest's format.
struct JohnnyContest;

impl ContestFormat for JohnnyContest {
    const NAME: &'static str = "johnny";
    const ABOUT: &'static str = "Johnny's maze (ACM 1995)";
    type Framing = Frames;

    fn read(cursor: &mut Cursor<'_>, scene: &mut Scene, _: &mut Vec<Fault>) -> Result<(), Fault> {
        let (grid, start) = read_header(cursor)?;
        let johnny = scene.get_or_default::<Johnny>();
        (johnny.start, johnny.flips) = (start, 0.0);
        read_commands(cursor, grid, johnny.commands.get_or_insert_default())?;
        scene.grid = grid;
        scene.text = TextFormat::JOHNNY;
        Ok(())
    }

    fn place_of_item(maze: &[u8], index: usize) -> Range<usize> {
        place_of_command(maze, index)
    }

    fn takes(scene: &Scene) -> bool {
        scene.get::<Johnny>().is_some() && scene.has_only(&[Johnny::FIELD])
    }

    fn write(scene: &CheckedScene, text: &mut String) -> Result<(), SceneError> {
        write(scene, text)
    }

    fn enclose(mazes: usize, text: &mut String) {
        text.insert_str(0, &format!("{mazes}\n"));
    }
}

fn read_header(cursor: &mut Cursor<'_>) -> Result<(Grid, Position), Fault> {
    const NAMES: [&str; HEADER] = [
        "the number of rows",
        "the number of columns",
        "the row of the starting cell",
        "the column of the starting cell",
    ];
    let mut numbers = [0; HEADER];
    cursor.skip_blank();
    let header = cursor.rest().1;
    let mut start = header;
    for (place, name) in NAMES.into_iter().enumerate() {
        cursor.skip_blank();
        let word = cursor.word();
        if place == 2 {
            start = word.start;
        }
        numbers[place] = cursor.coordinate(word, name)?;
        if place == 1 {
            let [rows, columns, ..] = numbers;
            cursor.check_size(Grid { rows, columns }, header)?;
        }
    }
    let [rows, columns, row, column] = numbers;
    let grid = Grid { rows, columns };
    cursor.check_inside(Position { row, column }, grid, start)?;
    Ok((grid, Position { row: rows + 1 - row, column }))
}

fn read_commands(
    cursor: &mut Cursor<'_>,
    grid: Grid,
    commands: &mut Commands,
) -> Result<(), Fault> {
    let (text, start) = cursor.rest();
    commands.read(text).map_err(|word| {
        let found = quote(&text[word.clone()]);
        let at = start + word.start..start + word.end;
        Fault { at, message: format!("found {found}, {EXPECTED}") }
    })?;
    let moves = commands.0.iter().filter(|command| matches!(command, Command::Move(_))).count();
    let all = grid.cells() - 1;
    if moves < all {
        let end = start + text.len();
        let expected = format!("a command ({moves} of {all} moves so far)");
        return Err(cursor.unexpected(end..end, &expected));
    }
    Ok(())
}

/// The range of a command in the text of a maze.
fn place_of_command(maze: &[u8], index: usize) -> Range<usize> {
    let mut at = 0;
    for _ in 0..HEADER {
        next_word(maze, &mut at);
    }
    let place = place_in(&maze[at..], index).unwrap_or(0..0);
    at + place.start..at + place.end
}

/// Writes a maze as contest input; without given commands, with the commands that it draws.
fn write(scene: &CheckedScene, text: &mut String) -> Result<(), SceneError> {
    use std::fmt::Write as _;

    let Some(Johnny { start, .. }) = scene.get() else { return Ok(()) };
    let Grid { rows, columns } = scene.grid;
    let _ = writeln!(text, "{rows} {columns}\n{} {}", rows + 1 - start.row, start.column);
    for command in &carried_out(scene)?.0 {
        let _ = writeln!(text, "{command}");
    }
    Ok(())
}

/// The commands of a scene, given or drawn, as they are carried out.
fn carried_out(scene: &CheckedScene) -> Result<Commands, SceneError> {
    let mut simulation = Simulation::new(scene)?;
    let mut commands = Vec::new();
    while simulation.tick() {
        let last = simulation.entity().get::<JohnnyList>().and_then(JohnnyList::last_step);
        if let Some(ListStep::Command(command)) = last {
            commands.push(command);
        }
    }
    match simulation.outcome() {
        Outcome::Stuck(fault) => Err(fault.clone().into()),
        _ => Ok(Commands(commands)),
    }
}
