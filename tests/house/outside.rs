//! A crate outside this one adds an ingredient and has the whole program: `tests/outside` is built
//! and run.

use std::path::Path;
use std::process::{Command, Output};
use std::{fs, str};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/outside");

/// Builds the crate, without a network, and runs its program in its folder.
fn run(arguments: &[&str]) -> Output {
    cargo("run", arguments)
}

/// `cargo run` or `cargo test` in the crate's folder.
fn cargo(command: &str, arguments: &[&str]) -> Output {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([command, "--quiet", "--offline", "--locked", "--manifest-path"]);
    cargo.arg(Path::new(FOLDER).join("Cargo.toml")).arg("--").args(arguments);
    // In the target folder of these tests, which has the common dependencies already built.
    cargo.env("CARGO_TARGET_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/.."));
    cargo.env("CARGO_TERM_COLOR", "never");
    cargo.current_dir(FOLDER).output().expect("cargo runs")
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
    const STATS: &str = "scene.ron: finished, 5 ticks, 2 clifftops, 6 states, solved in 5 moves\n";
    assert_prints(&["run", "--stats", "scene.ron"], 0, ROUTE, STATS);
    assert_prints(&["test", "scene.ron"], 0, "PASS scene.ron\n\n1 passed, 0 failed\n", "");
}

/// Its own test, which `docs/testing.md` shows.
#[test]
fn a_crate_of_ones_own_tests_a_maze_tick_by_tick() {
    let output = cargo("test", &["--nocapture"]);
    let said = str::from_utf8(&output.stderr).expect("text");
    assert!(output.status.success(), "{said}");
    let said = str::from_utf8(&output.stdout).expect("text");
    assert!(said.contains("1 passed"), "{said}");
}

#[test]
fn a_typo_in_its_field_is_reported_where_it_is() {
    let scene = fs::read_to_string(Path::new(FOLDER).join("scene.ron")).expect("the scene");
    let with_typo = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typo.ron");
    fs::write(&with_typo, scene.replace("cliffs", "clifs")).expect("a file can be written");
    let with_typo = with_typo.to_str().expect("a path of text");
    let report = format!(
        "{with_typo}:5:5: error: unknown field `clifs` of `Scene`, did you mean `cliffs`? expected \
         one of name, seed, grid, generate, walls, braid, wrap, numbers, walk, signs, jumps, agents, \
         cliffs, text, expect\n  \
         |\n5 |     clifs: [(1, 1), (1, 2)],\n  |     ^^^^^\n"
    );
    assert_prints(&["check", with_typo], 1, "", &report);
}

/// It is built with the usual features, as most programs are.
#[test]
fn a_table_of_a_feature_that_is_off_is_refused() {
    let said = |option: &str| {
        format!(
            "mazetick: error: {option}: this program was built without Parquet, expected a table \
             as CSV (`.csv`) or JSON lines (`.jsonl`); `cargo install --path . --features parquet` \
             builds one with Parquet\n"
        )
    };
    let by_name = ["sweep", "scene.ron", "-o", "table.parquet"];
    assert_prints(&by_name, 2, "", &said("-o"));
    let by_format = ["sweep", "scene.ron", "-o", "table", "--format", "parquet"];
    assert_prints(&by_format, 2, "", &said("--format"));
}

/// Without a network, the crate can only have the same versions of dependencies as this one.
#[test]
fn its_dependencies_are_of_the_same_versions() {
    let read = |path: &str| fs::read_to_string(path).expect("a lock file");
    let here = read(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.lock"));
    let there = read(&format!("{FOLDER}/Cargo.lock"));
    for package in there.split("\n\n").filter(|package| package.contains("checksum = ")) {
        let named = package.split("dependencies = [").next().unwrap_or_default();
        assert!(here.contains(named), "run `cargo update` there: not here is\n{package}");
    }
}
