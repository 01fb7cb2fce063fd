//! What is watched: a world at a tick, and what that tick changed; and seeking ticks in it.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::base::progress::{Phase, Progress};
use crate::base::scene_fault::SceneError;
use crate::engine::maze::{Checkpoint, Maze, Observer};
use crate::picture::{Changes, Picture};
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;
use crate::view::Camera;

/// A world that goes forward and back. It goes back to a copy of itself, and forward from there.
pub(super) struct Show {
    pub(super) scene: CheckedScene,
    simulation: Simulation,
    copies: Copies,
    camera: Camera,
    pub(super) changes: Changes,
    pub(super) counts: String,
    pub(super) outcome: String,
    pub(super) end: Option<u64>,
}

/// Copies of a world at some ticks, from the start on. It takes them while the world goes to a tick.
struct Copies {
    list: Vec<(u64, Checkpoint)>,
    most: usize,
    /// The least number of ticks between two.
    gap: u64,
    until: u64,
    /// When keys have to be checked.
    pause_at: Instant,
}

/// The time to advance before keys are checked.
const PATIENCE: Duration = Duration::from_millis(40);

/// The most copies; with so many, going back costs at most an eighth of the ticks.
const COPIES: usize = 16;

/// The most cells in all copies together; of a larger world there is only the start.
const COPIED_CELLS: usize = 1 << 20;

const GAP: u64 = 1000;

impl Show {
    pub(super) fn new(scene: CheckedScene) -> Result<Self, SceneError> {
        scene.check_is_drawable()?;
        let mut simulation = Simulation::new(&scene)?;
        let copies = Copies::new(&mut simulation);
        let mut show = Self {
            scene,
            camera: Camera::new(&mut simulation),
            simulation,
            copies,
            changes: Changes::default(),
            counts: String::new(),
            outcome: String::new(),
            end: None,
        };
        show.look();
        Ok(show)
    }

    pub(super) fn picture(&self) -> &Picture {
        self.camera.picture()
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.end == Some(self.picture().tick())
    }

    pub(super) fn reached(&self) -> u64 {
        self.simulation.progress().tick
    }

    pub(super) fn next_seed(&mut self) -> Result<(), SceneError> {
        self.scene.set_seed(self.scene.seed.wrapping_add(1));
        self.end = None;
        self.simulation.load(&self.scene)?;
        self.copies = Copies::new(&mut self.simulation);
        self.look();
        Ok(())
    }

    /// Advances toward this tick (or the end) for a few milliseconds; returns true if it is shown.
    pub(super) fn approach(&mut self, tick: u64) -> bool {
        let tick = self.end.map_or(tick, |end| end.min(tick));
        if self.picture().tick() == tick {
            return true;
        }

        // The tick is described by the picture before it.
        let reached = self.reached();
        let is_past = reached > tick || reached == tick && tick > 0;
        if is_past {
            self.go_back(tick);
        }
        if tick == 0 {
            self.look();
            return true;
        }

        self.copies.until = tick - 1;
        self.copies.pause_at = Instant::now() + PATIENCE;
        let _ = self.simulation.drive(&mut self.copies);

        if self.simulation.is_finished() {
            self.end = Some(self.reached());
            if self.is_at_end() {
                self.count(); // a stuck world has noticed it only now
            }
        } else if self.reached() == tick - 1 {
            self.camera.take(&mut self.simulation);
            self.step();
        }
        self.picture().tick() == self.end.map_or(tick, |end| end.min(tick))
    }

    /// Does one tick from the displayed picture, at which the world must be.
    fn step(&mut self) {
        if !self.simulation.tick() {
            self.end = Some(self.reached());
            self.look();
            return;
        }
        self.changes = self.camera.take(&mut self.simulation);
        self.copies.keep(&mut self.simulation);
        if self.is_at_end() {
            // A stuck world notices it only when it is advanced.
            self.simulation.tick();
        }
        self.count();
    }

    /// Sets the world back to its last copy before a tick, or to its start.
    fn go_back(&mut self, tick: u64) {
        let copies = &self.copies.list;
        let after = copies.partition_point(|&(at, _)| at < tick);
        let (_, copy) = &copies[after.saturating_sub(1)];
        self.simulation
            .rewind(copy)
            .expect("copies are of this world");
    }

