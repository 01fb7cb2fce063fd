//! `mazetick sweep`: scenes in, a table of many worlds out.

mod file;
mod identity;
#[cfg(feature = "parquet")]
mod parquet;
mod parts;
mod plot;
mod shard;
mod summary;
mod table;
mod tally;
mod typed;

pub(super) use parts::{Found, Parts};

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::num::NonZero;
use std::path::{Path, PathBuf};

use crate::report::TextError;
use crate::threads::Turns;
use crate::{
    Best, Columns, Condition, Ingredients, Jobs, Kind, Row, Seeds, Setting, Summary, Sweep,
    SweepError, Tally, Variant, VariantError,
};
use clap::Args;

use super::Verdict;
use super::input::{SceneFile, complain};
use super::jobs::threads;
use super::listener::listener;
use super::paths::{is_dash, scene_paths, shown_path};
use super::target::{check_target, make_folder};
use super::writer::Writer;
use identity::Identity;
use shard::{Asked, Shard};
use table::Format;

#[derive(Args)]
pub(super) struct Arguments {
    /// Scene files, or folders of them
    #[arg(required = true, value_name = "SCENE")]
    scenes: Vec<PathBuf>,
    /// The seeds, such as 0..1000 or 1..=1000; the scene's own, if not given
    #[arg(long, value_name = "A..B")]
    seeds: Option<Seeds>,
    /// Let a field of the scene take several values, by the path that errors use: grid.rows=10,20,
    /// generate.flips=0..=0.5:0.1; may be given more than once, for every combination
    #[arg(long, value_name = "PATH=VALUES")]
    vary: Vec<Setting>,
    /// Say this of each world, with commas between
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Option<Vec<String>>,
    /// Only worlds of which this holds: 'moves >= 100 and not outcome = "stuck"'
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
    /// Write the table to this file; the work goes on where it was after a kill. With --shard the folder
    /// for the parts
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How the table is written; if not given, as the file's name ends, otherwise as CSV
    #[arg(long)]
    format: Option<Format>,
    /// Run on this many threads, as many as there are processors if not given; the table is the same
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<u16>>,
    /// Run only this share of all blocks, from 0/N, or auto for what a batch system says; `mazetick
    /// merge` puts the parts together
    #[arg(long, value_name = "I/N", requires = "output")]
    shard: Option<Asked>,
    /// Keep only the N worlds with the largest values of a column, the largest first
    #[arg(long, value_name = "N", requires = "by", conflicts_with_all = ["output", "summary"])]
    top: Option<NonZero<u16>>,
    /// The column whose values count for --top
    #[arg(long, value_name = "COLUMN", requires = "top")]
    by: Option<String>,
    /// Write each of the --top worlds as a scene into this folder
    #[arg(long = "scenes", value_name = "DIR", requires = "top")]
    folder: Option<PathBuf>,
    /// Say how the values are spread for each setting, instead of the table
    #[arg(long, conflicts_with = "output")]
    summary: bool,
    /// Count how often each maze comes for each setting, beside how often each would if all were as
    /// likely; small grids only. With -o the mazes are written there
    #[arg(long, conflicts_with_all = ["columns", "shard", "top", "summary"])]
    tally: bool,
    /// Draw how a column is spread for each setting, as SVG into the file that -o names
    #[arg(long, value_name = "COLUMN", requires = "output",
        conflicts_with_all = ["columns", "shard", "top", "summary", "tally", "format"])]
    plot: Option<String>,
}

