//! `mazetick test` and `check` with scenes that name their worlds.

use std::fs;

use crate::program::{folder, run, text};

const SCENE: &str =
    "grid: (rows: 3, columns: 3), generate: Prim, walk: Foot(from: TopLeft, to: BottomRight)";

/// What is wrong with the worlds that a scene names has a place in it, for both commands.
#[test]
fn the_worlds_of_a_scene_are_checked() {
    let file = folder("worlds").join("scene.ron").display().to_string();
    for (wrong, said) in [
        ("vary: [\"gird.rows=1..3\"]", "gird.rows"),
        ("vary: [\"=1\"]", "path"),
        ("vary: [\"walk[0]=1\"]", "walk[0]"),
        ("vary: [\"grid.rows=2\", \"grid.rows=4\"]", "grid.rows"),
        ("vary: [\"grid.rows=1..70000\"]", "65536"),
        ("vary: [\"seeds=1\"]", "seeds"),
        ("vary: [\"grid.rows=0..2\"]", "grid.rows=0"),
        ("seeds: 5..3", "5..3"),
    ] {
        fs::write(&file, format!("Scene({SCENE}, {wrong}, expect: [Solved])")).expect("a scene");
        for command in ["check", "test"] {
            let output = run(&[command, &file]);
            let all = format!("{}{}", text(&output.stdout), text(&output.stderr));
            assert_eq!(output.status.code(), Some(1), "{command}: {all}");
            let report = all
                .lines()
                .find(|line| line.contains(&format!("{file}:1:")));
            assert!(
                report.is_some_and(|it| it.contains(said)),
                "{command} {wrong}: {all}"
            );
        }
        let json = run(&["check", "--json", &file]);
        let fault: serde_json::Value =
            serde_json::from_slice(&json.stdout).expect("a line of JSON");
        assert_eq!(
            (&fault["line"], fault["column"].is_u64()),
            (&1.into(), true)
        );
    }
}

#[test]
fn an_editor_is_told_of_a_scene_that_cannot_be_read() {
    let file = folder("unread").join("scene.ron").display().to_string();
    fs::write(&file, b"\xff").expect("a file");
    let output = run(&["check", "--json", &file]);
    assert_eq!(output.status.code(), Some(2));
    let fault: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
    assert_eq!(fault["file"], file);
    assert!(
        fault["message"]
            .as_str()
            .is_some_and(|it| it.contains("UTF-8"))
    );
}

/// A carriage return alone ends a line, as it does in contest input.
#[test]
fn a_scene_has_any_line_ends() {
    let file = folder("line-ends").join("scene.ron").display().to_string();
    let lines = [
        "Scene( // three lines",
        "generate: Prim,",
        "grid: (rows: 3, columns: 3))",
        "",
    ];
    for end in ["\n", "\r", "\r\n"] {
        let scene = lines.join(end);
        fs::write(&file, &scene).expect("a scene");
        let output = run(&["check", &file]);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{end:?}: {}",
            text(&output.stderr)
        );
        fs::write(&file, scene.replace("Prim", "Prime")).expect("a scene");
        let all = text(&run(&["check", &file]).stderr).to_owned();
        assert!(all.starts_with(&format!("{file}:2:11: ")), "{end:?}: {all}");
    }
}

/// The same bytes on any number of threads, also where the number of failures is limited.
#[test]
fn properties_are_tested_alike_on_all_threads() {
    let file = folder("threads").join("scene.ron").display().to_string();
    let expect =
        "vary: [\"grid.rows=2..7\"], expect: [Always(\"moves < 9\"), Sometimes(\"moves > 20\")]";
    fs::write(&file, format!("Scene({SCENE}, seeds: 0..100, {expect})")).expect("a scene");
    for limit in ["1", "7", "1000"] {
        let call = |jobs| {
            run(&[
                "test",
                &file,
                "--no-shrink",
                "--max-failures",
                limit,
                "--jobs",
                jobs,
            ])
            .stdout
        };
        let one = call("1");
        assert!(text(&one).contains(" worlds"), "{}", text(&one));
        assert_eq!(text(&one), text(&call("3")));
    }
}

/// Files that a command reads stay as they are, whatever it writes.
#[test]
fn inputs_are_not_overwritten() {
    let folder = folder("inputs");
    let name = |file: &str| folder.join(file).display().to_string();
    let here = folder.display().to_string();
    let scene = format!("Scene({SCENE}, expect: [Solved(moves: 99)]) // mine");
    let jump = fs::read_to_string("scenes/jump/four-by-four.ron").expect("a scene");
    let files = [("1.ron", &scene), ("2.ron", &jump), ("rules.html", &scene)];
    for (file, content) in files {
        fs::write(name(file), content).expect("a file");
    }
    let (one, two, rules) = (name("1.ron"), name("2.ron"), name("rules.html"));
    let calls: [&[&str]; 5] = [
        &["test", &one, "--seeds", "0..4", "--out-dir", &here],
        &["test", &one, "--shrink", "--out-dir", &here],
        &[
            "make",
            &two,
            "--count",
            "3",
            "--out-dir",
            &here,
            "--tries",
            "300",
        ],
        &[
            "sheet",
            "scenes/jump/four-by-four.ron",
            "--words",
            &rules,
            "-o",
            &rules,
        ],
        &[
            "sheet",
            &two,
            "--words",
            &rules,
            "-o",
            &name("x.html"),
            "--solutions",
            &rules,
        ],
    ];
    for call in calls {
        assert_eq!(run(call).status.code(), Some(2), "{call:?}");
    }
    for (file, content) in files {
        assert_eq!(&fs::read_to_string(name(file)).expect("a file"), content);
    }
}

/// Nothing is written before all files can be.
#[test]
fn a_set_is_written_as_a_whole() {
    let folder = folder("set");
    fs::create_dir_all(folder.join("2.ron")).expect("a folder in the way");
    fs::write(folder.join("1.ron"), "mine").expect("a file");
    let scene = "scenes/jump/four-by-four.ron";
    let output = run(&[
        "make",
        scene,
        "--count",
        "3",
        "--out-dir",
        folder.to_str().expect("text"),
    ]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        fs::read_to_string(folder.join("1.ron")).expect("a file"),
        "mine"
    );
}
