//! Sidewinder: a generator that works on a row at a time. `cargo run --example sidewinder`.
//!
//! In every row but the first, a run of cells grows to the east; where it ends, by chance or at the
//! border, one of its cells, drawn with equal odds, opens to the north. The first row is one run
//! (Jamis Buck, *Mazes for Programmers*, 2015, chapter 2).

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::base::chance::Chance;
use mazetick::base::wall::Segments;
use mazetick::prelude::*;
use serde::{Deserialize, Serialize};

/// A sidewinder maze: `generate: Sidewinder`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sidewinder;

/// Its state: the next cell, and the first of its run. A component of the maze.
#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
pub struct Run {
    next: u32,
    first: u32,
}

/// Adds the generator.
pub fn plugin(registry: &mut Registry) {
    registry.add::<Sidewinder>();
}

impl Ingredient for Sidewinder {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "Sidewinder";
    const ROLE: Role = Role::Walls;

    fn build(world: &mut Build<'_>) {
        world
            .walls()
            .chance()
            .state::<Run>("sidewinder")
            .on_begin(begin)
            .stage(wind);
    }
}

fn begin(_: InRef<Sidewinder>, mut run: Single<&mut Run>, mut walls: Walls<&'static mut Wall>) {
    **run = Run::default();
    walls.columns().fill(Wall::STANDING);
}

/// Visits a cell in each of the ticks that are left.
fn wind(
    maze: Single<(&Grid, &mut Progress, &mut Run, &mut Chance)>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (&grid, mut progress, mut run, mut chance) = maze.into_inner();
    let (segments, walls) = (Segments::new(grid), walls.columns());
    while progress.ticks_left() > 0 && (run.next as usize) < grid.cells() {
        let at = grid.position(run.next.into());
        let is_last = !grid.leads(at, Heading::E);
        if is_last || (at.row > 1 && chance.below(2) == 0) {
            if at.row > 1 {
                let cell = run.first + chance.below(run.next - run.first + 1);
                walls[segments.beside(cell.into(), Heading::N)] = Wall::OPEN;
            }
            run.first = run.next + 1;
        } else {
            walls[segments.beside(run.next.into(), Heading::E)] = Wall::OPEN;
        }
        run.next += 1;
        progress.pass(1);
    }
    if run.next as usize == grid.cells() {
        progress.end_stage();
    }
}

/// A walk through a small one.
pub(crate) const SCENE: &str = "Scene(
    seed: 4,
    grid: (rows: 4, columns: 7),
    generate: Sidewinder,
    walk: Foot(from: (4, 1), to: (1, 7)),
    text: Lattice,
    expect: [Perfect],
)
";

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let mut simulation = Simulation::new(&registry.read(SCENE)?)?;
    assert_eq!(simulation.advance(28), 28);
    assert_eq!(simulation.progress().phase, Phase::Walk);
    assert!(simulation.passages().are_perfect());
    print!("{}", simulation.text());
    Ok(())
}
