//! The survey: dead ends, corridors and more, computed from the walls of a finished world. Its
//! buffers are reused for the next world. Where a wall of the border is open, two edges are joined.

use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::{Heading, Headings};
use crate::base::squares::Squares;
use crate::base::wall::{Segments, Wall};
use crate::engine::maze::Maze;

/// The openings of all squares of a world, computed from its walls.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    grid: Grid,
    /// The number of squares, and the first one.
    squares: usize,
    first: Option<CellIndex>,
    /// Whether the world has walls; `None` until they are read.
    has_walls: Option<bool>,
    open: Vec<Headings>,
    standing: usize,
    dead_ends: usize,
    junctions: usize,
    /// The stack of a walk through all squares: the square, the way back, its distance.
    ahead: Vec<(CellIndex, Option<Heading>, usize)>,
}

impl Survey {
    /// The survey of a world; `None` in a world without walls.
    pub fn of(maze: &Maze) -> Option<Self> {
        let mut survey = Self::default();
        survey.read(maze).then_some(survey)
    }

    /// How many walls stand, with the border.
    pub fn standing(&self) -> usize {
        self.standing
    }

    /// How many squares have one way out.
    pub fn dead_ends(&self) -> usize {
        self.dead_ends
    }

    /// How many squares have three ways out, or four.
    pub fn junctions(&self) -> usize {
        self.junctions
    }

    /// The total length of all corridors in moves, and their number. A corridor leads from a dead
    /// end or junction through squares with two ways out to the next dead end or junction; a ring
    /// without either does not count.
    pub fn corridors(&self) -> (u64, u64) {
        let (mut moves, mut ends) = (0, 0);
        for (cell, &open) in self
            .grid
            .indices()
            .zip(&self.open)
            .filter(|(_, open)| open.len() != 2)
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
        let mut cell = self.grid.across(from, heading);
        // Where only one side of the border is open, it may end in a ring.
        while self.open[cell].len() == 2 && moves < self.open.len() as u64 {
            let onward = |it: &Heading| *it != heading.opposite();
            let Some(next) = self.open[cell].iter().find(onward) else {
                break;
            };
            (heading, cell) = (next, self.grid.across(cell, next));
            moves += 1;
        }
        moves
    }

    /// The length of the longest of all shortest routes, in moves; `None` if the maze is not
    /// perfect: some squares are not connected, or are connected in two ways.
    pub fn diameter(&mut self) -> Option<usize> {
        let (one_end, _) = self.farthest(self.first?)?;
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
            for heading in self.open[cell]
                .iter()
                .filter(|&heading| Some(heading) != back)
            {
                ahead.push((
                    self.grid.across(cell, heading),
                    Some(heading.opposite()),
                    moves + 1,
                ));
            }
        }
        self.ahead = ahead;
        (met == self.squares).then_some(farthest)
    }

    pub(super) fn forget(&mut self) {
        self.has_walls = None;
    }

    /// Reads the walls of a world, unless that was done before; returns whether it has any.
    pub(super) fn read(&mut self, maze: &Maze) -> bool {
        if self.has_walls.is_none() {
            let walls = maze.walls();
            self.has_walls = Some(walls.is_some());
            self.grid = maze.grid();
            self.squares = maze.squares().count();
            self.first = maze.squares().indices().next();
            if let Some(walls) = walls {
                self.read_walls(walls, maze.squares());
            }
        }
        self.has_walls == Some(true)
    }

    fn read_walls(&mut self, walls: &[Wall], squares: Squares<'_>) {
        let open = Segments::new(self.grid).all_open_sides(walls);
        self.open.resize(self.grid.cells(), Headings::default());
        self.open
            .iter_mut()
            .zip(open)
            .for_each(|(it, open)| *it = open);
        // Where edges are joined, the border has gaps beside blocked cells, too.
        for cell in squares.blocked() {
            self.open[cell] = Headings::default();
            for side in Heading::ALL {
                let there = self.grid.across(cell, side);
                self.open[there].remove(side.opposite());
            }
        }
        [self.standing] = count(walls, |wall| [wall.stands]);
        [self.dead_ends, self.junctions] =
            count(&self.open, |open| [open.len() == 1, open.len() >= 3]);
    }
}

