//! A maze, tick by tick.

use std::error::Error;

use mazetick::bevy_ecs::prelude::*;
use mazetick::engine::drawing::Drawing;
use mazetick::prelude::*;

#[test]
fn a_walker_turns_the_corner() -> Result<(), Box<dyn Error>> {
    let scene = Scene::from_ron(
        r#"Scene(
            grid: (rows: 2, columns: 2),
            generate: Johnny(start: (2, 1), commands: "U R D"),
            walk: Foot(from: (2, 1), to: (2, 2)),
            text: Lattice,
        )"#,
    )?;
    let mut simulation = Simulation::new(&scene)?;
    let corner = Position::new(1, 1);

    simulation.tick(); // "U" opens the wall below the corner
    assert!(!simulation.is_wall(corner, Heading::S));
    let standing = |simulation: &mut Simulation| {
        simulation.query(|walls: Query<&Wall>| walls.iter().filter(|wall| wall.stands).count())
    };
    assert_eq!(standing(&mut simulation), 11);

    simulation.advance(6); // two more moves, and the list of four cells empties
    assert_eq!(simulation.progress().phase, Phase::Walk);
    assert_eq!(standing(&mut simulation), 9);

    let before = simulation.checkpoint();
    simulation.tick();
    assert_eq!(simulation.walkers_at(corner).len(), 1);
    let changes = simulation.changes(&before);
    assert!(changes.iter().any(|change| change.name == "claims"));

    assert_eq!(simulation.run(), Outcome::Solved { moves: 3 });
    let drawn = "\
+--+--+
|** **|
+  +  +
|*S|*G|
+--+--+
";
    assert_eq!(simulation.text(), Drawing::from(drawn));
    Ok(())
}
