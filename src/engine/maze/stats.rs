//! Statistics: counts of what is in a world.

use bevy_ecs::prelude::*;

use crate::base::count::plural;

/// Counts of what is in a world. Displayed as `24 walls, 7 states`, without things that it does not
/// have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats(pub(super) Vec<(&'static str, usize)>);

pub(super) struct Count {
    pub(super) what: &'static str,
    pub(super) run: Box<dyn Fn(&World) -> usize + Send + Sync>,
}

impl Stats {
    /// The count of a thing, given by its singular noun; `None` if the world does not have it.
    pub fn get(&self, what: &str) -> Option<usize> {
        self.iter()
            .find(|&(counted, _)| counted == what)
            .map(|(_, count)| count)
    }

    /// The number of walls, including the border; `None` in a world without walls.
    pub fn walls(&self) -> Option<usize> {
        self.get("wall")
    }

    /// The number of claimed states; `None` in a world without a walk.
    pub fn states(&self) -> Option<usize> {
        self.get("state")
    }

    /// The counts, each with its singular noun.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, usize)> {
        self.0.iter().copied()
    }
}

impl std::fmt::Display for Stats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let words: Vec<_> = self
            .iter()
            .map(|(what, count)| plural(count, what))
            .collect();
        f.write_str(&words.join(", "))
    }
}
