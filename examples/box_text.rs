//! Box-drawing characters: your own text format. `cargo run --example box_text`.
//!
//! A format has a name in scenes, defines what it needs, and creates a system that appends its
//! drawing to a text. The type of that system ensures that it only reads. Every world that has what
//! the format needs can be drawn in it, whatever its ingredients.

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::base::route::Route;
use mazetick::base::wall::Segments;
use mazetick::engine::text::Need;
use mazetick::prelude::*;

/// Walls as lines, `•` in the squares of the shortest route: `text: Box`.
pub const BOX: TextFormat = TextFormat {
    name: "Box",
    needs: Need::Walls,
    drawing: || Box::new(IntoSystem::into_system(draw)),
};

/// Adds the format.
pub fn plugin(registry: &mut Registry) {
    registry.text(BOX);
}

/// The characters where up to four walls meet, by the sum of 1 for a wall to the north, 2 south, 4
/// west, 8 east.
const JOINTS: [char; 16] = [
    ' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼',
];

/// Draws the lattice line by line, each with the squares below it.
fn draw(
    InMut(text): InMut<String>,
    maze: Single<(&Grid, Option<&Route>)>,
    mut walls: Walls<&'static Wall>,
) {
    let (&grid, route) = maze.into_inner();
    let mut is_on_route = vec![false; grid.cells()];
    route
        .map_or(&[][..], Route::cells)
        .iter()
        .for_each(|&cell| is_on_route[cell] = true);
    let lattice = Lattice {
        grid,
        segments: Segments::new(grid),
        walls: walls.columns(),
    };
    let (rows, columns) = (grid.rows as usize, grid.columns as usize);
    for row in 0..=rows {
        for column in 0..=columns {
            text.push(lattice.joint(row, column));
            if column < columns {
                text.push_str(if lattice.across(row, column) {
                    "───"
                } else {
                    "   "
                });
            }
        }
        text.push('\n');
        for column in (0..=columns).take_while(|_| row < rows) {
            text.push(if lattice.down(row, column) {
                '│'
            } else {
                ' '
            });
            if column < columns {
                text.push_str(if is_on_route[row * columns + column] {
                    " • "
                } else {
                    "   "
                });
            }
        }
        text.push_str(if row < rows { "\n" } else { "" });
    }
}

/// The walls by their places on the lattice, whose lines are counted from 0.
struct Lattice<'a> {
    grid: Grid,
    segments: Segments,
    walls: &'a [Wall],
}

impl Lattice<'_> {
    /// Whether a wall leads east from this point.
    fn across(&self, row: usize, column: usize) -> bool {
        let is_inside = column < self.grid.columns as usize;
        is_inside && self.walls[self.segments.horizontal(row, column)].stands
    }

    /// Whether a wall leads south from this point.
    fn down(&self, row: usize, column: usize) -> bool {
        let is_inside = row < self.grid.rows as usize;
        is_inside && self.walls[self.segments.vertical(row, column)].stands
    }

    /// The character at this point.
    fn joint(&self, row: usize, column: usize) -> char {
        let north = row > 0 && self.down(row - 1, column);
        let west = column > 0 && self.across(row, column - 1);
        let walls = [
            north,
            self.down(row, column),
            west,
            self.across(row, column),
        ];
        JOINTS[walls
            .into_iter()
            .enumerate()
            .map(|(bit, stands)| usize::from(stands) << bit)
            .sum::<usize>()]
    }
}

/// A walk through a carved maze.
pub(crate) const SCENE: &str = r#"Scene(
    grid: (rows: 2, columns: 3),
    generate: Johnny(start: (2, 1), commands: "U R R D L"),
    walk: Foot(from: (2, 1), to: (2, 3)),
    text: Box,
    expect: [Text("
┌───────────┐
│ •   •   • │
│   ┌───╴   │
│ • │     • │
└───┴───────┘
")],
)
"#;

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let mut simulation = Simulation::new(&registry.read(SCENE)?)?;
    simulation.run();
    // Any world with walls can be drawn in it, whatever the format of its scene.
    assert_eq!(simulation.draw(BOX), Some(simulation.text()));
    print!("{}", simulation.text());
    Ok(())
}
