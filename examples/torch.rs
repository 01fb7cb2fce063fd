//! A walker whose torch burns down: a gait with a state of its own. `cargo run --example torch`.
//!
//! A pose is the number of steps for which the torch still burns, at most 15. In a cell with a lamp
//! it is lit anew; without light the walker stays where it is.

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::base::end::End;
use mazetick::base::walker::Start;
use mazetick::engine::search::{Lead, WideTrail};
use mazetick::prelude::*;
use mazetick::scene::Board;
use serde::{Deserialize, Serialize};

/// A walk with a torch that burns for 6 steps, past lamps, each with the steps for which it lights a
/// torch: `walk: Torch(from: (1, 1), to: (1, 9), lamps: {(2, 5): 9})`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Torch {
    /// Where it starts.
    pub from: End,
    /// Its goal.
    pub to: End,
    /// The lamps, 1 to 15 steps each.
    pub lamps: Board<u8>,
}

/// The steps for which the lamp of a cell lights a torch; 0 without one. A component of every cell.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Lamp(u8);

/// Adds walks with torches.
pub fn plugin(registry: &mut Registry) {
    registry.add::<Torch>();
}

/// Sixteen poses, and a way back for each pose and heading from which one was reached.
pub struct ByTorch;

impl Gait for ByTorch {
    type Trail = WideTrail<16>;
    type Reads = &'static Lamp;
    type OfMaze = ();
    const POSES: usize = 16;
    const WAYS: u8 = 64;
    const HOLDS: bool = true;

    fn posed(pose: usize) -> Walker {
        Walker {
            held: u16::try_from(pose).expect("16 poses"),
            ..Walker::default()
        }
    }

    fn pose(walker: Walker) -> usize {
        usize::from(walker.held)
    }

    fn step(walker: Walker, to: Heading, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        let there = ground.step(walker, to);
        let held = walker
            .held
            .checked_sub(1)?
            .max(ground.cells[there.cell].0.into());
        Some(Walker { held, ..there })
    }

    fn why(_: Walker, _: Heading) -> String {
        "The torch has burnt down.".to_owned()
    }

    fn way_back(from: Walker, to: Heading, _: Walker, _: &Ground<Self, impl Lead>) -> u8 {
        u8::try_from(from.held).expect("16 poses") << 2 | to as u8
    }

    fn back(here: Walker, way: u8, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        let before = ground.back(here, Heading::from_bits(way))?;
        Some(Walker {
            held: u16::from(way >> 2),
            ..before
        })
    }
}

impl Ingredient for Torch {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Torch";
    const ROLE: Role = Role::Walk;

    fn check(&self, check: &mut Check<'_>) {
        check.check_ends(&self.from, &self.to);
        check.within([SceneStep::Field("lamps")], |check| {
            self.lamps.check_inside(check);
        });
        for &(at, steps) in self
            .lamps
            .iter()
            .filter(|(_, steps)| !(1..16).contains(steps))
        {
            let message = format!("found {steps} steps, expected 1 to 15");
            check.error([SceneStep::Field("lamps"), SceneStep::Key(at)], message);
        }
    }

    fn start(&self) -> Option<Start> {
        Some(Start {
            from: self.from.clone(),
            to: self.to.clone(),
            held: 6,
            ..Start::default()
        })
    }

    fn build(world: &mut Build<'_>) {
        world
            .walk::<ByTorch>()
            .column::<Lamp>("lamps")
            .on_begin(hang);
    }
}

fn hang(InRef(torch): InRef<Torch>, mut cells: Cells<&'static mut Lamp>) {
    let (grid, column) = cells.grid_and_columns();
    column.fill(Lamp(0));
    torch
        .lamps
        .iter()
        .for_each(|&(at, steps)| column[grid.index(at)] = Lamp(steps));
}

/// The lamp is off the straight way, which is too long without it.
pub(crate) const SCENE: &str = r#"Scene(
    name: "TORCH",
    grid: (rows: 2, columns: 9),
    walk: Torch(from: (1, 1), to: (1, 9), lamps: {(2, 5): 9}),
    text: Arrow,
    expect: [Solved(moves: 10)],
)
"#;

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let mut simulation = Simulation::new(&registry.read(SCENE)?)?;
    assert_eq!(simulation.run(), Outcome::Solved { moves: 10 });
    assert!(simulation.route().contains(&Position::new(2, 5)));
    print!("{}", simulation.text());
    Ok(())
}
