//! The Mazing, compared with the plain version: legal walls, perfect mazes, and as many attempts.
//! `uniformity` has its distributions.

use std::collections::BTreeSet;

use mazetick::base::{Grid, Heading, Outcome, Position};
use mazetick::engine::TextFormat;
use mazetick::puzzles::Mazing;
use mazetick::puzzles::mazing::{Growth, Pick};
use mazetick::scene::{Scene, Simulation};
use plain::mazing::{self, Lattice, Wall};
use plain::random::Random;

const PICKS: [Pick; 2] = [Pick::AnyWall, Pick::EligibleWall];

fn scene(rows: usize, columns: usize, pick: Pick, seed: u64) -> Scene {
    let (rows, columns) = (
        u32::try_from(rows).unwrap(),
        u32::try_from(columns).unwrap(),
    );
    Scene::new(rows, columns)
        .seeded(seed)
        .with(Mazing { pick })
        .drawn(TextFormat::LATTICE)
}

/// The walls that stand, as the plain version has them.
fn lattice(simulation: &Simulation) -> Lattice {
    let Grid { rows, columns } = simulation.grid();
    let stands = |row, column, heading| simulation.wall(Position::new(row, column), heading);
    let mut lattice = Lattice::walled(rows as usize, columns as usize);
    for (row, line) in (1..=rows).zip(&mut lattice.vertical) {
        line[0] = stands(row, 1, Heading::W).unwrap();
        for (column, wall) in (1..=columns).zip(&mut line[1..]) {
            *wall = stands(row, column, Heading::E).unwrap();
        }
    }
    let (top, below) = lattice.horizontal.split_first_mut().unwrap();
    for (column, wall) in (1..=columns).zip(top) {
        *wall = stands(1, column, Heading::N).unwrap();
    }
    for (row, line) in (1..=rows).zip(below) {
        for (column, wall) in (1..=columns).zip(line) {
            *wall = stands(row, column, Heading::S).unwrap();
        }
    }
    lattice
}

/// The walls of `after` that are missing in `before`; no wall of `before` may be missing in
/// `after`.
fn built(before: &Lattice, after: &Lattice) -> Vec<Wall> {
    let old: BTreeSet<Wall> = before.walls().into_iter().collect();
    let new: BTreeSet<Wall> = after.walls().into_iter().collect();
    assert!(old.is_subset(&new));
    new.difference(&old).copied().collect()
}

/// Ticks to the end and checks every tick; returns the number of ticks.
fn check_growth(rows: usize, columns: usize, pick: Pick, seed: u64) -> usize {
    let mut simulation = Simulation::new(&scene(rows, columns, pick, seed)).unwrap();
    let mut before = lattice(&simulation);
    assert_eq!(before, Lattice::walled(rows, columns));
    let mut left = (rows - 1) * (columns - 1);
    let mut ticks = 0;
    while simulation.tick() {
        ticks += 1;
        let after = lattice(&simulation);
        let new = built(&before, &after);
        match new[..] {
            [] => assert_eq!(pick, Pick::AnyWall),
            [w] => assert!(
                before
                    .walls()
                    .iter()
                    .any(|&a| before.legal_from(a).contains(&w))
            ),
            _ => panic!("{new:?} in one tick"),
        }
        left -= new.len();
        assert_eq!(simulation.entity().get::<Growth>().unwrap().left(), left);
        assert_eq!(simulation.text(), mazing::text(&after));
        before = after;
    }
    assert_eq!(left, 0);
    assert_eq!(simulation.outcome(), Outcome::Built);
    assert_eq!(simulation.progress().tick, ticks as u64);
    assert!(mazing::is_perfect(rows, columns, &|one, other| before.blocked(one, other)));
    ticks
}

#[test]
fn every_tick_keeps_to_the_rules_and_the_end_is_perfect() {
    for (rows, columns) in [
        (1, 1),
        (1, 7),
        (7, 1),
        (2, 2),
        (2, 6),
        (3, 5),
        (5, 3),
        (6, 6),
    ] {
        let inner = (rows - 1) * (columns - 1);
        let mut failed = 0;
        for seed in 0..8 {
            assert_eq!(check_growth(rows, columns, Pick::EligibleWall, seed), inner);
            failed += check_growth(rows, columns, Pick::AnyWall, seed) - inner;
        }
        assert_eq!(failed > 0, inner > 1, "{rows} by {columns}");
    }
}

#[test]
fn mazes_of_many_sizes_and_seeds_are_perfect() {
    let mut random = Random::new(5);
    for seed in 0..300 {
        let most = if seed % 20 == 0 { 40 } else { 14 };
        let (rows, columns) = (1 + random.below(most), 1 + random.below(most));
        for pick in PICKS {
            let mut simulation = Simulation::new(&scene(rows, columns, pick, seed)).unwrap();
            assert_eq!(simulation.run(), Outcome::Built);
            let lattice = lattice(&simulation);
            let inner = (rows - 1) * (columns - 1);
            assert_eq!(
                built(&Lattice::walled(rows, columns), &lattice).len(),
                inner
            );
            assert!(mazing::is_perfect(rows, columns, &|a, b| lattice.blocked(a, b)));
            assert_eq!(simulation.text(), mazing::text(&lattice));
            if pick == Pick::EligibleWall {
                assert_eq!(simulation.progress().tick, inner as u64);
            }
        }
    }
}

/// The number of attempts distinguishes the literal process from one that skips failures.
#[test]
fn attempts_fail_as_often_as_the_plain_ones() {
    let (rows, columns, runs) = (3, 4, 3000);
    let mut random = Random::new(7);
    let (mut plain, mut ticks) = (0, 0);
    for seed in 0..runs {
        let mut simulation = Simulation::new(&scene(rows, columns, Pick::AnyWall, seed)).unwrap();
        simulation.run();
        ticks += simulation.progress().tick;
        let mut lattice = Lattice::walled(rows, columns);
        let mut left = (rows - 1) * (columns - 1);
        while left > 0 {
            left -= usize::from(mazing::attempt_any(&mut lattice, &mut random));
            plain += 1;
        }
    }
    assert!(
        ticks.abs_diff(plain) * 25 < plain,
        "{ticks} attempts, {plain} plain ones"
    );
}

#[test]
fn growth_reaches_as_many_mazes_as_there_are_spanning_trees() {
    for (rows, columns, mazes) in [(2, 2, 4), (3, 3, 192), (4, 3, 2415)] {
        assert_eq!(mazing::count_reachable_mazes(rows, columns), mazes);
        assert_eq!(mazing::spanning_trees(rows, columns), mazes as u128);
    }
}
