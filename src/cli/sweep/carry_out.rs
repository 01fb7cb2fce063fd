//! Runs the worlds of a sweep on threads, block by block.

use std::io;
use std::sync::Mutex;

use crate::base::jobs::locked;
use crate::cli::input::seed_note;
use crate::cli::progress::{Meter, Unit};
use crate::scene::simulation::Simulation;
use crate::tools::sweep::title;
use crate::tools::sweep::{Row, SweepError, Sweeper, Variant};

use super::{Reports, SweepPlan, io_error, reports_in};

impl SweepPlan {
    /// Reports the scenes for which every seed gives the same world, judged by the world of the
    /// first seed.
    pub(super) fn note_scenes_without_chance(&self) {
        let mut there = None;
        let mut is_without_chance = |variant: &Variant| {
            let scene = variant.scene.clone().seeded(self.sweep.seeds().first());
            let simulation = Simulation::reuse(&mut there, &scene);
            simulation.is_ok_and(|simulation| {
                simulation.run();
                simulation.is_without_chance()
            })
        };
        for of_scene in self.sweep.variants().chunk_by(|one, other| one.name == other.name) {
            if of_scene.iter().all(&mut is_without_chance) {
                say!("{}", seed_note(&of_scene[0].name, "--seeds"));
            }
        }
    }

    /// Runs all blocks on threads, like [`Self::each_block`].
    pub(super) fn all_rows<T: Send>(
        &self,
        empty: impl Fn() -> T + Sync,
        add: impl Fn(&mut T, &Row<'_>) + Sync,
        each: impl FnMut(&mut T) -> io::Result<()>,
    ) -> Result<(), Reports> {
        let blocks = self.sweep.blocks();
        self.each_block((blocks, 0..blocks), empty, add, |_, _| Ok(()), each)
    }

    /// Runs blocks (their number, and which) on threads. The rows of a block are `add`ed to an
    /// `empty` collection, which its thread passes to `finish`. Then `each` gets the collections in
    /// the order of the blocks, and must leave them empty: they are reused.
    pub(super) fn each_block<T: Send>(
        &self,
        blocks: (u64, impl Iterator<Item = u64>),
        empty: impl Fn() -> T + Sync,
        add: impl Fn(&mut T, &Row<'_>) + Sync,
        finish: impl Fn(u64, &mut T) -> io::Result<()> + Sync,
        mut each: impl FnMut(&mut T) -> io::Result<()>,
    ) -> Result<(), Reports> {
        let (count, blocks) = blocks;
        let length = self.sweep.block_length();
        let worlds = count.saturating_mul(length).min(self.sweep.worlds());
        let meter = Meter::of_many(Unit::Worlds, worlds);
        let idle = Mutex::new(Vec::new());
        let idle = || locked(&idle);
        let work = |sweeper: &mut Sweeper<'_>, &mut block: &mut u64| {
            let mut all = idle().pop().unwrap_or_else(&empty);
            let done = sweeper.block(block, |row| add(&mut all, &row));
            done.map_err(|error| self.reports_of(&error))?;
            finish(block, &mut all).map_err(io_error)?;
            Ok(all)
        };
        self.jobs.in_order(
            blocks,
            || self.sweep.sweeper(),
            work,
            |_, done: Result<T, Reports>| {
                meter.add_done(length);
                let mut all = done?;
                each(&mut all).map_err(io_error)?;
                idle().push(all);
                Ok(())
            },
        )
    }

    /// The reports of a world that cannot be run.
    fn reports_of(&self, SweepError { variant, seed, error, .. }: &SweepError) -> Reports {
        let variant = &self.sweep.variants()[*variant];
        let text = variant.seeded(*seed);
        let said = [&*variant.said(&self.settings), &*format!("seed {seed}")];
        reports_in(&title(&variant.name, &said), &text, &error.locate(&text))
    }
}
