//! `mazetick run`: scenes in, drawings out.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use crate::{Ingredients, Outcome, Phase, SceneError, Simulation};
use clap::Args;

use super::Verdict;
use super::going::{Going, Showing};
use super::input::{SceneFile, complain};
use super::listener::listener;
use super::paths::{scene_paths, shown_path};
use super::progress::Meter;
use super::target::check_target;

#[derive(Args)]
#[command(after_help = "Examples:\n  mazetick run scenes/\n  \
    mazetick run --seed 7 --ticks 100 --stats scenes/johnny/flips.ron")]
pub(super) struct Arguments {
    /// Scene files, folders of them, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Use this seed instead of the scene's own
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    going: Going,
    #[command(flatten)]
    showing: Showing,
}

pub(super) fn run(mut arguments: Arguments, ingredients: &Ingredients) -> io::Result<Verdict> {
    let meter = Meter::of_scenes(&arguments.paths);
    let mut paths = scene_paths(std::mem::take(&mut arguments.paths)).peekable();
    let mut runner = Runner { arguments, ingredients, simulation: None, meter };
    let mut verdict = Verdict::Done;
    let mut output = BufWriter::new(listener());
    let mut several = false;
    while let Some(path) = paths.next() {
        several |= paths.peek().is_some();
        if several && runner.arguments.going.save.is_some() {
            say!("mazetick: error: found several scenes, expected one for `--save`");
            return Ok(Verdict::BadInput);
        }
        let drawn = path.and_then(|path| {
            let save = &runner.arguments.going.save;
            save.as_ref().map_or(Ok(()), |save| check_target(save, [&path]))?;
            Ok((SceneFile::open(&path)?, path))
        });
        let drawn = drawn.map_err(|report| vec![report]);
        match drawn.and_then(|(file, path)| Ok((runner.draw(&file)?, path))) {
            Ok((Err(verdict), _)) => return Ok(verdict),
            Ok((Ok(drawing), path)) if several && !runner.arguments.showing.digest => {
                write!(output, "{}\n{drawing}", shown_path(&path))?;
            }
            Ok((Ok(drawing), _)) => output.write_all(drawing.as_bytes())?,
            Err(reports) => {
                output.flush()?;
                complain(&reports);
                verdict = Verdict::BadInput;
            }
        }
        runner.meter.add(1);
    }
    output.flush()?;
    Ok(verdict)
}

/// Runs scenes, one after the other, in one simulation.
struct Runner<'a> {
    arguments: Arguments,
    ingredients: &'a Ingredients,
    simulation: Option<Simulation>,
    meter: Meter,
}

impl Runner<'_> {
    /// Runs a scene and draws its world, or with which verdict it was interrupted; the reports, if
    /// something is wrong with it.
    fn draw(&mut self, file: &SceneFile) -> Result<Result<String, Verdict>, Vec<String>> {
        self.meter.name(&file.name);
        let mut scene = file.scene(self.ingredients)?;
        scene.seed = self.arguments.seed.unwrap_or(scene.seed);
        let refused = |error: SceneError| file.reports(&error.locate(&file.text));
        let simulation = Simulation::reuse(&mut self.simulation, &scene).map_err(refused)?;
        let unsaved = |error: io::Error| vec![format!("mazetick: error: {error}")];
        let advanced = self.arguments.going.advance(simulation, &file.name, &self.meter);
        if let Some(verdict) = advanced.map_err(unsaved)? {
            return Ok(Err(verdict));
        }
        if let Some(error) = simulation.lacks() {
            return Err(refused(error));
        }
        if self.arguments.seed.is_some() && is_without_chance(simulation) {
            say!(
                "{}: note: nothing in this scene is drawn by chance, so `--seed` changes nothing",
                file.name
            );
        }
        let shown = self.arguments.showing.show(simulation, &file.name);
        match simulation.outcome() {
            Outcome::Stuck(objection) => return Err(refused(objection.clone().into())),
            crowded @ Outcome::Crowded => {
                return Err(vec![format!("{}: error: {crowded}", file.name)]);
            }
            _ => {}
        }
        Ok(Ok(shown))
    }
}

/// Whether another seed would have led to the same world.
fn is_without_chance(simulation: &Simulation) -> bool {
    let is_finished = simulation.progress().phase == Phase::Finished;
    simulation.chance().is_none_or(|chance| is_finished && chance.drawn() == 0)
}
