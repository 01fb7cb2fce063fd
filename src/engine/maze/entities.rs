//! Entities of an ingredient's own: spawned when a maze begins, or while it runs.

use std::any::Any;
use std::collections::BTreeSet;

use bevy_ecs::archetype::Archetype;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_ecs::world::DeferredWorld;
use serde::Serialize;

use super::Build;
use super::keeper::{BoxedCopy, Difference, Keep, Kept, StateOf, copied, difference};
use crate::base::digest::HashedBytes;
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
            self.keep(None, Box::new(OfSpawned::default()));
        }
        // It fails if the component requires it already.
        let _ = self.world.try_register_required_components::<C, Spawned>();
        let component = self.world.register_component::<C>();
        self.unfinished.own_entities.push(component);
        self.keep(name, Box::new(OfEntities::<C>(None)))
    }
}

/// Copies which entities there are, before their components, and the number of the next.
#[derive(Default)]
struct OfSpawned {
    query: Option<QueryState<(&'static Archetype, &'static Spawned)>>,
    /// Whether the last return to a checkpoint spawned them again.
    has_respawned: bool,
}

impl OfSpawned {
    /// Returns the spawned entities, each as the rank of its table and its number. The tables are in the order of the
    /// numbers of their first entities, so the list does not depend on the World.
    fn in_order(&mut self, world: &mut World) -> Vec<(usize, u32)> {
        let query = self.query.get_or_insert_with(|| world.query());
        let mut first = (None, 0);
        let mut all = Vec::new();
        for (archetype, &Spawned(number)) in query.iter(world) {
            if first.0 != Some(archetype.id()) {
                first = (Some(archetype.id()), number);
            }
            all.push((first.1, number));
        }

        // The sort is stable: within a table, the order stays.
        all.sort_by_key(|&(first, _)| first);
        let (mut last, mut rank) = (None, 0);
        let ranked = all.into_iter().map(|(first, number)| {
            rank += usize::from(last.replace(first).is_some_and(|last| last != first));
            (rank, number)
        });
        ranked.collect()
    }
}

impl Keep for OfSpawned {
    fn take(&mut self, world: &mut World) -> BoxedCopy {
        Box::new((self.in_order(world), world.resource::<SpawnCount>().0))
    }

    fn put(&mut self, world: &mut World, copy: &dyn Any) {
        let (entities, next) = copied::<(Vec<(usize, u32)>, u32)>(copy);
        self.has_respawned = self.in_order(world) != *entities;
        if self.has_respawned {
            despawn_all(world);
            for (place, &(_, number)) in entities.iter().enumerate() {
                let mut entity = world.spawn((Spawned::default(), SpawnRank(place)));
                entity.insert(Spawned(number)); // the hook has numbered it anew
            }
        }
        world.resource_mut::<SpawnCount>().0 = *next;
    }

    fn settle(&mut self, world: &mut World) {
        if !self.has_respawned {
            return;
        }
        let mut query = world.query::<(Entity, &SpawnRank)>();
        let in_order = query.iter(world).sort_unstable::<&SpawnRank>();
        let entities: Vec<Entity> = in_order.map(|(entity, _)| entity).collect();
        for &entity in &entities {
            world.entity_mut(entity).remove::<SpawnRank>();
        }
        forget_removals(world);
    }

    fn write_order(&mut self, world: &mut World, to: &mut HashedBytes) {
        to.write(&self.in_order(world));
    }
}

struct OfEntities<C: Kept>(Option<QueryState<(Entity, &'static Spawned, Option<&'static mut C>)>>);

impl<C: Kept> OfEntities<C> {
    /// Returns the components, each with the number of its entity, in their order.
    fn in_order<'w>(&mut self, world: &'w mut World) -> Vec<(u32, &'w C)> {
        let query = self.0.get_or_insert_with(|| world.query());
        let all = query.iter(world);
        let mut all: Vec<_> = all
            .filter_map(|(_, spawned, component)| Some((spawned.0, component?)))
            .collect();
        all.sort_unstable_by_key(|&(number, _)| number);
        all
    }
}

/// The component of each entity that has one, in the order of the numbers.
type Numbered<C> = Vec<(u32, C)>;

fn of_number<C>(copies: &Numbered<C>, number: u32) -> Option<&C> {
    let place = copies.binary_search_by_key(&number, |&(number, _)| number);
    place.ok().map(|place| &copies[place].1)
}

impl<C: Kept> Keep for OfEntities<C> {
    fn take(&mut self, world: &mut World) -> BoxedCopy {
        let all = self.in_order(world).into_iter();
        let copies = all.map(|(number, component)| (number, component.clone()));
        Box::new(copies.collect::<Numbered<C>>())
    }

    fn write(&mut self, world: &mut World, _: Grid, to: &mut HashedBytes) {
        to.write(&world.resource::<SpawnCount>().0);
        to.write(&self.in_order(world));
    }

    fn put(&mut self, world: &mut World, copy: &dyn Any) {
        let copies = copied::<Numbered<C>>(copy);
        let query = self.0.get_or_insert_with(|| world.query());
        let (mut given, mut taken) = (Vec::new(), Vec::new());
        for (entity, number, value) in query.iter_mut(world) {
            match (value, of_number(copies, number.number())) {
                (Some(mut value), Some(copy)) => *value = copy.clone(),
                (None, Some(copy)) => given.push((entity, copy.clone())),
                (Some(_), None) => taken.push(entity), // another component brought it
                (None, None) => {}
            }
        }
        if !given.is_empty() {
            world.insert_batch(given);
        }
        for entity in taken {
            world.entity_mut(entity).remove::<C>();
        }
    }

    fn differences(&self, before: &dyn Any, after: &dyn Any, _: Grid) -> Vec<Difference> {
        let copies = [before, after].map(copied::<Numbered<C>>);
        let numbers: BTreeSet<u32> = copies
            .into_iter()
            .flatten()
            .map(|(number, _)| *number)
            .collect();
        let values = |number| copies.map(|copies| of_number(copies, number));
        numbers
            .into_iter()
            .filter_map(|number| difference(StateOf::Entity(number), values(number)))
            .collect()
    }
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
