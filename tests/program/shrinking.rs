//! `mazetick test` shows the smallest scene that fails.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use mazetick::prelude::*;

use crate::program::{PROGRAM, assert_output, folder, mazetick, run, text};

/// Wall followers arrive wherever they want to: it does not hold.
const ARRIVES: &str = "// Of twelve agents.
Scene(
    grid: (rows: 8, columns: 9),
    generate: Wilson,
    braid: 0.5,
    agents: [WallFollower(at: (1, 1), to: (4, 5), heading: E, patience: 400), Mouse(count: 11, to: (8, 9))],
    expect: [Arrived(agent: 1)],
)
";

/// A file with this scene in a folder.
fn file_of(folder: &Path, scene: &str) -> String {
    let file = folder.join("arrives.ron");
    fs::write(&file, scene).expect("a file can be written");
    file.to_str().expect("a path of text").to_owned()
}

#[test]
fn a_property_that_fails_leaves_a_scene_that_fails_alone() {
    let folder = folder("alone");
    let (scene, to) = (file_of(&folder, ARRIVES), folder.join("shrunk"));
    let to = to.to_str().expect("a path of text");
    let call = |jobs| {
        run(&[
            "test",
            "--seeds",
            "3..9",
            "--out-dir",
            to,
            "--jobs",
            jobs,
            &scene,
        ])
    };
    let output = call("1");
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert_eq!(text(&call("4").stdout), said);

    let file = format!("{to}/arrives.ron");
    let shrunk = fs::read_to_string(&file).expect("the scene that was found");
    let read = Scene::from_ron(&shrunk).expect("a scene");
    assert_eq!(
        read.grid,
        Grid {
            rows: 3,
            columns: 3
        }
    );
    assert!(said.contains(&read.to_ron()), "{said}");
    let of_original = said
        .lines()
        .find_map(|line| line.strip_prefix("again: mazetick "));
    let of_shrunk = said
        .lines()
        .find_map(|line| line.strip_prefix("look:  mazetick watch "));
    assert!(
        of_shrunk.is_some_and(|it| it.contains("alone/shrunk/arrives.ron")),
        "{said}"
    );
    assert!(
        of_shrunk.is_some_and(|it| it.contains(" --tick ")),
        "{said}"
    );
    for again in [of_original.expect("a command"), &format!("test '{file}'")] {
        let command = format!("'{PROGRAM}' {again}");
        let output = Command::new("sh")
            .args(["-c", &command])
            .output()
            .expect("a shell");
        assert_eq!(output.status.code(), Some(1), "{again:?}");
        assert!(
            text(&output.stdout).contains(" never arrives "),
            "{again:?}"
        );
    }
}

/// The commands that a failure prints can be copied, whatever the path, and with settings.
#[test]
#[cfg(unix)]
fn commands_can_be_copied() {
    let scene = file_of(&folder("it's\nodd \u{202e}"), ARRIVES);
    let call = [
        "test",
        &scene,
        "--seeds",
        "3..5",
        "--vary",
        "braid=0.5",
        "--no-shrink",
    ];
    let said = run(&call);
    let said = text(&said.stdout)
        .lines()
        .map(str::to_owned)
        .collect::<Vec<_>>();
    for (begin, code, words) in [
        ("again: ", 1, "fails with braid=0.5, seed 3"),
        ("look:  ", 2, "not a terminal"),
    ] {
        let command = said
            .iter()
            .find_map(|line| line.strip_prefix(begin))
            .expect("a command");
        let command = command
            .strip_prefix("mazetick")
            .expect("the name of the program");
        let mut bash = Command::new("bash");
        bash.args(["-c", &format!("'{PROGRAM}'{command}")])
            .env("LC_ALL", "C.UTF-8");
        let output = bash.output().expect("Bash");
        let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "{command}: {said}");
        assert!(said.contains(words), "{command}: {said}");
    }
}

