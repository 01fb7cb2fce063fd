//! The forms that a drawing may have, by its first line and by the places of its walls.

use std::ops::Range;

use super::drawing::Drawing;
use super::find::{FormName, Found, without};
use super::form::{Form, Style, arms, is_of_box};
use super::shown::Flaw;
use super::spelling::{Letter, SEPARATORS, Spacing, is_matrix, letters_in, rows_of_values};

/// The largest squares of underscores that are recognised.
const WIDEST: usize = 15;
const HIGHEST: usize = 8;

/// What ways may look like in blocks.
const WAYS: &str = " ._·";

/// Returns the drawing in every form that it may have, or why it cannot have that, the likeliest first; `size` is that of
/// its squares, if that is given.
///
/// # Errors
/// If it has no form at all.
pub(super) fn candidates<'t>(
    text: &'t str,
    found: &Found<'t>,
    end: usize,
    size: Option<(usize, usize)>,
) -> Result<Vec<Result<Drawing<'t>, Flaw>>, Flaw> {
    let lines = if found.has_blank_top() {
        lines_from_blank_top(text, found, end)?
    } else if found.begin < found.start {
        return Err(touching(text, found));
    } else {
        lines_of(text, found, end)?
    };

    Ok(match found.name {
        FormName::Lattice => {
            let (form, length) = lattice(text, &lines, size)?;
            vec![Drawing::new(text, form, Spacing::Single, lines, length)]
        }
        FormName::Underscores => {
            let length = length_of_underscores(text, &lines, found.width);
            let drawing = |form| Drawing::new(text, form, Spacing::Single, lines.clone(), length);
            let forms = underscores(text, &lines, length, size);
            forms.into_iter().map(drawing).collect()
        }
        FormName::Blocks | FormName::Values => {
            let spacing = spacing(&text[lines[0].clone()], found.name);
            vec![blocks(text, spacing, &lines)]
        }
        FormName::Cells => vec![cells(text, lines)],
    })
}

/// Returns the bytes of the lines from the first one to the end, without blanks at their ends.
///
/// # Errors
/// Lines with fewer blanks before them than the others, and lines of blanks that are shorter than a row.
fn lines_of(text: &str, found: &Found<'_>, end: usize) -> Result<Vec<Range<usize>>, Flaw> {
    let mut lines = Vec::new();
    let mut at = found.start;
    let indent_of_all = indent_of_all(&text[at..end], found);
    let is_aligned = found.is_aligned();
    for line in text[at..end].split_inclusive('\n') {
        let body = without(line, indent_of_all);
        let seen = body.trim_ascii_end().len();
        let start = at + line.len() - body.len();
        let whole = body.trim_end_matches(['\n', '\r']);
        at += line.len();
        lines.push(start..start + seen);
        if !is_aligned {
            continue;
        }

        let indent = line.len() - body.len();
        if seen > 0 && indent < indent_of_all {
            let expected = format!("{indent_of_all} blanks before the line, as before the first");
            let end = start + body.chars().next().map_or(0, char::len_utf8);
            return Err(Flaw::new(text, start..end, &expected));
        }
        if seen == 0 && lines.len() > 1 && !whole.is_empty() && whole.chars().count() != found.width
        {
            let count = whole.chars().count();
            let message = format!(
                "found {count} blanks, expected {} for a row without walls, or an empty line between drawings",
                found.width
            );
            return Err(Flaw {
                at: start..start + whole.len(),
                message,
            });
        }
    }
    if found.name != FormName::Underscores {
        while lines.len() > 1 && lines.last().is_some_and(Range::is_empty) {
            lines.pop();
        }
    }
    Ok(lines)
}

/// Returns what all lines are indented by. Of underscores any row may begin with blanks.
fn indent_of_all(lines: &str, found: &Found<'_>) -> usize {
    if found.name != FormName::Underscores {
        return found.indent;
    }
    let rows = lines
        .lines()
        .skip(1)
        .filter(|line| !line.trim_ascii().is_empty());
    let indents = rows.map(|line| line.len() - line.trim_start_matches(' ').len());
    indents.fold(found.indent, usize::min)
}

