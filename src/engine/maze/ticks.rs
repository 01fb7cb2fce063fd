//! The ticks of a maze.

use super::Maze;
use super::part::Part;
use super::systems::Systems;
use crate::base::progress::{Outcome, Phase, Progress};
use crate::base::scene_fault::{SceneFault, SceneStep};
use crate::engine::bevy::forget_removals;
use crate::engine::search::make_room;

/// The fault of an ingredient whose systems run again and again without a tick.
pub(crate) const IDLE: &str = "its systems neither do a tick nor end";

/// Where a world is in its phases.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Moment {
    tick: u64,
    phase: Phase,
    stage: u8,
}

impl Moment {
    fn of(&Progress { tick, phase, stage, .. }: &Progress) -> Self {
        Self { tick, phase, stage }
    }
}

impl Maze {
    /// Does one tick; returns whether there was one.
    pub fn tick(&mut self) -> bool {
        self.advance(1) == 1
    }

    /// Does up to `ticks` ticks, fewer if the world finishes; returns their number.
    ///
    /// The world is then the same as after that many single ticks.
    pub fn advance(&mut self, ticks: u64) -> u64 {
        let (mut left, mut goes_on) = (ticks, true);
        while left > 0 && goes_on {
            let done;
            (done, goes_on) = self.work(left);
            left -= done;
        }
        ticks - left
    }

    /// Advances to this tick, unless the world finishes or is past it.
    pub fn advance_to(&mut self, tick: u64) {
        let done = self.progress().tick;
        self.advance(tick.saturating_sub(done));
    }

    /// Ticks until the world finishes.
    pub fn run(&mut self) -> &Outcome {
        self.advance(u64::MAX);
        self.outcome()
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
        /// Ticks per piece of a walk: few enough for a quick reply, and enough to make starting the
        /// systems cheap.
        const WALKING: u64 = 1 << 8;
        /// Ticks per piece of generation, or as many as there are cells, if these are more:
        /// some generators write all walls at the end of a run that is not
        /// [short](Progress::is_short), which is faster.
        const MAKING: u64 = 1 << 18;
        let making = MAKING.max(self.grid().cells() as u64);
        let (mut left, mut goes_on) = (ticks, self.progress().phase != Phase::Finished);
        while left > 0 && goes_on {
            let piece = if self.progress().phase == Phase::Walk { WALKING } else { making };
            let done;
            (done, goes_on) = self.work(piece.min(left));
            left -= done;
            goes_on &= go_on(self.progress());
        }
        ticks - left
    }

    /// As [`advance_to`](Self::advance_to), and calls `observe` repeatedly with the number of ticks done.
    pub(crate) fn advance_observed(&mut self, tick: u64, mut observe: impl FnMut(u64)) {
        let left = tick.saturating_sub(self.progress().tick);
        self.advance_while(left, |progress| {
            observe(progress.tick);
            true
        });
    }

    /// Runs the systems of the phase once, for up to this many ticks; returns the number of those done, and
    /// whether the world goes on.
    pub(super) fn work(&mut self, ticks: u64) -> (u64, bool) {
        let progress = self.progress();
        let (before, is_walking) = (Moment::of(progress), progress.is_walking());
        if before.phase == Phase::Finished {
            return (0, false);
        }
        let ticks_singly = self.systems.ticks_singly(before.phase);
        progress.grant(if ticks_singly { 1 } else { ticks });
        self.world.check_change_ticks();
        if before.phase == Phase::Generation {
            self.systems.stages[usize::from(before.stage)].run(&mut self.world);
        } else {
            self.run_walk(is_walking);
        }
        let progress = self.progress();
        let mut now = Moment::of(progress);
        progress.grant(0);
        if ticks_singly && now.tick > before.tick {
            self.run_each_tick(before.phase);
            now = Moment::of(self.progress());
        }
        if self.systems.despawns {
            forget_removals(&mut self.world);
        }
        self.after_run(before, now);
        (now.tick - before.tick, now.phase != Phase::Finished)
    }

    /// Ends the world if two runs in succession have done nothing: one may prepare something. A search that does
    /// nothing may wait for room, which it gets.
    fn after_run(&mut self, before: Moment, now: Moment) {
        let is_idle = now == before && !make_room(&mut self.world);
        self.idle_runs = if is_idle { self.idle_runs + 1 } else { 0 };
        if self.idle_runs > 1 {
            self.idle_runs = 0;
            let idle = self.running().into_iter().take(1).map(SceneStep::Field);
            let fault = SceneFault::new(idle, IDLE.to_owned());
            self.progress_mut().finish(Outcome::Stuck(fault));
        }
    }

