//! Differences: where the worlds of two scenes part.

use super::Departure;
use crate::base::scene_fault::SceneError;
use crate::engine::maze::Checkpoint;
use crate::picture::Changes;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;

/// Runs two scenes side by side, up to a tick, and returns the first one after which their worlds differ.
///
/// ```
/// use mazetick::prelude::*;
/// use mazetick::tools::difference::difference;
///
/// let text = "Scene(grid: (rows: 4, columns: 4), generate: Johnny(start: (1, 1), flips: 0.5))";
/// let [one, other] = [3, 4].map(|seed| Scene::from_ron(text).map(|scene| scene.seeded(seed)));
/// let (one, other) = (one?, other?);
/// assert_eq!(difference([&one, &one], u64::MAX)?, None);
/// let departure = difference([&one, &other], u64::MAX)?.expect("other mazes");
/// assert!(departure.is_first());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the errors of [`Simulation::new`].
pub fn difference(scenes: [&CheckedScene; 2], last: u64) -> Result<Option<Departure>, SceneError> {
    let mut one = Simulation::new(scenes[0])?;
    let mut other = Simulation::new(scenes[1])?;
    let mut equal_at = None;

    loop {
        let digests = one.digests();
        let of_other = other.digests();
        let differing: Vec<String> = digests.differences(&of_other).map(str::to_owned).collect();
        let tick = one.progress().tick;
        if !differing.is_empty() {
            return look_at(scenes, tick.max(other.progress().tick), equal_at, differing).map(Some);
        }
        if tick >= last || one.is_finished() {
            return Ok(None);
        }
        equal_at = Some(tick);
        // A world that gets stuck shows it without another tick.
        one.tick();
        other.tick();
    }
}

/// Adds what the tick does in both worlds, and in which values they differ after it.
fn look_at(
    scenes: [&CheckedScene; 2],
    tick: u64,
    equal_at: Option<u64>,
    digests: Vec<String>,
) -> Result<Departure, SceneError> {
    let mut one = TickLook::new(scenes[0], tick)?;
    let mut other = TickLook::new(scenes[1], tick)?;
    let changed = if one.world.is_like(scenes[1]) {
        other.world.changes_from_another(&mut one.world)
    } else {
        Vec::new()
    };
    Ok(Departure {
        equal_at,
        tick,
        digests,
        here: one.said,
        there: Some(other.said),
        changed,
    })
}

/// A world after a tick, and what the tick did.
pub(super) struct TickLook {
    pub(super) world: Simulation,
    /// The world before the tick.
    pub(super) before: Checkpoint,
    /// A sentence; empty for tick 0.
    pub(super) said: String,
}

impl TickLook {
    pub(super) fn new(scene: &CheckedScene, tick: u64) -> Result<Self, SceneError> {
        let mut world = Simulation::new(scene)?;
        if tick > 0 {
            world.advance_to(tick - 1);
        }
        let before = world.checkpoint();
        let picture = world.picture();
        let mut said = String::new();
        if tick > 0 {
            world.tick();
            let changes = Changes::between(&picture, &world.picture());
            said = changes.describe(scene.grid);
        }
        Ok(Self {
            world,
            before,
            said,
        })
    }
}
