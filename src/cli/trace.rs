//! `mazetick trace`: a line of JSON for each tick of a scene.

use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::base::count::plural;
use crate::engine::maze::{Checkpoint, Maze, Observer};
use crate::registry::Registry;
use crate::scene::simulation::Simulation;
use crate::view::Camera;

use super::input::{SceneFile, seed_note};
use super::moment::{Moment, span};
use super::output::{json_line, stdout};
use super::verdict::{Reports, Verdict};

#[derive(Args)]
#[command(
    after_help = "Example: mazetick trace scenes/johnny/flips.ron --to 20 | grep flip\n\n\
    Each line has the tick, its phase, what happened, and what changed, as in `walls E of (2, 3): missing`. With \
    --state it has the changed state of the ingredients, too, as in `cell (2, 3): mud: false → true`."
)]
pub(super) struct Arguments {
    /// The scene file, or - for standard input
    scene: PathBuf,
    /// Begin after this many ticks, where the `walk` begins, or at the `end`
    #[arg(
        long,
        value_name = "TICK",
        default_value = "0",
        hide_default_value = true
    )]
    from: Moment,
    /// End after this many ticks, where the `walk` begins, or at the `end`
    #[arg(long, value_name = "TICK")]
    to: Option<Moment>,
    /// Tell the changed state, too
    #[arg(long)]
    state: bool,
    /// Use this seed instead of the scene's own
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

pub(super) fn run(arguments: &Arguments, registry: &Registry) -> Result<Verdict, Reports> {
    let file = SceneFile::open(&arguments.scene)?;
    let scene = file.seeded(registry, arguments.seed)?;
    let refused = |error| file.refused(&error);
    scene.check_is_drawable().map_err(refused)?;
    let mut simulation = Simulation::new(&scene).map_err(refused)?;
    let span = span(&mut simulation, arguments.from, arguments.to);
    let (from, to) = span.map_err(|why| file.report(why))?;
    simulation.load(&scene).map_err(refused)?;
    simulation.advance_to(from);
    let is_over = simulation.is_finished();
    if is_over {
        let tick = simulation.progress().tick;
        say!(
            "{}: it ends after {}; there is nothing to trace",
            file.name,
            plural(tick, "tick")
        );
    }
    let mut tracer = Tracer {
        to,
        camera: Camera::new(&mut simulation),
        before: arguments.state.then(|| simulation.checkpoint()),
        output: BufWriter::new(stdout()),
        written: Ok(()),
    };
    if from < to {
        let _ = simulation.drive(&mut tracer);
    }
    tracer.written?;
    tracer.output.flush()?;

    let end = simulation.progress().tick;
    if arguments.to.is_some() && end < to && to != u64::MAX && !is_over {
        say!("{}: it ends after {}", file.name, plural(end, "tick"));
    }
    if arguments.seed.is_some() && simulation.is_without_chance() {
        say!("{}", seed_note(&file.name, "--seed"));
    }
    simulation
        .failure()
        .map_or(Ok(Verdict::Done), |error| Err(refused(error)))
}

/// Writes a line for each tick up to another one.
struct Tracer<W: Write> {
    to: u64,
    camera: Camera,
    /// The state after the last line, if changes of state are written.
    before: Option<Checkpoint>,
    output: W,
    written: io::Result<()>,
}

impl<W: Write> Tracer<W> {
    fn write_line(&mut self, maze: &mut Maze) -> io::Result<()> {
        let phase = self.camera.picture().phase();
        let changes = self.camera.take(maze);
        let mut line = json!({
            "tick": changes.tick,
            "phase": phase.to_string(),
            "said": changes.describe(maze.grid()),
            "changes": changes.in_words(self.camera.picture()),
        });

        if let Some(before) = &mut self.before {
            let state = maze.changes_from(before);
            line["state"] = state.iter().map(ToString::to_string).collect();
        }
        writeln!(self.output, "{}", json_line(&line))
    }
}

impl<W: Write> Observer for Tracer<W> {
    fn next_tick(&self, _: u64) -> Option<u64> {
        Some(self.camera.picture().tick() + 1)
    }

    fn look(&mut self, maze: &mut Maze) -> ControlFlow<()> {
        let tick = maze.progress().tick;
        // A world that gets stuck, or that has finished before, shows no other tick.
        if tick > self.camera.picture().tick() {
            self.written = self.write_line(maze);
        }

        if tick < self.to && self.written.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}
