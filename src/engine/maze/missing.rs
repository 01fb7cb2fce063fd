//! What a world of a kind is missing: components that its systems read and no ingredient adds.

use std::any::TypeId;

use bevy_ecs::component::ComponentId;
use bevy_ecs::query::{FilteredAccess, FilteredAccessSet};

use super::Build;
use crate::base::grid::Position;
use crate::base::progress::{Phase, Progress};
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep, WALL_FIELDS};
use crate::base::wall::Wall;
use crate::engine::agents::{Agent, policies, recount};
use crate::engine::search::exits::open_all;
use crate::engine::search::{Admits, Leads, Passes, Turns};
use crate::engine::tick::{PhaseSystems, TickPhase};

impl Build<'_> {
    /// Adds the columns that a world has only if a rule asks for them. Returns an error, at the fields of their
    /// ingredients, if rules (in a world with a walk) or systems that do ticks read what no ingredient adds.
    pub(super) fn finish(&mut self) -> Result<(), SceneError> {
        let walks = self.schedule.plan().walks();
        let [leads, passes] =
            [self.world.register_component::<Leads>(), self.world.register_component::<Passes>()];
        let is_classed = self.cell_components.contains(&TypeId::of::<Admits>());
        if walks && !self.added.walk.is_unled && self.has_rules_for(leads) {
            self.leads();
        }
        if is_classed && self.has_rules_for(passes) {
            self.cells::<Passes>().add_to(TickPhase::OpenWays, open_all(|| Passes(u32::MAX)));
        }
        let progress = self.world.register_component::<Progress>();
        self.schedule.has_changing_ways = walks && self.rules_change(progress);
        let agent = self.world.register_component::<Agent>();
        let writing =
            self.schedule[TickPhase::EachTick].iter().filter(|it| it.writes.contains(agent));
        if (1..writing.count()).contains(&policies(self.world)) {
            let recount = PhaseSystems::single("agents", recount, self.world);
            self.schedule[TickPhase::EndOfPart].insert(0, recount);
        }
        let despawns = self.doing_ticks().any(PhaseSystems::has_commands);
        self.schedule.despawns = despawns;
        let missing = self.missing();
        self.schedule.finish();
        missing
    }

    fn rules(&self) -> impl Iterator<Item = &PhaseSystems> {
        let redirecting = self.schedule[TickPhase::RedirectSteps].iter();
        redirecting.chain(&self.schedule[TickPhase::CloseWays])
    }

    fn doing_ticks(&self) -> impl Iterator<Item = &PhaseSystems> {
        let phases = [TickPhase::Generation, TickPhase::EachTick, TickPhase::Step];
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
            let message = systems.accesses().find_map(|access| self.missing_component(&access));
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
        let (has_ticks, expected) = match systems.of_world {
            Phase::Walk => (plan.walks(), "`walk` or `agents`, or another part that lasts"),
            _ => (plan.stages > 0, WALL_FIELDS),
        };
        if !has_ticks {
            return Some(format!("its systems of each tick would never run; add {expected}"));
        }
        let walk = &self.added.walk;
        let moves_ground =
            systems.of_world == Phase::Walk && !systems.writes.is_disjoint(&walk.reads);
        moves_ground.then(|| {
            "it changes in each tick what the steps of this walk read: choose another `walk`"
                .to_owned()
        })
    }

    /// Whether what a rule reads changes during the walk: a system of each tick writes it, or spawns or despawns
    /// entities, or it is the tick itself, in `progress`.
    fn rules_change(&self, progress: ComponentId) -> bool {
        let each_tick = self.schedule[TickPhase::EachTick].iter();
        let of_walk: Vec<_> = each_tick.filter(|it| it.of_world == Phase::Walk).collect();
        let mut accesses = self.rules().flat_map(PhaseSystems::accesses);
        accesses.any(|access| {
            let touches = access.combined_access().reads();
            let writes_for_it = |systems: &&PhaseSystems| !systems.writes.is_disjoint(touches);
            let reads_entities = self.own_entities.iter().any(|&it| touches.contains(it));
            touches.contains(progress)
                || of_walk.iter().any(writes_for_it)
                || reads_entities && of_walk.iter().any(|systems| systems.has_commands())
        })
    }

    fn missing_component(&self, access: &FilteredAccessSet) -> Option<String> {
        let type_of = |id| self.world.components().get_info(id)?.type_id();
        let asked = access.filtered_accesses().iter().map(|it| it.required().iter());
        let asked: Vec<Vec<TypeId>> = asked.map(|ids| ids.filter_map(type_of).collect()).collect();
        if asked.iter().flatten().any(|&it| it == TypeId::of::<Wall>()) && !self.has_walls() {
            return Some(format!("it reads walls, expected a scene with {WALL_FIELDS}"));
        }
        let of_walls = access.filtered_accesses().iter().zip(&asked);
        let mut of_walls = of_walls.filter(|(it, _)| {
            it.with_filters().any(|id| type_of(id) == Some(TypeId::of::<Wall>()))
        });
        if of_walls.any(|(_, asked)| asked.iter().any(|&it| it != TypeId::of::<Wall>())) {
            return Some("it reads a component of walls that they do not have".to_owned());
        }
        let cell = TypeId::of::<Position>();
        let of_cells = asked.iter().filter(|components| components.contains(&cell));
        let is_missing = |it: &&TypeId| **it != cell && !self.cell_components.contains(*it);
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
