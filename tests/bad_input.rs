//! Bad input: for each reader a table of inputs, with the exact report and exit code of each.

use std::io::Read;

use mazetick::{Contest, Scene};

#[test]
fn bad_input_is_reported() {
    trycmd::TestCases::new().case("tests/bad/*.trycmd");
}

// Here, because transcripts take backslashes for slashes of a path.
#[test]
fn control_characters_in_names_are_reported() {
    let text = "Scene(name: \"a\u{7}b\", grid: (rows: 1, columns: 1), text: Lattice)";
    let error = Scene::from_ron(text).expect_err("the name has a control character");
    assert_eq!(&text[error.faults[0].at.clone()], "\"a\u{7}b\"");
    let message = "name: found '\\u{7}' in a name, expected one line of text";
    assert_eq!(error.faults[0].message, message);

    let report = "a.txt:1:2: error: found `\\u{7}`, expected a name without control characters\n  \
                  |\n1 | A\u{2407}B\n  |  ^";
    for contest in [Contest::Arrow, Contest::Dice] {
        let solved = contest.solve("a.txt", &b"A\x07B\n1 1 N 1 1\n0\nEND\n"[..], Vec::new(), 1);
        assert_eq!(solved.expect_err("the name has a control character").to_string(), report);
    }
}

#[test]
fn what_is_reported_does_not_depend_on_how_input_comes_in() {
    let inputs: [(Contest, &[u8]); 4] = [
        (Contest::Johnny, b"2\n1 1\n1 1 x x\n"),
        (Contest::Johnny, b"\xef\xbb\xbf2 1 1 1 1\xf5 \xc3\xa4 x\n"),
        (Contest::Arrow, b"A\n1 1 N 1 1\n0\nB\n1 1 N 1 x 0\nEND\n"),
        (Contest::Dice, b"A\n1 1 1 1 5 1\n1\nB\n1 1 1 1 5\n"),
    ];
    for (contest, input) in inputs {
        let report = |cut| {
            let (first, second) = input.split_at(cut);
            let solved = contest.solve("a.txt", first.chain(second), Vec::new(), 1);
            solved.expect_err("something is wrong").to_string()
        };
        (1..input.len()).for_each(|cut| assert_eq!(report(cut), report(0)));
    }
}
