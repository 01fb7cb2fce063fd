//! Cached queries for read access to a World.

use std::sync::{Mutex, PoisonError};

use bevy_ecs::prelude::*;

/// A cached query for a component. Creating one takes longer than scanning a small maze.
pub(super) struct Prepared<C: Component>(Mutex<Option<QueryState<&'static C>>>);

impl<C: Component> Prepared<C> {
    /// Runs on the World, always the same one; `None` if it does not know the component.
    pub(super) fn with<R>(
        &self,
        world: &World,
        read: impl FnOnce(&mut QueryState<&'static C>) -> R,
    ) -> Option<R> {
        let mut query = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
