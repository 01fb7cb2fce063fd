//! Johnny's commands: `U` `D` `L` `R` and `F n`, as written in contest input and scenes; and why
//! some cannot be carried out.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::{Heading, Headings};
use crate::base::report::with_place;
use crate::base::scene_fault::{Item, SceneFault, SceneStep};

/// A list of commands, separated by blanks: `"R U L F 2"`. A world shares it with its scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commands(pub Arc<Vec<Command>>);

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, derive_more::Display)]
pub enum Command {
    /// Remove the wall toward the heading (up is north) and append the cell beyond it.
    #[display("{}", letter(*_0))]
    Move(Heading),
    /// Reverse the list from this position, counted from 1, to its end.
    #[display("F {_0}")]
    Flip(u32),
}

impl Commands {
    /// Parses a text of commands; also returns the number of moves. The error is the range of an invalid word.
    pub(super) fn read(text: &[u8]) -> Result<(Self, usize), Range<usize>> {
        let mut commands = Vec::with_capacity(text.len() / 2);
        let (mut at, mut flips) = (0, 0);
        while let Some(command) = next_command(text, &mut at) {
            let (command, _) = command?;
            commands.push(command);
            flips += usize::from(matches!(command, Command::Flip(_)));
            at += read_plain(&text[at..], &mut commands, &mut flips);
        }
        let moves = commands.len() - flips;
        Ok((Self(commands.into()), moves))
    }
}

/// Parses the plain commands at the start of a text, which begins behind a word: those with exactly one
/// space or line break before, in and after them, and counts the flips. Returns where it stopped, at the blank after the
/// last of them. A fast path for most of a contest's text.
fn read_plain(text: &[u8], commands: &mut Vec<Command>, flips: &mut usize) -> usize {
    let mut left = text;
    while let [_, letter, b'\n' | b' ', rest @ ..] = left {
        if let Some(command) = MOVES[usize::from(*letter)] {
            commands.push(command);
            left = &left[2..];
        } else if *letter == b'F'
            && let Some((position, length)) = plain_position(rest)
        {
            commands.push(Command::Flip(position));
            *flips += 1;
            left = &rest[length..];
        } else {
            break;
        }
    }
    text.len() - left.len()
}

type Placed = Result<(Command, Range<usize>), Range<usize>>;

/// Parses the command at or after `at`, and moves `at` after it; `None` at the end of the text.
///
/// The error is the range of an invalid word.
fn next_command(text: &[u8], at: &mut usize) -> Option<Placed> {
    let word = next_word(text, at)?;
    let letter = text[word.start];
    let command = if letter == b'F' {
        position(text, &word, at).map(Command::Flip)
    } else {
        MOVES[letter as usize]
            .filter(|_| word.len() == 1)
            .ok_or(word.clone())
    };
    Some(command.map(|command| (command, word.start..*at)))
}

/// The move of a letter. A table: branches would be mispredicted.
const MOVES: [Option<Command>; 256] = {
    let mut moves = [None; 256];
    moves[b'U' as usize] = Some(Command::Move(Heading::N));
    moves[b'D' as usize] = Some(Command::Move(Heading::S));
    moves[b'L' as usize] = Some(Command::Move(Heading::W));
    moves[b'R' as usize] = Some(Command::Move(Heading::E));
    moves
};

/// The position of a flip, which may follow the letter directly or as the next word.
fn position(text: &[u8], word: &Range<usize>, at: &mut usize) -> Result<u32, Range<usize>> {
    let number = if word.len() > 1 {
        word.start + 1..word.end
    } else {
        next_word(text, at).ok_or(word.clone())?
    };
    let mut position = 0_u32;
    for digit in &text[number.clone()] {
        if !digit.is_ascii_digit() {
            return Err(number);
        }
        let next = position
            .checked_mul(10)
            .and_then(|it| it.checked_add((digit - b'0').into()));
        position = next.ok_or_else(|| number.clone())?;
    }
    Ok(position)
}

/// The position of up to eight digits before a space or line break that a text begins with, and its length.
fn plain_position(text: &[u8]) -> Option<(u32, usize)> {
    let mut position = 0;
    for (length, &byte) in text.iter().take(9).enumerate() {
        match byte {
            b'0'..=b'9' => position = 10 * position + u32::from(byte - b'0'),
            b'\n' | b' ' if length > 0 => return Some((position, length)),
            _ => break,
        }
    }
    None
}

