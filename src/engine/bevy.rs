//! How `bevy_ecs` works beyond what it documents: all that the engine leans on.
//!
//! The tests of this module hold it for the release that they name. If another one breaks them,
//! `Cargo.toml` must keep that release out.
//!
//! Besides, [columns](super::columns) lean on the order of rows: entities of one set of components lie
//! in one table, in the order in which they were spawned, as long as none is despawned but the last.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::{iter, mem};

use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{NodeId, Schedule, SystemWithAccess};
use bevy_ecs::system::{BoxedSystem, SystemInput};

/// Systems in the order in which they are written; `None` if one has a condition, or an order other than by
/// `.chain()`.
pub(super) fn in_written_order<M>(
    systems: impl IntoScheduleConfigs<BoxedSystem, M>,
) -> Option<Vec<SystemWithAccess>> {
    taken_out(Schedule::default().add_systems(systems))
}

fn taken_out(schedule: &mut Schedule) -> Option<Vec<SystemWithAccess>> {
    let graph = schedule.graph_mut();
    let is_system = |node| matches!(node, NodeId::System(_));
    let edges = graph.dependency().graph().all_edges();
    let is_without_sets = edges
        .flat_map(|(before, after)| [before, after])
        .all(is_system);
    let has_no_conditions = graph
        .systems
        .iter()
        .all(|(.., conditions)| conditions.is_empty())
        && graph
            .system_sets
            .iter()
            .all(|(.., conditions)| conditions.is_empty());
    if !(is_without_sets && has_no_conditions) {
        return None;
    }
    let keys: Vec<_> = graph.systems.iter().map(|(key, ..)| key).collect();
    let systems = keys.into_iter().map(|key| {
        let system = graph
            .systems
            .get_mut(key)
            .expect("a system of the schedule");
        mem::replace(system, with_access(|| {}))
    });
    Some(systems.collect())
}

pub(super) fn with_access<M>(system: impl IntoSystem<(), (), M>) -> SystemWithAccess {
    SystemWithAccess::new(Box::new(IntoSystem::into_system(system)))
}

/// The systems that run [on demand](run_on_demand), by their types.
#[derive(Resource, Default)]
struct OnDemand(BTreeMap<TypeId, Box<dyn Any + Send + Sync>>);

/// Runs a system, which is made when it first runs in a World. Bevy does the same by an entity and a resource for each
/// system, which takes longer to compile than most systems.
pub(super) fn run_on_demand<I, O: 'static, M, S>(
    world: &mut World,
    system: S,
    input: I::Inner<'_>,
) -> O
where
    I: SystemInput + 'static,
    S: IntoSystem<I, O, M> + 'static,
{
    let make = Box::new(|| Box::new(IntoSystem::into_system(system)) as BoxedSystem<I, O>);
    run_by_type(world, TypeId::of::<S>(), input, make)
}

fn run_by_type<I: SystemInput + 'static, O: 'static>(
    world: &mut World,
    by: TypeId,
    input: I::Inner<'_>,
    make: Box<dyn FnOnce() -> BoxedSystem<I, O>>,
) -> O {
    world.init_resource::<OnDemand>();
    let known = world.resource_mut::<OnDemand>().0.remove(&by);
    let known = known.and_then(|known| known.downcast::<BoxedSystem<I, O>>().ok());
    let mut system = known.unwrap_or_else(|| {
        let mut system = make();
        system.initialize(world);
        Box::new(system)
    });
    let output = system.run(input, world);
    world.resource_mut::<OnDemand>().0.insert(by, system);
    output.expect("the World has what the system asks for")
}

/// Spawns up to `count` entities in a new World, with an entity list of little more than that
/// length.
///
/// The list grows to the highest id, but doubles if ids come in sequence. So an entity with the
/// highest id is spawned first, and despawned. When its id comes again, after all lower ones, it is
/// dropped. Everything else that takes ids is spawned before, because some lists are as long as
/// their highest id.
pub(super) fn spawn_at_once(world: &mut World, count: usize, spawn: impl FnOnce(&mut World)) {
    let length = count + count / 64 + 64;
    let length = u32::try_from(length).expect("a grid has fewer than 2³¹ cells and walls");
    let lowest = world.spawn_empty().id();
    let highest = Entity::from_raw_u32(lowest.index_u32() + length).expect("it is below 2³²");
    world
        .spawn_empty_at(highest)
        .expect("no other has its id")
        .despawn();
    world.despawn(lowest);
    spawn(world);
    let ids = world.entity_allocator_mut();
    let next = || ids.alloc();
    let spare: Vec<Entity> = iter::repeat_with(next)
        .take_while(|&id| id != highest)
        .collect();
    ids.free_many(&spare);
}

/// Drops the messages that a World keeps of every component that was removed.
pub(super) fn forget_removals(world: &mut World) {
    world.clear_trackers(); // twice: each call empties the older of two buffers
    world.clear_trackers();
}

#[cfg(test)]
mod tests {
    use super::super::columns::only_table;
    use super::*;
    use crate::scene::Scene;
    use crate::scene::simulation::Simulation;

    #[derive(Component, Clone, Copy, Debug, PartialEq)]
    struct Tag(u32);

    #[derive(Component)]
    struct Other;

    #[test]
    fn bevy_ecs_0_20_keeps_entities_in_the_order_in_which_they_are_spawned() {
        let mut world = World::new();
        world.spawn(Tag(99)).despawn();
        let numbers: Vec<Tag> = (0..1000).map(Tag).collect();
        let spawned: Vec<Entity> = world.spawn_batch(numbers.clone()).collect();
        // Entities of other tables, and queries that change values, leave the order as it is.
        world.spawn_batch((0..9).map(|_| Other));
        let mut column = world.query::<&mut Tag>();
        let mut query = column.query_mut(&mut world);
        let changed = only_table(&mut query).expect("a table");
        assert_eq!(changed, numbers);
        changed.reverse();
        // The last ones can be despawned, and spawned again behind the others.
        for &entity in spawned[500..].iter().rev() {
            world.despawn(entity);
        }
        world.spawn_batch((0..500).map(Tag));
        let mut query = column.query_mut(&mut world);
        let found = only_table(&mut query).expect("a table");
        let expected = (500..1000).rev().chain(0..500).map(Tag);
        assert!(found.iter().copied().eq(expected));
    }

    #[test]
    fn bevy_ecs_0_20_forgets_what_was_removed() {
        let mut world = World::new();
        for entity in world.spawn_batch([Other, Other]).collect::<Vec<_>>() {
            world.clear_trackers(); // so that both buffers hold one
            world.despawn(entity);
        }
        assert!(world.removed::<Other>().next().is_some());
        forget_removals(&mut world);
        assert_eq!(world.removed::<Other>().next(), None);
        assert!(
            world
                .removed_components()
                .iter()
                .all(|(_, messages)| messages.is_empty())
        );
    }

    #[test]
    fn bevy_ecs_0_20_lists_few_more_entities_than_a_new_world_has() {
        for (side, walkers) in [(1, 64), (9, 256), (300, 8192)] {
            let text = format!(
                "Scene(grid: (rows: {side}, columns: {side}), generate: Johnny(start: (1, 1)), \
                 walk: Foot(from: (1, 1), to: (1, 1)), text: Lattice)"
            );
            let scene = Scene::from_ron(&text).expect("a scene");
            let simulation = Simulation::new(&scene).expect("a small world");
            let entities = simulation.world().entities();
            let expected = (entities.count_spawned() + walkers) * 65 / 64 + 200;
            assert!(entities.len() < expected, "{} {expected}", entities.len());
        }
    }
}
