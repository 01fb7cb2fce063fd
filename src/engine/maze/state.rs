//! State: what decides a world's next ticks, each part under a name of its own.
//!
//! A part is a column of the cells, a component of the maze, or one of entities. Its
//! `Serialize` is its only description: digests are made from it. Everything else in a World follows
//! from its state, or is a buffer.

use std::borrow::Cow;

use super::keeper::{Keep, Keeper, Kept};
use super::{Build, Maze};
use crate::base::digest::{Digest, Hasher, StateDigests};

/// The name of size and progress.
const PROGRESS: &str = "progress";

/// The name of the number of parts of the walk that go on, in worlds with such parts.
const PARTS: &str = "parts";

impl Build<'_> {
    /// Adds a component to every cell that is state, under a name. Another component, which follows
    /// from state, is added by [`cells`](Self::cells).
    ///
    /// # Panics
    /// If the world has state of this name already.
    pub fn column<C: Kept + Default>(&mut self, name: &'static str) -> &mut Self {
        self.add_cells::<C>(Some(name))
    }

    /// Adds a component to the maze entity that is state, under a name, such as what a generator
    /// knows. Other components are added by [`maze`](Self::maze).
    ///
    /// # Panics
    /// If the world has state of this name already.
    pub fn state<C: Kept + Default>(&mut self, name: &'static str) -> &mut Self {
        self.add_maze::<C>(Some(name))
    }

    /// Adds what copies and hashes something.
    pub(super) fn keep(&mut self, name: Option<&'static str>, keep: impl Keep) -> &mut Self {
        let keepers = &mut self.systems.keepers;
        if let Some(name) = name {
            let is_new = keepers.iter().all(|other| other.name != Some(name))
                && ![PROGRESS, PARTS].contains(&name);
            assert!(is_new, "a second part of the state with the name `{name}`");
        }
        keepers.push(Keeper { name, field: self.field, keep: Box::new(keep) });
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
        let part = self.systems.keepers.iter().find(|part| part.name == Some(name));
        part.map(|part| part.field).filter(|field| !field.is_empty())
    }

    /// The digests of the parts of the world's state, by their names.
    #[must_use]
    pub fn digests(&mut self) -> StateDigests {
        let progress = Digest::new(&(self.grid(), self.progress()));
        let parts_left = Digest::new(&self.progress().parts());
        let parts_left = (!self.systems.lasting.is_empty()).then(|| (PARTS.into(), parts_left));
        let parts = self.systems.keepers.iter_mut().filter_map(|part| {
            let (name, mut hasher) = (part.name?, Hasher::default());
            part.keep.hash(&mut self.world, &mut hasher);
            Some((Cow::Borrowed(name), hasher.digest()))
        });
        StateDigests(parts.chain([(PROGRESS.into(), progress)]).chain(parts_left).collect())
    }
}
