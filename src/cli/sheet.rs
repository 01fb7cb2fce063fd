//! `mazetick sheet`: scenes in, puzzles to print out.

use std::path::{Path, PathBuf};

use clap::{Args, value_parser};

use crate::base::count::plural;
use crate::base::limits::{self, SHEET_CELLS, SHEET_PUZZLES};
use crate::base::scene_fault::SceneError;
use crate::base::walker::Start;
use crate::registry::Registry;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;
use crate::tools::sheet::{Part, Puzzle, Sheet};
use crate::tools::sweep::Seeds;

use super::input::{SceneFile, check_length, seed_note};
use super::moment::{puzzle_of, solution_of};
use super::output::Writer;
use super::paths::{check_target, is_same_file, report_at, scene_paths};
use super::progress::{Meter, Unit};
use super::verdict::{Reports, Verdict};

#[derive(Args)]
#[command(
    after_help = "Examples:\n  mazetick sheet scenes/arrow -o arrows.html\n  \
    mazetick sheet scenes/mixed/foot-carved.ron --seeds 1..9 --per-page 4 --title Mazes -o mazes.html\n  \
    chromium --headless --no-pdf-header-footer --print-to-pdf=mazes.pdf mazes.html\n\n\
    The file is HTML, for a browser to print on A4 or Letter. The solutions follow in small."
)]
pub(super) struct Arguments {
    /// Scene files, folders of them, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Each scene with each of these seeds, such as 1..9, instead of its own
    #[arg(long, value_name = "A..B")]
    seeds: Option<Seeds>,
    /// Use this seed instead of the scenes' own
    #[arg(long, value_name = "N", conflicts_with = "seeds")]
    seed: Option<u64>,
    /// Puzzles on a page [default: 2; 1 where one has signs and more than 6 rows or columns, or numbers and more than 12]
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=12))]
    per_page: Option<u8>,
    /// Print these rules, in any language, instead of those of the scenes
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Print no rules
    #[arg(long, conflicts_with = "rules")]
    no_rules: bool,
    /// Print the numbers of rows and columns along the edges
    #[arg(long)]
    coordinates: bool,
    /// Write the solutions to this file instead
    #[arg(long, value_name = "FILE")]
    solutions: Option<PathBuf>,
    /// The title of the sheet
    #[arg(long, value_name = "TITLE", default_value = "Puzzles")]
    title: String,
    /// The HTML file to write, or - for standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub(super) fn run(arguments: Arguments, registry: &Registry) -> Result<Verdict, Reports> {
    let Arguments {
        paths,
        seeds,
        title,
        output,
        ..
    } = arguments;
    let seeds = seeds.or(arguments.seed.map(Seeds::one));
    let rules = arguments.rules.as_ref();
    for path in [Some(&output), arguments.solutions.as_ref()]
        .into_iter()
        .flatten()
    {
        check_is_html(path)?;
        check_target(path, rules)?;
    }
    if let Some(path) = &arguments.solutions
        && (is_same_file(path, &output) || path == &output)
    {
        return Err(Reports::of_call(
            "`--solutions` is the output, expected another file",
        ));
    }
    let own_rules = match rules {
        Some(path) => Some(read_rules(path)?),
        None => arguments.no_rules.then(String::new),
    };
    check_length("title", title.len(), limits::NAME).map_err(Reports::of_call)?;
    let scenes = scene_paths(paths.clone()).count() as u64;
    let of = scenes.saturating_mul(seeds.map_or(1, Seeds::count));
    let meter = Meter::of_many(Unit::Worlds, of);
    let per_page = arguments.per_page.map(usize::from);
    let has_coordinates = arguments.coordinates;
    let mut sheet = Sheet {
        title,
        per_page,
        has_coordinates,
        puzzles: Vec::new(),
    };
    let (mut spare, mut verdict, mut tried) = (None, Verdict::Done, 0);
    let (mut cells, mut without_walk) = (0, 0_u64);
    for path in scene_paths(paths) {
        let path = path?;
        let outputs = [Some(&output), arguments.solutions.as_ref()];
        outputs
            .into_iter()
            .flatten()
            .try_for_each(|it| check_target(it, [&path]))?;
        let file = SceneFile::open(&path)?;
        let scene = file.scene(registry)?;
        meter.begin_item(&file.name);
        if !scene.has_walk() {
            without_walk += 1;
            meter.add_done(seeds.map_or(1, Seeds::count));
            continue;
        }
        let seeds_here = seeds.unwrap_or(Seeds::one(scene.seed));
        tried = seeds_here.count().saturating_add(tried);
        cells = scene
            .grid
            .area()
            .saturating_mul(seeds_here.count())
            .saturating_add(cells);
        check_size(tried, cells)?;
        let mut is_without_chance = false;
        for seed in seeds_here.iter() {
            let suffix = seeds.map(|_| format!(", seed {seed}")).unwrap_or_default();
            match puzzle(&file, &scene.clone().seeded(seed), &suffix, &mut spare) {
                Ok(mut puzzle) => {
                    puzzle.rules = own_rules.clone().unwrap_or(puzzle.rules);
                    if rules.is_some() {
                        puzzle.die_in_words.clear();
                    }
                    is_without_chance = spare.as_ref().is_some_and(|it| it.is_without_chance());
                    sheet.puzzles.push(puzzle);
                }
                Err(reports) => verdict = reports.refuse(),
            }
            meter.add_done(1);
            if is_without_chance {
                break; // all others are the same
            }
        }
        if seeds.is_some_and(|it| it.first() != it.last()) && is_without_chance {
            say!("{}", seed_note(&file.name, "--seeds"));
        }
    }
    if without_walk > 0 {
        say!(
            "mazetick: note: {} without a walk left out",
            plural(without_walk, "scene")
        );
    }
    if verdict != Verdict::Done && seeds.is_some() {
        say!(
            "mazetick: note: `sweep --top N --by moves --out-dir DIR` writes scenes with seeds that have a route"
        );
    }
    if sheet.puzzles.is_empty() {
        let why = "found no puzzle, expected a scene with a walk, such as of `mazetick new foot`";
        let unsolved = "found no puzzle with a solution, so nothing is written";
        return Err(Reports::of_call(if verdict == Verdict::Done {
            why
        } else {
            unsolved
        }));
    }
    let write =
        |path: &PathBuf, parts: &[Part]| Writer::quick().put(path, sheet.html(parts).as_bytes());
    if let Some(path) = &arguments.solutions {
        write(&output, &[Part::Puzzles])?;
        write(path, &[Part::Solutions])?;
    } else {
        write(&output, &[Part::Puzzles, Part::Solutions])?;
    }
    Ok(verdict)
}

