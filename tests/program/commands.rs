//! The program: every subcommand's output, exit code and streams.

use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

use mazetick::base::Grid;
use mazetick::registry::Registry;
use mazetick::scene::Simulation;

use crate::program::{assert_output, folder, mazetick, run, text, with_input};

const SCENE: &str = "Scene(
    grid: (rows: 1, columns: 2),
    generate: Johnny(start: (1, 1), commands: \"R\"),
    text: Johnny,
)
";

#[test]
fn subcommands_do_what_they_say() {
    trycmd::TestCases::new().case("tests/program/*.trycmd");
}

#[test]
fn standard_input_is_read() {
    let maze = " _ _\n|_ _|\n\n";
    assert_output(&with_input(&["run", "-"], SCENE.as_bytes()), 0, maze, "");
    let johnny = "1\n1 2\n1 1\nR\n";
    assert_output(&with_input(&["contest", "johnny"], johnny.as_bytes()), 0, maze, "");
    assert_output(&with_input(&["contest", "johnny", "-"], johnny.as_bytes()), 0, maze, "");
    assert_output(&with_input(&["export", "-"], SCENE.as_bytes()), 0, johnny, "");
    let checked = with_input(&["check", "-"], SCENE.as_bytes());
    assert_eq!((checked.status.code(), text(&checked.stderr)), (Some(0), ""));
    let checked = with_input(&["check", "--as", "johnny", "-"], b"x");
    assert_eq!((checked.status.code(), text(&checked.stdout)), (Some(1), ""));
}

#[test]
fn results_are_output_and_everything_else_is_not() {
    let report = "<stdin>:6:1: error: found `X`, expected a command: U, D, L, R, or F and a \
                  position\n  |\n6 | X\n  | ^\n";
    let johnny = "2\n1 1\n1 1\n1 2\n1 1\nX\n";
    for jobs in ["1", "2", "8"] {
        let output = with_input(&["contest", "johnny", "--jobs", jobs], johnny.as_bytes());
        assert_output(&output, 2, " _\n|_|\n\n", report);
    }
    let stats = with_input(&["run", "--stats", "-"], SCENE.as_bytes());
    assert_eq!((stats.status.code(), text(&stats.stdout)), (Some(0), " _ _\n|_ _|\n\n"));
    assert!(text(&stats.stderr).starts_with("<stdin>: finished, "));
}

/// A refusal by the walk itself is a reason why there is no solution, as those of rules are.
#[test]
fn the_minotaur_is_a_reason() {
    let told = run(&["run", "--stats", "scenes/theseus/open-field.ron"]);
    let reason = "\n  `walk` refuses 31 steps; nearest to the goal, from (1, 6) south: The Minotaur \
                  would catch him.\n";
    assert!(text(&told.stderr).ends_with(reason), "{}", text(&told.stderr));
}

