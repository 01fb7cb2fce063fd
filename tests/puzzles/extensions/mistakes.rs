//! Mistakes in scenes with ingredients from outside the crate: each is reported where it is.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mazetick::base::Position;
use mazetick::contest::Contest;
use mazetick::engine::{Build, TextFormat};
use mazetick::puzzles::Foot;
use mazetick::registry::Registry;
use mazetick::registry::expect::Perfect;
use mazetick::registry::measure::{Measure, Value};
use mazetick::scene::{Board, Ingredient, Scene};
use serde::{Deserialize, Serialize};

use super::keys::Keys;
use super::registry;
use crate::says::assert_says;

const OPEN: &str = "grid: (rows: 2, columns: 3), text: Arrow, name: \"OPEN\"";
const FOOT: &str = "walk: Foot(from: (1, 1), to: (2, 3))";
const BEARER: &str = "walk: Bearer(from: (1, 1), to: (2, 3))";
const TREE: &str = "grid: (rows: 2, columns: 3), text: Lattice";

/// Reads a scene, and checks that its mistake is reported at this place, by these words.
#[track_caller]
fn assert_reported(fields: &str, place: &str, words: &str) {
    let text = format!("Scene({fields})");
    let error = registry().read(&text).expect_err(&text);
    let fault = &error.faults[0];
    assert_eq!(&text[fault.at.clone()], place, "{text}");
    assert_says(&fault.message, words);
}

/// An ingredient whose name is no word.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct TwoWords;

impl Ingredient for TwoWords {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Two Words";

