//! The plan of a sweep: its checked arguments, and its scenes.

use std::path::{Path, PathBuf};

use crate::cli::input::SceneFile;
use crate::cli::jobs::threads;
use crate::cli::output_path::{check_is_no_scene, check_target};
use crate::cli::paths::{is_dash, scene_paths, shown_path};
use crate::{
    Columns, Condition, Ingredients, Jobs, Seeds, Setting, Summary, Sweep, Tally, Variant,
    VariantError,
};

use super::table::TableFormat;
use super::{Arguments, Reports, located, one, usage, wrong};

/// A sweep that is ready to run.
pub(super) struct SweepPlan {
    pub(super) sweep: Sweep,
    /// The names and texts of the scenes.
    pub(super) scenes: Vec<(String, String)>,
    pub(super) settings: Vec<Setting>,
    pub(super) format: TableFormat,
    pub(super) jobs: Jobs,
    pub(super) end: Destination,
}

/// What to do with the rows.
pub(super) enum Destination {
    Table,
    /// Print this many of the best, by the column at this index.
    Top(usize, usize),
    Summary(Summary),
    Tally(Tally),
    /// Draw histograms into this file.
    Plot(Summary, PathBuf),
}

impl SweepPlan {
    /// Reads the scenes, and checks the arguments.
    pub(super) fn of(arguments: &Arguments, ingredients: &Ingredients) -> Result<Self, Reports> {
        if let Some(output) = &arguments.output {
            check_is_table(output, arguments).map_err(one)?;
        }
        let mut scenes = Vec::new();
        let mut variants = Vec::new();
        for path in scene_paths(arguments.scenes.clone()) {
            let path = path.map_err(one)?;
            if let Some(output) = &arguments.output {
                check_target_of(output, &path, arguments.makes_parts())?;
            }
            let file = SceneFile::open(&path).map_err(one)?;
            let all = Variant::all(ingredients, &file.name, &file.text, &arguments.vary);
            variants.extend(all.map_err(|error| reports_of(&file, error))?);
            scenes.push((file.name, file.text));
        }
        let seeds = arguments.seeds.map_or_else(|| own_seed(&variants), Ok).map_err(usage)?;
        let mut columns = Columns::of(ingredients, &variants, &arguments.vary);
        if arguments.tally {
            columns = columns.showing(["seed"]).map_err(usage)?; // others would take time
        } else if let Some(column) = &arguments.plot {
            columns = columns.showing([column.as_str()]).map_err(wrong("--plot"))?;
        } else if let Some(names) = &arguments.columns {
            columns =
                columns.showing(names.iter().map(|it| it.trim())).map_err(wrong("--columns"))?;
        }
        let condition = arguments.condition.as_ref();
        let condition = condition.map(|text| Condition::read(text, &mut columns));
        let condition = condition.transpose().map_err(wrong("--where"))?;
        let end = match (&arguments.by, arguments.top) {
            (Some(by), Some(top)) => {
                let place = columns.place(by).map_err(wrong("--by"))?;
                columns.check_are_numbers(place).map_err(wrong("--by"))?;
                Destination::Top(usize::from(top.get()), place)
            }
            _ if arguments.tally => {
                Destination::Tally(Tally::of(&variants, &arguments.vary).map_err(wrong("--tally"))?)
            }
            _ if arguments.summary => {
                Destination::Summary(Summary::of(&mut columns).map_err(wrong("--summary"))?)
            }
            _ => match &arguments.output {
                Some(output) if arguments.plot.is_some() => Destination::Plot(
                    Summary::of(&mut columns).map_err(wrong("--plot"))?,
                    output.clone(),
                ),
                _ => Destination::Table,
            },
        };
        if arguments.tally && arguments.output.is_none() && arguments.format.is_some() {
            let why = "`--tally` without `-o` writes no table, expected `-o`";
            return Err(wrong("--format")(why.to_owned()));
        }
        let by_name = arguments.output.as_deref().and_then(TableFormat::of);
        let format = arguments.format.or(by_name).unwrap_or(TableFormat::Csv);
        let is_file = arguments.output.as_ref().is_some_and(|output| !is_dash(output));
        let by = if arguments.format.is_some() { "--format" } else { "-o" };
        format.check(is_file && matches!(end, Destination::Table), seeds).map_err(wrong(by))?;
        let jobs = Jobs { threads: threads(arguments.jobs), ahead: 2 };
        let sweep = Sweep::new(variants, seeds, columns, condition).map_err(usage)?;
        let settings = arguments.vary.clone();
        Ok(Self { sweep, scenes, settings, format, jobs, end })
    }
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

/// Refuses an output path that is no table's: that of a scene, or one at which no file can be replaced.
fn check_is_table(output: &Path, arguments: &Arguments) -> Result<(), String> {
    if arguments.makes_parts() || is_dash(output) {
        return Ok(());
    }
    check_is_no_scene(output, if arguments.plot.is_some() { "picture" } else { "table" })?;
    let is_device = output.starts_with("/dev") || output.exists() && !output.is_file();
    if is_device && !output.is_dir() {
        let path = shown_path(output);
        return Err(format!(
            "{path}: error: not a regular file, expected one, or `-o -` and a pipe"
        ));
    }
    Ok(())
}

/// Refuses an output path that names an input or cannot be written.
fn check_target_of(output: &Path, scene: &Path, is_folder: bool) -> Result<(), Reports> {
    if is_folder && !output.is_file() {
        return Ok(()); // a folder, which will be created
    }
    if is_folder {
        return Err(one(format!(
            "{}: error: this is a file, expected a folder",
            shown_path(output)
        )));
    }
    check_target(output, [scene]).map_err(one)
}

fn reports_of(file: &SceneFile, error: VariantError) -> Reports {
    match error {
        VariantError::Setting(why) => one(format!("{}: error: --vary: {why}", file.name)),
        VariantError::Scene(said, text, error) if said.is_empty() => {
            located(&file.name, &text, &error)
        }
        VariantError::Scene(said, text, error) => {
            located(&format!("{} with {said}", file.name), &text, &error)
        }
    }
}