/// Notes and statistics keep the order of the scenes, whichever thread is done first.
#[test]
fn messages_are_the_same_on_any_number_of_threads() {
    let folder = folder("messages");
    for number in 0..8 {
        let scene = SCENE.replace("text:", "expect: [Finished(at: 3)],\n    text:");
        fs::write(folder.join(format!("{number}.ron")), scene).expect("a scene");
    }
    let path = folder.to_str().expect("a path of text");
    for call in
        [&["run", "--seeds", "0..3", "--stats", path][..], &["test", "--seeds", "0..3", path]]
    {
        let run = |jobs| {
            let output = mazetick(&[call, &["--jobs", jobs]].concat()).output().expect("it runs");
            (output.status.code(), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
        };
        let one = run("1");
        assert_eq!(one.2.matches(": note: ").count(), 8);
        for _ in 0..20 {
            assert_eq!(run("4"), one);
        }
    }
}

#[test]
fn import_writes_a_scene_a_maze_and_export_gives_the_input_back() {
    for (problem, input) in [
        ("johnny", "2\n2 2\n1 1\nU\nF 1\nR\nU\n1 1\n1 1\n"),
        ("arrow", "A B's\n1 1 N 2 1\n1 1 NL EFR *\n0\n../\u{e9}\n1 1 S 1 1\n0\nEND\n"),
        ("dice", "A\n1 2 1 2 5 1\n-1 0\nEND\n"),
    ] {
        let folder = folder(&format!("import-{problem}"));
        let path = folder.to_str().expect("a path of text");
        let import = with_input(&["import", problem, "-", "--out", path], input.as_bytes());
        assert_output(&import, 0, "", "");
        assert_output(&run(&["export", path]), 0, input, "");
        let run = run(&["run", path]);
        assert_eq!(run.status.code(), Some(0));
        assert_only_unsolved(text(&run.stderr));
        if problem == "arrow" {
            let entries = fs::read_dir(folder).expect("the folder");
            let mut names: Vec<_> = entries.map(|it| it.expect("an entry").file_name()).collect();
            names.sort();
            assert_eq!(names, ["0001-A-B-s.ron", "0002-\u{e9}.ron"]);
        }
    }
}

/// Every line says that a world has no solution, and that its start at least was reached.
fn assert_only_unsolved(said: &str) {
    for line in said.lines() {
        let (_, reached) = line.split_once(": no solution: ").expect(line);
        assert!(!reached.starts_with("0 "), "{line}");
    }
}

#[test]
fn new_scenes_run_as_they_are() {
    for kind in ["johnny", "mazing", "arrow", "dice", "foot"] {
        for (rows, columns) in [("1", "1"), ("1", "2"), ("2", "1"), ("8", "12")] {
            let new = mazetick(&["new", kind, "--rows", rows, "--columns", columns]).output();
            let run = with_input(&["run", "-"], &new.expect("it runs").stdout);
            assert_eq!(run.status.code(), Some(0), "{kind}");
            assert_only_unsolved(text(&run.stderr));
            assert!(!run.stdout.is_empty());
        }
    }
}

#[test]
fn new_scenes_say_that_the_seed_matters_where_it_does() {
    let registry = Registry::standard();
    for template in registry.templates() {
        for (rows, columns) in [(1, 1), (1, 7), (7, 1), (7, 7)] {
            let text = template.scene(Grid { rows, columns }, 1);
            // Not every kind can have every size.
            let Ok(scene) = registry.read(&text) else { continue };
            let mut world = Simulation::new(&scene).expect("a world");
            let mut drawn = |seed| {
                world.load(&scene.clone().seeded(seed)).expect("a world");
                world.run();
                (world.text(), world.is_without_chance())
            };
            let first = drawn(1);
            let differs = (2..10).any(|seed| drawn(seed) != first);
            assert!(!(differs && first.1), "{} {rows} {columns}", template.name);
            let claim = "another seed, another maze";
            // Of a single row or column nothing is said.
            let says_so = differs && rows.min(columns) > 1;
            assert_eq!(text.contains(claim), says_so, "{} {rows} {columns}", template.name);
            let another = template.scene(Grid { rows, columns }, 2);
            let is_drawn = text.contains("seed:") || template.about.contains("random");
            assert!(rows != columns || rows == 1 || is_drawn == (text != another));
        }
    }
}

#[test]
fn blessing_changes_only_values_that_differ() {
    let folder = folder("blessed");
    let path = folder.join("wrong.ron");
    let before = include_str!("test.in/wrong.ron");
    fs::write(&path, before).expect("a scene");
    let name = path.to_str().expect("text");
    let blessed = run(&["test", "--bless", name]);
    assert_eq!(blessed.status.code(), Some(1), "walkers and walls are not blessed");
    let said = text(&blessed.stdout);
    assert!(said.starts_with(&format!("FAIL {name} (blessed 3 values)\n\n")), "{said}");
    assert!(said.ends_with("\n\n0 passed, 1 failed\n"), "{said}");
    let expected = before
        .replace("at: 11", "at: 10")
        .replace("0123456789abcdef", "09c4d8e054b5aaf7")
        .replace("+  +--+\n", "+  +  +\n");
    assert_eq!(fs::read_to_string(&path).expect("a scene"), expected);

    // Without the expectations that cannot be blessed everything passes, and nothing is left to
    // bless.
    let lines = expected.lines().filter(|line| {
        let kept = ["At(", "NoSolution", "Solved", "Walls", "Cell"];
        !kept.iter().any(|kind| line.trim_start().starts_with(kind))
    });
    let right = lines.flat_map(|line| [line, "\r\n"]).collect::<String>();
    let right = right + "// checkpoint, or what an author calls one\r\n";
    let wrong = right.replace("at: 10", "at: 9").replace("|**|**|\r\n+", "");
    let wrong = format!("\u{feff}{wrong}");
    fs::write(&path, &wrong).expect("a scene");
    let blessed = run(&["test", "--bless", name]);
    let said = format!("PASS {name} (blessed 2 values)\n\n1 passed, 0 failed\n");
    assert_output(&blessed, 0, &said, "");
    assert_eq!(fs::read_to_string(&path).expect("a scene"), format!("\u{feff}{right}"));
    let again = run(&["test", "--bless", name]);
    assert_output(&again, 0, &format!("PASS {name}\n\n1 passed, 0 failed\n"), "");
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1, "nothing else is left");
}

