//! The characters of a drawing: alone, doubled, or as values with something between them.

use std::ops::Range;

use super::shown::Flaw;

/// How the characters of a drawing follow each other in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spacing {
    Single,
    /// Each character twice.
    Double,
    /// Values with blanks, commas, tabs or brackets between them.
    Values,
}

/// A character of a drawing, and its place in the text.
pub(super) type Letter = (usize, char);

/// What may be between values, besides blanks.
pub(super) const SEPARATORS: &[char] = &[',', ';', '\t', '[', ']'];

impl Spacing {
    /// Writes the characters of a row, which is given by its bytes.
    ///
    /// # Errors
    /// Characters that are not doubled, and values that are not.
    pub(super) fn spell(
        self,
        text: &str,
        row: &Range<usize>,
        letters: &mut Vec<Letter>,
    ) -> Result<(), Flaw> {
        letters.clear();
        match self {
            Self::Single => letters.extend(letters_in(text, row)),
            Self::Double => {
                let mut all = letters_in(text, row);
                while let Some((at, letter)) = all.next() {
                    let (again, second) = all.next().unwrap_or((row.end, ' '));
                    if second != letter {
                        let end = row.end.min(again + second.len_utf8());
                        return Err(Flaw::new(text, again..end, "the same block again"));
                    }
                    letters.push((at, letter));
                }
            }
            Self::Values => {
                for field in fields(text, row) {
                    let Some(value) = value(&text[field.clone()]) else {
                        return Err(Flaw::new(
                            text,
                            field,
                            "a value of one character, such as 0 or 1",
                        ));
                    };
                    letters.push((field.start, value));
                }
            }
        }
        Ok(())
    }
}

/// Returns the characters of a row, each with its place.
pub(super) fn letters_in<'t>(
    text: &'t str,
    row: &Range<usize>,
) -> impl Iterator<Item = Letter> + use<'t> {
    let start = row.start;
    text[row.clone()]
        .char_indices()
        .map(move |(at, letter)| (start + at, letter))
}

/// Returns the values of a row, by their bytes. Between commas or tabs there is one each, which may be blank.
fn fields(text: &str, row: &Range<usize>) -> Vec<Range<usize>> {
    let line = &text[row.clone()];
    let is_between = |c: char| matches!(c, ',' | ';' | '\t');
    let has_commas = line.contains(is_between);
    let mut fields = Vec::new();
    let mut start = row.start;
    let ends = line.char_indices().map(|(at, c)| (row.start + at, c));
    for (at, c) in ends.chain([(row.end, ',')]) {
        let ends_here = if has_commas {
            is_between(c)
        } else {
            c == ' ' || c == ','
        };
        if !ends_here {
            continue;
        }
        let field = &text[start..at];
        let trimmed = field.trim();
        let is_last = at == row.end;
        if !trimmed.is_empty() {
            let from = start + field.len() - field.trim_start().len();
            fields.push(from..from + trimmed.len());
        } else if has_commas && !is_last {
            fields.push(start..at);
        }
        start = at + c.len_utf8();
    }
    fields
}

/// Returns the character of a value, which may be a number with a point or a truth value.
fn value(field: &str) -> Option<char> {
    let mut letters = field.chars();
    match (field.trim(), letters.next(), letters.next()) {
        ("", ..) => Some(' '),
        ("0." | "0.0" | "False", ..) => Some('0'),
        ("1." | "1.0" | "True", ..) => Some('1'),
        (_, Some(only), None) => Some(only),
        _ => None,
    }
}

/// Returns the rows of values by their bytes: lists in brackets, or else lines.
pub(super) fn rows_of_values(text: &str, lines: &[Range<usize>]) -> Vec<Range<usize>> {
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
        return Vec::new();
    };
    if !text[first.clone()].starts_with('[') {
        return lines.to_vec();
    }
    let mut rows = Vec::new();
    let mut start = first.start;
    for (at, c) in letters_in(text, &(first.start..last.end)) {
        if c == '[' {
            start = at + 1;
        } else if c == ']' {
            if at > start {
                rows.push(start..at);
            }
            start = at + 1;
        }
    }
    rows
}

/// Returns true if digits have something between them.
pub(super) fn is_matrix(text: &str) -> bool {
    let is_between = |c: char| c.is_ascii_whitespace() || SEPARATORS.contains(&c);
    let words = text.split(is_between).filter(|word| !word.is_empty());
    let is_value = |word: &str| value(word).is_some_and(|value| value.is_ascii_digit());
    let mut count = 0;
    for word in words {
        if !is_value(word) {
            return false;
        }
        count += 1;
    }
    count > 1 || text.contains(SEPARATORS) && count == 1
}
