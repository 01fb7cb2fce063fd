//! What a sweep does with its rows.

use std::path::PathBuf;

use crate::cli::paths::is_dash;
use crate::tools::sweep::{Columns, Summary, Tally, Variant};

use super::job_script::ShardedJob;
use super::shard::Shard;
use super::table_format::TableFormat;
use super::top::Top;
use super::{Arguments, Reports, option_error};

/// What to do with the rows, and all that is needed for it.
pub(super) enum Destination {
    /// Print the table.
    Stdout,
    /// Write the table to this file.
    File(PathBuf),
    /// Write the parts of this shard to this folder.
    Parts(PathBuf, Shard),
    /// Run nothing, but print a script that does, in shards.
    Script(ShardedJob),
    /// Print the best rows.
    Top(Top),
    /// Print the distribution of the values.
    Summary(Summary),
    /// Count the mazes; write them to the output, or print how even the counts are.
    Tally { empty: Tally, output: Option<PathBuf> },
    /// Draw histograms into a file.
    Plot { empty: Summary, output: PathBuf },
}

impl Destination {
    /// The destination of the rows of these variants, which were read from the `inputs`. Adds the
    /// columns that it needs.
    pub(super) fn of(
        arguments: &Arguments,
        variants: &[Variant],
        columns: &mut Columns,
        format: TableFormat,
        inputs: Vec<PathBuf>,
    ) -> Result<Self, Reports> {
        let Arguments { output, shard, .. } = arguments;
        if let (Some(most), Some(by)) = (arguments.top, &arguments.by) {
            let index = columns.index_of(by).map_err(option_error("--by"))?;
            columns.check_are_numbers(index).map_err(option_error("--by"))?;
            let (most, folder) = (usize::from(most), arguments.folder.clone());
            return Ok(Self::Top(Top { most, index, folder, inputs }));
        }
        if arguments.summary {
            return Ok(Self::Summary(Summary::of(columns).map_err(option_error("--summary"))?));
        }
        if arguments.tally {
            let empty = Tally::of(variants, &arguments.vary).map_err(option_error("--tally"))?;
            return Ok(Self::Tally { empty, output: output.clone() });
        }
        let Some(output) = output.clone() else { return Ok(Self::Stdout) };
        if arguments.plot.is_some() {
            let empty = Summary::of(columns).map_err(option_error("--plot"))?;
            return Ok(Self::Plot { empty, output });
        }
        if let (Some(engine), Some(shards)) = (arguments.emit, arguments.shards) {
            let (call, after) = (std::env::args_os(), (output.as_path(), format.name()));
            let job = ShardedJob::of(engine, call, after, shards, arguments.jobs);
            return Ok(Self::Script(job.map_err(option_error("--emit"))?));
        }
        match shard {
            Some(_) if is_dash(&output) => {
                let why = "found no folder, expected `-o` with the folder for the parts";
                Err(option_error("--shard")(why.to_owned()))
            }
            Some(shard) => Ok(Self::Parts(output, *shard)),
            None if is_dash(&output) => Ok(Self::Stdout),
            None => Ok(Self::File(output)),
        }
    }

    /// Whether rows end up in the file of a table.
    pub(super) fn is_table_file(&self) -> bool {
        matches!(self, Self::File(_) | Self::Parts(..) | Self::Script(..))
    }
}