/// The file is unchanged, its scene fails as if it had not been blessed, and other scenes are
/// tested.
#[track_caller]
fn assert_not_written(output: &Output, name: &str, why: &str) {
    assert_eq!(text(&output.stderr), why);
    let said = text(&output.stdout);
    assert!(said.starts_with(&format!("FAIL {name}\n")), "{said}");
    assert!(said.contains("Digest: expected 0123456789abcdef, found 09c4d8e054b5aaf7"), "{said}");
    assert!(said.contains("\n\n1 passed, 1 failed\n"), "{said}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_file_that_cannot_be_blessed_is_an_error_of_writing() {
    let folder = folder("read-only");
    let (path, good) = (folder.join("wrong.ron"), folder.join("good.ron"));
    let before = include_str!("test.in/wrong.ron");
    fs::write(&path, before).expect("a scene");
    fs::write(&good, include_str!("test.in/good/walk.ron")).expect("a scene");
    let mut permissions = fs::metadata(&path).expect("the file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("a file of one's own");
    let (name, good) = (path.to_str().expect("text"), good.to_str().expect("text"));
    let output = run(&["test", "--bless", name, good]);
    let why = "the file is read-only, expected a writable one";
    assert_not_written(&output, name, &format!("mazetick: error: cannot write {name}: {why}\n"));
    assert_eq!(fs::read_to_string(&path).expect("a scene"), before);
    let output = run(&["test", "--bless", "--json", name]);
    let error = format!("\"error\":\"mazetick: error: cannot write {name}: {why}\"}}\n");
    assert!(text(&output.stdout).contains(&error), "{}", text(&output.stdout));

    let output = with_input(&["test", "--bless", "-", good], before.as_bytes());
    let why = "<stdin>: error: standard input cannot be blessed, expected a file\n";
    assert_not_written(&output, "<stdin>", why);
}

/// Remaining failures are shown at their place in the blessed file.
#[test]
fn a_partly_blessed_scene_is_reported_as_such() {
    let path = folder("in-part").join("scene.ron");
    let scene = SCENE
        .replace("text: Johnny,\n", "text: Johnny,\n    expect: [Text(\"\"), Walls(built: 7)],\n");
    fs::write(&path, scene).expect("a scene");
    let name = path.to_str().expect("text");
    let blessed = run(&["test", "--bless", name]);
    let said = format!(
        "FAIL {name} (blessed 1 value)\n\n---- {name} ----\n\
         {name}:9:5: error: Walls: expected 7 built, found 0\n  |\n\
         9 | \"), Walls(built: 7)],\n  |     ^^^^^^^^^^^^^^^\n\n0 passed, 1 failed\n"
    );
    assert_output(&blessed, 1, &said, "");
    let json = run(&["test", "--bless", "--json", name]);
    assert!(
        text(&json.stdout).contains("\"passed\":false,\"expectations\":2,\"failures\""),
        "nothing is blessed"
    );
}

/// A file that is given by several names, at once or in its folder, is tested and written once.
#[test]
fn a_scene_is_tested_once() {
    let folder = folder("once");
    let path = folder.join("a.ron");
    let scene = include_str!("test.in/good/walk.ron").replace("at: 10", "at: 9");
    fs::write(&path, &scene).expect("a scene");
    let test = |arguments: &[&str]| {
        let mut program = mazetick(&["test"]);
        let program = program.current_dir(&folder).args(arguments);
        program
            .args(["./a.ron", "a.ron", ".", "a.ron", "../once", "../once/a.ron"])
            .output()
            .expect("it runs")
    };
    let output = test(&[]);
    assert!(text(&output.stdout).starts_with("FAIL ./a.ron\n\n"), "the first name");
    assert!(text(&output.stdout).ends_with("\n0 passed, 1 failed\n"));
    let output = test(&["--bless", "--jobs", "4"]);
    assert_output(&output, 0, "PASS ./a.ron (blessed 1 value)\n\n1 passed, 0 failed\n", "");
    let blessed = fs::read_to_string(&path).expect("a scene");
    assert_eq!(blessed, scene.replace("at: 9", "at: 10"));
}

/// Links to scenes are duplicates too; a filter is applied to the names first; and a missing scene
/// is an error even if its folder was given.
#[test]
fn only_duplicates_are_skipped() {
    let folder = folder("doubles");
    fs::create_dir(folder.join("d")).expect("a folder");
    fs::write(folder.join("d/a.ron"), SCENE).expect("a scene");
    let test = |arguments: &[&str]| {
        let tested = mazetick(&["test"]).current_dir(&folder).args(arguments).output();
        tested.expect("it runs")
    };
    let one = "PASS d/a.ron (expects nothing)\n\n1 passed, 0 failed\n";
    let whole = folder.join("d/gone.ron");
    let output = test(&["d", whole.to_str().expect("text")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stdout).ends_with("1 passed, 0 failed, 1 not read\n"));
    let name = fs::canonicalize(folder.join("d")).expect("the folder");
    let name = name.to_str().expect("text");
    let output = test(&["--filter", name, "d", name]);
    assert!(text(&output.stdout).ends_with("1 passed, 0 failed, 1 filtered out\n"));
    assert_output(&test(&["d", "./d/../d"]), 0, one, "");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("a.ron", folder.join("d/b.ron")).expect("a link");
        assert_output(&test(&["d"]), 0, one, "");
        fs::create_dir(folder.join("o")).expect("a folder");
        std::os::unix::fs::symlink("../d/a.ron", folder.join("o/l.ron")).expect("a link");
        let linked = one.replace("d/a.ron", "o/l.ron");
        assert_output(&test(&["o", "d"]), 0, &linked, "");
    }
}

#[test]
fn inputs_are_not_overwritten() {
    let folder = folder("over");
    let path = folder.join("a.ron");
    fs::write(&path, SCENE).expect("a scene");
    let name = path.to_str().expect("text");
    for arguments in [
        ["record", name, "-o", name],
        ["run", name, "--save", name],
        ["run", name, "--output", name],
        ["trace", name, "-o", name],
        ["test", name, "--junit", name],
        ["record", name, "-o", "no/such/folder"],
        ["run", name, "--save", "no/such/folder"],
        ["export", name, "-o", "no/such/folder"],
    ] {
        let refused = run(&arguments);
        assert_eq!((refused.status.code(), text(&refused.stdout)), (Some(2), ""));
        assert!(text(&refused.stderr).starts_with(&format!("{}: error: th", arguments[3])));
        assert_eq!(fs::read_to_string(&path).expect("a scene"), SCENE);
    }
}

/// What a command prints is the same in the file of `-o`.
#[test]
fn every_text_can_be_printed_into_a_file() {
    let folder = folder("printed");
    let file = folder.join("it");
    let name = file.to_str().expect("text");
    let scene = "scenes/jump/four-by-four.ron";
    for arguments in [
        &["run", scene, "--json"][..],
        &["trace", scene],
        &["test", scene],
        &["prove", scene, "scenes/arrow/sample-2.ron"],
        &["judge", "scenes/arrow/sample-1.ron", "tests/samples/answer.txt"],
        &["make", scene, "--effort", "2000"],
        &["contest", "johnny", "tests/samples/johnny.in"],
        &["export", "scenes/arrow/sample-1.ron"],
        &["check", "scenes/jump"],
        &["new", "foot"],
        &["completions", "bash"],
    ] {
        let printed = run(arguments);
        let written = run(&[arguments, &["-o", name]].concat());
        let said = text(&printed.stderr);
        assert_output(&written, printed.status.code().expect("a code"), "", said);
        let there = fs::read(&file).expect("a file");
        assert!(!there.is_empty() && there == printed.stdout, "{arguments:?}");
    }
    let before = fs::read(&file).expect("a file");
    for command in ["run", "make", "trace", "replay"] {
        assert_eq!(run(&[command, "no.ron", "-o", name]).status.code(), Some(2));
    }
    assert_eq!(fs::read(&file).expect("a file"), before, "nothing was printed");
    // What was printed before an error is there, too.
    let stuck = folder.join("stuck.ron");
    let text =
        "Scene(grid: (rows: 2, columns: 2), generate: Johnny(start: (1, 1), commands: \"R\"))";
    fs::write(&stuck, text).expect("a file");
    let stuck = stuck.to_str().expect("text");
    let printed = run(&["trace", stuck]);
    assert!(!printed.stdout.is_empty() && !printed.status.success());
    run(&["trace", stuck, "-o", name]);
    assert_eq!(fs::read(&file).expect("a file"), printed.stdout);
    let check = run(&["check", "tests/bad/scene.in/no-cells.ron", "-o", name]);
    assert!(!check.status.success() && fs::read(&file).expect("a file") == printed.stdout);
    // A file that is not there yet is named twice.
    let new = folder.join("new");
    let other = folder.join(".").join("new");
    let (new, other) = (new.to_str().expect("text"), other.to_str().expect("text"));
    let twice = run(&["run", scene, "--save", new, "-o", other]);
    assert!(!twice.status.success() && !fs::exists(new).expect("a folder"));
    let names = fs::read_dir(&folder).expect("a folder").map(|it| it.expect("a file").file_name());
    let left: Vec<_> = names.filter(|it| it.to_string_lossy().starts_with('.')).collect();
    assert!(left.is_empty(), "{left:?}");
    assert_eq!(run(&["new", "jump", "-o", "-"]).stdout, run(&["new", "jump"]).stdout);
}

/// By Bash.
#[test]
fn columns_and_fields_are_completed() {
    let folder = folder("completed");
    let script = folder.join("script");
    fs::write(&script, run(&["completions", "bash"]).stdout).expect("a script");
    for (words, completed) in [
        ("sweep --columns dead", "dead_ends"),
        ("sweep --vary grid.ro", "grid.rows"),
        ("make --change sig", "signs"),
    ] {
        let call = format!(
            "source {}; COMP_WORDS=(mazetick {words}); COMP_CWORD=3; \
             _mazetick mazetick ${{COMP_WORDS[3]}} ${{COMP_WORDS[2]}}; echo ${{COMPREPLY[@]}}",
            script.display()
        );
        let bash = Command::new("bash").args(["-c", &call]).output().expect("bash runs");
        assert_eq!(text(&bash.stdout).trim(), completed, "{words}: {}", text(&bash.stderr));
    }
}

/// What `run` prints of a puzzle is an answer to it.
#[test]
fn listings_are_right_answers() {
    let others = ["scenes/arrow/sample-1.ron", "scenes/theseus/waiting.ron"].map(str::to_owned);
    for path in committed_puzzles().into_iter().chain(others) {
        let judged = with_input(&["judge", &path], &run(&["run", &path]).stdout);
        assert_eq!(text(&judged.stderr), "");
        let said = text(&judged.stdout);
        assert!(said.starts_with("<stdin>: right, and as short as can be: "), "{path}: {said}");
    }
}

#[test]
fn failures_of_a_scene_are_listed_up_to_the_limit() {
    let path = folder("many").join("many.ron");
    let scene = |failures| {
        SCENE.replace("text:", &format!("expect: [{}], text:", "Walls(built: 9),".repeat(failures)))
    };
    let name = path.to_str().expect("text");
    for (failures, more) in [(50, None), (51, Some("1")), (5000, Some("4950"))] {
        fs::write(&path, scene(failures)).expect("a scene");
        let output = run(&["test", name]);
        let said = text(&output.stdout);
        assert_eq!(said.matches("Walls: expected 9 built, found 0").count(), 50);
        let tail = more.map(|more| format!("and {more} more\n")).unwrap_or_default();
        assert!(said.ends_with(&format!("^\n{tail}\n0 passed, 1 failed\n")), "{said}");
        let output = run(&["test", "--json", name]);
        let said = text(&output.stdout);
        let tail = more.map(|more| format!(",\"more\":{more}")).unwrap_or_default();
        assert!(said.contains(&format!("\"diff\":null}}]{tail}}}\n")), "{said}");
        assert_eq!(said.matches("Walls: expected 9 built, found 0").count(), 50);
    }
}

/// The state at which a command cannot be carried out is not a result worth expecting.
#[test]
fn a_world_that_is_stuck_is_not_blessed() {
    let path = folder("stuck").join("stuck.ron");
    let scene = SCENE.replace("\"R\"", "\"U\"").replace(
        "    text: Johnny,\n",
        "    text: Johnny,\n    expect: [At(0, [Digest(\"0123456789abcdef\")]), Text(\"\")],\n",
    );
    fs::write(&path, &scene).expect("a scene");
    let name = path.to_str().expect("text");
    let tested = run(&["test", "--bless", name]);
    assert_eq!(tested.status.code(), Some(1));
    let said = text(&tested.stdout);
    assert!(said.starts_with(&format!("FAIL {name}\n")), "{said}");
    assert!(said.contains("generate.commands, command 1: `U` leads out of the grid"), "{said}");
    assert!(said.contains("Digest: expected 0123456789abcdef, found"), "{said}");
    assert_eq!(fs::read_to_string(&path).expect("a scene"), scene);
}

#[test]
fn a_report_for_build_servers_names_every_scene() {
    let report = folder("junit").join("report.xml");
    let scenes = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/test.in");
    let path = report.to_str().expect("text");
    let output = run(&["test", "--junit", path, scenes]);
    assert_eq!(output.status.code(), Some(1));
    let report = fs::read_to_string(&report).expect("a report");
    assert!(report.contains("tests=\"12\" failures=\"8\""), "{report}");
    assert!(report.contains("stuck.ron\" assertions=\"1\">"), "{report}");
    assert!(report.contains("nothing.ron\" assertions=\"0\">"), "{report}");
    assert!(report.contains("`U` leads out of the grid"), "{report}");
}

/// Reads a byte of the output, then closes the pipe.
fn close_early(arguments: &[&str]) -> (Option<i32>, String) {
    let mut program = mazetick(arguments);
    let mut running =
        program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut pipe = running.stdout.take().expect("it has an output");
    pipe.read_exact(&mut [0]).expect("a first byte");
    drop(pipe);
    let output = running.wait_with_output().expect("the program ends");
    (output.status.code(), text(&output.stderr).to_owned())
}

#[test]
fn closed_stdout_is_not_an_error() {
    let folder = folder("closed-pipe");
    let large = folder.join("large.ron");
    let new = mazetick(&["new", "foot", "--rows", "400", "--columns", "400"]).output();
    fs::write(&large, new.expect("it runs").stdout).expect("a scene");
    let many = folder.join("many.txt");
    fs::write(&many, format!("20000\n{}", "3 3\n1 1\nU U R D D R U U\n".repeat(20_000)))
        .expect("an input");
    let (large, many) = (large.to_str().expect("text"), many.to_str().expect("text"));
    let fine = (Some(0), String::new());
    assert_eq!(close_early(&["run", large, large, large]), fine);
    assert_eq!(close_early(&["new", "walls", "--rows", "400", "--columns", "400"]), fine);
    for jobs in ["1", "8"] {
        assert_eq!(close_early(&["contest", "johnny", many, "--jobs", jobs]), fine);
    }
}

#[test]
fn closed_stderr_causes_no_panic() {
    let missing = vec!["missing.ron"; 2000];
    let mut program = mazetick(&["run"]);
    let program = program.args(missing).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut running = program.spawn().expect("the program starts");
    drop(running.stderr.take());
    assert_eq!(running.wait().expect("the program ends").code(), Some(2));
}

/// An output that is not a regular file is written to, not replaced; files with similar names are
/// not touched.
#[cfg(unix)]
#[test]
fn only_files_are_replaced() {
    use std::os::unix::fs::FileTypeExt;

    let folder = folder("replaced");
    let (scene, pipe) = (folder.join("scene.ron"), folder.join("pipe"));
    fs::write(&scene, SCENE).expect("a scene");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("it runs").success());
    let (scene, at) = (scene.to_str().expect("text"), pipe.to_str().expect("text"));
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).expect("a record")
    });
    assert_output(&run(&["record", scene, "-o", at]), 0, "", "");
    assert!(reader.join().expect("it read").contains("Record("));
    assert!(fs::metadata(&pipe).expect("the pipe").file_type().is_fifo());

    fs::write(folder.join("a.record.new"), "precious").expect("a file");
    let record = folder.join("a.record");
    let record = record.to_str().expect("text");
    assert_output(&run(&["record", scene, "-o", record]), 0, "", "");
    assert_eq!(fs::read_to_string(folder.join("a.record.new")).expect("it"), "precious");
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 4, "nothing else is left");

    let mut permissions = fs::metadata(record).expect("the file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(record, permissions).expect("a file of one's own");
    let why = "the file is read-only, expected a writable one";
    assert_output(
        &run(&["record", scene, "-o", record]),
        2,
        "",
        &format!("{record}: error: {why}\n"),
    );
}

