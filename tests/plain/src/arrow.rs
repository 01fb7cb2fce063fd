//! Shortest routes through a maze whose signs allow turns by the direction of approach.
//!
//! Intersections are (row, column), from 1, with (1, 1) at the upper left; north is up.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Write;

use super::Square;

/// The order in which turns are tried: forward, left, right.
const TURNS: [char; 3] = ['F', 'L', 'R'];

/// The order in which [`input`] writes the signs of one intersection.
const HEADINGS: [char; 4] = ['S', 'W', 'N', 'E'];

/// A maze of signs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maze {
    /// The line above its route.
    pub name: String,
    /// How many rows of intersections there are.
    pub rows: usize,
    /// How many columns of intersections there are.
    pub columns: usize,
    /// The entrance.
    pub start: Square,
    /// The direction in which the walk leaves the entrance: `N`, `E`, `S` or `W`.
    pub heading: char,
    /// Where the walk ends.
    pub goal: Square,
    /// By intersection and direction of travel: the allowed turns, letters of `LFR`.
    pub signs: HashMap<(Square, char), String>,
}

impl Maze {
    /// Whether the grid has an intersection.
    fn has(&self, (row, column): Square) -> bool {
        (1..=self.rows).contains(&row) && (1..=self.columns).contains(&column)
    }

    /// Whether the sign that a walker meets allows a turn; without a sign there is none.
    fn allows(&self, at: Square, heading: char, turn: char) -> bool {
        self.signs
            .get(&(at, heading))
            .is_some_and(|letters| letters.contains(turn))
    }

    /// Where the signs let a walker go who arrives somewhere, and with which new heading, in the
    /// order of trying; nowhere from the goal.
    fn onward(&self, at: Square, heading: char) -> Vec<(Square, char)> {
        let mut onward = Vec::new();
        for turn in TURNS {
            let heading_then = turned(heading, turn);
            let next = ahead(at, heading_then);
            if at != self.goal && self.allows(at, heading, turn) && self.has(next) {
                onward.push((next, heading_then));
            }
        }
        onward
    }
}

/// The heading after a turn.
fn turned(heading: char, turn: char) -> char {
    match (turn, heading) {
        ('F', _) => heading,
        ('L', 'N') | ('R', 'S') => 'W',
        ('L', 'W') | ('R', 'E') => 'S',
        ('L', 'S') | ('R', 'N') => 'E',
        ('L', 'E') | ('R', 'W') => 'N',
        _ => panic!("no turn {turn:?} from {heading:?}"),
    }
}

/// The next intersection in a direction, on the grid or off it.
fn ahead((row, column): Square, heading: char) -> Square {
    match heading {
        'N' => (row - 1, column),
        'S' => (row + 1, column),
        'W' => (row, column - 1),
        'E' => (row, column + 1),
        _ => panic!("{heading:?} is no heading"),
    }
}

/// The route to print: of the shortest ones the first that comes up by trying forward, left,
/// right everywhere, first come first served.
pub fn solve(maze: &Maze) -> Option<Vec<Square>> {
    let first = ahead(maze.start, maze.heading);
    if !maze.has(first) {
        return None;
    }
    let mut seen = HashSet::from([(first, maze.heading)]);
    let mut waiting = VecDeque::from([(vec![maze.start, first], maze.heading)]);
    while let Some((route, heading)) = waiting.pop_front() {
        let here = route[route.len() - 1];
        if here == maze.goal {
            return Some(route);
        }
        for (next, heading_then) in maze.onward(here, heading) {
            if seen.insert((next, heading_then)) {
                let mut longer = route.clone();
                longer.push(next);
                waiting.push_back((longer, heading_then));
            }
        }
    }
    None
}

/// How many positions a shortest route has, its two ends counted.
///
/// Lengths for all intersections and headings are lowered until none can be.
pub fn shortest_length(maze: &Maze) -> Option<usize> {
    let first = ahead(maze.start, maze.heading);
    if !maze.has(first) {
        return None;
    }
    let mut lengths = HashMap::from([((first, maze.heading), 2)]);
    let mut lowered = true;
    while lowered {
        lowered = false;
        for ((at, heading), length) in lengths.clone() {
            for next in maze.onward(at, heading) {
                if lengths.get(&next).is_none_or(|&known| known > length + 1) {
                    lengths.insert(next, length + 1);
                    lowered = true;
                }
            }
        }
    }
    HEADINGS
        .iter()
        .filter_map(|&heading| lengths.get(&(maze.goal, heading)).copied())
        .min()
}

