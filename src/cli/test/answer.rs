//! What a failure shows: what its tick changed, the drawing after it, and how to see it again.

use std::fmt::Write as _;

use serde::Serialize;

use crate::base::report::escape_controls_in_lines;
use crate::cli::paths::{STDIN, quoted};
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;
use crate::view::Camera;

/// The first failure of a scene, as its world shows it.
#[derive(Serialize)]
pub(super) struct Answer {
    tick: u64,
    seed: u64,
    /// What the tick changed, in words.
    said: String,
    /// The drawing after it; none if it is too large to be looked at.
    #[serde(skip_serializing_if = "String::is_empty")]
    text: String,
    /// The command that tests this world alone.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) again: String,
    /// The command that shows the tick.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) look: String,
}

impl Answer {
    /// The world of a scene after a tick, with the words for it. `file` is the argument of commands; `settings` those
    /// of a variant, as options; `is_of_many` says that the scene's own seed is not meant.
    pub(super) fn new(
        scene: &CheckedScene,
        tick: u64,
        file: &str,
        (settings, is_of_many): (&[String], bool),
        spare: &mut Option<Simulation>,
    ) -> Option<Self> {
        /// The longest side of a drawing that is looked at, and the most cells of a world of which pictures are taken.
        const SIDE: u32 = 12;
        const CELLS: usize = 1 << 14;
        let simulation = Simulation::reuse(spare, scene).ok()?;
        let grid = simulation.grid();
        let mut said = String::new();
        let is_small = grid.rows.max(grid.columns) <= SIDE;
        simulation.advance_to(tick.saturating_sub(1));
        if grid.cells() <= CELLS && tick > 0 {
            let mut camera = Camera::new(simulation);
            simulation.advance_to(tick);
            said = camera.take(simulation).describe(grid);
        }
        simulation.advance_to(tick);
        let text = if is_small { simulation.text().to_string() } else { String::new() };
        let (mut again, mut look) = (String::new(), String::new());
        if file != STDIN {
            let (file, seed) = (quoted(file), scene.seed);
            again = format!("mazetick test {file}");
            look = format!("mazetick watch {file}");
            if is_of_many {
                let _ = write!(again, " --seeds {seed}..={seed}");
                let _ = write!(look, " --seed {seed}");
            }
            for it in settings {
                let _ = write!(again, " --vary {}", quoted(it));
            }
            let _ = write!(look, " --tick {tick}");
            if !settings.is_empty() {
                look.clear(); // it shows the scene as it is written
            }
        }
        Some(Self { tick, seed: scene.seed, said, text, again, look })
    }

    /// What the tick changed and the drawing, for people.
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
