//! The ticks of a maze.

use super::Maze;
use super::systems::Systems;
use crate::base::progress::{Budget, Outcome, Phase, Progress};

impl Maze {
    /// Does one tick; returns whether there was one.
    pub fn tick(&mut self) -> bool {
        self.advance(1) == 1
    }

    /// Does up to `ticks` ticks, fewer if the world finishes; returns their number.
    ///
    /// The world is then the same as after that many single ticks.
    pub fn advance(&mut self, ticks: u64) -> u64 {
        let before = self.progress().tick;
        self.world.resource_mut::<Budget>().0 = ticks;
        while self.world.resource::<Budget>().0 > 0 && self.work() {}
        self.progress().tick - before
    }

    /// As [`advance`](Self::advance), in pieces that take some milliseconds in most worlds. After
    /// each, `go_on` decides whether to continue: for work that shows progress or can be
    /// interrupted.
    ///
    /// ```
    /// use mazetick::prelude::*;
    ///
    /// let scene = Scene::new(500, 500).with(Johnny::from(Position::new(1, 1)));
    /// let mut simulation = Simulation::new(&scene)?;
    /// let done = simulation.advance_while(u64::MAX, |progress| progress.tick < 100_000);
    /// assert!((100_000..499_999).contains(&done));
    /// # Ok::<(), mazetick::base::SceneError>(())
    /// ```
    pub fn advance_while(&mut self, ticks: u64, mut go_on: impl FnMut(&Progress) -> bool) -> u64 {
        /// Ticks per piece: few enough for a quick reply, and enough to make starting the systems
        /// cheap. While walls are made, at least as many as there are cells: generators write all
        /// walls at the end of such a run, and in shorter ones each as it changes.
        const MAKING: u64 = 1 << 18;
        const SEARCHING: u64 = 1 << 8;
        let making = MAKING.max(self.grid().cells() as u64);
        let before = self.progress().tick;
        loop {
            let progress = self.progress();
            let bite = if progress.phase == Phase::Search { SEARCHING } else { making };
            let done = progress.tick - before;
            self.world.resource_mut::<Budget>().0 = bite.min(ticks - done);
            let is_over = done == ticks || !self.work();
            if is_over || !go_on(self.progress()) {
                return self.progress().tick - before;
            }
        }
    }

    /// Runs the systems of the phase for as many ticks as the budget has; returns whether it is
    /// unfinished.
    fn work(&mut self) -> bool {
        match self.progress().phase {
            Phase::Generation => self.run_stage(),
            Phase::Search => {
                self.close_ways();
                let search = self.systems.search.as_mut().expect("there is a walk");
                search.run(&mut self.world);
            }
            Phase::Finished => return false,
        }
        true
    }

    /// Advances to this tick, unless the world finishes or is past it.
    pub fn advance_to(&mut self, tick: u64) {
        let done = self.progress().tick;
        self.advance(tick.saturating_sub(done));
    }

    /// Runs the current stage of generation.
    pub(super) fn run_stage(&mut self) {
        let stage = usize::from(self.progress().stage);
        self.systems.stages[stage].run(&mut self.world);
    }

    /// Runs the rules, if they have not run yet.
    pub(super) fn close_ways(&mut self) {
        if !self.are_ways_closed {
            self.are_ways_closed = true;
            self.open_ways();
            let Systems { rules, after_rules, .. } = &mut self.systems;
            for rule in rules {
                rule.run(&mut self.world);
            }
            for system in after_rules {
                system.run((), &mut self.world).expect("walks have these columns");
            }
        }
    }

    /// Opens everything that rules may close.
    pub(super) fn open_ways(&mut self) {
        for opening in &mut self.systems.openings {
            opening.run((), &mut self.world).expect("walks have these columns");
        }
    }

    /// Ticks until the world finishes.
    pub fn run(&mut self) -> &Outcome {
        self.advance(u64::MAX);
        self.outcome()
    }
}
