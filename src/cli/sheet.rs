//! `mazetick sheet`: scenes in, puzzles to print out.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, value_parser};

use crate::base::limits::{self, SHEET_CELLS, SHEET_PUZZLES};
use crate::base::scene_fault::SceneError;
use crate::registry::Registry;
use crate::registry::words::Words;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;
use crate::tools::craft::{Proof, Rating};
use crate::tools::sheet::{Paper, Part, Puzzle, Sheet};
use crate::tools::sweep::Seeds;

use super::input::{SceneFile, check_length, seed_note};
use super::moment::{puzzle_of, solution_of};
use super::output::{Writer, stdout};
use super::paths::{check_target, is_same_file, report_at, scene_paths};
use super::progress::{Meter, Unit};
use super::verdict::{Reports, Verdict};

#[derive(Args)]
#[command(
    after_help = "Examples:\n  mazetick sheet scenes/arrow -o arrows.html\n  \
    mazetick sheet scenes/mixed/foot-carved.ron --seeds 1..9 --per-page 4 --title Mazes -o mazes.html\n  \
    chromium --headless --no-pdf-header-footer --print-to-pdf=mazes.pdf mazes.html\n  \
    mazetick sheet --words help > words.ron\n\n\
    The file is HTML, for a browser to print. The solutions are on pages of their own."
)]
pub(super) struct Arguments {
    /// Scene files, folders of them, or - for standard input
    #[arg(required_unless_present = "words", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Each scene with each of these seeds, such as 1..9, instead of its own
    #[arg(long, value_name = "A..B")]
    seeds: Option<Seeds>,
    /// Use this seed instead of the scenes' own
    #[arg(long, value_name = "N", conflicts_with = "seeds")]
    seed: Option<u64>,
    /// Puzzles on a page [default: 2, or 1 where squares would be small]
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=12))]
    per_page: Option<u8>,
    /// Print the easiest puzzles first
    #[arg(long)]
    easiest_first: bool,
    /// Print the words of this table, in any language; `help` prints the table in English
    #[arg(long, value_name = "FILE")]
    words: Option<PathBuf>,
    /// Print no rules
    #[arg(long)]
    no_rules: bool,
    /// Print the numbers of rows and columns along the edges
    #[arg(long)]
    coordinates: bool,
    /// Write the solutions to this file instead
    #[arg(long, value_name = "FILE")]
    solutions: Option<PathBuf>,
    /// The paper [default: any; the sheet fits on A4 and on Letter]
    #[arg(long, value_name = "PAPER")]
    paper: Option<PaperName>,
    /// The title of the sheet [default: the one in the table of words]
    #[arg(
        long,
        value_name = "TITLE",
        default_value = "",
        hide_default_value = true
    )]
    title: String,
    /// The HTML file to write, or - for standard output
    #[arg(short, long, value_name = "FILE", required_unless_present = "words")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum PaperName {
    A4,
    Letter,
}

/// The puzzles of scenes, and what is wrong with other scenes.
struct Collector<'a> {
    arguments: &'a Arguments,
    meter: Meter,
    spare: Option<Simulation>,
    puzzles: Vec<Puzzle>,
    /// The numbers of puzzles and of squares, also of those that turn out to have no solution.
    tried: [u64; 2],
    verdict: Verdict,
}

