//! `mazetick merge`: joins the parts of a sweep into its table.

use std::path::PathBuf;

use clap::Args;

use super::Verdict;
use super::input::refuse;
use super::output_path::{check_is_no_scene, check_target, path_to_write};
use super::sweep::{Found, Parts};

#[derive(Args)]
#[command(after_help = "Example: mazetick merge parts/ -o table.csv")]
pub(super) struct Arguments {
    /// Folders of parts written by shards of one sweep
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// The file to write
    #[arg(long, short, value_name = "FILE", value_parser = path_to_write())]
    output: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Verdict {
    match merge(arguments) {
        Ok(()) => Verdict::Done,
        Err(report) => refuse(&[report]),
    }
}

/// Joins the parts of all folders. The error is a report, for instance if they are parts of
/// different sweeps.
fn merge(arguments: &Arguments) -> Result<(), String> {
    let first = Parts::there(&arguments.folders[0])?;
    check_is_no_scene(&arguments.output, "table")?;
    first.identity.check_can_be(&arguments.output)?;
    let mut found = Found::new();
    for folder in &arguments.folders {
        let parts = Parts::there(folder)?;
        parts.identity.check_is(&first.identity, folder)?;
        parts.find(&mut found)?;
    }
    let read = arguments.folders.iter().map(|folder| Parts::about(folder));
    check_target(&arguments.output, read.chain(found.values().cloned()))?;
    first.put_together(&found, &arguments.output)
}
