//! Where drawings are in a text: a drawing is a paragraph, with an empty line or prose above and below.

use std::ops::Range;

use memchr::memchr;

use super::form::{arms, is_of_box};
use super::letters::SEPARATORS;

/// A form that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormName {
    Lattice,
    Underscores,
    Blocks,
    Values,
    Cells,
}

/// The characters that are taken for walls of blocks, if the form isn't given.
const WALLS: &str = "#█▓▒░■@%&$XxWw01";

/// What else may be in the first line of blocks: ways out and ends.
const BESIDE_WALLS: &str = " ._·SGE&01";

/// Returns the range of the next drawing in a text, from `at` on.
pub(super) fn find(text: &[u8], at: usize, asked: Option<FormName>) -> Option<Range<usize>> {
    let mut lines = Lines { text, at };
    loop {
        let (start, paragraph) = next_paragraph(&mut lines, asked)?;
        if asked.is_some() {
            return Some(start..lines.at);
        }
        let Some((name, number)) = first_line(&paragraph) else {
            continue;
        };

        // If empty lines may be a row of the drawing, the reader gets both parts, and refuses the first of the lines.
        let mut below = lines.clone();
        let mut empty = 0;
        let next = loop {
            match below.next() {
                Some((_, "")) => empty += 1,
                other => break other.map_or("", |(_, line)| line),
            }
        };
        let is_alone = below
            .next()
            .is_none_or(|(_, line)| line.trim_ascii().is_empty());
        let drawn = &paragraph[number..];
        if empty == height(name, drawn) && is_cut(drawn, next, is_alone) {
            next_paragraph(&mut lines, asked)?;
        } else if is_ruled(&paragraph) {
            continue;
        }
        return Some(start..lines.at);
    }
}

/// Returns true for a line alone that separates text, and is nothing of a drawing.
fn is_ruled(paragraph: &[&str]) -> bool {
    let first = paragraph[0].trim_ascii();
    paragraph.len() == 1 && !first.starts_with("[[") && !is_of(first, '|')
}

/// Returns the lines of the next paragraph, and where the first one begins. Lines without any character end it and, if
/// the form isn't known, prose.
fn next_paragraph<'t>(
    lines: &mut Lines<'t>,
    asked: Option<FormName>,
) -> Option<(usize, Vec<&'t str>)> {
    let is_between = |line: &str| line.is_empty() || asked.is_none() && is_prose(line);
    let (start, first) = lines.find(|(_, line)| !is_between(line))?;
    let mut paragraph = vec![first];
    loop {
        let mut ahead = lines.clone();
        match ahead.next() {
            Some((_, line)) if !is_between(line) => paragraph.push(line),
            _ => return Some((start, paragraph)),
        }
        *lines = ahead;
    }
}

/// Returns the form of a paragraph, and the number of the line that shows it: the first line of a drawing, if nothing is
/// wrong with it. `None` if there is no drawing.
pub(super) fn first_line(paragraph: &[&str]) -> Option<(FormName, usize)> {
    let first = paragraph.first()?.trim_ascii();
    let second = paragraph.get(1).copied().unwrap_or_default();
    if first.starts_with("type ") && second.starts_with("height ") {
        return Some((FormName::Cells, 0));
    }

    let find = |starts: fn(&str) -> bool| {
        let mut lines = paragraph.iter();
        lines.position(|line| starts(line.trim_ascii()))
    };
    if let Some(number) = find(starts_lattice) {
        return Some((FormName::Lattice, number));
    }
    let has_floor = first.is_empty() || find(|line| line.contains('_')).is_some();
    let row = find(|line| is_of(line, '|')).filter(|_| has_floor);
    let is_top = |two: &[&str]| is_of(two[0], '_') && two[1].contains('|');
    if let Some(number) = row.or_else(|| paragraph.windows(2).position(is_top)) {
        return Some((FormName::Underscores, number));
    }
    Some((FormName::Blocks, find(starts_blocks)?))
}

fn starts_lattice(line: &str) -> bool {
    const POSTS: &str = "+o*.·";
    let Some(post) = line.chars().next() else {
        return false;
    };
    let is_line = |c| arms(c) == arms('-');
    if line.chars().all(|c| is_of_box(c) || c == ' ') {
        return arms(post) != arms('|') && !line.chars().all(is_line) && line.chars().count() > 1;
    }
    POSTS.contains(post)
        && line.chars().filter(|&c| c == post).count() > 1
        && line.ends_with(post)
        && !line.contains(&format!("{post}{post}"))
        && line.chars().all(|c| c == post || c == ' ' || is_line(c))
}

