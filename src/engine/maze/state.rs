//! State: what decides a world's next ticks, each part under a name of its own.
//!
//! A part is a column of the cells, a component of the maze, or what a read-only system returns. Its
//! `Serialize` is its only description: digests are made from it. Everything else in a World follows
//! from its state, or is a buffer.

use std::borrow::Cow;

use bevy_ecs::prelude::*;
use bevy_ecs::query::{ArchetypeFilter, QueryFilter};
use bevy_ecs::system::ReadOnlySystem;
use serde::Serialize;

use super::checkpoint::Kept;
use super::{Build, Maze};
use crate::base::digest::{Digest, Hasher, StateDigests};
use crate::base::grid::Position;

/// The parts of a world's state, except size and progress.
#[derive(Default)]
pub(crate) struct State(Vec<StatePart>);

/// A part of the state.
struct StatePart {
    name: &'static str,
    /// The field of its ingredient.
    field: &'static str,
    hash: Hash,
}

/// Hashes a part of a World, always the same one. It prepares itself when it first runs: most worlds
/// are never digested, and to prepare takes as long as to spawn a hundred cells.
type Hash = Box<dyn FnMut(&mut World, Entity, &mut Hasher) + Send + Sync>;

impl State {
    pub(super) fn add(
        &mut self,
        name: &'static str,
        field: &'static str,
        hash: impl FnMut(&mut World, Entity, &mut Hasher) + Send + Sync + 'static,
    ) {
        let is_new = self.0.iter().all(|other| other.name != name) && name != PROGRESS;
        assert!(is_new, "a second part of the state with the name `{name}`");
        self.0.push(StatePart { name, field, hash: Box::new(hash) });
    }

    /// Adds the column of a component of all entities that a filter matches, in their order.
    pub(crate) fn add_column<
        C: Component + Serialize,
        F: QueryFilter + ArchetypeFilter + 'static,
    >(
        &mut self,
        name: &'static str,
        field: &'static str,
    ) {
        let mut column: Option<QueryState<&C, F>> = None;
        self.add(name, field, move |world, _, hasher| {
            let column = column.get_or_insert_with(|| world.query_filtered());
            let mut tables = column.contiguous_iter(world).expect("columns lie in tables");
            tables.next().into_iter().for_each(|values| hasher.add_all(values));
        });
    }
}

/// The name of size and progress.
const PROGRESS: &str = "progress";

impl Build<'_> {
    /// Adds a component to every cell that is state, under a name. Another component, which follows
    /// from state, is added by [`cells`](Self::cells).
    ///
    /// # Panics
    /// If the world has state of this name already.
    pub fn column<C>(&mut self, name: &'static str) -> &mut Self
    where
        C: Kept + Default,
    {
        self.add_cells::<C>(Some((name, Digest::new)));
        self.systems.state.add_column::<C, With<Position>>(name, self.field);
        self
    }

    /// Adds a component to the maze entity that is state, under a name, such as what a generator
    /// knows. Other components are added by [`maze`](Self::maze).
    ///
    /// # Panics
    /// If the world has state of this name already.
    pub fn state<C: Kept + Default>(&mut self, name: &'static str) -> &mut Self {
        self.add_kept_to_maze::<C>(Some((name, Digest::new)));
        self.systems.state.add(name, self.field, |world, maze, hasher| {
            hasher.add(world.get::<C>(maze).expect("the maze has its state"));
        });
        self
    }

    /// Adds state under a name that a system reads from wherever it is, such as the active ones of
    /// pooled entities.
    ///
    /// # Panics
    /// If the world has state of this name already.
    pub fn state_by<T: Serialize + 'static, M>(
        &mut self,
        name: &'static str,
        system: impl IntoSystem<(), T, M, System: ReadOnlySystem>,
    ) -> &mut Self {
        let mut system = IntoSystem::into_system(system);
        let mut is_initialized = false;
        self.systems.state.add(name, self.field, move |world, _, hasher| {
            if !std::mem::replace(&mut is_initialized, true) {
                system.initialize(world);
            }
            hasher.add(&system.run_readonly((), world).expect("the world has this state"));
        });
        self
    }
}

impl Maze {
    /// The digest of the world's state.
    #[must_use]
    pub fn digest(&mut self) -> Digest {
        self.digests().whole()
    }

    /// The field of the ingredient that declared the state of this name.
    pub(crate) fn field_of_state(&self, name: &str) -> Option<&'static str> {
        let part = self.systems.state.0.iter().find(|part| part.name == name);
        part.map(|part| part.field).filter(|field| !field.is_empty())
    }

    /// The digests of the parts of the world's state, by their names.
    #[must_use]
    pub fn digests(&mut self) -> StateDigests {
        let progress = Digest::new(&(self.grid(), self.progress()));
        let parts = self.systems.state.0.iter_mut().map(|part| {
            let mut hasher = Hasher::default();
            (part.hash)(&mut self.world, self.entity, &mut hasher);
            (Cow::Borrowed(part.name), hasher.digest())
        });
        StateDigests(parts.chain([(PROGRESS.into(), progress)]).collect())
    }
}
