//! `mazetick diff`: where the worlds of two scenes or records part.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::registry::Registry;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;
use crate::tools::difference::difference;

use super::input::SceneFile;
use super::output::stdout;
use super::paths::{copyable_path, program};
use super::progress::Meter;
use super::record::{read, run_again};
use super::verdict::{Reports, Verdict};

#[derive(Args)]
#[command(
    after_help = "A record stands for its scene, and must be equal to what this program does.\n\n\
    Exit codes: 0 equal, 1 different, 2 bad usage or input.\n\n\
    Example: mazetick diff flips.record scenes/johnny/flips.ron"
)]
pub(super) struct Arguments {
    /// A scene or a record
    #[arg(value_name = "A")]
    one: PathBuf,
    /// The scene or the record that is compared with it
    #[arg(value_name = "B")]
    other: PathBuf,
    /// Compare up to this tick
    #[arg(long, value_name = "TICK", default_value_t = u64::MAX, hide_default_value = true)]
    to: u64,
}

pub(super) fn run(arguments: &Arguments, registry: &Registry) -> Result<Verdict, Reports> {
    let mut scenes = Vec::new();
    for path in [&arguments.one, &arguments.other] {
        let file = SceneFile::open(path)?;
        let Some(scene) = scene_of(&file, registry)? else {
            return Ok(Verdict::Failed);
        };
        // An error of its world has its place in this file.
        Simulation::new(&scene).map_err(|error| file.refused(&error))?;
        scenes.push(scene);
    }

    let found = difference([&scenes[0], &scenes[1]], arguments.to);
    let found = found.map_err(Reports::of_call)?;
    let Some(departure) = found else {
        writeln!(stdout(), "equal")?;
        return Ok(Verdict::Done);
    };
    writeln!(stdout(), "{departure}")?;
    for path in [&arguments.one, &arguments.other] {
        let tick = departure.tick;
        let (program, file) = (program(), copyable_path(path));
        writeln!(stdout(), "look: {program} watch {file} --tick {tick}")?;
    }
    Ok(Verdict::Failed)
}

/// Returns the scene of a file. If it is a record that differs from what this program does, that is printed, and there is
/// none.
fn scene_of(file: &SceneFile, registry: &Registry) -> Result<Option<CheckedScene>, Reports> {
    if !file.is_record() {
        return file.scene(registry).map(Some);
    }

    let differs = match read(file, registry)? {
        Ok(record) => match run_again(&record, file, &Meter::new(&file.name))? {
            Ok(()) => return Ok(Some(record.scene)),
            Err(differs) => differs,
        },
        Err(changed) => changed,
    };
    writeln!(stdout(), "{}: {differs}", file.name)?;
    Ok(None)
}
