//! `mazetick test`: scenes in, failed expectations out.

mod commands;
#[cfg(feature = "harness")]
mod harness;
mod output;
mod shrink;
mod tester;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, value_parser};

use crate::base::jobs::Jobs;
use crate::base::report::{Source, TextError};
use crate::registry::Registry;
use crate::scene::{CheckedScene, Places};
use crate::tools::sweep::Setting;
use crate::tools::trial::{Failure, Property, Tally, Trial};

use super::arguments::{SeedArguments, threads};
use super::input::SceneFile;
use super::paths::{
    check_is_no_scene, check_target, name_of, path_to_write, scene_paths, whole_path,
};
use super::progress::Meter;
use super::verdict::{Reports, Verdict};
#[cfg(feature = "harness")]
pub use harness::harness;

use commands::{BadWorld, RerunCommands};
use output::Output;
use shrink::{Shrinker, Smallest};
use tester::Tester;

#[derive(Args)]
#[command(after_help = "Examples:\n  mazetick test scenes/\n  \
    mazetick test --filter dice --junit report.xml scenes/\n  \
    mazetick test --seeds 0..1000 scenes/mazing/any-seed.ron\n  \
    mazetick test --seeds all scenes/generators/small.ron\n  \
    mazetick test --seeds 0..100 --vary grid.rows=2..20 scenes/mazing/any-seed.ron\n  \
    mazetick test --bless scenes/johnny/flips.ron\n\n\
    Exit codes: 0 all passed, 1 a scene failed, 2 bad usage, no scene to test, or a \
    path that cannot be read or written.")]
pub(super) struct Arguments {
    /// Scene files, folders of them, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Test only scenes whose path contains TEXT; may be repeated
    #[arg(long, value_name = "TEXT")]
    filter: Vec<String>,
    /// Test on N threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    #[command(flatten)]
    seeds: SeedArguments,
    /// Test with each value of a field, such as grid.rows=2..20 or braid=0,0.5; may be repeated
    #[arg(long, value_name = "FIELD=VALUES", conflicts_with = "bless")]
    vary: Vec<Setting>,
    /// Stop testing the worlds of a scene after N failures
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    max_failures: Option<u64>,
    /// Update expected drawings, digests, tick counts and ratings in the files to the actual ones
    #[arg(long, conflicts_with_all = ["seed", "seeds"])]
    bless: bool,
    /// Test each scene without each system of its ingredients, too: it fails if no expectation notices that
    #[arg(long, conflicts_with_all = ["seed", "seeds", "vary", "bless", "shrink", "out_dir"])]
    mutate: bool,
    /// Print one line of JSON per scene, and one for the total
    #[arg(long)]
    json: bool,
    /// Print annotations of failures, too, as always where `GITHUB_ACTIONS` is `true`
    #[arg(long, value_name = "github", value_parser = ["github"], conflicts_with = "json")]
    format: Option<String>,
    /// Write a report for build servers to FILE
    #[arg(long, value_name = "FILE", value_parser = path_to_write())]
    junit: Option<PathBuf>,
    #[command(flatten)]
    shrinking: shrink::ShrinkOptions,
}

/// What the test of a scene came to.
#[derive(Default)]
struct Tested {
    /// The path of the scene, as given or found, for programs; empty if an error of a folder has none.
    name: String,
    /// The text of the scene.
    text: String,
    found: Found,
    /// The number of values blessed in its file.
    blessed: usize,
    /// The reports of files that could not be written.
    unwritten: Vec<String>,
    note: Option<String>,
    /// The commands for the first failure.
    commands: RerunCommands,
    shrunk: Option<Smallest>,
    took: Duration,
}

/// What was found in a scene.
enum Found {
    /// The test of its one world, and the scene unless it was blessed.
    One(Option<Box<CheckedScene>>, Trial),
    /// The test of many worlds.
    Many(Box<Property>, Tally),
    /// It is invalid, perhaps only with some settings, with which it has another name and text.
    Invalid(SceneFile, TextError),
    /// Its test did not come to its end. The report.
    Panicked(String),
    /// It could not be read. The report.
    Unread(String),
}

/// What a scene comes to on the thread that reads it.
enum Begun {
    Tested(Box<Tested>),
    /// Many worlds, for all threads.
    Property(ReadScene, Box<Property>),
}

/// A scene that was read, and the places of its values.
struct ReadScene {
    file: SceneFile,
    places: Places,
}

const AHEAD: usize = 16;

