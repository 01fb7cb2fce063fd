//! State: what decides a world's next ticks, each part under a name of its own.
//!
//! A part is a column of the cells, a component of the maze, or one of entities. Its
//! `Serialize` is its only description: digests are made from it. Everything else in a World follows
//! from its state, or is a buffer.

use super::Build;
use super::keeper::{Keep, Keeper, Kept};

pub(super) const PROGRESS: &str = "progress";

pub(super) const PARTS: &str = "parts";

pub(super) const WALLS: &str = "walls";

impl Build<'_> {
    /// Adds a component to every cell that is state, under a name. Another component, which follows
    /// from state, is added by [`cells`](Self::cells).
    pub fn column<C: Kept + Default>(&mut self, name: &'static str) -> &mut Self {
        self.add_cells::<C>(Some(name))
    }

    /// Adds a [column](Self::column) that is part of the maze, as walls are: what the maze is does not depend on how
    /// far its walk has come.
    pub fn board<C: Kept + Default>(&mut self, name: &'static str) -> &mut Self {
        self.added.boards.push(name);
        self.column::<C>(name)
    }

    /// Adds a component to the maze entity that is state, under a name, such as what a generator
    /// knows. Other components are added by [`maze`](Self::maze).
    pub fn state<C: Kept + Default>(&mut self, name: &'static str) -> &mut Self {
        self.add_maze::<C>(Some(name))
    }

    pub(super) fn keep(&mut self, name: Option<&'static str>, keep: Box<dyn Keep>) -> &mut Self {
        let keepers = &mut self.added.keepers;
        if let Some(name) = name {
            let is_new = keepers.iter().all(|other| other.name != Some(name))
                && ![PROGRESS, PARTS].contains(&name);
            assert!(is_new, "a second part of the state with the name `{name}`");
        }
        keepers.push(Keeper {
            name,
            field: self.field,
            keep,
        });
        self
    }
}
