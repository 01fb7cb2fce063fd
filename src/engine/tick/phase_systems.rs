//! The systems that an ingredient brought for a phase of a tick.

use std::any::type_name;
use std::borrow::Cow;

use bevy_ecs::component::ComponentId;
use bevy_ecs::prelude::*;
use bevy_ecs::query::{FilteredAccessSet, InvertibleComponentIdSet};
use bevy_ecs::schedule::SystemWithAccess;
use bevy_ecs::system::{BoxedSystem, RunSystemError, System, SystemAccess};

use crate::base::draws::set_running;
use crate::base::progress::{PartNumber, Phase, Progress};
use crate::engine::bevy::{in_written_order, with_access};
use crate::engine::forbidden_step::ForbiddenStep;

/// The systems that one call of an ingredient brought for a phase of a tick.
pub(crate) struct PhaseSystems {
    pub(crate) field: &'static str,
    pub(crate) world_phase: Phase,
    /// Why they forbid a step, if they are a rule that says so.
    pub(crate) why: Option<fn(&ForbiddenStep<'_>) -> String>,
    /// Whether they are a rule that closes ways by what changes during the walk.
    pub(crate) reads_changes: bool,
    /// The part that lasts of their ingredient.
    pub(crate) part: Option<PartNumber>,
    /// Whether they write the progress, so that they may end it.
    pub(crate) ends: bool,
    systems: Vec<SystemWithAccess>,
    runs: Vec<Runs>,
    types: &'static str,
    /// What each reads and writes, until the world [is built](Self::finish).
    accesses: Vec<SystemAccess>,
    pub(crate) writes: InvertibleComponentIdSet,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Runs {
    #[default]
    None,
    /// Each time, no entity had what it asks for by `Single`.
    InVain,
    Some,
}

impl PhaseSystems {
    /// Systems in the order in which they are written. They run without a schedule of Bevy: that saves
    /// its executor in every tick, and 13 KB of memory.
    pub(crate) fn new<M>(
        field: &'static str,
        world_phase: Phase,
        systems: impl IntoScheduleConfigs<BoxedSystem, M>,
        world: &mut World,
    ) -> Self {
        let systems = in_written_order(systems).unwrap_or_else(|| {
            panic!(
                "systems of `{field}` with a condition or an order by sets, expected some that run in the \
                 order in which they are written"
            )
        });
        Self::of_all(field, world_phase, systems, type_name::<M>(), world)
    }

    pub(crate) fn single<M>(
        field: &'static str,
        system: impl IntoSystem<(), (), M>,
        world: &mut World,
    ) -> Self {
        Self::of_all(
            field,
            Phase::Walk,
            vec![with_access(system)],
            type_name::<M>(),
            world,
        )
    }

    fn of_all(
        field: &'static str,
        world_phase: Phase,
        mut systems: Vec<SystemWithAccess>,
        types: &'static str,
        world: &mut World,
    ) -> Self {
        // The field of a system for that stays empty outside a schedule.
        let accesses: Vec<_> = systems
            .iter_mut()
            .map(|system| system.initialize(world))
            .collect();
        let mut writes = InvertibleComponentIdSet::default();
        for access in &accesses {
            writes.union_with(access.to_filtered_access_set().combined_access().writes());
        }
        let ends = writes.contains(world.register_component::<Progress>());
        let runs = vec![Runs::None; systems.len()];
        let (why, reads_changes) = (None, false);
        Self {
            field,
            world_phase,
            why,
            reads_changes,
            part: None,
            ends,
            systems,
            runs,
            types,
            accesses,
            writes,
        }
    }

    /// Runs the systems one after another, each with its commands. One that asks by `Single` for a missing
    /// entity does nothing.
    pub(crate) fn run(&mut self, world: &mut World) {
        set_running(self.field);
        for (system, runs) in self.systems.iter_mut().zip(&mut self.runs) {
            match system.run((), world) {
                Ok(()) => *runs = Runs::Some,
                Err(RunSystemError::Skipped(_)) if *runs == Runs::None => *runs = Runs::InVain,
                Err(RunSystemError::Skipped(_)) => {}
                Err(RunSystemError::Failed(error)) => panic!("{error}"),
            }
        }
    }

    /// Returns the places of the systems that have run.
    pub(crate) fn that_ran(&self) -> impl Iterator<Item = usize> {
        let runs = self.runs.iter().enumerate();
        let ran = runs.filter(|(_, runs)| **runs == Runs::Some);
        ran.map(|(place, _)| place)
    }

    /// Removes a system.
    pub(crate) fn leave_out(&mut self, place: usize) {
        self.systems.remove(place);
        self.runs.remove(place);
    }

    /// What a system asks for that has never found it, as Rust writes it.
    pub(crate) fn asked_in_vain(&self) -> Option<String> {
        let place = self.runs.iter().position(|&it| it == Runs::InVain)?;
        Some(parameters(self.types, place))
    }

    /// What each system reads and writes; nothing once a world is built.
    pub(crate) fn accesses(&self) -> impl Iterator<Item = Cow<'_, FilteredAccessSet>> {
        self.accesses
            .iter()
            .map(SystemAccess::to_filtered_access_set)
    }

    /// Forgets what is needed only to build a world: it takes 1 to 2 KB a system.
    pub(crate) fn finish(&mut self) {
        self.accesses = Vec::new();
    }

    pub(crate) fn reads(&self, component: ComponentId) -> bool {
        self.accesses()
            .any(|access| access.combined_access().reads().contains(component))
    }

    /// Whether they write what others read.
    pub(crate) fn changes(&self, others: &Self) -> bool {
        let mut accesses = others.accesses();
        accesses.any(|access| !self.writes.is_disjoint(access.combined_access().reads()))
    }

    pub(crate) fn has_commands(&self) -> bool {
        self.systems.iter().any(System::has_deferred)
    }
}

/// The parameters of the function at a place of a type that holds several, without the paths of their types.
pub(super) fn parameters(types: &str, place: usize) -> String {
    let text = types.split("fn(").nth(place + 1).unwrap_or_default();
    let mut depth = 0;
    let end = text.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth < 0
    });
    let is_of_path = |c: char| c.is_alphanumeric() || "_:".contains(c);
    let parts = text[..end.unwrap_or(text.len())].split_inclusive(|c| !is_of_path(c));
    let short: String = parts
        .map(|part| part.rsplit("::").next().unwrap_or(part))
        .collect();
    short.replace("'_, ", "")
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
        PhaseSystems::new("field", Phase::Walk, systems, &mut world).run(&mut world);
        world.resource_mut::<Log>().0.split_off(0)
    }

    #[test]
    fn systems_run_in_the_order_in_which_they_are_written() {
        assert_eq!(
            log((say::<2>, send, say::<1>, idle, say::<3>)),
            [2, 9, 1, 3]
        );
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
