//! Cells, tick by tick, in a scene from a file: `cargo run --example cells`.

use std::error::Error;
use std::fs;

use mazetick::prelude::*;
use mazetick::puzzles::johnny::Unvisited;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/johnny/sample-2.ron");

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let scene = Scene::from_ron(&fs::read_to_string(FILE)?)?;
    let mut simulation = Simulation::new(&scene)?;
    let start = Position::new(2, 1);
    let unvisited =
        |simulation: &Simulation, at| simulation.get::<Unvisited>(at).map(|it| it.headings());

    // Cells have components. `Unvisited` has the headings of unvisited neighbours.
    let from_start = unvisited(&simulation, start).ok_or("the start is a cell")?;
    assert_eq!(from_start.to_string(), "NSE");

    // The first command is "R". It visits the neighbour in the east.
    assert!(simulation.tick());
    let from_start = unvisited(&simulation, start).ok_or("the start is a cell")?;
    assert_eq!(from_start.to_string(), "NS");

    // A query over all cells, in grid order: which have a visited neighbour in the west?
    let mut cells = simulation
        .world()
        .try_query::<(&Position, &Unvisited)>()
        .ok_or("no such cells")?;
    let right_of_visited: Vec<_> = cells
        .iter(simulation.world())
        .filter(|(at, unvisited)| at.column > 1 && !unvisited.headings().contains(Heading::W))
        .map(|(&at, _)| at)
        .collect();
    assert_eq!(right_of_visited, [Position::new(2, 2), Position::new(2, 3)]);

    // Outside the grid there is no cell.
    assert!(simulation.cell(Position::new(4, 1)).is_none());

    // At the end every cell has been visited.
    assert_eq!(simulation.run(), Outcome::Built);
    for at in scene.grid.positions() {
        assert_eq!(
            unvisited(&simulation, at).map(Headings::len),
            Some(0),
            "{at}"
        );
    }
    Ok(())
}
