//! Contest input of any kind: it is read to its end without a panic, each fault is at its place, and what was
//! read can be written again.

use std::fmt::Write as _;
use std::io;

use mazetick::base::Position;
use mazetick::contest::Contest;
use mazetick::engine::TextFormat;
use mazetick::puzzles::{Arrow, Dice};
use mazetick::registry::Registry;
use mazetick::scene::Scene;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::strategies::{
    WORDS, changed, config, die, drawn, grid, heading, johnny, name, numbers, position, signs, with,
};

const CONTESTS: [Contest; 3] = [Contest::JOHNNY, Contest::ARROW, Contest::DICE];

/// A valid input of each contest, with everything that its format has.
const VALID: [&str; 3] = [
    "3\n3 3\n1 1\nU\nU\nR\nD\nD\nR\nU\nU\n1 1\n1 1\n2 2\n1 1\nR\nF 1\nU\nR\n",
    "A B's\n3 1 N 3 3\n1 1 WL NR *\n1 2 WLF NR ER *\n2 1 SL WR NF *\n0\nB\n1 1 N 2 1\n0\nEND\n",
    "A\n3 3 1 2 5 1\n-1 2 4\n5 5 6\n6 -1 -1\nB\n1 2 1 1 2 4\n0 3\nEND\n",
];

/// The result of an input: the output, and the report of the first fault.
fn solved(contest: Contest, input: impl io::Read, jobs: usize) -> (String, Option<String>) {
    let mut output = Vec::new();
    let result = contest.solve("input", input, &mut output, jobs);
    (
        String::from_utf8(output).expect("output is text"),
        result.err().map(|e| e.to_string()),
    )
}

/// A reader that hands out a few bytes at a time.
struct Bites<'a>(&'a [u8], usize);

impl io::Read for Bites<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (bite, rest) = self.0.split_at(self.1.min(self.0.len()).min(buffer.len()));
        buffer[..bite.len()].copy_from_slice(bite);
        self.0 = rest;
        Ok(bite.len())
    }
}

/// The scenes of an input, and all reports.
pub(crate) fn read(contest: Contest, input: &[u8]) -> (Vec<Scene>, Vec<String>) {
    let (mut scenes, mut reports) = (Vec::new(), Vec::new());
    let keep = |scene: &Scene| {
        scenes.push(scene.clone());
        io::Result::Ok(())
    };
    contest
        .read("input", input, keep, |report| reports.push(report))
        .expect("memory is readable");
    (scenes, reports)
}

/// The line and column that a report begins with.
fn place(report: &str) -> (usize, usize) {
    let mut parts = report
        .strip_prefix("input:")
        .expect("the file's name")
        .split(':');
    let mut number = || {
        parts
            .next()
            .and_then(|part| part.parse().ok())
            .expect("a number")
    };
    (number(), number())
}

/// Checks that the place of a report is in the text, or at its end.
fn assert_inside(input: &[u8], report: &str) {
    let (line, column) = place(report);
    // A carriage return alone ends a line; before a line feed it is in the line.
    let text = String::from_utf8_lossy(input)
        .replace("\r\n", " \n")
        .replace('\r', "\n");
    let found = text
        .split('\n')
        .nth(line - 1)
        .unwrap_or_else(|| panic!("no line: {report}"));
    assert!(
        (1..=found.chars().count() + 1).contains(&column),
        "no column: {report}"
    );
}

/// Reads, checks and solves an input in every way; all results must agree.
fn enter(contest: Contest, input: &[u8]) {
    let (output, first) = solved(contest, input, 1);
    assert_eq!(solved(contest, input, 2), (output.clone(), first.clone()));
    let bites = Bites(input, input.len() / 3 + 1);
    assert_eq!(solved(contest, bites, 1), (output, first.clone()));
    let (scenes, reports) = read(contest, input);
    for scene in &scenes {
        assert_eq!(
            scene.clone().checked().map(drop),
            Ok(()),
            "read in spite of it"
        );
    }
    if let Some(first) = &first {
        assert!(
            reports.contains(first),
            "not reported by check and read: {first}"
        );
    } else {
        assert!(reports.is_empty(), "solved in spite of {reports:?}");
    }
    for report in &reports {
        assert_inside(input, report);
    }
}

