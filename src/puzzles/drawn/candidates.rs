//! The forms that a drawing may have, by its first line and by the places of its walls.

use std::ops::Range;

use super::drawing::DrawnText;
use super::find::{FormName, first_line, without};
use super::form::{DrawingForm, Style, arms, is_of_box};
use super::letters::{SEPARATORS, Spacing, is_matrix, letters_in, rows_of_values};
use super::shown::Flaw;

/// The largest squares of underscores that are recognised.
const WIDEST: usize = 15;
const HIGHEST: usize = 8;

/// What ways may look like in blocks.
const WAYS: &str = " ._·";

/// Returns the drawing that a paragraph is, in every form that it may have, or why it can't have that. `size` is that of
/// its squares, if it is given.
///
/// # Errors
/// If it has no form at all.
pub(super) fn candidates(
    text: &str,
    asked: Option<FormName>,
    size: Option<(usize, usize)>,
) -> Result<Vec<Result<DrawnText<'_>, Flaw>>, Flaw> {
    let paragraph: Vec<&str> = text.lines().collect();
    let seen = paragraph
        .iter()
        .position(|line| !line.trim_ascii().is_empty());
    let (name, first) = match asked {
        Some(name) => (name, seen.unwrap_or_default()),
        None => first_line(&paragraph).ok_or_else(|| no_drawing(text))?,
    };
    let indent = indent(name, &paragraph, first);
    let mut lines = lines_without(text, indent);
    match name {
        FormName::Underscores => {
            if text[lines[0].clone()].contains('|') {
                let expected = "a first line of underscores above the walls, such as ` _ _`";
                let letter = text[lines[0].clone()].chars().next();
                let end = lines[0].start + letter.map_or(0, char::len_utf8);
                return Err(Flaw::new(text, lines[0].start..end, expected));
            }
        }
        _ if seen < Some(first) => return Err(touching(text, &paragraph, first)),
        _ => drop(lines.drain(..first)),
    }
    if matches!(name, FormName::Lattice | FormName::Blocks) {
        check_indent(text, &lines, indent)?;
        let last = lines.iter().rposition(|line| !line.is_empty());
        lines.truncate(last.map_or(1, |last| last + 1));
    }

    Ok(match name {
        FormName::Lattice => vec![lattice(text, lines, size)],
        FormName::Underscores => underscores(text, &lines, size),
        FormName::Blocks | FormName::Values => vec![blocks(text, lines, name)],
        FormName::Cells => vec![cells(text, lines)],
    })
}

/// Returns the error that a text has no drawing.
fn no_drawing(text: &str) -> Flaw {
    let start = text.len() - text.trim_ascii_start().len();
    let line = text[start..].lines().next().unwrap_or_default();
    let at = start..start + line.trim_ascii_end().len();
    Flaw::new(
        text,
        at,
        "a drawing, with a first line such as `+--+--+`, ` _ _` or `#####`",
    )
}

/// Returns the error that other text touches a drawing from above.
fn touching(text: &str, paragraph: &[&str], first: usize) -> Flaw {
    let above: usize = text.split_inclusive('\n').take(first).map(str::len).sum();
    let visible = text[..above]
        .char_indices()
        .filter(|(_, c)| !c.is_whitespace());
    let mut visible = visible.peekable();
    let leftmost = visible.peek().copied().unwrap_or_default();
    let other = visible.find(|&(_, c)| !paragraph[first].contains(c) && c != '|');
    let (at, letter) = other.unwrap_or(leftmost);
    let expected = "the first line of a drawing, or an empty line between text and drawing";
    Flaw::new(text, at..at + letter.len_utf8(), expected)
}

/// Returns the number of blanks that all lines are indented by.
fn indent(name: FormName, paragraph: &[&str], first: usize) -> usize {
    let blanks = |line: &str| line.len() - line.trim_start_matches(' ').len();
    match name {
        FormName::Lattice | FormName::Blocks => blanks(paragraph[first]),
        FormName::Values | FormName::Cells => 0,
        FormName::Underscores if has_open_sides(paragraph) => 0,
        FormName::Underscores => {
            // The line at the top begins at the second character, or later.
            let (top, rows) = (blanks(paragraph[0]).saturating_sub(1), &paragraph[1..]);
            let rows = rows.iter().filter(|row| !row.trim_ascii().is_empty());
            rows.map(|row| blanks(row)).fold(top, usize::min)
        }
    }
}

/// Returns true for underscores with all their blanks in which the top or all rows are open at both ends.
fn has_open_sides(paragraph: &[&str]) -> bool {
    if paragraph[0].trim_ascii().is_empty() {
        return true;
    }
    let is_open = |row: &&str| {
        row.starts_with(' ') && row.ends_with(' ') && row.len() == paragraph[0].len() + 1
    };
    paragraph[1..].iter().all(is_open)
}

/// Returns the bytes of the lines, without blanks at their ends.
fn lines_without(text: &str, indent: usize) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let body = without(line, indent);
        let start = at + line.len() - body.len();
        lines.push(start..start + body.trim_ascii_end().len());
        at += line.len();
    }
    lines
}

