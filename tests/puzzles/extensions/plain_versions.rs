//! Walks and trees, compared with the plain versions.

use mazetick::base::chance::{Chance, Odds, Purpose};
use mazetick::base::{Heading, Headings, Position};
use mazetick::engine::TextFormat;
use mazetick::scene::{Board, Scene};

use super::{binary_tree, keys, mud, one_way};
use crate::compared::{Answer, Puzzle, beside, compare, small, square};
use plain::keys::{Maze, solve};
use plain::random::Random;
use plain::{Square, Walls};

/// A binary tree.
#[derive(Debug)]
struct Tree {
    size: Square,
    seed: u64,
}

impl Puzzle for Tree {
    fn scene(&self) -> Scene {
        let (rows, columns) = self.size;
        let tree = binary_tree::BinaryTree { north: 0.3 };
        Scene::new(small(rows), small(columns))
            .seeded(self.seed)
            .with(tree)
    }

    fn answer(&self, _: Walls) -> Answer {
        let mut chance = Chance::new(self.seed, Purpose::WALLS);
        let walls = plain::binary_tree::walls(self.size, || chance.happens(Odds::new(0.3)));
        Answer::built(self.size.0 * self.size.1).with_walls(walls)
    }
}

/// A walk among mud, doors, keys and gates, and the same for the plain version.
#[derive(Debug)]
struct Bearer(Scene, Maze);

impl Puzzle for Bearer {
    fn scene(&self) -> Scene {
        self.0.clone()
    }

    fn answer(&self, walls: Walls) -> Answer {
        Answer::searched(solve(&Maze {
            walls,
            ..self.1.clone()
        }))
    }
}

#[test]
fn trees_grow_as_in_the_plain_version() {
    let mut random = Random::new(1);
    let tree = |seed| Tree {
        size: random.square((8, 8)),
        seed,
    };
    compare(&(0..40).map(tree).collect::<Vec<_>>());
}

#[test]
fn walks_are_those_of_the_plain_version() {
    let mut random = Random::new(2);
    let walks: Vec<_> = (0..600)
        .map(|seed| random_walk(&mut random, seed))
        .collect();
    compare(&walks).assert_at_least(100, 100, 8);
}

/// Some have walls.
fn random_walk(random: &mut Random, seed: u64) -> Bearer {
    let size = (2 + random.below(5), 2 + random.below(5));
    let (rows, columns) = (small(size.0), small(size.1));
    let grid = Scene::new(rows, columns).grid;
    let cells: Vec<Position> = grid.positions().collect();
    let mut some = |share: usize| -> Vec<Position> {
        cells
            .iter()
            .copied()
            .filter(|_| random.percent(share))
            .collect()
    };
    let (mud, doors, keys, gates) = (some(8), some(15), some(20), some(15));
    let [from, to] = [(); 2].map(|()| random.pick(&cells));
    let sides = |at: &Position| {
        let inward = Heading::ALL.into_iter().filter(|&it| grid.leads(*at, it));
        (*at, inward.take(1 + random.below(2)).collect::<Headings>())
    };
    let doors: Board<Headings> = doors.iter().map(sides).collect();
    let mut numbered = |cells: Vec<Position>| -> Board<u8> {
        cells
            .into_iter()
            .map(|at| (at, random.pick(&[0, 1, 2])))
            .collect()
    };
    let (keys, gates) = (numbered(keys), numbered(gates));

    let maze = Maze {
        size,
        walls: Walls::new(),
        mud: mud.iter().copied().map(square).collect(),
        one_way: doors
            .iter()
            .flat_map(|&(at, sides)| one_ways(at, sides))
            .collect(),
        keys: keys.iter().map(|&(at, key)| (square(at), key)).collect(),
        gates: gates.iter().map(|&(at, key)| (square(at), key)).collect(),
        start: square(from),
        goal: square(to),
    };
    let scene = Scene::new(rows, columns)
        .seeded(seed)
        .with(mud::MudBoard(mud));
    let scene = scene
        .with(one_way::Doors(doors))
        .with(keys::Keys(keys))
        .with(keys::Gates(gates));
    let scene = scene
        .named("RANDOM")
        .drawn(TextFormat::ARROW)
        .with(keys::Bearer {
            from: from.into(),
            to: to.into(),
        });
    let has_walls = seed.is_multiple_of(2);
    let tree = binary_tree::BinaryTree { north: 0.5 };
    Bearer(if has_walls { scene.with(tree) } else { scene }, maze)
}

/// The steps that doors at some sides of a cell do not let be taken back.
fn one_ways(at: Position, sides: Headings) -> Vec<(Square, Square)> {
    sides
        .iter()
        .map(|side| (square(at), square(beside(at, side))))
        .collect()
}
