//! Plain lines of signs: one space between words, no arrow twice in a group, no errors.
//!
//! Nearly every line is plain, and is read in one pass over its bytes: two numbers of one digit at
//! once, others digit by digit, a group as a whole. Any other line is left to the cursor, which
//! accepts all that is allowed, reports errors, and reads plain lines the same.

use crate::base::grid::Position;
use crate::base::heading::{Heading, Turn};
use crate::puzzles::arrow::Signs;

/// Adds the signs of the plain lines that a text begins with; returns the length of these lines.
///
/// It must stay a function of its own when compiled (not inlined), so that its counters stay in
/// registers.
#[inline(never)]
pub(super) fn put_up(text: &[u8], listed: &mut Vec<(Position, Signs)>) -> usize {
    let mut at = 0;
    while let Some((signs, next)) = line(text, at) {
        listed.push(signs);
        at = next;
    }
    at
}

#[inline]
fn line(text: &[u8], mut at: usize) -> Option<((Position, Signs), usize)> {
    let position = position(text, &mut at)?;
    let mut signs = Signs::default();
    while *text.get(at)? != b'*' {
        let group = group(*text[at..].first_chunk()?)?;
        signs.merge(group.signs);
        at += usize::from(group.length);
    }
    let next = match text.get(at + 1)? {
        b'\n' => at + 2,
        b'\r' if text.get(at + 2) == Some(&b'\n') => at + 3,
        _ => return None,
    };
    Some(((position, signs), next))
}

/// The row and column at `at`, each followed by a space; moves `at` after them. Nearly all have one digit.
#[inline]
fn position(text: &[u8], at: &mut usize) -> Option<Position> {
    if let Some([row @ b'1'..=b'9', b' ', column @ b'1'..=b'9', b' ']) = text[*at..].first_chunk() {
        *at += 4;
        return Some(Position {
            row: u32::from(row - b'0'),
            column: u32::from(column - b'0'),
        });
    }
    Some(Position {
        row: coordinate(text, at)?,
        column: coordinate(text, at)?,
    })
}

#[inline]
fn coordinate(text: &[u8], at: &mut usize) -> Option<u32> {
    let mut coordinate = 0_u32;
    loop {
        let byte = *text.get(*at)?;
        *at += 1;
        match byte {
            b'0'..=b'9' => {
                let longer = u64::from(coordinate) * 10 + u64::from(byte - b'0');
                coordinate = u32::try_from(longer).ok()?;
            }
            b' ' if coordinate > 0 => return Some(coordinate),
            _ => return None,
        }
    }
}

#[inline]
fn group(text: [u8; 8]) -> Option<&'static SignGroup> {
    /// A bit that is set in every letter and not in a space.
    const LETTER: u64 = u64::from_le_bytes([1 << 6; 8]);
    let text = u64::from_le_bytes(text);
    let spaces = (!text & LETTER) << 1;
    let up_to_first_space = spaces ^ spaces.wrapping_sub(1);
    let text = text & up_to_first_space;
    let group = &GROUPS[place(text)];
    (group.text == text).then_some(group)
}

/// A heading and its arrows, with the space after them.
#[derive(Clone, Copy)]
struct SignGroup {
    /// The bytes, the first of them lowest.
    text: u64,
    length: u8,
    signs: Signs,
}

impl SignGroup {
    const fn new(travel: Heading, mut arrows: &[u8]) -> Self {
        let mut group = Self {
            text: travel.letter() as u64,
            length: 1,
            signs: Signs::NONE,
        };
        while let [arrow, rest @ ..] = arrows {
            let turn = Turn::from_letter(*arrow).expect("an arrow");
            group.signs.add(travel, turn);
            group.push(*arrow);
            arrows = rest;
        }
        group.push(b' ');
        group
    }

    const fn push(&mut self, byte: u8) {
        self.text |= (byte as u64) << (8 * self.length);
        self.length += 1;
    }
}

/// The index of a group in [`GROUPS`]: the factor is one that maps all groups to different indices.
const fn place(text: u64) -> usize {
    const FACTOR: u64 = 0x19a1_d455_590a_f5df;
    (text.wrapping_mul(FACTOR) >> 56) as usize
}

/// All plain groups by index. Unused entries hold the first group, which never matches there.
static GROUPS: [SignGroup; 256] = {
    let arrows: [&[u8]; 15] = [
        b"F", b"L", b"R", b"FL", b"FR", b"LF", b"LR", b"RF", b"RL", b"FLR", b"FRL", b"LFR", b"LRF",
        b"RFL", b"RLF",
    ];
    let first = SignGroup::new(Heading::ALL[0], arrows[0]);
    let mut groups = [first; 256];
    let mut number = 1;
    while number < Heading::ALL.len() * arrows.len() {
        let travel = Heading::ALL[number / arrows.len()];
        let group = SignGroup::new(travel, arrows[number % arrows.len()]);
        let place = place(group.text);
        assert!(groups[place].text == first.text && place != self::place(first.text));
        groups[place] = group;
        number += 1;
    }
    groups
};

#[cfg(test)]
mod tests {
    use super::super::read_signs;
    use super::*;
    use crate::contest::Cursor;

    /// The length of the plain lines that a text begins with; checks that the cursor reads them the
    /// same.
    fn plain(text: &[u8]) -> usize {
        let mut signs = Vec::new();
        let length = put_up(text, &mut signs);
        let mut cursor = Cursor::new(text, 0..text.len());
        for line in signs {
            assert_eq!(
                read_signs(&mut cursor),
                Ok(Some(line)),
                "{}",
                text.escape_ascii()
            );
        }
        assert_eq!(cursor.rest().1, length, "{}", text.escape_ascii());
        length
    }

    #[test]
    fn a_plain_line_is_read_as_by_the_cursor() {
        let text = b"12 340 NFLR WL *\n7 4294967295 *\r\n3 9 SRFL EF NL WFR *\n0\n";
        assert_eq!(plain(text), text.len() - 2);
        for at in 0..text.len() {
            plain(&text[..at]);
            let mut text = *text;
            for byte in 0..=255 {
                text[at] = byte;
                plain(&text);
            }
        }
    }
}