    /// The fields of the ingredients that keep the world going: by the stage, or by the steps of the walk and
    /// the parts of it that [last](super::Build::lasts).
    pub(crate) fn running(&self) -> Vec<&'static str> {
        let Systems { steps, lasting, .. } = &self.systems;
        let (progress, stage) = (self.progress(), self.stage());
        let steps = steps.as_ref().filter(|_| progress.is_walking());
        let lasting =
            lasting.iter().filter(|_| progress.phase == Phase::Walk && progress.parts() > 0);
        stage.into_iter().chain(steps).map(|part| part.field).chain(lasting.copied()).collect()
    }

    /// The stage that is next, during generation.
    pub(super) fn stage(&self) -> Option<&Part> {
        let progress = self.progress();
        let stage = self.systems.stages.get(usize::from(progress.stage));
        stage.filter(|_| progress.phase == Phase::Generation)
    }

    /// Runs the systems that run in each tick of a phase.
    fn run_each_tick(&mut self, phase: Phase) {
        let systems = self.systems.each_tick.iter_mut().filter(|(of, _)| *of == phase);
        let last = self.systems.last_each_tick.as_mut().filter(|_| phase == Phase::Walk);
        systems.map(|(_, part)| part).chain(last).for_each(|part| part.run(&mut self.world));
    }

    /// Runs the steps of the walk; the tick passes without them when they have ended.
    fn run_walk(&mut self, is_walking: bool) {
        if self.systems.has_changing_ways {
            self.are_ways_closed = false;
        }
        self.close_ways();
        match &mut self.systems.steps {
            Some(steps) if is_walking => steps.run(&mut self.world),
            _ => self.progress_mut().tick += 1,
        }
    }

    /// Runs the steps of the walk to their end, and nothing beside them.
    pub(super) fn run_steps(&mut self) {
        self.world.check_change_ticks();
        self.close_ways();
        while self.progress().is_walking() {
            let before = Moment::of(self.progress());
            self.progress().grant(u64::MAX);
            self.systems.steps.as_mut().expect("a walk has steps").run(&mut self.world);
            self.after_run(before, Moment::of(self.progress()));
        }
        self.progress().grant(0);
        if self.systems.despawns {
            forget_removals(&mut self.world);
        }
    }

    /// Runs the rules, unless the ways are closed as they say.
    pub(super) fn close_ways(&mut self) {
        if !self.are_ways_closed {
            self.are_ways_closed = true;
            self.open_ways();
            let Systems { rules, after_rules, .. } = &mut self.systems;
            let rules = rules.iter_mut().map(|rule| &mut rule.part);
            rules.chain(after_rules).for_each(|part| part.run(&mut self.world));
        }
    }

    /// Opens everything that rules may close.
    pub(super) fn open_ways(&mut self) {
        self.systems.openings.iter_mut().for_each(|part| part.run(&mut self.world));
    }
}

#[cfg(test)]
mod tests {
    use bevy_ecs::prelude::*;

    use super::super::NewMaze;
    use super::*;
    use crate::base::grid::Grid;

    #[derive(Component)]
    struct Spark;

    /// A stage of three ticks, in each of which a spark comes and goes.
    fn fly(mut progress: Single<&mut Progress>, mut commands: Commands) {
        let spark = commands.spawn(Spark).id();
        commands.entity(spark).despawn();
        progress.pass(1);
        if progress.tick == 3 {
            progress.end_stage();
        }
    }

    /// Bevy keeps a message of each component that is removed until it is told not to.
    #[test]
    fn a_stage_that_despawns_leaves_nothing_behind() {
        let mut maze = Maze::new(|build| _ = build.stage(fly)).expect("a kind of maze");
        let grid = Grid { rows: 1, columns: 1 };
        let (start, text) = (None, crate::engine::text::TextFormat::default());
        maze.begin(NewMaze { name: "", seed: 0, grid, start, text }, |_| None);
        maze.run();
        assert_eq!(maze.progress().tick, 3);
        assert_eq!(maze.query(|mut gone: RemovedComponents<Spark>| gone.read().count()), 0);
    }
}
