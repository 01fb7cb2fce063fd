//! Cached queries for read access to a World.

use std::sync::Mutex;

use bevy_ecs::prelude::*;

use crate::base::locked::locked;

/// A cached query for a component. Creating one takes longer than scanning a small maze.
pub(super) struct Prepared<C: Component>(Mutex<Option<QueryState<&'static C>>>);

impl<C: Component> Prepared<C> {
    /// Runs on the World, always the same one; `None` if it does not know the component.
    pub(super) fn with<R>(
        &self,
        world: &World,
        read: impl FnOnce(&mut QueryState<&'static C>) -> R,
    ) -> Option<R> {
        let mut query = locked(&self.0);
        if query.is_none() {
            *query = world.try_query();
        }
        query.as_mut().map(read)
    }
}

impl<C: Component> Default for Prepared<C> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}