/// What the help says at its end: the columns that there are.
pub(super) fn help(ingredients: &Ingredients) -> String {
    let mut help = "Columns, * for those shown if none are named:\n".to_owned();
    let own = [("scene", "the file, shown if there are several"), ("seed", "the seed")];
    let own = own.map(|(name, about)| (name, about, name == "seed"));
    let measures = ingredients.measures().iter().map(|it| (it.name, it.about, it.is_usual));
    for (name, about, is_usual) in own.into_iter().chain(measures) {
        let star = if is_usual { '*' } else { ' ' };
        let _ = writeln!(help, "  {star} {name:<10}  {about}");
    }
    help + "  * and each --vary, by its path\n\n\
        Exit codes: 0 done, 2 bad usage or input, parts of another sweep, or a file that cannot be written.\n\n\
        Examples:\n  mazetick sweep maze.ron --seeds 0..1000 --top 1 --by moves\n  \
        mazetick sweep maze.ron --seeds 0..1000000 --vary generate.flips=0..=0.5:0.1 -o table.csv"
}

pub(super) fn run(arguments: &Arguments, ingredients: &Ingredients) -> Verdict {
    match Plan::of(arguments, ingredients).and_then(|plan| plan.carry_out(arguments)) {
        Ok(()) => Verdict::Done,
        Err(reports) => {
            complain(&reports);
            Verdict::BadInput
        }
    }
}

/// What is to be done.
struct Plan {
    sweep: Sweep,
    /// The names and texts of the scenes.
    scenes: Vec<(String, String)>,
    format: Format,
    jobs: Jobs,
    end: End,
}

/// What becomes of the rows.
enum End {
    Table,
    /// So many of the best by the column at this place.
    Top(usize, usize),
    Summary(Summary),
    Tally(Tally),
    /// In a picture, which is this file.
    Plot(Summary, PathBuf),
}

/// Reports of what is wrong.
type Reports = Vec<String>;

/// What is kept of one of the best: its row as text, its variant, its seed.
type Kept = (Vec<u8>, usize, u64);

