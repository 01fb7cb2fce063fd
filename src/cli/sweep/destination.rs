//! What a sweep does with its rows: each destination has a file of its own.

use std::io::Write as _;
use std::path::PathBuf;

use crate::cli::paths::is_dash;
use crate::cli::stdout::stdout;
use crate::tools::sweep::{Columns, Summary, Tally, Variant};

use super::job_script::ShardedJob;
use super::plot::Plot;
use super::shard::Shard;
use super::table_format::TableFormat;
use super::top::Top;
use super::{Arguments, Reports, SweepPlan, io_error, option_error};

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
    Plot(Plot),
}

impl Destination {
    /// The destination of the rows of these variants, which were read from the `inputs`. Adds the
    /// columns that it needs.
    pub(super) fn new(
        arguments: &Arguments,
        variants: &[Variant],
        columns: &mut Columns,
        format: TableFormat,
        inputs: Vec<PathBuf>,
    ) -> Result<Self, Reports> {
        if let (Some(most), Some(by)) = (arguments.top, &arguments.by) {
            return Top::new(most, by, arguments.folder.clone(), inputs, columns).map(Self::Top);
        }
        if arguments.summary {
            let empty = Summary::new(columns).map_err(option_error("--summary"))?;
            return Ok(Self::Summary(empty));
        }
        if arguments.tally {
            let empty = Tally::new(variants, &arguments.vary).map_err(option_error("--tally"))?;
            return Ok(Self::Tally { empty, output: arguments.output.clone() });
        }
        let Some(output) = &arguments.output else { return Ok(Self::Stdout) };
        if arguments.plot.is_some() {
            return Plot::new(output, variants, columns).map(Self::Plot);
        }
        if let (Some(engine), Some(shards)) = (arguments.emit, arguments.shards) {
            let (call, after) = (std::env::args_os(), (output.as_path(), format.name()));
            let job = ShardedJob::new(engine, call, after, shards, arguments.jobs);
            return job.map(Self::Script).map_err(option_error("--emit"));
        }
        match arguments.shard {
            Some(_) if is_dash(output) => {
                let why = "found no folder, expected `-o` with the folder for the parts";
                Err(option_error("--shard")(why.to_owned()))
            }
            Some(shard) => Ok(Self::Parts(output.clone(), shard)),
            None if is_dash(output) => Ok(Self::Stdout),
            None => Ok(Self::File(output.clone())),
        }
    }

    /// Whether rows end up in the file of a table.
    pub(super) fn is_table_file(&self) -> bool {
        matches!(self, Self::File(_) | Self::Parts(..) | Self::Script(_))
    }
}

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
                stdout().write_all(job.script(&self.sweep).as_bytes()).map_err(io_error)
            }
            Destination::Top(top) => self.top(top),
            Destination::Summary(empty) => self.summary(empty),
            Destination::Tally { empty, output } => self.tally(empty, output.as_deref()),
            Destination::Plot(plot) => self.plot(plot),
        }
    }
}
