//! Building a kind of world: what each ingredient adds to it.

use std::any::{Any, TypeId};
use std::collections::HashSet;

use bevy_ecs::component::ComponentId;
use bevy_ecs::prelude::*;
use bevy_ecs::system::BoxedSystem;

use super::Added;
use super::keeper::{Kept, OfTable, StateOf};
use super::pool::spawn_cells;
use super::query::{LazyQuery, with_query};
use super::stats::Count;
use crate::base::chance::Chance;
use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::progress::{Phase, Progress};
use crate::base::walker::Walker;
use crate::engine::columns::tables;
use crate::engine::forbidden_step::ForbiddenStep;
use crate::engine::search::Leads;
use crate::engine::search::stale::{self, Hanging, StaleWays};
use crate::engine::slots::SlotReader;
use crate::engine::tick::{OnBegin, PhaseSystems, Schedule, TickPhase};

/// A kind of world being built, with no entity yet.
///
/// Ingredients add components and systems, once for all worlds of the kind. What no world can have panics: two states of
/// one name, two walks, systems with a condition or an order other than by `.chain()`, ticks of the finished phase.
pub struct Build<'w> {
    pub(crate) world: &'w mut World,
    pub(crate) schedule: &'w mut Schedule,
    pub(crate) added: &'w mut Added,
    pub(crate) unfinished: &'w mut Unfinished,
    /// The field of the ingredient; empty for what the engine adds itself.
    pub(crate) field: &'static str,
    kind: u8,
    last_rule: Option<TickPhase>,
    pub(crate) view: fn(&mut Build<'_>, Visible),
}

/// What is known of a kind of world only while it is built.
#[derive(Default)]
pub(crate) struct Unfinished {
    pub(crate) recount: Option<Recount>,
    /// What adds the cells whose ways hang on a cell, besides its neighbours.
    pub(super) hanging: Vec<Hanging>,
    pub(super) own_entities: Vec<ComponentId>,
    pub(super) cell_components: HashSet<TypeId>,
    maze_components: HashSet<TypeId>,
}

/// Systems that count again what a component says, at the end of each tick in a world where more systems of each tick than
/// its own writers write it.
pub(crate) struct Recount {
    pub(crate) component: ComponentId,
    pub(crate) writers: usize,
    pub(crate) systems: PhaseSystems,
}

/// What is seen of a world without a look of an ingredient.
#[derive(Clone, Copy)]
pub(crate) enum Visible {
    Walls,
    Walk(WalkShape),
    Leads,
    Agents,
}

#[derive(Clone, Copy)]
pub(crate) struct WalkShape {
    pub(crate) is_headed: bool,
    pub(crate) has_die: bool,
    /// Makes what reads into some slots of each cell the least known distance of its poses.
    pub(crate) distances: fn(usize, fn(Walker) -> usize) -> SlotReader,
}

