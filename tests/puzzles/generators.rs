//! Generators of perfect mazes, a step a tick. `uniformity` has their
//! distributions.

use mazetick::base::Outcome;
use mazetick::scene::{CheckedScene, Scene, Simulation};
use proptest::prelude::*;

/// All of these generators.
const GENERATORS: [&str; 12] = [
    "Wilson",
    "Kruskal",
    "AldousBroder",
    "Prim",
    "HuntAndKill",
    "Eller",
    "RecursiveDivision",
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
                    "AldousBroder" => assert!(ticks + 1 >= cells),
                    "Prim" | "HuntAndKill" => assert_eq!(ticks, cells - 1),
                    "Eller" => assert_eq!(ticks, rows as u64),
                    "RecursiveDivision" => assert!(ticks < cells),
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
}

#[test]
fn names_that_people_know_are_answered() {
    for (field, name, expected) in [
        (
            "generate",
            "RecursiveBacktracker",
            "GrowingTree(pick: Newest)",
        ),
        (
            "generate",
            "recursive_backtracker(x: 1)",
            "GrowingTree(pick: Newest)",
        ),
        ("generate", "DFS", "GrowingTree(pick: Newest)"),
        ("generate", "BinaryTree", "examples/binary_tree.rs"),
        ("generate", "Sidewinder", "examples/sidewinder.rs"),
        ("generate", "Prims", "did you mean `Prim`?"),
        ("generate", "Hunt_and_kill", "did you mean `HuntAndKill`?"),
        (
            "walk",
            "Dijkstra(from: (1, 1), to: (2, 2))",
            "Foot(from: …, to: …)",
        ),
    ] {
        let text = format!("Scene(grid: (rows: 2, columns: 2), {field}: {name}, text: Lattice)");
        let error = Scene::from_ron(&text).expect_err("an unknown name");
        assert!(
            error.faults[0].message.contains(expected),
            "{:?}",
            error.faults
        );
    }
}
