//! Where drawings are in a text: told by their first lines, with blank lines or prose around them.

use std::ops::Range;

use memchr::memchr;

use super::form::{arms, is_of_box};
use super::spelling::SEPARATORS;

/// A form that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormName {
    Lattice,
    Underscores,
    Blocks,
    Values,
    Cells,
}

/// Where a drawing is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<'t> {
    pub(super) name: FormName,
    /// Where lines begin that touch the first line above it and look like parts of the drawing.
    pub(super) begin: usize,
    /// Where the first line begins.
    pub(super) start: usize,
    /// The number of blanks that the lines are indented by.
    pub(super) indent: usize,
    /// The first line, without blanks at its ends.
    line: &'t str,
    /// The number of characters in a whole line.
    pub(super) width: usize,
    is_asked: bool,
}

/// The characters that are taken for walls of blocks, if nobody says that these are blocks.
const WALLS: &str = "#█▓▒░■@%&$XxWw01";

/// What else may be in the first line of blocks: ways out and ends.
const BESIDE_WALLS: &str = " ._·SGE&01";

/// Returns the range of the next drawing in a text, from `at` on, with the lines above it that look like parts of it.
pub(super) fn find(text: &[u8], at: usize, asked: Option<FormName>) -> Option<Range<usize>> {
    let (found, end) = find_in(Lines { text, at }, asked)?;
    Some(found.begin..end)
}

/// Returns where the first drawing of a text is, and where it ends.
pub(super) fn find_first(text: &str, asked: Option<FormName>) -> Option<(Found<'_>, usize)> {
    let text = text.as_bytes();
    find_in(Lines { text, at: 0 }, asked)
}

fn find_in<'t>(mut lines: Lines<'t>, asked: Option<FormName>) -> Option<(Found<'t>, usize)> {
    let mut paragraph = lines.at;
    let mut next = lines.next();
    while let Some((start, line)) = next {
        let rest = lines;
        next = lines.next();
        if line.is_empty() {
            paragraph = rest.at;
            continue;
        }
        // Rows without walls, below an open top: the first row with walls tells what they are.
        let mut below = next;
        let mut ahead = lines;
        while below
            .is_some_and(|(_, row)| is_blank(line) && is_blank(row) && row.len() == line.len() + 1)
        {
            below = ahead.next();
        }
        let second = below.map_or("", |(_, line)| line);
        if let Some(mut found) = Found::at(start, [line, second], asked) {
            found.begin = found.touched_from(Lines {
                at: paragraph,
                ..lines
            });
            // A line of blocks alone is a ruled line, unless there is more of a drawing above it.
            let is_alone = found.name == FormName::Blocks && second.is_empty();
            if !is_alone || found.begin < start || found.is_bracketed() {
                let end = found.end(rest);
                return Some((found, end));
            }
        }
    }
    None
}