/// Commands for a file whose name begins as an option does.
#[test]
fn commands_name_no_options() {
    let folder = folder("no-options");
    let scene = "Scene(grid: (rows: 2, columns: 2), generate: Wilson, text: Lattice, expect: [Digest(\"0000000000000000\")])";
    fs::write(folder.join("-x.ron"), scene).expect("a scene");
    let call = ["test", "--json", "--", "-x.ron"];
    let output = mazetick(&call)
        .current_dir(&folder)
        .output()
        .expect("it runs");
    let line = text(&output.stdout).lines().next().expect("a line");
    let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
    for command in ["again", "look"] {
        let command = line["first"][command].as_str().expect("a command");
        assert!(command.contains(" ./-x.ron"), "{command}");
    }
}

/// A failure is the same for programs: its world by fields, and the smallest scene with its bad tick.
#[test]
fn programs_are_told_of_a_failure_by_fields() {
    let scene = file_of(&folder("fields"), ARRIVES);
    let output = run(&[
        "test",
        "--json",
        &scene,
        "--seeds",
        "3..9",
        "--vary",
        "braid=0.5",
    ]);
    let line = text(&output.stdout).lines().next().expect("a line");
    let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
    let (first, shrunk) = (&line["first"], &line["shrunk"]);
    let failure = &line["failures"][0];
    assert_eq!(
        (&failure["first"][0]["seed"], &failure["tick"]),
        (&first["seed"], &first["tick"])
    );
    let settings = &failure["first"][0]["settings"];
    assert_eq!(*settings, serde_json::json!({"braid": "0.5"}));
    assert!(failure["worlds"].as_u64() > Some(0));
    assert!(
        first["look"]
            .as_str()
            .is_some_and(|it| it.contains(" --vary braid=0.5 --tick "))
    );
    assert_eq!(line["worlds"]["all"], 6);
    let text_of = |name: &str| shrunk[name].as_str().expect("a text").to_owned();
    let smallest = Registry::standard()
        .test(&text_of("scene"), &mut None)
        .expect("a scene");
    let [failure] = &smallest.failures[..] else {
        panic!("{smallest:?}")
    };
    assert_eq!(
        (&failure.message, failure.tick),
        (&text_of("message"), shrunk["tick"].as_u64().unwrap())
    );
    assert!(text_of("text").starts_with("+   +   +   +\n"), "{shrunk}");
}

#[test]
fn scenes_are_shrunk_when_they_should() {
    let scene = file_of(&folder("asked"), ARRIVES);
    let shows = |arguments: &[&str]| {
        let output = run(&[&["test", &scene], arguments].concat());
        assert_eq!(output.status.code(), Some(1));
        let said = text(&output.stdout);
        said.contains("The smallest scene found") || said.contains("\"shrunk\":{\"scene\":\"Scene(")
    };
    assert!(!shows(&[]) && shows(&["--shrink"]));
    assert!(!shows(&["--seeds", "0..3", "--no-shrink"]) && shows(&["--seeds", "0..3"]));
    assert!(shows(&["--seeds", "0..3", "--json"]));
    for other in ["--no-shrink", "--bless"] {
        assert_eq!(
            run(&["test", "--shrink", other, &scene]).status.code(),
            Some(2)
        );
    }
}

#[test]
fn smallest_scenes_are_in_the_folders_of_their_scenes() {
    let folder = folder("names");
    let inner = folder.join("inner");
    fs::create_dir_all(&inner).expect("a folder can be made");
    let (one, other) = (file_of(&folder, ARRIVES), file_of(&inner, ARRIVES));
    let to = folder.join("shrunk");
    let output = run(&[
        "test",
        "--out-dir",
        to.to_str().expect("text"),
        &one,
        &other,
    ]);
    assert_output(&output, 1, text(&output.stdout), "");
    for name in ["arrives.ron", "inner/arrives.ron"] {
        let shrunk = fs::read_to_string(to.join(name)).expect(name);
        assert!(Scene::from_ron(&shrunk).is_ok(), "{shrunk}");
    }
}

