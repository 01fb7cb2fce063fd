//! The line of JSON for a world.

use serde_json::json;

use crate::cli::json;
use crate::cli::paths::name_of;
use crate::{Outcome, Simulation};

use super::World;

/// The line of a world, with a line break.
pub(super) fn line(simulation: &mut Simulation, world: &World) -> String {
    let progress = simulation.progress();
    let mut line = json!({
        "scene": name_of(&world.path),
        "seed": world.scene.seed,
        "phase": progress.phase.to_string(),
        "ticks": progress.tick,
        "outcome": progress.outcome.word(),
    });
    if let Outcome::Solved { moves } = progress.outcome {
        line["moves"] = json!(moves);
    }
    for (what, count) in simulation.stats().iter() {
        line[format!("{what}s")] = json!(count);
    }
    line["digest"] = json!(simulation.digest().to_string());
    json::line(&line) + "\n"
}
