//! Ingredients from outside the crate: those of the examples, alone and combined with the standard
//! ones, support everything that the standard ones support.

mod contest;
mod counted;
mod gaits;
mod held;
mod mistakes;
#[allow(unreachable_pub)] // it is a program of its own
#[path = "../../examples/own_program.rs"]
pub(crate) mod own_program;
mod plain_versions;
mod refusals;
mod rules;

use std::error::Error;

use crate::steps::run_in_any_order;
use mazetick::base::{Heading, Outcome};
use mazetick::picture::film::Film;
use mazetick::picture::{self, Theme};
use mazetick::registry::Registry;
use mazetick::scene::{CheckedScene, Simulation};
use mazetick::tools::{Play, Record};
use own_program::{binary_tree, box_text, keys, mud, one_way, portals, registry, slots, turns};

/// All of them at once, combined with signs and a die, for which they were not designed.
const MIXED: [&str; 2] = [
    r#"Scene(
        seed: 5, grid: (rows: 6, columns: 7), generate: BinaryTree(north: 0.4),
        keys: {(1, 1): 0, (6, 7): 2}, gates: {(1, 4): 0}, mud: [(6, 1)], one_way: {(2, 2): "N"},
        walk: Bearer(from: (6, 4), to: (1, 7)), text: Box, expect: [Bends(7), "walls = 56"],
    )"#,
    r#"Scene(
        name: "MIXED", grid: (rows: 2, columns: 3), generate: BinaryTree(north: 0.0), mud: [(1, 1)],
        numbers: [[-1, -1, -1], [-1, -1, -1]], signs: {(2, 2): "EF", (2, 3): "EL"}, one_way: {(2, 1): "E"},
        walk: Dice(from: (2, 1), top: 5, front: 1, heading: E, to: (2, 3)), text: Box,
        expect: [Cell(at: (1, 1), mud: true, one_way: "", number: -1)],
    )"#,
];

/// An ingredient brings its words, and a table replaces them like all others.
#[test]
fn words_from_outside_are_in_the_table() {
    let rules = scene(mud::SCENE).rules();
    let (_, english) = rules.iter().find(|word| word.0 == "mud").expect("a rule");
    let table = registry().words().to_string();
    assert!(table.contains(&format!("mud: {english:?}")), "{table}");

    let words = registry().read_words("Words(mud: \"Kein Schritt führt in Schlamm.\")");
    let words = words.expect("a table");
    assert_eq!(words.get("mud"), Some("Kein Schritt führt in Schlamm."));
    let without_mud = Registry::standard().read_words("Words(mud: \"Schlamm\")");
    assert!(without_mud.is_err());
}

fn scenes() -> impl Iterator<Item = &'static str> {
    let own = [
        mud::SCENE,
        one_way::SCENE,
        keys::SCENE,
        binary_tree::SCENE,
        box_text::SCENE,
    ];
    own.into_iter()
        .chain([portals::SCENE, slots::SCENE, turns::SCENE])
        .chain(MIXED)
}