/// The report of the test and the tests of other scenes are as without it.
#[test]
fn a_smallest_scene_that_cannot_be_written_is_an_error_beside_the_report() {
    let folder = folder("unwritten");
    let inner = folder.join("inner");
    fs::create_dir_all(&inner).expect("a folder can be made");
    let (one, other) = (file_of(&folder, ARRIVES), file_of(&inner, ARRIVES));
    let (to, junit) = (folder.join("shrunk"), folder.join("report.xml"));
    fs::create_dir_all(to.join("arrives.ron")).expect("a folder in the way");
    let output = run(&[
        "test",
        "--out-dir",
        to.to_str().expect("text"),
        "--junit",
        junit.to_str().expect("text"),
        &one,
        &other,
    ]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(text(&output.stderr).lines().count(), 1);
    assert!(text(&output.stderr).contains("shrunk/arrives.ron"));
    assert_eq!(
        said.matches("The smallest scene found").count(),
        2,
        "{said}"
    );
    assert!(said.ends_with("\n0 passed, 2 failed\n"), "{said}");
    assert!(to.join("inner/arrives.ron").is_file());
    let junit = fs::read_to_string(junit).expect("a report");
    assert!(junit.contains("tests=\"2\""), "{junit}");
}

/// Failures that differ only by their worlds are one entry, which says in how many of them.
#[test]
fn a_failure_in_many_worlds_is_one_entry() {
    let scene = "Scene(grid: (rows: 3, columns: 4), generate: Wilson,
        expect: [\"dead_ends < 2\", \"walls = 19\", Sometimes(\"walls = 7\")])";
    let scene = file_of(&folder("entry"), scene);
    let lines = |arguments: &[&str]| {
        let output = run(&[&["test", "--no-shrink", &scene], arguments].concat());
        let said = text(&output.stdout).to_owned();
        let lines = said.lines().filter(|line| line.contains(": error: "));
        let lines: Vec<_> = lines.map(str::to_owned).collect();
        (lines, said)
    };

    let (of_seeds, said) = lines(&["--seeds", "0..40"]);
    assert_eq!(of_seeds.len(), 3, "{said}");
    assert!(of_seeds[0].contains(":2:18: error: \"dead_ends < 2\" fails for "));
    assert!(
        of_seeds[0].contains(" of 40 seeds: 0, 1, 2, 3, 4, …"),
        "{said}"
    );
    assert!(
        of_seeds[1].contains("\"walls = 19\" fails for 40 of 40 seeds: 0, 1"),
        "{said}"
    );
    assert!(
        of_seeds[2].contains("Sometimes(\"walls = 7\") holds in none of 40 worlds"),
        "{said}"
    );
    assert!(said.contains("\nwith seed 0: "), "{said}");

    let (of_sizes, said) = lines(&["--seeds", "0..2", "--vary", "grid.rows=3,4"]);
    let groups = " in 4 of 4 worlds: with grid.rows=3, seeds 0, 1; with grid.rows=4, seeds 0, 1";
    assert!(of_sizes.iter().any(|line| line.ends_with(groups)), "{said}");
}

/// Ctrl-C prints the smallest so far.
#[test]
#[cfg(unix)]
fn a_search_that_is_interrupted_prints_the_smallest_so_far() {
    let scene = "Scene(grid: (rows: 60, columns: 60), generate: Wilson,
        walk: Foot(from: (1, 1), to: (60, 60)), expect: [Solved(moves: 0..=90)])";
    let scene = file_of(&folder("interrupted"), scene);
    let mut test = mazetick(&["test", "--shrink", "--jobs", "1", &scene]);
    let testing = test
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    std::thread::sleep(std::time::Duration::from_millis(800));
    let interrupted = Command::new("kill")
        .args(["-INT", &testing.id().to_string()])
        .status();
    assert!(interrupted.expect("kill runs").success());
    let output = testing.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let said = text(&output.stdout);
    assert!(
        said.contains("\nScene(") && said.contains("0 passed, 1 failed"),
        "{said}"
    );
}
