//! How often the route turns: your own expectation. `cargo run --example turns`.
//!
//! Expectations make a scene a test, for `mazetick test` and for [`Registry::test`]. An
//! expectation is a type: how it is parsed (by serde) and printed, which scenes cannot meet it, and
//! whether a world meets it. If it returns a value that would hold, `mazetick test --bless` writes
//! that into the scene.

use std::error::Error;

use mazetick::prelude::*;
use mazetick::scene::expectation::{Expect, Failure};
use serde::{Deserialize, Serialize};

/// The route has this many turns: `expect: [Bends(5)]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bends(pub usize);

/// Adds the expectation.
pub fn plugin(registry: &mut Registry) {
    registry.expectation::<Bends>();
}

impl Expect for Bends {
    const NAME: &'static str = "Bends";

    fn check(&self, check: &mut Check<'_>) {
        if !check.scene().has_walk() {
            check.error([], "expects a route, but this scene has no `walk`");
        }
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Failure> {
        let route = maze.route();
        let is_down: Vec<bool> = route
            .windows(2)
            .map(|step| step[0].column == step[1].column)
            .collect();
        let found = is_down
            .windows(2)
            .filter(|steps| steps[0] != steps[1])
            .count();
        Failure::unless_equal(self.0, found)
            .map_err(|wrong| wrong.with_actual(SceneStep::Index(0), found.to_string()))
    }
}

/// Nine squares; the expectation has one bend too few.
pub(crate) const SCENE: &str = r#"Scene(
    name: "ROUND",
    grid: (rows: 3, columns: 3),
    generate: Johnny(start: (1, 1), commands: "R R D L L D R R"),
    walk: Foot(from: (1, 1), to: (3, 3)),
    text: Lattice,
    expect: [Solved(moves: 8), Bends(3)],
)
"#;

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let trial = registry.test(SCENE, &mut None)?;
    assert_eq!(trial.failures[0].message, "expected 3, found 4");
    let blessed = registry.bless(SCENE, &mut None)?;
    assert!(
        blessed
            .text
            .contains("expect: [Solved(moves: 8), Bends(4)]")
    );
    print!("{}", blessed.text);
    Ok(())
}