/// Whether a route keeps to the rules from the entrance to its first arrival on the goal.
pub fn is_route(maze: &Maze, route: &[Square]) -> bool {
    if route.len() < 2 || route[0] != maze.start || route[1] != ahead(maze.start, maze.heading) {
        return false;
    }
    let mut heading = maze.heading;
    for step in route[1..].windows(2) {
        let (from, to) = (step[0], step[1]);
        let leads_there = |turn: &char| ahead(from, turned(heading, *turn)) == to;
        let Some(turn) = TURNS.into_iter().find(leads_there) else {
            return false;
        };
        if from == maze.goal || !maze.allows(from, heading, turn) {
            return false;
        }
        heading = turned(heading, turn);
    }
    route[1..].iter().all(|&at| maze.has(at)) && route[route.len() - 1] == maze.goal
}

/// The contest's output for one maze: its name, then the route or its absence.
pub fn text(maze: &Maze, route: Option<&[Square]>) -> String {
    let mut text = format!("{}\n", maze.name);
    match route {
        None => text.push_str("  No Solution Possible\n"),
        Some(route) => {
            for line in route.chunks(10) {
                let positions: Vec<String> = line
                    .iter()
                    .map(|(row, column)| format!("({row},{column})"))
                    .collect();
                writeln!(text, "  {}", positions.join(" ")).unwrap();
            }
        }
    }
    text
}