/// A scene as the contest's own reader would make it.
fn contest_scene(contest: Contest) -> impl Strategy<Value = Scene> {
    (grid(), name(), any::<u64>()).prop_flat_map(move |(grid, name, seed)| {
        let scene = Scene::new(grid.rows, grid.columns).named(name);
        let drawn = |text| Just(scene.clone().drawn(text));
        let to = Position::new(grid.rows, grid.columns);
        let arrow = (position(grid), heading()).prop_map(move |(from, heading)| Arrow {
            from: from.into(),
            heading,
            to: to.into(),
        });
        let dice = die(grid, Just(None)).prop_map(|die| Dice { to: None, ..die });
        if contest == Contest::JOHNNY {
            with(
                Just(scene.seeded(seed).drawn(TextFormat::JOHNNY)),
                johnny(grid, 0.6),
            )
        } else if contest == Contest::ARROW {
            with(with(drawn(TextFormat::ARROW), signs(grid)), arrow)
        } else {
            with(with(drawn(TextFormat::DICE), numbers(grid)), dice)
        }
    })
}

fn some_contest() -> impl Strategy<Value = Contest> {
    select(&CONTESTS[..])
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn contests_take_any_bytes(contest in some_contest(), input in vec(any::<u8>(), 0..200)) {
        enter(contest, &input);
    }

    #[test]
    fn contests_take_any_words(
        contest in some_contest(),
        words in vec((select(&WORDS[..]), select(vec!["", " ", "\n"])), 0..40),
    ) {
        let input: String = words.into_iter().flat_map(|(word, blank)| [word, blank]).collect();
        enter(contest, input.as_bytes());
    }

    #[test]
    fn contests_take_changed_input(
        (contest, input) in (0..3_usize).prop_flat_map(|c| (Just(CONTESTS[c]), changed(VALID[c]))),
    ) {
        enter(contest, &input);
    }

    #[test]
    fn scenes_survive_export_and_import(
        (contest, scenes) in
            some_contest().prop_flat_map(|c| (Just(c), vec(contest_scene(c), 1..4))),
    ) {
        let text = Registry::standard().export(&scenes).expect("scenes of one contest");
        let (imported, reports) = read(contest, text.as_bytes());
        prop_assert_eq!(reports, Vec::<String>::new());
        prop_assert_eq!(&Registry::standard().export(&imported), &Ok(text));
        let texts = |scenes: &[Scene]| scenes.iter().map(drawn).collect::<Vec<_>>();
        prop_assert_eq!(texts(&imported), texts(&scenes));
        let is_random = scenes.iter().any(|scene| scene.to_ron().contains(": Random("));
        if contest != Contest::JOHNNY && !is_random {
            prop_assert_eq!(imported, scenes);
        }
    }

    #[test]
    fn blanks_and_line_ends_do_not_matter(
        contest in 0..3_usize,
        blanks in vec(select(vec!["", "", " ", "\t", "\n", "\n \n"]), 60),
        line_end in select(vec!["\n", "\r\n", " \n"]),
        mark in any::<bool>(),
        last_end in any::<bool>(),
    ) {
        let (contest, valid) = (CONTESTS[contest], VALID[contest]);
        let mut input = if mark { "\u{feff}".to_owned() } else { String::new() };
        for (line, blank) in valid.lines().zip(blanks.iter().cycle()) {
            write!(input, "{blank}{line}{line_end}").expect("a string takes everything");
        }
        let input = if last_end { input.as_str() } else { input.trim_end() };
        prop_assert_eq!(solved(contest, input.as_bytes(), 1), solved(contest, valid.as_bytes(), 1));
    }
}

#[test]
fn names_may_end_in_any_blank() {
    enter(
        Contest::ARROW,
        "\u{a0}A\u{3000}\n1 1 N 1 1\n0\nEND\n".as_bytes(),
    );
    enter(
        Contest::DICE,
        "\u{a0}A\u{3000}\n1 1 1 1 5 1\n1\nEND\n".as_bytes(),
    );
}

#[test]
fn the_rest_of_a_wrong_maze_is_skipped_at_any_length() {
    let strays = "1 1\n".repeat(100_000);
    let input = format!("A\n0\n{strays}B\n1 2 1 1 2 4\n0 3\nEND\n");
    let (scenes, reports) = read(Contest::DICE, input.as_bytes());
    assert_eq!(
        scenes
            .iter()
            .map(|scene| scene.name.as_str())
            .collect::<Vec<_>>(),
        ["B"]
    );
    assert_eq!(
        reports
            .iter()
            .map(|report| place(report))
            .collect::<Vec<_>>(),
        [(2, 1)]
    );
}

#[test]
fn a_byte_order_mark_may_come_in_bites() {
    for contest in CONTESTS {
        enter(contest, b"\xef\xbb\xbf");
    }
    let marked = format!("\u{feff}{}", VALID[0]);
    let plain = solved(Contest::JOHNNY, VALID[0].as_bytes(), 1);
    assert_eq!(
        solved(Contest::JOHNNY, Bites(marked.as_bytes(), 1), 1),
        plain
    );
}

