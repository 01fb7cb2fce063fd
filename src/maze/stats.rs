//! Statistics: what there is in a world, counted.

use bevy_ecs::prelude::*;

use super::Maze;
use super::prepared::Prepared;
use crate::count::counted;

/// What there is in a world. Displayed as `24 walls, 7 states`: what the world has of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats(Vec<(&'static str, usize)>);

/// Counts something of the entities with a component.
pub(super) struct Count {
    what: &'static str,
    count: Box<dyn Fn(&World) -> usize + Send + Sync>,
}

impl Stats {
    /// How many there are of something, named as one is called; `None` if such worlds have none.
    #[must_use]
    pub fn get(&self, what: &str) -> Option<usize> {
        self.iter().find(|&(counted, _)| counted == what).map(|(_, count)| count)
    }

    /// How many walls stand, the border included; `None` in a world without walls.
    #[must_use]
    pub fn walls(&self) -> Option<usize> {
        self.get("wall")
    }

    /// How many states walkers have claimed; `None` in a world without a walk.
    #[must_use]
    pub fn states(&self) -> Option<usize> {
        self.get("state")
    }

    /// What is counted, named as one is called, and how many there are of it.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, usize)> {
        self.0.iter().copied()
    }
}

impl Maze {
    /// How many there are of something, named as one is called; `None` if such worlds have none.
    pub(crate) fn count(&self, what: &str) -> Option<usize> {
        let count = self.systems.counts.iter().find(|count| count.what == what)?;
        Some((count.count)(&self.world))
    }

    /// Counts what there is in the world.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let counts = self.systems.counts.iter();
        Stats(counts.map(|count| (count.what, (count.count)(&self.world))).collect())
    }
}

impl Count {
    /// The sum over a component.
    pub(super) fn of<C: Component>(
        what: &'static str,
        of: impl Fn(&C) -> usize + Send + Sync + 'static,
    ) -> Self {
        let query = Prepared::<C>::default();
        let count = move |world: &World| {
            let sum = query.look(world, |query| query.iter(world).map(&of).sum());
            sum.unwrap_or_default()
        };
        Self { what, count: Box::new(count) }
    }

    /// The sum over a component, that lies in columns.
    pub(super) fn in_columns<C: Component>(what: &'static str, of: fn(&[C]) -> usize) -> Self {
        let query = Prepared::<C>::default();
        let count = move |world: &World| {
            let sum = query.look(world, |query| {
                query.contiguous_iter(world).expect("columns lie in tables").map(of).sum()
            });
            sum.unwrap_or_default()
        };
        Self { what, count: Box::new(count) }
    }
}

impl std::fmt::Display for Stats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let words: Vec<_> = self.iter().map(|(what, count)| counted(count, what)).collect();
        f.write_str(&words.join(", "))
    }
}
