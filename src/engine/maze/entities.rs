//! Entities of an ingredient's own: spawned when a maze begins, or while it runs.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_ecs::world::DeferredWorld;
use serde::Serialize;

use super::Build;
use super::keeper::{BoxedCopy, Difference, Keep, Kept, StateOf, copied, difference};
use crate::base::digest::Digest;
use crate::base::grid::Grid;
use crate::engine::bevy::forget_removals;
use crate::engine::columns::ColumnData;

/// The number of an entity that an ingredient [spawned](Build::entities), from 0 in each maze. It
/// comes by itself with the components that were declared.
///
/// Digests follow these numbers: ids of entities, and the tables in which they lie, are others in a
/// reused World.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[component(on_add = number)]
pub struct Spawned(u32);

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
/// use mazetick::base::grid::CellIndex;
/// use mazetick::bevy_ecs::prelude::*;
/// use mazetick::engine::maze::Entities;
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
pub struct Entities<'w, 's, D: ColumnData + 'static> {
    query: Query<'w, 's, (&'static Spawned, D)>,
}

impl<D: ColumnData + 'static> Entities<'_, '_, D> {
    /// The columns of each table. Entities with the same components lie in one, in the order in which they came there,
    /// by being spawned or by getting a component; one that leaves it, as when it is despawned, gives its place to the
    /// last. The tables are in the order of the [numbers](Spawned) of their first entities. So the same maze has the
    /// same order in any World, and after a return to a checkpoint.
    pub fn tables(&mut self) -> impl Iterator<Item = D::Slices<'_>> {
        let tables = self
            .query
            .contiguous_iter_mut()
            .expect("columns lie in tables");
        let mut tables =
            tables.filter_map(|(numbers, columns)| Some((*numbers.first()?, D::slices(columns))));
        // Mostly there is one, which takes no list.
        let (mut only, mut several) = (tables.next(), tables.collect::<Vec<_>>());
        if !several.is_empty() {
            several.extend(only.take());
            several.sort_unstable_by_key(|&(first, _)| first);
        }
        only.into_iter().chain(several).map(|(_, columns)| columns)
    }
}

impl Spawned {
    /// The number.
    pub fn number(self) -> u32 {
        self.0
    }
}

impl Build<'_> {
    /// Declares entities with this component that systems spawn by `Commands`, when a maze
    /// [begins](Self::on_begin) or in any tick. The component is state, under a name: digested in the
    /// order in which they were spawned. Another component of the same entities is declared in the
    /// same way. They may be despawned in any tick, and are when the next maze begins.
    pub fn entities<C: Kept>(&mut self, name: &'static str) -> &mut Self {
        self.entities_kept::<C>(Some(name))
    }

    /// Declares a component that follows from the scene, and is not digested, if it has no name.
    pub(crate) fn entities_kept<C: Kept>(&mut self, name: Option<&'static str>) -> &mut Self {
        if !self.world.contains_resource::<SpawnCount>() {
            self.world.init_resource::<SpawnCount>();
            self.keep(None, Box::new(OfSpawned));
        }
        // It fails if the component requires it already.
        let _ = self.world.try_register_required_components::<C, Spawned>();
        let component = self.world.register_component::<C>();
        self.unfinished.own_entities.push(component);
        self.keep(name, Box::new(OfEntities::<C>(None)))
    }
}

/// Copies which entities there are, before their components, and the number of the next.
struct OfSpawned;

impl Keep for OfSpawned {
    fn take(&mut self, world: &mut World) -> BoxedCopy {
        Box::new((spawned_in_order(world), world.resource::<SpawnCount>().0))
    }

    fn put(&mut self, world: &mut World, copy: &dyn Any) {
        let (entities, next) = copied::<(Vec<(usize, u32)>, u32)>(copy);
        if spawned_in_order(world) != *entities {
            despawn_all(world);
            for (place, &(_, number)) in entities.iter().enumerate() {
                let mut entity = world.spawn((Spawned::default(), SpawnRank(place)));
                entity.insert(Spawned(number)); // the hook has numbered it anew
            }
        }
        world.resource_mut::<SpawnCount>().0 = *next;
    }

