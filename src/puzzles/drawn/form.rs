//! Forms of drawings: what each character of one shows, to read it and to write it again.

use std::fmt;

use crate::base::count::saturating_u8;
use crate::base::grid::{CellIndex, Grid};
use crate::base::wall::Segments;
use crate::picture::text::JOINTS;

use super::shown::{DOWN, LEFT, Mark, RIGHT, Shown, UP};

/// A form with the size of its squares in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DrawingForm {
    pub(super) style: Style,
    pub(super) width: usize,
    pub(super) height: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// This post at every corner, and lines between posts.
    Posts(char),
    /// Box-drawing characters: a corner shows the walls that meet there, and a dot or a blank if there are none.
    Boxes { has_dots: bool },
    /// A line for the top; then the floors of a row are in its last line. Floors side by side may be joined.
    Underscores { are_joined: bool },
    /// A character for each square, wall and corner.
    Blocks { wall: char, way: char },
    /// A character for each square.
    Cells,
}

/// The part of a maze that a character shows.
#[derive(Clone, Copy, Debug)]
pub(super) enum DrawingPart {
    /// The corner on these lattice lines, counted from the top and from the left.
    Corner(usize, usize),
    /// The wall with this index, which lies or stands.
    Across(usize),
    Upright(usize),
    /// The same, in the line of a floor that ends at this corner.
    UprightOver(usize, usize, usize),
    Square(CellIndex),
    /// A square and the wall below it.
    Floor(CellIndex, usize),
    /// Nothing: the line is too long.
    Outside,
}

use DrawingPart::{Across, Corner, Floor, Outside, Square, Upright, UprightOver};

const UPRIGHT: u8 = UP | DOWN;
const ACROSS: u8 = LEFT | RIGHT;

/// The lines that lead from the middle of each box-drawing character, U+2500 to U+257F, as hexadecimal digits.
const ARMS: &[u8; 128] = b"cc33cc33cc33aaaa666699995555bbbbbbbb77777777eeeeeeeedddddddd\
    ffffffffffffffffcc33c3aaa666999555bbb777eeedddfffa65900041824182c3c3";

/// The characters that fill a blocked square.
const SOLID: &str = "#█▓";

/// Returns where lines lead from a character, if it is one of lines.
pub(super) fn arms(letter: char) -> u8 {
    match letter {
        '|' => UPRIGHT,
        '-' | '=' => ACROSS,
        '\u{2500}'..='\u{257f}' => {
            let digit = char::from(ARMS[letter as usize - 0x2500]);
            let arms = digit.to_digit(16).unwrap_or_default();
            saturating_u8(arms as usize)
        }
        _ => 0,
    }
}

/// Returns true for characters that boxes are drawn with.
pub(super) fn is_of_box(letter: char) -> bool {
    letter == '·' || ('\u{2500}'..='\u{257f}').contains(&letter)
}

impl DrawingForm {
    /// Returns a form with squares of one character.
    pub(super) fn of_characters(style: Style) -> Self {
        Self {
            style,
            width: 1,
            height: 1,
        }
    }

    /// Returns the number of characters in a whole line of a maze with this many columns.
    pub(super) fn length(self, columns: usize) -> usize {
        match self.style {
            Style::Cells => columns,
            _ => columns * (self.width + 1) + 1,
        }
    }

    /// Returns what the character in this line, at this place in it, shows of a maze of this size.
    pub(super) fn part(self, grid: Grid, line: usize, place: usize) -> DrawingPart {
        let columns = grid.columns as usize;
        if place >= self.length(columns) {
            return Outside;
        }
        if self.style == Style::Cells {
            return Square(CellIndex::new(line * columns + place));
        }

        let segments = Segments::new(grid);
        let column = place / (self.width + 1);
        let is_side = place.is_multiple_of(self.width + 1);
        if let Style::Underscores { .. } = self.style {
            let Some(below) = line.checked_sub(1) else {
                return if is_side {
                    Corner(0, column)
                } else {
                    Across(column)
                };
            };
            let row = below / self.height;
            let is_floor = below % self.height == self.height - 1;
            let square = CellIndex::new(row * columns + column);
            let upright = segments.vertical(row, column);
            return match (is_side, is_floor) {
                (true, true) if self.height > 1 => Corner(row + 1, column),
                (true, true) => UprightOver(upright, row + 1, column),
                (true, false) => Upright(upright),
                (false, true) => Floor(square, segments.horizontal(row + 1, column)),
                (false, false) => Square(square),
            };
        }

        let row = line / (self.height + 1);
        match (line.is_multiple_of(self.height + 1), is_side) {
            (true, true) => Corner(row, column),
            (true, false) => Across(segments.horizontal(row, column)),
            (false, true) => Upright(segments.vertical(row, column)),
            (false, false) => Square(CellIndex::new(row * columns + column)),
        }
    }

    /// Notes what a character shows.
    pub(super) fn note(self, part: DrawingPart, letter: char, at: usize, shown: &mut Shown<'_>) {
        let Characters {
            across,
            upright,
            way,
            ..
        } = self.palette();
        match part {
            Across(wall) | Upright(wall) | UprightOver(wall, ..) => {
                let is_across = matches!(part, Across(_));
                if self.is_same(letter, if is_across { across } else { upright }) {
                    shown.walls[wall].stands = true;
                } else if self.is_of_blocks() && letter != way {
                    shown.between.push((wall, letter, at));
                }
            }
            Floor(_, wall) if letter == across => shown.walls[wall].stands = true,
            Square(cell) | Floor(cell, _) if self.is_solid(letter, shown) => {
                // Its floor can't be seen. In the border there is a wall if there is one at the other end of the column.
                if let Floor(_, wall) = part {
                    let column = wall % shown.grid.columns as usize;
                    let is_joined = is_bottom(wall, shown) && !shown.walls[column].stands;
                    shown.walls[wall].stands = !is_joined;
                }
                shown.block(cell);
            }
            Square(cell) | Floor(cell, _) if letter != way => {
                shown.marks.push(Mark { letter, cell, at });
                // The border has no gap below a mark that takes the place of the floor.
                if let Floor(_, wall) = part {
                    shown.walls[wall].stands |= is_bottom(wall, shown);
                }
            }
            _ => {}
        }
    }

