//! The contest's input for Johnny's mazes: their number, then for each its size, start and
//! commands.
//!
//! The origin of the contest is the lower left corner; rows are converted here, and only here.

use std::ops::{ControlFlow, Range};

use super::commands::{Command, EXPECTED, next_word, place_in};
use super::{Commands, Johnny, LastStep, ListStep};
use crate::base::grid::{Grid, Position};
use crate::base::limits;
use crate::base::progress::Outcome;
use crate::base::report::Fault;
use crate::base::scene_fault::SceneError;
use crate::contest::{Contest, ContestFormat, Cursor, number};
use crate::engine::maze::{Maze, Observer};
use crate::engine::text::TextFormat;
use crate::scene::simulation::Simulation;
use crate::scene::{CheckedScene, Ingredient, Scene};

impl Contest {
    /// Johnny's maze (ACM 1995).
    pub const JOHNNY: Self = Self::of::<JohnnyContest>();
}

struct JohnnyContest;

impl ContestFormat for JohnnyContest {
    const NAME: &'static str = "johnny";
    const ABOUT: &'static str = "Johnny's maze (ACM 1995)";

    /// A maze ends with its last move: rows × columns − 1 of them, not counting flips. There is no end mark.
    fn find_mazes(text: &[u8], mazes: &mut Vec<Range<usize>>) -> Result<(), Fault> {
        let mut at = 0;
        let expected = read_count(text, &mut at)?;

        loop {
            let start = at;
            let mut next = start;
            let found = mazes.len() as u64;
            let Some(word) = next_word(text, &mut next) else {
                break;
            };
            if found == expected {
                let expected = "the end of the input after the last maze";
                return Err(unexpected(text, word, expected));
            }

            let is_whole = pass_maze(text, &mut at);
            mazes.push(start..at);
            if !is_whole {
                return Ok(()); // further mazes cannot be told apart
            }
        }

        let found = mazes.len() as u64;
        if found < expected {
            let expected = format!("maze {} of {expected}", found + 1);
            let end = text.trim_ascii_end().len();
            return Err(unexpected(text, end..end, &expected));
        }
        Ok(())
    }

    fn read(cursor: &mut Cursor<'_>, scene: &mut Scene, _: &mut Vec<Fault>) -> Result<(), Fault> {
        let (grid, start) = read_header(cursor)?;
        let johnny = scene.get_or_default::<Johnny>();
        let commands = Some(read_commands(cursor, grid)?);
        *johnny = Johnny {
            start,
            flips: 0.0,
            commands,
        };
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
    Ok((
        grid,
        Position {
            row: rows + 1 - row,
            column,
        },
    ))
}

fn read_commands(cursor: &mut Cursor<'_>, grid: Grid) -> Result<Commands, Fault> {
    let (text, start) = cursor.rest();
    let unexpected =
        |word: Range<usize>| cursor.unexpected(start + word.start..start + word.end, EXPECTED);
    let (commands, moves) = Commands::read(text).map_err(unexpected)?;
    let all = grid.cells() - 1;
    if moves < all {
        let end = start + text.len();
        let expected = format!("a command ({moves} of {all} moves so far)");
        return Err(cursor.unexpected(end..end, &expected));
    }
    Ok(commands)
}

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

    let Some(Johnny { start, .. }) = scene.get() else {
        return Ok(());
    };
    let Grid { rows, columns } = scene.grid;
    let _ = writeln!(
        text,
        "{rows} {columns}\n{} {}",
        rows + 1 - start.row,
        start.column
    );
    for command in carried_out(scene)?.0.iter() {
        let _ = writeln!(text, "{command}");
    }
    Ok(())
}

fn carried_out(scene: &CheckedScene) -> Result<Commands, SceneError> {
    let mut simulation = Simulation::new(scene)?;
    let mut log = CommandLog::default();
    let _ = simulation.drive(&mut log);

    match simulation.outcome() {
        Outcome::Stuck(fault) => Err(fault.clone().into()),
        _ => Ok(Commands(log.commands.into())),
    }
}

/// The commands that a world has carried out.
#[derive(Default)]
struct CommandLog {
    tick: u64,
    commands: Vec<Command>,
}

impl Observer for CommandLog {
    fn next_tick(&self, _: u64) -> Option<u64> {
        Some(self.tick + 1)
    }

    fn look(&mut self, maze: &mut Maze) -> ControlFlow<()> {
        // A world that gets stuck shows its last tick again.
        let tick = maze.progress().tick;
        let is_new = tick > self.tick;
        self.tick = tick;

        let last = maze.entity().get::<LastStep>().and_then(|last| last.0);
        if let Some(ListStep::Command(command)) = last
            && is_new
        {
            self.commands.push(command);
        }
        ControlFlow::Continue(())
    }
}

/// The number of integers that a maze begins with: rows, columns, row and column of the start.
const HEADER: usize = 4;

/// The bytes of text that are scanned at a time: few enough to count words in a byte.
const BLOCK: usize = 256;

/// Moves `at` after a maze; returns false at a word that is misplaced or missing, so that the maze has no end.
fn pass_maze(text: &[u8], at: &mut usize) -> bool {
    match pass_header(text, at) {
        Some(cells) => pass_moves(text, at, cells - 1),
        None => false,
    }
}

