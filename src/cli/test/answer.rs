//! What a failure shows: what its tick changed, the drawing after it, and how to see it again.

use std::path::Path;

use serde::Serialize;

use crate::base::report::escape_controls_in_lines;
use crate::cli::paths::{copyable, copyable_path, is_dash, program};
use crate::picture;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;
use crate::view::Camera;

/// The tick at which something fails, as its world shows it.
#[derive(Serialize)]
pub(super) struct BadTick {
    pub(super) tick: u64,
    /// What it changed, in words.
    said: String,
    /// The drawing after it; none if it is too large to be looked at.
    #[serde(skip_serializing_if = "String::is_empty")]
    text: String,
}

#[derive(Serialize)]
pub(super) struct Answer {
    #[serde(flatten)]
    pub(super) bad: BadTick,
    seed: u64,
    /// What leads from the scene to this world, as options of the two commands.
    #[serde(skip)]
    options: [String; 2],
    /// The command that tests this world alone.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) again: String,
    /// The command that shows the tick.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) look: String,
}

impl BadTick {
    pub(super) fn new(scene: &CheckedScene, tick: u64, spare: &mut Option<Simulation>) -> Self {
        /// The longest side of a drawing that is looked at, and the most cells of a world of which pictures are taken.
        const SIDE: u32 = 12;
        const CELLS: usize = 1 << 14;
        let (grid, mut said, mut text) = (scene.grid, String::new(), String::new());
        if grid.cells() <= CELLS
            && let Ok(simulation) = Simulation::reuse(spare, scene)
        {
            simulation.advance_to(tick.saturating_sub(1));
            let mut camera = Camera::new(simulation);
            if tick > 0 {
                simulation.advance_to(tick);
                said = camera.take(simulation).describe(grid);
            }
            if grid.rows.max(grid.columns) <= SIDE {
                text = picture::text(camera.picture(), false);
            }
        }
        Self { tick, said, text }
    }

    pub(super) fn shown(&self) -> String {
        let colon = if self.said.is_empty() { "" } else { ": " };
        let mut shown = format!("tick {}{colon}{}", self.tick, self.said);
        let text = escape_controls_in_lines(self.text.trim_end_matches('\n'));
        if !text.is_empty() {
            shown.extend(["\n", &text]);
        }
        shown
    }
}

impl Answer {
    /// The world of a scene after a tick. `settings` are those of a variant, as options; `is_of_many` says that
    /// the scene's own seed is not meant.
    pub(super) fn new(
        scene: &CheckedScene,
        tick: u64,
        (settings, is_of_many): (&[String], bool),
        spare: &mut Option<Simulation>,
    ) -> Self {
        let (bad, seed) = (BadTick::new(scene, tick, spare), scene.seed);
        let vary = settings
            .iter()
            .map(|it| format!(" --vary {}", copyable(it)));
        let vary: String = vary.collect();
        let seeds = [
            format!(" --seeds {seed}..={seed}"),
            format!(" --seed {seed}"),
        ];
        let options = seeds.map(|it| if is_of_many { it + &vary } else { vary.clone() });
        Self {
            bad,
            seed,
            options,
            again: String::new(),
            look: String::new(),
        }
    }

    /// Adds the commands, for a scene that has a path.
    pub(super) fn found_at(&mut self, path: &Path) {
        if !is_dash(path) {
            let (program, file) = (program(), copyable_path(path));
            let [seeds, seed] = &self.options;
            self.again = format!("{program} test {file}{seeds}");
            self.look = format!("{program} watch {file}{seed} --tick {}", self.bad.tick);
        }
    }
}
