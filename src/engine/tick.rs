//! A tick of a world: the phases in which systems run, in their order, and the schedule that runs them.

mod contents;
mod on_begin;
mod phase_systems;

pub(crate) use contents::SystemPlace;
pub(crate) use on_begin::OnBegin;
pub(crate) use phase_systems::PhaseSystems;

use bevy_ecs::prelude::*;

use crate::base::progress::{Outcome, PartNumber, Phase, Progress};
use crate::base::scene_fault::{SceneFault, SceneStep};
use crate::engine::bevy::{forget_removals, run_on_demand};
use crate::engine::search::make_room;
use crate::engine::search::stale::{Hanging, Reopen, keep};

/// The phases of a tick, after [`Begin`](Self::Begin), which comes once before the first tick: where a system of an
/// ingredient runs is one of these.
///
/// A tick of [`Phase::Generation`] consists of [`Generation`](Self::Generation), [`EachTick`](Self::EachTick) and
/// [`EndOfTick`](Self::EndOfTick), the last one of those from [`OpenWays`](Self::OpenWays) to [`JoinWays`](Self::JoinWays)
/// and then [`BeginWalk`](Self::BeginWalk), too, if that has systems. A tick of [`Phase::Walk`] consists of those that
/// close the ways, unless they are closed, and of all from [`Step`](Self::Step) on. Systems run in the order of the ingredients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TickPhase {
    /// Once before the first tick of a maze: clears what the engine itself keeps. Then ingredients become components, by [`Build::on_begin`](crate::engine::Build::on_begin).
    Begin,
    /// One stage, which builds or carves walls until it ends: [`Build::stage`](crate::engine::Build::stage).
    Generation,
    /// Once, when the walls are built and the ways are closed, before the first tick of the walk: [`Build::on_walk`](crate::engine::Build::on_walk).
    BeginWalk,
    /// Opens every way inside the grid, and lets steps lead to the neighbours.
    OpenWays,
    /// Rules that redirect steps, in `Leads`: [`Build::rule`](crate::engine::Build::rule).
    RedirectSteps,
    /// All other rules, which close ways: [`Build::rule`](crate::engine::Build::rule).
    CloseWays,
    /// Joins what is closed in several columns, so that the search reads one.
    JoinWays,
    /// A step of every walker, while the walk has no outcome: [`Build::walk`](crate::engine::Build::walk), [`Build::steps`](crate::engine::Build::steps).
    Step,
    /// What changes beside stages and steps: [`Build::each_tick`](crate::engine::Build::each_tick), and agents.
    EachTick,
    /// Last in a tick: counts agents that were changed by something other than their policy, and ends their part of the walk when none goes on.
    EndOfTick,
}

/// The systems of a kind of world, by the phase of a tick in which they run.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools)] // each says something of its own
pub(crate) struct Schedule {
    /// The systems that turn ingredients into components, after those of [`TickPhase::Begin`].
    pub(crate) on_begin: Vec<OnBegin>,
    phases: [Vec<PhaseSystems>; TickPhase::EndOfTick as usize + 1],
    /// What keeps the walk going beside its steps, such as agents:
    /// [`Build::lasts`](crate::engine::Build::lasts).
    pub(crate) lasting: Vec<LastingPart>,
    /// Whether what rules read changes, so that they run before every tick of the walk.
    pub(crate) has_changing_ways: bool,
    /// Whether systems that do ticks have commands, by which entities may be despawned.
    pub(crate) despawns: bool,
    /// Whether the rules have closed their ways since the walls were built.
    pub(crate) are_ways_closed: bool,
    /// Opens the stale ways only. The others are kept: what the rules leave open that read nothing that changes.
    pub(crate) reopen: Option<Reopen>,
    /// Whether they are kept since the walk began.
    pub(crate) are_ways_kept: bool,
    /// What adds the cells whose ways hang on a changed cell, besides it and its neighbours; `None` if all ways are stale.
    pub(crate) hanging: Option<Vec<Hanging>>,
    /// The runs in succession that did nothing; after two the world is stuck.
    pub(crate) idle_runs: u8,
    progress: Option<ProgressQuery>,
}

type ProgressQuery = QueryState<&'static mut Progress>;

/// A part that keeps the walk going: of the ingredient of a field, or of the agents that it brought.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct LastingPart {
    pub(crate) field: &'static str,
    pub(crate) number: PartNumber,
}