/// Returns the lines of underscores with an open top: blanks, as long as a line of a row, above those that are seen.
fn lines_from_blank_top(
    text: &str,
    found: &Found<'_>,
    end: usize,
) -> Result<Vec<Range<usize>>, Flaw> {
    let mut above: Vec<Range<usize>> = Vec::new();
    let mut at = found.begin;
    for line in text[found.begin..found.start].split_inclusive('\n') {
        if !line.trim_ascii().is_empty() {
            return Err(touching(text, found));
        }
        above.push(at..at + line.trim_end_matches(['\n', '\r']).len());
        at += line.len();
    }
    let is_row = |line: &&Range<usize>| line.len() == found.indent + found.width;
    let rows = above.iter().rev().take_while(is_row).count();
    let count = above.len().min(rows + 1);
    if count == 0 {
        let at = found.start + found.indent..found.start + found.indent;
        let message =
            "walls without a first line above them, expected one such as ` _ _` or `+--+--+`";
        return Err(Flaw {
            at,
            message: message.to_owned(),
        });
    }

    let blank = above[above.len() - count..]
        .iter()
        .map(|line| line.end..line.end);
    let mut lines: Vec<Range<usize>> = blank.collect();
    lines.extend(lines_of(text, found, end)?);
    Ok(lines)
}

/// Returns the error that text touches a drawing from above.
fn touching(text: &str, found: &Found<'_>) -> Flaw {
    let above = &text[found.begin..found.start];
    let mut visible = above.char_indices().filter(|(_, c)| !c.is_whitespace());
    let first = visible.clone().next();
    let other = visible.find(|&(_, c)| !found.is_ink(c)).or(first);
    let (at, letter) = other.unwrap_or_default();
    let at = found.begin + at;
    let expected = "the first line of a drawing, or a blank line between text and drawing";
    Flaw::new(text, at..at + letter.len_utf8(), expected)
}

/// Returns the form of a lattice, and the length of its lines.
fn lattice(
    text: &str,
    lines: &[Range<usize>],
    size: Option<(usize, usize)>,
) -> Result<(Form, usize), Flaw> {
    let first: Vec<Letter> = letters_in(text, &lines[0]).collect();
    let post = first[0].1;
    let is_joint = |c| is_of_box(c) && !matches!(arms(c), 0 | 3 | 12);
    let has_joints = lines
        .iter()
        .any(|line| text[line.clone()].contains(is_joint));
    if is_of_box(post) && (has_joints || post != '·') {
        return Ok(boxes(text, lines, size));
    }

    // Posts are equally far apart.
    let posts: Vec<usize> = (0..first.len()).filter(|&at| first[at].1 == post).collect();
    let between = posts.get(1).map_or(0, |second| second - posts[0]);
    let uneven = posts.windows(2).find(|pair| pair[1] - pair[0] != between);
    let end = posts.last().copied().unwrap_or_default() + 1;
    if between < 2 || uneven.is_some() || end != first.len() {
        let wrong = uneven.map_or(end, |pair| pair[0] + between);
        let at = first.get(wrong).map_or(lines[0].end, |&(at, _)| at);
        let end = first
            .get(wrong)
            .map_or(at, |&(at, letter)| at + letter.len_utf8());
        let expected = format!("a `{post}` at each corner, equally far apart");
        return Err(Flaw::new(text, at..end, &expected));
    }

    let is_next = |line: &Range<usize>| text[line.clone()].starts_with(post);
    let height = lines[1..].iter().position(is_next).unwrap_or(1).max(1);
    let form = Form {
        style: Style::Posts(post),
        width: between - 1,
        height,
    };
    Ok((form, first.len()))
}

