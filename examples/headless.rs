//! A maze tested tick by tick, without a window: `cargo run --example headless`.
//!
//! The same lines stand in a `#[test]` just as well. No clock and no event loop takes part: the
//! test decides when time passes.

use std::error::Error;

use mazetick::{Outcome, Phase, Scene, Simulation};

const SCENE: &str = r"Scene(
    seed: 7,
    grid: (rows: 6, columns: 12),
    generate: Mazing(pick: EligibleWall),
    walk: Foot(from: (6, 1), to: (1, 12)),
    text: Lattice,
)";

fn main() -> Result<(), Box<dyn Error>> {
    let scene = Scene::from_ron(SCENE)?;
    let mut simulation = Simulation::new(&scene)?;

    // Generation: with this process every tick builds a wall, (6 - 1) (12 - 1) in all.
    let border = simulation.stats().walls.expect("a scene that generates has walls");
    for tick in 1..=55 {
        assert!(simulation.tick());
        assert_eq!(simulation.stats().walls, Some(border + tick));
    }
    assert_eq!(simulation.progress().phase, Phase::Search);

    // Search: a tick is a move of every walker, so the goal is reached after as many as the
    // shortest route has.
    let mut moves = 0;
    while simulation.tick() {
        moves += 1;
        println!("move {moves}, walkers on their way: {}", simulation.walkers().len());
    }
    assert_eq!(simulation.outcome(), &Outcome::Solved { moves });
    assert_eq!(simulation.route().len(), moves as usize + 1);

    // The same world, all at once.
    let mut advanced = Simulation::new(&scene)?;
    advanced.run();
    assert_eq!(advanced.digest(), simulation.digest());

    print!("{}", simulation.text());
    Ok(())
}