    fn settle(&mut self, world: &mut World) {
        let mut query = world.query::<(Entity, &SpawnRank)>();
        let in_order = query.iter(world).sort_unstable::<&SpawnRank>();
        let entities: Vec<Entity> = in_order.map(|(entity, _)| entity).collect();
        for &entity in &entities {
            world.entity_mut(entity).remove::<SpawnRank>();
        }
        if !entities.is_empty() {
            forget_removals(world);
        }
    }
}

struct OfEntities<C: Kept>(Option<QueryState<(&'static Spawned, &'static C)>>);

impl<C: Kept> Keep for OfEntities<C> {
    fn take(&mut self, world: &mut World) -> BoxedCopy {
        let query = self.0.get_or_insert_with(|| world.query());
        let copies = query
            .iter(world)
            .map(|(spawned, it)| (spawned.0, it.clone()));
        Box::new(copies.collect::<BTreeMap<u32, C>>())
    }

    fn digest(&mut self, world: &mut World, _: Grid) -> Digest {
        let query = self.0.get_or_insert_with(|| world.query());
        let mut entities: Vec<_> = query.iter(world).collect();
        entities.sort_unstable_by_key(|&(spawned, _)| spawned);
        Digest::new(&(world.resource::<SpawnCount>().0, entities))
    }

    fn put(&mut self, world: &mut World, copy: &dyn Any) {
        let copies = copied::<BTreeMap<u32, C>>(copy);
        let mut entities = world.query::<(Entity, &Spawned, Option<&mut C>)>();
        let (mut given, mut taken) = (Vec::new(), Vec::new());
        for (entity, number, value) in entities.iter_mut(world) {
            match (value, copies.get(&number.number())) {
                (Some(mut value), Some(copy)) => *value = copy.clone(),
                (None, Some(copy)) => given.push((entity, copy.clone())),
                (Some(_), None) => taken.push(entity), // another component brought it
                (None, None) => {}
            }
        }
        world.insert_batch(given);
        for entity in taken {
            world.entity_mut(entity).remove::<C>();
        }
    }

    fn differences(&self, before: &dyn Any, after: &dyn Any, _: Grid) -> Vec<Difference> {
        let copies = [before, after].map(copied::<BTreeMap<u32, C>>);
        let numbers: BTreeSet<u32> = copies
            .into_iter()
            .flat_map(BTreeMap::keys)
            .copied()
            .collect();
        let values = |number| copies.map(|it| it.get(&number));
        numbers
            .into_iter()
            .filter_map(|it| difference(StateOf::Entity(it), values(it)))
            .collect()
    }
}

/// The spawned entities, in the order of their tables, each by its table and number.
fn spawned_in_order(world: &mut World) -> Vec<(usize, u32)> {
    let mut query = world.query::<(EntityRef, &Spawned)>();
    let table = |entity: EntityRef<'_>| entity.archetype().id().index();
    query
        .iter(world)
        .map(|(entity, spawned)| (table(entity), spawned.0))
        .collect()
}

/// The place of an entity that was spawned again among all, while it gets its components: each of
/// them moves it to another table, which changes the order of those that stay.
#[derive(Component, PartialEq, Eq, PartialOrd, Ord)]
struct SpawnRank(usize);

fn despawn_all(world: &mut World) {
    let mut query = world.query_filtered::<Entity, With<Spawned>>();
    let entities: Vec<Entity> = query.iter(world).collect();
    for entity in entities {
        world.despawn(entity);
    }
    forget_removals(world);
}

pub(super) fn despawn_entities(world: &mut World) {
    if world.contains_resource::<SpawnCount>() {
        despawn_all(world);
        world.resource_mut::<SpawnCount>().0 = 0;
    }
}