/// Checks that no line begins left of the first one.
fn check_indent(text: &str, lines: &[Range<usize>], indent: usize) -> Result<(), Flaw> {
    for line in lines.iter().filter(|line| !line.is_empty()) {
        let start = text[..line.start].rfind('\n').map_or(0, |end| end + 1);
        if line.start - start < indent {
            let letter = text[line.start..].chars().next().map_or(0, char::len_utf8);
            let expected = format!("{indent} blanks before the line, as before the first");
            return Err(Flaw::new(text, line.start..line.start + letter, &expected));
        }
    }
    Ok(())
}

fn lattice(
    text: &str,
    lines: Vec<Range<usize>>,
    size: Option<(usize, usize)>,
) -> Result<DrawnText<'_>, Flaw> {
    let first = &text[lines[0].clone()];
    let post = first.chars().next().unwrap_or('+');
    let is_joint = |c| is_of_box(c) && !matches!(arms(c), 0 | 3 | 12);
    let has_joints = lines
        .iter()
        .any(|line| text[line.clone()].contains(is_joint));
    if is_of_box(post) && (has_joints || post != '·') {
        return boxes(text, lines, size);
    }

    let between = first.chars().skip(1).position(|c| c == post).unwrap_or(1);
    let is_next = |line: &Range<usize>| text[line.clone()].starts_with(post);
    let height = lines[1..].iter().position(is_next).unwrap_or(1);
    let (width, height) = size.unwrap_or((between.max(1), height.max(1)));
    let form = DrawingForm {
        style: Style::Posts(post),
        width,
        height,
    };
    DrawnText::new(text, form, Spacing::Single, lines, first.chars().count())
}

/// Returns a lattice of boxes. Corners and walls that stand are at the sides of squares. Where that leaves a choice,
/// squares are as large as this program draws them.
fn boxes(
    text: &str,
    lines: Vec<Range<usize>>,
    size: Option<(usize, usize)>,
) -> Result<DrawnText<'_>, Flaw> {
    let mut between = 0;
    let mut length = 0;
    for line in &lines {
        for (place, (_, letter)) in letters_in(text, line).enumerate() {
            length = length.max(place + 1);
            if letter == '·' || arms(letter) & arms('|') != 0 {
                between = gcd(between, place);
            }
        }
    }
    let between = match between {
        0 if length > 3 => 4, // there are sides only in the first column of characters
        between => between.max(2),
    };

    let has_across =
        |line: &Range<usize>| text[line.clone()].contains(|c| arms(c) & arms('-') != 0);
    let is_high = lines.len() % 4 == 1
        && (lines.iter().enumerate()).all(|(at, line)| at % 4 == 0 || !has_across(line));
    let usual = match between {
        _ if between.is_multiple_of(8) && is_high => (7, 3),
        _ if between.is_multiple_of(4) => (3, 1),
        _ => (between - 1, 1),
    };
    let (width, height) = size.unwrap_or(usual);
    let has_dots = lines.iter().any(|line| text[line.clone()].contains('·'));
    let style = Style::Boxes { has_dots };
    let form = DrawingForm {
        style,
        width,
        height,
    };
    DrawnText::new(text, form, Spacing::Single, lines, length)
}

/// Returns underscores with squares of all sizes that they may have. Squares are one character wide and high, unless
/// floors are wider.
fn underscores<'t>(
    text: &'t str,
    lines: &[Range<usize>],
    size: Option<(usize, usize)>,
) -> Vec<Result<DrawnText<'t>, Flaw>> {
    let mut length = 0;
    let mut widths = 0;
    let mut heights = lines.len() - 1;
    let mut has_wide_floor = false;
    for (number, line) in lines.iter().enumerate() {
        let line = &text[line.clone()];
        length = length.max(line.trim_end_matches('|').chars().count());
        has_wide_floor |= line.contains("__");
        if line.contains('_') {
            heights = gcd(heights, number);
        }
        for (place, letter) in line.chars().enumerate() {
            if letter == '|' {
                widths = gcd(widths, place);
            }
        }
    }
    let paragraph: Vec<&str> = text.lines().collect();
    if has_open_sides(&paragraph) {
        length = paragraph[0].len();
    }
    widths = gcd(widths, length);

    let mut sizes = vec![size.unwrap_or((1, 1))];
    if has_wide_floor && size.is_none() {
        for width in (2..=WIDEST).filter(|width| widths.is_multiple_of(width + 1)) {
            let fitting = (1..=HIGHEST).filter(|&height| heights.is_multiple_of(height));
            sizes.extend(fitting.map(|height| (width, height)));
        }
    }
    let mut drawings = Vec::new();
    for (width, height) in sizes {
        for are_joined in [false, true] {
            let style = Style::Underscores { are_joined };
            let form = DrawingForm {
                style,
                width,
                height,
            };
            let lines = lines.to_vec();
            drawings.push(DrawnText::new(text, form, Spacing::Single, lines, length));
        }
    }
    drawings
}

