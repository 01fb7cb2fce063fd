//! Number mazes, compared with the plain version, and properties of every walk: ticks, saving,
//! reuse.

use std::collections::HashSet;

use crate::plain::jump::{self, Maze, Square};
use crate::plain::random::Random;
use mazetick::{
    Foot, Grid, Heading, Ingredients, Johnny, Jump, JumpLength, Jumps, Mazing, Outcome, Pick,
    Position, Scene, Simulation, TextFormat,
};

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap()
}

fn position((row, column): Square) -> Position {
    Position::new(small(row), small(column))
}

fn square(at: Position) -> Square {
    (at.row as usize, at.column as usize)
}

/// A maze without walls whose numbers go up to `longest`, `stops` in a hundred of them 0.
fn random_maze(size: Square, longest: usize, stops: usize, random: &mut Random) -> Maze {
    let mut length = || if random.percent(stops) { 0 } else { 1 + random.below(longest) };
    let lengths = (0..size.0).map(|_| (0..size.1).map(|_| length()).collect()).collect();
    let mut any = || (1 + random.below(size.0), 1 + random.below(size.1));
    Maze { lengths, walls: HashSet::new(), start: any(), goal: any() }
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

fn scene(maze: &Maze) -> Scene {
    let length = |&length: &usize| JumpLength(u8::try_from(length).unwrap());
    let rows = maze.lengths.iter().map(|row| row.iter().map(length));
    Scene::new(small(maze.lengths.len()), small(maze.lengths[0].len()))
        .named("JUMPS")
        .with(Jumps(rows.collect()))
        .with(Jump { from: position(maze.start), to: position(maze.goal) })
        .drawn(TextFormat::JUMP)
}

/// The walls of a world, as the plain version has them.
fn walls_of(simulation: &Simulation) -> HashSet<(Square, Square)> {
    let grid = simulation.grid();
    let mut walls = HashSet::new();
    for at in grid.positions() {
        let (row, column) = square(at);
        for (side, beside) in [(Heading::S, (row + 1, column)), (Heading::E, (row, column + 1))] {
            if grid.leads(at, side) && simulation.wall(at, side).unwrap() {
                walls.extend([((row, column), beside), (beside, (row, column))]);
            }
        }
    }
    walls
}

/// Compares the finished world of a scene with the plain version of the maze; returns whether it is
/// solved.
fn compare(simulation: &mut Simulation, scene: &Scene, maze: &Maze, before: u64) -> bool {
    let outcome = simulation.run().clone();
    let ticks = simulation.progress().tick - before;
    let route: Vec<Square> = simulation.route().into_iter().map(square).collect();
    match (outcome, jump::solve(maze)) {
        (Outcome::Solved { moves }, Some(expected)) => {
            assert_eq!(route, expected, "{}", scene.to_ron());
            assert_eq!((moves as usize, ticks), (route.len() - 1, u64::from(moves)));
            for leg in route.windows(2) {
                assert!(maze.jumps(leg[0]).contains(&Some(leg[1])));
            }
            true
        }
        (Outcome::NoSolution, None) => {
            assert_eq!(route, []);
            let found = (simulation.stats().states().unwrap(), usize::try_from(ticks).unwrap());
            assert_eq!(found, jump::reached(maze), "{}", scene.to_ron());
            false
        }
        (outcome, expected) => panic!("{outcome:?}, {expected:?}: {}", scene.to_ron()),
    }
}

#[test]
fn routes_are_those_of_the_plain_version() {
    let mazes = random_mazes(1, 4000);
    let mut simulation = None;
    let (mut solved, mut longest) = (0, 0);
    for maze in &mazes {
        let scene = scene(maze);
        assert_eq!(Scene::from_ron(&scene.to_ron()).unwrap(), scene);
        let simulation = Simulation::reuse(&mut simulation, &scene).unwrap();
        solved += usize::from(compare(simulation, &scene, maze, 0));
        longest = longest.max(simulation.route().len());
    }
    assert!(solved > 1000 && solved + 1000 < mazes.len(), "{solved} solved");
    assert!(longest > 20, "the longest route has {longest} positions");
}

#[test]
fn walls_block_jumps() {
    let mut random = Random::new(2);
    let (mut solved, mut kept_from) = (0, 0);
    for (seed, mut maze) in (0..).zip(random_mazes(3, 600)) {
        for length in maze.lengths.iter_mut().flatten() {
            *length = (*length).min(random.below(4)); // walls leave little room
        }
        let mut scene = scene(&maze).seeded(seed).drawn(TextFormat::LATTICE);
        scene = match seed % 2 {
            0 => scene.with(Johnny { flips: 0.5, ..Johnny::from(Position::new(1, 1)) }),
            _ => scene.with(Mazing { pick: Pick::EligibleWall }),
        };
        let is_solved_without = jump::solve(&maze).is_some();
        let mut simulation = Simulation::new(&scene).unwrap();
        while simulation.progress().phase == mazetick::Phase::Generation {
            simulation.tick();
        }
        maze.walls = walls_of(&simulation);
        let before = simulation.progress().tick;
        let is_solved = compare(&mut simulation, &scene, &maze, before);
        solved += usize::from(is_solved);
        kept_from += usize::from(is_solved_without && !is_solved);
    }
    assert!(solved > 40 && kept_from > 40, "{solved} solved, {kept_from} kept from it");
}

#[test]
fn single_ticks_lead_to_the_same_world() {
    for maze in random_mazes(4, 120) {
        let scene = scene(&maze);
        let mut whole = Simulation::new(&scene).unwrap();
        whole.run();
        let mut singly = Simulation::new(&scene).unwrap();
        loop {
            let mut at_once = Simulation::new(&scene).unwrap();
            at_once.advance(singly.progress().tick);
            assert_eq!(at_once.digests(), singly.digests());
            if !singly.tick() {
                break;
            }
        }
        assert_eq!(singly.digests(), whole.digests());
    }
}

#[track_caller]
fn assert_refused(scene: &Scene, expected: &[&str]) {
    let error = scene.check().unwrap_err();
    let found: Vec<String> = error.objections.iter().map(ToString::to_string).collect();
    assert_eq!(found, expected);
}

#[test]
fn errors_in_a_board_are_reported() {
    let corner = Position::new(1, 1);
    let named = || Scene::new(2, 2).named("JUMPS").drawn(TextFormat::JUMP);
    let jump = Jump { from: corner, to: Position::new(2, 3) };
    assert_refused(
        &named().with(Jumps::from([[1, 64, 1]])).with(jump),
        &[
            "jumps: found 1 row, expected 2",
            "jumps[0]: found a row of 3, expected 2",
            "jumps[0][1]: found 64, expected 1 to 63, or 0 for no jump",
            "walk.to: (2, 3) is outside the grid, expected (1, 1) to (2, 2)",
        ],
    );
    let jump = Jump { from: corner, to: corner };
    assert_refused(
        &named().with(jump),
        &["walk: a walk in jumps needs `jumps`, expected them in this scene"],
    );
    let foot = Foot { from: corner, to: corner };
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

    let foot = Foot { from: Position::new(1, 1), to: Position::new(2, 1) };
    let scene = Scene::new(2, 2).with(foot).drawn(TextFormat::JUMP_BOARD);
    let mut simulation = Simulation::new(&scene).unwrap();
    simulation.run();
    assert_eq!(simulation.text(), "[ .]  .\n[ .]  .\n");
}

#[test]
fn scenes_to_start_from_have_a_solution() {
    let ingredients = Ingredients::standard();
    let template = ingredients.templates().iter().find(|it| it.name == "jump").unwrap();
    for (rows, columns) in [(2, 2), (1, 40), (8, 12), (100, 90), (1, 2)] {
        for seed in 0..20 {
            let text = template.scene(Grid { rows, columns }, seed);
            let mut simulation = Simulation::new(&Scene::from_ron(&text).unwrap()).unwrap();
            assert!(matches!(simulation.run(), Outcome::Solved { .. }), "{text}");
        }
    }
    let text = template.scene(Grid { rows: 1, columns: 1 }, 1);
    let mut simulation = Simulation::new(&Scene::from_ron(&text).unwrap()).unwrap();
    assert_eq!(simulation.run(), &Outcome::NoSolution);
}
