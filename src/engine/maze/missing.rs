//! What a world of a kind is missing: components that its systems read and no ingredient adds.

use std::any::TypeId;

use bevy_ecs::component::ComponentId;
use bevy_ecs::prelude::*;
use bevy_ecs::query::{FilteredAccess, FilteredAccessSet};

use super::Build;
use super::build::Recount;
use crate::base::grid::Position;
use crate::base::progress::{Phase, Progress};
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep, WALL_FIELDS};
use crate::base::wall::Wall;
use crate::engine::search::exits::open_all;
use crate::engine::search::stale::{Reopen, StaleWays, reopen};
use crate::engine::search::{Admits, Leads, Passes, Turns};
use crate::engine::tick::{PhaseSystems, TickPhase};

impl Build<'_> {
    /// Completes a kind of world, once all ingredients have added theirs: adds the columns that a world has only if a
    /// rule asks for them, and the recount of agents whom others than their policies write; notes in the schedule what
    /// changes during ticks. Returns an error, at the fields of their ingredients, if rules (in a world with a walk) or
    /// systems that do ticks read what no ingredient adds.
    pub(super) fn finish(&mut self) -> Result<(), SceneError> {
        let walks = self.schedule.plan().walks();
        let [leads, passes] = [
            self.world.register_component::<Leads>(),
            self.world.register_component::<Passes>(),
        ];
        let is_classed = self
            .unfinished
            .cell_components
            .contains(&TypeId::of::<Admits>());
        if walks && !self.added.walk.is_unled && self.has_rules_for(leads) {
            self.leads();
        }
        if is_classed && self.has_rules_for(passes) {
            self.cells::<Passes>()
                .add_to(TickPhase::OpenWays, open_all(|| Passes(u32::MAX)));
        }
        if walks {
            self.find_changing_rules();
        }
        if let Some(Recount {
            component,
            writers,
            systems,
        }) = self.unfinished.recount.take()
        {
            let each_tick = self.schedule[TickPhase::EachTick].iter();
            if each_tick.filter(|it| it.writes.contains(component)).count() > writers {
                self.schedule[TickPhase::EndOfTick].insert(0, systems);
            }
        }
        let despawns = self.doing_ticks().any(PhaseSystems::has_commands);
        self.schedule.despawns = despawns;
        let missing = self.missing(); // by the accesses that the schedule then forgets
        self.schedule.finish();
        missing
    }

    fn rules(&self) -> impl Iterator<Item = &PhaseSystems> {
        let redirecting = self.schedule[TickPhase::RedirectSteps].iter();
        redirecting.chain(&self.schedule[TickPhase::CloseWays])
    }

    fn doing_ticks(&self) -> impl Iterator<Item = &PhaseSystems> {
        let phases = [
            TickPhase::Generation,
            TickPhase::BeginWalk,
            TickPhase::EachTick,
            TickPhase::Step,
        ];
        phases.into_iter().flat_map(|phase| &self.schedule[phase])
    }

    fn has_rules_for(&self, component: ComponentId) -> bool {
        let mut accesses = self.rules().flat_map(PhaseSystems::accesses);
        let asks = |access: &FilteredAccess| access.required().contains(component);
        accesses.any(|it| it.filtered_accesses().iter().any(asks))
    }

    /// Returns an error for what is missing, the first component for each field, and for systems of each tick that
    /// can do nothing.
    fn missing(&self) -> Result<(), SceneError> {
        let rules = self.rules().filter(|_| self.schedule.plan().walks());
        let asking = rules.chain(self.doing_ticks()).filter_map(|systems| {
            let message = systems
                .accesses()
                .find_map(|access| self.missing_component(&access));
            Some((systems.field, message?))
        });
        let each_tick = self.schedule[TickPhase::EachTick].iter();
        let in_vain = each_tick.filter_map(|systems| Some((systems.field, self.in_vain(systems)?)));
        let mut missing = SceneError::default();
        for (field, message) in asking.chain(in_vain) {
            let path = [SceneStep::Field(field)];
            if missing.faults.iter().all(|it| it.path.0 != path) {
                missing.push(SceneFault::new(path, message));
            }
        }
        missing.into_result()
    }

    /// Why systems of each tick do not fit the rest of a scene: it has no such ticks, or its walk relies on what they
    /// change.
    fn in_vain(&self, systems: &PhaseSystems) -> Option<String> {
        let plan = self.schedule.plan();
        let (has_ticks, expected) = match systems.world_phase {
            Phase::Walk => (
                plan.walks(),
                "`walk` or `agents`, or another part that lasts",
            ),
            _ => (plan.stages > 0, WALL_FIELDS),
        };
        if !has_ticks {
            return Some(format!(
                "its systems of each tick would never run; add {expected}"
            ));
        }
        let walk = &self.added.walk;
        let moves_ground =
            systems.world_phase == Phase::Walk && !systems.writes.is_disjoint(&walk.reads);
        moves_ground.then(|| {
            "it changes in each tick what the steps of this walk read: choose another `walk`"
                .to_owned()
        })
    }

    /// Notes which rules read what changes during the walk, and how their ways are closed anew.
    fn find_changing_rules(&mut self) {
        let progress = self.world.register_component::<Progress>();
        let stale = self.world.register_component::<StaleWays>();
        let others = [
            self.world.register_component::<Passes>(),
            self.world.register_component::<Admits>(),
        ];
        let schedule = &self.schedule;
        let each_tick = schedule[TickPhase::EachTick]
            .iter()
            .filter(|it| it.world_phase == Phase::Walk);
        // Whether a rule changes, and whether what it reads is noted in changed cells.
        let changes = |rule: &PhaseSystems| {
            let reads = |component| rule.reads(component);
            let spawns = self.unfinished.own_entities.iter().any(|&it| reads(it));
            let mut causes = each_tick
                .clone()
                .filter(|it| it.changes(rule) || spawns && it.has_commands());
            let is_of_tick = reads(progress);
            let is_noted = !is_of_tick
                && reads(stale)
                && causes
                    .clone()
                    .all(|it| !it.has_commands() && it.writes.contains(stale));
            (is_of_tick || causes.next().is_some(), is_noted)
        };
        let redirect = schedule[TickPhase::RedirectSteps]
            .iter()
            .any(|rule| changes(rule).0);
        let closing: Vec<(bool, bool)> =
            schedule[TickPhase::CloseWays].iter().map(changes).collect();
        let closes_exits =
            schedule[TickPhase::CloseWays]
                .iter()
                .zip(&closing)
                .all(|(rule, (changes, _))| {
                    !changes || others.iter().all(|&it| !rule.writes.contains(it))
                });
        let is_joined = [TypeId::of::<Leads>(), TypeId::of::<Turns>()]
            .iter()
            .any(|it| self.unfinished.cell_components.contains(it));
        let is_any = closing.iter().any(|&(changes, _)| changes);
        self.schedule.has_changing_ways = redirect || is_any;
        for (rule, &(changes, _)) in self.schedule[TickPhase::CloseWays].iter_mut().zip(&closing) {
            rule.reads_changes = changes;
        }
        self.schedule[TickPhase::CloseWays].sort_by_key(|rule| rule.reads_changes);
        if is_any && closes_exits && !is_joined {
            self.stale_ways();
            let mut reopen: Reopen = Box::new(IntoSystem::into_system(reopen));
            reopen.initialize(self.world);
            self.schedule.reopen = Some(reopen);
            let are_noted = closing
                .iter()
                .all(|&(changes, is_noted)| !changes || is_noted);
            self.schedule.hanging = are_noted.then(|| std::mem::take(&mut self.unfinished.hanging));
        }
    }

    fn missing_component(&self, access: &FilteredAccessSet) -> Option<String> {
        let type_of = |id| self.world.components().get_info(id)?.type_id();
        let asked = access
            .filtered_accesses()
            .iter()
            .map(|it| it.required().iter());
        let asked: Vec<Vec<TypeId>> = asked.map(|ids| ids.filter_map(type_of).collect()).collect();
        if asked.iter().flatten().any(|&it| it == TypeId::of::<Wall>()) && !self.has_walls() {
            return Some(format!(
                "it reads walls, expected a scene with {WALL_FIELDS}"
            ));
        }
        let of_walls = access.filtered_accesses().iter().zip(&asked);
        let mut of_walls = of_walls.filter(|(it, _)| {
            it.with_filters()
                .any(|id| type_of(id) == Some(TypeId::of::<Wall>()))
        });
        if of_walls.any(|(_, asked)| asked.iter().any(|&it| it != TypeId::of::<Wall>())) {
            return Some("it reads a component of walls that they do not have".to_owned());
        }
        let cell = TypeId::of::<Position>();
        let of_cells = asked.iter().filter(|components| components.contains(&cell));
        let is_missing =
            |it: &&TypeId| **it != cell && !self.unfinished.cell_components.contains(*it);
        let missing = *of_cells.flatten().find(is_missing)?;
        let message = if missing == TypeId::of::<Turns>() {
            "it needs a walker with a heading: choose another `walk`"
        } else if missing == TypeId::of::<Leads>() {
            "it needs a walker whose steps can be redirected: choose another `walk`"
        } else if [TypeId::of::<Admits>(), TypeId::of::<Passes>()].contains(&missing) {
            "it needs a die, or another walker of classes: choose another `walk`"
        } else {
            "it reads a component of cells that no ingredient of this scene adds"
        };
        Some(message.to_owned())
    }
}
