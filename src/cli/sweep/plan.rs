//! The plan of a sweep: its checked arguments, its scenes, and what to do with its rows.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::base::jobs::Jobs;
use crate::cli::input::{Reports, SceneFile};
use crate::cli::output::stdout;
use crate::cli::paths::{check_is_no_scene, check_target, is_dash, report_at, scene_paths};
use crate::cli::threads;
use crate::registry::Registry;
use crate::tools::sweep::{
    Columns, Condition, Seeds, Setting, Summary, Sweep, Tally, Variant, VariantError, title,
};

use super::job_script::ShardedJob;
use super::parts::Shard;
use super::plot::Plot;
use super::table::Top;
use super::table_format::TableFormat;
use super::{Arguments, option_error};

/// A sweep that is ready to run.
pub(super) struct SweepPlan {
    pub(super) sweep: Sweep,
    pub(super) scenes: Vec<SceneFile>,
    pub(super) settings: Vec<Setting>,
    /// The text of the condition.
    pub(super) condition: Option<String>,
    pub(super) format: TableFormat,
    pub(super) jobs: Jobs,
    pub(super) destination: Destination,
}

/// The scenes of a sweep.
#[derive(Default)]
struct Scenes {
    paths: Vec<PathBuf>,
    files: Vec<SceneFile>,
    /// All combinations of settings of all scenes.
    variants: Vec<Variant>,
}

impl SweepPlan {
    /// Reads the scenes, and checks the arguments.
    pub(super) fn new(arguments: &Arguments, registry: &Registry) -> Result<Self, Reports> {
        if let Some(output) = &arguments.output {
            check_is_table(output, arguments)?;
        }
        let Scenes { paths, files, variants } = Scenes::read(arguments, registry)?;
        let seeds =
            arguments.seeds.map_or_else(|| own_seed(&variants), Ok).map_err(Reports::of_call)?;
        let mut columns = columns(arguments, registry, &variants)?;
        let condition = arguments.condition.as_ref();
        let condition = condition.map(|text| Condition::read(text, &mut columns));
        let condition = condition.transpose().map_err(option_error("--where"))?;
        let by_name = arguments.output.as_deref().and_then(TableFormat::of);
        let format = arguments.format.or(by_name).unwrap_or(TableFormat::Csv);
        let destination = Destination::new(arguments, &variants, &mut columns, format, paths)?;
        check_format(arguments, format, &destination, seeds)?;
        Ok(Self {
            sweep: Sweep::new(variants, seeds, columns, condition).map_err(Reports::of_call)?,
            scenes: files,
            settings: arguments.vary.clone(),
            condition: arguments.condition.clone(),
            format,
            jobs: Jobs { threads: threads(arguments.jobs), ahead: Jobs::FEW_AHEAD },
            destination,
        })
    }
}

impl Scenes {
    /// Reads the scenes, and checks that the output is none of them.
    fn read(arguments: &Arguments, registry: &Registry) -> Result<Self, Reports> {
        let mut scenes = Self::default();
        for path in scene_paths(arguments.scenes.clone()) {
            let path = path?;
            if let Some(output) = &arguments.output {
                check_target_of(output, &path, arguments.makes_parts())?;
            }
            let file = SceneFile::open(&path)?;
            let all = Variant::all(registry, &file.name, &file.text, &arguments.vary);
            scenes.variants.extend(all.map_err(|error| reports_of(&file, error))?);
            scenes.files.push(file);
            scenes.paths.push(path);
        }
        Ok(scenes)
    }
}

/// The columns asked for: of a tally only the seed, as others would take time; the one that is
/// drawn.
fn columns(
    arguments: &Arguments,
    registry: &Registry,
    variants: &[Variant],
) -> Result<Columns, Reports> {
    let columns = Columns::of(registry, variants, &arguments.vary);
    if arguments.tally {
        columns.showing(["seed"]).map_err(Reports::of_call)
    } else if let Some(column) = &arguments.plot {
        columns.showing([column.as_str()]).map_err(option_error("--plot"))
    } else if let Some(names) = &arguments.columns {
        columns.showing(names.iter().map(|it| it.trim())).map_err(option_error("--columns"))
    } else {
        Ok(columns)
    }
}

/// Checks that rows can be written in this format to this destination.
fn check_format(
    arguments: &Arguments,
    format: TableFormat,
    destination: &Destination,
    seeds: Seeds,
) -> Result<(), Reports> {
    let is_given = arguments.format.is_some();
    if is_given && matches!(destination, Destination::Tally { output: None, .. }) {
        let why = "`--tally` without `-o` writes no table, expected `-o`";
        return Err(option_error("--format")(why.to_owned()));
    }
    let option = if is_given { "--format" } else { "-o" };
    format.check(destination.is_table_file(), seeds).map_err(option_error(option))
}

/// The common seed of all scenes.
fn own_seed(variants: &[Variant]) -> Result<Seeds, String> {
    let seed = variants.first().map_or(0, |it| it.scene.seed);
    if variants.iter().all(|it| it.scene.seed == seed) {
        Ok(Seeds::one(seed))
    } else {
        Err("the scenes have several seeds, expected `--seeds`".to_owned())
    }
}

/// Refuses an output path that has the name of a scene, or at which no file can be replaced.
fn check_is_table(output: &Path, arguments: &Arguments) -> Result<(), String> {
    if arguments.makes_parts() || is_dash(output) {
        return Ok(());
    }
    check_is_no_scene(output, "table")?;
    let is_device = output.starts_with("/dev") || output.exists() && !output.is_file();
    if is_device && !output.is_dir() {
        let why = "not a regular file, expected one, or `-o -` and a pipe";
        return Err(report_at(output, why));
    }
    Ok(())
}

/// Refuses an output path that names an input or cannot be written.
fn check_target_of(output: &Path, scene: &Path, is_folder: bool) -> Result<(), String> {
    if is_folder && !output.is_file() {
        return Ok(()); // a folder, which will be created
    }
    if is_folder {
        return Err(report_at(output, "this is a file, expected a folder"));
    }
    check_target(output, [scene])
}

fn reports_of(file: &SceneFile, error: VariantError) -> Reports {
    match error {
        VariantError::Setting(why) => file.report(format!("--vary: {why}")),
        VariantError::Scene(said, text, error) => {
            SceneFile { name: title(&file.name, &[&said]), text }.reports(&error)
        }
    }
}

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
            Destination::Script(job) => Ok(stdout().write_all(job.script(&self.sweep).as_bytes())?),
            Destination::Top(top) => self.top(top),
            Destination::Summary(empty) => self.summary(empty),
            Destination::Tally { empty, output } => self.tally(empty, output.as_deref()),
            Destination::Plot(plot) => self.plot(plot),
        }
    }
}