/// Rejects an output that is named as something else than HTML.
fn check_is_html(path: &Path) -> Result<(), Reports> {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let extension = extension.to_lowercase();

    match &*extension {
        "" | "html" | "htm" => Ok(()),
        "pdf" => Err(report_at(
            path,
            "a sheet is HTML; write it to a file such as `sheet.html`, then print that from a browser, or by \
             `chromium --headless --no-pdf-header-footer --print-to-pdf=sheet.pdf sheet.html`",
        )),
        _ => Err(report_at(
            path,
            "a sheet is HTML, expected the extension .html",
        )),
    }
}

fn read_rules(path: &Path) -> Result<String, Reports> {
    let text = SceneFile::open_as("text", path)?.text;
    let checked = check_length("text of rules", text.len(), limits::RULES);
    checked.map_err(|why| Reports::of_call(format!("--rules: {why}")))?;
    Ok(text)
}

fn check_size(puzzles: u64, cells: u64) -> Result<(), Reports> {
    let sizes = [
        (puzzles, SHEET_PUZZLES, "puzzles"),
        (cells, SHEET_CELLS, "squares"),
    ];
    let Some((found, most, what)) = sizes.into_iter().find(|it| it.0 > it.1) else {
        return Ok(());
    };
    Err(Reports::of_call(format!(
        "{found} {what}, expected at most {most} on a sheet"
    )))
}

fn puzzle(
    file: &SceneFile,
    scene: &CheckedScene,
    suffix: &str,
    spare: &mut Option<Simulation>,
) -> Result<Puzzle, Reports> {
    let refused = |error: SceneError| file.refused(&error);
    let simulation = Simulation::reuse(spare, scene).map_err(refused)?;
    let picture = puzzle_of(simulation).map_err(refused)?;
    let solution = solution_of(simulation, &picture)
        .map_err(refused)?
        .ok_or_else(|| {
            let with_seed = format!(" with seed {}", scene.seed);
            let seed = if simulation.is_without_chance() {
                ""
            } else {
                &with_seed
            };
            file.report(format!(
                "found no route{seed}, expected a puzzle that has one"
            ))
        })?;
    let (moves, name) = (solution.moves_in_letters(), file.title(scene) + suffix);
    let die_in_words = picture
        .start()
        .and_then(Start::die_in_words)
        .unwrap_or_default();
    let rules = scene.rules_in_english();
    Ok(Puzzle {
        name,
        rules,
        die_in_words,
        picture,
        solution,
        moves,
    })
}
