//! A crate outside this one adds an ingredient and has the whole program: `tests/outside` is built
//! and run.

use std::env::consts::EXE_EXTENSION;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;
use std::{fs, str};

use crate::says::assert_says;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/outside");

/// Builds the crate and runs its own tests, one of which `docs/testing.md` shows. With the features of
/// the whole workspace, so that nothing is built twice.
static TESTED: LazyLock<Output> = LazyLock::new(|| {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["test", "--quiet", "--offline", "--locked", "--workspace", "--test", "ticks"]);
    // In the target folder of these tests.
    cargo.env("CARGO_TARGET_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/.."));
    cargo.env("CARGO_TERM_COLOR", "never");
    cargo.current_dir(FOLDER).output().expect("cargo runs")
});

/// Runs the crate's program in its folder.
fn run(arguments: &[&str]) -> Output {
    assert!(TESTED.status.success(), "{}", String::from_utf8_lossy(&TESTED.stderr));
    let program = Path::new(env!("CARGO_BIN_EXE_mazetick")).with_file_name("outside");
    let program = program.with_extension(EXE_EXTENSION);
    Command::new(program).args(arguments).current_dir(FOLDER).output().expect("a program")
}

#[track_caller]
fn assert_prints(arguments: &[&str], code: i32, stdout: &str, stderr: &str) {
    let output = run(arguments);
    let text = |bytes: &[u8]| str::from_utf8(bytes).expect("text").to_owned();
    let printed = (text(&output.stdout), text(&output.stderr));
    assert_eq!(printed, (stdout.to_owned(), stderr.to_owned()));
    assert_eq!(output.status.code(), Some(code));
}

#[test]
fn a_crate_of_ones_own_adds_an_ingredient() {
    const ROUTE: &str = "CLIFF\n  (2,1) (2,2) (2,3) (1,3) (1,2) (1,1)\n";
    const STATS: &str = "scene.ron: finished, 5 ticks, 2 clifftops, 6 states, solved in 5 moves, \
                         maze 90c2725d2ab0c859\n";
    assert_prints(&["run", "--stats", "scene.ron"], 0, ROUTE, STATS);
    assert_prints(&["test", "scene.ron"], 0, "PASS scene.ron\n\n1 passed, 0 failed\n", "");
}

#[test]
fn a_crate_of_ones_own_tests_a_maze_tick_by_tick() {
    let said = str::from_utf8(&TESTED.stdout).expect("text");
    assert!(said.contains("1 passed"), "{said}");
}

#[test]
fn a_typo_in_its_field_is_reported_where_it_is() {
    let scene = fs::read_to_string(Path::new(FOLDER).join("scene.ron")).expect("the scene");
    let with_typo = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typo.ron");
    fs::write(&with_typo, scene.replace("cliffs", "clifs")).expect("a file can be written");
    let with_typo = with_typo.to_str().expect("a path of text");
    let output = run(&["check", with_typo]);
    assert_eq!((output.status.code(), &*output.stdout), (Some(1), &b""[..]));
    let said = str::from_utf8(&output.stderr).expect("text");
    assert_says(said, &format!("{with_typo}:5:5: `clifs` `cliffs`"));
}
