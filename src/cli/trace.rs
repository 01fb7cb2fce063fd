//! `mazetick trace`: a line of JSON for each tick of a scene.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::base::count::plural;
use crate::base::progress::{Phase, Progress};
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
    let &Progress {
        tick, mut phase, ..
    } = simulation.progress();
    let is_over = phase == Phase::Finished;
    if is_over {
        say!(
            "{}: it ends after {}; there is nothing to trace",
            file.name,
            plural(tick, "tick")
        );
    }
    let mut camera = Camera::new(&mut simulation);
    let mut before = arguments.state.then(|| simulation.checkpoint());
    let mut output = BufWriter::new(stdout());
    while simulation.progress().tick < to && simulation.tick() {
        let changes = camera.take(&mut simulation);
        let mut line = json!({
            "tick": changes.tick,
            "phase": phase.to_string(),
            "said": changes.describe(scene.grid),
            "changes": changes.in_words(camera.picture()),
        });
        if let Some(before) = &mut before {
            let state = simulation.changes_from(before);
            line["state"] = state.iter().map(ToString::to_string).collect();
        }
        writeln!(output, "{}", json_line(&line))?;
        phase = changes.phase;
    }
    output.flush()?;
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
