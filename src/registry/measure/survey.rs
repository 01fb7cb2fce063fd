//! The survey: dead ends, corridors and more, computed from the walls of a finished world. Its
//! buffers are reused for the next world.

use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::{Heading, Headings};
use crate::base::wall::{Segments, Wall};
use crate::engine::maze::Maze;

/// The openings of all squares of a world, computed from its walls.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    grid: Grid,
    /// Whether the world has walls; `None` until they are read.
    has_walls: Option<bool>,
    /// For each square, the headings in which it is open.
    open: Vec<Headings>,
    standing: usize,
    dead_ends: usize,
    junctions: usize,
    /// The stack of a walk through all squares: the square, the way back, its distance.
    ahead: Vec<(CellIndex, Option<Heading>, usize)>,
}

impl Survey {
    /// The survey of a world; `None` in a world without walls.
    #[must_use]
    pub fn of(maze: &Maze) -> Option<Self> {
        let mut survey = Self::default();
        survey.read(maze).then_some(survey)
    }

    /// How many walls stand, with the border.
    #[must_use]
    pub fn standing(&self) -> usize {
        self.standing
    }

    /// How many squares have one way out.
    #[must_use]
    pub fn dead_ends(&self) -> usize {
        self.dead_ends
    }

    /// How many squares have three ways out, or four.
    #[must_use]
    pub fn junctions(&self) -> usize {
        self.junctions
    }

    /// The total length of all corridors in moves, and their number. A corridor leads from a dead
    /// end or junction through squares with two ways out to the next dead end or junction; a ring
    /// without either does not count.
    #[must_use]
    pub fn corridors(&self) -> (u64, u64) {
        let (mut moves, mut ends) = (0, 0);
        for (cell, &open) in self.grid.indices().zip(&self.open).filter(|(_, open)| open.len() != 2)
        {
            for heading in open.iter() {
                ends += 1;
                moves += self.corridor(cell, heading);
            }
        }
        (moves / 2, ends / 2) // each was walked from both ends
    }

    /// The number of moves from a square toward `heading` to the next dead end or junction.
    fn corridor(&self, from: CellIndex, heading: Heading) -> u64 {
        let (mut moves, mut heading) = (1, heading);
        let mut cell = self.grid.beside(from, heading);
        while self.open[cell].len() == 2 {
            let onward = |it: &Heading| *it != heading.opposite();
            let Some(next) = self.open[cell].iter().find(onward) else { break };
            (heading, cell) = (next, self.grid.beside(cell, next));
            moves += 1;
        }
        moves
    }

    /// The length of the longest of all shortest routes, in moves; `None` if the maze is not
    /// perfect: some squares are not connected, or are connected in two ways.
    #[must_use]
    pub fn diameter(&mut self) -> Option<usize> {
        if self.open.is_empty() {
            return None; // no world was surveyed yet
        }
        let (one_end, _) = self.farthest(CellIndex::default())?;
        let (_, moves) = self.farthest(one_end)?;
        Some(moves)
    }

    /// The square farthest from this one, and its distance; `None` unless the walk meets every
    /// square exactly once.
    fn farthest(&mut self, from: CellIndex) -> Option<(CellIndex, usize)> {
        let (mut farthest, mut met) = ((from, 0), 0);
        let mut ahead = std::mem::take(&mut self.ahead);
        ahead.clear();
        ahead.push((from, None, 0));
        while met <= self.open.len() // squares in a ring are met again and again
            && let Some((cell, back, moves)) = ahead.pop()
        {
            met += 1;
            if moves > farthest.1 {
                farthest = (cell, moves);
            }
            for heading in self.open[cell].iter().filter(|&heading| Some(heading) != back) {
                ahead.push((self.grid.beside(cell, heading), Some(heading.opposite()), moves + 1));
            }
        }
        self.ahead = ahead;
        (met == self.open.len()).then_some(farthest)
    }

    /// Resets the survey, keeping its buffers.
    pub(super) fn forget(&mut self) {
        self.has_walls = None;
    }