/// Returns true for a line of underscores that has this character.
fn is_of(line: &str, c: char) -> bool {
    line.contains(c) && line.chars().all(|c| "_| ".contains(c))
}

fn starts_blocks(line: &str) -> bool {
    let letters: Vec<char> = line.chars().filter(|c| !SEPARATORS.contains(c)).collect();
    let (Some(&wall), Some(last)) = (letters.first(), letters.last()) else {
        return false;
    };
    let is_block = |&c: &char| c == wall || BESIDE_WALLS.contains(c);
    let is_whole = line.starts_with("[[") || letters.len() > 2 && *last == wall;
    is_whole && WALLS.contains(wall) && letters.iter().all(is_block)
}

/// Returns true for a line with a word, and without lines of a drawing; and for the fence around a listing.
fn is_prose(line: &str) -> bool {
    let line = line.trim_ascii();
    if line.starts_with("```") || line.starts_with("~~~") {
        return true;
    }
    // The lines above a map of Moving AI.
    let is_size = |word| line.starts_with(word) && line.ends_with(|c: char| c.is_ascii_digit());
    if ["type octile", "map"].contains(&line) || is_size("height ") || is_size("width ") {
        return false;
    }
    let is_drawn = |c: char| "|+#_".contains(c) || is_of_box(c);
    let letters: Vec<char> = line.chars().collect();
    let is_word = |three: &[char]| {
        let is_lower = three.iter().all(|c| c.is_lowercase());
        is_lower && three[0] != three[1] && three[1] != three[2] && three[2] != three[0]
    };
    !line.contains(is_drawn) && !line.contains("--") && letters.windows(3).any(is_word)
}

/// Returns the number of lines inside a row of a drawing.
fn height(name: FormName, paragraph: &[&str]) -> usize {
    let corner = paragraph[0].trim_ascii().chars().next().unwrap_or(' ');
    let is_of_corners = |line: &&str| line.trim_ascii().starts_with(corner);
    let below = paragraph[1..].iter().position(is_of_corners);
    match name {
        FormName::Lattice => below.unwrap_or(1).max(1),
        _ => 1,
    }
}

/// Returns true if a paragraph looks like a drawing that is cut at a row without walls: the next line fits below, and
/// above it the border has gaps in the last line alone, or at both ends of all rows as well. A line alone is cut, too, and
/// so is a drawing without an end above a line that is alone.
fn is_cut(paragraph: &[&str], next: &str, is_alone: bool) -> bool {
    let first = paragraph[0].trim_ascii_end();
    let last = paragraph[paragraph.len() - 1].trim_ascii_end();
    let next = next.trim_ascii_end();
    let length = |line: &str| line.trim_ascii_end().chars().count();
    let indent = first.len() - first.trim_ascii_start().len();
    let has_gaps = |line: &str| without(line, indent).contains(' ');
    let are_as_long = length(last) == length(first) && length(next) == length(first);

    // The next line belongs to another drawing if it has other characters, apart from marks.
    let is_drawn_so = |letter: char| {
        letter == ' '
            || letter.is_alphanumeric()
            || paragraph.iter().any(|line| line.contains(letter))
    };
    if !next.chars().all(is_drawn_so) {
        return false;
    }

    if paragraph.len() == 1 {
        let begins = |line: &str| line.trim_ascii_start().chars().next();
        return are_as_long && begins(next) == begins(first);
    }
    if has_gaps(first) || !has_gaps(last) || !are_as_long {
        return false;
    }
    if is_alone && next.chars().next() == first.chars().next() {
        return true;
    }
    if !has_gaps(next) {
        return false;
    }

    let is_open = |line: &&&str| without(line, indent).starts_with(' ');
    let open_left = paragraph.iter().filter(is_open).count();
    let open_right = paragraph
        .iter()
        .filter(|line| length(line) < length(first))
        .count();
    open_left == open_right && (open_left == 0 || open_left >= paragraph.len() / 2)
}

/// Returns a line without the blanks that it is indented by.
pub(super) fn without(line: &str, indent: usize) -> &str {
    let blanks = line.bytes().take(indent).take_while(|&byte| byte == b' ');
    &line[blanks.count()..]
}

/// The lines of a text, each with where it begins, as far as they are UTF-8.
#[derive(Clone)]
struct Lines<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Iterator for Lines<'t> {
    type Item = (usize, &'t str);

    fn next(&mut self) -> Option<(usize, &'t str)> {
        let start = self.at;
        let rest = &self.text[start..];
        if rest.is_empty() {
            return None;
        }

        let length = memchr(b'\n', rest).unwrap_or(rest.len());
        self.at = self.text.len().min(start + length + 1);
        let line = &rest[..length];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let valid = line.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        Some((start, valid))
    }
}
