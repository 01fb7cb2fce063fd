//! Finds the maze with the longest shortest route, and shows how dead ends depend on flips.

use std::error::Error;

use mazetick::prelude::*;
use mazetick::registry::measure::Value;
use mazetick::tools::sweep::{Best, Columns, Seeds, Setting, Summary, Sweep, Variant};

const MAZE: &str = "Scene(
    grid: (rows: 12, columns: 12),
    generate: Johnny(start: (12, 1)),
    walk: Foot(from: (12, 1), to: (1, 12)),
    text: Lattice,
)";

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard();
    let settings: [Setting; 1] = ["generate.flips=0,0.3".parse()?];
    let variants = Variant::all(&registry, "maze", MAZE, &settings)?;
    let columns = Columns::of(&registry, &variants, &settings);
    let mut columns = columns.showing(["seed", "moves", "dead_ends"])?;
    let mut summary = Summary::new(&mut columns)?;
    let sweep = Sweep::new(variants, Seeds::new(0, 200)?, columns)?;

    let (mut sweeper, mut longest) = (sweep.sweeper(), Best::new(1));
    for block in 0..sweep.blocks() {
        sweeper.block(block, |row| {
            summary.add(&row);
            let moves = row.cells[1].number();
            longest.add(row.cells[1], row.world, || (row.variant, row.seed, moves));
        })?;
    }

    // The best world can be run as a scene of its own, with the same result.
    let (variant, seed, moves) = longest.into_rows().next().expect("there are worlds");
    let scene = registry.read(&sweep.variants()[variant].seeded(seed))?;
    let mut simulation = Simulation::new(&scene)?;
    simulation.run();
    assert_eq!(Value::count(simulation.route().len() - 1).number(), moves);

    // Flips increase the number of dead ends.
    let means = summary
        .variants()
        .map(|(_, _, _, spreads)| spreads[1].mean());
    assert!(means.is_sorted() && sweep.worlds() == 400);
    Ok(())
}
