//! A walk whose walker holds something from the start.

use mazetick::base::walker::Start;
use mazetick::engine::search::Admits;
use mazetick::prelude::*;
use mazetick::puzzles::Foot;
use serde::{Deserialize, Serialize};

use super::keys::{Key, WithKeys};
use super::registry;

/// A walker that has every key from the start, and can enter where no other may.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Janitor;

impl Ingredient for Janitor {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Janitor";
    const ROLE: Role = Role::Walk;

    fn start(&self) -> Option<Start> {
        let (from, to) = (Position::new(2, 2), Position::new(2, 4));
        Some(Start {
            from: from.into(),
            to: to.into(),
            held: 0b111,
            ..Start::default()
        })
    }

    fn build(world: &mut Build<'_>) {
        world.column::<Key>("keys").walk::<WithKeys>().rule(lock);
    }
}

fn lock(mut cells: Cells<&'static mut Admits>) {
    for entry in cells.columns() {
        entry.close_all_but(1 << 0b111);
    }
}

#[test]
fn what_a_walker_holds_from_the_start_opens_gates() {
    let registry = registry().with(|registry| {
        registry.add::<Janitor>();
    });
    let text = r#"Scene(name: "A", grid: (rows: 2, columns: 4), walk: Janitor, text: Arrow)"#;
    let scene = registry.read(text).expect("a legal scene");
    let mut simulation = Simulation::new(&scene).expect("a small world");
    simulation.tick();
    assert!(
        simulation
            .walkers()
            .iter()
            .all(|walker| walker.held == 0b111)
    );
    assert_eq!(simulation.run(), Outcome::Solved { moves: 2 });
}

/// A walk whose gait has no use for what its start holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Laden(Foot);

impl Ingredient for Laden {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Laden";
    const ROLE: Role = Role::Walk;

    fn start(&self) -> Option<Start> {
        self.0.start().map(|start| Start { held: 7, ..start })
    }

    fn build(world: &mut Build<'_>) {
        Foot::build(world);
    }
}

#[test]
fn a_gait_that_holds_nothing_begins_with_nothing() {
    let (from, to) = (Position::new(1, 1), Position::new(1, 3));
    let scene = Scene::new(1, 3).named("A").drawn(TextFormat::ARROW);
    let mut laden = Simulation::new(&scene.clone().with(Laden(Foot {
        from: from.into(),
        to: to.into(),
    })))
    .expect("legal");
    let mut light = Simulation::new(&scene.with(Foot {
        from: from.into(),
        to: to.into(),
    }))
    .expect("legal");
    assert_eq!((laden.tick(), light.tick()), (true, true));
    assert_eq!(laden.walkers(), light.walkers());
}
