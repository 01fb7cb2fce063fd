//! Mistakes in scenes with ingredients from outside the crate: each is reported where it is.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mazetick::base::Position;
use mazetick::contest::Contest;
use mazetick::engine::{Build, TextFormat};
use mazetick::puzzles::Foot;
use mazetick::registry::expect::Perfect;
use mazetick::registry::{Measure, Registry, Value};
use mazetick::scene::{Board, Ingredient, Scene};
use serde::{Deserialize, Serialize};

use super::keys::Keys;
use super::registry;

const OPEN: &str = "grid: (rows: 2, columns: 3), text: Arrow, name: \"OPEN\"";
const FOOT: &str = "walk: Foot(from: (1, 1), to: (2, 3))";
const BEARER: &str = "walk: Bearer(from: (1, 1), to: (2, 3))";
const TREE: &str = "grid: (rows: 2, columns: 3), text: Lattice";

/// Reads a scene, and checks that its mistake is reported at this place.
#[track_caller]
fn assert_reported(fields: &str, place: &str, message: &str) {
    let text = format!("Scene({fields})");
    let error = registry().read(&text).expect_err(&text);
    let fault = &error.faults[0];
    let said = fault.message.split(" expected one of").next();
    assert_eq!((&text[fault.at.clone()], said), (place, Some(message)), "{text}");
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
        ("a second text format `Arrow`", &|it| _ = it.text(TextFormat::ARROW)),
        ("a second contest format `dice`", &|it| _ = it.contest(Contest::DICE)),
        ("a second expectation `Perfect`", &|it| _ = it.expectation::<Perfect>()),
        ("a second measure `moves`", &|it| _ = it.measure(measure("moves"))),
        ("a measure `seed`: the name is taken", &|it| _ = it.measure(measure("seed"))),
        ("a measure `a b`: expected letters, digits and `_`", &|it| _ = it.measure(measure("a b"))),
        ("a name `Two Words`: expected letters, digits and `_`", &|it| {
            it.add::<TwoWords>();
        }),
    ];
    for (message, add) in cases {
        let added = catch_unwind(AssertUnwindSafe(|| drop(Registry::standard().with(add))));
        let said = added.expect_err("it is refused").downcast::<String>().expect("a message");
        assert_eq!(*said, message);
    }
}

#[test]
fn rules_on_cells() {
    assert_reported(
        &format!("{OPEN}, {FOOT}, mudd: [(1, 1)]"),
        "mudd",
        "unknown field `mudd` of `Scene`, did you mean `mud`?",
    );
    assert_reported(
        &format!("{OPEN}, {FOOT}, mud: [(1, 1), (3, 1)]"),
        "(3, 1)",
        "mud[1]: (3, 1) is outside the grid, expected (1, 1) to (2, 3)",
    );
    assert_reported(
        &format!("{TREE}, generate: BinaryTree(north: 0.5), mud: [(1, 1)]"),
        "[(1, 1)]",
        "mud: mud, but no walk; expected a `walk`",
    );
    assert_reported(
        &format!("{OPEN}, {FOOT}, expect: [Cell(at: (1, 1), mudd: true)], mud: []"),
        "mudd",
        "unknown field `mudd` of `Cell`, did you mean `mud`?",
    );
    assert_reported(
        &format!("{OPEN}, {FOOT}, expect: [Cell(at: (1, 1), mud: true)]"),
        "true",
        "expect[0].mud: expects `mud`, but this scene has no `mud`",
    );
    assert_reported(
        &format!("{OPEN}, {FOOT}, one_way: {{(1, 1): \"SN\"}}"),
        "(1, 1)",
        "one_way[(1, 1)]: N of (1, 1) is the border, expected a side within",
    );
    assert_reported(
        &format!("{OPEN}, {FOOT}, one_way: {{(1, 1): \"SX\"}}"),
        "SX",
        "found `SX`, expected sides, some of N, S, W and E",
    );
    assert_reported(
        &format!("{OPEN}, {FOOT}, one_way: {{(4, 1): \"S\"}}"),
        "(4, 1)",
        "one_way[(4, 1)]: (4, 1) is outside the grid, expected (1, 1) to (2, 3)",
    );
}

