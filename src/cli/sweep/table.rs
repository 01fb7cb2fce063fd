//! Runs the worlds of a sweep on threads, block by block, and writes their rows: all of them, on
//! standard output or in a file by way of parts, or the best ones.

use std::io::{self, Write as _};
use std::path::Path;

use crate::cli::input::SceneFile;
use crate::cli::output::{Writer, stdout};
use crate::cli::paths::{check_is_free, check_target, make_folder};
use crate::cli::progress::{Meter, Unit};
use crate::cli::verdict::Reports;
use crate::tools::ToolError;
use crate::tools::sweep::{Best, Row, Sweeper, title};

use super::identity::SweepIdentity;
use super::parts::{Found, Parts, Shard};
use super::{Arguments, SweepPlan};

/// One of the best worlds: its row as text, its variant, its seed.
pub(super) type RankedRow = (Vec<u8>, usize, u64);

impl SweepPlan<'_> {
    pub(super) fn all_rows<T: Send>(
        &self,
        empty: impl Fn() -> T + Sync,
        add: impl Fn(&mut T, &Row<'_>) + Sync,
        each: impl FnMut(T) -> io::Result<()>,
    ) -> Result<(), Reports> {
        self.each_block(0..self.sweep.blocks(), empty, add, |_, all| Ok(all), each)
    }

    /// Runs blocks on threads. The rows of a block are `add`ed to an `empty` collection, which its
    /// thread passes to `finish`. Then `each` gets the results in the order of the blocks.
    pub(super) fn each_block<T, R: Send>(
        &self,
        blocks: impl Iterator<Item = u64> + Clone,
        empty: impl Fn() -> T + Sync,
        add: impl Fn(&mut T, &Row<'_>) + Sync,
        finish: impl Fn(u64, T) -> io::Result<R> + Sync,
        mut each: impl FnMut(R) -> io::Result<()>,
    ) -> Result<(), Reports> {
        let length = self.sweep.block_length();
        let worlds =
            (blocks.clone().count() as u64).saturating_mul(length).min(self.sweep.worlds());
        let meter = Meter::of_many(Unit::Worlds, worlds);
        let work = |sweeper: &mut Sweeper<'_>, &mut block: &mut u64| {
            let mut all = empty();
            let done = sweeper.block(block, |row| add(&mut all, &row));
            done.map_err(|error| self.reports_of(error))?;
            Ok(finish(block, all)?)
        };
        self.jobs.in_order(
            blocks,
            || self.sweep.sweeper(),
            work,
            |_, done: Result<R, Reports>| {
                meter.add_done(length);
                Ok(each(done?)?)
            },
        )
    }

    fn reports_of(&self, error: ToolError) -> Reports {
        let ToolError::World { variant, seed, error } = error else {
            return Reports::of_call(error);
        };
        let variant = &self.sweep.variants()[variant];
        let text = variant.seeded(seed);
        let said = [&*variant.said(&self.arguments.vary), &*format!("seed {seed}")];
        SceneFile { name: title(&variant.name, &said), text }.refused(&error)
    }

    pub(super) fn to_stdout(&self) -> Result<(), Reports> {
        let mut output = stdout();
        output.write_all(&self.identity().header()?)?;
        self.all_rows(Vec::new, self.add_text(), |rows| output.write_all(&rows))
    }

    /// Writes the table to a file: first parts in a folder beside it, which are then joined.
    pub(super) fn to_file(&self, output: &Path) -> Result<(), Reports> {
        let mut folder = output.as_os_str().to_owned();
        folder.push(".parts");
        if !Path::new(&folder).exists() {
            check_is_free(output, self.arguments.force)?;
        }
        let parts = self.to_parts(folder.as_ref(), Shard::WHOLE)?;
        let mut found = Found::new();
        parts.find(&mut found)?;
        parts.join(&found, output)?;
        Ok(parts.remove(&found)?)
    }

    /// Writes the parts of a shard to a folder, except those that are there.
    pub(super) fn to_parts(&self, folder: &Path, shard: Shard) -> Result<Parts, Reports> {
        let parts = Parts::new(folder, self.identity(), shard)?;
        let mut found = Found::new();
        parts.find(&mut found)?;
        let blocks = shard.blocks(self.sweep.blocks());
        let missing = blocks.filter(|block| !found.contains_key(block));
        let write = |block, rows: Vec<u8>| parts.add(block, &rows);
        self.each_block(missing, Vec::new, self.add_text(), write, Ok)?;
        Ok(parts)
    }

    fn identity(&self) -> SweepIdentity {
        let Arguments { vary, condition, comment, .. } = self.arguments;
        let condition = condition.as_deref();
        SweepIdentity::new(&self.sweep, &self.scenes, vary, condition, self.format, *comment)
    }

    pub(super) fn add_text(&self) -> impl Fn(&mut Vec<u8>, &Row<'_>) + Sync {
        let names: Vec<_> = self.sweep.columns().names().collect();
        move |text, row| self.format.row(&names, &row.cells[..names.len()], text)
    }

    /// Prints the best worlds by the column with this index, and writes each as a scene.
    pub(super) fn ranking(&self, empty: &Best<RankedRow>, index: usize) -> Result<(), Reports> {
        let folder = self.arguments.folder.as_deref();
        folder.map_or(Ok(()), make_folder)?;
        let best = self.best(empty, index)?;
        let mut output = stdout();
        output.write_all(&self.format.header(self.sweep.columns().names()))?;
        for (rank, (text, variant, seed)) in best.into_rows().enumerate() {
            output.write_all(&text)?;
            if let Some(folder) = folder {
                let scene = self.sweep.variants()[variant].seeded(seed);
                let path = folder.join(format!("{:04}-seed-{seed}.ron", rank + 1));
                check_target(&path, &self.paths)?;
                Writer::quick().replace(&path, scene.as_bytes())?;
            }
        }
        Ok(())
    }

    fn best(&self, empty: &Best<RankedRow>, index: usize) -> Result<Best<RankedRow>, Reports> {
        let mut best = empty.clone();
        let add_text = self.add_text();
        let add = |best: &mut Best<RankedRow>, row: &Row<'_>| {
            best.add(row.cells[index], row.world, || {
                let mut text = Vec::new();
                add_text(&mut text, row);
                (text, row.variant, row.seed)
            });
        };
        let append = |more| {
            best.append(more);
            Ok(())
        };
        self.all_rows(|| empty.clone(), add, append)?;
        Ok(best)
    }
}