/// A scene that cannot be recorded, or whose record `replay` could not read, leaves no file.
#[test]
fn a_record_is_whole_or_not_there() {
    let folder = folder("unrecorded");
    let record = folder.join("a.record");
    let record = record.to_str().expect("text");
    let long = "Scene(grid: (rows: 90, columns: 90), generate: Johnny(start: (1, 1), flips: 0.999),
        text: Johnny)";
    let refused = with_input(&["record", "-", "--every", "1", "-o", record], long.as_bytes());
    assert_eq!((refused.status.code(), text(&refused.stdout)), (Some(2), ""));
    assert!(text(&refused.stderr).ends_with("expected `--every 8` or more\n"));
    let stuck = SCENE.replace("\"R\"", "\"R R\"");
    let refused = with_input(&["record", "-", "-o", record], stuck.as_bytes());
    assert_eq!((refused.status.code(), text(&refused.stdout)), (Some(2), ""));
    assert_eq!(refused.stderr, with_input(&["run", "-"], stuck.as_bytes()).stderr);
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0);
}

/// `-` is standard input and output, and never a file.
#[test]
fn a_dash_means_standard_input_or_output() {
    let folder = folder("dash");
    let here = |arguments: &[&str], input: &[u8]| {
        let mut program = mazetick(arguments);
        let program = program.current_dir(&folder).stdin(Stdio::piped());
        let mut running =
            program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let _ = running.stdin.take().expect("it has an input").write_all(input);
        running.wait_with_output().expect("it ends")
    };
    let recorded = here(&["record", "-", "-o", "-"], SCENE.as_bytes());
    assert!(text(&recorded.stdout).contains("Record("), "{recorded:?}");
    let equal = "<stdin>: equal up to tick 3, compared at 4 ticks\n";
    assert_output(&here(&["replay", "-"], &recorded.stdout), 0, equal, "");

    let saved = here(&["run", "-", "--ticks", "1", "--save", "./-", "--digest"], SCENE.as_bytes());
    assert_eq!(saved.status.code(), Some(0));
    let world = fs::read(folder.join("-")).expect("a world");
    assert_output(&here(&["resume", "-"], &world), 0, " _ _\n|_ _|\n\n", "");
    let stuck = here(&["resume", "-"], b"x");
    let said = text(&stuck.stderr);
    assert_eq!((stuck.status.code(), text(&stuck.stdout)), (Some(2), ""));
    assert!(said.starts_with("<stdin>:1:1: error: found `x`, expected `Record("), "{said}");
    fs::remove_file(folder.join("-")).expect("a file");

    for arguments in [
        &["run", "-", "--save", "-"][..],
        &["resume", "-", "--save", "-"],
        &["import", "dice", "--out", "-"],
        &["test", "-", "--junit", "-"],
    ] {
        let refused = here(arguments, SCENE.as_bytes());
        assert_eq!((refused.status.code(), text(&refused.stdout)), (Some(2), ""));
        assert!(text(&refused.stderr).contains("this cannot be written to standard output"));
    }
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0);
}

