//! The active walkers of a search, as a parameter of systems.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;

use super::frontier::Frontier;
use crate::base::walker::Walker;
use crate::engine::columns::only_table;

/// The walkers that still step, among all that were spawned.
#[derive(SystemParam)]
pub(crate) struct ActiveWalkers<'w, 's> {
    frontier: Single<'w, 's, &'static Frontier>,
    pool: Query<'w, 's, &'static Walker>,
}

impl ActiveWalkers<'_, '_> {
    /// The walkers, in the order in which they step.
    pub(crate) fn iter(&mut self) -> impl Iterator<Item = &Walker> {
        self.frontier.living(only_table(&mut self.pool).unwrap_or_default())
    }
}
