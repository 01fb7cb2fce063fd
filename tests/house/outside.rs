//! A crate outside this one adds an ingredient, has the whole program, and tests of scenes: `tests/outside` is
//! built and run.

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
    cargo.args([
        "test",
        "--offline",
        "--locked",
        "--workspace",
        "--test",
        "ticks",
        "--test",
        "mazes",
    ]);
    // In the target folder of these tests.
    cargo.env(
        "CARGO_TARGET_DIR",
        concat!(env!("CARGO_TARGET_TMPDIR"), "/.."),
    );
    cargo.env("CARGO_TERM_COLOR", "never");
    cargo.current_dir(FOLDER).output().expect("cargo runs")
});

/// Runs the crate's program in its folder.
fn run(arguments: &[&str]) -> Output {
    assert!(
        TESTED.status.success(),
        "{}",
        String::from_utf8_lossy(&TESTED.stderr)
    );
    let program = Path::new(env!("CARGO_BIN_EXE_mazetick")).with_file_name("outside");
    let program = program.with_extension(EXE_EXTENSION);
    Command::new(program)
        .args(arguments)
        .current_dir(FOLDER)
        .output()
        .expect("a program")
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
    const STATS: &str = "scenes/cliff.ron: finished, 5 ticks, 2 clifftops, 6 states, solved in 5 moves, \
                         maze 90c2725d2ab0c859\n";
    assert_prints(&["run", "--stats", "scenes/cliff.ron"], 0, ROUTE, STATS);
    let passed = "PASS scenes/cliff.ron\n\n1 passed, 0 failed\n";
    assert_prints(&["test", "scenes/cliff.ron"], 0, passed, "");
}

#[test]
fn a_crate_of_ones_own_tests_a_maze_tick_by_tick() {
    let said = str::from_utf8(&TESTED.stdout).expect("text");
    assert!(said.contains("1 passed"), "{said}");
}

/// The output of the tests that the crate makes of scenes, in a folder with these.
fn harness(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    assert!(
        TESTED.status.success(),
        "{}",
        String::from_utf8_lossy(&TESTED.stderr)
    );
    let said = str::from_utf8(&TESTED.stderr).expect("text");
    let program = said
        .lines()
        .find_map(|line| line.trim().strip_prefix("Running tests/mazes.rs ("));
    let program = program
        .and_then(|it| it.strip_suffix(')'))
        .expect("the tests of scenes have run");
    let program = Path::new(FOLDER).join(program);
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output();
    let output = output.expect("a program");
    (
        output.status.code(),
        String::from_utf8(output.stdout).expect("text"),
    )
}

/// The page shows what Cargo prints, but for the time.
#[test]
fn scenes_of_a_crate_of_ones_own_are_tests_by_name() {
    let page = fs::read_to_string("docs/testing.md").expect("a page");
    for arguments in [
        &[][..],
        &["--list"],
        &["--exact", "mazes/any-seed", "--nocapture"],
    ] {
        let (code, said) = harness(Path::new(FOLDER), arguments);
        let (said, _) = said
            .trim()
            .split_once("; finished in")
            .unwrap_or((said.trim(), ""));
        assert_eq!(code, Some(0), "{said}");
        assert!(page.contains(said), "{said}");
    }
    // What nextest asks for.
    let list = |more: &[&str]| {
        harness(
            Path::new(FOLDER),
            &[&["--list", "--format", "terse"], more].concat(),
        )
    };
    assert_eq!(
        list(&[]),
        (Some(0), "cliff: test\nmazes/any-seed: test\n".to_owned())
    );
    assert_eq!(list(&["--ignored"]), (Some(0), String::new()));
}

#[test]
fn a_scene_that_fails_as_a_test_says_why() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("harness");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("scenes/in")).expect("a folder");
    let far = "grid: (rows: 2, columns: 4), walls: {}, cliffs: [], walk: Foot(from: TopLeft, to: BottomRight)";
    for (name, scene) in [
        ("in/well", format!("Scene({far}, expect: [Solved])")),
        ("alone", format!("Scene({far}, expect: [Solved(moves: 3)])")),
        (
            "many",
            format!("Scene({far}, seeds: 3..5, expect: [Solved(moves: 0..=1)])"),
        ),
        ("typo", format!("Scene({far}, expect: [Solve])")),
    ] {
        fs::write(
            folder.join("scenes").join(name).with_extension("ron"),
            scene,
        )
        .expect("a scene");
    }
    let (code, said) = harness(&folder, &[]);
    assert_eq!(code, Some(101), "{said}");
    for words in [
        "test in/well ... ok\n",
        "scenes/alone.ron:1:112: error: the shortest route has 4 moves, not 3\n",
        "again: cargo test --test mazes -- --exact alone\n",
        "look:  cargo test --test mazes -- watch scenes/alone.ron --tick 4\n",
        "look:  cargo test --test mazes -- watch scenes/many.ron --seed 3 --tick 4\n",
        "error: Solved(moves: 0..=1) fails for 2 of 2 seeds: 3, 4\n",
        "The smallest scene found that fails like this:\nScene(\n    grid: (rows: 2, columns: 2),\n",
        "scenes/typo.ron:1:112: error: unknown name `Solve`, did you mean `Solved`?",
        "test result: FAILED. 1 passed; 3 failed;",
    ] {
        assert!(said.contains(words), "{words}\n{said}");
    }
    assert_eq!(harness(&folder, &["--exact", "in/well"]).0, Some(0));

    // The tests show a tick as the program does, which needs a terminal; without a scene, it is a filter.
    let (code, said) = harness(&folder, &["watch", "scenes/alone.ron", "--tick", "4"]);
    assert_eq!((code, &*said), (Some(2), ""));
    assert_eq!(harness(&folder, &["watch"]).0, Some(0));
    fs::remove_dir_all(folder.join("scenes")).expect("the folder can be removed");
    let (code, said) = harness(&folder, &[]);
    assert!(
        code == Some(101) && said.contains("scenes: error: "),
        "{said}"
    );
}

#[test]
fn a_typo_in_its_field_is_reported_where_it_is() {
    let scene = fs::read_to_string(Path::new(FOLDER).join("scenes/cliff.ron")).expect("the scene");
    let with_typo = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typo.ron");
    fs::write(&with_typo, scene.replace("cliffs", "clifs")).expect("a file can be written");
    let with_typo = with_typo.to_str().expect("a path of text");
    let output = run(&["check", with_typo]);
    assert_eq!((output.status.code(), &*output.stdout), (Some(1), &b""[..]));
    let said = str::from_utf8(&output.stderr).expect("text");
    assert_says(said, &format!("{with_typo}:5:5: `clifs` `cliffs`"));
}
