//! Entities of an ingredient's own: spawned when a maze begins, or while it runs.

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::query::{ArchetypeFilter, QueryFilter};
use bevy_ecs::system::SystemParam;
use bevy_ecs::world::DeferredWorld;
use serde::Serialize;

use super::checkpoint::{Kept, OfEntities};
use super::{Build, Maze};
use crate::base::digest::Digest;
use crate::engine::columns::Columns;

/// The number of an entity that an ingredient [spawned](Build::entities), from 0 in each maze. It
/// comes by itself with the components that were declared.
///
/// Digests follow these numbers: ids of entities, and the tables in which they lie, are others in a
/// reused World.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[component(on_add = number)]
pub struct Spawned(u32);

/// How many entities have been spawned since the maze began.
#[derive(Resource, Default)]
struct SpawnCount(u32);

fn number(mut world: DeferredWorld, HookContext { entity, .. }: HookContext) {
    let mut count = world.resource_mut::<SpawnCount>();
    let number = Spawned(count.0);
    count.0 = count.0.wrapping_add(1);
    if let Some(mut spawned) = world.get_mut::<Spawned>(entity) {
        *spawned = number;
    }
}

/// Columns of entities of one's own: `mut ghosts: Entities<&'static mut Ghost>`.
///
/// ```
/// use mazetick::base::CellIndex;
/// use mazetick::bevy_ecs::prelude::*;
/// use mazetick::engine::Entities;
/// use mazetick::prelude::*;
///
/// #[derive(Component)]
/// struct Ghost {
///     cell: CellIndex,
///     age: u32,
/// }
///
/// /// Every ghost grows older.
/// fn age(mut ghosts: Entities<&'static mut Ghost>) {
///     for ghosts in ghosts.tables() {
///         ghosts.iter_mut().for_each(|ghost| ghost.age += 1);
///     }
/// }
/// ```
#[derive(SystemParam)]
pub struct Entities<'w, 's, D: Columns + 'static, F: QueryFilter + ArchetypeFilter + 'static = ()> {
    query: Query<'w, 's, D, (With<Spawned>, F)>,
}

impl<D: Columns + 'static, F: QueryFilter + ArchetypeFilter + 'static> Entities<'_, '_, D, F> {
    /// The columns of each table: entities with the same components lie in one, in the order in
    /// which they were spawned unless some of them were despawned. Do not depend on the order of the
    /// tables: it is another one in a reused World.
    pub fn tables(&mut self) -> impl Iterator<Item = D::Slices<'_>> {
        self.query.contiguous_iter_mut().expect("columns lie in tables").map(D::slices)
    }
}

impl Spawned {
    /// The number.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }
}

impl Build<'_> {
    /// Declares entities with this component that systems spawn by `Commands`, when a maze
    /// [begins](Self::on_begin) or in any tick. The component is state, under a name: digested in the
    /// order in which they were spawned. Another component of the same entities is declared in the
    /// same way. They may be despawned in any tick, and are when the next maze begins.
    ///
    /// # Panics
    /// If the world has state of this name already.
    pub fn entities<C: Kept + Serialize>(&mut self, name: &'static str) -> &mut Self {
        self.world.init_resource::<SpawnCount>();
        // It fails if the component requires it already.
        let _ = self.world.try_register_required_components::<C, Spawned>();
        let component = self.world.register_component::<C>();
        self.systems.own_entities.push(component);
        self.systems.keepers.push(Box::new(OfEntities::<C>(Some((name, Digest::new)))));
        let mut query: Option<QueryState<(&Spawned, &C)>> = None;
        self.systems.state.add(name, self.field, move |world, _, hasher| {
            let query = query.get_or_insert_with(|| world.query());
            hasher.add(&world.resource::<SpawnCount>().0);
            let mut entities: Vec<_> = query.iter(world).collect();
            entities.sort_unstable_by_key(|(spawned, _)| **spawned);
            for entity in entities {
                hasher.add(&entity);
            }
        });
        self
    }
}

/// The spawned entities, in the order of their tables, each by its table and number; and the next
/// number.
pub(super) fn spawned_in_order(world: &mut World) -> (Vec<(usize, u32)>, u32) {
    let Some(&SpawnCount(next)) = world.get_resource() else {
        return (Vec::new(), 0);
    };
    let mut query = world.query::<(EntityRef, &Spawned)>();
    let table = |entity: EntityRef<'_>| entity.archetype().id().index();
    (query.iter(world).map(|(entity, spawned)| (table(entity), spawned.0)).collect(), next)
}

/// Replaces all spawned entities by empty ones with these numbers.
pub(super) fn spawn_again(world: &mut World, entities: &[(usize, u32)]) {
    despawn_all(world);
    for &(_, number) in entities {
        let mut entity = world.spawn(Spawned::default());
        entity.insert(Spawned(number)); // the hook has numbered it anew
    }
}

/// Sets the number of the next entity.
pub(super) fn count_on(world: &mut World, next: u32) {
    if let Some(mut count) = world.get_resource_mut::<SpawnCount>() {
        count.0 = next;
    }
}

fn despawn_all(world: &mut World) {
    let mut query = world.query_filtered::<Entity, With<Spawned>>();
    let entities: Vec<Entity> = query.iter(world).collect();
    for entity in entities {
        world.despawn(entity);
    }
    forget_removals(world);
}

/// Drops the messages that a World keeps of every component that was removed.
pub(super) fn forget_removals(world: &mut World) {
    world.clear_trackers(); // twice: each call empties the older of two buffers
    world.clear_trackers();
}

impl Maze {
    /// Despawns the entities of the last maze.
    pub(super) fn despawn_entities(&mut self) {
        if self.world.contains_resource::<SpawnCount>() {
            despawn_all(&mut self.world);
            count_on(&mut self.world, 0);
        }
    }
}
