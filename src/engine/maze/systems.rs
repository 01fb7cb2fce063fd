//! The systems of a kind of world, and what else its ingredients added.

use std::any::{Any, TypeId};
use std::collections::HashSet;

use bevy_ecs::component::ComponentId;
use bevy_ecs::prelude::*;
use bevy_ecs::query::InvertibleComponentIdSet;

use super::keeper::Keeper;
use super::part::Part;
use super::picture::LayerReader;
use super::rules::Rule;
use super::sizes::Sizes;
use super::stats::Count;
use super::walk::{ClaimCount, WalkerList};
use crate::base::chance::Seed;
use crate::base::grid::Grid;
use crate::base::progress::{Phase, Plan, Progress};
use crate::engine::search::{ByHand, StepProbe, TellMoves};
use crate::picture::Describer;

/// What the ingredients of a kind of world gave it.
#[derive(Default)]
pub(crate) struct Systems {
    /// Those that run whatever the scene says come first.
    pub(super) on_begin: Vec<OnBegin>,
    pub(super) stages: Vec<Part>,
    /// Systems that open ways, before all rules.
    pub(super) openings: Vec<Part>,
    pub(super) rules: Vec<Rule>,
    /// How many of them, the first, redirect steps.
    pub(super) redirecting: usize,
    /// Systems that run after all rules.
    pub(super) after_rules: Vec<Part>,
    pub(super) steps: Option<Part>,
    /// Whether the walk has steps that rules cannot redirect.
    pub(super) is_unled: bool,
    /// Systems that run after the stage or the steps in every tick of a phase.
    pub(super) each_tick: Vec<(Phase, Part)>,
    /// The system that runs last in every tick of the walk.
    pub(super) last_each_tick: Option<Part>,
    /// Whether what rules read [changes](Self::rules_change), so that they run before every tick of the walk.
    pub(super) has_changing_ways: bool,
    /// Whether systems that do ticks have commands, by which entities may be despawned.
    pub(super) despawns: bool,
    /// The components of entities that ingredients spawn.
    pub(super) own_entities: Vec<ComponentId>,
    /// The fields of the ingredients with parts that keep a walk going besides its steps.
    pub(super) lasting: Vec<&'static str>,
    /// Creates the probe of single steps; `None` if the walk has its own steps.
    pub(super) probe: Option<fn() -> StepProbe>,
    /// Tells the moves of the walk, if it has a system for that.
    pub(super) moves: Option<TellMoves>,
    /// By what a walk with its own steps is walked by hand.
    pub(super) by_hand: Option<ByHand>,
    /// What copies and hashes its components.
    pub(super) keepers: Vec<Keeper>,
    /// How a walk lists its walkers, if it keeps them itself.
    pub(super) walkers: Option<WalkerList>,
    /// Counts the claims on a cell.
    pub(super) claims: Option<ClaimCount>,
    pub(super) counts: Vec<Count>,
    /// The layers of pictures, from the lowest to the uppermost.
    pub(super) layers: Vec<LayerReader>,
    /// Describe ticks, each with the field of its ingredient.
    pub(super) tellers: Vec<(&'static str, Describer)>,
    pub(super) sizes: Sizes,
    /// Spawns cells with the component that was added to them first, if there is one.
    pub(super) spawn_cells: Option<SpawnCells>,
    /// The types of the components that cells have.
    pub(super) cell_components: HashSet<TypeId>,
    /// The types of the components that the maze entity has because of ingredients.
    pub(super) maze_components: HashSet<TypeId>,
}

/// Spawns this many cells, with the positions of the grid's first cells.
pub(super) type SpawnCells = fn(&mut World, Grid, usize);

/// A system that runs when a maze begins.
pub(super) struct OnBegin {
    /// The type of the ingredient that it turns into components, if it does.
    ingredient: Option<TypeId>,
    pub(super) reads_seed: bool,
    run: Running,
}

/// Runs a system on an ingredient, whatever its type.
type Running = Box<dyn FnMut(&dyn Any, &mut World) + Send + Sync>;

impl Systems {
    /// The phases that mazes of this kind go through.
    pub(super) fn plan(&self) -> Plan {
        let stages = u8::try_from(self.stages.len()).expect("few stages");
        let parts = u8::try_from(self.lasting.len()).expect("few parts");
        Plan { stages, has_steps: self.steps.is_some(), parts }
    }

    /// Whether a run does a single tick of a phase: systems run after each, or rules before each.
    pub(super) fn ticks_singly(&self, phase: Phase) -> bool {
        let has_changing_ways = phase == Phase::Walk && self.has_changing_ways;
        has_changing_ways || self.each_tick.iter().any(|&(of, _)| of == phase)
    }

    /// The components that ticks of a phase may write.
    pub(super) fn writes(&self, phase: Phase, world: &mut World) -> InvertibleComponentIdSet {
        let mut writes = InvertibleComponentIdSet::default();
        writes.insert(world.register_component::<Progress>());
        let rules = self.rules.iter().map(|rule| &rule.part);
        let of_phase: Vec<&Part> = match phase {
            Phase::Generation => self.stages.iter().collect(),
            Phase::Walk => {
                let rules = self.openings.iter().chain(rules).chain(&self.after_rules);
                rules.chain(&self.last_each_tick).collect()
            }
            Phase::Finished => Vec::new(),
        };
        let each_tick = self.each_tick.iter().filter(|(of, _)| *of == phase).map(|(_, part)| part);
        let steps = self.steps.iter().filter(|_| phase == Phase::Walk);
        for part in each_tick.chain(of_phase).chain(steps) {
            if part.has_commands() {
                writes.all();
            }
            writes.union_with(&part.writes);
        }
        writes
    }
}

impl OnBegin {
    /// A system that turns an ingredient into components.
    pub(super) fn new<T: Any, M>(
        system: impl IntoSystem<InRef<'static, T>, (), M>,
        world: &mut World,
    ) -> Self {
        let mut system = IntoSystem::into_system(system);
        let access = system.initialize(world);
        let seed = world.register_component::<Seed>();
        let reads = access.to_filtered_access_set();
        let reads_seed = reads.combined_access().reads().contains(seed);
        let run = Box::new(move |ingredient: &dyn Any, world: &mut World| {
            let ingredient = ingredient.downcast_ref().expect("found by its type");
            system.run(ingredient, world).expect("it finds what it fills");
        });
        Self { ingredient: Some(TypeId::of::<T>()), reads_seed, run }
    }

    /// A system that runs whatever the scene says.
    pub(super) fn always<M>(system: impl IntoSystem<(), (), M>, world: &mut World) -> Self {
        let mut system = IntoSystem::into_system(system);
        system.initialize(world);
        let run = Box::new(move |_: &dyn Any, world: &mut World| {
            system.run((), world).expect("it finds what it fills");
        });
        Self { ingredient: None, reads_seed: false, run }
    }

    /// Whether it runs whatever the scene says.
    pub(super) fn is_always(&self) -> bool {
        self.ingredient.is_none()
    }

    /// Runs it, unless the scene lacks its ingredient.
    pub(super) fn run<'a>(
        &mut self,
        world: &mut World,
        find: impl Fn(TypeId) -> Option<&'a dyn Any>,
    ) {
        if let Some(ingredient) = self.ingredient.map_or(Some(&() as _), find) {
            (self.run)(ingredient, world);
        }
    }
}