impl<'t> Found<'t> {
    /// Returns the drawing whose first two lines these are.
    fn at(start: usize, [first, second]: [&'t str; 2], asked: Option<FormName>) -> Option<Self> {
        let first_indent = first.len() - first.trim_start_matches(' ').len();
        let second_indent = second.len() - second.trim_start_matches(' ').len();
        let line = first[first_indent..].trim_ascii_end();
        let below = &second[second_indent..];
        if line.is_empty() && !(asked.is_none() && is_top_of_row(first, second)) {
            return None;
        }

        let name = match asked {
            Some(asked) => asked,
            None if line.is_empty() => FormName::Underscores,
            None if line.starts_with("type ") && below.starts_with("height ") => FormName::Cells,
            None if starts_lattice(line) => FormName::Lattice,
            None if starts_underscores(line, below) || is_top_of_blanks(first, second) => {
                FormName::Underscores
            }
            None if starts_blocks(line, without(second, first_indent)) => FormName::Blocks,
            None => return None,
        };
        let is_row = line.contains('|');
        let row = if is_row { first } else { second };
        let indent = match name {
            // Rows that are open at both ends are written with all their blanks.
            FormName::Underscores if is_row || line.is_empty() || row.ends_with(' ') => 0,
            // The top begins at the second character, or later.
            FormName::Underscores => second_indent.min(first_indent.saturating_sub(1)),
            FormName::Cells => 0,
            _ => first_indent,
        };
        let width = match name {
            FormName::Underscores => row.chars().count().saturating_sub(indent),
            _ => line.chars().count(),
        };
        Some(Self {
            name,
            begin: start,
            start,
            indent,
            line,
            width,
            is_asked: asked.is_some(),
        })
    }

    /// Returns where those of the lines begin that touch the first line of the drawing and look like parts of it.
    fn touched_from(&self, lines: Lines<'_>) -> usize {
        let mut begin = self.start;
        if self.is_asked {
            return begin;
        }
        for (start, line) in lines.take_while(|&(start, _)| start < self.start) {
            let is_as_long = [line.len(), line.len() + 1].contains(&self.width);
            let may_be_top = self.name == FormName::Underscores
                && is_blank(line)
                && (self.has_blank_top() || is_as_long);
            if may_be_top || !is_blank(line) && self.is_like(line) {
                begin = begin.min(start);
            } else {
                begin = self.start;
            }
        }
        begin
    }

    /// Returns where the drawing ends, given the lines after the first one.
    fn end(&self, lines: Lines<'_>) -> usize {
        if self.is_bracketed() {
            self.end_of_brackets(lines)
        } else if self.is_asked || self.name == FormName::Cells {
            end_of_paragraph(lines)
        } else {
            self.end_of_lines(lines)
        }
    }

    fn end_of_brackets(&self, mut lines: Lines<'_>) -> usize {
        let mut depth = depth_after(0, self.line);
        while depth > 0 {
            let Some((_, line)) = lines.next() else {
                break;
            };
            depth = depth_after(depth, line);
        }
        lines.at
    }

    fn end_of_lines(&self, mut lines: Lines<'_>) -> usize {
        let mut end = lines.at;
        let mut border = Border::new(self);
        loop {
            let Some((_, line)) = lines.next() else {
                return end;
            };
            let body = without(line, self.indent);
            if !is_blank(body) {
                if border.begins_again(body) || !self.goes_on(body) {
                    return end;
                }
                border.pass(body);
                end = lines.at;
                continue;
            }

            // A row without walls: blanks all along. At the end of a lattice there is none.
            if body.chars().count() == self.width {
                border.pass(body);
                if self.name == FormName::Underscores {
                    end = lines.at;
                }
                continue;
            }

            // Some blanks, but not all along, are a mistake where the drawing goes on.
            let mut ahead = lines;
            let next = ahead
                .next()
                .map_or("", |(_, line)| without(line, self.indent));
            if !body.is_empty() && !is_blank(next) && self.goes_on(next) {
                border.pass(body);
                continue;
            }

            // Empty lines are such a row if its blanks got lost, or else the end.
            if !border.may_go_on() {
                return end;
            }
            let mut count = 1;
            let mut ahead = lines;
            let next = loop {
                match ahead.next() {
                    Some((_, line)) if is_blank(line) => {
                        count += 1;
                        lines = ahead;
                    }
                    Some((_, line)) => break without(line, self.indent),
                    None => return end,
                }
            };
            if !border.has_open_row(count, next) {
                return end;
            }
            border.pass_open_row(count);
        }
    }

    /// Returns true if a line below the first one belongs to the drawing; it does not if it is prose.
    fn goes_on(&self, body: &str) -> bool {
        body.starts_with(|c| c == ' ' || self.is_ink(c)) || self.is_like(body)
    }

    /// Returns true unless a line is prose: it has a word, and little that looks like the drawing.
    fn is_like(&self, line: &str) -> bool {
        self.has_ink(line) || !has_word(line)
    }

    /// Returns true if much of a line looks like a part of the drawing.
    fn has_ink(&self, line: &str) -> bool {
        let is_visible = |c: &char| !c.is_whitespace() && !SEPARATORS.contains(c);
        let visible = line.chars().filter(is_visible).count();
        let is_beside = |c| self.name == FormName::Blocks && BESIDE_WALLS.contains(c);
        let is_inked = |c: &char| is_visible(c) && (self.is_ink(*c) || is_beside(*c));
        let ink = line.chars().filter(is_inked).count();
        let is_pair = |[one, other]: [char; 2]| match self.name {
            FormName::Lattice => {
                let is_line = |c| arms(c) != 0;
                let is_corner = |c| self.is_ink(c) && !is_line(c);
                is_corner(one) && is_line(other) || is_line(one) && is_corner(other)
            }
            _ => one == other && self.is_ink(one) && !one.is_alphanumeric(),
        };
        let pairs = line.chars().zip(line.chars().skip(1));
        let has_upright = self.name != FormName::Blocks && line.contains(['|', '│', '┃', '║']);
        2 * ink >= visible
            || has_upright
            || pairs.into_iter().any(|(one, other)| is_pair([one, other]))
    }

    /// Returns true for characters that the walls of the drawing may have.
    pub(super) fn is_ink(&self, c: char) -> bool {
        match self.name {
            FormName::Lattice => self.line.starts_with(c) || arms(c) != 0 || is_of_box(c),
            FormName::Underscores => matches!(c, '_' | '|'),
            _ => {
                self.line.starts_with(c)
                    || matches!((self.line.chars().next(), c), (Some('0' | '1'), '0' | '1'))
            }
        }
    }

    /// Returns true if the places of characters in lines matter.
    pub(super) fn is_aligned(&self) -> bool {
        let is_of_values = self.line.contains(SEPARATORS);
        match self.name {
            FormName::Lattice | FormName::Underscores => !self.is_asked,
            FormName::Blocks => !self.is_asked && !is_of_values,
            FormName::Values | FormName::Cells => false,
        }
    }

    /// Returns true if this is a list of lists in brackets.
    fn is_bracketed(&self) -> bool {
        self.line.starts_with('[')
    }

    /// Returns true if underscores begin with the line of a row: their top is open, and blank.
    pub(super) fn has_blank_top(&self) -> bool {
        self.name == FormName::Underscores && self.line.contains('|')
    }
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

/// Returns true for a line of underscores above one of walls, or for a line of both. Words tell ruled lines around prose
/// from them.
fn starts_underscores(line: &str, below: &str) -> bool {
    let is_drawn = |line: &str| {
        let visible = line.chars().filter(|c| !c.is_whitespace()).count();
        let ink = line.chars().filter(|c| matches!(c, '_' | '|')).count();
        ink > 0 && 2 * ink >= visible && !has_word(line)
    };
    let is_top = line.chars().all(|c| c == '_' || c == ' ');
    let is_row = line.contains('|') && is_drawn(line);
    let is_last = is_blank(below) || is_drawn(below);
    is_row && (line.contains('_') || is_last) || is_top && is_drawn(below)
}

fn is_blank(line: &str) -> bool {
    line.trim_ascii().is_empty()
}

/// Returns true for an open top, which is all blanks, above a row of underscores.
fn is_top_of_row(line: &str, below: &str) -> bool {
    let has_walls = below.contains(['_', '|']) && below.chars().all(|c| "_| ".contains(c));
    has_walls && below.len() == line.len() + 1 && !line.is_empty()
}

/// Returns true for a line of underscores above a row without walls: blanks all along.
fn is_top_of_blanks(line: &str, below: &str) -> bool {
    let is_top = line.contains('_') && line.chars().all(|c| c == '_' || c == ' ');
    is_top && is_blank(below) && below.len() == line.len() + 1
}

fn starts_blocks(line: &str, below: &str) -> bool {
    let is_bracketed = line.starts_with("[[");
    if line.starts_with('[') && !is_bracketed {
        return false;
    }
    let mut letters = line.chars().filter(|&c| !SEPARATORS.contains(&c));
    let Some(wall) = letters.next().filter(|&c| WALLS.contains(c)) else {
        return false;
    };
    let rest: Vec<char> = letters.collect();
    let is_block = |c: char| c == wall || BESIDE_WALLS.contains(c);
    if is_bracketed {
        return rest.iter().all(|&c| is_block(c));
    }

    let is_line = rest.len() > 1 && rest.last() == Some(&wall) && rest.iter().all(|&c| is_block(c));
    let is_visible = |c: &char| !c.is_whitespace() && !SEPARATORS.contains(c);
    let visible: Vec<char> = below.chars().filter(is_visible).collect();
    let blocks = visible.iter().filter(|&&c| is_block(c)).count();
    let is_as_long = below.chars().count() == line.chars().count();
    is_line && (is_as_long || 2 * blocks >= visible.len())
}

/// Returns true for prose: a word, or the fence around a listing.
fn has_word(line: &str) -> bool {
    let letters: Vec<char> = line.chars().collect();
    let is_prose = |c: &char| c.is_alphabetic() || *c == '`' || *c == '~';
    letters.windows(3).any(|three| three.iter().all(is_prose))
}

/// Returns how many brackets are open after a line.
fn depth_after(depth: usize, line: &str) -> usize {
    let opened = line.chars().filter(|&c| c == '[').count();
    let closed = line.chars().filter(|&c| c == ']').count();
    (depth + opened).saturating_sub(closed)
}

fn end_of_paragraph(mut lines: Lines<'_>) -> usize {
    loop {
        let end = lines.at;
        match lines.next() {
            Some((_, line)) if !line.is_empty() => {}
            _ => return end,
        }
    }
}

/// Returns a line without the blanks that it is indented by.
pub(super) fn without(line: &str, indent: usize) -> &str {
    let blanks = line.bytes().take(indent).take_while(|&byte| byte == b' ');
    &line[blanks.count()..]
}

/// The gaps in the border of a lattice or of blocks, as far as its lines are known. They tell whether a blank line is a row
/// without walls or the end of a drawing.
struct Border {
    is_lattice: bool,
    /// The places of corners in a line.
    corners: Vec<usize>,
    corner: char,
    /// The gaps in the first line, in the last line of corners, and at the ends of rows.
    top: usize,
    bottom: usize,
    at_ends: usize,
    rows: usize,
    /// The number of lines since the last line of corners, and between two such lines, once that is known.
    since: usize,
    height: usize,
}

impl Border {
    fn new(found: &Found<'_>) -> Self {
        let letters: Vec<char> = found.line.chars().collect();
        let corner = letters.first().copied().unwrap_or(' ');
        let is_lattice = found.name == FormName::Lattice;
        let corners: Vec<usize> = match found.name {
            FormName::Lattice if !is_of_box(corner) => (0..letters.len())
                .filter(|&at| letters[at] == corner)
                .collect(),
            FormName::Blocks if letters.len().is_multiple_of(2) => {
                (0..letters.len()).step_by(4).collect()
            }
            FormName::Blocks => (0..letters.len()).step_by(2).collect(),
            _ => Vec::new(),
        };
        let mut border = Self {
            is_lattice,
            corners,
            corner,
            top: 0,
            bottom: 0,
            at_ends: 0,
            rows: 0,
            since: 0,
            height: 0,
        };
        border.top = border.gaps(found.line).unwrap_or_default();
        border.bottom = border.top;
        border
    }

    /// Returns the number of gaps in a line of corners; `None` for another line.
    fn gaps(&self, body: &str) -> Option<usize> {
        let letters: Vec<char> = body.trim_ascii_end().chars().collect();
        let is_whole = self
            .corners
            .last()
            .is_some_and(|last| letters.len() > *last);
        let has_corners = self
            .corners
            .iter()
            .all(|&at| letters.get(at) == Some(&self.corner));
        let gaps = self
            .corners
            .iter()
            .skip(1)
            .filter(|&&at| letters[at - 1] == ' ');
        (is_whole && has_corners).then(|| gaps.count())
    }

    fn begins_again(&self, body: &str) -> bool {
        self.is_lattice && self.since == 0 && self.gaps(body).is_some()
    }

    fn pass(&mut self, body: &str) {
        let gaps = if self.since > 0 && (self.height == 0 || self.since == self.height) {
            self.gaps(body)
        } else {
            None
        };
        if let Some(gaps) = gaps {
            self.height = self.since;
            self.since = 0;
            self.bottom = gaps;
            return;
        }
        if self.since == 0 {
            let last = self.corners.last().copied().unwrap_or_default();
            self.rows += 1;
            self.at_ends += usize::from(body.starts_with(' '));
            self.at_ends += usize::from(body.chars().nth(last).is_none_or(|c| c == ' '));
        }
        self.since += 1;
    }

    fn pass_open_row(&mut self, lines: usize) {
        self.rows += 1;
        self.at_ends += 2;
        self.since = lines;
    }

    /// Returns true if the drawing may go on after a blank line.
    fn may_go_on(&self) -> bool {
        self.since == 0 && (self.rows == 0 || self.bottom > 0)
    }

    /// Returns true if blank lines are a row, given the next line. Without them the drawing would have an odd gap or too
    /// many; with them it has an entrance and an exit there, or joined edges.
    fn has_open_row(&self, blank: usize, next: &str) -> bool {
        let Some(gaps) = self.gaps(next).filter(|_| self.may_go_on()) else {
            return false;
        };
        if self.rows == 0 {
            return true;
        }
        let others = self.top + self.at_ends;
        let is_better = match others {
            0 => self.bottom == 1 || gaps > 1,
            _ => self.top == 0 && self.at_ends == 2 * self.rows,
        };
        blank == self.height && gaps > 0 && is_better
    }
}

/// The lines of a text, each with where it begins, as far as they are UTF-8.
#[derive(Clone, Copy)]
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