#[test]
fn walks_with_keys() {
    assert_reported(
        &format!("{OPEN}, {BEARER}, keys: {{(1, 2): 3}}"),
        "(1, 2)",
        "keys[(1, 2)]: found key 3, expected 0 to 2",
    );
    assert_reported(
        &format!("{OPEN}, {BEARER}, keys: {{}}, gates: {{(0, 2): 0}}"),
        "(0, 2)",
        "gates[(0, 2)]: (0, 2) is outside the grid, expected (1, 1) to (2, 3)",
    );
    assert_reported(
        &format!("{OPEN}, {FOOT}, gates: {{(1, 2): 1}}"),
        "{(1, 2): 1}",
        "gates: keys or gates, but no walk that uses them; expected a `Bearer` walk",
    );
    assert_reported(
        &format!("{OPEN}, {BEARER}"),
        "Bearer(from: (1, 1), to: (2, 3))",
        "walk: a bearer needs `keys`, expected them in this scene",
    );
    assert_reported(
        &format!("{OPEN}, keys: {{}}, walk: Baerer(from: (1, 1), to: (2, 3))"),
        "Baerer",
        "unknown name `Baerer`, did you mean `Bearer`?",
    );
    assert_reported(
        &format!("{OPEN}, keys: {{}}, walk: Bearer(form: (1, 1), to: (2, 3))"),
        "form",
        "unknown field `form` of `Bearer`, did you mean `from`?",
    );
}

#[test]
fn generators_texts_and_expectations() {
    assert_reported(
        "grid: (rows: 2, columns: 2), text: Boxx",
        "Boxx",
        "unknown name `Boxx`, did you mean `Box`?",
    );
    assert_reported(
        &format!("{TREE}, generate: BinaryTree(north: 1.5)"),
        "1.5",
        "generate.north: a chance of 1.5, expected at least 0 and below 1",
    );
    assert_reported(
        &format!("{TREE}, generate: BinaryTree(nroth: 0.5)"),
        "nroth",
        "unknown field `nroth` of `BinaryTree`, expected `north`",
    );
    assert_reported(
        &format!("{TREE}, generate: BinaryTreee(north: 0.5)"),
        "BinaryTreee",
        "unknown name `BinaryTreee`, did you mean `BinaryTree`?",
    );
    assert_reported(
        &format!("grid: (rows: 2, columns: 3), text: Box, {FOOT}"),
        "Box",
        "text: `Box` draws walls: add `generate` or `walls`",
    );
    assert_reported(
        &format!("{OPEN}, {FOOT}, expect: [Bend(5)]"),
        "Bend",
        "unknown name `Bend`, did you mean `Bends`?",
    );
    assert_reported(
        &format!("{TREE}, generate: BinaryTree(north: 0.5), expect: [Bends(5)]"),
        "Bends(5)",
        "expect[0]: expects a route, but this scene has no `walk`",
    );
}

#[test]
fn a_position_stands_in_a_map_once() {
    let text = format!("Scene({OPEN}, {FOOT}, one_way: {{(1, 1): \"S\", (1, 1): \"E\"}})");
    let error = registry().read(&text).expect_err("a position twice");
    assert_eq!(error.faults[0].message, "found (1, 1) twice, expected it once");
}

/// Walks on foot ignore keys, but not mud and doors.
#[test]
fn rules_for_key_bearers_only_say_so() {
    let foot = Foot { from: Position::new(1, 1), to: Position::new(2, 2) };
    let keys = Keys(Board::from_iter([(Position::new(1, 2), 0)]));
    let scene = Scene::new(2, 2).named("FOOT").drawn(TextFormat::ARROW).with(foot).with(keys);
    let error = scene.checked().expect_err("no walker has keys");
    assert_eq!(
        error.to_string(),
        "keys: keys or gates, but no walk that uses them; expected a `Bearer` walk"
    );
}
