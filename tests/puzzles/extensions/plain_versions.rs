//! Walks and trees, compared with the plain versions.

use mazetick::{Board, Chance, Heading, Headings, Odds, Outcome, Phase, Position, Purpose, Scene};
use mazetick::{Simulation, TextFormat};

use super::{binary_tree, keys, mud, one_way};
use crate::plain::binary_tree::passages;
use crate::plain::keys::Maze;
use crate::random::Random;

/// The walls of a tree are those of the plain version.
#[test]
fn trees_grow_as_in_the_plain_version() {
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let mut length = || u32::try_from(1 + random.below(8)).expect("small");
        let size @ (rows, columns) = (length(), length());
        let tree = binary_tree::BinaryTree { north: 0.3 };
        let scene = Scene::new(rows, columns).seeded(seed).with(tree);
        let mut simulation = Simulation::new(&scene).expect("a legal scene");
        assert_eq!(simulation.run(), &Outcome::Built);
        assert_eq!(simulation.progress().tick, u64::from(rows * columns));
        assert!(simulation.passages().are_perfect());

        let mut chance = Chance::new(seed, Purpose::Walls);
        let passages = passages(size, || chance.happens(Odds::new(0.3)));
        for at in scene.grid.positions() {
            for (heading, row, column) in
                [(Heading::N, at.row - 1, at.column), (Heading::W, at.row, at.column - 1)]
            {
                let is_open = passages.contains(&(at.into(), (row, column)));
                assert_eq!(simulation.wall(at, heading), Some(!is_open), "{at} {heading:?}");
            }
        }
    }
}

/// The shortest walks among mud, doors, keys and gates are as long as those of the plain version.
#[test]
fn walks_are_those_of_the_plain_version() {
    let mut solved = 0;
    let mut there = None;
    for seed in 0..600 {
        let mut random = Random::new(seed);
        let (scene, mut maze) = random_scene(&mut random, seed);
        let simulation = Simulation::reuse(&mut there, &scene).expect("a legal scene");
        let start = scene.start().expect("a walk");
        while simulation.progress().phase == Phase::Generation {
            simulation.tick();
        }
        for at in scene.grid.positions() {
            let walls = simulation.walls_around(at).unwrap_or_default();
            for heading in Heading::ALL.into_iter().filter(|&it| scene.grid.leads(at, it)) {
                if !walls.contains(heading) {
                    maze.passages.insert((at.into(), beside(at, heading)));
                }
            }
        }
        let shortest = maze.shortest(start.from.into(), start.to.into());
        let expected = shortest.map_or(Outcome::NoSolution, |moves| Outcome::Solved { moves });
        assert_eq!(simulation.run(), &expected, "{}", scene.to_ron());
        if let Outcome::Solved { moves } = expected {
            solved += 1;
            let route: Vec<(u32, u32)> = simulation.route().into_iter().map(Into::into).collect();
            assert_eq!(route.len(), moves as usize + 1);
            assert!(route.windows(2).all(|step| maze.passages.contains(&(step[0], step[1]))));
        }
    }
    assert!((100..500).contains(&solved), "{solved} solved");
}

/// The cell toward `heading`.
fn beside(at: Position, heading: Heading) -> (u32, u32) {
    match heading {
        Heading::N => (at.row - 1, at.column),
        Heading::S => (at.row + 1, at.column),
        Heading::W => (at.row, at.column - 1),
        Heading::E => (at.row, at.column + 1),
    }
}

/// A scene, and the same for the plain version, which has no passages yet.
fn random_scene(random: &mut Random, seed: u64) -> (Scene, Maze) {
    let mut length = || u32::try_from(2 + random.below(5)).expect("small");
    let size @ (rows, columns) = (length(), length());
    let grid = Scene::new(rows, columns).grid;
    let cells: Vec<Position> = grid.positions().collect();
    let mut some = |share: usize| -> Vec<Position> {
        cells.iter().copied().filter(|_| random.percent(share)).collect()
    };
    let (mud, doors, keys, gates) = (some(8), some(15), some(20), some(15));
    let [from, to] = [(); 2].map(|()| random.pick(&cells));
    let sides = |at: &Position| {
        let inward = Heading::ALL.into_iter().filter(|&it| grid.leads(*at, it));
        (*at, inward.take(1 + random.below(2)).collect::<Headings>())
    };
    let doors: Board<Headings> = doors.iter().map(sides).collect();
    let mut numbered = |cells: Vec<Position>| -> Board<u8> {
        cells.into_iter().map(|at| (at, random.pick(&[0, 1, 2]))).collect()
    };
    let (keys, gates) = (numbered(keys), numbered(gates));

    let maze = Maze {
        size,
        mud: mud.iter().map(|&at| at.into()).collect(),
        one_way: doors
            .iter()
            .flat_map(|&(at, sides)| sides.iter().map(move |side| (at.into(), beside(at, side))))
            .collect(),
        keys: keys.iter().map(|&(at, key)| (at.into(), key)).collect(),
        gates: gates.iter().map(|&(at, key)| (at.into(), key)).collect(),
        ..Maze::default()
    };
    let scene = Scene::new(rows, columns).seeded(seed).with(mud::MudBoard(mud));
    let scene = scene.with(one_way::Doors(doors)).with(keys::Keys(keys)).with(keys::Gates(gates));
    let scene = scene.named("RANDOM").drawn(TextFormat::ARROW).with(keys::Bearer { from, to });
    let with_walls = seed.is_multiple_of(2);
    (if with_walls { scene.with(binary_tree::BinaryTree { north: 0.5 }) } else { scene }, maze)
}
