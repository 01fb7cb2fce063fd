//! What is in a schedule: the systems of a phase, the plan of a world, what runs now, and what ticks write.

use std::ops::{Index, IndexMut};

use bevy_ecs::prelude::*;
use bevy_ecs::query::InvertibleComponentIdSet;

use super::{LastingPart, PhaseSystems, Schedule, TickPhase};
use crate::base::count::dedup_in_order;
use crate::base::progress::{PartNumber, Phase, Plan, Progress};

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

/// The place of a system that an ingredient brought; in [`TickPhase::Begin`] of all its systems there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SystemPlace {
    pub(crate) field: &'static str,
    pub(crate) phase: TickPhase,
    /// The index of its group in the phase, and its own in the group.
    place: [usize; 2],
}

impl Schedule {
    /// Returns the places of the systems that ingredients brought, and that have run.
    pub(crate) fn systems(&self) -> Vec<SystemPlace> {
        const PHASES: [TickPhase; 7] = [
            TickPhase::Generation,
            TickPhase::BeginWalk,
            TickPhase::RedirectSteps,
            TickPhase::CloseWays,
            TickPhase::Step,
            TickPhase::EachTick,
            TickPhase::EndOfTick,
        ];
        let mut all = Vec::new();
        for field in dedup_in_order(self.on_begin.iter().map(|system| system.field)) {
            all.push(SystemPlace {
                field,
                phase: TickPhase::Begin,
                place: [0, 0],
            });
        }
        for phase in PHASES {
            for (group, systems) in self[phase].iter().enumerate() {
                for place in systems.that_ran() {
                    all.push(SystemPlace {
                        field: systems.field,
                        phase,
                        place: [group, place],
                    });
                }
            }
        }
        all.retain(|system| !system.field.is_empty());
        all
    }

    /// Removes a system.
    pub(crate) fn leave_out(&mut self, system: SystemPlace) {
        let [group, place] = system.place;
        match system.phase {
            TickPhase::Begin => {
                for begin in &mut self.on_begin {
                    if begin.field == system.field {
                        begin.leave_out();
                    }
                }
            }
            phase => self[phase][group].leave_out(place),
        }
    }

    pub(crate) fn plan(&self) -> Plan {
        let stages = u8::try_from(self[TickPhase::Generation].len()).expect("few stages");
        let parts = self.lasting.iter().map(|part| part.number.bit()).sum();
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
        let systems = self.stage(world).into_iter().chain(steps);
        let mut fields: Vec<&'static str> = systems.map(|systems| systems.field).collect();

        for part in &self.lasting {
            if progress.phase == Phase::Walk && progress.lasts(part.number) {
                fields.push(part.field);
            }
        }
        fields
    }

    /// Adds the part of an ingredient that lasts, once.
    pub(crate) fn add_lasting(&mut self, field: &'static str) {
        if self.part_of(field).is_none() {
            let number = PartNumber::new(self.lasting.len());
            self.lasting.push(LastingPart { field, number });
        }
    }

    /// Adds the part of the agents of a world.
    pub(crate) fn add_crew(&mut self, field: &'static str) {
        let number = PartNumber::CREW;
        self.lasting.push(LastingPart { field, number });
    }

    fn part_of(&self, field: &str) -> Option<PartNumber> {
        let of_field = |part: &&LastingPart| part.field == field && part.number != PartNumber::CREW;
        Some(self.lasting.iter().find(of_field)?.number)
    }

    /// Notes which systems belong to which part that lasts.
    pub(super) fn assign_parts(&mut self) {
        for phase in 0..self.phases.len() {
            for place in 0..self.phases[phase].len() {
                self.phases[phase][place].part = self.part_of(self.phases[phase][place].field);
            }
        }
        for place in 0..self.on_begin.len() {
            self.on_begin[place].part = self.part_of(self.on_begin[place].field);
        }
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
