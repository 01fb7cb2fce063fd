//! A plan, carried out: worlds are run, and their rows go where they are asked for.

use std::io::{self, Write as _};
use std::path::Path;

use crate::cli::output_path::{check_target, make_folder};
use crate::cli::paths::{is_dash, scene_paths};
use crate::cli::progress::{Meter, Unit};
use crate::cli::stdout::stdout;
use crate::cli::writer::Writer;
use crate::threads::Turns;
use crate::{Best, Row, Setting, Summary, SweepError};

use super::emit::Job;
use super::identity::Identity;
use super::parts::{Found, Parts};
use super::plan::{End, Plan};
use super::shard::{Asked, Shard};
use super::{Arguments, Reports, failed, located, one, summary, usage};

/// What is kept of one of the best: its row as text, its variant, its seed.
type Kept = (Vec<u8>, usize, u64);

impl Plan {
    /// Does what the plan is.
    pub(super) fn carry_out(&self, arguments: &Arguments) -> Result<(), Reports> {
        if let (Some(script), Some(shards), Some(folder)) =
            (arguments.emit, arguments.shards, &arguments.output)
        {
            let after = (folder.as_path(), self.format.table());
            let call = std::env::args_os();
            let job = Job::of(call, &self.sweep, after, shards, arguments.jobs).map_err(usage)?;
            return stdout().write_all(job.script(script).as_bytes()).map_err(failed);
        }
        match (&self.end, &arguments.output) {
            (End::Top(most, place), _) => self.top(*most, *place, arguments),
            (End::Summary(empty), _) => self.summary(empty, &arguments.vary),
            (End::Plot(empty, output), _) => self.plot(empty, &arguments.vary, output),
            (End::Tally(none), output) => self.tally(none, &arguments.vary, output.as_deref()),
            (End::Table, Some(output)) if !is_dash(output) => self.to_file(output, arguments),
            (End::Table, _) if arguments.shard.is_some() => Err(usage(
                "--shard: found no folder, expected `-o` with one for the parts".to_owned(),
            )),
            (End::Table, _) => self.to_output(),
        }
    }

    /// Writes the table to standard output, block by block.
    fn to_output(&self) -> Result<(), Reports> {
        let mut output = stdout();
        output.write_all(&self.format.header(self.sweep.columns().names())).map_err(failed)?;
        let blocks = self.sweep.blocks();
        self.rows((blocks, 0..blocks), |_, rows| Ok(rows), |rows: Vec<u8>| output.write_all(&rows))
    }

    /// Writes the table to a file by its parts, or only the parts of a shard.
    fn to_file(&self, output: &Path, arguments: &Arguments) -> Result<(), Reports> {
        let condition = arguments.condition.as_deref();
        let (sweep, scenes) = (&self.sweep, &self.scenes);
        let identity = Identity::of(sweep, scenes, &arguments.vary, condition, self.format);
        let shard = arguments.shard.map_or(Ok(Shard::WHOLE), Asked::shard).map_err(usage)?;
        let folder = if arguments.shard.is_some() {
            output.to_owned()
        } else {
            let mut folder = output.as_os_str().to_owned();
            folder.push(".parts");
            folder.into()
        };
        let parts = Parts::of(&folder, identity).map_err(one)?;
        let mut found = Found::new();
        parts.find(&mut found).map_err(one)?;
        let is_missing = |block: &u64| !found.contains_key(block);
        let missing = || shard.blocks(sweep.blocks()).filter(is_missing);
        let count = missing().count() as u64;
        self.rows((count, missing()), |block, rows| parts.add(block, &rows), |()| Ok(()))?;
        if arguments.shard.is_some() {
            return Ok(());
        }
        found.clear();
        parts.find(&mut found).map_err(one)?;
        parts.put_together(&found, output).map_err(one)?;
        parts.remove(&found).map_err(failed)
    }

    /// Prints the best, and writes each as a scene.
    fn top(&self, most: usize, place: usize, arguments: &Arguments) -> Result<(), Reports> {
        let folder = arguments.folder.as_deref();
        let mut best: Best<Kept> = Best::of(most);
        let names: Vec<_> = self.sweep.columns().names().collect();
        let add = |best: &mut Best<Kept>, row: &Row<'_>| {
            let Some(value) = row.cells[place].number() else { return };
            best.add(value, row.world, || {
                let mut text = Vec::new();
                self.format.row(&names, &row.cells[..names.len()], &mut text);
                (text, row.variant, row.seed)
            });
        };
        let blocks = (self.sweep.blocks(), 0..self.sweep.blocks());
        let extend = |more| {
            best.extend(more);
            Ok(())
        };
        self.each_block(blocks, || Best::of(most), add, |_, best| Ok(best), extend)?;
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

    /// Prints how values are spread.
    fn summary(&self, empty: &Summary, settings: &[Setting]) -> Result<(), Reports> {
        let summary = self.counted(empty)?;
        let text = summary::text(&summary, &self.sweep, settings);
        stdout().write_all(text.as_bytes()).map_err(failed)
    }

    /// Counts the values of all worlds.
    pub(super) fn counted(&self, empty: &Summary) -> Result<Summary, Reports> {
        let mut summary = empty.clone();
        let blocks = (self.sweep.blocks(), 0..self.sweep.blocks());
        let extend = |more| {
            summary.extend(more);
            Ok(())
        };
        self.each_block(blocks, || empty.clone(), Summary::add, |_, summary| Ok(summary), extend)?;
        Ok(summary)
    }

    /// Runs so many blocks, whose rows are text.
    fn rows<R: Send>(
        &self,
        blocks: (u64, impl Iterator<Item = u64>),
        finish: impl Fn(u64, Vec<u8>) -> io::Result<R> + Sync,
        each: impl FnMut(R) -> io::Result<()>,
    ) -> Result<(), Reports> {
        let names: Vec<_> = self.sweep.columns().names().collect();
        let add = |rows: &mut Vec<u8>, row: &Row<'_>| {
            self.format.row(&names, &row.cells[..names.len()], rows);
        };
        self.each_block(blocks, Vec::new, add, finish, each)
    }

    /// Runs so many blocks on threads. The rows of each are added to something empty, which is finished
    /// at once, on its thread; what comes of it is handed out in order.
    pub(super) fn each_block<T, R: Send>(
        &self,
        blocks: (u64, impl Iterator<Item = u64>),
        empty: impl Fn() -> T + Sync,
        add: impl Fn(&mut T, &Row<'_>) + Sync,
        finish: impl Fn(u64, T) -> io::Result<R> + Sync,
        mut each: impl FnMut(R) -> io::Result<()>,
    ) -> Result<(), Reports> {
        let (count, blocks) = blocks;
        let length = self.sweep.block_length();
        let worlds = count.saturating_mul(length).min(self.sweep.worlds());
        let meter = Meter::of_many(Unit::Worlds, worlds);
        let turns = Turns::default();
        let work = |(): &mut (), block: u64| {
            let run = |there: &mut Option<_>| {
                let mut all = empty();
                let done = self.sweep.block(block, there, |row| add(&mut all, &row));
                done.map(|()| all)
            };
            let lacks_memory = |error: &SweepError| error.error.shortage.is_some();
            let done = turns.turn(run, |done| done.as_ref().is_err_and(lacks_memory));
            finish(block, done.map_err(|error| self.refused(&error))?).map_err(failed)
        };
        self.jobs.in_order(
            blocks,
            || (),
            work,
            |done| {
                meter.add(length);
                each(done?).map_err(failed)
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