pub(super) fn run(arguments: Arguments, registry: &Registry) -> Result<Verdict, Reports> {
    if arguments.words.as_deref() == Some(Path::new("help")) {
        return print_words(&registry.words(), arguments.output.as_deref());
    }
    let outputs = outputs(&arguments)?;
    let words = match &arguments.words {
        Some(path) => read_words(path, registry)?,
        None => registry.words(),
    };
    check_length("title", arguments.title.len(), limits::NAME).map_err(Reports::of_call)?;

    let mut collector = Collector::new(&arguments);
    for path in scene_paths(arguments.paths.clone()) {
        let path = path?;
        for (output, _) in &outputs {
            check_target(output, [&path])?;
        }
        collector.add(&SceneFile::open(&path)?, registry)?;
    }
    let (mut puzzles, verdict) = collector.end()?;

    if arguments.easiest_first {
        let effort = |puzzle: &Puzzle| puzzle.effort.unwrap_or(f64::INFINITY);
        puzzles.sort_by(|one, other| effort(one).total_cmp(&effort(other)));
    }
    let sheet = Sheet {
        title: arguments.title.clone(),
        words,
        paper: arguments.paper.map(|paper| match paper {
            PaperName::A4 => Paper::A4,
            PaperName::Letter => Paper::Letter,
        }),
        per_page: arguments.per_page.map(usize::from),
        has_rules: !arguments.no_rules,
        has_coordinates: arguments.coordinates,
        puzzles,
    };
    for (output, parts) in outputs {
        Writer::quick().put(output, sheet.html(parts).as_bytes())?;
    }
    Ok(verdict)
}