/// Runs the program with closed outputs.
fn unheard(arguments: &[&str]) -> Option<i32> {
    let mut program = mazetick(arguments);
    let program = program.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut running = program.spawn().expect("the program starts");
    drop(running.stdout.take());
    running.wait().expect("the program ends").code()
}

#[test]
fn failures_set_the_exit_code_with_closed_outputs() {
    let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program");
    assert_eq!(unheard(&["test", &format!("{tests}/test.in")]), Some(1));
    assert_eq!(unheard(&["replay", &format!("{tests}/record.in/altered.record")]), Some(1));
    assert_eq!(unheard(&["check", "scenes", &format!("{tests}/check.in/wrong")]), Some(1));

    let missing = "missing.ron";
    assert_eq!(unheard(&["run", &format!("{tests}/check.in")]), Some(2));
    assert_eq!(unheard(&["run", "scenes", missing, "scenes"]), Some(2));
    assert_eq!(unheard(&["check", "scenes", missing, "scenes"]), Some(2));
    assert_eq!(unheard(&["test", "scenes/johnny", missing]), Some(2));
    let many = folder("unheard").join("many.txt");
    let mazes = "3 3\n1 1\nU U R D D R U U\n".repeat(20_000);
    fs::write(&many, format!("20001\n{mazes}3 3\nX\n")).expect("an input");
    let many = many.to_str().expect("text");
    for jobs in ["1", "2"] {
        assert_eq!(unheard(&["contest", "johnny", many, "--jobs", jobs]), Some(2));
    }
}

