//! Worlds as data: the JSON of `run --json` and `draw --format json`.

use serde_json::{Value, json};

use crate::base::die::Orientation;
use crate::base::digest::Digest;
use crate::base::grid::CellIndex;
use crate::base::heading::Headings;
use crate::base::progress::Outcome;
use crate::base::walker::Start;
use crate::base::wall::Segments;
use crate::engine::agents::{Agent, Crew};
use crate::engine::maze::append_rows;
use crate::scene::simulation::Simulation;

use super::output::json_escaped;

/// The version of the whole of a world: raised when a name in it gets another meaning, or goes.
const VERSION: u32 = 1;

pub(super) fn counts(simulation: &mut Simulation, scene: &str, seed: u64) -> Value {
    let digest = simulation.digest();
    counts_with(digest, simulation, scene, seed)
}

fn counts_with(digest: Digest, simulation: &mut Simulation, scene: &str, seed: u64) -> Value {
    let progress = simulation.progress();
    let mut world = json!({
        "scene": scene,
        "seed": seed,
        "phase": progress.phase.to_string(),
        "ticks": progress.tick,
        "outcome": progress.outcome.word(),
    });
    if let Outcome::Solved { moves } = progress.outcome {
        world["moves"] = json!(moves);
    }
    if let Some(crew) = simulation.entity().get::<Crew>() {
        world["arrived"] = json!(crew.arrived);
    }
    for (what, count) in simulation.stats().iter() {
        world[format!("{what}s")] = json!(count);
    }
    world["maze"] = json!(simulation.maze_digest());
    world["digest"] = json!(digest);
    world
}

/// The line of a whole world: what is counted, the ends of its walk, its walkers, route and agents, and the
/// rows of what is on its cells.
pub(super) fn full_json(simulation: &mut Simulation, scene: &str, seed: u64) -> String {
    let grid = simulation.grid();
    let digests = simulation.digests();
    let mut world = counts_with(digests.combined(), simulation, scene, seed);
    world["version"] = json!(VERSION);
    world["digests"] = json!(digests);
    world["grid"] = json!(grid);
    if let Some(Start {
        from,
        to,
        heading,
        die,
        ..
    }) = simulation.entity().get().cloned()
    {
        (world["start"], world["goal"]) = (json!(from), json!(to));
        let lies = |die: Orientation| json!([die.top(), die.front()]);
        let walkers = simulation.walkers();
        world["walkers"] = walkers
            .iter()
            .map(|&it| json!(simulation.position(it)))
            .collect();
        if let Some(heading) = heading {
            world["heading"] = json!(heading);
            world["headings"] = walkers.iter().map(|it| json!(it.heading)).collect();
        }
        if let Some(die) = die {
            world["die"] = lies(die);
            world["dice"] = walkers.iter().map(|it| lies(it.die)).collect();
        }
        world["route"] = json!(simulation.route());
    }
    for (name, positions) in simulation.listed_positions() {
        world[name] = json!(positions);
    }
    if simulation.entity().contains::<Crew>() {
        let json_of = |(number, (kind, agent)): (u32, (&str, Agent))| {
            let to = (agent.to != CellIndex::NOWHERE).then(|| grid.position(agent.to));
            let at = grid.position(agent.cell);
            json!({"number": number, "kind": kind, "at": at, "to": to, "heading": agent.heading,
                "state": agent.state, "steps": agent.steps})
        };
        world["crew"] = (1..)
            .zip(simulation.agents_by_kind())
            .map(json_of)
            .collect();
    }
    let mut line = world.to_string().into_bytes();
    line.truncate(line.len() - b"}".len());
    line.extend_from_slice(b",\"cells\":{");
    if let Some(walls) = simulation.walls() {
        let segments = Segments::new(grid);
        let sides = grid
            .indices()
            .map(|cell| segments.walled_sides(cell, walls));
        let sides: Vec<Headings> = sides.collect();
        let rows: Vec<&[Headings]> = sides.chunks(grid.columns as usize).collect();
        append_rows(&mut line, "walls", &rows);
    }
    simulation.append_cells(&mut line);
    line.extend_from_slice(b"}}\n");
    json_escaped(String::from_utf8(line).expect("JSON is text"))
}
