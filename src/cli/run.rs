//! `mazetick run`: scenes in, drawings out.

mod print;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, value_parser};

use crate::base::limits;
use crate::registry::Registry;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;
use crate::tools::sweep::{Seeds, title};

use super::input::{SceneFile, seed_note};
use super::paths::{scene_paths, shown_path};
use super::progress::Meter;
use super::verdict::{Reports, Verdict, guarded};
use print::{check_is_drawable, print_world, puzzle_to_solve};

#[derive(Args)]
#[command(after_help = "Examples:\n  mazetick run scenes/\n  \
    mazetick run --seed 7 --ticks 100 --stats scenes/johnny/flips.ron\n  \
    mazetick run --seeds 0..10 --json scenes/johnny/flips.ron")]
pub(super) struct Arguments {
    /// Scene files, folders of them, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Use this seed instead of the scene's own
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Run each scene with each of these seeds, such as 0..10, under a line with its path and the seed
    #[arg(long, value_name = "A..B", conflicts_with = "seed")]
    seeds: Option<Seeds>,
    /// Stop after N ticks, and draw that world
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(..=limits::TICKS))]
    ticks: Option<u64>,
    /// Print a line of JSON per world instead of the drawing: what --stats and --digest print, or the full world
    #[arg(long, value_name = "DETAIL", num_args = 0..=1, require_equals = true, default_missing_value = "counts",
        conflicts_with_all = ["digest", "stats"])]
    json: Option<Detail>,
    /// Print the digest of each world and its path instead of the drawing
    #[arg(long)]
    digest: bool,
    /// Print statistics of each world on standard error, and what keeps its walk from the goal
    #[arg(long)]
    stats: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Detail {
    Counts,
    Full,
}

pub(super) fn run(arguments: &Arguments, registry: &Registry) -> Verdict {
    let meter = Meter::of_scenes(&arguments.paths);
    let paths: Vec<_> = scene_paths(arguments.paths.clone()).collect();
    let is_drawn = !arguments.digest && arguments.json.is_none();
    let has_titles = is_drawn && (paths.len() > 1 || arguments.seeds.is_some());
    let mut verdict = Verdict::Done;

    for path in paths {
        let ran = path.and_then(|path| run_file(&path, has_titles, arguments, registry, &meter));
        if let Err(reports) = ran {
            verdict = reports.refuse();
        }
        meter.add_done(1);
    }

    verdict
}

/// Runs the scene of a file with each of its seeds, and prints the worlds.
fn run_file(
    path: &Path,
    has_titles: bool,
    arguments: &Arguments,
    registry: &Registry,
    meter: &Meter,
) -> Result<(), Reports> {
    let file = SceneFile::open(path)?;
    let scene = guarded(&file.name, &mut (), |()| file.scene_for_world(registry))?;
    let mut spare = None;

    for seed in arguments.seeds_for(&scene).iter() {
        let scene = scene.clone().seeded(seed);
        let seed_words = arguments.seeds.map(|_| format!("seed {seed}"));
        let seed_words = seed_words.as_deref().unwrap_or_default();
        let file = file.titled(title(&file.name, &[seed_words]));
        meter.begin_item(&file.name);

        guarded(&file.name, &mut spare, |spare| {
            let refused = |error| file.refused(&error);
            check_is_drawable(&scene, arguments).map_err(refused)?;
            let world = Simulation::reuse(spare, &scene).map_err(refused)?;
            let puzzle = puzzle_to_solve(world, &scene, arguments);
            meter.run_to(arguments.ticks, world);
            world.check_failure().map_err(refused)?;

            let title = has_titles.then(|| title(&shown_path(path), &[seed_words]));
            print_world(world, puzzle, &scene, path, &file.name, title, arguments)
        })?;
    }

    let option = arguments.seed.map(|_| "--seed");
    if let Some(option) = option.or(arguments.seeds.map(|_| "--seeds"))
        && spare.is_some_and(|world| world.is_without_chance())
    {
        say!("{}", seed_note(&file.name, option));
    }
    Ok(())
}

impl Arguments {
    fn seeds_for(&self, scene: &CheckedScene) -> Seeds {
        self.seeds
            .unwrap_or(Seeds::one(self.seed.unwrap_or(scene.seed)))
    }
}
