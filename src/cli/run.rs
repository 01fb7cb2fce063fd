//! `mazetick run`: scenes in, drawings out.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::{iter, mem};

use clap::{Args, ValueEnum, value_parser};

use crate::base::jobs::Jobs;
use crate::base::limits;
use crate::base::progress::Progress;
use crate::base::scene_fault::SceneError;
use crate::picture::text;
use crate::registry::Registry;
use crate::scene::BuiltWorld;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;
use crate::tools::sweep::Seeds;

use super::advance::{AdvanceOptions, OutputOptions, WorldOutput};
use super::data;
use super::input::{SceneFile, seed_note};
use super::interrupt::Interrupt;
use super::moment::{NO_SOLUTION, puzzle_of, solution_of};
use super::output::{json_line, stdout};
use super::paths::{name_of, scene_paths, shown_path};
use super::progress::{Meter, Unit};
use super::verdict::{Reports, Verdict, guarded};

#[derive(Args)]
#[command(after_help = "Examples:\n  mazetick run scenes/\n  \
    mazetick run --seed 7 --ticks 100 --stats scenes/johnny/flips.ron\n  \
    mazetick run --seeds 0..1000 --jobs 4 --json scenes/johnny/flips.ron")]
pub(super) struct Arguments {
    /// Scene files, folders of them, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Use this seed instead of the scene's own
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Run each scene with each of these seeds, such as 0..1000, under a line with its path and the
    /// seed
    #[arg(long, value_name = "A..B", conflicts_with = "seed")]
    seeds: Option<Seeds>,
    /// Run on N threads [default: 1]; the output is the same, in the same order
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Print a line of JSON per world instead of the drawing: what --stats and --digest print, or the full world
    #[arg(long, value_name = "DETAIL", num_args = 0..=1, require_equals = true, default_missing_value = "counts",
        conflicts_with_all = ["digest", "stats"])]
    json: Option<Detail>,
    /// Print such a line for tick 0, every N ticks, and the last tick of each world, as it goes on
    #[arg(long, value_name = "N", requires = "json", conflicts_with_all = ["jobs", "digest", "stats", "puzzle", "solution"], value_parser = value_parser!(u64).range(1..=limits::TICKS))]
    each_tick: Option<u64>,
    /// Draw the puzzle, unsolved: the world when its walk begins, with its boards
    #[arg(long, conflicts_with_all = NOT_OF_PUZZLES)]
    puzzle: bool,
    /// Draw the puzzle with the shortest route
    #[arg(long, conflicts_with_all = NOT_OF_PUZZLES)]
    solution: bool,
    #[command(flatten)]
    advance: AdvanceOptions,
    #[command(flatten)]
    output: OutputOptions,
}

const NOT_OF_PUZZLES: [&str; 4] = ["json", "digest", "stats", "ticks"];

#[derive(Clone, Copy, ValueEnum)]
enum Detail {
    Counts,
    Full,
}

impl Detail {
    fn line(self, simulation: &mut Simulation, world: &PlannedWorld) -> String {
        let (path, seed) = (name_of(&world.path), world.scene.seed);
        match self {
            Self::Counts => json_line(&data::counts(simulation, &path, seed)) + "\n",
            Self::Full => data::full_json(simulation, &path, seed),
        }
    }
}

pub(super) fn run(mut arguments: Arguments, registry: &Registry) -> Result<Verdict, Reports> {
    let meter = Meter::of_scenes(&arguments.paths);
    let mut paths = scene_paths(mem::take(&mut arguments.paths));
    let first: Vec<_> = paths.by_ref().take(2).collect();
    let several = first.len() > 1;
    let has_titles = (several || arguments.seeds.is_some())
        && !arguments.output.digest
        && arguments.json.is_none();
    let threads = arguments.jobs.map_or(1, usize::from);
    let runner = Runner {
        arguments,
        registry,
        meter,
    };
    let worlds = first
        .into_iter()
        .chain(paths)
        .flat_map(|path| runner.worlds(path));
    let work = |spare: &mut _, world: &mut Result<PlannedWorld, Reports>| match world {
        Ok(world) => guarded(world.name(), spare, |spare| runner.show(spare, world)),
        Err(Reports(reports)) => Err(Reports(mem::take(reports))),
    };
    let (mut output, mut verdict) = (BufWriter::new(stdout()), Verdict::Done);
    let print = |world: Result<PlannedWorld, Reports>, shown: Result<_, Reports>| {
        match shown {
            Ok(Ok(shown)) => {
                let world = world.expect("it is shown");
                if has_titles {
                    writeln!(output, "{}{}", shown_path(&world.path), world.suffix)?;
                }
                output.write_all(WorldOutput::say(shown).as_bytes())?;
                runner.meter.add_done(world.is_last.into());
            }
            Ok(Err(asked)) => verdict = asked,
            Err(reports) => {
                output.flush()?;
                verdict = reports.refuse();
            }
        }
        io::Result::Ok(())
    };
    let jobs = Jobs {
        threads,
        ahead: Jobs::FEW_AHEAD,
    };
    jobs.in_order(worlds, || None, work, print)?;
    output.flush()?;
    Ok(verdict)
}

struct PlannedWorld {
    file: Arc<SceneFile>,
    path: PathBuf,
    scene: CheckedScene,
    /// The world that was built to check the scene, for the first that is run.
    built: Option<BuiltWorld>,
    /// The suffix of the world's name: ` with seed N` under `--seeds`, else empty.
    suffix: String,
    is_last: bool,
}

