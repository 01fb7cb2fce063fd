//! Worlds whose draws are answered, and what of a state is compared with other worlds, when all courses are explored.

use std::mem;

use super::Maze;
use super::state::WALLS;
use crate::base::digest::{Compared, HashedBytes};
use crate::base::progress::{Outcome, Phase};
use crate::base::scene_fault::SceneFault;
use crate::engine::tick::TickPhase;

impl Maze {
    /// Returns the hash of all that can influence the future of this world.
    pub(crate) fn state_key(&mut self, compared: Compared, bytes: &mut HashedBytes) -> u128 {
        self.key_of(compared, &|_, _| true, bytes)
    }

    /// Returns the hash of a world that has ended, without what its generators know.
    pub(crate) fn ended_key(&mut self, reads_reports: bool) -> u128 {
        let stages = self.schedule[TickPhase::Generation].iter();
        let fields: Vec<_> = stages.map(|stage| stage.field).collect();
        let boards = self.added.boards.clone();
        let is_left = |field: &str, name: &str| {
            name == WALLS || boards.contains(&name) || !fields.contains(&field)
        };
        let compared = if reads_reports {
            Compared::All
        } else {
            Compared::Future { until: 0 }
        };
        self.key_of(compared, &is_left, &mut HashedBytes::default())
    }

    fn key_of(
        &mut self,
        compared: Compared,
        is_part: &dyn Fn(&str, &str) -> bool,
        bytes: &mut HashedBytes,
    ) -> u128 {
        bytes.clear();
        let grid = self.grid;
        compared.during(|| {
            let progress = self.schedule.progress(&self.world);
            if let Compared::Future { until } = compared {
                bytes.write(&progress.tick.min(until));
            }
            bytes.write(&(progress, progress.parts(), self.draws.used));
            for part in &mut self.added.keepers {
                part.keep.write_order(&mut self.world, bytes);
                if part.name.is_some_and(|name| is_part(part.field, name)) {
                    part.keep.write(&mut self.world, grid, bytes);
                }
            }
        });
        bytes.digest128()
    }

    /// Does some work in which the draws of this world are answered.
    pub(super) fn answering<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let mut draws = mem::take(&mut self.draws);
        let done = draws.during(|| work(self));
        self.draws = draws;
        done
    }

    /// Does a tick in which the draws are answered.
    pub(super) fn run_by_answers(&mut self) -> (u64, [Phase; 2]) {
        let before = self.draws.are_left().then(|| self.checkpoint());
        let phase = self.progress().phase;
        let ran = self.answering(|maze| maze.schedule.run(&mut maze.world, 1));
        if self.draws.choices.is_none()
            && self.draws.fault.is_some()
            && let Some(before) = before
        {
            self.rewind(&before).expect("a checkpoint of this world");
            self.stop_at_wrong_answer();
            return (0, [phase, Phase::Finished]);
        }
        self.stop_at_wrong_answer();
        ran
    }

    /// Ends the world if an answer was wrong, or is left at its end. Who explores it finds the fault.
    pub(super) fn stop_at_wrong_answer(&mut self) {
        if self.progress().phase == Phase::Finished {
            self.draws.check_all_used();
        }
        if self.draws.choices.is_none()
            && let Some(fault) = self.draws.fault.take()
        {
            self.stop_at(fault);
        }
    }

    fn stop_at(&mut self, fault: SceneFault) {
        let mut progress = self.schedule.progress_mut(&mut self.world);
        progress.finish(Outcome::Stuck(fault));
    }
}
