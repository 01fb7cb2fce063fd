//! Braided mazes: which dead ends are opened, and how likely each outcome is.

use std::collections::BTreeMap;

use mazetick::base::grid::CellIndex;
use mazetick::base::{Heading, Position};
use mazetick::picture::change::Changes;
use mazetick::puzzles::Braid;
use mazetick::scene::{CheckedScene, Scene, Simulation};
use plain::chances::deviation;
use proptest::prelude::*;

const WALLS: [&str; 6] = [
    "generate: Johnny(start: (1, 1), flips: 0.2)",
    "generate: Mazing(pick: AnyWall)",
    "generate: Mazing(pick: EligibleWall)",
    "generate: Wilson",
    "generate: Kruskal",
    "generate: GrowingTree(pick: Random)",
];

fn scene(rows: u32, columns: u32, walls: &str, braid: &str, seed: u64) -> CheckedScene {
    let text = format!(
        "Scene(seed: {seed}, grid: (rows: {rows}, columns: {columns}), {walls}, {braid} \
         walk: Foot(from: (1, 1), to: ({rows}, {columns})), text: Lattice)"
    );
    Scene::from_ron(&text).unwrap()
}

/// The sides of a cell that lead inside and are shut, and how many ways out it has.
fn shut(simulation: &Simulation, at: Position) -> (Vec<Heading>, usize) {
    let grid = simulation.grid();
    let walls = simulation.walls_around(at).unwrap();
    let inner = Heading::ALL
        .into_iter()
        .filter(|&side| grid.leads(at, side));
    (
        inner.filter(|&side| walls.contains(side)).collect(),
        4 - walls.len() as usize,
    )
}

fn dead_ends(simulation: &Simulation) -> Vec<Position> {
    let is_dead_end = |&at: &Position| {
        let (shut, ways) = shut(simulation, at);
        ways == 1 && !shut.is_empty()
    };
    simulation.grid().positions().filter(is_dead_end).collect()
}

/// Ticks until the walls stand.
fn build(simulation: &mut Simulation) {
    while simulation.progress().phase == mazetick::base::Phase::Generation {
        simulation.tick();
    }
}

