//! The plan of a sweep: its checked arguments, its scenes, and what to do with its rows.

use std::path::{Path, PathBuf};

use crate::base::jobs::Jobs;
use crate::cli::arguments::threads;
use crate::cli::input::SceneFile;
use crate::cli::paths::{
    check_is_no_scene, check_target, format_of, is_dash, report_at, scene_paths,
};
use crate::cli::verdict::Reports;
use crate::registry::Registry;
use crate::tools::ToolError;
use crate::tools::explore::Explorer;
use crate::tools::sweep::{Best, Columns, Seeds, Summary, Sweep, Variant, WorldSeeds};

use super::job_script::BatchSystem;
use super::parts::Shard;
use super::plot;
use super::table::RankedRow;
use super::table_format::TableFormat;
use super::{Arguments, list, option_error};

pub(super) struct SweepPlan<'a> {
    pub(super) arguments: &'a Arguments,
    pub(super) sweep: Sweep,
    pub(super) paths: Vec<PathBuf>,
    pub(super) scenes: Vec<SceneFile>,
    pub(super) format: TableFormat,
    pub(super) jobs: Jobs,
    pub(super) destination: Destination<'a>,
}

pub(super) enum Destination<'a> {
    /// Print this list of columns.
    Columns(String),
    Stdout,
    File(&'a Path),
    Parts(&'a Path, Shard),
    Script(BatchSystem, &'a Path, u64),
    /// Print the best rows by the column with this index.
    Ranking(Best<RankedRow>, usize),
    Summary(Summary),
    Plot(Summary, &'a Path),
}

impl<'a> SweepPlan<'a> {
    pub(super) fn new(arguments: &'a Arguments, registry: &Registry) -> Result<Self, Reports> {
        let output = arguments.output.as_deref();
        output.map_or(Ok(()), |output| check_is_table(output, arguments))?;
        let (mut paths, mut scenes, mut variants) = (Vec::new(), Vec::new(), Vec::new());
        let mut wrong = Reports(Vec::new());
        for path in scene_paths(arguments.scenes.clone()) {
            let path = path?;
            if let Some(output) = output.filter(|_| !arguments.makes_parts()) {
                check_target(output, [&path])?;
            }
            let file = SceneFile::open(&path).and_then(|file| {
                let all = Variant::all(registry, &file.name, &file.text, &arguments.vary);
                variants.extend(all.map_err(|error| file.not_varied(registry, error))?);
                Ok(file)
            });
            scenes.extend(wrong.note(file));
            paths.push(path);
        }
        if !wrong.0.is_empty() {
            return Err(wrong);
        }
        let is_of_all = arguments.seeds.asked() == Some(WorldSeeds::All);
        let seeds = match arguments.seeds.asked() {
            Some(WorldSeeds::Range(seeds)) => Ok(seeds),
            Some(WorldSeeds::All) => check_of_all(arguments).map(|()| Seeds::one(0)),
            None => own_seed(&variants),
        };
        let seeds = wrong.note(seeds.map_err(Reports::of_call));
        let all = Columns::of(registry, &variants, &arguments.vary);
        let all = if is_of_all { all.of_all_seeds() } else { all };
        let all = match arguments.each_tick {
            Some(ticks) => all.each_tick(ticks).map_err(option_error("--each-tick"))?,
            None => all,
        };
        let shown = wrong.note(columns(arguments, all.clone()));
        // Where an option is wrong, the others are checked without it.
        let (seeds, mut columns) = (seeds.unwrap_or(Seeds::one(0)), shown.unwrap_or(all));
        let format = arguments.format.or(output.and_then(TableFormat::of));
        let format = format.unwrap_or(TableFormat::Csv);
        let destination = Destination::new(arguments, &variants, &mut columns);
        let destination = destination.and_then(|it| it.checked(arguments, format, seeds));
        let destination = wrong.note(destination);
        let shards = destination.as_ref().map_or(1, Destination::shards);
        let sweep = Sweep::new(variants, seeds, columns)
            .map(|sweep| sweep.for_shards(shards))
            .map_err(Reports::of_call);
        let sweep = sweep.and_then(|sweep| match &arguments.condition {
            Some(condition) => sweep.keeping(condition).map_err(option_error("--where")),
            None => Ok(sweep),
        });

        let (Some(sweep), Some(destination)) = (wrong.note(sweep), destination) else {
            return Err(wrong);
        };
        if !wrong.0.is_empty() {
            return Err(wrong);
        }

        let jobs = Jobs {
            threads: threads(arguments.jobs).min(sweep.most_threads()),
            ahead: Jobs::FEW_AHEAD,
        };
        let explorer = Explorer {
            states: arguments.seeds.states as usize,
            threads: if sweep.variants().len() == 1 {
                jobs.threads
            } else {
                1
            },
            ..Explorer::default()
        };
        let sweep = if is_of_all {
            sweep.explored(explorer)
        } else {
            sweep
        };
        Ok(Self {
            arguments,
            sweep,
            paths,
            scenes,
            format,
            jobs,
            destination,
        })
    }
}

impl<'a> Destination<'a> {
    fn new(
        arguments: &'a Arguments,
        variants: &[Variant],
        columns: &mut Columns,
    ) -> Result<Self, Reports> {
        if arguments.lists_columns() {
            return Ok(Self::Columns(list(columns)));
        }
        if let Some(by) = &arguments.by {
            let index = columns.index_of(by).map_err(option_error("--by"))?;
            columns
                .check_are_numbers(index)
                .map_err(option_error("--by"))?;
            let most = arguments
                .top
                .or(arguments.bottom)
                .expect("`--by` ranks")
                .into();
            let (best, is_top) = (Best::new(most), arguments.top.is_some());
            return Ok(Self::Ranking(
                if is_top { best } else { best.smallest() },
                index,
            ));
        }
        if arguments.summary {
            return Summary::new(columns)
                .map(Self::Summary)
                .map_err(option_error("--summary"));
        }
        let Some(output) = arguments.output.as_deref() else {
            return Ok(Self::Stdout);
        };
        if arguments.plot.is_some() {
            return Ok(Self::Plot(plot::empty(output, variants, columns)?, output));
        }
        if let (Some(engine), Some(shards)) = (arguments.emit, arguments.shards) {
            return Ok(Self::Script(engine, output, shards));
        }
        match arguments.shard {
            Some(_) if is_dash(output) => {
                let why = "found no folder, expected `-o` with the folder for the parts";
                Err(option_error("--shard")(why.to_owned()))
            }
            Some(shard) => Ok(Self::Parts(output, shard)),
            None if is_dash(output) => Ok(Self::Stdout),
            None => Ok(Self::File(output)),
        }
    }

    /// Returns the number of shards that write the table together.
    fn shards(&self) -> u64 {
        match self {
            Self::Parts(_, shard) => shard.count(),
            Self::Script(_, _, shards) => *shards,
            _ => 1,
        }
    }

    fn checked(
        self,
        arguments: &Arguments,
        format: TableFormat,
        seeds: Seeds,
    ) -> Result<Self, Reports> {
        if let Self::File(path) = self
            && path.extension().is_some()
        {
            format_of(arguments.format, path)?;
        }
        let option = if arguments.format.is_some() {
            "--format"
        } else {
            "-o"
        };
        let is_table_file = matches!(self, Self::File(_) | Self::Parts(..) | Self::Script(..));
        format
            .check(is_table_file, seeds)
            .map_err(option_error(option))?;
        if arguments.comment && format != TableFormat::Csv {
            let why = format!("found {}, expected a table of CSV", format.name());
            return Err(option_error("--comment")(why));
        }
        Ok(self)
    }
}

/// The columns of the table: those that `--columns` names, or only the one that `--plot` draws.
fn columns(arguments: &Arguments, mut columns: Columns) -> Result<Columns, Reports> {
    if let Some(column) = &arguments.plot {
        columns
            .showing([column.as_str()])
            .map_err(option_error("--plot"))
    } else if let Some(names) = arguments
        .columns
        .as_ref()
        .filter(|_| !arguments.lists_columns())
    {
        let names = whole_names(names);
        let names = || names.iter().map(|it| it.trim());
        let unknown = names().filter_map(|it| columns.index_of(it).err());
        let unknown: Vec<_> = unknown
            .flat_map(|it| option_error("--columns")(it).0)
            .collect();
        if !unknown.is_empty() {
            return Err(Reports(unknown));
        }
        columns.showing(names()).map_err(option_error("--columns"))
    } else {
        Ok(columns)
    }
}

/// The names of a list, which was cut at commas also in brackets, as in `signs[(1, 2)]`.
fn whole_names(cut: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for piece in cut {
        match names
            .last_mut()
            .filter(|it| it.contains('[') && !it.contains(']'))
        {
            Some(open) => open.extend([",", piece]),
            None => names.push(piece.clone()),
        }
    }
    names
}

/// Refuses options that need worlds of seeds.
fn check_of_all(arguments: &Arguments) -> Result<(), ToolError> {
    for (option, is_given) in [
        ("--each-tick", arguments.each_tick.is_some()),
        ("--summary", arguments.summary),
        ("--plot", arguments.plot.is_some()),
        ("--out-dir", arguments.folder.is_some()),
    ] {
        if is_given {
            let why = format!("--seeds: found `all` with `{option}`, expected a range of seeds");
            return Err(why.into());
        }
    }
    Ok(())
}

fn own_seed(variants: &[Variant]) -> Result<Seeds, ToolError> {
    let seed = variants.first().map_or(0, |it| it.scene.seed);
    if variants.iter().all(|it| it.scene.seed == seed) {
        Ok(Seeds::one(seed))
    } else {
        Err("the scenes have several seeds, expected `--seeds`"
            .to_owned()
            .into())
    }
}

/// Refuses an output path that has the name of a scene, or at which no file can be replaced; for parts, one at
/// which no folder can be.
fn check_is_table(output: &Path, arguments: &Arguments) -> Result<(), Reports> {
    if arguments.makes_parts() && output.is_file() {
        return Err(report_at(output, "this is a file, expected a folder"));
    }
    if arguments.makes_parts() || is_dash(output) {
        return Ok(());
    }
    check_is_no_scene(output, "table")?;
    let is_other = output.exists() && !output.is_file() && !output.is_dir();
    if output.starts_with("/dev") || is_other {
        let why = "not a regular file, expected one, or `-o -` and a pipe";
        return Err(report_at(output, why));
    }
    Ok(())
}