impl<'w> Build<'w> {
    pub(super) fn new(
        world: &'w mut World,
        schedule: &'w mut Schedule,
        added: &'w mut Added,
        unfinished: &'w mut Unfinished,
        view: fn(&mut Build<'_>, Visible),
    ) -> Self {
        Self {
            world,
            schedule,
            added,
            unfinished,
            field: "",
            kind: 0,
            last_rule: None,
            view,
        }
    }

    /// Returns what an ingredient of this field and [kind](Self::kind) adds to.
    pub(crate) fn of_ingredient(&mut self, field: &'static str, kind: u8) -> Build<'_> {
        Build {
            world: self.world,
            schedule: self.schedule,
            added: self.added,
            unfinished: self.unfinished,
            field,
            kind,
            last_rule: None,
            view: self.view,
        }
    }

    /// The [kind](crate::scene::Ingredient::kind) of the ingredient being built.
    pub fn kind(&self) -> u8 {
        self.kind
    }

    /// Adds to every cell a component that is not digested: it follows from other state, or is a buffer.
    /// Several ingredients may add it. One that is state is added by [`column`](Self::column).
    pub fn cells<C: Kept + Default>(&mut self) -> &mut Self {
        self.add_cells::<C>(None)
    }

    pub(super) fn add_cells<C: Kept + Default>(&mut self, name: Option<&'static str>) -> &mut Self {
        let is_new = self.unfinished.cell_components.insert(TypeId::of::<C>());
        assert!(
            is_new || name.is_none(),
            "cells have the component of this column already"
        );
        if is_new {
            self.world.register_required_components::<Position, C>();
            self.added.spawn_cells.get_or_insert(spawn_cells::<C>);
            let cell = |grid: Grid, row| StateOf::Cell(grid.position(CellIndex::new(row)));
            self.keep(
                name,
                Box::new(OfTable::new::<(&Position, &mut C)>(cell, |(_, it)| it)),
            );
        }
        self
    }

    /// Adds to the maze entity a component that is not digested. One that is state is added by
    /// [`state`](Self::state).
    ///
    /// # Panics
    /// If the maze entity [has it](Self::maze_has) already.
    pub fn maze<C: Kept + Default>(&mut self) -> &mut Self {
        self.add_maze::<C>(None)
    }

    pub(super) fn add_maze<C: Kept + Default>(&mut self, name: Option<&'static str>) -> &mut Self {
        self.keep(name, Box::new(OfTable::<C>::of_maze()))
            .add_to_maze::<C>()
    }

    /// Adds a component to the maze entity. It is spawned with all of them at once: each that came
    /// later would move it to a table of its own.
    pub(crate) fn add_to_maze<C: Component + Default>(&mut self) -> &mut Self {
        let is_new = self.unfinished.maze_components.insert(TypeId::of::<C>());
        assert!(is_new, "the maze has the component already");
        self.world.register_required_components::<Progress, C>();
        self
    }

    /// Whether an ingredient gave the maze entity a component.
    pub fn maze_has<C: Component>(&self) -> bool {
        self.unfinished.maze_components.contains(&TypeId::of::<C>())
    }

    /// Adds a system of [`TickPhase::Begin`], which turns an ingredient of type `T` of the scene into
    /// components whenever a new maze begins. Cells, walls, [`Grid`], [`Seed`](crate::base::chance::Seed) and
    /// [`Chance`] exist; a cell's components still hold the last maze.
    pub fn on_begin<T: Any, M>(
        &mut self,
        system: impl IntoSystem<InRef<'static, T>, (), M>,
    ) -> &mut Self {
        self.schedule
            .on_begin
            .push(OnBegin::new(self.field, system, self.world));
        self
    }

    /// Adds a rule, of [`TickPhase::CloseWays`] or [`TickPhase::RedirectSteps`]: a system that closes ways in [`Exits`](crate::engine::search::Exits), [`Turns`](crate::engine::search::Turns),
    /// [`Passes`](crate::engine::search::Passes) or [`Admits`](crate::engine::search::Admits), or redirects steps in
    /// [`Leads`]. [`Maze::advance`](crate::engine::Maze::advance) runs all rules, those
    /// that redirect steps first, before the first step of the walk; and before every tick of it those that read what a
    /// system of [each tick](Self::each_tick) writes. A rule that asks for [`StaleCells`](crate::engine::search::StaleCells) then
    /// closes only ways that hang on what has changed. In a world without walk and agents they
    /// do not run.
    ///
    /// Every world with a walk has `Exits`. It has `Turns` only if its gait is
    /// [headed](crate::engine::Gait::HEADED), `Admits` and `Passes` only if it is
    /// [classed](crate::engine::Gait::CLASSED), `Leads` only if it is [led](crate::engine::Gait::LED). A scene
    /// with a walk and a rule that reads missing columns of cells or walls is rejected, at the field
    /// of the ingredient: without the rule, it would be another maze than the scene describes. A rule
    /// that can do without a column asks for it by `Option`. One that asks by `Single` for a missing
    /// entity does not run, as usual in Bevy.
    pub fn rule<M>(&mut self, system: impl IntoSystem<(), (), M>) -> &mut Self {
        let rule = PhaseSystems::single(self.field, system, self.world);
        let redirects = rule
            .writes
            .contains(self.world.register_component::<Leads>());
        let phase = if redirects {
            TickPhase::RedirectSteps
        } else {
            TickPhase::CloseWays
        };
        if rule.reads(self.world.register_component::<StaleWays>()) {
            self.stale_ways();
        }
        self.schedule[phase].push(rule);
        self.last_rule = Some(phase);
        self
    }

    /// Says which cells' ways hang on a cell besides it and its neighbours, for rules that ask for
    /// [`StaleCells`](crate::engine::search::StaleCells): it adds these cells, of which some may be outside the grid.
    pub fn hanging(&mut self, cells: fn(Grid, CellIndex, &mut Vec<CellIndex>)) -> &mut Self {
        self.unfinished.hanging.push(cells);
        self
    }

    /// Lets ways be closed anew during a walk.
    pub(super) fn stale_ways(&mut self) {
        if !self.maze_has::<StaleWays>() {
            self.add_to_maze::<StaleWays>()
                .add_to(TickPhase::OpenWays, stale::all);
        }
    }

    /// Sets the reason why the last added rule forbids a step, a sentence such as
    /// `Mud blocks the way.`, shown in walks by hand ([`Play`](crate::tools::Play)). By default, the field
    /// of the rule's ingredient is named.
    ///
    /// # Panics
    /// If no rule was added.
    pub fn why(&mut self, why: fn(&ForbiddenStep<'_>) -> String) -> &mut Self {
        let phase = self.last_rule.expect("a rule that was added");
        self.schedule[phase]
            .last_mut()
            .expect("a rule that was added")
            .why = Some(why);
        self
    }

    /// Adds a system to a phase of the ticks of a walk, or to [`TickPhase::Begin`], where it runs whatever the
    /// scene says.
    pub(crate) fn add_to<M>(
        &mut self,
        phase: TickPhase,
        system: impl IntoSystem<(), (), M>,
    ) -> &mut Self {
        self.schedule[phase].push(PhaseSystems::single(self.field, system, self.world));
        self
    }

    /// Adds a stage of [`TickPhase::Generation`]: systems that build or carve walls, as many ticks as
    /// [are left](crate::base::Progress::ticks_left), until one calls
    /// [`Progress::end_stage`](crate::base::Progress::end_stage). Stages run one after another, in the order of
    /// the ingredients.
    pub fn stage<M>(&mut self, systems: impl IntoScheduleConfigs<BoxedSystem, M>) -> &mut Self {
        self.walls();
        let stage = PhaseSystems::new(self.field, Phase::Generation, systems, self.world);
        self.schedule[TickPhase::Generation].push(stage);
        self
    }

    /// Adds the systems of [`TickPhase::Step`], whose run is a step of every walker, or as many steps as
    /// [ticks are left](crate::base::Progress::ticks_left), until they call
    /// [`Progress::finish`](crate::base::Progress::finish). They run while the walk
    /// [has no outcome](crate::base::Progress::is_walking).
    pub fn steps<M>(&mut self, systems: impl IntoScheduleConfigs<BoxedSystem, M>) -> &mut Self {
        let steps = PhaseSystems::new(self.field, Phase::Walk, systems, self.world);
        self.set_steps(steps)
    }

    pub(super) fn set_steps(&mut self, steps: PhaseSystems) -> &mut Self {
        assert!(self.schedule[TickPhase::Step].is_empty(), "a second walk");
        self.schedule[TickPhase::Step].push(steps);
        self
    }

    /// Adds systems of [`TickPhase::EachTick`], in every tick of a phase of the world: what changes beside
    /// a walk, such as mud that dries, or on its own, such as agents. Those of one ingredient run in
    /// the order in which they are written (`.chain()` is allowed, and says so), each with its
    /// commands; those of several in the order of the ingredients.
    ///
    /// If they write what a rule reads, or spawn entities that it reads, the rules run before every
    /// tick of the walk: the ways are closed as the world then is. A column that the gait of a walk
    /// [reads](crate::engine::Gait::Reads) must stay as it is.
    ///
    /// Without such systems, a stage or steps do many ticks in a run; with them, one.
    pub fn each_tick<M>(
        &mut self,
        phase: Phase,
        systems: impl IntoScheduleConfigs<BoxedSystem, M>,
    ) -> &mut Self {
        assert!(phase != Phase::Finished, "a finished world has no ticks");
        let systems = PhaseSystems::new(self.field, phase, systems, self.world);
        self.schedule[TickPhase::EachTick].push(systems);
        self
    }

    /// Adds systems of [`TickPhase::BeginWalk`]: they run once in each maze with a walk, when its walls are built and the
    /// rules have closed their ways.
    pub fn on_walk<M>(&mut self, systems: impl IntoScheduleConfigs<BoxedSystem, M>) -> &mut Self {
        let systems = PhaseSystems::new(self.field, Phase::Generation, systems, self.world);
        self.schedule[TickPhase::BeginWalk].push(systems);
        self
    }

    /// Declares the part of the walk that keeps the world going, besides or without steps, until one of the ingredient's
    /// systems calls [`Progress::end_part`](crate::base::Progress::end_part). From the next tick on, its systems of each
    /// tick don't run any more.
    pub fn lasts(&mut self) -> &mut Self {
        self.schedule.add_lasting(self.field);
        self.exits() // without a search, too, rules close the ways of what goes on
    }

    pub(crate) fn crew_lasts(&mut self) -> &mut Self {
        self.schedule.add_crew(self.field);
        self.exits()
    }

    /// Counts something in a component of entities, for `--stats`: `what` is the singular noun,
    /// such as `"wall"`, to which an `s` is added for more.
    pub fn counted<C: Component>(
        &mut self,
        what: &'static str,
        count_in: impl Fn(&C) -> usize + Send + Sync + 'static,
    ) -> &mut Self {
        let query = LazyQuery::<&C>::default();
        let count = move |world: &World| {
            let sum =
                |query: &mut QueryState<&C>| tables(query, world).flatten().map(&count_in).sum();
            with_query(&query, world, sum).unwrap_or_default()
        };
        self.added.counts.push(Count {
            what,
            run: Box::new(count),
        });
        self
    }

    /// Lists positions in the data of a world (`draw --format json`), under a name: where something is that is neither
    /// a walker nor an agent. `list` reads them from a component of the maze entity.
    pub fn positions<C: Component>(
        &mut self,
        name: &'static str,
        list: fn(&C, Grid) -> Vec<Position>,
    ) -> &mut Self {
        let of_maze = move |maze: EntityRef<'_>, grid: Grid| Some(list(maze.get()?, grid));
        self.added.positions.push((name, Box::new(of_maze)));
        self
    }

    /// Whether the world has walls; known to ingredients of later [roles](crate::scene::Role).
    pub fn has_walls(&self) -> bool {
        self.added.has_walls
    }

    /// Adds a [random stream](Chance) for the walls of the maze, which restarts with every new
    /// maze.
    pub fn chance(&mut self) -> &mut Self {
        if !self.maze_has::<Chance>() {
            self.state::<Chance>("chance");
        }
        self
    }
}
