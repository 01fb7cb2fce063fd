//! Carries out a plan: runs the worlds, and writes their rows to the requested output.

use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Mutex;

use crate::Simulation;
use crate::base::jobs::RetryAlone;
use crate::base::locked::locked;
use crate::cli::progress::{Meter, Unit};
use crate::cli::seed_note::seed_note;
use crate::cli::stdout::stdout;
use crate::tools::sweep::title;
use crate::tools::sweep::{Row, SweepError, Sweeper, Variant};

use super::destination::Destination;
use super::identity::SweepIdentity;
use super::parts::{Found, Parts};
use super::shard::Shard;
use super::{Reports, SweepPlan, as_reports, io_error, reports_in};

impl SweepPlan {
    /// Carries out the plan.
    pub(super) fn carry_out(&self) -> Result<(), Reports> {
        let is_whole = !matches!(self.destination, Destination::Script(_) | Destination::Parts(..));
        if is_whole && self.sweep.seeds().count() > 1 {
            self.note_scenes_without_chance();
        }
        match &self.destination {
            Destination::Stdout => self.to_stdout(),
            Destination::File(output) => self.to_file(output),
            Destination::Parts(folder, shard) => self.to_parts(folder, *shard).map(drop),
            Destination::Script(job) => {
                let script = job.script(&self.sweep);
                stdout().write_all(script.as_bytes()).map_err(io_error)
            }
            Destination::Top(top) => self.top(top),
            Destination::Summary(empty) => self.summary(empty),
            Destination::Tally { empty, output } => self.tally(empty, output.as_deref()),
            Destination::Plot { empty, output } => self.plot(empty, output),
        }
    }

    /// Reports the scenes for which every seed gives the same world, judged by the world of the
    /// first seed.
    fn note_scenes_without_chance(&self) {
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

    /// Writes the table to standard output, block by block.
    fn to_stdout(&self) -> Result<(), Reports> {
        let mut output = stdout();
        output.write_all(&self.format.header(self.sweep.columns().names())).map_err(io_error)?;
        let print = |rows: &mut Vec<u8>| {
            output.write_all(rows)?;
            rows.clear();
            Ok(())
        };
        self.all_rows(Vec::new, self.add_text(), print)
    }

    /// Writes the table to a file: first parts in a folder beside it, which are then joined.
    fn to_file(&self, output: &Path) -> Result<(), Reports> {
        let mut folder = output.as_os_str().to_owned();
        folder.push(".parts");
        let parts = self.to_parts(folder.as_ref(), Shard::WHOLE)?;
        let mut found = Found::new();
        parts.find(&mut found).map_err(as_reports)?;
        parts.put_together(&found, output).map_err(as_reports)?;
        parts.remove(&found).map_err(io_error)
    }

    /// Writes the parts of a shard to a folder, except those that are there.
    fn to_parts(&self, folder: &Path, shard: Shard) -> Result<Parts, Reports> {
        let (condition, format) = (self.condition.as_deref(), self.format);
        let identity =
            SweepIdentity::of(&self.sweep, &self.scenes, &self.settings, condition, format);
        let parts = Parts::of(folder, identity, shard).map_err(as_reports)?;
        let mut found = Found::new();
        parts.find(&mut found).map_err(as_reports)?;
        let is_missing = |block: &u64| !found.contains_key(block);
        let missing = || shard.blocks(self.sweep.blocks()).filter(is_missing);
        let blocks = (missing().count() as u64, missing());
        let write = |block, rows: &mut Vec<u8>| parts.add(block, rows);
        let clear = |rows: &mut Vec<u8>| {
            rows.clear();
            Ok(())
        };
        self.each_block(blocks, Vec::new, self.add_text(), write, clear)?;
        Ok(parts)
    }

    /// Adds a row to a text, in the format of the table.
    pub(super) fn add_text(&self) -> impl Fn(&mut Vec<u8>, &Row<'_>) + Sync {
        let names: Vec<_> = self.sweep.columns().names().collect();
        move |text, row| self.format.row(&names, &row.cells[..names.len()], text)
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
    fn each_block<T: Send>(
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
        let (turns, idle) = (RetryAlone::default(), Mutex::new(Vec::new()));
        let idle = || locked(&idle);
        let work = |(): &mut (), block: u64| {
            let mut all = idle().pop().unwrap_or_else(&empty);
            let run = |there: &mut Option<_>| {
                let sweeper: &mut Sweeper<'_> = there.get_or_insert_with(|| self.sweep.sweeper());
                let done = sweeper.block(block, |row| add(&mut all, &row));
                if done.is_err() {
                    all = empty(); // the block may be run again
                }
                done
            };
            let lacks_memory = |error: &SweepError| error.error.shortage.is_some();
            let done = turns.turn(run, |done| done.as_ref().is_err_and(lacks_memory));
            done.map_err(|error| self.reports_of(&error))?;
            finish(block, &mut all).map_err(io_error)?;
            Ok(all)
        };
        self.jobs.in_order(
            blocks,
            || (),
            work,
            |done: Result<T, Reports>| {
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
