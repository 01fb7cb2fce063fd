//! Mud that dries while a walk goes on: a column that changes each tick, and the rule that reads it.
//! `cargo run --example drying_mud`.

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::engine::search::Leads;
use mazetick::prelude::*;
use mazetick::scene::Board;
use serde::{Deserialize, Serialize};

/// Muddy cells, each with the tick of the walk after which it is dry: `drying: {(1, 2): 3}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Drying(pub Board<u8>);

/// For how many ticks a cell stays muddy. A component of every cell.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Wet(pub u8);

/// Adds drying mud.
pub fn plugin(registry: &mut Registry) {
    registry.add::<Drying>();
}

impl Ingredient for Drying {
    const FIELD: &'static str = "drying";

    fn check(&self, check: &mut Check<'_>) {
        self.0.check_inside(check);
    }

    fn build(world: &mut Build<'_>) {
        world
            .column::<Wet>("drying")
            .on_begin(spill)
            .rule(mire)
            .each_tick(Phase::Walk, dry);
    }
}

fn spill(InRef(board): InRef<Drying>, mut cells: Cells<&'static mut Wet>) {
    let (grid, wet) = cells.grid_and_columns();
    wet.fill(Wet(0));
    board
        .0
        .iter()
        .for_each(|&(at, ticks)| wet[grid.index(at)] = Wet(ticks));
}

/// The rule: what is wet cannot be left, nor entered. It runs before every tick of the walk, as
/// [`dry`] writes what it reads.
fn mire(mut cells: Cells<(&'static Wet, Option<&'static Leads>, &'static mut Exits)>) {
    let (grid, (wet, leads, exits)) = cells.grid_and_columns();
    Exits::close_into(exits, grid, leads, |there| wet[there].0 > 0);
    for (exits, _) in exits.iter_mut().zip(wet).filter(|(_, wet)| wet.0 > 0) {
        for heading in Heading::ALL {
            exits.close(heading);
        }
    }
}

fn dry(mut cells: Cells<&'static mut Wet>) {
    cells
        .columns()
        .iter_mut()
        .for_each(|wet| wet.0 = wet.0.saturating_sub(1));
}

/// The way through the middle is dry when the walker comes there.
pub(crate) const SCENE: &str = r#"Scene(
    name: "DRYING",
    grid: (rows: 2, columns: 4),
    drying: {(1, 2): 9, (2, 2): 9, (1, 3): 1},
    walk: Foot(from: (1, 4), to: (2, 3)),
    text: Arrow,
    expect: [Solved(moves: 2)],
)
"#;

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let mut simulation = Simulation::new(&registry.read(SCENE)?)?;
    assert_eq!(simulation.run(), Outcome::Solved { moves: 2 });
    assert_eq!(simulation.get(Position::new(1, 2)), Some(&Wet(7)));
    print!("{}", simulation.text());
    Ok(())
}