pub(super) fn run(arguments: Arguments, registry: &Registry) -> Result<Verdict, Reports> {
    let is_meant = |path: &Path| {
        let path = path.to_string_lossy();
        arguments.filter.is_empty() || arguments.filter.iter().any(|part| path.contains(part))
    };
    let jobs = Jobs {
        threads: threads(arguments.jobs),
        ahead: AHEAD,
    };
    let inputs: Vec<_> = scene_paths(arguments.paths.clone()).flatten().collect();
    if let Some(path) = &arguments.junit {
        check_is_no_scene(path, "report")?;
        check_target(path, &inputs)?;
    }
    let is_github = std::env::var_os("GITHUB_ACTIONS").is_some_and(|it| it == "true");
    let annotates = arguments.format.is_some() || is_github && !arguments.json;
    let mut output = Output::new(arguments.json, annotates, arguments.junit.as_deref())?;
    let mut filtered_out = 0;
    let meter = Meter::of_scenes(&arguments.paths);
    let mut seen = HashSet::new();
    let paths = scene_paths(arguments.paths).filter(|path| {
        let is_in = path.as_ref().map_or(true, |path| is_meant(path));
        filtered_out += u64::from(!is_in);
        is_in
            && path
                .as_ref()
                .map_or(true, |path| seen.insert(whole_path(path)))
    });
    let most_failures = arguments.max_failures.unwrap_or(u64::MAX);
    let (blesses, seeds, vary) = (arguments.bless, arguments.seeds.asked(), arguments.vary);
    let tester = Tester {
        blesses,
        seeds,
        vary,
        most_failures,
        states: arguments.seeds.states as usize,
        mutates: arguments.mutate,
        registry,
    };
    let mut shrinker = Shrinker::new(arguments.shrinking, registry, jobs.threads, inputs);
    let add = |path: Result<PathBuf, Reports>, begun: Begun| -> Result<(), Reports> {
        let is_property = matches!(begun, Begun::Property(..));
        let mut tested = match begun {
            Begun::Tested(tested) => *tested,
            Begun::Property(read, property) => tester.test_worlds(read, *property, jobs),
        };

        if let Ok(path) = &path {
            tested.name = name_of(path);
            if let Some(bad) = tested.bad_world(path).filter(|_| !tester.mutates) {
                tested.commands = bad.commands();
            }
            if shrinker.is_wanted(is_property) {
                shrinker.shrink(path, &mut tested)?;
            }
        }

        meter.add_done(1);
        output.add(&tested)?;
        shrinker
            .asked()
            .map_or(Ok(()), |_| Err(Reports(Vec::new())))
    };
    let done = jobs.in_order(paths, || None, |spare, path| tester.test(path, spare), add);
    drop(meter);
    let asked = shrinker.asked();
    done.or_else(|error| if asked.is_some() { Ok(()) } else { Err(error) })?;
    let verdict = output.end(&arguments.filter, filtered_out)?;
    Ok(asked.unwrap_or(verdict))
}

impl Default for Found {
    fn default() -> Self {
        Self::One(None, Trial::default())
    }
}

impl Tested {
    fn new(file: SceneFile, found: Found) -> Self {
        let SceneFile { name, text } = file;
        Self {
            name,
            text,
            found,
            ..Self::default()
        }
    }

    /// The test of a scene that is not valid.
    fn invalid(file: SceneFile, error: TextError) -> Self {
        Self::of(file.name.clone(), Found::Invalid(file, error))
    }

    /// The test of a scene that wasn't run; `found` says why.
    fn of(name: String, found: Found) -> Self {
        let text = String::new();
        Self::new(SceneFile { name, text }, found)
    }

    fn unread(name: String, report: &Reports) -> Self {
        Self::of(name, Found::Unread(report.to_string()))
    }

    fn has_passed(&self) -> bool {
        match &self.found {
            Found::One(_, trial) => trial.failures.is_empty(),
            Found::Many(property, tally) => {
                tally.failed == 0 && (tally.unreached.is_empty() || !is_whole(property, tally))
            }
            Found::Invalid(..) | Found::Panicked(_) | Found::Unread(_) => false,
        }
    }

    /// Returns the report of a file that could not be read or written.
    fn error(&self) -> Option<String> {
        match &self.found {
            Found::Unread(report) => Some(report.clone()),
            _ if self.unwritten.is_empty() => None,
            _ => Some(self.unwritten.join("\n")),
        }
    }

    fn source(&self) -> Source<'_> {
        Source {
            file: &self.name,
            text: self.text.as_bytes(),
        }
    }

    /// Returns the first failure of the first world that fails.
    fn first(&self) -> Option<&Failure> {
        match &self.found {
            Found::One(_, trial) => trial.failures.first(),
            Found::Many(_, tally) => {
                let failing = tally.failing.first();
                let failing = failing.filter(|failing| !failing.first.is_empty());
                failing.map(|failing| &failing.failure)
            }
            _ => None,
        }
    }

    /// Returns the world of the first failure.
    fn bad_world<'p>(&self, path: &'p Path) -> Option<BadWorld<'p>> {
        let tick = self.first()?.tick;
        let mut bad = BadWorld {
            path,
            seeds: String::new(),
            settings: Vec::new(),
            tick,
        };
        if let Found::Many(property, tally) = &self.found {
            let failing = tally.failing.first()?;
            let (variant, seed) = *failing.first.first()?;
            bad.settings = property.options(variant);
            match &failing.example {
                None => bad.seeds = format!(" --seed {seed}"),
                Some(example) => {
                    if example.seeds.is_some() {
                        bad.seeds = String::from(" --seeds all");
                    }
                    bad.settings.push(format!("draws=[{:?}]", example.draws));
                }
            }
        }
        Some(bad)
    }
}

/// Returns true if all worlds of a property were tested.
fn is_whole(property: &Property, tally: &Tally) -> bool {
    property.is_of_all_seeds() || tally.worlds == property.worlds()
}

impl From<Tested> for Begun {
    fn from(tested: Tested) -> Self {
        Self::Tested(Box::new(tested))
    }
}
