//! Arrow mazes, compared with the plain version.

use std::collections::HashMap;

use crate::compared::{Answer, InContest, Puzzle, compare_in_contest, heading, position, solved};
use mazetick::base::heading::Turn;
use mazetick::contest::Contest;
use mazetick::engine::TextFormat;
use mazetick::puzzles::arrow::Signs;
use mazetick::puzzles::{Arrow, SignBoard};
use mazetick::scene::Scene;
use plain::arrow::{self, Maze};
use plain::random::Random;
use plain::{Square, Walls};

impl Puzzle for Maze {
    fn scene(&self) -> Scene {
        let signs = |(&(at, travel), letters): (&(Square, char), &String)| {
            let mut signs = Signs::default();
            letters
                .bytes()
                .for_each(|l| signs.add(heading(travel), Turn::from_letter(l).unwrap()));
            (position(at), signs)
        };
        let size = position((self.rows, self.columns));
        Scene::new(size.row, size.column)
            .named(&self.name)
            .with(self.signs.iter().map(signs).collect::<SignBoard>())
            .with(Arrow {
                from: position(self.start).into(),
                heading: heading(self.heading),
                to: position(self.goal).into(),
            })
            .drawn(TextFormat::ARROW)
    }

    fn answer(&self, _: Walls) -> Answer {
        let route = arrow::solve(self);
        assert_eq!(
            route.as_ref().map(Vec::len),
            arrow::shortest_length(self),
            "{self:?}"
        );
        assert!(
            route
                .as_ref()
                .is_none_or(|route| arrow::is_route(self, route)),
            "{self:?}"
        );
        let text = arrow::text(self, route.as_deref());
        Answer::searched(route).with_text(text)
    }
}

impl InContest for Maze {
    const CONTEST: Contest = Contest::ARROW;

    fn input(puzzles: &[Self]) -> String {
        arrow::input(puzzles)
    }

    /// The format has no place for the size.
    fn is_read_as(&self, read: &Scene) -> bool {
        read.name == self.name && read.get::<Arrow>() == self.scene().get()
    }
}

/// A maze of this size, with each arrow present with a probability of `arrows` percent.
fn random_maze(rows: usize, columns: usize, arrows: usize, random: &mut Random) -> Maze {
    let (start, goal) = (
        random.square((rows, columns)),
        random.square((rows, columns)),
    );
    let mut maze = Maze {
        name: format!("MAZE{}", random.below(1000)),
        rows,
        columns,
        start,
        heading: random.pick(&['N', 'E', 'S', 'W']),
        goal,
        signs: HashMap::new(),
    };
    for row in 1..=maze.rows {
        for column in 1..=maze.columns {
            for travel in ['N', 'E', 'S', 'W'] {
                let letters: String = "LFR".chars().filter(|_| random.percent(arrows)).collect();
                if !letters.is_empty() {
                    maze.signs.insert(((row, column), travel), letters);
                }
            }
        }
    }
    maze
}

/// A maze where most signs have one arrow, which keeps the walk on the grid: routes are long.
fn winding_maze(rows: usize, columns: usize, random: &mut Random) -> Maze {
    let mut maze = random_maze(rows, columns, 0, random);
    let grid = maze.scene().grid;
    for row in 1..=maze.rows {
        for column in 1..=maze.columns {
            for travel in ['N', 'E', 'S', 'W'] {
                let leads =
                    |turn: &Turn| grid.leads(position((row, column)), heading(travel).turn(*turn));
                let turns: Vec<Turn> = Turn::ALL.into_iter().filter(leads).collect();
                let mut letters = random.pick(&turns).letter().to_string();
                if random.percent(5) {
                    letters.push(random.pick(&turns).letter());
                }
                maze.signs.insert(((row, column), travel), letters);
            }
        }
    }
    maze
}

fn random_mazes(seed: u64) -> Vec<Maze> {
    let mut random = Random::new(seed);
    let mut mazes = Vec::new();
    for _ in 0..1200 {
        let (rows, columns) = (1 + random.below(8), 1 + random.below(8));
        let arrows = random.pick(&[20, 35, 45, 60]);
        mazes.push(random_maze(rows, columns, arrows, &mut random));
    }
    for _ in 0..50 {
        let arrows = random.pick(&[30, 34, 38, 45]);
        mazes.push(random_maze(20, 20, arrows, &mut random));
    }
    mazes.extend((0..60).map(|_| winding_maze(20, 20, &mut random)));
    mazes.extend((0..60).map(|_| winding_maze(7, 6, &mut random)));
    mazes
}

#[test]
fn routes_and_texts_are_those_of_the_plain_version() {
    let mazes = random_mazes(1);
    compare_in_contest(&mazes).assert_at_least(180, 180, 50);
}

#[test]
fn blanks_in_lines_do_not_matter() {
    let input = arrow::input(&random_mazes(5)[1100..]);
    let expected = solved(Contest::ARROW, &input, 1);
    for (plain, odd) in [
        ("\n", "\r\n"),
        (" *", "\t*"),
        (" *", "  *"),
        ("0\n", "0 \n\n"),
    ] {
        assert_eq!(
            solved(Contest::ARROW, &input.replace(plain, odd), 1),
            expected
        );
    }
}

/// Lines of an intersection that are split up and mixed with those of others add up.
#[test]
fn split_and_repeated_lines_add_up() {
    let mut random = Random::new(4);
    for _ in 0..500 {
        let maze = random_maze(4, 4, 40, &mut random);
        let input = arrow::input(std::slice::from_ref(&maze));
        let mut lines: Vec<String> = input.lines().map(str::to_owned).collect();
        let signs: Vec<String> = lines.drain(2..lines.len() - 2).collect();
        let mut split = Vec::new();
        for line in &signs {
            let words: Vec<&str> = line.split_whitespace().collect();
            let (at, groups) = words[..words.len() - 1].split_at(2);
            for group in groups {
                let times = 1 + random.below(2);
                split.extend(vec![format!("{} {group} *", at.join(" ")); times]);
            }
        }
        for last in (1..split.len()).rev() {
            split.swap(last, random.below(last + 1));
        }
        lines.splice(2..2, split);
        let expected = arrow::text(&maze, arrow::solve(&maze).as_deref());
        assert_eq!(solved(Contest::ARROW, &lines.join("\n"), 1), expected);
    }
}