#[inline]
pub(super) fn next_word(text: &[u8], at: &mut usize) -> Option<Range<usize>> {
    let mut start = *at;
    while text.get(start)?.is_ascii_whitespace() {
        start += 1;
    }
    let mut end = start + 1;
    while text
        .get(end)
        .is_some_and(|byte| !byte.is_ascii_whitespace())
    {
        end += 1;
    }
    *at = end;
    Some(start..end)
}

/// The range of the command with this index in a text; after the last one, if there are fewer.
pub(crate) fn place_of_command(text: &str, index: usize) -> Option<Range<usize>> {
    place_in(text.as_bytes(), index)
}

pub(super) fn place_in(text: &[u8], index: usize) -> Option<Range<usize>> {
    let mut at = 0;
    for _ in 0..index {
        next_command(text, &mut at)?.ok()?;
    }
    match next_command(text, &mut at) {
        Some(command) => Some(command.ok()?.1),
        None => Some(at..at),
    }
}

pub(super) const EXPECTED: &str = "a command: U, D, L, R, or F and a position";

impl Serialize for Commands {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const WIDTH: usize = 76;
        const INDENT: &str = "\n        ";
        let (mut lines, mut length) = (String::new(), 0);
        for word in self.0.iter().map(Command::to_string) {
            let breaks = length > 0 && length + 1 + word.len() > WIDTH;
            lines += if breaks {
                INDENT
            } else {
                &" "[..length.min(1)]
            };
            length = if breaks { 0 } else { length + length.min(1) } + word.len();
            lines += &word;
        }
        if lines.contains('\n') {
            serializer.collect_str(&format_args!("{INDENT}{lines}\n    "))
        } else {
            serializer.serialize_str(&lines)
        }
    }
}

impl<'de> Deserialize<'de> for Commands {
    fn deserialize<D: Deserializer<'de>>(text: D) -> Result<Self, D::Error> {
        struct CommandsVisitor;
        impl de::Visitor<'_> for CommandsVisitor {
            type Value = Commands;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string of commands such as \"R U L F 2\"")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Commands, E> {
                let read = Commands::read(text.as_bytes()).map(|(commands, _)| commands);
                read.map_err(|word| {
                    let message = format!("found `{}`, expected {EXPECTED}", &text[word.clone()]);
                    E::custom(with_place(&word, &message))
                })
            }
        }
        text.deserialize_str(CommandsVisitor)
    }
}

fn letter(heading: Heading) -> char {
    match heading {
        Heading::N => 'U',
        Heading::S => 'D',
        Heading::W => 'L',
        Heading::E => 'R',
    }
}

#[cold]
pub(super) fn no_way(grid: Grid, cell: CellIndex, heading: Heading, ways: Headings) -> String {
    let is_inside = grid.leads_from(cell, heading);
    let place = if is_inside {
        "into a visited cell"
    } else {
        "out of the grid"
    };
    let ways: Vec<String> = ways.iter().map(|way| letter(way).to_string()).collect();
    format!(
        "`{}` leads {place}, expected {}, or a flip",
        letter(heading),
        ways.join(" or ")
    )
}

#[cold]
pub(super) fn no_position(position: u32, length: u32) -> String {
    format!("a flip from position {position}, expected 1 to {length}")
}

pub(super) fn fault_at(index: usize, message: String) -> SceneFault {
    let item = Item {
        what: "command",
        index,
        find: place_of_command,
    };
    let path = [
        SceneStep::Field("generate"),
        SceneStep::Field("commands"),
        SceneStep::Item(item),
    ];
    SceneFault::new(path, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_as_words_are() {
        let words = ["U", "R", "F 2", "D", "L", "F3", "L"];
        for (number, blank) in [" ", "\n", "\r\n", "  ", "\t"].into_iter().enumerate() {
            for end in ["", " ", "\n\n", " U", " X", " UU R"] {
                let text = words.join(blank) + &" D".repeat(number) + end;
                let read = Commands::read(text.as_bytes());
                let mut at = 0;
                let by_words = std::iter::from_fn(|| next_command(text.as_bytes(), &mut at));
                let by_words: Result<Vec<_>, _> = by_words.map(|it| it.map(|it| it.0)).collect();
                assert_eq!(
                    read.map(|(commands, _)| commands.0),
                    by_words.map(Arc::new),
                    "{text}"
                );
            }
        }
    }
}