/// Returns how the characters of blocks follow each other, by their first line.
fn spacing(first: &str, name: FormName) -> Spacing {
    let letters: Vec<char> = first.chars().collect();
    let is_of_digits = letters.first().is_some_and(char::is_ascii_digit);
    let is_spaced = letters.len() > 1 && letters.iter().skip(1).step_by(2).all(|&c| c == ' ');
    if name == FormName::Values || first.contains(SEPARATORS) || is_spaced && is_of_digits {
        Spacing::Values
    } else if letters.len() % 2 == 1 {
        Spacing::Single
    } else {
        Spacing::Double
    }
}

/// Returns blocks, or values, by the character of their walls: that of the upper left corner.
fn blocks(text: &str, lines: Vec<Range<usize>>, name: FormName) -> Result<DrawnText<'_>, Flaw> {
    let spacing = spacing(&text[lines[0].clone()], name);
    let rows = match spacing {
        Spacing::Values => rows_of_values(text, &lines),
        _ => lines,
    };
    let Some(first) = rows.first() else {
        return Err(Flaw::new(text, 0..0, "values"));
    };
    let mut letters = Vec::new();
    spacing.spell(text, first, &mut letters)?;
    let length = letters.len();
    if length < 3 || length.is_multiple_of(2) {
        let expected = "an odd number of blocks: squares, and what is between and around them; \
                        `--as cells` reads a square for each character";
        return Err(Flaw::new(text, first.clone(), expected));
    }

    let wall = letters[0].1;
    let mut way = match wall {
        '0' => Some('1'),
        '1' => Some('0'),
        _ => None,
    };
    for row in &rows {
        if way.is_some() {
            break;
        }
        spacing.spell(text, row, &mut letters)?;
        let mut ways = letters.iter().map(|&(_, letter)| letter);
        way = ways.find(|&letter| letter != wall && WAYS.contains(letter));
    }
    let style = Style::Blocks {
        wall,
        way: way.unwrap_or(' '),
    };
    DrawnText::new(
        text,
        DrawingForm::of_characters(style),
        spacing,
        rows,
        length,
    )
}

/// Returns cells: characters, or the values of a matrix.
fn cells(text: &str, lines: Vec<Range<usize>>) -> Result<DrawnText<'_>, Flaw> {
    let first = &text[lines[0].clone()];
    let (spacing, rows) = if first.starts_with('[') || is_matrix(first) {
        (Spacing::Values, rows_of_values(text, &lines))
    } else {
        (Spacing::Single, below_header(text, lines)?)
    };
    let mut length = 0;
    let mut letters = Vec::new();
    for row in &rows {
        spacing.spell(text, row, &mut letters)?;
        length = length.max(letters.len());
    }

    // At the end of a line only blanks can be missing, where squares are blanks.
    let has_blanks = |row: &Range<usize>| text[row.clone()].contains(' ');
    if spacing == Spacing::Single && !rows.iter().any(has_blanks) {
        let is_short = |row: &&Range<usize>| text[(*row).clone()].chars().count() < length;
        if let Some(row) = rows.iter().find(is_short) {
            let expected = format!("{length} characters, as in the longest line");
            return Err(Flaw::new(text, row.end..row.end, &expected));
        }
    }
    DrawnText::new(
        text,
        DrawingForm::of_characters(Style::Cells),
        spacing,
        rows,
        length,
    )
}

/// Returns the lines of a map, below the four lines at its head, as Moving AI has them.
fn below_header(text: &str, lines: Vec<Range<usize>>) -> Result<Vec<Range<usize>>, Flaw> {
    if !text[lines[0].clone()].starts_with("type ") {
        return Ok(lines);
    }
    let mut sizes = [0; 2];
    for (number, word) in ["height ", "width "].into_iter().enumerate() {
        let line = lines.get(1 + number).cloned().unwrap_or_default();
        let size = text[line.clone()].strip_prefix(word);
        let Some(size) = size.and_then(|size| size.trim().parse::<usize>().ok()) else {
            return Err(Flaw::new(text, line, &format!("`{word}` and a number")));
        };
        sizes[number] = size;
    }
    let map = lines.get(3).cloned().unwrap_or_default();
    if &text[map.clone()] != "map" {
        return Err(Flaw::new(text, map, "`map`"));
    }

    let [height, width] = sizes;
    let rows = &lines[4..];
    if rows.len() != height || height == 0 {
        let last = lines[lines.len() - 1].clone();
        let found = rows.len();
        let expected = format!("{height} lines below `map`, as `height` says, found {found}");
        return Err(Flaw::new(text, last, &expected));
    }
    let is_other = |row: &&Range<usize>| text[(*row).clone()].chars().count() != width;
    if let Some(row) = rows.iter().find(is_other) {
        let expected = format!("{width} characters, as `width` says");
        return Err(Flaw::new(text, row.clone(), &expected));
    }
    Ok(rows.to_vec())
}

fn gcd(one: usize, other: usize) -> usize {
    if other == 0 {
        one
    } else {
        gcd(other, one % other)
    }
}