/// The reader of a pipe that is saved to closes it early: the save fails, which is an error.
#[cfg(unix)]
#[test]
fn saving_to_a_pipe_that_is_closed_is_an_error() {
    let folder = folder("lost");
    let (pipe, scene) = (folder.join("pipe"), folder.join("scene.ron"));
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("it runs").success());
    let new = mazetick(&["new", "walls", "--rows", "300", "--columns", "300"]).output();
    fs::write(&scene, new.expect("it runs").stdout).expect("a scene");
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::File::open(pipe).expect("a pipe").read_exact(&mut [0]).expect("a first byte")
    });
    let (scene, at) = (scene.to_str().expect("text"), pipe.to_str().expect("text"));
    let output = run(&["run", scene, "--save", at]);
    reader.join().expect("it read");
    let said = text(&output.stderr);
    assert!(said.starts_with(&format!("mazetick: error: {at}: Broken pipe")), "{said}");
    assert_eq!(output.status.code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_output_is_named() {
    let folder = folder("full");
    fs::write(folder.join("scene.ron"), SCENE).expect("a scene");
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("the device");
    let mut run = mazetick(&["run", "scene.ron"]);
    let output = run.current_dir(folder).stdout(full).output().expect("it runs");
    let said = "mazetick: error: standard output: No space left on device (os error 28)\n";
    assert_output(&output, 2, "", said);
}

/// Lines of JSON have the path itself, not as it is displayed.
#[cfg(unix)]
#[test]
fn json_names_files_as_they_are() {
    let folder = folder("names");
    fs::write(folder.join("a\nb.ron"), SCENE).expect("a scene");
    for call in [&["run", "--json", "a\nb.ron"][..], &["test", "--json", "a\nb.ron"]] {
        let output = mazetick(call).current_dir(&folder).output().expect("it runs");
        let line = text(&output.stdout).lines().next().expect("a line");
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(line["scene"], "a\nb.ron");
    }
}

/// Scenes and contest inputs with control characters in every place from which text gets into a
/// report: no call on them prints one.
#[cfg(unix)]
#[test]
fn messages_contain_no_control_characters() {
    let steering = "\u{7}\u{1b}[31m\u{9b}31m\u{85}\u{200f}\u{2028}\u{202e}\u{2066}";
    let folder = folder("steering").join(format!("a\n{steering}"));
    fs::create_dir_all(folder.join("scenes")).expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        path.to_str().expect("text").to_owned()
    };
    let expecting = |expectation: &str| {
        let (before, after) = SCENE.split_once("text: Johnny").expect("the text");
        format!("{before}expect: [{expectation}], text: Johnny{after}")
    };
    let broken = file("scenes/1.ron", &SCENE.replace("grid", steering));
    let fails = file("scenes/2.ron", &expecting(&format!("Text(\"a\n{steering}\n\")")));
    let other = file("scenes/3.ron", &expecting(&format!("Digest(\"{steering}\")")));
    let stuck = file("scenes/4.ron", &SCENE.replace("\"R\"", &format!("\"R {steering}\"")));
    let good = file("scenes/5.ron", SCENE);
    let input = file("input.txt", &format!("{steering}\n1 1 {steering} 1 1\n0\n"));
    let johnny = file("johnny.txt", "1\n1 2\n1 1\nR\n");
    let record = folder.join("record").to_str().expect("text").to_owned();
    let report = folder.join("report.xml").to_str().expect("text").to_owned();
    let whole = folder.to_str().expect("text").to_owned();
    let missing = format!("{whole}/missing");
    let calls: [&[&str]; 24] = [
        &["check", &whole, &missing],
        &["run", &broken, &fails, &other, &stuck, &good, &missing],
        &["run", "--digest", "--stats", &good, &input],
        &["run", &good, "--save", &whole],
        &["run", &good, "--save", &format!("{missing}/{steering}")],
        &["run", &whole, "--ticks", steering],
        &["test", &whole, &missing],
        &["test", "--json", &whole, &missing],
        &["test", "--junit", &report, "--filter", steering, &whole, &missing],
        &["test", "--junit", &good, &good],
        &["test", "--filter", &format!("no{steering}"), &whole],
        &["test", "--bless", &fails, &broken],
        &["record", &good, "-o", &record],
        &["record", &good, "-o", &good],
        &["replay", &record],
        &["replay", &good],
        &["resume", &good],
        &["export", &broken, &good],
        &["export", &missing],
        &["import", "arrow", &input, "--out", &format!("{whole}/out")],
        &["import", "johnny", &johnny, "--out", &good],
        &["contest", "arrow", &input],
        &["check", "--as", "dice", &input, &missing],
        &["contest", steering],
    ];
    for arguments in calls {
        let output = run(arguments);
        let said = [text(&output.stdout), text(&output.stderr)].concat();
        assert!(!said.is_empty() || arguments[0] == "record", "{arguments:?}");
        assert_none_steers(&said);
    }
    let report = fs::read_to_string(&report).expect("a report");
    assert_none_steers(&report);
    assert!(report.contains("\\u{202e}"), "{report}");
    let json = run(&["test", "--json", &fails]);
    assert!(text(&json.stdout).contains("\\u0007\\u001b[31m\\u009b31m\\u0085\\u200f"), "{json:?}");
}

