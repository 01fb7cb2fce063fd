//! Keys and gates: a walker with its own state. `cargo run --example keys`.
//!
//! The search is breadth first over cells and poses. A pose is everything that distinguishes
//! walkers on the same cell; here it is the set of keys that a walker holds: three keys, so eight
//! poses. A [`Gait`] defines the poses, what a step does, and the way back.
//!
//! - `HOLDS`: the keys of a walker are the bits of [`Walker::held`], copied and digested with it.
//! - `CLASSED`: rules distinguish walkers by a number from 0 to 7, here the set of keys; the rule
//!   of the gates, [`lock`], closes a cell for the classes that lack its key.
//! - `Reads`: a step reads the keys on the cells, so the search passes it that column.
//! - The way back from a pose stores the heading of the step, and whether a key was picked up:
//!   eight ways back.

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::base::end::End;
use mazetick::base::walker::Start;
use mazetick::engine::search::{Admits, Lead};
use mazetick::prelude::*;
use mazetick::scene::Board;
use serde::{Deserialize, Serialize};

/// The keys of a scene, 0 to 2, by their cells: `keys: {(1, 5): 0}`. There may be several of a
/// kind. A key that is picked up stays there for others, as walkers are alternatives of a single
/// walk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Keys(pub Board<u8>);

/// The gates of a scene, by their cells, each with the key that opens it: `gates: {(3, 3): 0}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Gates(pub Board<u8>);

/// A walk that picks up the keys on the cells that it enters: `walk: Bearer(from: (1, 1), to: (3,
/// 3))`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bearer {
    /// Where it starts, with no key.
    pub from: End,
    /// Its goal.
    pub to: End,
}

/// The key on a cell, as a bit. A component of every cell of a maze with keys.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Key(u8);

/// The key that a cell requires, as a bit. A component of every cell of a maze with gates.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Gate(u8);

/// Adds keys, gates, and walkers that pick up keys.
pub fn plugin(registry: &mut Registry) {
    registry.add::<Keys>().add::<Gates>().add::<Bearer>();
}

/// On foot with keys: eight poses.
pub struct WithKeys;

impl Gait for WithKeys {
    type Trail = Trail<4>;
    type Reads = &'static Key;
    type OfMaze = ();
    const POSES: usize = 8;
    const WAYS: u8 = 8;
    const CLASSED: bool = true;
    const HOLDS: bool = true;

    #[allow(clippy::cast_possible_truncation)] // there are eight
    fn posed(pose: usize) -> Walker {
        Walker {
            held: pose as u16,
            ..Walker::default()
        }
    }

    fn pose(walker: Walker) -> usize {
        usize::from(walker.held & 7)
    }

    #[allow(clippy::cast_possible_truncation)] // there are eight
    fn class(walker: Walker) -> u8 {
        walker.held as u8
    }

    fn step(walker: Walker, to: Heading, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        let there = ground.step(walker, to);
        Some(Walker {
            held: walker.held | u16::from(ground.cells[there.cell].0),
            ..there
        })
    }

    fn way_back(from: Walker, to: Heading, there: Walker, _: &Ground<Self, impl Lead>) -> u8 {
        to as u8 | u8::from(from.held != there.held) << 2
    }

    fn back(here: Walker, way: u8, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        let picked_up = if way & 4 == 4 {
            ground.cells[here.cell].0
        } else {
            0
        };
        let before = ground.back(here, Heading::from_bits(way))?;
        Some(Walker {
            held: here.held & !u16::from(picked_up),
            ..before
        })
    }
}

impl Ingredient for Bearer {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Bearer";
    const ROLE: Role = Role::Walk;

    fn check(&self, check: &mut Check<'_>) {
        check.check_ends(&self.from, &self.to);
        if !check.scene().may_have::<Keys>() {
            check.error([], "a bearer needs `keys`, expected them in this scene");
        }
    }

    fn start(&self) -> Option<Start> {
        Some(Start {
            from: self.from.clone(),
            to: self.to.clone(),
            ..Start::default()
        })
    }

    fn build(world: &mut Build<'_>) {
        world.walk::<WithKeys>();
    }
}

impl Ingredient for Keys {
    const FIELD: &'static str = "keys";

    fn check(&self, check: &mut Check<'_>) {
        check_board(&self.0, check);
    }

    fn build(world: &mut Build<'_>) {
        world
            .board::<Key>("keys")
            .on_begin(lay)
            .counted("key", |key: &Key| usize::from(key.0 > 0));
    }
}

impl Ingredient for Gates {
    const FIELD: &'static str = "gates";

    fn check(&self, check: &mut Check<'_>) {
        check_board(&self.0, check);
    }

    fn build(world: &mut Build<'_>) {
        world.board::<Gate>("gates").on_begin(hang).rule(lock);
        world.counted("gate", |gate: &Gate| usize::from(gate.0 > 0));
    }
}

/// Reports keys and gates without a use, and invalid ones.
fn check_board(board: &Board<u8>, check: &mut Check<'_>) {
    if !check.scene().may_have::<Bearer>() {
        check.error(
            [],
            "keys or gates, but no walk that uses them; expected a `Bearer` walk",
        );
    }
    board.check_inside(check);
    for &(at, key) in board.iter().filter(|&&(_, key)| key > 2) {
        check.error(
            [SceneStep::Key(at)],
            format!("found key {key}, expected 0 to 2"),
        );
    }
}

/// Writes the keys of the scene into the cells.
fn lay(InRef(board): InRef<Keys>, mut cells: Cells<&'static mut Key>) {
    let (grid, keys) = cells.grid_and_columns();
    keys.fill(Key(0));
    board
        .0
        .iter()
        .for_each(|&(at, key)| keys[grid.index(at)] = Key(1 << key));
}

/// Writes the gates of the scene into the cells.
fn hang(InRef(board): InRef<Gates>, mut cells: Cells<&'static mut Gate>) {
    let (grid, gates) = cells.grid_and_columns();
    gates.fill(Gate(0));
    board
        .0
        .iter()
        .for_each(|&(at, key)| gates[grid.index(at)] = Gate(1 << key));
}

/// The rule: a walker needs its key to enter a gate.
fn lock(mut cells: Cells<(&'static Gate, &'static mut Admits)>) {
    let (gates, entry) = cells.columns();
    for (gate, entry) in gates.iter().zip(entry) {
        let holders = (0..8).filter(|held| held & gate.0 == gate.0);
        entry.close_all_but(holders.fold(0, |classes, held| classes | 1 << held));
    }
}

/// To the left for the first key, up for the second, then to the right.
pub(crate) const SCENE: &str = r#"Scene(
    name: "KEYS",
    grid: (rows: 2, columns: 4),
    keys: {
        (1, 2): 1,
        (2, 1): 0,
    },
    gates: {
        (1, 2): 0,
        (1, 3): 1,
        (2, 3): 1,
    },
    walk: Bearer(from: (2, 2), to: (2, 4)),
    text: Arrow,
    expect: [Solved(moves: 6)],
)
"#;

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let mut simulation = Simulation::new(&registry.read(SCENE)?)?;
    simulation.tick();
    let held: Vec<u16> = simulation
        .walkers()
        .iter()
        .map(|walker| walker.held)
        .collect();
    assert_eq!(held, [0b001]); // the way up is locked, the way to the left leads to key 0
    assert_eq!(simulation.run(), Outcome::Solved { moves: 6 });
    print!("{}", simulation.text());
    Ok(())
}