/// Returns the form of a lattice of boxes, and the length of its lines: corners and walls that stand are at the sides of
/// squares. Where that leaves a choice, squares are as large as this program draws them.
fn boxes(text: &str, lines: &[Range<usize>], size: Option<(usize, usize)>) -> (Form, usize) {
    let is_side = |c: char| c == '·' || arms(c) & arms('|') != 0;
    let mut between = 0;
    let mut length = 0;
    for line in lines {
        for (place, (_, letter)) in letters_in(text, line).enumerate() {
            length = length.max(place + 1);
            if is_side(letter) {
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
    (
        Form {
            style,
            width,
            height,
        },
        length,
    )
}

/// Returns the number of characters from the left side of underscores to their right side.
fn length_of_underscores(text: &str, lines: &[Range<usize>], whole: usize) -> usize {
    let mut length = 0;
    let mut is_padded = whole % 2 == 1;
    for (number, line) in lines.iter().enumerate() {
        let body = &text[line.clone()];
        length = length.max(body.trim_end_matches('|').chars().count());
        let rest = text[line.end..].lines().next().unwrap_or_default();
        let padded = body.chars().count() + rest.chars().count();
        is_padded &= number == 0 || body.is_empty() || padded == whole;
    }
    // Blanks at the ends of all lines belong to squares that are open at the right.
    if is_padded {
        length.max(whole - 1)
    } else {
        length
    }
}

/// Returns the forms that underscores may have. Squares are one character wide and high, unless floors are wider.
fn underscores(
    text: &str,
    lines: &[Range<usize>],
    length: usize,
    size: Option<(usize, usize)>,
) -> Vec<Form> {
    let mut widths = length;
    let mut heights = lines.len() - 1;
    let mut has_wide_floor = false;
    for (number, line) in lines.iter().enumerate() {
        let line = &text[line.clone()];
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

    let mut sizes = vec![size.unwrap_or((1, 1))];
    if has_wide_floor && size.is_none() {
        for width in (2..=WIDEST).filter(|width| widths.is_multiple_of(width + 1)) {
            let fitting = (1..=HIGHEST).filter(|&height| heights.is_multiple_of(height));
            sizes.extend(fitting.map(|height| (width, height)));
        }
    }
    let mut forms = Vec::new();
    for (width, height) in sizes {
        for are_joined in [false, true] {
            let style = Style::Underscores { are_joined };
            forms.push(Form {
                style,
                width,
                height,
            });
        }
    }
    forms
}

/// Returns how the characters of blocks follow each other, by their first line.
fn spacing(first: &str, name: FormName) -> Spacing {
    let letters: Vec<char> = first.chars().collect();
    let single = if letters.len() % 2 == 1 {
        Spacing::Single
    } else {
        Spacing::Double
    };
    let is_spaced = letters.len() > 1 && letters.iter().skip(1).step_by(2).all(|&c| c == ' ');
    let is_of_digits = letters.first().is_some_and(char::is_ascii_digit);
    let is_of_values = first.contains(SEPARATORS) || is_spaced && is_of_digits;
    if is_of_values || name == FormName::Values {
        Spacing::Values
    } else {
        single
    }
}

/// Returns blocks, or values, by the character of their walls: that of the upper left corner.
fn blocks<'t>(
    text: &'t str,
    spacing: Spacing,
    lines: &[Range<usize>],
) -> Result<Drawing<'t>, Flaw> {
    let rows = match spacing {
        Spacing::Values => rows_of_values(text, lines),
        _ => lines.to_vec(),
    };
    let Some(first) = rows.first() else {
        return Err(Flaw::new(text, lines[0].clone(), "values"));
    };
    let mut letters = Vec::new();
    spacing.spell(text, first, &mut letters)?;
    let length = letters.len();
    if length < 3 || length.is_multiple_of(2) {
        let expected = "an odd number of blocks: squares, and what is between and around them";
        return Err(Flaw::new(text, first.clone(), expected));
    }
    if rows.len() < 3 || rows.len().is_multiple_of(2) {
        let last = rows[rows.len() - 1].clone();
        return Err(Flaw::new(text, last, "an odd number of lines, at least 3"));
    }

    let wall = letters[0].1;
    let mut way = match wall {
        '0' => Some('1'),
        '1' => Some('0'),
        _ => None,
    };
    for row in &rows {
        if way.is_none() {
            spacing.spell(text, row, &mut letters)?;
            let mut ways = letters.iter().map(|&(_, letter)| letter);
            way = ways.find(|&letter| letter != wall && WAYS.contains(letter));
        }
    }
    let style = Style::Blocks {
        wall,
        way: way.unwrap_or(' '),
    };
    let form = Form {
        style,
        width: 1,
        height: 1,
    };
    Drawing::new(text, form, spacing, rows, length)
}

/// Returns cells: characters, or the values of a matrix.
fn cells(text: &str, lines: Vec<Range<usize>>) -> Result<Drawing<'_>, Flaw> {
    let end = lines[lines.len() - 1].end;
    let (spacing, rows) = if is_matrix(&text[lines[0].start..end]) {
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
    let form = Form {
        style: Style::Cells,
        width: 1,
        height: 1,
    };
    Drawing::new(text, form, spacing, rows, length)
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
        let expected = format!(
            "{height} lines below `map`, as `height` says, found {}",
            rows.len()
        );
        return Err(Flaw::new(text, last, &expected));
    }
    if let Some(row) = rows
        .iter()
        .find(|row| text[(*row).clone()].chars().count() != width)
    {
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
