//! The binary tree: your own generator. `cargo run --example binary_tree`.
//!
//! Every cell in grid order opens its north or its west wall at random; on the north and west
//! border only one of them is inside, and the first cell opens none. So every cell but the first
//! has one way toward the first cell, and the maze is perfect (Jamis Buck, *Mazes for Programmers*,
//! 2015, chapter 2, there with north and east).
//!
//! A generator is a stage: a system that does as many ticks as [are left](Progress::ticks_left), reports
//! them by [`Progress::pass`], and calls [`Progress::end_stage`] at its end. A tick is a cell. It must make
//! sure that `advance(n)` leaves the same world as `n` single ticks: all its state is in [`Tree`],
//! a component of the maze entity, and all random choices are made by [`Chance`]. Walls and
//! `Chance` are digested anyway; the generator adds a system that digests its state.

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::base::chance::{Chance, Odds};
use mazetick::base::grid::CellIndex;
use mazetick::base::wall::Segments;
use mazetick::prelude::*;
use serde::{Deserialize, Serialize};

/// A binary tree: `generate: BinaryTree(north: 0.5)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BinaryTree {
    /// The probability, at least 0 and below 1, that a cell with the choice opens its north wall.
    pub north: f64,
}

/// The state of the generator. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, Serialize)]
pub struct Tree {
    north: Odds,
    /// The index of the next cell, in grid order.
    next: usize,
}

/// Adds the binary tree.
pub fn plugin(registry: &mut Registry) {
    registry.add::<BinaryTree>();
}

impl Ingredient for BinaryTree {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "BinaryTree";
    const ROLE: Role = Role::Walls;

    fn check(&self, check: &mut Check<'_>) {
        if !(0.0..1.0).contains(&self.north) {
            let message = format!(
                "a chance of {}, expected at least 0 and below 1",
                self.north
            );
            check.error([SceneStep::Field("north")], message);
        }
    }

    fn build(world: &mut Build<'_>) {
        world
            .walls()
            .chance()
            .state::<Tree>("binary_tree")
            .on_begin(begin)
            .stage(grow);
    }
}

/// Raises every wall.
fn begin(
    InRef(scene): InRef<BinaryTree>,
    mut tree: Single<&mut Tree>,
    mut walls: Walls<&'static mut Wall>,
) {
    **tree = Tree {
        north: Odds::new(scene.north),
        next: 0,
    };
    walls.columns().fill(Wall::STANDING);
}

/// Carves a cell in each of the ticks that are left.
fn grow(
    maze: Single<(&Grid, &mut Progress, &mut Tree, &mut Chance)>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (&grid, mut progress, mut tree, mut chance) = maze.into_inner();
    let segments = Segments::new(grid);
    let walls = walls.columns();
    let left = (grid.cells() - tree.next) as u64;
    let ticks = progress.ticks_left().min(left);
    for _ in 0..ticks {
        let cell = CellIndex::new(tree.next);
        let at = grid.position(cell);
        let open = match (grid.leads(at, Heading::N), grid.leads(at, Heading::W)) {
            (true, true) if chance.happens(tree.north) => Some(Heading::N),
            (_, true) => Some(Heading::W),
            (true, false) => Some(Heading::N),
            (false, false) => None,
        };
        if let Some(side) = open {
            walls[segments.beside(cell, side)] = Wall::OPEN;
        }
        tree.next += 1;
    }
    progress.pass(ticks);
    if ticks == left {
        progress.end_stage();
    }
}

/// A walk through a small tree.
pub(crate) const SCENE: &str = r#"Scene(
    seed: 3,
    grid: (rows: 3, columns: 5),
    generate: BinaryTree(north: 0.5),
    walk: Foot(from: (3, 5), to: (1, 1)),
    text: Lattice,
    expect: [Perfect, At(15, ["walkers = 1"]), Solved(moves: 6)],
)
"#;

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let mut simulation = Simulation::new(&registry.read(SCENE)?)?;
    assert_eq!(simulation.advance(15), 15);
    assert_eq!(simulation.progress().phase, Phase::Walk);
    // Every step of the route leads north or west: two rows and four columns.
    assert_eq!(simulation.run(), Outcome::Solved { moves: 6 });
    print!("{}", simulation.text());
    Ok(())
}
