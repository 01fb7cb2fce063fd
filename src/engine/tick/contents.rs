//! What is in a schedule: the systems of a phase, the plan of a world, what runs now, and what ticks write.

use std::ops::{Index, IndexMut};

use bevy_ecs::prelude::*;
use bevy_ecs::query::InvertibleComponentIdSet;

use super::{PhaseSystems, Schedule, TickPhase};
use crate::base::progress::{Phase, Plan, Progress};

impl Index<TickPhase> for Schedule {
    type Output = Vec<PhaseSystems>;

    fn index(&self, phase: TickPhase) -> &Vec<PhaseSystems> {
        &self.phases[phase as usize]
    }
}

impl IndexMut<TickPhase> for Schedule {
    fn index_mut(&mut self, phase: TickPhase) -> &mut Vec<PhaseSystems> {
        &mut self.phases[phase as usize]
    }
}

impl Schedule {
    pub(crate) fn plan(&self) -> Plan {
        let stages = u8::try_from(self[TickPhase::Generation].len()).expect("few stages");
        let parts = u8::try_from(self.lasting.len()).expect("few parts");
        Plan {
            stages,
            has_steps: !self[TickPhase::Step].is_empty(),
            parts,
        }
    }

    pub(crate) fn stage(&self, world: &World) -> Option<&PhaseSystems> {
        let progress = self.progress(world);
        let stage = self[TickPhase::Generation].get(usize::from(progress.stage));
        stage.filter(|_| progress.phase == Phase::Generation)
    }

    /// The fields of the ingredients that keep the world going: by the stage, the steps, or lasting parts.
    pub(crate) fn running(&self, world: &World) -> Vec<&'static str> {
        let progress = self.progress(world);
        let steps = self[TickPhase::Step]
            .iter()
            .filter(|_| progress.is_walking());
        let has_parts = progress.phase == Phase::Walk && progress.parts() > 0;
        let lasting = self.lasting.iter().filter(|_| has_parts);
        let systems = self.stage(world).into_iter().chain(steps);
        systems
            .map(|systems| systems.field)
            .chain(lasting.copied())
            .collect()
    }

    pub(crate) fn writes(&self, phase: Phase, world: &mut World) -> InvertibleComponentIdSet {
        let mut writes = InvertibleComponentIdSet::default();
        writes.insert(world.register_component::<Progress>());
        let of_ticks = self.phases[TickPhase::Generation as usize..]
            .iter()
            .flatten();
        for systems in of_ticks.filter(|systems| systems.world_phase == phase) {
            if systems.has_commands() {
                writes.all();
            }
            writes.union_with(&systems.writes);
        }
        writes
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &PhaseSystems> {
        self.phases.iter().flatten()
    }
}
