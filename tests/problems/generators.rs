//! Wilson, growing trees and Kruskal: the right distributions, perfect mazes, and the same world
//! after ticking in any steps.

use std::collections::BTreeMap;

use crate::plain::trees::{Distribution, Pick, Set, Walls};
use mazetick::{CheckedScene, Heading, Outcome, Position, Scene, Simulation};
use proptest::prelude::*;

/// All of these generators.
const GENERATORS: [&str; 7] = [
    "Wilson",
    "Kruskal",
    "GrowingTree(pick: Newest)",
    "GrowingTree(pick: Oldest)",
    "GrowingTree(pick: Random)",
    "GrowingTree(pick: Mixed(0.4))",
    "GrowingTree(pick: Mixed(1.0), start: (1, 1))",
];

fn scene(rows: usize, columns: usize, generator: &str, seed: u64) -> CheckedScene {
    let text = format!(
        "Scene(seed: {seed}, grid: (rows: {rows}, columns: {columns}), generate: {generator}, \
         text: Lattice)"
    );
    Scene::from_ron(&text).unwrap()
}

/// The same, with a walk from corner to corner.
fn walked(rows: usize, columns: usize, generator: &str, seed: u64) -> CheckedScene {
    let text = format!(
        "Scene(seed: {seed}, grid: (rows: {rows}, columns: {columns}), generate: {generator}, \
         walk: Foot(from: (1, 1), to: ({rows}, {columns})), text: Lattice)"
    );
    Scene::from_ron(&text).unwrap()
}

/// The passages of a world, as the plain version numbers them.
fn passages(simulation: &Simulation, rows: usize, columns: usize) -> Set {
    let walls = Walls::new(rows, columns).walls;
    let count_of = |place: usize| u32::try_from(place).unwrap() + 1;
    let is_open = |[one, other]: [usize; 2]| {
        let at = Position::from((count_of(one / columns), count_of(one % columns)));
        let side =
            if other == one + 1 && one % columns + 1 < columns { Heading::E } else { Heading::S };
        simulation.wall(at, side) == Some(false)
    };
    let open = walls.into_iter().enumerate().filter(|&(_, wall)| is_open(wall));
    open.map(|(place, _)| 1 << place).sum()
}

/// How often each maze occurs with the seeds 0, 1, 2 and so on.
fn drawn(rows: usize, columns: usize, generator: &str, seeds: u64) -> BTreeMap<Set, u32> {
    let mut there = None;
    let mut counts = BTreeMap::new();
    let mut scene = scene(rows, columns, generator, 0);
    for seed in 0..seeds {
        scene.set_seed(seed);
        let simulation = Simulation::reuse(&mut there, &scene).unwrap();
        simulation.run();
        *counts.entry(passages(simulation, rows, columns)).or_default() += 1;
    }
    counts
}

/// Pearson's statistic: how far what was drawn is from what was expected.
#[allow(clippy::cast_precision_loss)] // several ten thousand seeds
fn distance(counts: &BTreeMap<Set, u32>, expected: &Distribution) -> f64 {
    let all = f64::from(counts.values().sum::<u32>());
    assert!(counts.keys().all(|maze| expected.contains_key(maze)), "an impossible maze");
    let of = |(maze, chance): (&Set, &f64)| {
        let count = f64::from(counts.get(maze).copied().unwrap_or_default());
        (count - chance * all).powi(2) / (chance * all)
    };
    expected.iter().map(of).sum()
}

/// The bound that Pearson's statistic exceeds once in 30,000 times if the distribution is the
/// expected one: four standard deviations, by the approximation of Wilson and Hilferty.
#[allow(clippy::cast_precision_loss)] // a few hundred mazes
fn bound(expected: &Distribution) -> f64 {
    let degrees = (expected.len() - 1) as f64;
    let spread = 2.0 / (9.0 * degrees);
    degrees * (1.0 - spread + 4.0 * spread.sqrt()).powi(3)
}

#[track_caller]
fn assert_drawn(generator: &str, rows: usize, columns: usize, expected: &Distribution) {
    let all: f64 = expected.values().sum();
    assert!((all - 1.0).abs() < 1e-9, "{generator}: the probabilities add up to {all}");
    let seeds = 400 * expected.len() as u64;
    let distance = distance(&drawn(rows, columns, generator, seeds), expected);
    let bound = bound(expected);
    assert!(distance < bound, "{generator}, {rows} by {columns}: {distance} of {bound}");
}

