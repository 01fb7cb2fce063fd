//! Number mazes, compared with the plain version.

use crate::compared::{Answer, Puzzle, compare, position, small};
use mazetick::base::{Grid, Outcome, Position};
use mazetick::engine::TextFormat;
use mazetick::puzzles::jump::JumpLength;
use mazetick::puzzles::mazing::Pick;
use mazetick::puzzles::{Foot, Johnny, Jump, Jumps, Mazing};
use mazetick::registry::Registry;
use mazetick::scene::{Scene, Simulation};
use plain::jump::{self, Maze};
use plain::random::Random;
use plain::{Square, Walls};

impl Puzzle for Maze {
    fn scene(&self) -> Scene {
        let length = |&length: &usize| JumpLength(u8::try_from(length).unwrap());
        let rows = self.lengths.iter().map(|row| row.iter().map(length));
        Scene::new(small(self.lengths.len()), small(self.lengths[0].len()))
            .named("JUMPS")
            .with(Jumps(rows.collect()))
            .with(Jump {
                from: position(self.start).into(),
                to: position(self.goal).into(),
            })
            .drawn(TextFormat::JUMP)
    }

    fn answer(&self, walls: Walls) -> Answer {
        let maze = Maze {
            walls,
            ..self.clone()
        };
        let Some(route) = jump::solve(&maze) else {
            return Answer::exhausted(jump::reached(&maze));
        };
        assert!(
            route
                .windows(2)
                .all(|leg| maze.jumps(leg[0]).contains(&Some(leg[1])))
        );
        Answer::searched(Some(route))
    }
}

/// A maze whose walls are generated.
#[derive(Debug)]
struct Walled {
    maze: Maze,
    seed: u64,
}

impl Puzzle for Walled {
    fn scene(&self) -> Scene {
        let scene = self
            .maze
            .scene()
            .seeded(self.seed)
            .drawn(TextFormat::LATTICE);
        match self.seed % 2 {
            0 => scene.with(Johnny {
                flips: 0.5,
                ..Johnny::from(Position::new(1, 1))
            }),
            _ => scene.with(Mazing {
                pick: Pick::EligibleWall,
            }),
        }
    }

    fn answer(&self, walls: Walls) -> Answer {
        self.maze.answer(walls)
    }
}

/// A maze without walls whose numbers go up to `longest`, `stops` in a hundred of them 0.
fn random_maze(size: Square, longest: usize, stops: usize, random: &mut Random) -> Maze {
    let mut length = || {
        if random.percent(stops) {
            0
        } else {
            1 + random.below(longest)
        }
    };
    let lengths = (0..size.0)
        .map(|_| (0..size.1).map(|_| length()).collect())
        .collect();
    let (start, goal) = (random.square(size), random.square(size));
    Maze {
        lengths,
        walls: Walls::new(),
        start,
        goal,
    }
}

fn random_mazes(seed: u64, count: usize) -> Vec<Maze> {
    let mut random = Random::new(seed);
    let maze = |_| {
        let size = match random.below(10) {
            0 => (1, 1 + random.below(80)),
            1 => (1 + random.below(80), 1),
            _ => (1 + random.below(10), 1 + random.below(10)),
        };
        let widest = size.0.max(size.1).clamp(2, 64) - 1;
        let longest = [1, 1 + widest / 3, widest, 63][random.below(4)];
        let stops = random.pick(&[0, 0, 5, 30]);
        random_maze(size, longest, stops, &mut random)
    };
    (0..count).map(maze).collect()
}

#[test]
fn routes_are_those_of_the_plain_version() {
    compare(&random_mazes(1, 1600)).assert_at_least(400, 400, 20);
}

#[test]
fn walls_block_jumps() {
    let mut random = Random::new(2);
    let walled = |(seed, mut maze): (u64, Maze)| {
        for length in maze.lengths.iter_mut().flatten() {
            *length = (*length).min(random.below(4)); // walls leave little room
        }
        Walled { maze, seed }
    };
    let mazes: Vec<_> = (0..).zip(random_mazes(3, 600)).map(walled).collect();
    let seen = compare(&mazes);
    seen.assert_at_least(40, 40, 5);
    let kept_from = mazes
        .iter()
        .zip(&seen.routes)
        .filter(|(walled, route)| route.is_none() && jump::solve(&walled.maze).is_some());
    let kept_from = kept_from.count();
    assert!(kept_from > 40, "walls keep {kept_from} from it");
}

#[track_caller]
fn assert_refused(scene: &Scene, expected: &[&str]) {
    let error = scene.clone().checked().unwrap_err();
    let found: Vec<String> = error.faults.iter().map(ToString::to_string).collect();
    assert_eq!(found, expected);
}

#[test]
fn errors_in_a_board_are_reported() {
    let corner = Position::new(1, 1);
    let named = || Scene::new(2, 2).named("JUMPS").drawn(TextFormat::JUMP);
    let jump = Jump {
        from: corner.into(),
        to: Position::new(2, 3).into(),
    };
    assert_refused(
        &named().with(Jumps::from([[1, 64, 1]])).with(jump),
        &[
            "jumps: found 1 row, expected 2",
            "jumps[0]: found a row of 3, expected 2",
            "jumps[0][1]: found 64, expected 1 to 63, or 0 for no jump",
            "walk.to: (2, 3) is outside the grid, expected (1, 1) to (2, 2)",
        ],
    );
    let jump = Jump {
        from: corner.into(),
        to: corner.into(),
    };
    assert_refused(
        &named().with(jump),
        &["walk: a walk in jumps needs a board: add `jumps`"],
    );
    let foot = Foot {
        from: corner.into(),
        to: corner.into(),
    };
    assert_refused(
        &named().with(Jumps::from([[1, 1], [1, 1]])).with(foot),
        &["jumps: found jumps without a walk that uses them, expected a `Jump` walk"],
    );
}

#[test]
fn the_board_shows_the_route_and_does_without_numbers() {
    let scene = Scene::from_ron(
        "Scene(grid: (rows: 2, columns: 12), text: JumpBoard, jumps: [
            [11, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]],
            walk: Jump(from: (1, 1), to: (2, 12)))",
    );
    let mut simulation = Simulation::new(&scene.unwrap()).unwrap();
    simulation.run();
    let expected = "\
[11]  1   1   1   1   1   1   1   1   1   1 [ 1]
  0   1   1   1   1   1   1   1   1   1   1 [ 1]
";
    assert_eq!(simulation.text(), expected);

    let foot = Foot {
        from: Position::new(1, 1).into(),
        to: Position::new(2, 1).into(),
    };
    let scene = Scene::new(2, 2).with(foot).drawn(TextFormat::JUMP_BOARD);
    let mut simulation = Simulation::new(&scene).unwrap();
    simulation.run();
    assert_eq!(simulation.text(), "[ .]  .\n[ .]  .\n");
}

#[test]
fn scenes_to_start_from_have_a_solution() {
    let registry = Registry::standard();
    for (name, least) in [("jump", 80), ("dice", 30)] {
        let template = registry
            .templates()
            .iter()
            .find(|it| it.name == name)
            .unwrap();
        let solves = |seed| {
            let text = template.scene(
                Grid {
                    rows: 8,
                    columns: 12,
                },
                seed,
            );
            let mut simulation = Simulation::new(&Scene::from_ron(&text).unwrap()).unwrap();
            matches!(simulation.run(), Outcome::Solved { .. })
        };
        assert!(solves(1), "the usual one of {name}");
        assert!(
            (0..100).filter(|&seed| solves(seed)).count() > least,
            "most of {name}"
        );
    }
}