/// Checks that a text has no control characters except line ends.
#[track_caller]
fn assert_none_steers(said: &str) {
    let turns = |c| matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let steering: Vec<_> =
        said.chars().filter(|&c| c != '\n' && (c.is_control() || turns(c))).collect();
    assert!(steering.is_empty(), "{steering:?} in {said:?}");
}

/// The paths of the puzzles that have been made.
fn committed_puzzles() -> Vec<String> {
    let folders = ["scenes/craft", "scenes/records"];
    let files = folders.map(|folder| fs::read_dir(folder).expect("a folder")).into_iter().flatten();
    let path = |file: fs::DirEntry| file.path().to_str().expect("a path of text").to_owned();
    let mut paths: Vec<String> = files.map(|file| path(file.expect("a file"))).collect();
    paths.sort();
    paths
}

/// Whoever has Python can check certificates without the program: of every puzzle that has been made.
#[test]
fn certificates_are_checked_by_another_program() {
    let others = ["scenes/arrow/drawn-5x5.ron", "scenes/arrow/sample-2.ron"];
    let puzzles = committed_puzzles();
    let expected = format!(
        "{}: not unique\n{}: no solution\n{}: unique\n",
        others[0],
        others[1],
        puzzles.join(": unique\n")
    );
    let puzzles: Vec<&str> = puzzles.iter().map(String::as_str).collect();
    let proofs = run(&[&["prove", "--json"], &others[..], &puzzles].concat());
    let checker = Command::new("python3")
        .arg("tests/outside/check_certificate.py")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut checker) = checker else {
        eprintln!("SKIPPED: certificates are not checked, as no Python is installed");
        return;
    };
    checker.stdin.take().expect("a pipe").write_all(&proofs.stdout).expect("it reads");
    let output = checker.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), &*expected));
}

