//! Signs, tick by tick, in a scene from a file: `cargo run --example signs`.

use std::error::Error;
use std::fs;

use mazetick::prelude::*;
use mazetick::puzzles::arrow::Signs;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/arrow/sample-1.ron");

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let mut simulation = Simulation::new(&Scene::from_ron(&fs::read_to_string(FILE)?)?)?;
    let on_their_way = |simulation: &Simulation| -> Vec<_> {
        let walkers = simulation.walkers().into_iter();
        walkers
            .map(|walker| (simulation.position(walker), walker.heading))
            .collect()
    };

    // "NF SL WR": a walker heading north may only go forward.
    let first = Position::new(2, 1);
    let signs = simulation.get::<Signs>(first).ok_or("no signs")?;
    assert_eq!(signs.to_string(), "NF SL WR");
    assert!(signs.allow(Heading::N, Heading::N));
    assert!(!signs.allow(Heading::N, Heading::W));
    assert!(simulation.tick());
    assert_eq!(on_their_way(&simulation), [(first, Heading::N)]);
    assert!(simulation.tick());
    assert_eq!(
        on_their_way(&simulation),
        [(Position::new(1, 1), Heading::N)]
    );

    // Five moves later a walker is back at (1, 2), now heading west: a second claim on the cell.
    simulation.advance(5);
    let fork = Position::new(1, 2);
    assert_eq!(on_their_way(&simulation), [(fork, Heading::W)]);
    assert_eq!(simulation.claims(fork), Some(2));

    // "WFL" allows forward and left. But the state on the left, heading south, is claimed already.
    assert!(simulation.tick());
    assert_eq!(
        on_their_way(&simulation),
        [(Position::new(1, 1), Heading::W)]
    );

    assert_eq!(simulation.run(), Outcome::Solved { moves: 14 });
    Ok(())
}
