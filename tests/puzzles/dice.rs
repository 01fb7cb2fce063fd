//! Dice mazes, compared with the plain version.

use crate::compared::{Answer, InContest, Puzzle, compare_in_contest, position, small};
use mazetick::base::Heading;
use mazetick::base::die::Orientation;
use mazetick::contest::Contest;
use mazetick::engine::TextFormat;
use mazetick::puzzles::dice::Number;
use mazetick::puzzles::{Dice, Numbers};
use mazetick::scene::Scene;
use plain::dice::{self, Maze};
use plain::random::Random;
use plain::{Square, Walls};

impl Puzzle for Maze {
    fn scene(&self) -> Scene {
        let number = |&number: &i64| Number(i8::try_from(number).unwrap());
        let rows = self.cells.iter().map(|row| row.iter().map(number));
        let (from, top, front) = (position(self.start), self.top, self.front);
        Scene::new(small(self.rows), small(self.columns))
            .named(&self.name)
            .with(Numbers(rows.collect()))
            .with(Dice {
                from: from.into(),
                top,
                front,
                heading: None,
                to: None,
            })
            .drawn(TextFormat::DICE)
    }

    fn answer(&self, _: Walls) -> Answer {
        let route = dice::solve(self);
        assert_eq!(
            route.as_ref().map(Vec::len),
            dice::shortest_length(self),
            "{self:?}"
        );
        assert!(
            route
                .as_ref()
                .is_none_or(|route| dice::is_route(self, route)),
            "{self:?}"
        );
        let text = dice::text(self, route.as_deref());
        Answer::searched(route).with_text(text)
    }
}

impl InContest for Maze {
    const CONTEST: Contest = Contest::DICE;

    fn input(puzzles: &[Self]) -> String {
        dice::input(puzzles)
    }
}

/// A maze of numbers drawn at random, `wild` in a hundred of them wild and some empty.
fn random_maze(rows: usize, columns: usize, wild: usize, random: &mut Random) -> Maze {
    let mut number = || {
        let number = i64::try_from(random.below(7)).unwrap();
        if random.percent(wild) { -1 } else { number }
    };
    let cells = (0..rows)
        .map(|_| (0..columns).map(|_| number()).collect())
        .collect();
    let top = 1 + random.below(6);
    let fronts: Vec<usize> = (1..=6).filter(|&f| f != top && f + top != 7).collect();
    Maze {
        name: format!("DICE{}", random.below(1000)),
        rows,
        columns,
        cells,
        start: random.square((rows, columns)),
        top: u8::try_from(top).unwrap(),
        front: u8::try_from(random.pick(&fronts)).unwrap(),
    }
}

/// A maze that a die can be rolled round in: on a loop around a tree of blocks of four squares,
/// every number is that of the die; the rest is drawn.
fn looped_maze(height: usize, width: usize, wild: usize, random: &mut Random) -> Maze {
    let mut maze = random_maze(2 * height, 2 * width, wild, random);
    let ways = ways_around_a_tree(height, width, random);
    let index = |(row, column): Square| (row - 1) * 2 * width + column - 1;
    let on_loop: Vec<usize> = (0..ways.len()).filter(|&at| !ways[at].is_empty()).collect();
    let start = random.pick(&on_loop);
    maze.start = (start / (2 * width) + 1, start % (2 * width) + 1);

    let mut die = Orientation::new(maze.top, maze.front).unwrap();
    let mut here = maze.start;
    let mut back = None;
    while back.is_none() || here != maze.start {
        let ahead = ways[index(here)]
            .iter()
            .copied()
            .find(|&way| Some(way) != back)
            .unwrap();
        here = match ahead {
            Heading::N => (here.0 - 1, here.1),
            Heading::S => (here.0 + 1, here.1),
            Heading::W => (here.0, here.1 - 1),
            Heading::E => (here.0, here.1 + 1),
        };
        maze.cells[here.0 - 1][here.1 - 1] = i64::from(die.top());
        die = die.roll(ahead);
        back = Some(ahead.opposite());
    }
    maze
}

/// For each square the two ways along the loop, or none off it. Every block of the tree is a ring
/// of its four squares; where two blocks are joined, their rings become one.
fn ways_around_a_tree(height: usize, width: usize, random: &mut Random) -> Vec<Vec<Heading>> {
    use Heading::{E, N, S, W};

    let mut ways = vec![Vec::new(); 4 * height * width];
    let square = |row: usize, column: usize| row * 2 * width + column;
    let mut blocks = vec![(random.below(height), random.below(width))];
    let wanted = 1 + random.below(height * width);
    let mut joints = Vec::new();
    while blocks.len() < wanted {
        let (row, column) = random.pick(&blocks);
        let (next, heading) = match random.below(4) {
            0 => ((row.wrapping_sub(1), column), N),
            1 => ((row + 1, column), S),
            2 => ((row, column.wrapping_sub(1)), W),
            _ => ((row, column + 1), E),
        };
        if next.0 < height && next.1 < width && !blocks.contains(&next) {
            blocks.push(next);
            joints.push(if matches!(heading, N | W) {
                (next, heading.opposite())
            } else {
                ((row, column), heading)
            });
        }
    }
    for (row, column) in blocks {
        let (row, column) = (2 * row, 2 * column);
        ways[square(row, column)] = vec![E, S];
        ways[square(row, column + 1)] = vec![W, S];
        ways[square(row + 1, column)] = vec![E, N];
        ways[square(row + 1, column + 1)] = vec![W, N];
    }
    let mut turn = |at: usize, from: Heading, to: Heading| {
        *ways[at].iter_mut().find(|way| **way == from).unwrap() = to;
    };
    for ((row, column), heading) in joints {
        let (row, column) = (2 * row, 2 * column);
        if heading == E {
            turn(square(row, column + 1), S, E);
            turn(square(row + 1, column + 1), N, E);
            turn(square(row, column + 2), S, W);
            turn(square(row + 1, column + 2), N, W);
        } else {
            turn(square(row + 1, column), E, S);
            turn(square(row + 1, column + 1), W, S);
            turn(square(row + 2, column), E, N);
            turn(square(row + 2, column + 1), W, N);
        }
    }
    ways
}

fn random_mazes(seed: u64) -> Vec<Maze> {
    let mut random = Random::new(seed);
    let mut mazes = Vec::new();
    for _ in 0..800 {
        let (rows, columns) = (1 + random.below(10), 1 + random.below(10));
        let wild = random.pick(&[0, 5, 15, 30, 60, 100]);
        mazes.push(random_maze(rows, columns, wild, &mut random));
    }
    for _ in 0..50 {
        let wild = random.pick(&[10, 20, 30, 40]);
        mazes.push(random_maze(15, 12, wild, &mut random));
    }
    for _ in 0..500 {
        let (height, width) = (1 + random.below(5), 1 + random.below(5));
        let wild = random.pick(&[0, 0, 2, 10]);
        mazes.push(looped_maze(height, width, wild, &mut random));
    }
    mazes.extend((0..20).map(|_| looped_maze(9, 8, 0, &mut random)));
    mazes
}

#[test]
fn routes_and_texts_are_those_of_the_plain_version() {
    let seen = compare_in_contest(&random_mazes(1));
    seen.assert_at_least(500, 160, 99);
    let long = seen.found().filter(|route| route.len() > 20).count();
    assert!(long > 100, "{long} are long");
}
