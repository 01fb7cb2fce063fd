//! `--top`: the worlds with the largest values of a column.

use std::io::Write as _;
use std::path::PathBuf;

use crate::cli::output_path::{check_target, make_folder};
use crate::cli::stdout::stdout;
use crate::cli::writer::Writer;
use crate::tools::sweep::{Best, Columns, Row};

use super::{Reports, SweepPlan, as_reports, io_error, option_error};

/// A ranking of worlds.
pub(super) struct Top {
    /// How many are kept.
    most: usize,
    /// The index in rows of the column that they are ranked by.
    index: usize,
    /// The folder into which they are written as scenes.
    folder: Option<PathBuf>,
    /// The scenes that were read; none of them is overwritten.
    inputs: Vec<PathBuf>,
}

impl Top {
    /// The ranking by a column, which must be one of numbers.
    pub(super) fn new(
        most: u16,
        by: &str,
        folder: Option<PathBuf>,
        inputs: Vec<PathBuf>,
        columns: &mut Columns,
    ) -> Result<Self, Reports> {
        let index = columns.index_of(by).map_err(option_error("--by"))?;
        columns.check_are_numbers(index).map_err(option_error("--by"))?;
        Ok(Self { most: most.into(), index, folder, inputs })
    }
}

/// One of the best worlds: its row as text, its variant, its seed.
type Kept = (Vec<u8>, usize, u64);

impl SweepPlan {
    /// Prints the best worlds, and writes each as a scene.
    pub(super) fn top(&self, top: &Top) -> Result<(), Reports> {
        let folder = top.folder.as_deref();
        folder.map_or(Ok(()), make_folder).map_err(io_error)?;
        let best = self.best(top)?;
        let mut output = stdout();
        output.write_all(&self.format.header(self.sweep.columns().names())).map_err(io_error)?;
        for (rank, (text, variant, seed)) in best.into_rows().enumerate() {
            output.write_all(&text).map_err(io_error)?;
            if let Some(folder) = folder {
                let scene = self.sweep.variants()[variant].seeded(seed);
                let path = folder.join(format!("{:04}-seed-{seed}.ron", rank + 1));
                check_target(&path, &top.inputs).map_err(as_reports)?;
                Writer::quick().replace(&path, scene.as_bytes()).map_err(io_error)?;
            }
        }
        Ok(())
    }

    /// The best of all worlds.
    fn best(&self, top: &Top) -> Result<Best<Kept>, Reports> {
        let mut best = Best::new(top.most);
        let add_text = self.add_text();
        let add = |best: &mut Best<Kept>, row: &Row<'_>| {
            best.add(row.cells[top.index], row.world, || {
                let mut text = Vec::new();
                add_text(&mut text, row);
                (text, row.variant, row.seed)
            });
        };
        let append = |more: &mut _| {
            best.append(more);
            Ok(())
        };
        self.all_rows(|| Best::new(top.most), add, append)?;
        Ok(best)
    }
}
