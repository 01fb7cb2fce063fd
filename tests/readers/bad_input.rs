//! Bad input: every fault of the files below `tests/bad/`, and what reports look like.

use std::fs;
use std::io::Read;

use mazetick::contest::Contest;
use mazetick::engine::TextFormat;
use mazetick::scene::Scene;

use crate::program::{mazetick, text};
use crate::says::assert_says;

/// All faults of a file, and nothing else, by `check`; `run` and `contest` begin with the same.
#[test]
fn bad_input_is_reported() {
    let table = fs::read_to_string("tests/bad/faults.txt").expect("the table");
    let mut lines = table.lines().filter(|line| !line.starts_with('#'));
    for reader in ["arrow", "dice", "johnny", "scene"] {
        let folder = fs::read_dir(format!("tests/bad/{reader}")).expect("a folder");
        let mut names: Vec<_> = folder.map(|it| it.expect("an entry").file_name()).collect();
        names.sort();
        for name in names {
            let path = format!("{reader}/{}", name.to_str().expect("text"));
            let call = |arguments: &[&str]| {
                let call = mazetick(arguments)
                    .arg(&path)
                    .current_dir("tests/bad")
                    .output();
                call.expect("the program runs")
            };
            let (check, run) = match reader {
                "scene" => (call(&["check"]), call(&["run"])),
                _ => (call(&["check", "--as", reader]), call(&["contest", reader])),
            };
            assert_eq!(text(&check.stdout), "", "{path}");
            assert!(
                matches!(check.status.code(), Some(1 | 2)),
                "{path}: {check:?}"
            );
            let report = text(&check.stderr);
            assert!(
                !report.contains(|c: char| c.is_control() && c != '\n'),
                "{report}"
            );
            for (place, message) in report.lines().filter_map(|it| it.split_once(": error: ")) {
                let (listed, words) = lines
                    .next()
                    .and_then(|it| it.split_once(": "))
                    .expect(place);
                assert_eq!(listed, place, "{message}");
                assert_says(message, words);
            }
            assert_eq!(run.status.code(), Some(2), "{path}");
            // The output of a contest ends there, and a note says so.
            let said = text(&run.stderr).split_once(": note: ").map(|it| it.0);
            let said = said
                .and_then(|it| it.strip_suffix(&*path))
                .unwrap_or(text(&run.stderr));
            assert_eq!(
                said.len() < run.stderr.len(),
                reader != "scene",
                "{path}: {run:?}"
            );
            assert!(report.starts_with(said), "{path}: {run:?}");
            let is_told = reader != "scene" || report == said && run.stdout.is_empty();
            assert!(is_told, "{path}: {run:?}");
        }
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn control_characters_in_names_are_reported() {
    let text = "Scene(name: \"a\u{7}b\", grid: (rows: 1, columns: 1), text: Lattice)";
    let error = Scene::from_ron(text).expect_err("the name has a control character");
    assert_eq!(&text[error.faults[0].at.clone()], "\"a\u{7}b\"");
    assert_says(&error.faults[0].message, r"name \u{7}");

    for contest in [Contest::ARROW, Contest::DICE] {
        let solved = contest.solve("a.txt", &b"A\x07B\n1 1 N 1 1\n0\nEND\n"[..], Vec::new(), 1);
        let report = solved
            .expect_err("the name has a control character")
            .to_string();
        let (message, lines) = report.split_once('\n').expect("the line is shown");
        assert_says(message, r"a.txt:1:2: name \u{7}");
        assert_eq!(lines, "  |\n1 | A\\u{7}B\n  |  ^^^^^");
    }
}

/// As a test that ends by `?` prints it.
#[test]
fn errors_show_their_lines_in_tests() {
    let read = |text| {
        format!(
            "{:?}",
            Scene::from_ron(text).expect_err("something is wrong")
        )
    };
    let report = read("Scene(\ngrid: (rows: 0, columns: 1))");
    let (message, lines) = report.split_once('\n').expect("the line is shown");
    assert_says(message, "text:2:14: error: grid.rows: 0 1");
    assert_eq!(
        lines,
        "  |\n2 | grid: (rows: 0, columns: 1))\n  |              ^"
    );
    assert_says(&read("Scene(grid: (rows: 1"), "text:1:21: error: end file");
    let scene = Scene::new(0, 1).drawn(TextFormat::NONE);
    assert_says(&format!("{:?}", scene.checked()), "Err( grid.rows: 0 1");
}

#[test]
fn reports_do_not_depend_on_the_size_of_reads() {
    let blanks = [
        &b"A\n2 2 1 1 5 1\n-1 -1\n-1\n"[..],
        &[b'\n'; 1100],
        b"B\n1 1 1 1 5 1\n-1\nEND\n",
    ];
    let blanks = blanks.concat();
    let blank_end = [&b"A\n2 2 1 1 5 1\n-1 -1\n"[..], &[b' '; 1100]].concat();
    let inputs: [(Contest, &[u8]); 7] = [
        (Contest::DICE, &blank_end),
        (Contest::ARROW, b"A\n0\nBcdef\n1 1 N 1 1\n0\nEND\n"),
        (Contest::DICE, &blanks),
        (Contest::JOHNNY, b"2\n1 1\n1 1 x x\n"),
        (Contest::JOHNNY, b"\xef\xbb\xbf2 1 1 1 1\xf5 \xc3\xa4 x\n"),
        (Contest::ARROW, b"A\n1 1 N 1 1\n0\nB\n1 1 N 1 x 0\nEND\n"),
        (Contest::DICE, b"A\n1 1 1 1 5 1\n1\nB\n1 1 1 1 5\n"),
    ];
    for (contest, input) in inputs {
        let report = |cut| {
            let (first, second) = input.split_at(cut);
            let mut reports = Vec::new();
            let read = contest.read(
                "a.txt",
                first.chain(second),
                |_| Ok(()),
                |it| reports.push(it),
            );
            read.expect("it can be read");
            let solved = contest.solve("a.txt", first.chain(second), Vec::new(), 1);
            assert_eq!(
                solved.expect_err("something is wrong").to_string(),
                reports[0]
            );
            reports
        };
        (1..input.len()).for_each(|cut| assert_eq!(report(cut), report(0)));
    }
}

#[test]
fn messages_are_shown_without_controls_and_not_at_any_length() {
    let long = "Z".repeat(100_000);
    for (text, shown) in [
        ("\u{1b}]0;a\u{7}\nb", "found `\\u{1b}]0;a\\u{7}`"),
        (&long, "ZZZ…ZZZ"),
    ] {
        let scene = format!(
            "Scene(grid: (rows: 1, columns: 1), text: Johnny,
                generate: Johnny(start: (1, 1), commands: {text:?}))"
        );
        let error = Scene::from_ron(&scene).expect_err("these are no commands");
        let source = mazetick::base::report::Source {
            file: "a",
            text: scene.as_bytes(),
        };
        let report = source.report(&error.faults[0]);
        let message = report.lines().next().expect("a line");
        assert!(message.len() < 1000 && message.contains(shown), "{message}");
        assert!(!report.contains(['\u{1b}', '\u{7}']), "{report}");
    }
}

/// An error that only follows from another is not reported beside it.
#[test]
fn a_wrong_value_is_reported_once() {
    for (fields, path) in [
        (
            "numbers: Random(wild: 1.5), walk: Dice(from: (1, 1), top: 5, front: 1)",
            "numbers.wild",
        ),
        (
            "generate: Kruskal, agents: [Mouse(to: (2, 2), count: 0)]",
            "agents[0].count",
        ),
        (
            "generate: Kruskal, agents: [Mouse(to: (2, 2), count: 200000)]",
            "agents[0].count",
        ),
    ] {
        let text = format!("Scene(grid: (rows: 2, columns: 2), {fields})");
        let error = Scene::from_ron(&text).expect_err("a value is wrong");
        let [fault] = &error.faults[..] else {
            panic!("{error}")
        };
        assert!(fault.message.starts_with(&format!("{path}: ")), "{error}");
    }
}