/// A generator knows nothing of what follows it.
#[test]
fn ticks_of_braid_are_told_of_as_such() {
    for walls in WALLS {
        let mut plain = Simulation::new(&scene(6, 6, walls, "", 3)).unwrap();
        build(&mut plain);
        let mut simulation = Simulation::new(&scene(6, 6, walls, "braid: 0.7,", 3)).unwrap();
        simulation.advance(plain.progress().tick);
        let mut ticks = 0;
        while simulation.progress().phase == mazetick::base::Phase::Generation {
            let before = simulation.picture();
            simulation.tick();
            let told = Changes::between(&before, &simulation.picture()).describe(before.grid());
            let is_removed =
                told.starts_with("The wall between (") && told.ends_with(" is removed.");
            assert!(is_removed || told == "No wall changes.", "{walls}: {told}");
            ticks += 1;
        }
        assert!(ticks > 1, "{walls}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_dead_ends_are_opened_or_none(
        (rows, columns) in (1..14_u32, 1..14_u32),
        seed in any::<u64>(),
        which in 0..WALLS.len(),
    ) {
        let mut plain = Simulation::new(&scene(rows, columns, WALLS[which], "", seed)).unwrap();
        build(&mut plain);
        let before = dead_ends(&plain);
        let ticks = plain.progress().tick;

        let mut none = Simulation::new(&scene(rows, columns, WALLS[which], "braid: 0,", seed)).unwrap();
        build(&mut none);
        prop_assert_eq!(none.walls(), plain.walls());
        prop_assert_eq!(none.progress().tick, ticks + before.len() as u64 + 1);

        let mut all = Simulation::new(&scene(rows, columns, WALLS[which], "braid: 1,", seed)).unwrap();
        build(&mut all);
        prop_assert_eq!(dead_ends(&all), []);
        let pairs = || all.walls().unwrap().iter().zip(plain.walls().unwrap());
        prop_assert!(pairs().all(|(now, then)| then.stands || !now.stands));
        let opened = pairs().filter(|(now, then)| now != then).count() as u64;
        prop_assert_eq!(all.progress().tick, ticks + opened + 1);
        prop_assert!(opened <= before.len() as u64 && opened >= (before.len() as u64).div_ceil(2));
        prop_assert_eq!(all.passages().reached, plain.passages().reached);
    }

    /// A tick opens one wall of the next dead end, or none.
    #[test]
    fn a_tick_handles_one_dead_end(
        (rows, columns) in (1..8_u32, 1..8_u32),
        seed in any::<u64>(),
        which in 0..WALLS.len(),
        share in 0.0..=1.0_f64,
    ) {
        let mut plain = Simulation::new(&scene(rows, columns, WALLS[which], "", seed)).unwrap();
        build(&mut plain);
        let braid = format!("braid: {share},");
        let mut braided = Simulation::new(&scene(rows, columns, WALLS[which], &braid, seed)).unwrap();
        braided.advance(plain.progress().tick);
        prop_assert_eq!(braided.walls(), plain.walls());
        let mut left: Vec<_> = plain.grid().positions().collect();
        loop {
            let ends = dead_ends(&braided);
            let next = left.iter().position(|at| ends.contains(at));
            let at = next.map(|place| left.drain(..=place).next_back().unwrap());
            let before = braided.walls().unwrap().to_vec();
            let around = at.map(|at| braided.walls_around(at).unwrap());
            braided.tick();
            let changed = before.iter().zip(braided.walls().unwrap()).filter(|(a, b)| a != b).count();
            let Some(at) = at else {
                prop_assert_eq!(changed, 0);
                break;
            };
            let opened = around.unwrap().len() - braided.walls_around(at).unwrap().len();
            prop_assert_eq!(changed, opened as usize);
            prop_assert!(opened <= 1);
        }
        prop_assert_ne!(braided.progress().phase, mazetick::base::Phase::Generation);
    }
}

/// Three rows of three: a comb, whose teeth and back are dead ends.
const COMB: &str = r#"walls: "
+--+--+--+
|        |
+  +--+--+
|        |
+  +--+--+
|        |
+--+--+--+
""#;

/// The probability of each set of opened walls of the comb, by following every choice. Walls are
/// named by the cell above them; cells are numbered from 0.
fn comb(share: f64) -> BTreeMap<Vec<usize>, f64> {
    /// The cells of the comb with a wall below.
    const WALLS: [usize; 4] = [1, 2, 4, 5];
    let ways = |cell: usize, open: &[usize]| {
        let across = if cell % 3 == 1 { 2 } else { 1 };
        let column = usize::from(cell.is_multiple_of(3)) * if cell == 3 { 2 } else { 1 };
        let opened = open
            .iter()
            .filter(|&&wall| wall == cell || wall + 3 == cell)
            .count();
        across + column + opened
    };
    let mut layer: BTreeMap<Vec<usize>, f64> = BTreeMap::from([(Vec::new(), 1.0)]);
    for cell in 0..9 {
        let mut next = BTreeMap::new();
        for (open, chance) in layer {
            let beside = |wall: &usize| *wall == cell || *wall + 3 == cell;
            let shut = WALLS
                .into_iter()
                .filter(beside)
                .filter(|wall| !open.contains(wall));
            let shut: Vec<usize> = shut.collect();
            if ways(cell, &open) != 1 || shut.is_empty() {
                *next.entry(open).or_default() += chance;
                continue;
            }
            for &wall in &shut {
                let mut more = open.clone();
                more.push(wall);
                #[allow(clippy::cast_precision_loss)] // two walls
                let likely = chance * share / shut.len() as f64;
                *next.entry(more).or_default() += likely;
            }
            *next.entry(open).or_default() += chance * (1.0 - share);
        }
        layer = next;
    }
    let mut chances = BTreeMap::new();
    for (mut open, chance) in layer {
        open.sort_unstable();
        *chances.entry(open).or_default() += chance;
    }
    chances
}

#[test]
fn dead_ends_are_opened_with_the_probability_of_the_share() {
    for share in [0.25, 0.5, 0.9] {
        let mut counts: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
        let mut there = None;
        let scene = scene(3, 3, COMB, &format!("braid: {share:?},"), 0);
        assert_eq!(scene.get::<Braid>(), Some(&Braid(share)));
        for seed in 0..4000 {
            let scene = scene.clone().seeded(seed);
            let simulation = Simulation::reuse(&mut there, &scene).unwrap();
            simulation.run();
            let grid = simulation.grid();
            let is_open = |&cell: &usize| {
                let at = grid.position(CellIndex::new(cell));
                simulation.wall(at, Heading::S) == Some(false)
            };
            *counts
                .entry([1, 2, 4, 5].into_iter().filter(is_open).collect())
                .or_default() += 1;
        }
        let off = deviation(&counts, &comb(share));
        assert!(off < 4.0, "{share}: {off}: {counts:?}");
    }
}

#[test]
fn a_share_is_at_most_one_and_needs_walls() {
    let error = |text: &str| Scene::from_ron(text).unwrap_err().faults[0].message.clone();
    assert_eq!(
        error("Scene(grid: (rows: 2, columns: 2), generate: Wilson, braid: 1.5, text: Lattice)"),
        "braid: a share of 1.5, expected 0 to 1"
    );
    assert_eq!(
        error(
            "Scene(name: \"A\", grid: (rows: 2, columns: 2), braid: 1, text: Arrow, \
             walk: Foot(from: (1, 1), to: (2, 2)))"
        ),
        "braid: needs walls: add `generate`, `walls` or `blocked`"
    );
}