fn scene(text: &str) -> CheckedScene {
    registry()
        .read(text)
        .unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

fn simulation(text: &str) -> Simulation {
    Simulation::new(&scene(text)).expect("a legal scene")
}

#[test]
fn the_examples_run() -> Result<(), Box<dyn Error>> {
    mud::main()?;
    one_way::main()?;
    keys::main()?;
    binary_tree::main()?;
    box_text::main()?;
    portals::main()?;
    slots::main()?;
    turns::main()
}

#[test]
fn expectations_hold_or_report_what_was_found() {
    let mut there = None;
    for text in scenes() {
        let trial = registry().test(text, &mut there).expect("a scene");
        assert!(trial.expectations > 0);
        let failures: Vec<_> = trial
            .failures
            .iter()
            .map(|it| it.message.as_str())
            .collect();
        let expected: &[&str] = if text == turns::SCENE {
            &["expected 3, found 4"]
        } else {
            &[]
        };
        assert_eq!(failures, expected, "{text}");
    }
    for (expected, message) in [
        (
            "Cell(at: (2, 2), mud: false)",
            "(2, 2) has mud: true, not mud: false",
        ),
        (
            "Cell(at: (2, 3), mud: true)",
            "(2, 3) has mud: false, not mud: true",
        ),
    ] {
        let text = mud::SCENE.replace("Solved(moves: 5)", expected);
        let trial = registry().test(&text, &mut there).expect("a scene");
        assert_eq!(trial.failures[0].message, message);
    }
}

#[test]
fn scenes_are_printed_as_they_are_read() {
    for text in scenes() {
        let scene = scene(text);
        let printed = scene.to_ron();
        assert_eq!(registry().read(&printed).as_ref(), Ok(&scene), "{printed}");
        let again = registry().read(&printed).map(|scene| scene.to_ron());
        assert_eq!(again, Ok(printed));
    }
}

#[test]
fn a_world_goes_on_from_any_of_its_checkpoints() {
    for text in scenes() {
        let mut ticked = simulation(text);
        let mut whole = simulation(text);
        whole.run();
        loop {
            let mut branch = ticked.branch();
            let here = ticked.digests();
            assert_eq!(branch.digests(), here);
            assert_eq!(branch.run(), whole.outcome());
            assert_eq!(
                (branch.digests(), branch.text()),
                (whole.digests(), whole.text())
            );
            branch
                .rewind(&ticked.checkpoint())
                .expect("a checkpoint of a branch");
            assert_eq!(branch.digests(), here);
            if !ticked.tick() {
                break;
            }
        }
        let record = Record::of(&scene(text), None).expect("a record").to_ron();
        assert!(registry().read_record(&record).is_ok());
        // A program without these ingredients refuses it.
        let unknown = Registry::standard().read_record(&record).is_err();
        assert_eq!(unknown, text != turns::SCENE, "{record}");
    }
}

/// The last three are others without mud, gates and doors.
#[test]
fn worlds_are_the_same_in_any_steps_and_after_any_other() {
    let clean = mud::SCENE
        .replace("mud: [(1, 2), (2, 2)]", "mud: []")
        .replace("mud: true", "mud: false");
    let open = keys::SCENE
        .replace("(1, 2): 1,", "")
        .replace("(1, 3): 1,", "");
    let doors = one_way::SCENE.replace("(2, 3): \"NW\",", "");
    let scenes = scenes()
        .map(scene)
        .chain([clean, open, doors].map(|text| scene(&text)));
    run_in_any_order(&mut scenes.collect::<Vec<_>>());
}

#[test]
fn they_keep_the_laws() {
    for text in scenes() {
        assert_eq!(
            registry().prove(&scene(text)).expect("a world"),
            [],
            "{text}"
        );
    }
}

/// Whatever redirects the step, and however its ingredient is called.
#[test]
fn no_step_leads_into_mud() {
    for (redirected, toward) in [
        ("", Heading::E),
        ("wrap: Rows,", Heading::W),
        ("portals: {(3, 1): (2, 2)},", Heading::S),
    ] {
        let text = format!(
            "Scene(grid: (rows: 3, columns: 4), mud: [(2, 2), (2, 4)], {redirected} \
             walk: Foot(from: (2, 1), to: (2, 3)))"
        );
        assert_eq!(
            simulation(&text).run(),
            Outcome::Solved { moves: 4 },
            "{text}"
        );
        let mut play = Play::new(&scene(&text)).expect("a walk by hand");
        let refusal = play.go(toward).expect_err("mud").to_string();
        assert_eq!(refusal, "Mud blocks the way.", "{text}");
    }
}

#[test]
fn the_digest_covers_the_whole_state() {
    for (text, one, other, part) in [
        (mud::SCENE, "(1, 2), (2, 2)", "(1, 2)", "mud"),
        (one_way::SCENE, "\"NS\"", "\"N\"", "one_way"),
        (keys::SCENE, "(2, 1): 0", "(2, 1): 2", "keys"),
        (keys::SCENE, "(2, 3): 1", "(2, 4): 1", "gates"),
        (binary_tree::SCENE, "0.5", "0.25", "binary_tree"),
        (binary_tree::SCENE, "seed: 3", "seed: 4", "chance"),
    ] {
        assert!(text.contains(one));
        let (mut a, mut b) = (simulation(text), simulation(&text.replace(one, other)));
        let (a, b) = (a.digests(), b.digests());
        assert_eq!(a.differences(&b).collect::<Vec<_>>(), [part], "{other}");
    }
    let mut walk = simulation(keys::SCENE);
    let before = walk.digests();
    walk.tick();
    let after = walk.digests();
    let changed: Vec<_> = before.differences(&after).collect();
    assert_eq!(changed, ["claims", "progress", "walkers"]);
}

#[test]
fn added_components_are_drawn() {
    let mut simulation = simulation(mud::SCENE);
    simulation.tick();
    let picture = simulation.picture();
    let text = picture::text(&picture, false);
    let expected = "\
+   +   +   +   +
  o  ~~~
+   +   +   +   +
   S ~~~       G
+   +   +   +   +
  o
+   +   +   +   +

S start, G goal
o walker
~ mud
";
    assert_eq!(text, expected);
    for (theme, colour) in [
        (Theme::Light, "#b08968"),
        (Theme::Dark, "#5c422e"),
        (Theme::Print, "#b0b0b0"),
    ] {
        let drawn = picture::svg(&picture, theme);
        assert_eq!(drawn.matches(colour).count(), 1, "{drawn}");
    }
    let film = Film::new(&mut self::simulation(mud::SCENE), 10);
    assert_eq!(film.picture(1), picture);
}

#[test]
fn stats_name_their_counts() {
    for (text, stats) in [
        (mud::SCENE, "2 muddy cells, 0 states"),
        (one_way::SCENE, "5 one-way doors, 0 states"),
        (keys::SCENE, "3 gates, 2 keys, 0 states"),
        (binary_tree::SCENE, "38 walls, 0 states"),
    ] {
        assert_eq!(simulation(text).stats().to_string(), stats);
    }
}
