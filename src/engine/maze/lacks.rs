//! What a world lacks: whether it has what its systems read, and whether that changes.

use std::any::TypeId;

use bevy_ecs::component::ComponentId;
use bevy_ecs::prelude::*;
use bevy_ecs::query::{FilteredAccess, FilteredAccessSet};

use super::Build;
use super::part::Part;
use super::systems::Systems;
use crate::base::grid::Position;
use crate::base::progress::{Phase, Progress};
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep, WALL_FIELDS};
use crate::base::wall::Wall;
use crate::engine::search::exits::open_all;
use crate::engine::search::{Admits, Leads, Passes, Turns};

impl Build<'_> {
    /// Adds the columns that are there only if a rule asks for them. `Err`, at the fields of their
    /// ingredients, if rules (in a world with a walk) or systems that do ticks read what no ingredient adds.
    pub(super) fn finish(&mut self) -> Result<(), SceneError> {
        let walks = self.systems.plan().walks();
        let [leads, passes] =
            [self.world.register_component::<Leads>(), self.world.register_component::<Passes>()];
        let is_classed = self.systems.cell_components.contains(&TypeId::of::<Admits>());
        if walks && !self.systems.is_unled && self.systems.have_rules_for(leads) {
            self.leads();
        }
        if is_classed && self.systems.have_rules_for(passes) {
            self.cells::<Passes>().opening(open_all(|| Passes(u32::MAX)));
        }
        // Others may then read where steps lead.
        let rules = &mut self.systems.rules;
        rules.sort_by_key(|rule| !rule.part.writes.contains(leads));
        self.systems.redirecting = rules.partition_point(|rule| rule.part.writes.contains(leads));
        let progress = self.world.register_component::<Progress>();
        self.systems.has_changing_ways = walks && self.systems.rules_change(progress);
        let despawns = self.systems.doing_ticks().any(Part::has_commands);
        self.systems.despawns = despawns;
        let lacking = self.systems.lacking(self.world);
        self.systems.parts().for_each(Part::finish);
        lacking
    }
}

impl Systems {
    /// Whether a rule asks for a component.
    fn have_rules_for(&self, component: ComponentId) -> bool {
        let mut accesses = self.rules.iter().flat_map(|rule| rule.part.accesses());
        let asks = |access: &FilteredAccess| access.required().contains(component);
        accesses.any(|it| it.filtered_accesses().iter().any(asks))
    }

    /// All parts.
    fn parts(&mut self) -> impl Iterator<Item = &mut Part> {
        let rules = self.rules.iter_mut().map(|rule| &mut rule.part).chain(&mut self.after_rules);
        let each_tick =
            self.each_tick.iter_mut().map(|(_, part)| part).chain(&mut self.last_each_tick);
        let stages_and_steps = self.stages.iter_mut().chain(&mut self.steps);
        self.openings.iter_mut().chain(rules).chain(stages_and_steps).chain(each_tick)
    }

    /// The parts that do ticks.
    fn doing_ticks(&self) -> impl Iterator<Item = &Part> {
        let each_tick = self.each_tick.iter().map(|(_, part)| part);
        self.stages.iter().chain(each_tick).chain(&self.steps)
    }

    /// What is lacking, the first of each field.
    fn lacking(&self, world: &World) -> Result<(), SceneError> {
        let rules = self.rules.iter().filter(|_| self.plan().walks()).map(|rule| &rule.part);
        let mut lacking = SceneError::default();
        for part in rules.chain(self.doing_ticks()) {
            let message = part.accesses().find_map(|access| self.lacks(&access, world));
            let path = [SceneStep::Field(part.field)];
            if let Some(message) = message
                && lacking.faults.iter().all(|it| it.path.0 != path)
            {
                lacking.push(SceneFault::new(path, message));
            }
        }
        lacking.into_result()
    }

    /// Whether what a rule reads changes during the walk: it is written in each tick, or entities are
    /// spawned or despawned, or it is the tick itself, in `progress`.
    fn rules_change(&self, progress: ComponentId) -> bool {
        let of_walk = self.each_tick.iter().filter(|&&(phase, _)| phase == Phase::Walk);
        let of_walk: Vec<&Part> = of_walk.map(|(_, part)| part).collect();
        let mut accesses = self.rules.iter().flat_map(|rule| rule.part.accesses());
        accesses.any(|access| {
            let touches = access.combined_access().reads();
            let writes_for_it = |part: &&Part| !part.writes.is_disjoint(touches);
            let reads_entities = self.own_entities.iter().any(|&it| touches.contains(it));
            touches.contains(progress)
                || of_walk.iter().any(writes_for_it)
                || reads_entities && of_walk.iter().any(|part| part.has_commands())
        })
    }

    /// What the world lacks of what each parameter of a system asks for, on the same entity.
    fn lacks(&self, access: &FilteredAccessSet, world: &World) -> Option<String> {
        let type_of = |id| world.components().get_info(id)?.type_id();
        let asked = access.filtered_accesses().iter().map(|it| it.required().iter());
        let asked: Vec<Vec<TypeId>> = asked.map(|ids| ids.filter_map(type_of).collect()).collect();
        if asked.iter().flatten().any(|&it| it == TypeId::of::<Wall>()) && !self.sizes.has_walls {
            return Some(format!("it reads walls, expected a scene with {WALL_FIELDS}"));
        }
        let cell = TypeId::of::<Position>();
        let of_cells = asked.iter().filter(|components| components.contains(&cell));
        let is_lacking = |of: &&TypeId| **of != cell && !self.cell_components.contains(*of);
        let lacking = *of_cells.flatten().find(is_lacking)?;
        let message = if lacking == TypeId::of::<Turns>() {
            "it needs a walker with a heading: choose another `walk`"
        } else if lacking == TypeId::of::<Leads>() {
            "it needs a walker whose steps can be redirected: choose another `walk`"
        } else if [TypeId::of::<Admits>(), TypeId::of::<Passes>()].contains(&lacking) {
            "it needs a die, or another walker of classes: choose another `walk`"
        } else {
            "it reads a component of cells that no ingredient of this scene adds"
        };
        Some(message.to_owned())
    }
}
