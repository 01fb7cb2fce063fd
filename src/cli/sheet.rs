//! `mazetick sheet`: scenes in, puzzles to print out.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, value_parser};

use crate::base::scene_fault::SceneError;
use crate::registry::Registry;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;
use crate::tools::sheet::{Puzzle, Sheet};
use crate::tools::sweep::Seeds;

use super::Verdict;
use super::input::{Reports, SceneFile};
use super::output::Writer;
use super::paths::{check_target, scene_paths, shown_path};
use super::progress::{Meter, Unit};

/// The most puzzles of a sheet.
const PUZZLES: usize = 1000;

#[derive(Args)]
#[command(after_help = "Examples:\n  mazetick sheet scenes/arrow -o arrows.html\n  \
    mazetick sheet scenes/mixed/foot-carved.ron --seeds 1..9 --per-page 4 --title Mazes -o mazes.pdf\n\n\
    The solutions follow in small. HTML is paged for A4 and Letter when it is printed; PDF has pages of A4.")]
pub(super) struct Arguments {
    /// Scene files, folders of them, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Each scene with each of these seeds, such as 1..9, instead of its own
    #[arg(long, value_name = "A..B")]
    seeds: Option<Seeds>,
    /// Puzzles on a page
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=12), default_value_t = 2)]
    per_page: u8,
    /// The title of the sheet
    #[arg(long, value_name = "TITLE", default_value = "Puzzles")]
    title: String,
    /// The file to write; its extension gives the format, unless --format does
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The format
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
}

/// A format of sheets.
#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A page, to be printed from a browser
    Html,
    /// Pages of A4
    Pdf,
}

impl Format {
    /// The format that a file's extension gives.
    fn of(path: &Path) -> Result<Self, Reports> {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        Self::from_str(&ending, true).map_err(|_| {
            let why = "unknown format, expected .html or .pdf, or `--format`";
            Reports::of_call(format!("{}: {why}", shown_path(path)))
        })
    }
}

pub(super) fn run(arguments: Arguments, registry: &Registry) -> Result<Verdict, Reports> {
    let Arguments { paths, seeds, per_page, title, output, format } = arguments;
    let format = format.map_or_else(|| Format::of(&output), Ok)?;
    let scenes = scene_paths(paths.clone()).count() as u64;
    let of = scenes.saturating_mul(seeds.map_or(1, Seeds::count));
    let meter = Meter::of_many(Unit::Worlds, of);
    let mut sheet = Sheet { title, per_page: per_page.into(), puzzles: Vec::new() };
    let (mut spare, mut verdict, mut tried) = (None, Verdict::Done, 0);
    for path in scene_paths(paths) {
        let path = path?;
        check_target(&output, [&path])?;
        let file = SceneFile::open(&path)?;
        let scene = file.scene(registry)?;
        meter.begin_item(&file.name);
        for seed in seeds.unwrap_or(Seeds::one(scene.seed)).iter() {
            tried += 1;
            if tried > PUZZLES {
                let why =
                    format!("more than {PUZZLES} puzzles, expected at most as many on a sheet");
                return Err(Reports::of_call(why));
            }
            let puzzle = puzzle(&file, &scene.clone().seeded(seed), &mut spare);
            meter.add_done(1);
            let mut puzzle = match puzzle {
                Ok(puzzle) => puzzle,
                Err(reports) => {
                    verdict = reports.refuse();
                    continue;
                }
            };
            if seeds.is_some() {
                let _ = write!(puzzle.name, ", seed {seed}");
            }
            sheet.puzzles.push(puzzle);
        }
    }
    if sheet.puzzles.is_empty() {
        return Ok(verdict);
    }
    let bytes = match format {
        Format::Html => sheet.html().into_bytes(),
        Format::Pdf => sheet.pdf(),
    };
    Writer::quick().put(&output, &bytes)?;
    Ok(verdict)
}

/// The puzzle of a scene, or why there is none.
fn puzzle(
    file: &SceneFile,
    scene: &CheckedScene,
    spare: &mut Option<Simulation>,
) -> Result<Puzzle, Reports> {
    let refused = |error: SceneError| file.refused(&error);
    let simulation = Simulation::reuse(spare, scene).map_err(refused)?;
    simulation.check_room_for_pictures().map_err(|error| refused(error.into()))?;
    simulation.build_walls();
    let picture = simulation.picture();
    simulation.run();
    if let Some(error) = simulation.failure() {
        return Err(refused(error));
    }
    if simulation.route().is_empty() {
        let why =
            format!("found no route with seed {}, expected a puzzle that has one", scene.seed);
        return Err(file.report(why));
    }
    let solution = picture.clone().with_route_of(&simulation.picture());
    Ok(Puzzle { name: file.title(scene), rules: scene.rules(), picture, solution })
}
