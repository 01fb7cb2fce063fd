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

pub use difference::Difference;
pub use read::ReadRecordError;
#[cfg(feature = "cli")]
pub(crate) use read::of_its_scene;
pub use recording::RecordingError;
pub use replay::{Departure, ReplayError};

use std::collections::BTreeMap;

use ron::ser::{PrettyConfig, to_string_pretty};
use serde::{Deserialize, Serialize};

use crate::base::digest::{Digest, StateDigests};
use crate::picture::{Change, Picture};
use crate::scene::simulation::Simulation;
use crate::scene::{CheckedScene, Scene, laid_out};

/// A scene with the digests of its run, or of a part of it. Written in RON; [`Record::from_ron`]
/// reads one and [`Record::to_ron`] writes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// What made it.
    pub made_by: Versions,
    /// By tick the digests of the world, at least of the last one: where the run ended, or the
    /// world was saved. Digests that are as at the recorded tick before are left out. At the end of
    /// a run there is that of its [`DRAWING`], too.
    pub digests: BTreeMap<u64, StateDigests>,
    /// The names of the layers of the visible changes, from the lowest to the uppermost.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<String>,
    /// The visible changes of each tick, tick 1 first, so that a replay can report what was there.
    /// Empty in saved worlds, if the run has more than 4,096 ticks, if its ticks times its cells are
    /// more than 2²⁴, or if they are more than 2¹⁶ slots.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Vec<Change>>,
    /// The scene, without its expectations.
    #[serde(skip)]
    pub scene: CheckedScene,
}

/// The versions of everything that determines the world of a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Versions {
    /// The release.
    pub mazetick: String,
    /// The version of its [rules](crate::RULES).
    pub rules: u32,
    /// The [versions](crate::scene::Ingredient::VERSION) of the ingredients of the scene.
    pub ingredients: BTreeMap<String, u32>,
}

/// The first lines of a record.
const HEAD: &str = "\
// `mazetick replay` runs the scene again and compares it with this;
// `mazetick resume` continues from the last of these ticks.
";

/// The name of the digest of a world's drawing as text, which is recorded at the end of a run.
pub const DRAWING: &str = "drawing";

impl Record {
    /// The record as RON; [`Record::from_ron`] reads it back.
    #[must_use]
    pub fn to_ron(&self) -> String {
        let layout = PrettyConfig::new().depth_limit(2).struct_names(true).new_line("\n");
        let mut ron = to_string_pretty(self, layout).expect("a record is RON");
        ron.truncate(ron.len() - ")".len());
        let scene = laid_out(&self.scene.plain(), 4);
        format!("{HEAD}{ron}    scene: {scene},\n)\n")
    }

    /// The last recorded tick.
    #[must_use]
    pub fn tick(&self) -> u64 {
        last_tick(&self.digests)
    }
}

/// The last tick of these.
fn last_tick(digests: &BTreeMap<u64, StateDigests>) -> u64 {
    digests.last_key_value().map_or(0, |(&tick, _)| tick)
}

impl Versions {
    /// Those of this release, for a scene.
    fn of(scene: &Scene) -> Self {
        let ingredient_types = scene.ingredients().iter().map(|it| it.ingredient_type());
        Self {
            mazetick: env!("CARGO_PKG_VERSION").to_owned(),
            rules: crate::RULES,
            ingredients: ingredient_types.map(|it| (it.full_name(), it.version)).collect(),
        }
    }
}

/// The names of the layers of a picture.
fn layers(picture: &Picture) -> Vec<String> {
    picture.layers().iter().map(|layer| layer.look().name.to_owned()).collect()
}

/// The digests of a world, with that of its drawing if wanted.
fn digests(simulation: &mut Simulation, is_drawn: bool) -> StateDigests {
    let mut digests = simulation.digests();
    if is_drawn {
        digests.0.insert(DRAWING.into(), Digest::new(&simulation.text()));
    }
    digests
}