impl PlannedWorld {
    fn name(&self) -> String {
        format!("{}{}", self.file.name, self.suffix)
    }

    fn refused(&self, error: &SceneError) -> Reports {
        SceneFile {
            name: self.name(),
            text: self.file.text.clone(),
        }
        .refused(error)
    }
}

/// A file, its scene with the world that was built to check it, and its path.
type Read = (Arc<SceneFile>, CheckedScene, BuiltWorld, PathBuf);

struct Runner<'a> {
    arguments: Arguments,
    registry: &'a Registry,
    meter: Meter,
}

impl Runner<'_> {
    fn worlds<'w>(
        &'w self,
        path: Result<PathBuf, Reports>,
    ) -> Box<dyn Iterator<Item = Result<PlannedWorld, Reports>> + 'w> {
        let (file, scene, built, path) = match path.and_then(|path| self.read(path)) {
            Ok(read) => read,
            Err(reports) => return Box::new(iter::once(Err(reports))),
        };
        let seeds = self.arguments.seeds;
        let seeds_of_it = seeds.unwrap_or(Seeds::one(scene.seed));
        let (last, mut built) = (seeds_of_it.last(), Some(built));
        Box::new(seeds_of_it.iter().map(move |number| {
            let suffix = seeds.map_or_else(String::new, |_| format!(" with seed {number}"));
            let (file, path) = (Arc::clone(&file), path.clone());
            let (scene, built, is_last) =
                (scene.clone().seeded(number), built.take(), number == last);
            Ok(PlannedWorld {
                file,
                path,
                scene,
                built,
                suffix,
                is_last,
            })
        }))
    }

    fn read(&self, path: PathBuf) -> Result<Read, Reports> {
        let file = SceneFile::open(&path)?;
        let (mut scene, built) = guarded(&file.name, &mut (), |()| {
            file.scene_and_world(self.registry)
        })?;
        scene.set_seed(self.arguments.seed.unwrap_or(scene.seed));
        Ok((Arc::new(file), scene, built, path))
    }

    /// Runs a world: its output, or the verdict of the signal that ended it.
    fn show(
        &self,
        spare: &mut Option<Simulation>,
        world: &mut PlannedWorld,
    ) -> Result<Result<WorldOutput, Verdict>, Reports> {
        self.meter.begin_item(&world.name());
        let built = world.built.take();
        let world = &*world;
        let refused = |error: SceneError| world.refused(&error);
        let loaded = match built {
            Some(built) => built.reuse(spare, &world.scene),
            None => Simulation::reuse(spare, &world.scene),
        };
        let simulation = loaded.map_err(refused)?;
        if self.arguments.puzzle || self.arguments.solution {
            return self.puzzle(simulation, world).map(Ok);
        }
        let (scene, name) = (&world.scene, world.name());
        if let Some(ticks) = self.arguments.each_tick {
            if let Some(verdict) = self.print_rows(ticks, simulation, world)? {
                return Ok(Err(verdict));
            }
        } else {
            self.arguments.advance.advance(simulation, &self.meter);
        }
        let is_first = self
            .arguments
            .seeds
            .is_none_or(|it| world.scene.seed == it.first());
        let option = match (self.arguments.seed, self.arguments.seeds) {
            (Some(_), _) => Some("--seed"),
            (_, Some(_)) if is_first => Some("--seeds"),
            _ => None, // reported once for all seeds
        };
        let option = option.filter(|_| simulation.is_without_chance());
        let mut shown = match self.arguments.json {
            Some(_) if self.arguments.each_tick.is_some() => WorldOutput::text(String::new()),
            Some(detail) => WorldOutput::text(detail.line(simulation, world)),
            None => self.arguments.output.show(simulation, scene, &name),
        };
        if !is_first {
            shown.notes.clear();
        }
        shown
            .notes
            .extend(option.map(|option| seed_note(&world.file.name, option)));
        // A failure is reported instead of the drawing.
        simulation
            .failure()
            .map_or(Ok(Ok(shown)), |error| Err(refused(error)))
    }

    /// Runs a world and prints a line for each of its rows. A signal ends it, and its verdict is returned.
    fn print_rows(
        &self,
        each_tick: u64,
        simulation: &mut Simulation,
        world: &PlannedWorld,
    ) -> io::Result<Option<Verdict>> {
        let (interrupt, detail) = (Interrupt::watch()?, self.arguments.json.expect("required"));
        let (mut output, last) = (stdout(), self.arguments.advance.ticks);
        let go_on = |progress: &Progress| {
            self.meter.set_part(Unit::Ticks, progress.tick, last);
            interrupt.asked().is_none()
        };
        let print = |simulation: &mut Simulation| {
            output.write_all(detail.line(simulation, world).as_bytes())
        };
        let last = last.unwrap_or(u64::MAX);
        let is_whole = simulation.run_by_rows(Some(each_tick), last, go_on, print)?;
        Ok(interrupt.asked().filter(|_| !is_whole))
    }

    fn puzzle(
        &self,
        simulation: &mut Simulation,
        world: &PlannedWorld,
    ) -> Result<WorldOutput, Reports> {
        let refused = |error: SceneError| world.refused(&error);
        let mut picture = puzzle_of(simulation).map_err(refused)?;
        if self.arguments.solution {
            let solution = solution_of(simulation, &picture).map_err(refused)?;
            let none = || format!("{}: error: {NO_SOLUTION}", world.name());
            picture = solution.ok_or_else(|| Reports::from(none()))?;
        }
        Ok(WorldOutput::text(text(&picture, false)))
    }
}
