//! The contest's input for dice mazes: a name, a header, the rows of numbers.

use std::ops::Range;

use memchr::memchr;

use super::{DIE, Dice, Number, Numbers};
use crate::base::die::Orientation;
use crate::base::grid::{Grid, Position};
use crate::base::limits;
use crate::base::report::Fault;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::contest::{
    Contest, ContestFormat, Cursor, check_name, missing_end, next_filled_line, next_line, number,
};
use crate::engine::text::TextFormat;
use crate::scene::{BoardSource, CheckedScene, Ingredient, Scene};

impl Contest {
    /// Dice mazes (World Finals 1999).
    pub const DICE: Self = Self::of::<DiceContest>();
}

struct DiceContest;

impl ContestFormat for DiceContest {
    const NAME: &'static str = "dice";
    const ABOUT: &'static str = "Dice mazes (World Finals 1999)";

    /// A maze ends with its last row, the input with a line `END` in place of a name.
    fn find_mazes(text: &[u8], mazes: &mut Vec<Range<usize>>) -> Result<(), Fault> {
        let mut at = 0;
        loop {
            let start = at;
            match next_filled_line(text, &mut at) {
                Some(b"END") => return Ok(()),
                Some(_name) => {}
                None => return Err(missing_end(text)),
            }

            let rows = next_filled_line(text, &mut at).map(rows_in);
            if let Some(Some(rows)) = rows {
                at = after_rows(text, at, rows);
            }
            mazes.push(start..at);

            // If the header is invalid, the lines that look like rows belong to no maze.
            if rows == Some(None) {
                at = after_rows(text, at, u64::MAX);
            }
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
        let header = read_header(cursor);
        let (grid, walk) = header.map_err(|fault| cursor.or_nameless(&name, fault))?;
        read_numbers(cursor, grid, scene.get_or_default(), faults)?;
        scene.grid = grid;
        scene.set(walk);
        scene.text = TextFormat::DICE;
        Ok(())
    }

    fn takes(scene: &Scene) -> bool {
        scene
            .get::<Dice>()
            .is_some_and(|dice| dice.heading.is_none())
            && scene.has_only(&[Numbers::FIELD, Dice::FIELD])
    }

    fn write(scene: &CheckedScene, text: &mut String) -> Result<(), SceneError> {
        check_name(scene)?;
        write(scene, text)
    }

    fn enclose(_: usize, text: &mut String) {
        text.push_str("END\n");
    }
}

const HEADER: &str = "rows, columns, row and column of the start, top and front of the die";

fn read_header(cursor: &mut Cursor<'_>) -> Result<(Grid, Dice), Fault> {
    let header = cursor.rest().1;
    let rows = cursor.word();
    let rows = cursor.coordinate(rows, HEADER)?;
    let columns = cursor.word();
    let grid = Grid {
        rows,
        columns: cursor.coordinate(columns, HEADER)?,
    };
    cursor.check_size(grid, header)?;
    cursor.skip_spaces();
    let start = cursor.rest().1;
    let from = cursor.position(HEADER)?;
    cursor.check_inside(from, grid, start)?;
    cursor.skip_spaces();
    let die = cursor.rest().1;
    let (top, _) = cursor.number("the number on top of the die, 1 to 6")?;
    let (front, _) = cursor.number("the number in front of the die, 1 to 6")?;
    let faces = u8::try_from(top).ok().zip(u8::try_from(front).ok());
    let Some((top, front)) = faces.filter(|&(top, front)| Orientation::new(top, front).is_some())
    else {
        let message = format!("no die has {top} on top and {front} in front; {DIE}");
        return Err(Fault::new(die..cursor.rest().1, message));
    };
    cursor.end_of_line("the end of the header")?;
    Ok((
        grid,
        Dice {
            from: from.into(),
            top,
            front,
            heading: None,
            to: None,
        },
    ))
}

fn read_numbers(
    cursor: &mut Cursor<'_>,
    grid: Grid,
    board: &mut Numbers,
    faults: &mut Vec<Fault>,
) -> Result<(), Fault> {
    let rows = board.0.fixed_mut();
    rows.clear();
    let (length, cells, columns) = (cursor.rest().0.len(), grid.cells(), grid.columns as usize);
    if cells <= length / 2 {
        match read_plain(cursor.rest_of_all(), columns, rows.add_all(cells, columns)) {
            Some(read) if read <= length => {
                cursor.pass(read);
                return Ok(());
            }
            _ => rows.clear(),
        }
    }
    for row in 1..=grid.rows {
        if !cursor.skip_blank() {
            let at = cursor.rest().1;
            return Err(cursor.unexpected(at..at, format_args!("row {row} of {}", grid.rows)));
        }
        let start = cursor.rest().1;
        let values = rows.add_all(columns, columns); // no more than a row beyond the text takes memory
        if let Err(fault) = read_row(cursor, values) {
            faults.push(fault);
            if faults.len() > limits::FAULTS {
                return Ok(());
            }
            cursor.skip_line_of(start);
        }
    }
    Ok(())
}

fn read_row(cursor: &mut Cursor<'_>, values: &mut [Number]) -> Result<(), Fault> {
    let columns = values.len();
    for (place, value) in values.iter_mut().enumerate() {
        let word = cursor.word();
        let Some(Ok(found @ -1..=6)) = number(cursor.bytes(&word)).map(i8::try_from) else {
            let expected = format_args!("number {} of {columns}: -1, or 0 to 6", place + 1);
            return Err(cursor.unexpected(word, expected));
        };
        *value = Number(found);
    }
    cursor.end_of_line(format_args!("the end of the row after number {columns}"))
}

/// Reads all rows at once, if nothing is between numbers but single spaces and line breaks, as most programs
/// write them, and something follows; returns their length.
fn read_plain(text: &[u8], columns: usize, values: &mut [Number]) -> Option<usize> {
    let mut at = 0;
    for row in values.chunks_exact_mut(columns) {
        let (last, others) = row.split_last_mut()?;
        for value in others {
            *value = plain_number(text, &mut at, b' ')?;
        }
        *last = plain_number(text, &mut at, b'\n')?;
    }
    Some(at)
}

/// The number at a place, which it moves behind the byte that must follow. There is no branch on wildness: it
/// would be mispredicted.
#[inline]
fn plain_number(text: &[u8], at: &mut usize, end: u8) -> Option<Number> {
    let next = text[*at..].first_chunk::<3>()?;
    let minus = usize::from(next[0] == b'-');
    let number = NUMBERS[minus][usize::from(next[minus])];
    *at += minus + 2;
    (number.is_legal() && next[minus + 1] == end).then_some(number)
}

/// The number of a digit, without and with a minus; an invalid number for other characters.
const NUMBERS: [[Number; 256]; 2] = {
    let mut numbers = [[Number(i8::MIN); 256]; 2];
    let mut digit = 0;
    while digit <= 6 {
        numbers[0][(b'0' + digit) as usize] = Number(digit.cast_signed());
        digit += 1;
    }
    numbers[1][b'1' as usize] = Number::WILD;
    numbers
};

fn write(scene: &Scene, text: &mut String) -> Result<(), SceneError> {
    use std::fmt::Write as _;

    let Some(Dice {
        from,
        top,
        front,
        to,
        ..
    }) = scene.get()
    else {
        return Ok(());
    };
    if to.as_ref().is_some_and(|to| to.only() != from.only()) {
        let path = [SceneStep::Field(Dice::FIELD), SceneStep::Field("to")];
        let message = "in the contest the die returns to its start, expected no other goal";
        return Err(SceneFault::new(path, message).into());
    }
    let Grid { rows, columns } = scene.grid;
    let Position { row, column } = from.only().unwrap_or_default();
    let _ = writeln!(
        text,
        "{}\n{rows} {columns} {row} {column} {top} {front}",
        scene.name
    );
    let Some(Numbers(BoardSource::Fixed(numbers))) = scene.get() else {
        return Ok(());
    };
    for row in numbers.iter() {
        let values: Vec<String> = row.iter().map(|number| number.0.to_string()).collect();
        let _ = writeln!(text, "{}", values.join(" "));
    }
    Ok(())
}

/// Returns where this many rows end; if there are fewer, the first line that is none, or the end of the text.
fn after_rows(text: &[u8], mut at: usize, mut rows: u64) -> usize {
    while rows > 0 {
        // Most rows begin with their first number: they are passed without being looked at as lines.
        if let Some(b'-' | b'0'..=b'9') = text.get(at)
            && let Some(end) = memchr(b'\n', &text[at..])
        {
            at += end + 1;
            rows -= 1;
            continue;
        }

        let start = at;
        match next_line(text, &mut at) {
            Some([]) => {}
            Some([b'-' | b'+' | b'0'..=b'9', ..]) => rows -= 1,
            Some(_) => return start,
            None => break,
        }
    }
    at
}

fn rows_in(header: &[u8]) -> Option<u64> {
    let mut words = header
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    let mut side = || {
        words
            .next()
            .and_then(number)
            .and_then(|side| u64::try_from(side).ok())
    };
    let (rows, columns) = (side()?, side()?);
    let fits = (1..=limits::CELLS).contains(&rows.saturating_mul(columns));
    fits.then_some(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(first: &str, second: &str, between: &str) -> Result<Vec<Number>, String> {
        let rows = format!("{first}{between}{second}\n6{between}-1\n");
        let text = format!("{rows}END\n");
        let (mut board, mut faults) = (Numbers::default(), Vec::new());
        let mut cursor = Cursor::new(text.as_bytes(), 0..rows.len());
        let grid = Grid {
            rows: 2,
            columns: 2,
        };
        let read = read_numbers(&mut cursor, grid, &mut board, &mut faults);
        let fault = read.err().or(faults.pop());
        assert!(
            fault.is_some() || cursor.rest() == (b"", rows.len()),
            "{rows}"
        );
        let numbers = board
            .0
            .fixed()
            .map(|rows| rows.iter().flatten().copied().collect());
        fault.map_or_else(|| Ok(numbers.expect("a board")), |fault| Err(fault.message))
    }

    #[test]
    fn a_number_is_the_same_after_a_space_and_a_tab() {
        let words = [
            "0", "1", "6", "-1", "7", "/", "-0", "-2", "-", "--1", "+1", "01", "1-", "",
        ];
        for first in words {
            for second in words {
                assert_eq!(read(first, second, " "), read(first, second, "\t"));
                assert_eq!(read(first, second, " "), read(first, second, "  "));
            }
        }
        let numbers = [Number::WILD, Number(6), Number(6), Number::WILD];
        assert_eq!(read("-1", "6", " "), Ok(numbers.into()));
    }
}