    fn look(&mut self) {
        self.camera.take(&mut self.simulation);
        self.changes = Changes {
            tick: self.picture().tick(),
            ..Changes::default()
        };
        self.count();
    }

    fn count(&mut self) {
        self.counts = self.simulation.stats().to_string();
        self.outcome = self.simulation.outcome().to_string();
        if self.simulation.progress().phase == Phase::Finished {
            self.end = Some(self.picture().tick());
        }
    }
}

impl Copies {
    /// Copies the world at its start.
    fn new(maze: &mut Maze) -> Self {
        let most = (COPIED_CELLS / maze.grid().cells()).clamp(1, COPIES);
        Self {
            list: vec![(0, maze.checkpoint())],
            most,
            gap: if most > 1 { GAP } else { u64::MAX },
            until: 0,
            pause_at: Instant::now(),
        }
    }

    /// Returns the tick from which the next copy is due.
    fn next(&self) -> u64 {
        let last = self.list.last().map_or(0, |&(tick, _)| tick);
        last.saturating_add(self.gap)
    }

    /// Copies the world as it is, if the last copy is old. If there are too many, every other one goes.
    fn keep(&mut self, maze: &mut Maze) {
        let tick = maze.progress().tick;
        if tick < self.next() {
            return;
        }

        if self.list.len() >= self.most {
            let mut is_kept = false;
            self.list.retain(|_| {
                is_kept = !is_kept;
                is_kept
            });
            self.gap *= 2;
        }
        self.list.push((tick, maze.checkpoint()));
    }
}

impl Observer for Copies {
    fn next_tick(&self, from: u64) -> Option<u64> {
        Some(self.next().max(from).min(self.until))
    }

    fn look(&mut self, maze: &mut Maze) -> ControlFlow<()> {
        self.keep(maze);

        if maze.progress().tick < self.until {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    fn pause(&mut self, _: &Progress) -> ControlFlow<()> {
        if Instant::now() < self.pause_at {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

/// Where the picture is going, until a key changes it.
#[derive(Clone, Copy)]
pub(super) enum Goal {
    /// Nowhere: it stays.
    Rest,
    Play,
    To(u64),
}

impl Goal {
    /// Goes this many ticks from here, or from the tick it is going to: keys can come faster than pictures.
    pub(super) fn step(self, now: u64, ticks: i64) -> Self {
        let from = match self {
            Self::To(tick) if tick != u64::MAX => tick,
            _ => now,
        };
        Self::To(from.saturating_add_signed(ticks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    /// A world of 3,200 ticks of generation, and more of a walk.
    fn show() -> Show {
        let text = "Scene(grid: (rows: 40, columns: 40), generate: Johnny(start: (1, 1)), \
                    walk: Foot(from: (1, 1), to: (40, 40)))";
        Show::new(Scene::from_ron(text).expect("a legal scene")).expect("a world")
    }

    fn picture_at(show: &mut Show, tick: u64) -> Picture {
        while !show.approach(tick) {}
        show.picture().clone()
    }

    #[test]
    fn pictures_are_the_same_on_the_way_back() {
        let mut show = show();
        let ticks = [0, 1, 999, 1000, 1001, 2500, 3198, 3300, u64::MAX];
        let forward = ticks.map(|tick| picture_at(&mut show, tick));
        assert!(
            show.copies.list.len() > 3,
            "{} copies",
            show.copies.list.len()
        );
        for (tick, picture) in ticks.into_iter().zip(forward).rev() {
            assert_eq!(picture_at(&mut show, tick), picture, "tick {tick}");
        }
    }

    #[test]
    fn a_world_that_is_stuck_says_so_when_the_end_is_sought_from_there() {
        let text = "Scene(grid: (rows: 2, columns: 2), generate: Johnny(start: (1, 1), commands: \"D U\"))";
        let mut show = Show::new(Scene::from_ron(text).expect("a legal scene")).expect("a world");
        show.approach(1);
        assert_eq!((show.picture().tick(), &*show.outcome), (1, "unfinished"));
        while !show.approach(u64::MAX) {}
        assert!(show.outcome.starts_with("stuck"), "{}", show.outcome);
    }
}
