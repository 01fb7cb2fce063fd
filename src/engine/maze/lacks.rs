//! What a world lacks: whether it has what its systems read, and whether that changes.

use std::any::TypeId;

use bevy_ecs::prelude::*;

use super::Build;
use super::part::Part;
use super::rules::{Asks, Rule};
use super::systems::Systems;
use crate::base::grid::Position;
use crate::base::progress::{Phase, Progress};
use crate::base::wall::Wall;
use crate::engine::search::{Admits, Leads, Passes, Turns};

/// An ingredient with a system in a world without something that it reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lacking {
    /// The field of its ingredient.
    pub(crate) field: &'static str,
    pub(crate) lacks: Lack,
}

/// What a system asks for and its world does not have.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lack {
    /// There are no walls.
    Walls,
    /// Walkers have no heading, and so no [`Turns`].
    Headings,
    /// Walkers are not told apart by classes, and so have no [`Admits`] and [`Passes`].
    Classes,
    /// The steps of walkers cannot be redirected, so there are no [`Leads`].
    Leads,
    /// Cells have no component of some other type.
    Component,
}

impl Build<'_> {
    /// Prepares the rules, if there is a walk, for which they run, and adds the columns that are there
    /// only if a rule asks for them. `Err` for the fields of rules, or of systems that do ticks, that lack
    /// something.
    pub(super) fn finish(&mut self) -> Result<(), Vec<Lacking>> {
        self.systems.initialize_rules(self.world);
        if !self.systems.walk.is_unled && self.systems.have_rules_for::<Leads>() {
            self.leads();
        }
        if self.systems.walk.is_classed && self.systems.have_rules_for::<Passes>() {
            self.passes();
        }
        let lacking = self.systems.lacking(self.world);
        if lacking.is_empty() { Ok(()) } else { Err(lacking) }
    }
}

impl Systems {
    fn initialize_rules(&mut self, world: &mut World) {
        self.despawns = self.each_tick.iter().any(|(_, part)| part.has_commands());
        if self.plan().walks() {
            self.rules.iter_mut().for_each(|rule| rule.initialize(world));
            self.has_changing_ways = self.rules.iter().any(|rule| self.changes_for(rule, world));
        }
    }

    /// Whether a rule asks for a component.
    fn have_rules_for<C: Component>(&self) -> bool {
        let of = TypeId::of::<C>();
        self.rules.iter().any(|rule| rule.asks.0.iter().flatten().any(|&asked| asked == of))
    }

    /// What is lacking, the first of each field.
    fn lacking(&self, world: &World) -> Vec<Lacking> {
        let of_rules =
            self.rules.iter().filter_map(|rule| Some((rule.field, rule.asks.lacks(self)?)));
        let parts = self.stages.iter().chain(self.each_tick.iter().map(|(_, part)| part));
        let of_parts = parts.chain(&self.steps).filter_map(|part| {
            let mut lacks = part.accesses().map(|access| Asks::new(access, world).lacks(self));
            Some((part.field, lacks.find_map(|lacks| lacks)?))
        });
        let mut lacking: Vec<Lacking> = Vec::new();
        for (field, lacks) in of_rules.chain(of_parts) {
            if lacking.iter().all(|it| it.field != field) {
                lacking.push(Lacking { field, lacks });
            }
        }
        lacking
    }

    /// Whether what a rule reads changes during the walk: it is written in each tick, or entities are
    /// spawned or despawned, or it is the tick itself.
    fn changes_for(&self, rule: &Rule, world: &mut World) -> bool {
        let progress = world.register_component::<Progress>();
        let reads_entities = self.own_entities.iter().any(|&it| rule.touches.contains(it));
        let writes_for_it = |part: &Part| {
            part.accesses().any(|it| !it.combined_access().writes().is_disjoint(&rule.touches))
        };
        let mut of_walk = self.each_tick.iter().filter(|&&(phase, _)| phase == Phase::Walk);
        rule.touches.contains(progress)
            || of_walk.any(|(_, part)| writes_for_it(part) || reads_entities && part.has_commands())
    }
}

impl Asks {
    /// What the world lacks of it.
    fn lacks(&self, systems: &Systems) -> Option<Lack> {
        let asks = |of| self.0.iter().any(|components| components.contains(&of));
        if asks(TypeId::of::<Wall>()) && !systems.has_walls() {
            return Some(Lack::Walls);
        }
        let cell = TypeId::of::<Position>();
        let of_cells = self.0.iter().filter(|components| components.contains(&cell));
        let is_lacking = |of: &&TypeId| **of != cell && !systems.cell_components.contains(*of);
        let lacking = *of_cells.flatten().find(is_lacking)?;
        Some(if lacking == TypeId::of::<Turns>() {
            Lack::Headings
        } else if lacking == TypeId::of::<Leads>() {
            Lack::Leads
        } else if [TypeId::of::<Admits>(), TypeId::of::<Passes>()].contains(&lacking) {
            Lack::Classes
        } else {
            Lack::Component
        })
    }
}
