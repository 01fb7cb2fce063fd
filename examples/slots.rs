//! Slots: a rule that depends on the walker and on the way. `cargo run --example slots`.

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::engine::search::Passes;
use mazetick::prelude::*;
use mazetick::scene::Board;
use serde::{Deserialize, Serialize};

/// Sides of squares through which a die rolls only with one number on top, 1 to 6:
/// `slots: {(1, 2): (toward: E, top: 3)}`.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Slots(pub Board<Slot>);

/// A slot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// Its side of the square. Dice come in through it with any number.
    pub toward: Heading,
    /// The number that a die has on top when it leaves through it.
    pub top: u8,
}

/// Adds slots.
pub fn plugin(registry: &mut Registry) {
    registry.add::<Slots>();
}

impl Ingredient for Slots {
    const FIELD: &'static str = "slots";

    fn check(&self, check: &mut Check<'_>) {
        self.0.check_inside(check);
        for &(at, Slot { top, .. }) in self.0.iter().filter(|(_, it)| !(1..=6).contains(&it.top)) {
            let place = [SceneStep::Key(at), SceneStep::Field("top")];
            check.error(place, format!("found {top}, expected 1 to 6"));
        }
    }

    fn build(world: &mut Build<'_>) {
        world.state::<Self>("slots").on_begin(begin);
        world
            .rule(close)
            .why(|_| "The slot lets only another number through.".to_owned());
    }
}

/// The slots are the same for all of the maze: they lie on its entity.
fn begin(InRef(slots): InRef<Slots>, mut of_maze: Single<&mut Slots>) {
    of_maze.clone_from(slots);
}

/// The rule: the class of a die is the number on top.
fn close(slots: Single<&Slots>, mut cells: Cells<&'static mut Passes>) {
    let (grid, passes) = cells.grid_and_columns();
    for &(at, Slot { toward, top }) in &slots.0 {
        let others = (0..8).filter(|&class| class != top);
        others.for_each(|class| passes[grid.index(at)].close(class, toward));
    }
}

/// With a 5 on top the die cannot go straight to its goal; around the corner it can.
pub(crate) const SCENE: &str = r#"Scene(
    name: "SLOTS",
    grid: (rows: 2, columns: 2),
    numbers: [[-1, -1], [-1, -1]],
    slots: {(1, 1): (toward: E, top: 1)},
    walk: Dice(from: (1, 1), top: 5, front: 1, to: (1, 2)),
    text: Arrow,
    expect: [Solved(moves: 3)],
)
"#;

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let mut simulation = Simulation::new(&registry.read(SCENE)?)?;
    assert_eq!(simulation.run(), Outcome::Solved { moves: 3 });
    print!("{}", simulation.text());
    Ok(())
}