    /// Returns the character that a maze, drawn in this form, has there: in squares, a blank or what blocks them.
    pub(super) fn letter(self, part: DrawingPart, shown: &Shown<'_>) -> char {
        let Characters {
            across,
            upright,
            way,
            solid,
        } = self.palette();
        let stands = |wall: usize| shown.walls[wall].stands;
        match part {
            Square(cell) | Floor(cell, _) if shown.is_blocked[cell] => solid,
            Across(wall) | Floor(_, wall) if stands(wall) => across,
            Upright(wall) | UprightOver(wall, ..) if stands(wall) => upright,
            Corner(line, column) | UprightOver(_, line, column) => {
                self.corner(shown.arms_at(line, column))
            }
            Outside => ' ',
            _ => way,
        }
    }

    /// Returns true if a maze, drawn in this form, may have this character there. Marks are judged on their own.
    pub(super) fn may_show(self, part: DrawingPart, letter: char, shown: &Shown<'_>) -> bool {
        let written = self.letter(part, shown);
        if let Square(cell) | Floor(cell, _) = part
            && shown.is_blocked[cell]
        {
            return self.is_solid(letter, shown) && !shown.is_open(cell);
        }
        if self.is_same(letter, written) {
            return true;
        }
        match part {
            // Lines inside a square would be walls in another size.
            Square(_) => !self.is_of_lines() || arms(letter) == 0 && !is_of_box(letter),
            // In a square of one character a mark takes the place of the floor, and there is none.
            Floor(_, wall) => {
                let is_mark = letter.is_alphabetic() || shown.marking.is_end(letter);
                is_mark && (self.width > 1 || written != '_' || is_bottom(wall, shown))
            }
            // What is written where a wall of blocks is missing is judged on its own, too.
            Across(wall) | Upright(wall) => {
                self.is_of_blocks() && !shown.walls[wall].stands && letter != ' '
            }
            Corner(line, _) if matches!(self.style, Style::Underscores { .. }) => {
                line > 0 && matches!(letter, ' ' | '_' | '|')
            }
            // A corner of blocks without any wall may be left out.
            Corner(line, column) => {
                let is_way = self.is_of_blocks() && letter == self.palette().way;
                is_way && shown.arms_at(line, column) == 0
            }
            UprightOver(..) | Outside => false,
        }
    }

    /// Returns the character of a corner where lines lead in these directions.
    fn corner(self, arms: u8) -> char {
        match self.style {
            Style::Posts(post) => post,
            Style::Boxes { has_dots: false } if arms == 0 => ' ',
            Style::Boxes { .. } => JOINTS[usize::from(arms)],
            Style::Underscores { are_joined } if are_joined && arms & ACROSS == ACROSS => '_',
            Style::Blocks { wall, .. } => wall,
            Style::Underscores { .. } | Style::Cells => ' ',
        }
    }

    /// Returns true if two characters mean the same: lines may be light, heavy or double.
    fn is_same(self, letter: char, written: char) -> bool {
        letter == written
            || self.is_of_lines() && arms(written) != 0 && arms(letter) == arms(written)
            || !self.is_of_blocks() && SOLID.contains(letter) && SOLID.contains(written)
    }

    fn is_solid(self, letter: char, shown: &Shown<'_>) -> bool {
        match self.style {
            Style::Cells => shown.marking.blocks(letter),
            _ => self.is_same(letter, self.palette().solid),
        }
    }

    fn is_of_lines(self) -> bool {
        matches!(self.style, Style::Posts(_) | Style::Boxes { .. })
    }

    fn is_of_blocks(self) -> bool {
        matches!(self.style, Style::Blocks { .. })
    }

    fn palette(self) -> Characters {
        let [across, upright, way, solid] = match self.style {
            Style::Posts(_) => ['-', '|', ' ', '#'],
            Style::Boxes { .. } => ['─', '│', ' ', '#'],
            Style::Underscores { .. } => ['_', '|', ' ', '#'],
            Style::Blocks { wall, way } => [wall, wall, way, wall],
            Style::Cells => [' ', ' ', '.', '#'],
        };
        Characters {
            across,
            upright,
            way,
            solid,
        }
    }
}

/// Returns true for a wall of the lower border.
fn is_bottom(wall: usize, shown: &Shown<'_>) -> bool {
    (shown.grid.cells()..shown.grid.cells() + shown.grid.columns as usize).contains(&wall)
}

/// The characters of walls that lie and stand, of what is open, and of blocked squares.
struct Characters {
    across: char,
    upright: char,
    way: char,
    solid: char,
}

/// The size of the squares, and what else a reader has to know to see what is wrong.
impl fmt::Display for DrawingForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height, .. } = self;
        match self.style {
            Style::Posts(_) | Style::Boxes { .. } => {
                write!(
                    f,
                    "a lattice with squares of {width} by {height} characters"
                )
            }
            Style::Underscores { .. } => {
                write!(
                    f,
                    "underscores with squares of {width} by {height} characters"
                )
            }
            Style::Blocks { wall, .. } => {
                write!(f, "blocks with walls of `{wall}`")?;
                f.write_str("; `--as cells` reads a square for each character")
            }
            Style::Cells => write!(f, "cells, a character for each square"),
        }
    }
}
