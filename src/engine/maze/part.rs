//! Parts of ticks: the systems that an ingredient brought for a stage, for the steps of a walk, for each
//! tick, or as a rule.

use std::borrow::Cow;

use bevy_ecs::prelude::*;
use bevy_ecs::query::{FilteredAccessSet, InvertibleComponentIdSet};
use bevy_ecs::schedule::SystemWithAccess;
use bevy_ecs::system::{BoxedSystem, RunSystemError, System, SystemAccess};

use crate::engine::bevy::{in_written_order, with_access};

/// A stage of generation, the steps of a walk, a rule, or systems that run in each tick. (A part that
/// [lasts](super::Build::lasts) is a promise of an ingredient to end its share of the walk itself.)
pub(super) struct Part {
    /// The field of its ingredient.
    pub(super) field: &'static str,
    /// In their order, ready to run.
    systems: Vec<SystemWithAccess>,
    /// What each reads and writes, until a world of them [is built](Self::finish).
    accesses: Vec<SystemAccess>,
    /// What they may write.
    pub(super) writes: InvertibleComponentIdSet,
}

impl Part {
    /// The part of these systems, in the order in which they are written. They run without a schedule: that
    /// saves its executor in every tick, and 13 KB of memory.
    pub(super) fn new<M>(
        field: &'static str,
        systems: impl IntoScheduleConfigs<BoxedSystem, M>,
        world: &mut World,
    ) -> Self {
        let systems = in_written_order(systems).unwrap_or_else(|| {
            panic!(
                "systems of `{field}` with a condition or an order by sets, expected some that run in the \
                 order in which they are written"
            )
        });
        Self::of_all(field, systems, world)
    }

    /// The part of a single system, which needs no schedule to be in order.
    pub(super) fn of<M>(
        field: &'static str,
        system: impl IntoSystem<(), (), M>,
        world: &mut World,
    ) -> Self {
        Self::of_all(field, vec![with_access(system)], world)
    }

    fn of_all(field: &'static str, mut systems: Vec<SystemWithAccess>, world: &mut World) -> Self {
        // Their field for that stays empty outside a schedule.
        let accesses: Vec<_> = systems.iter_mut().map(|system| system.initialize(world)).collect();
        let mut writes = InvertibleComponentIdSet::default();
        for access in &accesses {
            writes.union_with(access.to_filtered_access_set().combined_access().writes());
        }
        Self { field, systems, accesses, writes }
    }

    /// Runs its systems one after another, each with its commands. One that asks by `Single` for a missing
    /// entity does nothing.
    pub(super) fn run(&mut self, world: &mut World) {
        let run = |system: &mut SystemWithAccess| match system.run((), world) {
            Ok(()) | Err(RunSystemError::Skipped(_)) => {}
            Err(RunSystemError::Failed(error)) => panic!("{error}"),
        };
        self.systems.iter_mut().for_each(run);
    }

    /// What each of its systems reads and writes; nothing once a world is built.
    pub(super) fn accesses(&self) -> impl Iterator<Item = Cow<'_, FilteredAccessSet>> {
        self.accesses.iter().map(SystemAccess::to_filtered_access_set)
    }

    /// Forgets what is needed only to build a world: it takes 1 to 2 KB a system.
    pub(super) fn finish(&mut self) {
        self.accesses = Vec::new();
    }

    /// Whether one of its systems has `Commands`.
    pub(super) fn has_commands(&self) -> bool {
        self.systems.iter().any(System::has_deferred)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Resource, Default)]
    struct Log(Vec<u8>);

    fn say<const WORD: u8>(mut log: ResMut<Log>) {
        log.0.push(WORD);
    }

    fn send(mut commands: Commands) {
        commands.queue(|world: &mut World| world.resource_mut::<Log>().0.push(9));
    }

    fn idle(_: Single<&Name>) {}

    fn log<M>(systems: impl IntoScheduleConfigs<BoxedSystem, M>) -> Vec<u8> {
        let mut world = World::new();
        world.init_resource::<Log>();
        Part::new("field", systems, &mut world).run(&mut world);
        world.resource_mut::<Log>().0.split_off(0)
    }

    #[test]
    fn systems_run_in_the_order_in_which_they_are_written() {
        assert_eq!(log((say::<2>, send, say::<1>, idle, say::<3>)), [2, 9, 1, 3]);
        assert_eq!(log((send, (say::<5>, say::<4>).chain()).chain()), [9, 5, 4]);
    }

    #[test]
    #[should_panic(expected = "with a condition or an order by sets")]
    fn a_condition_is_refused() {
        log((say::<1>, say::<2>).run_if(|| false));
    }

    #[test]
    #[should_panic(expected = "with a condition or an order by sets")]
    fn another_order_is_refused() {
        log((say::<1>, say::<2>.before(say::<1>)));
    }
}
