//! Records: a scene with the digests of its run. What `record` and `run --save` write, and `replay`
//! and `resume` read.
//!
//! A saved world is a record too: a scene, the tick where its run stopped, and the digests of the
//! world there. Simulation is deterministic, so running the scene as far again gives the same world,
//! and the digests show that it is the same.

mod difference;
mod read;
mod recording;
mod replay;
mod visible_changes;
mod write;

pub use difference::Difference;
pub use read::ReadRecordError;
#[cfg(feature = "cli")]
pub(crate) use read::of_its_scene;
pub use recording::RecordingError;
pub use replay::{Departure, ReplayError};

use std::collections::BTreeMap;

use crate::base::digest::Digest;
use crate::scene::Scene;
use crate::scene::simulation::Simulation;

/// A scene with the digests of its run, or of a part of it. Written in RON; [`Record::from_ron`]
/// reads one and [`Record::to_ron`] writes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The release that made it.
    pub mazetick: String,
    /// The version of its [rules](crate::RULES).
    pub rules: u32,
    /// The [versions](crate::Ingredient::VERSION) of the ingredients of its scene.
    pub ingredients: BTreeMap<String, u32>,
    /// By tick the digests of the world, at least of the last one: where the run ended, or the
    /// world was saved. A digest that is as at the tick before among these is left out.
    pub digests: BTreeMap<u64, Digests>,
    /// The visible changes of each tick, tick 1 first, so that a replay can report what was there.
    /// Empty in saved worlds, if the run has more than 4,096 ticks, if its ticks times its cells are
    /// more than 2²⁴, or if they take more than 256 KiB.
    pub changes: Vec<String>,
    /// The scene, without its expectations.
    pub scene: Scene,
}

/// Digests by the names of what they are of: the parts of the [state](crate::StateDigests), and
/// [`DRAWING`].
pub type Digests = BTreeMap<String, Digest>;

/// The name of the digest of a world's drawing as text, which is recorded at the end of a run.
pub const DRAWING: &str = "drawing";

impl Record {
    /// The last recorded tick.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.digests.last_key_value().map_or(0, |(&tick, _)| tick)
    }
}

/// The versions of the ingredients of a scene.
fn versions(scene: &Scene) -> BTreeMap<String, u32> {
    let recipes = scene.ingredients().iter().map(|it| it.recipe());
    recipes.map(|recipe| (recipe.full_name(), recipe.version)).collect()
}

/// The digests of a world, with that of its drawing if wanted.
fn digests(simulation: &mut Simulation, is_drawn: bool) -> Digests {
    let state = simulation.digests().0.into_iter();
    let mut digests: Digests = state.map(|(name, digest)| (name.into_owned(), digest)).collect();
    if is_drawn {
        digests.insert(DRAWING.to_owned(), Digest::of(&simulation.text()));
    }
    digests
}
