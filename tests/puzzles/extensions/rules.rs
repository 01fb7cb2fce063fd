//! Rules in worlds without the components that they query: the scene is refused, at the field that
//! adds the rule.

use bevy_ecs::prelude::*;
use mazetick::base::{Heading, Headings, Outcome, Wall};
use mazetick::engine::search::{Admits, Turns};
use mazetick::engine::{Build, Cells, Exits, Walls};
use mazetick::puzzles::dice::Number;
use mazetick::puzzles::theseus::Pursuit;
use mazetick::registry::Registry;
use mazetick::scene::{Ingredient, Simulation};
use serde::{Deserialize, Serialize};

/// A field without a value of its own, and its rule.
macro_rules! rule {
    ($name:ident, $field:literal, $rule:expr) => {
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        struct $name(bool);

        impl Ingredient for $name {
            const FIELD: &'static str = $field;

            fn build(world: &mut Build<'_>) {
                world.rule($rule);
            }
        }
    };
}

rule!(NoLeft, "no_left", |mut cells: Cells<&'static mut Turns>| {
    for turns in cells.columns() {
        turns.close_all_but(
            Heading::N,
            [Heading::N, Heading::E].into_iter().collect::<Headings>(),
        );
    }
});
rule!(NoSixes, "no_sixes", |mut cells: Cells<
    &'static mut Admits,
>| {
    cells
        .columns()
        .iter_mut()
        .for_each(|entry| entry.close_all_but(0b011_1111));
});
rule!(ByNumbers, "by_numbers", |mut cells: Cells<(
    &'static Number,
    &'static mut Exits
)>| {
    let _ = cells.columns();
});
rule!(
    ByWalls,
    "by_walls",
    |mut cells: Cells<&'static mut Exits>, mut walls: Walls<&'static Wall>| {
        let _ = (cells.columns(), walls.columns().len());
    }
);
rule!(Polite, "polite", |mut cells: Cells<
    Option<&'static mut Turns>,
>| {
    assert!(cells.columns().is_none(), "no walker has a heading");
});
rule!(Escape, "escape", |_: Single<&'static Pursuit>| panic!(
    "not a pursuit"
));

fn registry() -> Registry {
    Registry::standard().with(|registry| {
        registry
            .add::<NoLeft>()
            .add::<NoSixes>()
            .add::<ByNumbers>()
            .add::<ByWalls>();
        registry.add::<Polite>().add::<Escape>();
    })
}

const FOOT: &str = "walk: Foot(from: (1, 1), to: (1, 2))";

fn scene(field: &str, rest: &str) -> String {
    format!("Scene(name: \"A\", grid: (rows: 1, columns: 2), {field}: (true), {rest}, text: Arrow)")
}

#[test]
fn a_rule_with_missing_components_is_refused_at_its_field() {
    let headed = "it needs a walker with a heading: choose another `walk`";
    let classed = "it needs a die, or another walker of classes: choose another `walk`";
    let numbers = "it reads a component of cells that no ingredient of this scene adds";
    let walls = "it reads walls, expected a scene with `generate`, `walls` or `blocked`";
    for (field, message) in [
        ("no_left", headed),
        ("no_sixes", classed),
        ("by_numbers", numbers),
        ("by_walls", walls),
    ] {
        let text = scene(field, FOOT);
        let error = registry().read(&text).expect_err(&text);
        let [fault] = &error.faults[..] else {
            panic!("{error}")
        };
        assert_eq!(
            (&text[fault.at.clone()], &fault.message),
            ("(true)", &format!("{field}: {message}"))
        );
    }
}

#[test]
fn a_rule_with_all_its_components_is_applied() {
    let arrow = |heading| {
        format!(
            "signs: {{(1, 2): \"{heading}LR\"}}, walk: Arrow(from: (1, 1), heading: E, to: (1, 1))"
        )
    };
    for (rest, field) in [
        (arrow('E').as_str(), "no_left"),
        (FOOT, "polite"),
        (FOOT, "escape"),
    ] {
        let scene = registry().read(&scene(field, rest)).expect("a legal scene");
        let mut simulation = Simulation::new(&scene).expect("a small world");
        assert_ne!(simulation.run(), Outcome::Unfinished);
    }
}