/// Each record is a scene, with the moves that the book says.
#[test]
fn records_are_those_of_the_book() {
    let book = fs::read_to_string("docs/records.md").expect("a page");
    let rows = book.lines().filter(|row| row.contains("scenes/records/"));
    let mut named: Vec<String> = rows
        .map(|row| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let path = cells[4].trim_matches('`').to_owned();
            let scene = fs::read_to_string(&path).expect("a scene");
            assert!(scene.contains(&format!("Solved(moves: {})", cells[3])), "{row}");
            path
        })
        .collect();
    named.sort();
    let mut paths = committed_puzzles();
    paths.retain(|path| path.starts_with("scenes/records/"));
    assert_eq!(named, paths);
}

/// The first line of a committed puzzle is the command that makes it. Those that try many boards are not
/// made again here.
#[test]
fn committed_puzzles_are_made_by_their_commands() {
    let mut made = 0;
    for path in committed_puzzles() {
        let puzzle = fs::read_to_string(&path).expect("a scene");
        let command = puzzle.lines().next().and_then(|it| it.strip_prefix("// mazetick "));
        let words: Vec<&str> = command.expect("a command").split(' ').collect();
        assert_eq!((words[0], words[1]), ("make", &*path));
        let effort = words.iter().position(|&word| word == "--effort").expect("an effort");
        if words[effort + 1].parse::<u64>().expect("a number") <= 300_000 {
            assert_output(&run(&words), 0, &puzzle, "");
            made += 1;
        }
    }
    assert!(made >= 2, "{made} made again");
}

/// Ctrl-C prints the best puzzle so far.
#[test]
#[cfg(unix)]
fn making_that_is_interrupted_prints_the_best_so_far() {
    let mut make = mazetick(&["make", "scenes/craft/jump-5x5.ron", "--effort", "1000000000000"]);
    let making = make.stdout(Stdio::piped()).spawn().expect("the program runs");
    std::thread::sleep(std::time::Duration::from_secs(2));
    let interrupted = Command::new("kill").args(["-INT", &making.id().to_string()]).status();
    assert!(interrupted.expect("kill runs").success());
    let output = making.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let puzzle = text(&output.stdout);
    let (command, scene) = puzzle.split_once('\n').expect("a command, then a scene");
    assert!(command.ends_with("--effort 1000000000000 --seed 0"), "{command}");
    assert!(scene.contains("Unique(effort: "), "{puzzle}");
}
