//! Recording a scene: it is run twice, first to find the length of its run.

use std::num::NonZero;

use super::visible_changes::VisibleChanges;
use super::{Marks, Record, drawn};
use crate::base::limits;
use crate::base::objection::SceneError;
use crate::scene::Scene;
use crate::scene::simulation::Simulation;

/// The most digests of a record by default, not counting that of the end.
const DIGESTS: u64 = 256;

/// Why a scene cannot be recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordingError {
    /// It is invalid, or its world gets [stuck](Simulation::failure).
    Scene(SceneError),
    /// The record would be longer than the limit of a text.
    TooLong {
        /// The most bytes that it would take.
        bytes: u64,
        /// The smallest number of ticks between two digests with which it fits, if there is one.
        every: Option<NonZero<u64>>,
    },
}

impl Record {
    /// Runs a scene and records it, with a digest every `every` ticks and [marks](Record::marks)
    /// between them. Without `every`, the smallest power of two is used that gives at most 256
    /// digests, and that of the end.
    ///
    /// # Errors
    /// If the scene is invalid, or its world gets stuck; or if the record would be longer than
    /// [`limits::TEXT`].
    ///
    /// ```
    /// use mazetick::{Record, Replay, Scene};
    ///
    /// let scene = Scene::from_ron(
    ///     "Scene(seed: 7, grid: (rows: 6, columns: 12),
    ///         generate: Mazing(pick: EligibleWall), text: Lattice)",
    /// )?;
    /// let record = Record::of(&scene, None)?;
    /// assert_eq!(record.replay()?, Replay::Equal);
    /// assert_eq!(Record::from_ron(&record.to_ron())?, record);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(scene: &Scene, every: Option<NonZero<u64>>) -> Result<Self, RecordingError> {
        Self::of_observed(scene, every, |_, _| ())
    }

    /// As [`of`](Self::of), and calls `observe` repeatedly with the number of ticks done, and the
    /// total once it is known. The scene is run twice.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub fn of_observed(
        scene: &Scene,
        every: Option<NonZero<u64>>,
        mut observe: impl FnMut(u64, Option<u64>),
    ) -> Result<Self, RecordingError> {
        let mut scene = scene.clone();
        scene.expect.clear();
        let mut simulation = Simulation::new(&scene)?;
        simulation.advance_while(u64::MAX, |progress| {
            observe(progress.tick, None);
            true
        });
        if let Some(error) = simulation.failure() {
            return Err(error.into());
        }
        let ticks = simulation.progress().tick;
        let every = every.or(NonZero::new(ticks.div_ceil(DIGESTS).next_power_of_two()));
        let mut record = Self {
            mazetick: env!("CARGO_PKG_VERSION").to_owned(),
            rules: crate::RULES,
            every: every.expect("a power of two"),
            ticks,
            digests: Vec::new(),
            marks: Vec::new(),
            drawn: None,
            changes: Vec::new(),
            scene,
        };
        record.fits(limits::TEXT as u64)?;
        simulation.load(&record.scene)?;
        record.fill(&mut simulation, |tick| observe(tick, Some(ticks)));
        Ok(record)
    }

    /// Fills in the digests and marks of a run that is about to start.
    fn fill(&mut self, simulation: &mut Simulation, mut observe: impl FnMut(u64)) {
        let has_marks = self.has_marks();
        let mut seen = self.is_seen().then(|| VisibleChanges::from(simulation.picture()));
        for (from, to) in self.stretches() {
            self.digests.push(simulation.digests());
            let mut marks = Marks::default();
            for tick in from + 1..=to {
                if !has_marks && seen.is_none() {
                    break;
                }
                simulation.tick();
                if has_marks && tick < to {
                    marks.0.push(simulation.digests().mark());
                }
                seen = seen.and_then(|seen| seen.and(simulation));
            }
            if has_marks {
                self.marks.push(marks);
            }
            simulation.advance_to(to);
            observe(to);
        }
        self.changes = seen.map(VisibleChanges::finish).unwrap_or_default();
        simulation.run();
        self.digests.push(simulation.digests());
        self.drawn = Some(drawn(simulation));
    }
}

impl From<SceneError> for RecordingError {
    fn from(error: SceneError) -> Self {
        Self::Scene(error)
    }
}

impl std::fmt::Display for RecordingError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Scene(error) => error.fmt(f),
            Self::TooLong { bytes, every } => {
                write!(f, "a record of {bytes} bytes, expected at most {}: ", limits::TEXT)?;
                match every {
                    Some(every) => write!(f, "it fits with `--every {every}` or more"),
                    None => f.write_str("its scene alone is too long"),
                }
            }
        }
    }
}

impl std::error::Error for RecordingError {}
