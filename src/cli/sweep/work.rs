//! Carries out a plan: runs the worlds, and writes their rows to the requested output.

use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::cli::output_path::{check_target, make_folder};
use crate::cli::paths::{is_dash, scene_paths};
use crate::cli::progress::{Meter, Unit};
use crate::cli::seed_note::seed_note;
use crate::cli::stdout::stdout;
use crate::cli::writer::Writer;
use crate::threads::RetryAlone;
use crate::{Best, Row, Setting, Simulation, Summary, SweepError, Sweeper, Variant};

use super::emit::ShardedJob;
use super::identity::SweepIdentity;
use super::parts::{Found, Parts};
use super::plan::{Destination, SweepPlan};
use super::shard::{Asked, Shard};
use super::{Arguments, Reports, failed, located, one, summary, usage};

/// One of the best worlds: its row as text, its variant, its seed.
type Kept = (Vec<u8>, usize, u64);

impl SweepPlan {
    /// Carries out the plan.
    pub(super) fn carry_out(&self, arguments: &Arguments) -> Result<(), Reports> {
        if let (Some(script), Some(shards), Some(folder)) =
            (arguments.emit, arguments.shards, &arguments.output)
        {
            let after = (folder.as_path(), self.format.table());
            let call = std::env::args_os();
            let job =
                ShardedJob::of(call, &self.sweep, after, shards, arguments.jobs).map_err(usage)?;
            return stdout().write_all(job.script(script).as_bytes()).map_err(failed);
        }
        let has_seeds = arguments.seeds.is_some_and(|seeds| seeds.count() > 1);
        if has_seeds && arguments.shard.is_none() {
            self.note_scenes_without_chance();
        }
        match (&self.end, &arguments.output) {
            (Destination::Top(most, place), _) => self.top(*most, *place, arguments),
            (Destination::Summary(empty), _) => self.summary(empty, &arguments.vary),
            (Destination::Plot(empty, output), _) => self.plot(empty, &arguments.vary, output),
            (Destination::Tally(none), output) => {
                self.tally(none, &arguments.vary, output.as_deref())
            }
            (Destination::Table, Some(output)) if !is_dash(output) => {
                self.to_file(output, arguments)
            }
            (Destination::Table, _) if arguments.shard.is_some() => Err(usage(
                "--shard: found no folder, expected `-o` with the folder for the parts".to_owned(),
            )),
            (Destination::Table, _) => self.to_output(),
        }
    }

    /// Reports the scenes for which every seed gives the same world, judged by the world of the first seed.
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
    fn to_output(&self) -> Result<(), Reports> {
        let mut output = stdout();
        output.write_all(&self.format.header(self.sweep.columns().names())).map_err(failed)?;
        let blocks = self.sweep.blocks();
        self.rows((blocks, 0..blocks), |_, _| Ok(()), |rows| output.write_all(rows))
    }

    /// Writes parts, and joins them into a table in a file; for a shard, only the parts.
    fn to_file(&self, output: &Path, arguments: &Arguments) -> Result<(), Reports> {
        let condition = arguments.condition.as_deref();
        let (sweep, scenes) = (&self.sweep, &self.scenes);
        let identity = SweepIdentity::of(sweep, scenes, &arguments.vary, condition, self.format);
        let shard = arguments.shard.map_or(Ok(Shard::WHOLE), Asked::shard).map_err(usage)?;
        let folder = if arguments.shard.is_some() {
            output.to_owned()
        } else {
            let mut folder = output.as_os_str().to_owned();
            folder.push(".parts");
            folder.into()
        };
        let parts = Parts::of(&folder, identity, shard).map_err(one)?;
        let mut found = Found::new();
        parts.find(&mut found).map_err(one)?;
        let is_missing = |block: &u64| !found.contains_key(block);
        let missing = || shard.blocks(sweep.blocks()).filter(is_missing);
        let count = missing().count() as u64;
        self.rows((count, missing()), |block, rows| parts.add(block, rows), |_| Ok(()))?;
        if arguments.shard.is_some() {
            return Ok(());
        }
        found.clear();
        parts.find(&mut found).map_err(one)?;
        parts.put_together(&found, output).map_err(one)?;
        parts.remove(&found).map_err(failed)
    }

