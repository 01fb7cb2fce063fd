//! One-way doors: sides of a cell where it can be left but not entered. `cargo run --example
//! one_way`.
//!
//! A rule like mud (`examples/mud.rs`), with a map as its board: [`Board`] parses, prints and
//! checks a map by positions, and errors point at its entries.

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::base::grid::CellIndex;
use mazetick::prelude::*;
use mazetick::registry::CellFacet;
use mazetick::scene::Board;
use mazetick::scene::craft::Craft;
use serde::{Deserialize, Serialize};

/// The doors of a scene: `one_way: {(2, 3): "NE"}` can be left to north and east, and not be
/// entered from there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Doors(pub Board<Headings>);

/// The sides with a door out of the cell. A component of every cell of a maze with doors.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OneWay(pub Headings);

/// Adds one-way doors.
pub fn plugin(registry: &mut Registry) {
    registry
        .add::<Doors>()
        .craft::<Doors>()
        .facet(CellFacet::of::<OneWay>("one_way", "one_way"));
}

impl Ingredient for Doors {
    const FIELD: &'static str = "one_way";

    fn check(&self, check: &mut Check<'_>) {
        if !check.scene().has_walk() {
            check.error([], "one-way doors, but no walk; expected a `walk`");
        }
        self.0.check_inside(check);
        let grid = check.grid();
        for &(at, sides) in self.0.iter().filter(|(at, _)| grid.contains(*at)) {
            if let Some(side) = sides.iter().find(|&side| !grid.leads(at, side)) {
                let message = format!("{side:?} of {at} is the border, expected a side within");
                check.error([SceneStep::Key(at)], message);
            }
        }
    }

    fn build(world: &mut Build<'_>) {
        world.board::<OneWay>("one_way").on_begin(hang).rule(shut);
        world.why(|_| "The door there opens from the other side.".to_owned());
        world.counted("one-way door", |doors: &OneWay| doors.0.len() as usize);
    }
}

/// Any side within the grid can have a door: so `mazetick make --change one_way` makes puzzles of them.
impl Craft for Doors {
    fn values(&self, grid: Grid) -> Vec<u32> {
        let places = (0..4 * grid.cells()).map(|place| door(grid, place));
        places
            .map(|(at, side)| if grid.leads(at, side) { 2 } else { 1 })
            .collect()
    }

    fn put(&mut self, grid: Grid, place: usize, value: u32) {
        let (at, side) = door(grid, place);
        let mut sides = self.0.get(at).copied().unwrap_or_default();
        if value == 1 {
            sides.insert(side);
        } else {
            sides.remove(side);
        }
        let others = self.0.iter().copied().filter(|&(other, _)| other != at);
        self.0 = others
            .chain((!sides.is_empty()).then_some((at, sides)))
            .collect();
    }
}

/// The cell and the side of a place.
fn door(grid: Grid, place: usize) -> (Position, Heading) {
    (
        grid.position(CellIndex::new(place / 4)),
        Heading::ALL[place % 4],
    )
}

/// Writes the doors of the scene into the cells.
fn hang(InRef(board): InRef<Doors>, mut cells: Cells<&'static mut OneWay>) {
    let (grid, doors) = cells.grid_and_columns();
    doors.fill(OneWay::default());
    board
        .0
        .iter()
        .for_each(|&(at, sides)| doors[grid.index(at)] = OneWay(sides));
}

/// The rule: a door cannot be entered from outside. Doors at the border have nothing to close.
fn shut(mut cells: Cells<(&'static OneWay, &'static mut Exits)>) {
    let (grid, (doors, exits)) = cells.grid_and_columns();
    for ((cell, at), doors) in grid.indices().zip(grid.positions()).zip(doors) {
        for side in doors.0.iter().filter(|&side| grid.leads(at, side)) {
            exits[grid.beside(cell, side)].close(side.opposite());
        }
    }
}

/// The doors of the goal lead out, except the one below.
pub(crate) const SCENE: &str = r#"Scene(
    name: "DOORS",
    grid: (rows: 3, columns: 3),
    one_way: {
        (1, 3): "W",
        (2, 2): "NS",
        (2, 3): "NW",
    },
    walk: Foot(from: (1, 1), to: (2, 3)),
    text: Arrow,
    expect: [Solved(moves: 5), Cell(at: (2, 3), one_way: "NW"), Cell(at: (1, 1), one_way: "")],
)
"#;

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let mut simulation = Simulation::new(&registry.read(SCENE)?)?;
    assert_eq!(simulation.run(), Outcome::Solved { moves: 5 });
    let text = simulation.text();
    assert_eq!(text, "DOORS\n  (1,1) (2,1) (3,1) (3,2) (3,3) (2,3)\n");
    print!("{text}");
    Ok(())
}
