//! Walls, tick by tick, in a scene from a string: `cargo run --example walls`.

use std::error::Error;

use mazetick::prelude::*;

const SCENE: &str = r"Scene(
    seed: 7,
    grid: (rows: 6, columns: 12),
    generate: Mazing(pick: EligibleWall),
    text: Lattice,
)";

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let mut simulation = Simulation::new(&Scene::from_ron(SCENE)?)?;
    let (corner, inside) = (Position::new(1, 1), Position::new(3, 5));
    let around = |simulation: &Simulation, at| {
        simulation
            .walls_around(at)
            .map(|walls| walls.to_string())
            .ok_or("outside the grid")
    };

    // At first there is only the border.
    let border = simulation
        .stats()
        .walls()
        .ok_or("a scene that generates has walls")?;
    assert_eq!(border, 2 * (6 + 12));
    assert_eq!(around(&simulation, corner)?, "NW");
    assert_eq!(around(&simulation, inside)?, "");

    // This process builds a wall each tick, (6 - 1) (12 - 1) in all.
    for built in 1..=55 {
        assert!(simulation.tick());
        assert_eq!(simulation.stats().walls(), Some(border + built));
    }
    assert!(!simulation.tick());
    assert_eq!(simulation.outcome(), Outcome::Built);
    assert!(simulation.passages().are_perfect());

    // A wall between two cells is the same from both sides.
    let beside = Position::new(3, 6);
    assert_eq!(
        simulation.wall(inside, Heading::E),
        simulation.wall(beside, Heading::W)
    );
    Ok(())
}