pub(crate) const IDLE: &str = "its systems neither do a tick nor end";

/// What changes whenever a run has done something.
#[derive(Clone, Copy, PartialEq, Eq)]
struct TickState {
    tick: u64,
    phase: Phase,
    stage: u8,
}

impl Schedule {
    /// Does up to `ticks` ticks in one run of the systems; returns their number, and the phases before and after them.
    pub(crate) fn run(&mut self, world: &mut World, ticks: u64) -> (u64, [Phase; 2]) {
        let mut progress = self.progress_mut(world);
        let (before, is_walking) = (TickState::of(&progress), progress.is_walking());
        if before.phase == Phase::Finished {
            return (0, [before.phase; 2]);
        }
        let is_single = self.ticks_singly(before.phase);
        progress.ticks_left = if is_single { 1 } else { ticks };
        world.check_change_ticks();
        if before.phase == Phase::Generation {
            let stage = &mut self.phases[TickPhase::Generation as usize];
            run_for_part(
                &mut stage[usize::from(before.stage)],
                &mut self.progress,
                world,
            );
        } else {
            self.are_ways_closed &= !self.has_changing_ways;
            self.close_ways(world);
            match &mut self.phases[TickPhase::Step as usize][..] {
                [steps] if is_walking => run_for_part(steps, &mut self.progress, world),
                // The steps are over, or there are none: the tick is that of lasting parts.
                _ => self.progress_mut(world).pass(1),
            }
        }
        let mut now = self.end_run(world, before);
        if is_single && now.tick > before.tick {
            self.run_phase(TickPhase::EachTick, before.phase, world);
            self.run_phase(TickPhase::EndOfTick, before.phase, world);
            now = TickState::of(self.progress(world));
        }
        if before.phase == Phase::Generation && now.phase == Phase::Walk {
            self.begin_walk(world);
        }
        if self.despawns {
            forget_removals(world);
        }
        self.stop_if_idle(world, before, now);
        (now.tick - before.tick, [before.phase, now.phase])
    }

    /// Runs what an ingredient does when the walls are built.
    pub(crate) fn begin_walk(&mut self, world: &mut World) {
        if !self[TickPhase::BeginWalk].is_empty() {
            self.close_ways(world);
            // It is a part of the last tick of generation, if there is one.
            self.run_phase(TickPhase::BeginWalk, Phase::Generation, world);
            self.forget_ways();
        }
    }

    /// Runs the rules, then the steps alone to their outcome, without systems of each tick: for a search beside a walk
    /// by hand.
    pub(crate) fn run_steps(&mut self, world: &mut World) {
        world.check_change_ticks();
        self.close_ways(world);
        while self.progress(world).is_walking() {
            let before = TickState::of(self.progress(world));
            self.progress_mut(world).ticks_left = u64::MAX;
            self.run_phase(TickPhase::Step, Phase::Walk, world);
            let now = self.end_run(world, before);
            self.stop_if_idle(world, before, now);
        }
        if self.despawns {
            forget_removals(world);
        }
    }

    /// Opens all ways and lets the rules close and redirect them, unless they have, and nothing that they read has
    /// changed.
    pub(crate) fn close_ways(&mut self, world: &mut World) {
        if std::mem::replace(&mut self.are_ways_closed, true) {
            return;
        }
        if let Some(reopen) = self.reopen.as_mut().filter(|_| self.are_ways_kept) {
            let is_any_stale = reopen
                .run(&self.hanging, world)
                .expect("a world with cells");
            if is_any_stale {
                self.changing_rules().for_each(|rule| rule.run(world));
            }
            return;
        }
        self.run_phase(TickPhase::OpenWays, Phase::Walk, world);
        self.run_phase(TickPhase::RedirectSteps, Phase::Walk, world);
        let rules = self[TickPhase::CloseWays].iter_mut();
        rules
            .take_while(|rule| !rule.reads_changes)
            .for_each(|rule| rule.run(world));
        if self.reopen.is_some() {
            run_on_demand(world, keep, ());
            self.are_ways_kept = true;
        }
        self.changing_rules().for_each(|rule| rule.run(world));
        self.run_phase(TickPhase::JoinWays, Phase::Walk, world);
    }

