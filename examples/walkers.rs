//! Walkers, tick by tick, in a scene made in Rust: `cargo run --example walkers`.

use std::error::Error;

use mazetick::prelude::*;
use mazetick::puzzles::{Foot, Johnny};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let (from, to) = (Position::new(6, 1), Position::new(1, 12));
    let scene = Scene::new(6, 12)
        .seeded(7)
        .with(Johnny {
            start: from,
            flips: 0.1,
            commands: None,
        })
        .with(Foot {
            from: from.into(),
            to: to.into(),
        });
    let mut simulation = Simulation::new(&scene)?;

    // While the walls are made, one walker waits at the start.
    while simulation.progress().phase == Phase::Generation {
        assert_eq!(simulation.walkers_at(from).len(), 1);
        assert!(simulation.tick());
    }

    // A tick of the search moves every walker onto cells that are not yet claimed.
    let mut moves = 0;
    let mut claimed = 0;
    while simulation.tick() {
        moves += 1;
        for walker in simulation.walkers() {
            assert_eq!(simulation.claims(simulation.position(walker)), Some(1));
        }
        let before = claimed;
        claimed = simulation.stats().states().ok_or("a walk has states")?;
        assert!(claimed > before);
    }

    // So the goal is reached after as many ticks as the shortest route has moves.
    assert_eq!(simulation.outcome(), Outcome::Solved { moves });
    let route = simulation.route();
    assert_eq!((route.first(), route.last()), (Some(&from), Some(&to)));
    assert_eq!(route.len(), moves as usize + 1);

    // The same world, all at once.
    let mut advanced = Simulation::new(&scene)?;
    advanced.run();
    assert_eq!(advanced.digest(), simulation.digest());
    Ok(())
}
