//! Where a walk through a drawn maze starts and ends, and which edges are joined.

use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::heading::Heading;
use crate::base::wall::Segments;
use crate::puzzles::wrap::Wrap;

use super::form::Style;
use super::shown::{Flaw, Mark, Shown};

/// What a drawing says of a scene besides its walls.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Ends {
    pub(super) wrap: Option<Wrap>,
    pub(super) walk: Option<(Position, Vec<Position>)>,
    /// Whether the border has gaps that are not those of joined edges.
    pub(super) has_openings: bool,
}

/// The letters that mazetick writes in squares: signs, agents and their goals, walkers, Theseus and the Minotaur.
const OWN: &str = "FLRvgoxTM";

impl Ends {
    /// Returns the ends that marks show, or else two gaps in the border, the higher or farther left one first.
    ///
    /// # Errors
    /// Letters in squares that mean nothing, a second start, and a start or a goal alone.
    pub(super) fn of(shown: &Shown<'_>, style: Style) -> Result<Self, Flaw> {
        let marking = shown.marking;
        let mut starts: Vec<&Mark> = Vec::new();
        let mut goals: Vec<&Mark> = Vec::new();
        for mark in &shown.marks {
            if marking.is_start(mark.letter) {
                starts.push(mark);
            }
            if marking.is_goal(mark.letter) {
                goals.push(mark);
            }
            let is_known = marking.is_end(mark.letter) || marking.marks.is_some();
            if !is_known && !means_nothing(mark.letter, style) {
                let expected = "expected the marks S, G, E or & alone; \
                    `--marks` says which letters are start and goal, the others being labels";
                return Err(flaw(mark, "in a square", expected));
            }
        }
        match (&starts[..], &goals[..]) {
            ([_, second, ..], _) if second.cell != starts[0].cell => {
                return Err(flaw(second, "again", "expected one start"));
            }
            ([start, ..], []) => {
                return Err(flaw(
                    start,
                    "without a goal",
                    "expected a goal, such as G, too",
                ));
            }
            ([], [goal, ..]) => {
                return Err(flaw(
                    goal,
                    "without a start",
                    "expected a start, such as S, too",
                ));
            }
            _ => {}
        }

        let gaps = Gaps::of(shown);
        let wrap = gaps.wrap();
        let others = gaps.not_joined_by(wrap);
        let position = |cell: CellIndex| shown.grid.position(cell);
        let walk = match (starts.first(), &others[..]) {
            (Some(start), _) => {
                let mut to: Vec<Position> = goals.iter().map(|goal| position(goal.cell)).collect();
                to.sort_unstable();
                to.dedup();
                Some((position(start.cell), to))
            }
            (None, &[from, to]) => {
                let [from, to] = in_order(shown.grid, [from, to]);
                Some((from, vec![to]))
            }
            _ => None,
        };
        let has_openings = walk.is_some() && !others.is_empty();
        Ok(Self {
            wrap,
            walk,
            has_openings,
        })
    }
}

fn flaw(mark: &Mark, what: &str, expected: &str) -> Flaw {
    let letter = mark.letter;
    Flaw {
        at: mark.at..mark.at + letter.len_utf8(),
        message: format!("found `{letter}` {what}, {expected}"),
    }
}

/// Returns true for what may be in a square without being a mark.
fn means_nothing(letter: char, style: Style) -> bool {
    match style {
        Style::Cells => true,
        Style::Blocks { .. } => Shown::is_route(letter),
        Style::Underscores { .. } => false,
        _ => !letter.is_alphabetic() || OWN.contains(letter),
    }
}

/// The walls of the border that are missing, in their order, and the size of the grid.
struct Gaps {
    grid: Grid,
    walls: Vec<usize>,
}

impl Gaps {
    fn of(shown: &Shown<'_>) -> Self {
        let border = Segments::new(shown.grid).border();
        let mut walls: Vec<usize> = border.filter(|&wall| !shown.walls[wall].stands).collect();
        walls.sort_unstable();
        Self {
            grid: shown.grid,
            walls,
        }
    }

    fn is_across(&self, wall: usize) -> bool {
        let side = Segments::new(self.grid).place(wall).1;
        matches!(side, Heading::N | Heading::S)
    }

    /// Returns the edges that are joined: those without any wall on both sides.
    fn wrap(&self) -> Option<Wrap> {
        let across = self
            .walls
            .iter()
            .filter(|&&wall| self.is_across(wall))
            .count();
        let down = self.walls.len() - across;
        let joins_columns = across == 2 * self.grid.columns as usize;
        let joins_rows = down == 2 * self.grid.rows as usize;
        match (joins_columns, joins_rows) {
            (true, true) => Some(Wrap::Both),
            (true, false) => Some(Wrap::Columns),
            (false, true) => Some(Wrap::Rows),
            (false, false) => None,
        }
    }

    fn not_joined_by(&self, wrap: Option<Wrap>) -> Vec<usize> {
        let side = |wall: usize| {
            if self.is_across(wall) {
                Heading::N
            } else {
                Heading::W
            }
        };
        let is_joined = |wall: usize| wrap.is_some_and(|wrap| wrap.joins(side(wall)));
        self.walls
            .iter()
            .copied()
            .filter(|&wall| !is_joined(wall))
            .collect()
    }
}

/// Returns the squares beside two gaps, that of the higher gap first, or of the one farther left.
fn in_order(grid: Grid, gaps: [usize; 2]) -> [Position; 2] {
    let segments = Segments::new(grid);
    let height = |&wall: &usize| match segments.place(wall) {
        (beside, Heading::N) => (2 * beside.row, wall),
        (beside, Heading::S) => (2 * beside.row + 2, wall),
        (beside, _) => (2 * beside.row + 1, wall),
    };
    let mut gaps = gaps;
    gaps.sort_by_key(height);
    gaps.map(|wall| segments.place(wall).0)
}