/// The contest's input for some mazes, with the line `END` and its newline.
///
/// The format has no place for the number of rows and columns.
pub fn input(mazes: &[Maze]) -> String {
    let mut text = String::new();
    for maze in mazes {
        let ((row, column), (goal_row, goal_column)) = (maze.start, maze.goal);
        writeln!(text, "{}", maze.name).unwrap();
        writeln!(
            text,
            "{row} {column} {} {goal_row} {goal_column}",
            maze.heading
        )
        .unwrap();
        let mut signs = maze.signs.clone();
        signs.retain(|_, letters| !letters.is_empty());
        let listed: BTreeSet<Square> = signs.keys().map(|&(at, _)| at).collect();
        for at in listed {
            write!(text, "{} {}", at.0, at.1).unwrap();
            for heading in HEADINGS {
                if let Some(letters) = signs.get(&(at, heading)) {
                    write!(text, " {heading}{letters}").unwrap();
                }
            }
            text.push_str(" *\n");
        }
        text.push_str("0\n");
    }
    text + "END\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    const SAMPLE_INPUT: &str = include_str!("../../samples/arrow.in");
    const SAMPLE_OUTPUT: &str = include_str!("../../samples/arrow.out");

    /// A maze whose signs are written as `row column GROUP…`, one intersection each.
    fn maze(
        size: (usize, usize),
        start: Square,
        heading: char,
        goal: Square,
        lines: &[&str],
    ) -> Maze {
        let mut signs = HashMap::new();
        for line in lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            let at = (words[0].parse().unwrap(), words[1].parse().unwrap());
            for group in &words[2..] {
                let (heading, letters) = group.split_at(1);
                let heading = heading.chars().next().unwrap();
                signs.insert((at, heading), letters.to_string());
            }
        }
        Maze {
            name: "MAZE".to_string(),
            rows: size.0,
            columns: size.1,
            start,
            heading,
            goal,
            signs,
        }
    }

    /// A maze of three by three with signs at random.
    fn random_maze(random: &mut Random) -> Maze {
        let (start, goal) = (random.square((3, 3)), random.square((3, 3)));
        let mut maze = maze((3, 3), start, random.pick(&HEADINGS), goal, &[]);
        for row in 1..=3 {
            for column in 1..=3 {
                for heading in HEADINGS {
                    let letters = random.pick(&["", "L", "F", "R", "LF", "FR", "LR", "LFR"]);
                    maze.signs
                        .insert(((row, column), heading), letters.to_string());
                }
            }
        }
        maze
    }

    /// The first way to lengthen a route to a given length and the goal, by trying all in order.
    fn first_of_length(
        maze: &Maze,
        route: &[Square],
        heading: char,
        length: usize,
    ) -> Option<Vec<Square>> {
        if route.len() == length {
            return is_route(maze, route).then(|| route.to_vec());
        }
        let here = route[route.len() - 1];
        let mut onward = maze.onward(here, heading).into_iter();
        onward.find_map(|(next, heading_then)| {
            let longer = [route, &[next]].concat();
            first_of_length(maze, &longer, heading_then, length)
        })
    }

    #[test]
    fn the_sample_comes_out_byte_for_byte() {
        let mut mazes = [
            maze(
                (3, 3),
                (3, 1),
                'N',
                (3, 3),
                &[
                    "1 1 WL NR",
                    "1 2 WLF NR ER",
                    "1 3 NL ER",
                    "2 1 SL WR NF",
                    "2 2 SL WF ELF",
                    "2 3 SFR EL",
                ],
            ),
            maze(
                (3, 2),
                (3, 1),
                'N',
                (3, 2),
                &["1 1 WL NR", "1 2 NL ER", "2 1 SL WR NFR", "2 2 SR EL"],
            ),
        ];
        mazes[0].name = "SAMPLE".to_string();
        mazes[1].name = "NOSOLUTION".to_string();
        assert_eq!(input(&mazes), SAMPLE_INPUT);
        let output: String = mazes
            .iter()
            .map(|maze| text(maze, solve(maze).as_deref()))
            .collect();
        assert_eq!(output, SAMPLE_OUTPUT);
        assert_eq!(shortest_length(&mazes[0]), Some(15));
        assert_eq!(shortest_length(&mazes[1]), None);
    }

    #[test]
    fn the_rulings_on_first_steps_hold() {
        let off_the_grid = maze((2, 2), (1, 1), 'N', (1, 1), &["1 1 NFLR"]);
        assert_eq!(solve(&off_the_grid), None);
        assert_eq!(shortest_length(&off_the_grid), None);

        let onto_the_goal = maze((2, 2), (1, 1), 'E', (1, 2), &[]);
        assert_eq!(solve(&onto_the_goal), Some(vec![(1, 1), (1, 2)]));
        assert_eq!(shortest_length(&onto_the_goal), Some(2));

        let around = maze((2, 2), (1, 1), 'E', (1, 1), &["1 2 ER", "2 2 SR", "2 1 WR"]);
        let expected = vec![(1, 1), (1, 2), (2, 2), (2, 1), (1, 1)];
        assert_eq!(solve(&around), Some(expected));
        assert!(!is_route(&around, &[(1, 1)]));
    }

    #[test]
    fn signs_at_the_entrance_count_only_when_it_is_passed_again() {
        // The entrance has a sign for westward travel alone, met on the way back along a loop.
        let lines = ["2 2 NL", "1 2 NR", "1 3 ER", "2 3 SR"];
        let looped = maze((3, 3), (2, 2), 'N', (3, 2), &lines);
        assert_eq!(solve(&looped), None);
        let with_sign = maze(
            (3, 3),
            (2, 2),
            'N',
            (3, 2),
            &[&lines[..], &["2 2 WL"]].concat(),
        );
        let expected = vec![(2, 2), (1, 2), (1, 3), (2, 3), (2, 2), (3, 2)];
        assert_eq!(solve(&with_sign).as_ref(), Some(&expected));
        assert!(is_route(&with_sign, &expected));
        assert!(!is_route(&looped, &expected));
    }

    #[test]
    fn forward_wins_over_left_and_left_over_right() {
        // The goal is reached by forward first or by right first.
        let lines = ["2 1 NFR", "1 1 NR", "2 2 EL"];
        let tied = maze((3, 2), (3, 1), 'N', (1, 2), &lines);
        let forward = [(3, 1), (2, 1), (1, 1), (1, 2)];
        let right = [(3, 1), (2, 1), (2, 2), (1, 2)];
        assert_eq!(solve(&tied).as_deref(), Some(&forward[..]));
        assert!(is_route(&tied, &forward) && is_route(&tied, &right));
        // The goal is reached around the left or around the right.
        let lines = [
            "4 2 NRL",
            "4 1 WR",
            "3 1 NR",
            "3 2 EL WR",
            "4 3 EL",
            "3 3 NL",
        ];
        let tied = maze((5, 3), (5, 2), 'N', (2, 2), &lines);
        let left = [(5, 2), (4, 2), (4, 1), (3, 1), (3, 2), (2, 2)];
        assert_eq!(solve(&tied).as_deref(), Some(&left[..]));
    }

    #[test]
    fn random_mazes_give_the_first_of_the_shortest_routes() {
        let mut random = Random::new(4);
        let mut solved = 0;
        for _ in 0..3000 {
            let maze = random_maze(&mut random);
            let route = solve(&maze);
            assert_eq!(route.as_ref().map(Vec::len), shortest_length(&maze));
            if let Some(route) = route.filter(|route| route.len() < 14) {
                assert!(is_route(&maze, &route));
                let first = first_of_length(&maze, &route[..2], maze.heading, route.len());
                assert_eq!(first, Some(route));
                solved += 1;
            }
        }
        assert!(solved > 500);
    }

    #[test]
    fn empty_signs_are_not_written() {
        let written = input(&[maze((1, 2), (1, 1), 'E', (1, 2), &["1 1 N", "1 2 EF N"])]);
        assert_eq!(written, "MAZE\n1 1 E 1 2\n1 2 EF *\n0\nEND\n");
    }

    #[test]
    fn ten_positions_fill_a_line() {
        let maze = maze((20, 1), (1, 1), 'S', (11, 1), &[]);
        let route: Vec<Square> = (1..=11).map(|row| (row, 1)).collect();
        let ten = "  (1,1) (2,1) (3,1) (4,1) (5,1) (6,1) (7,1) (8,1) (9,1) (10,1)\n";
        assert_eq!(text(&maze, Some(&route[..10])), format!("MAZE\n{ten}"));
        let eleven = format!("MAZE\n{ten}  (11,1)\n");
        assert_eq!(text(&maze, Some(&route)), eleven);
    }
}