    /// The rules that close ways by what changes during the walk, which come last.
    fn changing_rules(&mut self) -> impl Iterator<Item = &mut PhaseSystems> {
        self[TickPhase::CloseWays]
            .iter_mut()
            .skip_while(|rule| !rule.reads_changes)
    }

    /// Lets all ways be closed anew before the next step.
    pub(crate) fn forget_ways(&mut self) {
        (self.are_ways_closed, self.are_ways_kept) = (false, false);
    }

    pub(crate) fn run_phase(&mut self, phase: TickPhase, world_phase: Phase, world: &mut World) {
        for place in 0..self[phase].len() {
            let systems = &self[phase][place];
            let has_ended = |part| {
                phase == TickPhase::EachTick
                    && world_phase == Phase::Walk
                    && !self.progress(world).lasts(part)
            };
            if systems.world_phase == world_phase && !systems.part.is_some_and(has_ended) {
                let systems = &mut self.phases[phase as usize][place];
                run_for_part(systems, &mut self.progress, world);
            }
        }
    }

    /// Takes back the ticks that a run has left. A stage or a walk that ended without doing a tick is counted as one:
    /// otherwise the next phase would begin within the same tick.
    fn end_run(&mut self, world: &mut World, before: TickState) -> TickState {
        let mut progress = self.progress_mut(world);
        let now = TickState::of(&progress);
        if progress.ticks_left > 0 {
            if now != before && now.tick == before.tick && !progress.outcome.is_failure() {
                progress.pass(1);
            }
            progress.ticks_left = 0;
        }
        TickState::of(&progress)
    }

    /// Ends the world if two runs in succession have done nothing. A search that waits for room gets it.
    fn stop_if_idle(&mut self, world: &mut World, before: TickState, now: TickState) {
        let is_idle = now == before && !make_room(world);
        self.idle_runs = if is_idle { self.idle_runs + 1 } else { 0 };
        if self.idle_runs > 1 {
            self.idle_runs = 0;
            let field = self
                .running(world)
                .into_iter()
                .take(1)
                .map(SceneStep::Field);
            let fault = SceneFault::new(field, IDLE.to_owned());
            self.progress_mut(world).finish(Outcome::Stuck(fault));
        }
    }

    /// Whether a run does a single tick of a phase: systems run after each, or rules before each.
    pub(crate) fn ticks_singly(&self, phase: Phase) -> bool {
        let has_changing_ways = phase == Phase::Walk && self.has_changing_ways;
        has_changing_ways
            || self[TickPhase::EachTick]
                .iter()
                .any(|it| it.world_phase == phase)
    }

    pub(crate) fn finish(&mut self) {
        self.assign_parts();
        self.phases
            .iter_mut()
            .flatten()
            .for_each(PhaseSystems::finish);
    }

    #[inline]
    pub(crate) fn progress<'w>(&self, world: &'w World) -> &'w Progress {
        let known = self
            .progress
            .as_ref()
            .and_then(|query| query.iter_manual(world).next());
        known.unwrap_or_else(|| find_progress(world))
    }

    pub(crate) fn progress_mut<'w>(&mut self, world: &'w mut World) -> Mut<'w, Progress> {
        progress_of(&mut self.progress, world)
    }
}

fn progress_of<'w>(query: &mut Option<ProgressQuery>, world: &'w mut World) -> Mut<'w, Progress> {
    let query = query.get_or_insert_with(|| world.query());
    query
        .iter_mut(world)
        .next()
        .expect("the maze has its progress")
}

/// Runs systems, whose part ends if they end one.
fn run_for_part(
    systems: &mut PhaseSystems,
    progress: &mut Option<ProgressQuery>,
    world: &mut World,
) {
    let part = systems.part.filter(|_| systems.ends);
    if part.is_some() {
        progress_of(progress, world).bypass_change_detection().part = part;
    }

    systems.run(world);

    if part.is_some() {
        progress_of(progress, world).bypass_change_detection().part = None;
    }
}

/// The progress of a maze that got another component, so that the known query does not find it.
#[cold]
fn find_progress(world: &World) -> &Progress {
    let query = world.try_query::<&Progress>();
    query
        .and_then(|mut query| query.iter(world).next())
        .expect("the maze has its progress")
}

impl TickState {
    fn of(
        &Progress {
            tick, phase, stage, ..
        }: &Progress,
    ) -> Self {
        Self { tick, phase, stage }
    }
}
