//! Mud, which cannot be entered: your own rule. `cargo run --example mud`.
//!
//! An ingredient is a type, here [`MudBoard`], that defines everything about it: its field in
//! scenes, how it is parsed (by serde) and printed, when it is valid, and what a world with it has.
//! Three things make this one a rule:
//!
//! - a component of every cell, [`Mud`]. What its `Serialize` says is digested;
//! - a system that fills it when a maze begins, [`spill`];
//! - a system that closes ways before the first step of a walk, [`mire`]. The search reads which
//!   ways are open and knows no rules, and rules only close ways: mud combines with walls, signs,
//!   dice and other ingredients.
//!
//! Its contest format is in `mud/contest.rs`.
//!
//! The look of mud is defined here, too: [`LOOK`]. And `why` gives the reason shown to a player who
//! walks by hand and tries to enter mud. `WORDS` are the rules that sheets and pages print.
//!
//! Your own crate needs `bevy_ecs` as a dependency too: `derive(Component)` wants it by name.

#[path = "mud/contest.rs"]
mod contest;

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::engine::search::Leads;
use mazetick::picture::ink::Ink;
use mazetick::picture::look::{Depth, Look, Place};
use mazetick::picture::shape::Form;
use mazetick::prelude::*;
use mazetick::registry::CellFacet;
use serde::{Deserialize, Serialize};

/// The muddy cells of a scene: `mud: [(2, 3), (2, 4)]`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MudBoard(pub Vec<Position>);

/// Whether a cell is muddy. A component of every cell of a maze with mud.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Mud(pub bool);

/// Adds mud: the board, an expectation of cells, and a contest format.
pub fn plugin(registry: &mut Registry) {
    registry
        .add::<MudBoard>()
        .facet(CellFacet::of::<Mud>("mud", "mud"))
        .contest(Contest::of::<contest::MudContest>());
}

impl Ingredient for MudBoard {
    const FIELD: &'static str = "mud";
    const WORDS: &'static [(&'static str, &'static str)] =
        &[("mud", "No step leads into mud {mud}.")];

    fn check(&self, check: &mut Check<'_>) {
        if !check.scene().has_walk() {
            check.error([], "mud, but no walk; expected a `walk`");
        }
        check.all_inside([], &self.0);
    }

    fn build(world: &mut Build<'_>) {
        world
            .board::<Mud>("mud")
            .on_begin(spill)
            .rule(mire)
            .why(|_| "Mud blocks the way.".to_owned());
        world.look::<Mud>(&LOOK, |mud| mud.0.into());
        world.counted("muddy cell", |mud: &Mud| usize::from(mud.0));
    }
}

/// The look of mud, in pictures and as text: brown, with bubbles.
static LOOK: Look = Look {
    shapes: |_, pen| {
        pen.fill_cell(Ink::Own(&[[176, 137, 104], [92, 66, 46], [176, 176, 176]]));
        for (x, y, r) in [(38.0, 44.0, 9.0), (80.0, 36.0, 6.0), (66.0, 82.0, 12.0)] {
            pen.line(Form::Circle { x, y, r }, Ink::Text, 3.0);
        }
    },
    letters: |_, letters| letters.fill('~', Ink::Text),
    legend: &[("~", "mud")],
    ..Look::new("mud", Place::Cells(1), Depth::Ground)
};

/// Writes the mud into the cells. Worlds are reused: the cells still hold the last maze.
fn spill(InRef(board): InRef<MudBoard>, mut cells: Cells<&'static mut Mud>) {
    let (grid, mud) = cells.grid_and_columns();
    mud.fill(Mud(false));
    board
        .0
        .iter()
        .for_each(|&at| mud[grid.index(at)] = Mud(true));
}

/// The rule: no step leads into a muddy cell, from a neighbour, over an edge or through a portal.
fn mire(mut cells: Cells<(&'static Mud, Option<&'static Leads>, &'static mut Exits)>) {
    let (grid, (mud, leads, exits)) = cells.grid_and_columns();
    Exits::close_into(exits, grid, leads, |there| mud[there].0);
}

/// A walk around the mud.
pub(crate) const SCENE: &str = r#"Scene(
    name: "MUD",
    grid: (rows: 3, columns: 4),
    mud: [(1, 2), (2, 2)],
    walk: Foot(from: (2, 1), to: (2, 4)),
    text: Arrow,
    expect: [Solved(moves: 5), Cell(at: (2, 2), mud: true, claims: 0), Cell(at: (3, 2), mud: false)],
)
"#;

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let mut simulation = Simulation::new(&registry.read(SCENE)?)?;
    assert_eq!(simulation.run(), Outcome::Solved { moves: 5 });
    let text = simulation.text();
    assert_eq!(text, "MUD\n  (2,1) (3,1) (3,2) (3,3) (2,3) (2,4)\n");
    print!("{text}");
    Ok(())
}