/// Moves `at` after a header; returns the number of cells.
fn pass_header(text: &[u8], at: &mut usize) -> Option<u64> {
    let mut numbers = [0; HEADER];
    for place in &mut numbers {
        let word = next_word(text, at)?;
        let number = number(&text[word])?;
        *place = u64::try_from(number).ok().filter(|&number| number > 0)?;
    }

    let [rows, columns, ..] = numbers;
    let cells = rows.saturating_mul(columns);
    (cells <= limits::CELLS).then_some(cells)
}

/// Moves `at`, which is after a word, after this many moves, with flips between them; returns false at a word that is no command, or if there
/// are fewer.
fn pass_moves(text: &[u8], at: &mut usize, mut moves: u64) -> bool {
    let mut by_words_to = *at;

    while moves > 0 {
        if *at >= by_words_to && !pass_block(text, at, &mut moves) {
            by_words_to = *at + BLOCK;
        }
        let Some(word) = next_word(text, at) else {
            return false;
        };
        match text[word.start] {
            b'U' | b'D' | b'L' | b'R' => moves -= 1,
            b'F' | b'0'..=b'9' => {}
            _ => return false,
        }
    }
    true
}

/// Skips the complete words in the next block of text, if all look like commands and the maze
/// cannot end among them: faster than word by word, with the same result.
fn pass_block(text: &[u8], at: &mut usize, moves: &mut u64) -> bool {
    let Some(block) = text[*at..].first_chunk() else {
        return false;
    };
    let Some(end) = block.iter().rposition(u8::is_ascii_whitespace) else {
        return false;
    };
    let Some(moves_in_block) = moves_in(block) else {
        return false;
    };

    // The word after the last blank is not complete: it is in the next block too.
    let is_cut = block[end..]
        .get(1)
        .is_some_and(|letter| b"UDLR".contains(letter));
    let passed = u64::from(moves_in_block) - u64::from(is_cut);
    if passed >= *moves || end == 0 {
        return false;
    }

    *moves -= passed;
    *at += end;
    true
}

/// The number of moves among the words after the first byte of a block; `None` if it has a byte
/// that does not occur in commands. With neither patterns nor a rest, it is compiled to comparisons of
/// sixteen bytes at once.
fn moves_in(block: &[u8; BLOCK + 1]) -> Option<u8> {
    let (mut moves, mut is_odd) = (0, false);
    for (&before, &byte) in block[..BLOCK].iter().zip(&block[1..]) {
        let is = |letter| byte == letter;
        let is_move = is(b'U') | is(b'D') | is(b'L') | is(b'R');
        let is_blank = is(b' ') | is(b'\r') | is(b'\n');
        is_odd |= !(is_move | is_blank | is(b'F') | (byte.wrapping_sub(b'0') <= 9));
        moves += u8::from(is_move) & u8::from(before <= b' ');
    }
    (!is_odd).then_some(moves)
}

/// Reads the number of mazes.
fn read_count(text: &[u8], at: &mut usize) -> Result<u64, Fault> {
    const EXPECTED: &str = "the number of mazes";

    let Some(word) = next_word(text, at) else {
        let end = text.trim_ascii_end().len();
        return Err(unexpected(text, end..end, EXPECTED));
    };
    let count = number(&text[word.clone()]).and_then(|count| u64::try_from(count).ok());
    count.ok_or_else(|| unexpected(text, word, EXPECTED))
}

fn unexpected(text: &[u8], at: Range<usize>, expected: &str) -> Fault {
    Cursor::new(text, at.clone()).unexpected(at, expected)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Passes moves word by word, as [`pass_moves`] does.
    fn pass_words(text: &[u8], at: &mut usize, mut moves: u64) -> bool {
        while moves > 0 {
            match next_word(text, at).map(|word| text[word.start]) {
                Some(b'U' | b'D' | b'L' | b'R') => moves -= 1,
                Some(b'F' | b'0'..=b'9') => {}
                _ => return false,
            }
        }
        true
    }

    fn word() -> impl Strategy<Value = &'static str> {
        prop_oneof![
            2000 => prop::sample::select(&["U\n", "D\n", "L ", "R\r\n", "F 12\n", "F7 "][..]),
            20 => prop::sample::select(&["UU\n", "F\n\n3 ", "\tD\n", "U\u{c}"][..]),
            1 => prop::sample::select(&["X\n", "\0", "é "][..]),
        ]
    }

    proptest! {
        #[test]
        fn blocks_are_passed_as_words_are(
            words in prop::collection::vec(word(), 1200..2400),
            moves in 1..1500_u64,
        ) {
            let text = format!("\n{}", words.concat()); // a header ends before a blank
            let (mut by_blocks, mut by_words) = (0, 0);
            let is_whole = pass_moves(text.as_bytes(), &mut by_blocks, moves);
            prop_assert_eq!(is_whole, pass_words(text.as_bytes(), &mut by_words, moves));
            if is_whole {
                prop_assert_eq!(by_blocks, by_words);
            }
        }
    }
}
