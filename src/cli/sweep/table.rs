//! Runs the worlds of a sweep on threads, block by block, and writes their rows: all of them, on
//! standard output or in a file by way of parts, or the best ones.

use std::cell::Cell;
use std::io::{self, Write as _};
use std::path::Path;

use crate::base::count::plural;
use crate::base::limits;
use crate::base::progress::Progress;
use crate::cli::input::SceneFile;
use crate::cli::interrupt::Interrupt;
use crate::cli::output::{Writer, stdout};
use crate::cli::paths::{check_is_free, check_target, make_folder};
use crate::cli::progress::{Meter, Unit};
use crate::cli::verdict::{Reports, Verdict};
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
        let blocks = 0..self.sweep.blocks();
        self.each_block(blocks, || true, empty, add, |_, all| Ok(all), each)
    }

    /// Runs blocks on threads, while `go_on` is true: those that it ends have their first rows. The rows of a block are
    /// `add`ed to an `empty` collection, which its thread passes to `finish`. Then `each` gets the results in the order of
    /// the blocks.
    pub(super) fn each_block<T, R: Send>(
        &self,
        blocks: impl Iterator<Item = u64> + Clone,
        go_on: impl Fn() -> bool + Sync,
        empty: impl Fn() -> T + Sync,
        add: impl Fn(&mut T, &Row<'_>) + Sync,
        finish: impl Fn(u64, T) -> io::Result<R> + Sync,
        mut each: impl FnMut(R) -> io::Result<()>,
    ) -> Result<(), Reports> {
        let length = self.sweep.block_length();
        let worlds = (blocks.clone().count() as u64)
            .saturating_mul(length)
            .min(self.sweep.worlds());
        let meter = Meter::of_many(Unit::Worlds, worlds);
        let are_long = worlds == 1 || self.arguments.each_tick.is_some();
        let work = |sweeper: &mut Sweeper<'_>, &mut block: &mut u64| {
            let (mut all, rows) = (empty(), Cell::new(0));
            let goes_on = |progress: &Progress| {
                if are_long {
                    meter.set_part(Unit::Ticks, progress.tick, None);
                }
                rows.get() <= limits::ROWS && go_on()
            };
            let add_row = |row: Row<'_>| {
                rows.set(rows.get() + 1);
                add(&mut all, &row);
            };
            let done = sweeper.block_while(block, goes_on, add_row);
            done.map_err(|error| self.reports_of(error))?;
            if rows.get() > limits::ROWS {
                return Err(too_many(&format!("rows of {}", plural(length, "world"))).into());
            }
            Ok(finish(block, all)?)
        };
        self.jobs.in_order(
            blocks.take_while(|_| go_on()),
            || self.sweep.sweeper(),
            work,
            |_, done: Result<R, Reports>| {
                meter.add_done(length);
                Ok(each(done?)?)
            },
        )
    }

    fn reports_of(&self, error: ToolError) -> Reports {
        let ToolError::World {
            variant,
            seed,
            error,
        } = error
        else {
            return Reports::of_call(error);
        };
        let variant = &self.sweep.variants()[variant];
        let text = variant.seeded(seed);
        let said = [
            &*variant.said(&self.arguments.vary),
            &*format!("seed {seed}"),
        ];
        SceneFile {
            name: title(&variant.name, &said),
            text,
        }
        .refused(&error)
    }

    /// Prints the table. A signal ends it after the rows that there are.
    pub(super) fn to_stdout(&self) -> Result<Verdict, Reports> {
        let interrupt = Interrupt::watch()?;
        let (mut output, mut goes_on) = (stdout(), true);
        output.write_all(&self.identity().header()?)?;
        let go_on = || interrupt.asked().is_none();
        let print = |rows: Vec<u8>| {
            // The first block after a signal may lack its last rows, so that no other can follow.
            let is_next = std::mem::replace(&mut goes_on, go_on());
            if is_next {
                output.write_all(&rows)
            } else {
                Ok(())
            }
        };
        let blocks = 0..self.sweep.blocks();
        self.each_block(
            blocks,
            go_on,
            Vec::new,
            self.add_text(),
            |_, all| Ok(all),
            print,
        )?;
        Ok(interrupt.asked().unwrap_or(Verdict::Done))
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

    pub(super) fn to_parts(&self, folder: &Path, shard: Shard) -> Result<Parts, Reports> {
        let parts = Parts::new(folder, self.identity(), shard)?;
        let mut found = Found::new();
        parts.find(&mut found)?;
        let blocks = shard.blocks(self.sweep.blocks());
        let missing = blocks.filter(|block| !found.contains_key(block));
        let write = |block, rows: Vec<u8>| parts.add(block, &rows);
        self.each_block(missing, || true, Vec::new, self.add_text(), write, Ok)?;
        Ok(parts)
    }

    fn identity(&self) -> SweepIdentity {
        let Arguments {
            vary,
            condition,
            comment,
            ..
        } = self.arguments;
        let condition = condition.as_deref();
        SweepIdentity::new(
            &self.sweep,
            &self.scenes,
            vary,
            condition,
            self.format,
            *comment,
        )
    }

    fn add_text(&self) -> impl Fn(&mut Vec<u8>, &Row<'_>) + Sync {
        let names: Vec<_> = self.sweep.columns().names().collect();
        move |text, row| self.format.row(&names, &row.cells[..names.len()], text)
    }

    /// Prints the best worlds by the column with this index, and writes each as a scene.
    pub(super) fn ranking(&self, empty: &Best<RankedRow>, index: usize) -> Result<(), Reports> {
        let folder = self.arguments.folder.as_deref();
        folder.map_or(Ok(()), make_folder)?;
        let (mut best, add_text) = (empty.clone(), self.add_text());
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
}

pub(super) fn too_many(what: &str) -> io::Error {
    let most = limits::ROWS;
    io::Error::other(format!(
        "--each-tick: more than {most} {what}, expected at most {most}: with more ticks from row to row there are fewer"
    ))
}