    /// Reads the walls of a world, unless that was done before; returns whether it has any.
    pub(super) fn read(&mut self, maze: &Maze) -> bool {
        if self.has_walls.is_none() {
            let walls = maze.walls();
            self.has_walls = Some(walls.is_some());
            self.grid = maze.grid();
            if let Some(walls) = walls {
                self.read_walls(walls);
            }
        }
        self.has_walls == Some(true)
    }

    /// Reads all walls, in loops that the compiler can vectorize.
    fn read_walls(&mut self, walls: &[Wall]) {
        let (south, east) = Segments::new(self.grid).south_and_east(walls);
        let columns = self.grid.columns as usize;
        self.open.clear();
        self.open.push(ways(Wall::STANDING, south[0], Wall::STANDING, east[0]));
        let first_row = south[1..columns].iter().zip(&east[1..columns]).zip(east);
        let first_row = first_row.map(|((&s, &e), &w)| ways(Wall::STANDING, s, w, e));
        self.open.extend(first_row);
        // The east wall of a row's last square stands, and so does the west wall of the next
        // square.
        let others = south.iter().zip(&south[columns..]);
        let others = others.zip(&east[columns - 1..]).zip(&east[columns..]);
        self.open.extend(others.map(|(((&n, &s), &w), &e)| ways(n, s, w, e)));
        let [south, east, dead_ends, junctions] = count(&self.open, |open| {
            let is_open = |heading| open.contains(heading);
            [is_open(Heading::S), is_open(Heading::E), open.len() == 1, open.len() >= 3]
        });
        self.standing = walls.len() - south - east; // the border stands
        (self.dead_ends, self.junctions) = (dead_ends, junctions);
    }
}

/// The headings in which a square is open, by its walls.
fn ways(north: Wall, south: Wall, west: Wall, east: Wall) -> Headings {
    let open = |wall: Wall, heading: Heading| u8::from(!wall.stands) << heading as u8;
    Headings::from_bits(
        open(north, Heading::N)
            | open(south, Heading::S)
            | open(west, Heading::W)
            | open(east, Heading::E),
    )
}

/// How many squares have each of some properties. Counted in bytes, in chunks short enough not to
/// overflow.
fn count<T, const N: usize>(all: &[T], properties: impl Fn(&T) -> [bool; N]) -> [usize; N] {
    let mut counts = [0; N];
    for some in all.chunks(u8::MAX.into()) {
        let mut bytes = [0_u8; N];
        for it in some {
            bytes.iter_mut().zip(properties(it)).for_each(|(byte, has)| *byte += u8::from(has));
        }
        counts.iter_mut().zip(bytes).for_each(|(count, byte)| *count += usize::from(byte));
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;
    use crate::scene::simulation::Simulation;

    /// The survey of a drawing: dead ends, junctions, corridors, diameter.
    fn survey(rows: u32, columns: u32, drawing: &str) -> (usize, usize, (u64, u64), Option<usize>) {
        let text = format!(
            "Scene(grid: (rows: {rows}, columns: {columns}), walls: \"\n{drawing}\", text: Lattice)"
        );
        let scene = Scene::from_ron(&text).expect("a scene");
        let mut survey = Survey::default();
        assert!(survey.read(&Simulation::new(&scene).expect("a world")));
        (survey.dead_ends(), survey.junctions(), survey.corridors(), survey.diameter())
    }

    #[test]
    fn a_survey_shows_what_can_be_counted_by_hand() {
        let comb =
            "+--+--+--+\n|        |\n+  +  +  +\n|  |  |  |\n+  +--+  +\n|  |     |\n+--+--+--+\n";
        assert_eq!(survey(3, 3, comb), (3, 1, (8, 3), Some(7)));
        let ring = "+--+--+\n|     |\n+  +  +\n|     |\n+--+--+\n";
        assert_eq!(survey(2, 2, ring), (0, 0, (0, 0), None));
        let apart = "+--+--+\n|  |  |\n+  +  +\n|  |  |\n+--+--+\n";
        assert_eq!(survey(2, 2, apart), (4, 0, (2, 2), None));
        assert_eq!(survey(1, 1, "+--+\n|  |\n+--+\n"), (0, 0, (0, 0), Some(0)));
        let row = "+--+--+--+\n|        |\n+--+--+--+\n";
        assert_eq!(survey(1, 3, row), (2, 0, (2, 1), Some(2)));
    }
}
