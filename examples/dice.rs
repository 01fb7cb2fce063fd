//! A die, tick by tick, in a scene made in Rust: `cargo run --example dice`.

use std::error::Error;

use mazetick::prelude::*;
use mazetick::puzzles::dice::Number;
use mazetick::puzzles::{Dice, Numbers};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // The first sample of the problem: the die must return to its start.
    let from = Position::new(1, 2);
    let scene = Scene::new(3, 3)
        .named("DICEMAZE1")
        .with(Numbers::from([[-1, 2, 4], [5, 5, 6], [6, -1, -1]]))
        .with(Dice {
            from: from.into(),
            top: 5,
            front: 1,
            heading: None,
            to: None,
        })
        .drawn(TextFormat::DICE);
    let mut simulation = Simulation::new(&scene)?;
    let die = |simulation: &Simulation, at| {
        simulation
            .walkers_at(at)
            .first()
            .map(|walker| (walker.die.top(), walker.die.front()))
    };

    // With 5 on top it may enter a 5 and a wild square: here the one below and the one on the left.
    let (below, left) = (Position::new(2, 2), Position::new(1, 1));
    assert_eq!(simulation.get::<Number>(below), Some(&Number(5)));
    assert_eq!(simulation.get::<Number>(left), Some(&Number::WILD));
    assert_eq!(die(&simulation, from), Some((5, 1)));

    // One walker becomes two. Rolling down brings the back face to the top, rolling left the right
    // face.
    assert!(simulation.tick());
    assert_eq!(simulation.walkers().len(), 2);
    assert_eq!(die(&simulation, below), Some((6, 5)));
    assert_eq!(die(&simulation, left), Some((3, 1)));

    assert_eq!(simulation.run(), Outcome::Solved { moves: 8 });
    assert_eq!(simulation.route()[..2], [from, below]);
    assert!(simulation.text().starts_with("DICEMAZE1\n  (1,2),(2,2),"));
    Ok(())
}
