//! The contest's input for Johnny's mazes: their number, then for each its size, start and
//! commands.
//!
//! The origin of the contest is the lower left corner; rows are converted here, and only here.

use std::ops::Range;

use super::commands::{EXPECTED, next_word, place_in};
use super::{Commands, Johnny, LastStep, ListStep};
use crate::base::grid::{Grid, Position};
use crate::base::limits;
use crate::base::progress::Outcome;
use crate::base::report::Fault;
use crate::base::scene_fault::SceneError;
use crate::contest::{Contest, ContestFormat, Cursor, Frame, Framing, number};
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
    type Framing = JohnnyFraming;

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
    let mut commands = Vec::new();
    while simulation.tick() {
        let last = simulation
            .entity()
            .get::<LastStep>()
            .and_then(|last| last.0);
        if let Some(ListStep::Command(command)) = last {
            commands.push(command);
        }
    }
    match simulation.outcome() {
        Outcome::Stuck(fault) => Err(fault.clone().into()),
        _ => Ok(Commands(commands.into())),
    }
}

/// The number of integers that a maze begins with: rows, columns, row and column of the start.
const HEADER: usize = 4;

/// The bytes of text that are scanned at a time: few enough to count words in a byte.
const BLOCK: usize = 256;

/// A maze ends with its last move: rows × columns − 1 of them, not counting flips. There is no end
/// mark.
#[derive(Default)]
struct JohnnyFraming {
    begun: i64,
    mazes: Option<i64>,
    header: Vec<i64>,
    moves: i64,
    /// Whether there was a misplaced word, so that further mazes cannot be told apart.
    astray: bool,
}

impl Framing for JohnnyFraming {
    fn scan(&mut self, text: &[u8], at: &mut usize, whole: bool) -> Result<Frame, Fault> {
        if self.astray {
            return Ok(Frame::End);
        }
        while self.header.len() < HEADER {
            let Some(word) = next_whole_word(text, at, whole) else {
                return self.end_of_text(text, whole);
            };
            if self.mazes.is_none() {
                self.mazes = Some(count(text, word)?);
                return Ok(Frame::Preamble);
            }
            if !self.number(text, word)? {
                return Ok(self.stray());
            }
        }
        let mut by_words_to = *at;
        while self.moves > 0 {
            if *at >= by_words_to && !self.pass_block(text, at) {
                by_words_to = *at + BLOCK;
            }
            let Some(word) = next_whole_word(text, at, whole) else {
                return self.end_of_text(text, whole);
            };
            match text[word.start] {
                b'U' | b'D' | b'L' | b'R' => self.moves -= 1,
                b'F' | b'0'..=b'9' => {}
                _ => return Ok(self.stray()),
            }
        }
        self.header.clear();
        Ok(Frame::Maze)
    }
}

impl JohnnyFraming {
    /// Skips the complete words in the next block of text, if all look like commands and the maze
    /// cannot end among them: faster than word by word, with the same result.
    fn pass_block(&mut self, text: &[u8], at: &mut usize) -> bool {
        let Some(block) = text[*at..].first_chunk() else {
            return false;
        };
        let Some(end) = block.iter().rposition(u8::is_ascii_whitespace) else {
            return false;
        };
        // The word after the last blank is not complete: it is in the next block too.
        let cut = block[end..]
            .get(1)
            .is_some_and(|letter| b"UDLR".contains(letter));
        match moves_in(block).map(|moves| i64::from(moves) - i64::from(cut)) {
            Some(moves) if moves < self.moves && end > 0 => {
                self.moves -= moves;
                *at += end;
                true
            }
            _ => false,
        }
    }

    /// Takes a word of a header; false if it is invalid there.
    fn number(&mut self, text: &[u8], at: Range<usize>) -> Result<bool, Fault> {
        if self.header.is_empty() {
            if self.mazes == Some(self.begun) {
                return Err(unexpected(
                    text,
                    at,
                    "the end of the input after the last maze",
                ));
            }
            self.begun += 1;
        }
        let Some(number) = number(&text[at]).filter(|&number| number > 0) else {
            return Ok(false);
        };
        self.header.push(number);
        let cells = match self.header[..] {
            [rows, columns, ..] => rows.saturating_mul(columns),
            _ => 1,
        };
        self.moves = cells - 1;
        Ok(u64::try_from(cells).is_ok_and(|cells| cells <= limits::CELLS))
    }

    fn stray(&mut self) -> Frame {
        self.astray = true;
        Frame::Maze
    }

    fn end_of_text(&mut self, text: &[u8], whole: bool) -> Result<Frame, Fault> {
        let end = text.trim_ascii_end().len();
        match self.mazes {
            _ if !whole => Ok(Frame::More),
            None => Err(unexpected(text, end..end, "the number of mazes")),
            Some(_) if !self.header.is_empty() => Ok(self.stray()),
            Some(mazes) if mazes == self.begun => Ok(Frame::End),
            Some(mazes) => {
                let expected = format!("maze {} of {mazes}", self.begun + 1);
                Err(unexpected(text, end..end, &expected))
            }
        }
    }
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

fn count(text: &[u8], at: Range<usize>) -> Result<i64, Fault> {
    let count = number(&text[at.clone()]).filter(|&count| count >= 0);
    count.ok_or_else(|| unexpected(text, at, "the number of mazes"))
}

fn unexpected(text: &[u8], at: Range<usize>, expected: &str) -> Fault {
    Cursor::new(text, at.clone()).unexpected(at, expected)
}

/// The next word, unless it may continue after the end of the text.
fn next_whole_word(text: &[u8], at: &mut usize, whole: bool) -> Option<Range<usize>> {
    let start = *at;
    let word = next_word(text, at).filter(|word| whole || word.end < text.len());
    if word.is_none() {
        *at = start;
    }
    word
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The frames of a text and where they end. If it comes byte by byte, no block is ever skipped.
    fn frames(text: &[u8], is_cut: bool) -> Vec<(Result<Frame, Fault>, usize)> {
        let (mut framing, mut at, mut frames) = (JohnnyFraming::default(), 0, Vec::new());
        let mut end = if is_cut { 0 } else { text.len() };
        loop {
            match framing.scan(&text[..end], &mut at, end == text.len()) {
                Ok(Frame::More) => end += 1,
                Ok(frame) if frame != Frame::End => frames.push((Ok(frame), at)),
                last => {
                    frames.push((last, at));
                    return frames;
                }
            }
        }
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
            rows in 1..50,
        ) {
            let header = format!("3\n{rows} 30\n1 1\n");
            let text = header + &words.concat() + "1 1\n1 1\n";
            prop_assert_eq!(frames(text.as_bytes(), false), frames(text.as_bytes(), true));
        }
    }
}
