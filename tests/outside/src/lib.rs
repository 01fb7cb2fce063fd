//! Cliffs: cells that cannot be entered from the south.

use bevy_ecs::prelude::*;
use mazetick::prelude::*;
use serde::{Deserialize, Serialize};

/// The cells with a cliff at their south side: `cliffs: [(1, 2)]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
struct Cliffs(Vec<Position>);

/// Whether a cell has a cliff at its south side.
#[derive(Component, Clone, Copy, Default, Serialize)]
struct Cliff(bool);

/// The standard ingredients, and cliffs.
pub fn registry() -> Registry {
    Registry::standard().with(|registry| drop(registry.add::<Cliffs>()))
}

impl Ingredient for Cliffs {
    const FIELD: &'static str = "cliffs";

    fn check(&self, check: &mut Check<'_>) {
        for (place, &at) in self.0.iter().enumerate() {
            check.inside([SceneStep::Index(place)], at);
            if at.row == check.grid().rows {
                let message = format!("no cell is below {at}, expected a cell above another");
                check.error([SceneStep::Index(place)], message);
            }
        }
    }

    fn build(world: &mut Build<'_>) {
        world
            .board::<Cliff>("cliffs")
            .on_begin(place_cliffs)
            .rule(drop_off);
        world.counted("clifftop", |cliff: &Cliff| cliff.0.into());
    }
}

fn place_cliffs(InRef(cliffs): InRef<Cliffs>, mut cells: Cells<&'static mut Cliff>) {
    let (grid, column) = cells.grid_and_columns();
    column.fill(Cliff(false));
    cliffs
        .0
        .iter()
        .for_each(|&at| column[grid.index(at)] = Cliff(true));
}

/// The rule: a walker below a cliff cannot go north.
fn drop_off(mut cells: Cells<(&'static Cliff, &'static mut Exits)>) {
    let (grid, (cliffs, exits)) = cells.grid_and_columns();
    let below = &mut exits[grid.columns as usize..];
    for (exits, _) in below.iter_mut().zip(cliffs).filter(|(_, cliff)| cliff.0) {
        exits.close(Heading::N);
    }
}
