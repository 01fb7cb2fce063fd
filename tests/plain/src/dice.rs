//! Shortest ways to roll a die out through a maze and back to its start.
//!
//! Squares are (row, column), from 1, with (1, 1) at the upper left. North is up; the player
//! sits at the south edge, so the front of the die is its south face.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Write;

use super::Square;

/// A maze for a die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maze {
    /// The line above its route.
    pub name: String,
    /// How many rows of squares there are.
    pub rows: usize,
    /// How many columns of squares there are.
    pub columns: usize,
    /// By row and column, from 0: a number 1 to 6, or -1 for wild, or 0 for empty.
    pub cells: Vec<Vec<i64>>,
    /// Where the die starts and ends.
    pub start: Square,
    /// The number on top at the start.
    pub top: u8,
    /// The number towards the player at the start.
    pub front: u8,
}

/// A way to tip the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// The order in which directions are tried.
const DIRECTIONS: [Direction; 4] = [
    Direction::Up,
    Direction::Down,
    Direction::Left,
    Direction::Right,
];

/// A die by the numbers on its six faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Die {
    top: u8,
    bottom: u8,
    north: u8,
    south: u8,
    east: u8,
    west: u8,
}

impl Die {
    /// The die of the problem text: 5 on top, 1 in front, 3 on the right.
    const STANDARD: Die = Die {
        top: 5,
        bottom: 2,
        north: 6,
        south: 1,
        east: 3,
        west: 4,
    };

    /// The standard die turned to show these numbers on top and in front.
    ///
    /// Panics if the two are equal or opposite, or are no numbers of a die.
    fn showing(top: u8, front: u8) -> Die {
        all_orientations()
            .into_iter()
            .find(|die| die.top == top && die.south == front)
            .expect("top and front are neighbours on a die")
    }

    /// The die after it is tipped over onto the next square.
    fn rolled(self, direction: Direction) -> Die {
        match direction {
            Direction::Up => Die {
                north: self.top,
                bottom: self.north,
                south: self.bottom,
                top: self.south,
                ..self
            },
            Direction::Down => Die {
                south: self.top,
                bottom: self.south,
                north: self.bottom,
                top: self.north,
                ..self
            },
            Direction::Left => Die {
                west: self.top,
                bottom: self.west,
                east: self.bottom,
                top: self.east,
                ..self
            },
            Direction::Right => Die {
                east: self.top,
                bottom: self.east,
                west: self.bottom,
                top: self.west,
                ..self
            },
        }
    }
}

/// Every orientation that the standard die can be rolled into.
fn all_orientations() -> Vec<Die> {
    let mut known = vec![Die::STANDARD];
    let mut looked_at = 0;
    while looked_at < known.len() {
        for direction in DIRECTIONS {
            let rolled = known[looked_at].rolled(direction);
            if !known.contains(&rolled) {
                known.push(rolled);
            }
        }
        looked_at += 1;
    }
    known
}

impl Maze {
    /// The die as it lies at the start.
    fn first_die(&self) -> Die {
        Die::showing(self.top, self.front)
    }

    /// The neighbour of a square, if the maze has it.
    fn neighbour(&self, (row, column): Square, direction: Direction) -> Option<Square> {
        match direction {
            Direction::Up if row > 1 => Some((row - 1, column)),
            Direction::Down if row < self.rows => Some((row + 1, column)),
            Direction::Left if column > 1 => Some((row, column - 1)),
            Direction::Right if column < self.columns => Some((row, column + 1)),
            _ => None,
        }
    }

    /// Whether a die that shows `top` may be tipped onto a square.
    fn admits(&self, (row, column): Square, top: u8) -> bool {
        match self.cells[row - 1][column - 1] {
            -1 => true,
            0 => false,
            number => number == i64::from(top),
        }
    }

    /// Where a die may be tipped to, and how it lies there, in the order of trying.
    fn onward(&self, at: Square, die: Die) -> Vec<(Square, Die)> {
        let mut onward = Vec::new();
        for direction in DIRECTIONS {
            if let Some(next) = self.neighbour(at, direction)
                && self.admits(next, die.top)
            {
                onward.push((next, die.rolled(direction)));
            }
        }
        onward
    }
}

/// The route to print: of the shortest ones the first that comes up by trying up, down, left,
/// right everywhere, first come first served.
pub fn solve(maze: &Maze) -> Option<Vec<Square>> {
    let mut seen = HashSet::new();
    let mut waiting = VecDeque::from([(vec![maze.start], maze.first_die())]);
    while let Some((route, die)) = waiting.pop_front() {
        let here = route[route.len() - 1];
        if here == maze.start && route.len() > 1 {
            return Some(route);
        }
        for (next, die_then) in maze.onward(here, die) {
            if seen.insert((next, die_then)) {
                let mut longer = route.clone();
                longer.push(next);
                waiting.push_back((longer, die_then));
            }
        }
    }
    None
}

