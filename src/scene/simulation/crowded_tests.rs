//! Tests of the limit of walkers, which in production takes gigabytes to reach.

use super::Simulation;
use crate::base::grid::Position;
use crate::base::progress::{Outcome, Phase};
use crate::engine::text::TextFormat;
use crate::puzzles::foot::Foot;
use crate::scene::Scene;

/// The limit in these tests: each of 16 walkers on foot can produce 4.
const LIMIT: usize = 64;

/// From the middle of an open square to a corner. After n moves 4 n walkers are active, until one
/// reaches the border.
fn open(side: u32) -> Scene {
    let middle = side.div_ceil(2);
    Scene::new(side, side)
        .named("OPEN")
        .with(Foot { from: Position::new(middle, middle), to: Position::new(1, 1) })
        .drawn(TextFormat::ARROW)
}

fn limited(side: u32) -> Simulation {
    let mut simulation = Simulation::new(&open(side)).expect("a legal scene");
    simulation.limit_walkers(LIMIT);
    simulation
}

#[test]
fn there_are_never_more_than_16_walkers_in_a_square_of_9() {
    let mut simulation = limited(9);
    let mut most = 0;
    while simulation.tick() {
        most = most.max(simulation.walkers().len());
    }
    assert_eq!((most, simulation.outcome()), (16, &Outcome::Solved { moves: 8 }));
}

#[test]
fn a_square_of_11_is_crowded_by_20_walkers_and_stays_as_it_is() {
    let mut simulation = limited(11);
    assert_eq!(simulation.run(), &Outcome::Crowded);
    assert_eq!((simulation.progress().tick, simulation.progress().phase), (5, Phase::Finished));
    assert_eq!(simulation.walkers().len(), 20);
    assert_eq!(simulation.text(), "OPEN\n  Not Finished\n");
    assert!(!simulation.tick());

    let mut free = Simulation::new(&open(11)).expect("a legal scene");
    free.advance(5);
    let (crowded, free_at_5) = (simulation.digests(), free.digests());
    assert_eq!(crowded.differences(&free_at_5).collect::<Vec<_>>(), ["progress"]);
    assert_eq!(free.run(), &Outcome::Solved { moves: 10 });
}

#[test]
fn neither_single_ticks_nor_an_earlier_maze_matter() {
    let mut at_once = limited(11);
    at_once.run();
    let mut singly = limited(11);
    for tick in 1..=5 {
        assert!(singly.tick());
        assert_eq!((singly.progress().tick, singly.outcome()), (tick, &Outcome::Unfinished));
    }
    assert!(!singly.tick());
    assert_eq!(singly.digest(), at_once.digest());

    let mut reused = Simulation::new(&open(41)).expect("a legal scene");
    assert_eq!(reused.run(), &Outcome::Solved { moves: 40 });
    reused.load(&open(11)).expect("a legal scene");
    reused.limit_walkers(LIMIT);
    reused.run();
    assert_eq!(reused.digest(), at_once.digest());
    reused.load(&open(11)).expect("a legal scene");
    assert_eq!(reused.run(), &Outcome::Solved { moves: 10 });
}
