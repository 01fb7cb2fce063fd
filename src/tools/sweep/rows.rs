//! The ticks at which a world has rows.

use crate::base::progress::{Phase, Progress};
use crate::scene::simulation::Simulation;

impl Simulation {
    /// Runs a world that has begun to its end, or to the tick `last`, and passes it on there; before, at tick 0 and at
    /// each multiple of so many ticks. Returns false if `go_on`, which is asked as in
    /// [`advance_while`](crate::engine::Maze::advance_while), ended it, and the first error of `each`.
    pub(crate) fn run_by_rows<E>(
        &mut self,
        each_tick: Option<u64>,
        last: u64,
        mut go_on: impl FnMut(&Progress) -> bool,
        mut each: impl FnMut(&mut Self) -> Result<(), E>,
    ) -> Result<bool, E> {
        loop {
            let &Progress { tick, phase, .. } = self.progress();
            let is_last = phase == Phase::Finished || tick >= last;
            if is_last || each_tick.is_some_and(|ticks| tick.is_multiple_of(ticks)) {
                each(self)?;
            }
            if is_last {
                return Ok(true);
            }
            let wanted = each_tick
                .map_or(u64::MAX, |ticks| ticks - tick % ticks)
                .min(last - tick);
            let mut goes_on = true;
            self.advance_while(wanted, |progress| {
                goes_on = go_on(progress);
                goes_on
            });
            if !goes_on && self.progress().phase != Phase::Finished {
                return Ok(false);
            }
        }
    }
}