/// How many positions a shortest route has, the start counted at both ends.
///
/// Lengths for all squares and orientations are lowered until none can be.
pub fn shortest_length(maze: &Maze) -> Option<usize> {
    let mut lengths: HashMap<(Square, Die), usize> = HashMap::new();
    for first in maze.onward(maze.start, maze.first_die()) {
        lengths.insert(first, 2);
    }
    let mut lowered = true;
    while lowered {
        lowered = false;
        for ((at, die), length) in lengths.clone() {
            if at == maze.start {
                continue;
            }
            for next in maze.onward(at, die) {
                if lengths.get(&next).is_none_or(|&known| known > length + 1) {
                    lengths.insert(next, length + 1);
                    lowered = true;
                }
            }
        }
    }
    all_orientations()
        .into_iter()
        .filter_map(|die| lengths.get(&(maze.start, die)).copied())
        .min()
}

/// Whether a route keeps to the rules from the start to the first return to it.
pub fn is_route(maze: &Maze, route: &[Square]) -> bool {
    if route.len() < 3 || route[0] != maze.start || route[route.len() - 1] != maze.start {
        return false;
    }
    if route[1..route.len() - 1].contains(&maze.start) {
        return false;
    }
    let mut die = maze.first_die();
    for step in route.windows(2) {
        let (from, to) = (step[0], step[1]);
        let leads_there = |direction: &Direction| maze.neighbour(from, *direction) == Some(to);
        let Some(direction) = DIRECTIONS.into_iter().find(leads_there) else {
            return false;
        };
        if !maze.admits(to, die.top) {
            return false;
        }
        die = die.rolled(direction);
    }
    true
}

/// The contest's output for one maze: its name, then the route or its absence.
pub fn text(maze: &Maze, route: Option<&[Square]>) -> String {
    let Some(route) = route else {
        return format!("{}\n  No Solution Possible\n", maze.name);
    };
    let lines: Vec<String> = route
        .chunks(9)
        .map(|line| {
            let positions: Vec<String> = line
                .iter()
                .map(|(row, column)| format!("({row},{column})"))
                .collect();
            format!("  {}", positions.join(","))
        })
        .collect();
    format!("{}\n{}\n", maze.name, lines.join(",\n"))
}

