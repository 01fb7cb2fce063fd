//! Lattices: a post at every corner, and lines between them for walls, such as `+---+`.

use super::line::{Found, Line, Wrong};

/// A lattice by the size of its squares in characters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lattice {
    /// The character of posts; `None` if they are drawn by boxes, whose posts depend on the walls.
    post: Option<char>,
    width: usize,
    height: usize,
}

const POSTS: &str = "+o*.·";
const HORIZONTAL: &str = "-=─━═";
const VERTICAL: &str = "|│┃║";
/// The posts of boxes that a wall leads up or down from, or none at all: these are at the sides of squares.
const JOINTS: &str = "·╵╷┘┐┤└┌├┴┬┼╹╻┛┓┫┗┏┣┻┳╋╝╗╣╚╔╠╩╦╬╯╮╰╭";
const ENDS: &str = "╴╶╸╺";

impl Lattice {
    /// Whether this is a first line: posts and walls between them.
    pub(super) fn starts(line: &str) -> bool {
        let mut chars = line.chars();
        let Some(first) = chars.next() else {
            return false;
        };
        let is_boxes = is_of_box(first) && line.chars().all(|c| is_of_box(c) || c == ' ');
        if is_boxes && !VERTICAL.contains(first) && chars.next().is_some() {
            return true;
        }
        let is_post = |c| c == first;
        let count = line.chars().filter(|&c| is_post(c)).count();
        POSTS.contains(first)
            && count > 1
            && line.ends_with(is_post)
            && !line.contains(&format!("{first}{first}"))
            && line
                .chars()
                .all(|c| is_post(c) || HORIZONTAL.contains(c) || c == ' ')
    }

    /// Whether a line that begins with this character goes on with a lattice whose first line is given.
    pub(super) fn goes_on(first: &str, c: char) -> bool {
        let is_post = first.starts_with(c) || (first.starts_with(is_of_box) && is_of_box(c));
        is_post || VERTICAL.contains(c) || c == ' '
    }

    /// The lattice of these lines, and its rows and columns; or what is wrong at a line.
    pub(super) fn new(lines: &[&str]) -> Result<(Self, usize, usize), (usize, Wrong)> {
        let first = lines.first().copied().unwrap_or_default();
        let is_joint = |c: char| c != '·' && (JOINTS.contains(c) || ENDS.contains(c));
        let has_joints = lines.iter().any(|line| line.contains(is_joint));
        let post = first
            .chars()
            .next()
            .filter(|&c| !has_joints && POSTS.contains(c));
        let post = post.or(first.is_empty().then_some('+'));
        let (lattice, columns) = match post {
            Some(post) => Self::with_posts(post, lines).map_err(|wrong| (0, wrong))?,
            None => Self::of_boxes(lines),
        };
        let rows = lines.len().saturating_sub(1) / (lattice.height + 1);
        if rows == 0 || lines.len() != rows * (lattice.height + 1) + 1 {
            let last = lines.len().saturating_sub(1);
            let expected = format!(
                "{} more lines for each row, below the first",
                lattice.height + 1
            );
            let length = lines.get(last).map_or(0, |it| it.chars().count());
            return Err((last, (0..length, expected)));
        }
        Ok((lattice, rows, columns))
    }

    /// A lattice whose first line has its posts at equal distances.
    fn with_posts(post: char, lines: &[&str]) -> Result<(Self, usize), Wrong> {
        let places: Vec<usize> = positions(lines[0], |c| c == post);
        let length = lines[0].chars().count();
        let between = places.get(1).map_or(0, |second| second - places[0]);
        let uneven = places
            .windows(2)
            .find(|it| it[1] - it[0] != between)
            .map(|it| it[0] + between);
        let columns = places.len().saturating_sub(1);
        let end = columns * between + 1;
        if between < 2 || uneven.is_some() || end != length {
            let at = uneven.unwrap_or(end.max(1)).min(length);
            let most = (at + 1).min(length);
            return Err((
                at..most,
                format!("a `{post}` at each corner, equally far apart"),
            ));
        }
        let next = lines[1..].iter().position(|line| line.starts_with(post));
        Ok((
            Self {
                post: Some(post),
                width: between - 1,
                height: next.unwrap_or(1).max(1),
            },
            columns,
        ))
    }

