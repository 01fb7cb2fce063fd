//! The table itself: on standard output, or in a file by way of parts.

use std::io::Write as _;
use std::path::Path;

use crate::cli::stdout::stdout;
use crate::tools::sweep::Row;

use super::identity::SweepIdentity;
use super::parts::{Found, Parts};
use super::shard::Shard;
use super::{Reports, SweepPlan, as_reports, io_error};

impl SweepPlan {
    /// Writes the table to standard output, block by block.
    pub(super) fn to_stdout(&self) -> Result<(), Reports> {
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
    pub(super) fn to_file(&self, output: &Path) -> Result<(), Reports> {
        let mut folder = output.as_os_str().to_owned();
        folder.push(".parts");
        let parts = self.to_parts(folder.as_ref(), Shard::WHOLE)?;
        let mut found = Found::new();
        parts.find(&mut found).map_err(as_reports)?;
        parts.put_together(&found, output).map_err(as_reports)?;
        parts.remove(&found).map_err(io_error)
    }

    /// Writes the parts of a shard to a folder, except those that are there.
    pub(super) fn to_parts(&self, folder: &Path, shard: Shard) -> Result<Parts, Reports> {
        let (condition, format) = (self.condition.as_deref(), self.format);
        let identity =
            SweepIdentity::new(&self.sweep, &self.scenes, &self.settings, condition, format);
        let parts = Parts::new(folder, identity, shard).map_err(as_reports)?;
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
}