/// How many have each of some properties. Counted in bytes, in chunks short enough not to overflow, which the compiler
/// can vectorize.
fn count<T, const N: usize>(all: &[T], properties: impl Fn(&T) -> [bool; N]) -> [usize; N] {
    let mut counts = [0; N];
    for some in all.chunks(u8::MAX.into()) {
        let mut bytes = [0_u8; N];
        for item in some {
            bytes
                .iter_mut()
                .zip(properties(item))
                .for_each(|(byte, has)| *byte += u8::from(has));
        }
        counts
            .iter_mut()
            .zip(bytes)
            .for_each(|(count, byte)| *count += usize::from(byte));
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
        (
            survey.dead_ends(),
            survey.junctions(),
            survey.corridors(),
            survey.diameter(),
        )
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

    #[test]
    fn a_corridor_into_a_ring_ends() {
        let ways = ["SE", "SW", "", "NE", "NW", "SE", "", "", "N"];
        let bit = |letter| Heading::from_letter(letter as u8).expect("a heading");
        let open = ways.map(|it| it.chars().map(bit).collect()).into();
        let survey = Survey {
            grid: Grid {
                rows: 3,
                columns: 3,
            },
            open,
            ..Survey::default()
        };
        assert_eq!(survey.corridor(CellIndex::new(8), Heading::N), 9);
    }

    #[test]
    fn a_wall_of_the_border_may_be_missing_alone() {
        let text = "Scene(grid: (rows: 3, columns: 4), generate: Wilson, text: Lattice)";
        let mut maze = Simulation::new(&Scene::from_ron(text).expect("a scene")).expect("a world");
        let _ = maze.run();
        let (segments, world) = (Segments::new(maze.grid()), maze.world_mut());
        let exit = segments.horizontal(3, 1);
        let mut walls = world.query::<&mut Wall>();
        *walls.iter_mut(world).nth(exit).expect("a wall") = Wall::OPEN;
        let survey = Survey::of(&maze).expect("walls");
        assert_eq!(Some(survey.standing()), maze.count("wall"));
    }

    #[test]
    fn joined_edges_are_open() {
        for (rows, columns, wrap) in (1..=4)
            .flat_map(|rows| (1..=4).map(move |columns| (rows, columns)))
            .flat_map(|(rows, columns)| ["Rows", "Columns", "Both"].map(|it| (rows, columns, it)))
        {
            let text = format!(
                "Scene(grid: (rows: {rows}, columns: {columns}), generate: Wilson, wrap: {wrap})"
            );
            let scene = Scene::from_ron(&text).expect("a scene");
            let mut maze = Simulation::new(&scene).expect("a world");
            let _ = maze.run();
            let survey = Survey::of(&maze).expect("walls");
            assert_eq!(Some(survey.standing()), maze.count("wall"), "{text}");
            let ways_out = |at| {
                Heading::ALL
                    .iter()
                    .filter(|&&it| !maze.is_wall(at, it))
                    .count()
            };
            let ways_out: Vec<_> = scene.grid.positions().map(ways_out).collect();
            let with = |ways| ways_out.iter().filter(|&&it| it == ways).count();
            assert_eq!(survey.dead_ends(), with(1), "{text}");
            assert_eq!(survey.junctions(), with(3) + with(4), "{text}");
            // Each opening has two ends, and belongs to one corridor unless that is a ring.
            let (moves, corridors) = survey.corridors();
            let openings = ways_out.iter().sum::<usize>() as u64 / 2;
            assert!(moves <= openings && corridors <= moves, "{text}");
            // A tree with an edge more has a ring.
            let is_tree = openings + 1 == scene.grid.cells() as u64;
            assert_eq!(maze.passages().are_perfect(), is_tree, "{text}");
            assert_eq!(
                Survey::of(&maze).expect("walls").diameter().is_some(),
                is_tree,
                "{text}"
            );
        }
    }
}