/// Returns the files to write, and what each has of the sheet.
fn outputs(arguments: &Arguments) -> Result<Vec<(&Path, &'static [Part])>, Reports> {
    let Some(output) = arguments.output.as_deref() else {
        return Err(Reports::of_call(
            "found no output, expected `-o sheet.html`",
        ));
    };
    let outputs: Vec<(&Path, &'static [Part])> = match arguments.solutions.as_deref() {
        None => vec![(output, &[Part::Puzzles, Part::Solutions])],
        Some(path) if is_same_file(path, output) || path == output => {
            return Err(Reports::of_call(
                "`--solutions` is the output, expected another file",
            ));
        }
        Some(path) => vec![(output, &[Part::Puzzles]), (path, &[Part::Solutions])],
    };

    for (path, _) in &outputs {
        check_is_html(path)?;
        check_target(path, arguments.words.as_ref())?;
    }
    Ok(outputs)
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

/// Prints a table of words, with an explanation that is a comment in it.
fn print_words(words: &Words, output: Option<&Path>) -> Result<Verdict, Reports> {
    let text = format!(
        "// The words of sheets. Translate what is in quotes, save this as words.ron, and print by\n\
         // `sheet --words words.ron`. What you leave out is English. `direction` is ltr or rtl. In the place of a\n\
         // name in braces, such as {{start}}, the symbol is drawn.\n{words}"
    );
    match output {
        Some(path) => Writer::quick().put(path, text.as_bytes())?,
        None => stdout().write_all(text.as_bytes())?,
    }
    Ok(Verdict::Done)
}

/// Reads a table of words; a note lists those that it leaves out, if it isn't English.
fn read_words(path: &Path, registry: &Registry) -> Result<Words, Reports> {
    let file = SceneFile::open_as("table of words", path)?;
    let length = check_length("table of words", file.text.len(), limits::WORDS);
    length.map_err(|why| file.report(why))?;
    let read = registry.read_words(&file.text);
    let words =
        read.map_err(|error| file.unread(registry, ["Words", "a table of words"], &error))?;

    let missing: Vec<_> = words.missing().map(|key| format!("`{key}`")).collect();
    let is_english = words.get("language") == Some("en");
    if !missing.is_empty() && !is_english {
        let name = &file.name;
        say!(
            "{name}: note: left out, so in English: {}",
            missing.join(", ")
        );
    }
    Ok(words)
}

impl<'a> Collector<'a> {
    fn new(arguments: &'a Arguments) -> Self {
        let scenes = scene_paths(arguments.paths.clone()).count() as u64;
        let seeds = arguments.seeds.map_or(1, Seeds::count);

        Self {
            arguments,
            meter: Meter::of_many(Unit::Worlds, scenes.saturating_mul(seeds)),
            spare: None,
            puzzles: Vec::new(),
            tried: [0; 2],
            verdict: Verdict::Done,
        }
    }

    /// Adds the puzzles of a scene, one for each seed.
    fn add(&mut self, file: &SceneFile, registry: &Registry) -> Result<(), Reports> {
        let scene = file.scene(registry)?;
        let Arguments { seeds, seed, .. } = self.arguments;
        let own = Seeds::one(seed.unwrap_or(scene.seed));
        let seeds = seeds.unwrap_or(own);
        self.meter.begin_item(&file.name);

        if !scene.has_walk() {
            self.meter.add_done(seeds.count());
            let why = "this is no puzzle: it has no `walk`, such as that of `mazetick new foot`";
            self.verdict = file.report(why).refuse();
            return Ok(());
        }
        self.count(seeds.count(), scene.grid.area())?;

        for seed in seeds.iter() {
            match self.puzzle(file, &scene.clone().seeded(seed)) {
                Ok(puzzle) => self.puzzles.push(puzzle),
                Err(reports) => self.verdict = reports.refuse(),
            }
            self.meter.add_done(1);

            // If nothing is random, all other seeds lead to the same puzzle.
            if self.spare.as_ref().is_some_and(|it| it.is_without_chance()) {
                if seeds.count() > 1 {
                    say!("{}", seed_note(&file.name, "--seeds"));
                }
                break;
            }
        }
        Ok(())
    }

    /// Counts puzzles with this many squares each, and refuses them if a sheet can't have that many.
    fn count(&mut self, puzzles: u64, squares: u64) -> Result<(), Reports> {
        let [all_puzzles, all_squares] = &mut self.tried;
        *all_puzzles = all_puzzles.saturating_add(puzzles);
        *all_squares = all_squares.saturating_add(puzzles.saturating_mul(squares));

        let limits = [
            (*all_puzzles, SHEET_PUZZLES, "puzzles"),
            (*all_squares, SHEET_CELLS, "squares"),
        ];
        for (found, most, what) in limits {
            if found > most {
                return Err(Reports::of_call(format!(
                    "{found} {what}, expected at most {most} on a sheet"
                )));
            }
        }
        Ok(())
    }

    fn puzzle(&mut self, file: &SceneFile, scene: &CheckedScene) -> Result<Puzzle, Reports> {
        let refused = |error: SceneError| file.refused(&error);
        let simulation = Simulation::reuse(&mut self.spare, scene).map_err(refused)?;
        let is_random = !simulation.is_without_chance();

        let picture = puzzle_of(simulation);
        let proof = Proof::of(simulation).ok();
        let solution = solution_of(simulation, &picture).map_err(refused)?;
        let Some(solution) = solution else {
            let seed = if is_random {
                format!(" with seed {}", scene.seed)
            } else {
                String::new()
            };
            let why = format!("found no route{seed}, expected a puzzle that has one");
            return Err(file.report(why));
        };

        // The rules are about the board as it is drawn here.
        let rules = scene.clone().fixed().rules();
        Ok(Puzzle {
            name: scene.name.clone(),
            kind: scene.kind().unwrap_or_default(),
            rules,
            moves: solution.moves_in_letters(),
            picture,
            solution,
            effort: proof.and_then(|proof| proof.rating(Rating::Effort)),
            seed: is_random.then_some(scene.seed),
        })
    }

    /// Returns the puzzles, and the verdict of all scenes. Fails if no puzzle is left.
    fn end(self) -> Result<(Vec<Puzzle>, Verdict), Reports> {
        drop(self.meter);
        if self.verdict != Verdict::Done && self.arguments.seeds.is_some() {
            say!(
                "mazetick: note: `sweep --top N --by moves --out-dir DIR` writes scenes with seeds that have a route"
            );
        }
        if self.puzzles.is_empty() {
            return Err(Reports::of_call("no puzzle is left, so nothing is written"));
        }
        Ok((self.puzzles, self.verdict))
    }
}