/// A byte order mark is dropped once, at the start of a file; a name that kept a second one would
/// change by export and import.
#[test]
fn names_have_no_byte_order_mark_at_their_ends() {
    let input = "\u{feff}\u{feff}A\u{feff}\n1 1 N 1 1\n0\nEND\n";
    enter(Contest::ARROW, input.as_bytes());
    let (scenes, _) = read(Contest::ARROW, input.as_bytes());
    assert_eq!(scenes[0].name, "A");
    let marked = scenes[0].clone().named("\u{feff}A");
    assert!(marked.checked().is_err());
}

/// Reports name places in the whole input, however long it is.
#[test]
fn reports_do_not_depend_on_how_much_comes_before() {
    const LONG: usize = 128 * 1024;
    let report = |contest, input: &str| {
        let report = solved(contest, input.as_bytes(), 1).1.expect("a fault");
        report.lines().next().expect("a line").to_owned()
    };
    let mazes = LONG / 10 + 7;
    let a_line = format!("{} {}1 2 1 1 U\n", mazes + 1, "1 2 1 1 R ".repeat(mazes));
    let column = a_line.len() - 1;
    let message = "`U` leads out of the grid, expected R, or a flip";
    let expected = format!("input:1:{column}: error: {message}");
    assert_eq!(report(Contest::JOHNNY, &a_line), expected);
    assert_eq!(
        report(Contest::JOHNNY, &format!("\u{feff}{a_line}")),
        expected
    );

    let blank = "\n".repeat(LONG);
    let few_rows = |blank: &str| format!("A{blank}\n2 1 1 1 5 1\n1\nB\n1 1 1 1 5 1\n1\nEND\n");
    let message = "error: found `B`, expected row 2 of 2";
    assert_eq!(
        report(Contest::DICE, &few_rows("")),
        format!("input:4:1: {message}")
    );
    let line = 4 + LONG;
    assert_eq!(
        report(Contest::DICE, &few_rows(&blank)),
        format!("input:{line}:1: {message}")
    );

    let no_end = |blank: &str| format!("A{blank}\n1 1 1 1 5 1\n1\n\n");
    let message = "error: found the end of the input, expected a maze or a line END";
    assert_eq!(
        report(Contest::DICE, &no_end("")),
        format!("input:3:2: {message}")
    );
    let line = 3 + LONG;
    assert_eq!(
        report(Contest::DICE, &no_end(&blank)),
        format!("input:{line}:2: {message}")
    );
}

/// A no-break space is no blank: a message shows it.
#[test]
fn characters_that_nobody_sees_are_shown() {
    for (unseen, shown) in [
        ("\u{a0}", "\\u{a0}"),
        ("\u{200b}", "\\u{200b}"),
        ("\u{3000}", "\\u{3000}"),
    ] {
        let input = format!("X\n3 1 N 1 2\n2{unseen} 1 NF *\n1 1 NR *\n0\nEND\n");
        let report = solved(Contest::ARROW, input.as_bytes(), 1)
            .1
            .expect("a fault");
        assert!(
            report.contains(&format!("found `2{shown}`, expected row")),
            "{report}"
        );
        let scene = format!("Scene(grid: (rows: 2{unseen}, columns: 1))");
        let error = Scene::from_ron(&scene).expect_err("no number").to_string();
        assert!(error.contains(&format!("`{shown}`")), "{error}");
    }
}

#[test]
fn contests_take_input_cut_anywhere_and_any_byte_anywhere() {
    for (contest, valid) in CONTESTS.into_iter().zip(VALID) {
        assert_eq!(solved(contest, valid.as_bytes(), 1).1, None);
        for at in 0..valid.len() {
            enter(contest, &valid.as_bytes()[..at]);
            for byte in [0, b'\n', b' ', b'-', b'9', 0xff] {
                let mut input = valid.as_bytes().to_vec();
                input[at] = byte;
                enter(contest, &input);
            }
        }
    }
}

/// A short input cannot claim a large world: what a maze must list is read before it is built.
#[test]
fn large_mazes_of_few_words_are_refused() {
    for (contest, input, expected) in [
        (
            Contest::JOHNNY,
            "1\n4096 4096\n1 1\nU\n",
            "a command (1 of 16777215 moves so far)",
        ),
        (
            Contest::ARROW,
            "A\n1 1 N 8192 8192\n0\nEND\n",
            "at most 65536 in all",
        ),
        (
            Contest::DICE,
            "A\n4096 4096 1 1 5 1\n1\nEND\n",
            "number 2 of 4096: -1, or 0 to 6",
        ),
        (
            Contest::DICE,
            "A\n8192 1 1 1 5 1\n1\nEND\n",
            "row 2 of 8192",
        ),
    ] {
        let report = solved(contest, input.as_bytes(), 1).1.expect("a fault");
        assert!(
            report.contains(&format!("expected {expected}\n")),
            "{report}"
        );
    }
}