    fn build(_: &mut Build<'_>) {}
}

/// Adds something.
type Add<'a> = &'a dyn Fn(&mut Registry);

/// Duplicate names, and names that cannot be written in a scene, are refused when they are added.
#[test]
fn names_are_taken_once() {
    let measure = |name| Measure::number(name, "", |_| Value::Empty);
    let cases: [(&str, Add<'_>); 7] = [
        ("second format `Arrow`", &|it| {
            _ = it.text(TextFormat::ARROW)
        }),
        ("second contest `dice`", &|it| _ = it.contest(Contest::DICE)),
        ("second expectation `Perfect`", &|it| {
            _ = it.expectation::<Perfect>()
        }),
        ("second measure `moves`", &|it| {
            _ = it.measure(measure("moves"))
        }),
        ("measure `seed` taken", &|it| {
            _ = it.measure(measure("seed"))
        }),
        ("measure `a b` letters digits `_`", &|it| {
            _ = it.measure(measure("a b"))
        }),
        ("`Two Words` letters digits `_`", &|it| {
            it.add::<TwoWords>();
        }),
    ];
    for (words, add) in cases {
        let added = catch_unwind(AssertUnwindSafe(|| drop(Registry::standard().with(add))));
        let said = added
            .expect_err("it is refused")
            .downcast::<String>()
            .expect("a message");
        assert_says(&said, words);
    }
}

/// An ingredient whose name and field a standard one has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SecondFoot;

impl Ingredient for SecondFoot {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Foot";

    fn build(_: &mut Build<'_>) {}
}

/// An ingredient that serde reads by another name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Limp")]
struct Hop;

impl Ingredient for Hop {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Hop";

    fn build(_: &mut Build<'_>) {}
}

/// A name that can't be added is an error with both types in its message, and the registry stays as it was.
#[test]
fn names_that_cannot_be_added_are_errors() {
    let mut registry = Registry::standard().clone();

    let error = registry.try_add::<SecondFoot>().expect_err("Foot is taken");
    assert_says(&error.to_string(), "SecondFoot `walk: Foot` foot::Foot");
    let error = registry.try_add::<Hop>().expect_err("serde reads Limp");
    assert_says(&error.to_string(), "Hop `Hop` `Limp`");
    let error = registry.try_add::<TwoWords>().expect_err("no word");
    assert_says(&error.to_string(), "`Two Words`");

    assert_eq!(
        registry.words().to_string(),
        Registry::standard().words().to_string()
    );
    let scene = format!("Scene({OPEN}, {FOOT})");
    assert!(registry.read(&scene).is_ok(), "{scene}");
}

#[test]
fn rules_on_cells() {
    assert_reported(
        &format!("{OPEN}, {FOOT}, mudd: [(1, 1)]"),
        "mudd",
        "mudd Scene mud",
    );
    assert_reported(
        &format!("{OPEN}, {FOOT}, mud: [(1, 1), (3, 1)]"),
        "(3, 1)",
        "mud[1] (3, 1) outside (1, 1) (2, 3)",
    );
    assert_reported(
        &format!("{TREE}, generate: BinaryTree(north: 0.5), mud: [(1, 1)]"),
        "[(1, 1)]",
        "mud walk",
    );
    assert_reported(
        &format!("{OPEN}, {FOOT}, expect: [Cell(at: (1, 1), mudd: true)], mud: []"),
        "mudd",
        "mudd Cell mud",
    );
    assert_reported(
        &format!("{OPEN}, {FOOT}, expect: [Cell(at: (1, 1), mud: true)]"),
        "true",
        "expect[0].mud mud",
    );
    assert_reported(
        &format!("{OPEN}, {FOOT}, one_way: {{(1, 1): \"SN\"}}"),
        "(1, 1)",
        "one_way[(1, 1)] N (1, 1) border",
    );
    assert_reported(
        &format!("{OPEN}, {FOOT}, one_way: {{(1, 1): \"SX\"}}"),
        "SX",
        "SX N S W E",
    );
    assert_reported(
        &format!("{OPEN}, {FOOT}, one_way: {{(4, 1): \"S\"}}"),
        "(4, 1)",
        "one_way[(4, 1)] (4, 1) outside (1, 1) (2, 3)",
    );
}

#[test]
fn walks_with_keys() {
    assert_reported(
        &format!("{OPEN}, {BEARER}, keys: {{(1, 2): 3}}"),
        "(1, 2)",
        "keys[(1, 2)] 3 0 2",
    );
    assert_reported(
        &format!("{OPEN}, {BEARER}, keys: {{}}, gates: {{(0, 2): 0}}"),
        "(0, 2)",
        "gates[(0, 2)] (0, 2) outside (1, 1) (2, 3)",
    );
    assert_reported(
        &format!("{OPEN}, {FOOT}, gates: {{(1, 2): 1}}"),
        "{(1, 2): 1}",
        "gates Bearer",
    );
    assert_reported(
        &format!("{OPEN}, {BEARER}"),
        "Bearer(from: (1, 1), to: (2, 3))",
        "walk keys",
    );
    assert_reported(
        &format!("{OPEN}, keys: {{}}, walk: Baerer(from: (1, 1), to: (2, 3))"),
        "Baerer",
        "Baerer Bearer",
    );
    assert_reported(
        &format!("{OPEN}, keys: {{}}, walk: Bearer(form: (1, 1), to: (2, 3))"),
        "form",
        "form Bearer from",
    );
}

#[test]
fn generators_texts_and_expectations() {
    assert_reported(
        "grid: (rows: 2, columns: 2), text: Boxx",
        "Boxx",
        "Boxx Box",
    );
    assert_reported(
        &format!("{TREE}, generate: BinaryTree(north: 1.5)"),
        "1.5",
        "generate.north 1.5 0 1",
    );
    assert_reported(
        &format!("{TREE}, generate: BinaryTree(nroth: 0.5)"),
        "nroth",
        "nroth BinaryTree north",
    );
    assert_reported(
        &format!("{TREE}, generate: BinaryTreee(north: 0.5)"),
        "BinaryTreee",
        "BinaryTreee BinaryTree",
    );
    assert_reported(
        &format!("grid: (rows: 2, columns: 3), text: Box, {FOOT}"),
        "Box",
        "text Box generate walls",
    );
    assert_reported(
        &format!("{OPEN}, {FOOT}, expect: [Bend(5)]"),
        "Bend",
        "Bend Bends",
    );
    assert_reported(
        &format!("{TREE}, generate: BinaryTree(north: 0.5), expect: [Bends(5)]"),
        "Bends(5)",
        "expect[0] walk",
    );
}

#[test]
fn a_position_stands_in_a_map_once() {
    let text = format!("Scene({OPEN}, {FOOT}, one_way: {{(1, 1): \"S\", (1, 1): \"E\"}})");
    let error = registry().read(&text).expect_err("a position twice");
    assert_says(&error.faults[0].message, "(1, 1) twice");
}

/// Walks on foot ignore keys, but not mud and doors.
#[test]
fn rules_for_key_bearers_only_say_so() {
    let foot = Foot {
        from: Position::new(1, 1).into(),
        to: Position::new(2, 2).into(),
    };
    let keys = Keys(Board::from_iter([(Position::new(1, 2), 0)]));
    let scene = Scene::new(2, 2)
        .named("FOOT")
        .drawn(TextFormat::ARROW)
        .with(foot)
        .with(keys);
    let error = scene.checked().expect_err("no walker has keys");
    assert_says(&error.to_string(), "keys: `Bearer`");
}
