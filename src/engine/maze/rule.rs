//! Rules: systems that close ways, and the check that a world has what they read.

use std::any::TypeId;

use bevy_ecs::prelude::*;
use bevy_ecs::system::{BoxedSystem, RunSystemError};

use super::closed_ways::Explain;
use super::systems::Systems;
use crate::base::grid::Position;
use crate::base::wall::Wall;
use crate::engine::search::{Admits, Turns};

/// A system that closes ways.
pub(super) struct Rule {
    system: BoxedSystem,
    /// The components that each of its parameters asks for, on the same entity.
    asks_for: Vec<Vec<TypeId>>,
    /// The field of its ingredient.
    pub(super) field: &'static str,
    /// Its reason for the closed ways.
    pub(super) why: Option<Explain>,
}

/// A rule in a world without something that it reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LackingRule {
    /// The field of its ingredient.
    pub(crate) field: &'static str,
    pub(crate) lacks: Lack,
}

/// What a rule asks for and its world does not have.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lack {
    /// There are no walls.
    Walls,
    /// Walkers have no heading, and so no [`Turns`].
    Headings,
    /// Walkers are not told apart by classes, and so have no [`Admits`].
    Classes,
    /// Cells have no component of some other type.
    Component,
}

impl Rule {
    pub(super) fn new<M>(system: impl IntoSystem<(), (), M>, field: &'static str) -> Self {
        let system = Box::new(IntoSystem::into_system(system));
        Self { system, asks_for: Vec::new(), field, why: None }
    }

    /// Prepares it for a world with a walk; without one, no rule runs.
    fn initialize(&mut self, world: &mut World) {
        let access = self.system.initialize(world);
        let access = access.to_filtered_access_set();
        let type_of = |id| world.components().get_info(id)?.type_id();
        let asked = access.filtered_accesses().iter().map(|it| it.required().iter());
        self.asks_for = asked.map(|components| components.filter_map(type_of).collect()).collect();
    }

    /// Closes its ways; does nothing if it asks by `Single` for a missing entity.
    pub(super) fn run(&mut self, world: &mut World) {
        match self.system.run((), world) {
            Ok(()) | Err(RunSystemError::Skipped(_)) => {}
            Err(RunSystemError::Failed(error)) => panic!("a rule of `{}`: {error}", self.field),
        }
    }

    /// What it asks for and the world lacks.
    fn lacks(&self, systems: &Systems) -> Option<Lack> {
        let asks = |of| self.asks_for.iter().any(|components| components.contains(&of));
        if asks(TypeId::of::<Wall>()) && !systems.has_walls() {
            return Some(Lack::Walls);
        }
        let cell = TypeId::of::<Position>();
        let of_cells = self.asks_for.iter().filter(|components| components.contains(&cell));
        let is_lacking = |of: &&TypeId| **of != cell && !systems.cell_components.contains(*of);
        let lacking = *of_cells.flatten().find(is_lacking)?;
        Some(if lacking == TypeId::of::<Turns>() {
            Lack::Headings
        } else if lacking == TypeId::of::<Admits>() {
            Lack::Classes
        } else {
            Lack::Component
        })
    }
}

impl Systems {
    /// Prepares the rules, if there is a walk, for which they run. `Err` for the first that lacks
    /// something.
    pub(super) fn initialize_rules(&mut self, world: &mut World) -> Result<(), LackingRule> {
        if self.search.is_none() {
            return Ok(());
        }
        self.rules.iter_mut().for_each(|rule| rule.initialize(world));
        let mut lacking = self.rules.iter().filter_map(|rule| Some((rule, rule.lacks(self)?)));
        let lacking = lacking.next();
        lacking.map_or(Ok(()), |(rule, lacks)| Err(LackingRule { field: rule.field, lacks }))
    }
}
