//! Scenes of any kind: any text is read or reported, in any spelling, and what was read can be written again.

use mazetick::base::SceneStep;
use mazetick::base::report::FaultKind;
use mazetick::registry::Registry;
use mazetick::registry::expect::Text;
use mazetick::scene::expectation::Expectation;
use mazetick::scene::{Scene, Simulation};
use mazetick::tools::trial::Trial;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::committed::committed_scenes;
use crate::says::assert_says;
use crate::strategies::{changed, config, scene};

const SCENE: &str = r#"Scene(
    name: "x", // a comment
    seed: 7,
    grid: (rows: 2, columns: 2),
    generate: Johnny(start: (1, 1), flips: 0.5),
    numbers: [[1, 2], [-1, 0]],
    signs: { (1, 1): "NLF WR", (2, 2): "SF" },
    walk: Dice(from: (1, 1), top: 5, front: 1, heading: N, to: (2, 2)),
    text: Lattice,
    expect: [
        Perfect, At(3, ["walkers = 0", Cell(at: (1, 1), walls: "NW", claims: 0)]),
        Walker(at: (1, 1), top: 5), Digest("0123456789abcdef"), Text("
x"),
    ],
)
"#;

fn enter_scene(text: &str) {
    match Scene::from_ron(text) {
        Ok(scene) => assert_eq!(Scene::from_ron(&scene.to_ron()).as_ref(), Ok(&scene)),
        Err(error) => {
            assert!(!error.faults.is_empty());
            for fault in error.faults {
                assert!(
                    fault.at.start <= fault.at.end && fault.at.end <= text.len(),
                    "{fault:?}"
                );
                assert!(
                    text.get(fault.at.clone()).is_some(),
                    "not whole characters: {fault:?}"
                );
                assert!(!fault.message.is_empty());
            }
        }
    }
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn scenes_take_any_text(bytes in vec(any::<u8>(), 0..200)) {
        enter_scene(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn scenes_take_changed_text(bytes in changed(SCENE)) {
        enter_scene(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn scenes_survive_printing(scene in scene()) {
        prop_assert!(scene.clone().checked().is_ok());
        prop_assert_eq!(Scene::from_ron(&scene.to_ron()).unwrap(), scene);
    }
}

#[test]
fn scenes_take_text_cut_anywhere_and_any_byte_anywhere() {
    assert!(Scene::from_ron(SCENE).is_ok());
    for at in 0..SCENE.len() {
        enter_scene(&SCENE[..at]);
        for letter in ["\0", "(", ")", "\"", "/*", "é"] {
            enter_scene(&format!("{}{letter}{}", &SCENE[..at], &SCENE[at + 1..]));
        }
    }
}

/// The drawing that a scene expects, read from this literal.
fn expected_text(literal: &str) -> Expectation {
    let text = format!(
        "Scene(grid: (rows: 1, columns: 1), text: Lattice,
            generate: Mazing(pick: AnyWall), expect: [Text({literal})])"
    );
    enter_scene(&text);
    Scene::from_ron(&text).expect("a legal scene").expect[0].clone()
}

#[test]
fn drawings_have_plain_line_ends_in_any_string_literal() {
    for (literal, drawing) in [
        ("\"\r\r\n\"", ""),
        ("\"a\r\n\r\r\nb\r\"", "a\n\nb\r"),
        (r#""\r\n\r\r\n""#, "\n"),
        (r#""\r\r""#, "\r\r"),
        ("r#\"\n\"+\"\n\"#", "\"+\"\n"),
    ] {
        let expected = Expectation::from(Text(drawing.to_owned()));
        assert_eq!(expected_text(literal), expected, "{literal:?}");
    }
}

/// Scenes in rarely used RON syntax are read, and those that are not RON are reported.
#[test]
fn odd_spellings_are_read_or_reported() {
    let scene = |rows: &str, rest: &str| {
        format!(
            "Scene(grid: (rows: {rows}, columns: 1), text: Lattice,
                generate: Johnny(start: (1, 1){rest}"
        )
    };
    let plain = Scene::from_ron(&scene("2", "))")).expect("a legal scene");
    for (rows, rest) in [
        ("0x2", "))"),
        ("0b1_0", "))"),
        ("+2", "))"),
        ("2u32", "))"),
        ("2", ", flips: -0.0))"),
        ("2", ", flips: 0e9, commands: None,),)"),
        ("/* a /* b */ c */ 2", ")) // end"),
    ] {
        let text = scene(rows, rest);
        enter_scene(&text);
        assert_eq!(Scene::from_ron(&text).as_ref(), Ok(&plain), "{text}");
    }
    for (rows, rest, words) in [
        ("2.0", "))", "2.0 whole"),
        ("/* a /* b */ 2", "))", "*/ comment"),
        ("4294967296", "))", "4294967296 0 4294967295"),
        ("-2", "))", "-2 0 4294967295"),
        (
            "2",
            "), seed: 18446744073709551616)",
            "18446744073709551616 0 18446744073709551615",
        ),
        (
            "2",
            "), numbers: [[1, 2], /* a */ [-1, -0x1_00]])",
            "-0x1_00 1 6 0",
        ),
        ("0x1_0000_0000", "))", "0x1_0000_0000 0 4294967295"),
        ("2", "), jumps: [[-1]])", "-1 0 255"),
        ("2", "), seed: 1, seed: 1)", "second `seed`"),
        (
            "2",
            "), signs: {(1, 1): \"NL\", (1, 1): \"NL\"})",
            "(1, 1) twice",
        ),
    ] {
        let text = scene(rows, rest);
        enter_scene(&text);
        let error = Scene::from_ron(&text).expect_err("no legal scene");
        let messages: Vec<_> = error.faults.iter().map(|it| &*it.message).collect();
        assert_says(&messages.join("\n"), words);
    }
}

/// The number of failures whose expectation can be blessed.
fn blessable(trial: &Trial) -> usize {
    let failures = trial.failures.iter();
    failures.filter(|failure| failure.can_be_blessed()).count()
}

/// Blessing finds values in any spelling, and changes nothing else.
#[test]
fn odd_spellings_are_blessed() {
    let scene = |text: &str, digest: &str, end: &str| {
        format!(
            "#![enable(implicit_some)] (grid: (rows: 2, columns: 1), text: Lattice,
                generate: Mazing(pick: AnyWall), r#expect: [
                Text ( {text} , ), Digest(/* 1 */ {digest} /* 2 */), Holds({end},),
                At(0, [Text({text})])])"
        )
    };
    let text = scene(
        "r##\"\"#\"##",
        "\"0\\x30\\u{30}0000000000000\"",
        "\"ticks\\x20= 7\"",
    );
    let trial = Registry::standard()
        .test(&text, &mut None)
        .expect("a legal scene");
    assert_eq!(
        (trial.expectations, trial.failures.len(), blessable(&trial)),
        (4, 4, 4)
    );
    let blessed = Registry::standard()
        .bless(&text, &mut None)
        .expect("a scene");
    let digest = Simulation::new(&Scene::from_ron(&text).expect("a legal scene"))
        .map(|mut simulation| {
            simulation.run();
            simulation.digest()
        })
        .expect("a small world");
    let drawing = "\"\n+--+\n|  |\n+  +\n|  |\n+--+\n\"";
    let expected = scene(drawing, &format!("\"{digest}\""), "\"ticks = 0\"");
    assert_eq!((&blessed.text, blessed.values), (&expected, 4));
    let again = Registry::standard()
        .test(&blessed.text, &mut None)
        .expect("a legal scene");
    assert_eq!((again.expectations, again.failures.len()), (4, 0));
}

/// Whatever is wrong, what can be blessed is blessed at once: a second time changes nothing.
#[test]
fn one_blessing_mends_all() {
    const RATINGS: [&str; 5] = [
        "live: 7",
        "effort: 7.5",
        "holes: 0.25",
        "first: 7",
        "last: 7",
    ];
    const OTHERS: [&str; 3] = [
        "Perfect",
        "\"ticks = 99\", Digest(\"0123456789abcdef\")",
        "Text(\"\"), UniqueShortest",
    ];
    let registry = Registry::standard();
    for (chosen, others) in (0..1 << RATINGS.len()).zip(OTHERS.iter().cycle()) {
        let ratings = RATINGS
            .iter()
            .enumerate()
            .filter(|(place, _)| chosen >> place & 1 == 1);
        let ratings: Vec<_> = ratings.map(|(_, rating)| *rating).collect();
        let text = format!(
            "Scene(name: \"A\", grid: (rows: 2, columns: 2), walls: {{(1, 1): \"E\"}},
                walk: Foot(from: (1, 1), to: (1, 2)), text: Arrow,
                expect: [Unique({}), {others}, At(1, [Digest(\"0123456789abcdef\"), \"walkers = 7\"])])",
            ratings.join(", ")
        );
        let tried = |text: &str| registry.test(text, &mut None).expect("a legal scene");
        let bless = |text: &str| registry.bless(text, &mut None).expect("a legal scene");
        let (before, blessed) = (tried(&text), bless(&text));
        let after = tried(&blessed.text);
        assert_eq!(blessable(&after), 0, "{}", blessed.text);
        assert_eq!(blessed.trial, after);
        assert_eq!(
            after.failures.len() + blessable(&before),
            before.failures.len(),
            "{text}"
        );
        let again = bless(&blessed.text);
        assert_eq!((again.text, again.values), (blessed.text, 0));
        let wrong = before
            .failures
            .iter()
            .find(|it| it.path.0[1] == SceneStep::Index(0));
        let names = ratings.iter().filter_map(|rating| rating.split(':').next());
        for name in names {
            assert!(
                wrong.is_some_and(|it| it.message.contains(&format!("`{name}`"))),
                "{before:?}"
            );
        }
    }
}

/// Every number with a fraction is finite and not below 0, so that it is the same after printing.
#[test]
fn numbers_have_a_range() {
    let scene = |place: &str, number: &str| {
        let rest = place.replace("{}", number);
        format!("Scene(name: \"A\", grid: (rows: 2, columns: 2), text: Lattice, {rest})")
    };
    let foot = "walk: Foot(from: (1, 1), to: (1, 2)), generate: Kruskal";
    for place in [
        "generate: Johnny(start: (1, 1), flips: {})",
        "generate: GrowingTree(pick: Mixed({}))",
        "generate: Kruskal, braid: {}",
        "walk: Arrow(from: (1, 1), heading: N, to: (1, 2)), generate: Kruskal, signs: Random(also: {})",
        "walk: Dice(from: (1, 1), top: 5, front: 1, to: (1, 2)), generate: Kruskal, numbers: Random(wild: {})",
        "walk: Jump(from: (1, 1), to: (1, 2)), generate: Kruskal, jumps: Random(longest: 1, empty: {})",
        &format!("{foot}, expect: [Unique(effort: {{}})]"),
        &format!("{foot}, expect: [Unique(holes: {{}})]"),
    ] {
        enter_scene(&scene(place, "0.5"));
        let zeros = ["-0.0", "0"].map(|zero| Scene::from_ron(&scene(place, zero)));
        assert_eq!(
            zeros[0].as_ref().map(|scene| scene.to_ron()),
            zeros[1].as_ref().map(|scene| scene.to_ron())
        );
        for number in ["NaN", "-NaN", "inf", "-inf", "-1e-300", "1e300"] {
            let error = Scene::from_ron(&scene(place, number))
                .map(drop)
                .expect_err(place);
            assert_says(&error.to_string(), "0");
        }
    }
}

/// Attributes that name a type or a schema change nothing.
#[test]
fn notes_before_a_scene_are_ignored() {
    let plain = "Scene(grid: (rows: 2, columns: 3), generate: Kruskal, text: Lattice)";
    for notes in [
        "#![schema = \"./scene.schema.ron\"]\n",
        "#![type = \"Scene\"] // a\n#![enable(implicit_some)]#![ schema=r#\"a]\"\"# ]",
        "\u{feff}#! [ type = \"\\\"]\" ]",
    ] {
        let text = format!("{notes}{plain}");
        assert_eq!(Scene::from_ron(&text), Scene::from_ron(plain), "{text}");
    }
    for wrong in [
        "#![schema]",
        "#![schema = 'a']",
        "#![type \"a\"]",
        "#![type = \"a\"",
        "#![kind = \"a\"]",
    ] {
        assert!(
            Scene::from_ron(&format!("{wrong}{plain}")).is_err(),
            "{wrong}"
        );
    }
}

#[test]
fn optional_fields_may_be_none_or_some() {
    let scene = |name, seed, generate, expect| {
        format!(
            "Scene(name: {name}, seed: {seed}, grid: (rows: 1, columns: 2), generate: {generate}, \
             expect: {expect})"
        )
    };
    let read =
        |text: String| Scene::from_ron(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let plain = read(scene("\"A\"", "7", "Wilson", "[Perfect]"));
    let some = scene("Some(\"A\")", "Some(7)", "Some(Wilson)", "Some([Perfect])");
    assert_eq!(read(some), plain);
    let none = read(scene("None", "None", "Wilson", "None"));
    assert_eq!(none, Scene::new(1, 2).with(mazetick::puzzles::Wilson));
    let required = "Scene(grid: Some((rows: 1, columns: 2)), generate: Wilson, text: Lattice)";
    assert!(Scene::from_ron(required).is_err());
}

/// Scenes that a person wrote in another way than they are printed, and what differs.
const WRITTEN_OTHERWISE: [(&str, &str); 8] = [
    ("agents/proved.ron", "the hand of an agent comes first"),
    (
        "generators/eller-small.ron",
        "an expectation is in one line",
    ),
    ("generators/small.ron", "two expectations are in one line"),
    ("mazing/any-size.ron", "positions are words"),
    ("mazing/any-seed.ron", "ranges end before a number"),
    ("walls/built.ron", "a map of one entry is in one line"),
    (
        "walls/die.ron",
        "a map of one entry and a board of one number are in one line each",
    ),
    (
        "walls/listed.ron",
        "the entries of a map are in one line for each row of the maze",
    ),
];

/// A committed scene expects something, and is printed as it is written, without its comments.
#[test]
fn committed_scenes_are_printed_as_written() {
    let mut otherwise = Vec::new();
    for (path, text) in committed_scenes() {
        let path = path.display();
        let scene = Scene::from_ron(&text).expect("a legal scene");
        assert!(!scene.expect.is_empty(), "{path} expects nothing");
        let printed = scene.to_ron();
        assert_eq!(Scene::from_ron(&printed).as_ref(), Ok(&scene), "{path}");
        if printed != without_comments(&text) {
            otherwise.push((path.to_string(), printed));
        }
    }
    assert_eq!(otherwise.len(), WRITTEN_OTHERWISE.len(), "{otherwise:?}");
    for (path, printed) in otherwise {
        let is_known = WRITTEN_OTHERWISE
            .iter()
            .any(|(name, _)| path.ends_with(name));
        assert!(
            is_known,
            "{path} is printed otherwise than written:\n{printed}"
        );
    }
}

/// A text without the comments behind `//`, and without lines of them alone.
fn without_comments(text: &str) -> String {
    let lines = text.lines().filter_map(|line| match line.split_once("//") {
        Some((code, _)) => Some(code.trim_end()).filter(|code| !code.is_empty()),
        None => Some(line),
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// A program can tell the kinds of errors apart without reading the messages.
#[test]
fn errors_have_kinds() {
    let grid = "grid: (rows: 3, columns: 3)";
    let cases = [
        (
            "Scene(grid: (rows: 3, columns: 3)".to_owned(),
            FaultKind::Syntax,
        ),
        (
            "Scene(grid: (rows: three, columns: 3))".to_owned(),
            FaultKind::Syntax,
        ),
        (format!("Scene({grid}, wals: Prim)"), FaultKind::UnknownName),
        (
            format!("Scene({grid}, generate: Prime)"),
            FaultKind::UnknownName,
        ),
        (
            format!("Scene({grid}, generate: Mazing(pick: Any))"),
            FaultKind::UnknownName,
        ),
        (
            "Scene(grid: (rows: 3), generate: Prim)".to_owned(),
            FaultKind::Missing,
        ),
        ("Scene(generate: Prim)".to_owned(), FaultKind::Missing),
        (
            format!("Scene({grid}, walk: Foot(from: (1, 1)))"),
            FaultKind::Missing,
        ),
        (
            format!("Scene({grid}, walk: Foot(from: (1, 1), to: (9, 9)))"),
            FaultKind::OutsideGrid,
        ),
        (
            "Scene(grid: (rows: 9999, columns: 9999), generate: Prim)".to_owned(),
            FaultKind::OverLimit,
        ),
        (
            format!(
                "Scene({grid}, agents: [Mouse(at: (1, 1), to: (3, 3)), Mouse(to: (1, 1), count: 131072)])"
            ),
            FaultKind::OverLimit,
        ),
        (
            format!("Scene({grid}, generate: Prim, expect: [At(9999999999999, [Solved])])"),
            FaultKind::OverLimit,
        ),
        (
            format!("Scene({grid}, generate: Johnny(start: (1, 1), flips: 2.0))"),
            FaultKind::Invalid,
        ),
    ];

    for (text, kind) in cases {
        let error = Registry::standard().read(&text).expect_err(&text);
        assert_eq!(error.faults[0].kind, kind, "{text}\n{error}");
    }

    // Scenes that are made by calls have the same kinds of errors.
    let error = Scene::new(9999, 9999)
        .checked()
        .expect_err("it is too large");
    assert_eq!(error.faults[0].kind, FaultKind::OverLimit, "{error}");
}