#[test]
fn wilson_is_uniform() {
    for (rows, columns, mazes) in [(2, 2, 4), (2, 3, 15), (3, 2, 15), (3, 3, 192)] {
        let uniform = Walls::new(rows, columns).uniform();
        assert_eq!(uniform.len(), mazes);
        assert_drawn("Wilson", rows, columns, &uniform);
    }
}

#[test]
fn kruskal_has_the_distribution_of_random_wall_orders() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        assert_drawn("Kruskal", rows, columns, &Walls::new(rows, columns).kruskal());
    }
}

#[test]
fn growing_trees_have_the_distribution_of_their_choices() {
    let picks = [
        ("Newest", Pick::Newest),
        ("Oldest", Pick::Oldest),
        ("Random", Pick::Random),
        ("Mixed(0.5)", Pick::Mixed(0.5)),
        ("Mixed(0)", Pick::Newest),
        ("Mixed(1)", Pick::Random),
    ];
    for (name, pick) in picks {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
            let walls = Walls::new(rows, columns);
            let everywhere: Vec<usize> = (0..rows * columns).collect();
            let expected = walls.growing_tree(&everywhere, pick);
            assert_drawn(&format!("GrowingTree(pick: {name})"), rows, columns, &expected);
            let expected = walls.growing_tree(&[columns], pick);
            let generator = format!("GrowingTree(pick: {name}, start: (2, 1))");
            assert_drawn(&generator, rows, columns, &expected);
        }
    }
}

/// The test of distributions can distinguish the generators.
#[test]
fn no_other_generator_has_wilsons_distribution() {
    let uniform = Walls::new(3, 3).uniform();
    for generator in &GENERATORS[1..] {
        let counts = drawn(3, 3, generator, 400 * uniform.len() as u64);
        assert!(distance(&counts, &uniform) > bound(&uniform), "{generator}");
    }
}

#[test]
fn a_tick_is_one_step() {
    for seed in 0..20 {
        for (rows, columns) in [(1, 1), (1, 9), (9, 1), (7, 8)] {
            let cells = (rows * columns) as u64;
            for generator in GENERATORS {
                let mut simulation =
                    Simulation::new(&scene(rows, columns, generator, seed)).unwrap();
                simulation.run();
                let ticks = simulation.progress().tick;
                let inner = 2 * cells - rows as u64 - columns as u64;
                match generator {
                    "Wilson" => assert!(ticks + 1 >= cells.isqrt()),
                    "Kruskal" => assert!((cells - 1..=inner).contains(&ticks)),
                    _ => assert_eq!(ticks, 2 * cells - 1),
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn mazes_are_perfect_and_can_be_walked(
        (rows, columns) in prop_oneof![(1..30_usize, 1..30_usize), (Just(1), 1..60_usize), (1..60_usize, Just(1))],
        seed in any::<u64>(),
    ) {
        let mut there = None;
        for generator in GENERATORS {
            let scene = walked(rows, columns, generator, seed);
            prop_assert_eq!(&Scene::from_ron(&scene.to_ron()).unwrap(), &scene);
            let simulation = Simulation::reuse(&mut there, &scene).unwrap();
            simulation.run();
            prop_assert!(simulation.passages().are_perfect(), "{}", generator);
            let is_solved = matches!(simulation.outcome(), Outcome::Solved { .. });
            prop_assert_eq!(is_solved, rows * columns > 1, "{}", generator);
        }
    }

    #[test]
    fn worlds_are_the_same_however_they_are_ticked(
        (rows, columns) in (1..9_usize, 1..9_usize),
        seed in any::<u64>(),
        bites in prop::collection::vec(1..90_u64, 1..20),
        which in 0..GENERATORS.len(),
    ) {
        let scene = walked(rows, columns, GENERATORS[which], seed);
        let mut single = Simulation::new(&scene).unwrap();
        let mut bitten = Simulation::new(&scene).unwrap();
        for bite in bites {
            bitten.advance(bite);
            (0..bite).for_each(|_| _ = single.tick());
            prop_assert_eq!(single.digests(), bitten.digests());
        }
        single.run();
        bitten.run();
        prop_assert_eq!(single.digests(), bitten.digests());
        prop_assert_eq!(single.text(), bitten.text());
    }
}
