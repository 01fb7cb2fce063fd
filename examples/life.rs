//! Conway's Game of Life: a world that goes on without a walk. `cargo run --example life`.
//!
//! Its ticks are those of the walk's phase, which a part of its own keeps going: `lasts`, and
//! `end_part`. (Martin Gardner, *Mathematical Games*, Scientific American 223, October 1970.)

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::prelude::*;
use serde::{Deserialize, Serialize};

/// Living cells, and for how many ticks: `life: (cells: [(2, 1), (2, 2), (2, 3)], ticks: 7)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Life {
    /// The cells that live at first.
    pub cells: Vec<Position>,
    /// The number of ticks.
    pub ticks: u64,
}

/// Whether a cell lives. A component of every cell.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Alive(pub bool);

/// How many of its neighbours do: a buffer.
#[derive(Component, Clone, Copy, Default, Serialize)]
pub struct Neighbours(u8);

/// The number of ticks left. A component of the maze.
#[derive(Component, Clone, Copy, Default, Serialize)]
pub struct Left(u64);

/// Adds the Game of Life.
pub fn plugin(registry: &mut Registry) {
    registry.add::<Life>();
}

impl Ingredient for Life {
    const FIELD: &'static str = "life";

    fn check(&self, check: &mut Check<'_>) {
        check.all_inside([SceneStep::Field("cells")], &self.cells);
        if self.ticks == 0 {
            check.error([SceneStep::Field("ticks")], "no ticks, expected at least 1");
        }
    }

    fn build(world: &mut Build<'_>) {
        world
            .column::<Alive>("life")
            .cells::<Neighbours>()
            .state::<Left>("left");
        world
            .on_begin(sow)
            .lasts()
            .each_tick(Phase::Walk, (count, live).chain());
    }
}

fn sow(
    InRef(life): InRef<Life>,
    mut left: Single<&mut Left>,
    mut cells: Cells<&'static mut Alive>,
) {
    **left = Left(life.ticks);
    let (grid, alive) = cells.grid_and_columns();
    alive.fill(Alive(false));
    life.cells
        .iter()
        .for_each(|&at| alive[grid.index(at)] = Alive(true));
}

fn count(mut cells: Cells<(&'static Alive, &'static mut Neighbours)>) {
    let (grid, (alive, neighbours)) = cells.grid_and_columns();
    for (at, count) in grid.positions().zip(neighbours) {
        let rows = (at.row - 1..=at.row + 1)
            .flat_map(|row| (at.column - 1..=at.column + 1).map(move |it| (row, it)));
        let around = rows.map(|(row, column)| Position::new(row, column));
        let living = around.filter(|&it| it != at && grid.contains(it) && alive[grid.index(it)].0);
        *count = Neighbours(living.map(|_| 1).sum());
    }
}

fn live(
    maze: Single<(&mut Left, &mut Progress)>,
    mut cells: Cells<(&'static Neighbours, &'static mut Alive)>,
) {
    let (neighbours, alive) = cells.columns();
    for (neighbours, alive) in neighbours.iter().zip(alive) {
        alive.0 = neighbours.0 == 3 || (alive.0 && neighbours.0 == 2);
    }
    let (mut left, mut progress) = maze.into_inner();
    left.0 -= 1;
    if left.0 == 0 {
        progress.end_part(Outcome::Ended("lived"));
    }
}

/// A row of three turns over and over.
pub(crate) const SCENE: &str = "Scene(
    grid: (rows: 5, columns: 5),
    life: (cells: [(3, 2), (3, 3), (3, 4)], ticks: 7),
    expect: [\"ticks = 7\"],
)
";

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let mut simulation = Simulation::new(&registry.read(SCENE)?)?;
    assert_eq!(simulation.run(), Outcome::Ended("lived"));
    let lives = |&at: &Position| simulation.get(at) == Some(&Alive(true));
    let living: Vec<Position> = simulation.grid().positions().filter(lives).collect();
    assert_eq!(
        living,
        [(2, 3), (3, 3), (4, 3)].map(|(row, column)| Position::new(row, column))
    );
    Ok(())
}