impl Plan {
    /// Reads the scenes and what is said of them.
    fn of(arguments: &Arguments, ingredients: &Ingredients) -> Result<Self, Reports> {
        let mut scenes = Vec::new();
        let mut variants = Vec::new();
        for path in scene_paths(arguments.scenes.clone()) {
            let path = path.map_err(one)?;
            if let Some(output) = &arguments.output {
                check_target_of(output, &path, arguments.shard.is_some())?;
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
            columns =
                plot::column(column, columns).map_err(|why| usage(format!("--plot: {why}")))?;
        } else if let Some(names) = &arguments.columns {
            columns = columns.showing(names.iter().map(|it| it.trim())).map_err(usage)?;
        }
        let condition = arguments.condition.as_ref();
        let condition = condition.map(|text| Condition::read(text, &mut columns));
        let condition = condition.transpose().map_err(|why| usage(format!("--where: {why}")))?;
        let end = match (&arguments.by, arguments.top) {
            (Some(by), Some(top)) => {
                let place = columns.place(by).map_err(usage)?;
                if columns.kind(place) != Kind::Number {
                    return Err(usage(format!(
                        "--by: `{by}` has words, expected a column of numbers"
                    )));
                }
                End::Top(usize::from(top.get()), place)
            }
            _ if arguments.tally => {
                End::Tally(Tally::of(&variants).map_err(|why| usage(format!("--tally: {why}")))?)
            }
            _ if arguments.summary => End::Summary(Summary::of(&mut columns).map_err(usage)?),
            _ => match &arguments.output {
                Some(output) if arguments.plot.is_some() => {
                    End::Plot(Summary::of(&mut columns).map_err(usage)?, output.clone())
                }
                _ => End::Table,
            },
        };
        let by_name = arguments.output.as_deref().map_or(Format::Csv, Format::of);
        let format = arguments.format.unwrap_or(by_name);
        let is_file = arguments.output.as_ref().is_some_and(|output| !is_dash(output));
        format.check(is_file && matches!(end, End::Table), seeds).map_err(usage)?;
        let jobs = Jobs { threads: threads(arguments.jobs), ahead: 2 };
        let sweep = Sweep::new(variants, seeds, columns, condition).map_err(usage)?;
        Ok(Self { sweep, scenes, format, jobs, end })
    }

    fn carry_out(&self, arguments: &Arguments) -> Result<(), Reports> {
        match (&self.end, &arguments.output) {
            (End::Top(most, place), _) => self.top(*most, *place, arguments.folder.as_deref()),
            (End::Summary(empty), _) => self.summary(empty, &arguments.vary),
            (End::Plot(empty, output), _) => self.plot(empty, &arguments.vary, output),
            (End::Tally(none), output) => self.tally(none, &arguments.vary, output.as_deref()),
            (End::Table, Some(output)) if !is_dash(output) => self.to_file(output, arguments),
            (End::Table, _) if arguments.shard.is_some() => Err(usage(
                "--shard: found no folder, expected `-o` with one for the parts".to_owned(),
            )),
            (End::Table, _) => self.to_output(),
        }
    }

    /// Writes the table to standard output, block by block.
    fn to_output(&self) -> Result<(), Reports> {
        let mut output = listener();
        output.write_all(&self.format.header(self.sweep.columns().names())).map_err(failed)?;
        let blocks = 0..self.sweep.blocks();
        self.rows(blocks, |_, rows| Ok(rows), |rows: Vec<u8>| output.write_all(&rows))
    }

    /// Writes the table to a file by its parts, or only the parts of a shard.
    fn to_file(&self, output: &Path, arguments: &Arguments) -> Result<(), Reports> {
        let condition = arguments.condition.as_deref();
        let (sweep, scenes) = (&self.sweep, &self.scenes);
        let identity = Identity::of(sweep, scenes, &arguments.vary, condition, self.format);
        let shard = arguments.shard.map_or(Ok(Shard::WHOLE), Asked::shard).map_err(usage)?;
        let folder = if arguments.shard.is_some() {
            output.to_owned()
        } else {
            let mut folder = output.as_os_str().to_owned();
            folder.push(".parts");
            folder.into()
        };
        let parts = Parts::of(&folder, identity).map_err(one)?;
        let mut found = Found::new();
        parts.find(&mut found).map_err(one)?;
        let missing = shard.blocks(sweep.blocks()).filter(|block| !found.contains_key(block));
        self.rows(missing, |block, rows| parts.add(block, &rows), |()| Ok(()))?;
        if arguments.shard.is_some() {
            return Ok(());
        }
        found.clear();
        parts.find(&mut found).map_err(one)?;
        parts.put_together(&found, output).map_err(one)?;
        parts.remove(&found).map_err(failed)
    }

    /// Prints the best, and writes each as a scene.
    fn top(&self, most: usize, place: usize, folder: Option<&Path>) -> Result<(), Reports> {
        let mut best: Best<Kept> = Best::of(most);
        let names: Vec<_> = self.sweep.columns().names().collect();
        let add = |best: &mut Best<Kept>, row: &Row<'_>| {
            let Some(value) = row.cells[place].number() else { return };
            best.add(value, row.world, || {
                let mut text = Vec::new();
                self.format.row(&names, &row.cells[..names.len()], &mut text);
                (text, row.variant, row.seed)
            });
        };
        let blocks = 0..self.sweep.blocks();
        let extend = |more| {
            best.extend(more);
            Ok(())
        };
        self.each_block(blocks, || Best::of(most), add, |_, best| Ok(best), extend)?;
        folder.map_or(Ok(()), make_folder).map_err(failed)?;
        let mut output = listener();
        output.write_all(&self.format.header(names.iter().copied())).map_err(failed)?;
        for (rank, (text, variant, seed)) in best.into_rows().enumerate() {
            output.write_all(&text).map_err(failed)?;
            if let Some(folder) = folder {
                let scene = self.sweep.variants()[variant].seeded(seed);
                let path = folder.join(format!("{:04}-seed-{seed}.ron", rank + 1));
                Writer::quick().replace(&path, scene.as_bytes()).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// Prints how values are spread.
    fn summary(&self, empty: &Summary, settings: &[Setting]) -> Result<(), Reports> {
        let summary = self.counted(empty)?;
        let text = summary::text(&summary, &self.sweep, settings);
        listener().write_all(text.as_bytes()).map_err(failed)
    }

    /// Counts the values of all worlds.
    fn counted(&self, empty: &Summary) -> Result<Summary, Reports> {
        let mut summary = empty.clone();
        let blocks = 0..self.sweep.blocks();
        let extend = |more| {
            summary.extend(more);
            Ok(())
        };
        self.each_block(blocks, || empty.clone(), Summary::add, |_, summary| Ok(summary), extend)?;
        Ok(summary)
    }

    /// Runs blocks, whose rows are text.
    fn rows<R: Send>(
        &self,
        blocks: impl Iterator<Item = u64>,
        finish: impl Fn(u64, Vec<u8>) -> io::Result<R> + Sync,
        each: impl FnMut(R) -> io::Result<()>,
    ) -> Result<(), Reports> {
        let names: Vec<_> = self.sweep.columns().names().collect();
        let add = |rows: &mut Vec<u8>, row: &Row<'_>| {
            self.format.row(&names, &row.cells[..names.len()], rows);
        };
        self.each_block(blocks, Vec::new, add, finish, each)
    }

    /// Runs blocks on threads. The rows of each are added to something empty, which is finished at once,
    /// on its thread; what comes of it is handed out in order.
    fn each_block<T, R: Send>(
        &self,
        blocks: impl Iterator<Item = u64>,
        empty: impl Fn() -> T + Sync,
        add: impl Fn(&mut T, &Row<'_>) + Sync,
        finish: impl Fn(u64, T) -> io::Result<R> + Sync,
        mut each: impl FnMut(R) -> io::Result<()>,
    ) -> Result<(), Reports> {
        let turns = Turns::default();
        let work = |(): &mut (), block: u64| {
            let run = |there: &mut Option<_>| {
                let mut all = empty();
                let done = self.sweep.block(block, there, |row| add(&mut all, &row));
                done.map(|()| all)
            };
            let lacks_memory = |error: &SweepError| error.error.shortage.is_some();
            let done = turns.turn(run, |done| done.as_ref().is_err_and(lacks_memory));
            finish(block, done.map_err(|error| self.refused(&error))?).map_err(failed)
        };
        self.jobs.in_order(blocks, || (), work, |done| each(done?).map_err(failed))
    }

    /// The reports of a world that cannot be run.
    fn refused(&self, SweepError { variant, seed, error, .. }: &SweepError) -> Reports {
        let variant = &self.sweep.variants()[*variant];
        let text = variant.seeded(*seed);
        located(&format!("{} with seed {seed}", variant.name), &text, &error.locate(&text))
    }
}

/// The seed of the only scene.
fn own_seed(variants: &[Variant]) -> Result<Seeds, String> {
    let seed = variants.first().map_or(0, |it| it.scene.seed);
    if variants.iter().all(|it| it.scene.seed == seed) {
        Ok(Seeds::one(seed))
    } else {
        Err("the scenes have several seeds, expected `--seeds`".to_owned())
    }
}

/// Refuses an output in the place of a scene, or where none can be.
fn check_target_of(output: &Path, scene: &Path, is_shard: bool) -> Result<(), Reports> {
    if is_shard && !output.is_file() {
        return Ok(()); // a folder, which is made
    }
    if is_shard {
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

/// The reports of the faults of a text.
fn located(name: &str, text: &str, error: &TextError) -> Reports {
    let file = SceneFile { name: name.to_owned(), text: text.to_owned() };
    file.reports(error)
}

fn one(report: String) -> Reports {
    vec![report]
}

fn usage(why: String) -> Reports {
    one(format!("mazetick: error: {why}"))
}

fn failed(error: io::Error) -> Reports {
    usage(error.to_string())
}
