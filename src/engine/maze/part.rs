//! Parts of ticks: the systems that an ingredient brought for a stage, for the steps of a walk, or for
//! each tick.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bevy_ecs::prelude::*;
use bevy_ecs::query::FilteredAccessSet;
use bevy_ecs::schedule::{
    LogLevel, Schedule, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor,
};

/// A stage of generation, the steps of a walk, or systems that run in each tick.
pub(super) struct Part {
    /// The field of its ingredient.
    pub(super) field: &'static str,
    pub(super) systems: Schedule,
}

impl Part {
    pub(super) fn run(&mut self, world: &mut World) {
        blaming(self.field, || self.systems.run(world));
    }

    /// What each of its systems reads and writes.
    pub(super) fn accesses(&self) -> impl Iterator<Item = FilteredAccessSet> {
        let systems = self.systems.systems_with_access().expect("built systems");
        systems.into_iter().map(|(_, system)| system.access().to_filtered_access_set().into_owned())
    }

    /// Whether one of its systems has `Commands`.
    pub(super) fn has_commands(&self) -> bool {
        let mut systems = self.systems.systems_with_access().expect("built systems");
        systems.any(|(_, system)| system.system().has_deferred())
    }
}

/// Runs what an ingredient brought: if it panics, the panic names its field.
pub(super) fn blaming<R>(field: &'static str, run: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref().copied()).unwrap_or("no message");
        panic!("the ingredient of `{field}` panicked: {text}")
    })
}

/// The label of the schedules that do ticks.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Ticks;

/// A schedule in which an ambiguous order is an error, run by a single thread.
pub(super) fn schedule() -> Schedule {
    let mut ticks = Schedule::new(Ticks);
    ticks.set_executor(SingleThreadedExecutor::new());
    ticks.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Error,
        hierarchy_detection: LogLevel::Error,
        ..Default::default()
    });
    ticks
}