/// The contest's input for some mazes, with the line `END`.
pub fn input(mazes: &[Maze]) -> String {
    let mut text = String::new();
    for maze in mazes {
        let (row, column) = maze.start;
        writeln!(text, "{}", maze.name).unwrap();
        writeln!(
            text,
            "{} {} {row} {column} {} {}",
            maze.rows, maze.columns, maze.top, maze.front
        )
        .unwrap();
        for cells in &maze.cells {
            let numbers: Vec<String> = cells.iter().map(i64::to_string).collect();
            writeln!(text, "{}", numbers.join(" ")).unwrap();
        }
    }
    text + "END\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    const SAMPLE_INPUT: &str = include_str!("../../samples/dice.in");
    const SAMPLE_OUTPUT: &str = include_str!("../../samples/dice.out");

    /// A maze of these cells.
    fn maze(name: &str, cells: &[&[i64]], start: Square, top: u8, front: u8) -> Maze {
        Maze {
            name: name.to_string(),
            rows: cells.len(),
            columns: cells[0].len(),
            cells: cells.iter().map(|row| row.to_vec()).collect(),
            start,
            top,
            front,
        }
    }

    /// The first way to lengthen a route to a given length and the start, by trying all in order.
    fn first_of_length(
        maze: &Maze,
        route: &[Square],
        die: Die,
        length: usize,
    ) -> Option<Vec<Square>> {
        if route.len() == length {
            return is_route(maze, route).then(|| route.to_vec());
        }
        let here = route[route.len() - 1];
        if here == maze.start && route.len() > 1 {
            return None;
        }
        maze.onward(here, die).into_iter().find_map(|(next, die)| {
            let longer = [route, &[next]].concat();
            first_of_length(maze, &longer, die, length)
        })
    }

    #[test]
    fn the_sample_comes_out_byte_for_byte() {
        let mazes = [
            maze(
                "DICEMAZE1",
                &[&[-1, 2, 4], &[5, 5, 6], &[6, -1, -1]],
                (1, 2),
                5,
                1,
            ),
            maze(
                "DICEMAZE2",
                &[
                    &[6, 4, 6, 0, 2, 6, 4],
                    &[1, 2, -1, 5, 3, 6, 1],
                    &[5, 3, 4, 5, 6, 4, 2],
                    &[4, 1, 2, 0, 3, -1, 6],
                ],
                (2, 6),
                3,
                6,
            ),
            maze(
                "DICEMAZE3",
                &[&[2, 2, 3], &[4, 5, 6], &[-1, -1, -1]],
                (1, 1),
                2,
                4,
            ),
        ];
        assert_eq!(input(&mazes), SAMPLE_INPUT);
        let output: String = mazes
            .iter()
            .map(|maze| text(maze, solve(maze).as_deref()))
            .collect();
        assert_eq!(output, SAMPLE_OUTPUT);
        let lengths: Vec<Option<usize>> = mazes.iter().map(shortest_length).collect();
        assert_eq!(lengths, [Some(9), Some(23), None]);
    }

    #[test]
    fn a_die_has_twenty_four_orientations() {
        let dice = all_orientations();
        assert_eq!(dice.len(), 24);
        for die in dice {
            assert_eq!(die.top + die.bottom, 7);
            assert_eq!(die.north + die.south, 7);
            assert_eq!(die.east + die.west, 7);
            assert_eq!(Die::showing(die.top, die.south), die);
        }
        assert_eq!(Die::showing(5, 1).east, 3);
        assert_eq!(Die::showing(1, 5).east, 4);
    }

    #[test]
    fn opposite_rolls_undo_each_other_and_four_alike_go_round() {
        let die = Die::STANDARD;
        let back = |one, other| die.rolled(one).rolled(other) == die;
        assert!(back(Direction::Up, Direction::Down));
        assert!(back(Direction::Left, Direction::Right));
        for direction in DIRECTIONS {
            let twice = die.rolled(direction).rolled(direction);
            assert_eq!(twice.top, die.bottom);
            assert_eq!(twice.rolled(direction).rolled(direction), die);
        }
        assert_eq!(die.rolled(Direction::Up).top, 1);
        assert_eq!(die.rolled(Direction::Left).top, 3);
    }

    #[test]
    fn out_and_straight_back_is_a_route() {
        let wild = maze("WILD", &[&[-1, -1], &[-1, -1]], (1, 1), 5, 1);
        assert_eq!(solve(&wild), Some(vec![(1, 1), (2, 1), (1, 1)]));
        assert!(is_route(&wild, &[(1, 1), (1, 2), (1, 1)]));
        assert!(!is_route(&wild, &[(1, 1)]));
        assert!(!is_route(&wild, &[(1, 1), (1, 1)]));
        assert!(!is_route(&wild, &[(1, 1), (2, 2), (1, 1)]));
        assert!(!is_route(&wild, &[(1, 1), (1, 2), (1, 1), (1, 2), (1, 1)]));
    }

    #[test]
    fn the_start_must_admit_the_return() {
        // Tipped to the right, a 5 on top gives way to the 4 of the left side.
        let fits = maze("FITS", &[&[4, -1]], (1, 1), 5, 1);
        assert_eq!(solve(&fits), Some(vec![(1, 1), (1, 2), (1, 1)]));
        for number in [0, 3, 5] {
            let other = maze("OTHER", &[&[number, -1]], (1, 1), 5, 1);
            assert_eq!(solve(&other), None);
            assert_eq!(shortest_length(&other), None);
        }
    }

    #[test]
    fn directions_are_tried_up_down_left_right() {
        let wild: &[i64] = &[-1, -1, -1];
        let next = |cells: &[&[i64]]| solve(&maze("TIES", cells, (2, 2), 5, 1)).unwrap()[1];
        assert_eq!(next(&[wild, wild, wild]), (1, 2));
        assert_eq!(next(&[&[0, 0, 0], wild, wild]), (3, 2));
        assert_eq!(next(&[&[0, 0, 0], wild, &[0, 0, 0]]), (2, 1));
        assert_eq!(next(&[&[0, 0, 0], &[0, -1, -1], &[0, 0, 0]]), (2, 3));
    }

    #[test]
    fn random_mazes_give_the_first_of_the_shortest_routes() {
        let mut random = Random::new(5);
        let mut longer_ones = 0;
        for _ in 0..3000 {
            let mut cells = vec![vec![0; 4]; 4];
            for cell in cells.iter_mut().flatten() {
                *cell = random.pick(&[-1, -1, 1, 2, 3, 4, 5, 6]);
            }
            let rows: Vec<&[i64]> = cells.iter().map(Vec::as_slice).collect();
            let die = random.pick(&all_orientations());
            let start = random.square((4, 4));
            let maze = maze("RANDOM", &rows, start, die.top, die.south);
            let route = solve(&maze);
            assert_eq!(route.as_ref().map(Vec::len), shortest_length(&maze));
            if let Some(route) = route {
                assert!(is_route(&maze, &route));
                longer_ones += usize::from(route.len() > 3);
                let first = first_of_length(&maze, &[start], die, route.len());
                assert_eq!(first, Some(route));
            }
        }
        assert!(longer_ones > 100);
    }

    #[test]
    fn nine_positions_fill_a_line() {
        let maze = maze("LONG", &[&[-1; 10]], (1, 1), 5, 1);
        let route: Vec<Square> = (1..=10).map(|column| (1, column)).collect();
        let nine = "  (1,1),(1,2),(1,3),(1,4),(1,5),(1,6),(1,7),(1,8),(1,9)";
        assert_eq!(text(&maze, Some(&route[..9])), format!("LONG\n{nine}\n"));
        let ten = format!("LONG\n{nine},\n  (1,10)\n");
        assert_eq!(text(&maze, Some(&route)), ten);
    }
}