    /// Prints the best worlds, and writes each as a scene.
    fn top(&self, most: usize, place: usize, arguments: &Arguments) -> Result<(), Reports> {
        let folder = arguments.folder.as_deref();
        let mut best: Best<Kept> = Best::of(most);
        let names: Vec<_> = self.sweep.columns().names().collect();
        let add = |best: &mut Best<Kept>, row: &Row<'_>| {
            best.add(row.cells[place], row.world, || {
                let mut text = Vec::new();
                self.format.row(&names, &row.cells[..names.len()], &mut text);
                (text, row.variant, row.seed)
            });
        };
        let blocks = (self.sweep.blocks(), 0..self.sweep.blocks());
        let append = |more: &mut _| {
            best.append(more);
            Ok(())
        };
        self.each_block(blocks, || Best::of(most), add, |_, _| Ok(()), append)?;
        folder.map_or(Ok(()), make_folder).map_err(failed)?;
        let mut output = stdout();
        output.write_all(&self.format.header(names.iter().copied())).map_err(failed)?;
        for (rank, (text, variant, seed)) in best.into_rows().enumerate() {
            output.write_all(&text).map_err(failed)?;
            if let Some(folder) = folder {
                let scene = self.sweep.variants()[variant].seeded(seed);
                let path = folder.join(format!("{:04}-seed-{seed}.ron", rank + 1));
                let inputs = scene_paths(arguments.scenes.clone()).flatten();
                check_target(&path, inputs).map_err(one)?;
                Writer::quick().replace(&path, scene.as_bytes()).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// Prints a summary of the values.
    fn summary(&self, empty: &Summary, settings: &[Setting]) -> Result<(), Reports> {
        let summary = self.counted(empty)?;
        let text = summary::text(&summary, &self.sweep, settings);
        stdout().write_all(text.as_bytes()).map_err(failed)
    }

    /// Counts the values of all worlds.
    pub(super) fn counted(&self, empty: &Summary) -> Result<Summary, Reports> {
        let mut summary = empty.clone();
        let blocks = (self.sweep.blocks(), 0..self.sweep.blocks());
        let append = |more: &mut _| {
            summary.append(more);
            Ok(())
        };
        self.each_block(blocks, || empty.clone(), Summary::add, |_, _| Ok(()), append)?;
        Ok(summary)
    }

    /// Runs blocks on threads, with rows as text.
    fn rows(
        &self,
        blocks: (u64, impl Iterator<Item = u64>),
        finish: impl Fn(u64, &[u8]) -> io::Result<()> + Sync,
        mut each: impl FnMut(&[u8]) -> io::Result<()>,
    ) -> Result<(), Reports> {
        let names: Vec<_> = self.sweep.columns().names().collect();
        let add = |rows: &mut Vec<u8>, row: &Row<'_>| {
            self.format.row(&names, &row.cells[..names.len()], rows);
        };
        let each = |rows: &mut Vec<u8>| {
            each(rows)?;
            rows.clear();
            Ok(())
        };
        self.each_block(blocks, Vec::new, add, |block, rows| finish(block, rows), each)
    }

    /// Runs blocks (their number, and which) on threads. The rows of a block are `add`ed to an `empty`
    /// collection, which its thread passes to `finish`. Then `each` gets the collections in the order of the
    /// blocks, and must leave them empty: they are reused.
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
        let (turns, idle) = (RetryAlone::default(), Mutex::new(Vec::new()));
        let idle = || idle.lock().unwrap_or_else(PoisonError::into_inner);
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
            done.map_err(|error| self.refused(&error))?;
            finish(block, &mut all).map_err(failed)?;
            Ok(all)
        };
        self.jobs.in_order(
            blocks,
            || (),
            work,
            |done: Result<T, Reports>| {
                meter.add(length);
                let mut all = done?;
                each(&mut all).map_err(failed)?;
                idle().push(all);
                Ok(())
            },
        )
    }

    /// The reports of a world that cannot be run.
    fn refused(&self, SweepError { variant, seed, error, .. }: &SweepError) -> Reports {
        let variant = &self.sweep.variants()[*variant];
        let text = variant.seeded(*seed);
        let said = variant.said(&self.settings);
        let comma = if said.is_empty() { "" } else { ", " };
        let name = format!("{} with {said}{comma}seed {seed}", variant.name);
        located(&name, &text, &error.locate(&text))
    }
}