    /// A lattice of boxes: joints and upright walls are at the sides of squares. Where that leaves a choice, squares are
    /// as wide as this program draws them.
    fn of_boxes(lines: &[&str]) -> (Self, usize) {
        let is_side = |c| VERTICAL.contains(c) || JOINTS.contains(c);
        let places = lines.iter().flat_map(|line| positions(line, is_side));
        let length = lines
            .iter()
            .map(|line| line.chars().count())
            .max()
            .unwrap_or_default();
        let between = match places.fold(0, gcd) {
            0 if length > 3 => 4, // there are sides only in the first column of characters
            between => between.max(2),
        };
        let is_across = |line: &&str| line.contains(|c| HORIZONTAL.contains(c) || ENDS.contains(c));
        let is_high = lines.len() % 4 == 1
            && lines
                .iter()
                .enumerate()
                .all(|(at, line)| at % 4 == 0 || !is_across(line));
        let (width, height) = match between {
            _ if between.is_multiple_of(8) && is_high => (7, 3),
            _ if between.is_multiple_of(4) => (3, 1),
            _ => (between - 1, 1),
        };
        (
            Self {
                post: None,
                width,
                height,
            },
            length / (width + 1),
        )
    }

    pub(super) fn described(self) -> String {
        let Self { width, height, .. } = self;
        format!("as in a lattice whose squares are {width} by {height} characters")
    }

    /// Reads a line with posts and the walls between them, or one with squares and the walls beside them.
    pub(super) fn read_line(self, line: Line<'_>, found: &mut Found<'_>) -> Result<(), Wrong> {
        let (row, part) = (
            line.number / (self.height + 1),
            line.number % (self.height + 1),
        );
        for column in 0..=line.columns {
            let at = column * (self.width + 1);
            if part == 0 {
                self.check_post(line.at(at), at)?;
                if column < line.columns {
                    found.horizontal(row, column, self.has_wall(line, at + 1)?);
                }
            } else {
                let stands = match line.at(at) {
                    ' ' => false,
                    c if VERTICAL.contains(c) => true,
                    _ => return Err((at..at + 1, "a `|` or a blank".to_owned())),
                };
                if part == 1 {
                    found.vertical(row, column, stands);
                }
                if column < line.columns {
                    (at + 1..=at + self.width).for_each(|at| found.mark(row, column, line.at(at)));
                }
            }
        }
        line.check_ends(line.columns * (self.width + 1) + 1)
    }

    fn check_post(self, c: char, at: usize) -> Result<(), Wrong> {
        match self.post {
            Some(post) if c != post => Err((at..at + 1, format!("a `{post}`"))),
            None if !is_of_box(c) && c != ' ' => Err((at..at + 1, "a corner of boxes".to_owned())),
            _ => Ok(()),
        }
    }

    /// Whether there is a wall between two posts: the whole stretch is drawn, or none of it.
    fn has_wall(self, line: Line<'_>, start: usize) -> Result<bool, Wrong> {
        let is_wall = |at: &usize| HORIZONTAL.contains(line.at(*at));
        let walls = (start..start + self.width).filter(is_wall).count();
        if walls == 0 || walls == self.width {
            return Ok(walls > 0);
        }
        let expected = format!("`{}` or as many blanks", "-".repeat(self.width.min(9)));
        Err((start..start + self.width, expected))
    }
}

fn is_of_box(c: char) -> bool {
    let is_line = ('\u{2500}'..='\u{257f}').contains(&c);
    is_line || c == '·'
}

fn positions(line: &str, is_such: impl Fn(char) -> bool) -> Vec<usize> {
    line.chars()
        .enumerate()
        .filter(|&(_, c)| is_such(c))
        .map(|(at, _)| at)
        .collect()
}

fn gcd(one: usize, other: usize) -> usize {
    if other == 0 {
        one
    } else {
        gcd(other, one % other)
    }
}
