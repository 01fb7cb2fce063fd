//! Where results and messages go: standard output, pipes, files, and outputs that are closed or full.

use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

use crate::program::{SCENE, assert_output, folder, mazetick, run, text, with_input};
use crate::says::assert_refused;

#[test]
fn standard_input_is_read() {
    let maze = " _ _\n|_ _|\n\n";
    assert_output(&with_input(&["run", "-"], SCENE.as_bytes()), 0, maze, "");
    let johnny = "1\n1 2\n1 1\nR\n";
    assert_output(
        &with_input(&["contest", "johnny"], johnny.as_bytes()),
        0,
        maze,
        "",
    );
    assert_output(
        &with_input(&["contest", "johnny", "-"], johnny.as_bytes()),
        0,
        maze,
        "",
    );
    assert_output(
        &with_input(&["export", "-"], SCENE.as_bytes()),
        0,
        johnny,
        "",
    );
    let checked = with_input(&["check", "-"], SCENE.as_bytes());
    assert_eq!(
        (checked.status.code(), text(&checked.stderr)),
        (Some(0), "")
    );
    let checked = with_input(&["check", "--as", "johnny", "-"], b"x");
    assert_eq!(
        (checked.status.code(), text(&checked.stdout)),
        (Some(1), "")
    );
}

#[test]
fn results_are_output_and_everything_else_is_not() {
    let report = "<stdin>:6:1: error: found `X`, expected a command: U, D, L, R, or F and a \
                  position\n  |\n6 | X\n  | ^\n<stdin>: note: mazes behind it have no output\n";
    let johnny = "2\n1 1\n1 1\n1 2\n1 1\nX\n";
    for jobs in ["1", "2", "8"] {
        let output = with_input(&["contest", "johnny", "--jobs", jobs], johnny.as_bytes());
        assert_output(&output, 2, " _\n|_|\n\n", report);
    }
    let stats = with_input(&["run", "--stats", "-"], SCENE.as_bytes());
    assert_eq!(
        (stats.status.code(), text(&stats.stdout)),
        (Some(0), " _ _\n|_ _|\n\n")
    );
    assert!(text(&stats.stderr).starts_with("<stdin>: finished, "));
}

/// Notes keep the order of the scenes, whichever thread is done first.
#[test]
fn messages_are_the_same_on_any_number_of_threads() {
    let folder = folder("messages");
    for number in 0..8 {
        let scene = SCENE.replace("text:", "expect: [\"ticks = 3\"],\n    text:");
        fs::write(folder.join(format!("{number}.ron")), scene).expect("a scene");
    }
    let path = folder.to_str().expect("a path of text");
    let run = |jobs| {
        let output = run(&["test", "--seeds", "0..3", path, "--jobs", jobs]);
        (
            output.status.code(),
            text(&output.stdout).to_owned(),
            text(&output.stderr).to_owned(),
        )
    };
    let one = run("1");
    assert_eq!(one.2.matches(": note: ").count(), 8);
    for _ in 0..20 {
        assert_eq!(run("4"), one);
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
        ["run", name, "--output", name],
        ["trace", name, "-o", name],
        ["test", name, "--junit", name],
        ["record", name, "-o", "no/such/folder"],
        ["export", name, "-o", "no/such/folder"],
    ] {
        let refused = run(&arguments);
        assert_eq!(
            (refused.status.code(), text(&refused.stdout)),
            (Some(2), "")
        );
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
        &[
            "judge",
            "scenes/arrow/sample-1.ron",
            "tests/samples/answer.txt",
        ],
        &["make", scene, "--tries", "2000"],
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
        assert!(
            !there.is_empty() && there == printed.stdout,
            "{arguments:?}"
        );
    }
    let before = fs::read(&file).expect("a file");
    for command in ["run", "make", "trace", "replay"] {
        assert_eq!(run(&[command, "no.ron", "-o", name]).status.code(), Some(2));
    }
    assert_eq!(
        fs::read(&file).expect("a file"),
        before,
        "nothing was printed"
    );
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
    let check = run(&["check", "tests/bad/scene/no-cells.ron", "-o", name]);
    assert!(!check.status.success() && fs::read(&file).expect("a file") == printed.stdout);
    let names = fs::read_dir(&folder)
        .expect("a folder")
        .map(|it| it.expect("a file").file_name());
    let left: Vec<_> = names
        .filter(|it| it.to_string_lossy().starts_with('.'))
        .collect();
    assert!(left.is_empty(), "{left:?}");
    assert_eq!(
        run(&["new", "jump", "-o", "-"]).stdout,
        run(&["new", "jump"]).stdout
    );
}

/// Reads a byte of the output, then closes the pipe.
fn close_early(arguments: &[&str]) -> (Option<i32>, String) {
    let mut program = mazetick(arguments);
    let mut running = program
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
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
    fs::write(
        &many,
        format!("20000\n{}", "3 3\n1 1\nU U R D D R U U\n".repeat(20_000)),
    )
    .expect("an input");
    let (large, many) = (large.to_str().expect("text"), many.to_str().expect("text"));
    let fine = (Some(0), String::new());
    assert_eq!(close_early(&["run", large, large, large]), fine);
    for jobs in ["1", "8"] {
        assert_eq!(
            close_early(&["contest", "johnny", many, "--jobs", jobs]),
            fine
        );
    }
}

#[test]
fn closed_stderr_causes_no_panic() {
    let missing = vec!["missing.ron"; 2000];
    let mut program = mazetick(&["run"]);
    let program = program
        .args(missing)
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
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
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .expect("it runs")
            .success()
    );
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
    assert_eq!(
        fs::read_to_string(folder.join("a.record.new")).expect("it"),
        "precious"
    );
    assert_eq!(
        fs::read_dir(&folder).expect("the folder").count(),
        4,
        "nothing else is left"
    );

    let mut permissions = fs::metadata(record).expect("the file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(record, permissions).expect("a file of one's own");
    assert_refused(
        &run(&["record", scene, "-o", record]),
        &format!("{record}: read-only"),
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
    let refused = with_input(
        &["record", "-", "--every", "1", "-o", record],
        long.as_bytes(),
    );
    assert_refused(&refused, "`--every 8`");
    let stuck = SCENE.replace("\"R\"", "\"R R\"");
    let refused = with_input(&["record", "-", "-o", record], stuck.as_bytes());
    assert_eq!(
        (refused.status.code(), text(&refused.stdout)),
        (Some(2), "")
    );
    assert_eq!(
        refused.stderr,
        with_input(&["run", "-"], stuck.as_bytes()).stderr
    );
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0);
}

/// `-` is standard input and output, and never a file.
#[test]
fn a_dash_means_standard_input_or_output() {
    let folder = folder("dash");
    let here = |arguments: &[&str], input: &[u8]| {
        let mut program = mazetick(arguments);
        let program = program.current_dir(&folder).stdin(Stdio::piped());
        let mut running = program
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let _ = running
            .stdin
            .take()
            .expect("it has an input")
            .write_all(input);
        running.wait_with_output().expect("it ends")
    };
    let recorded = here(&["record", "-", "-o", "-"], SCENE.as_bytes());
    assert!(text(&recorded.stdout).contains("Record("), "{recorded:?}");
    let equal = "<stdin>: equal up to tick 3, compared at 4 ticks\n";
    assert_output(&here(&["replay", "-"], &recorded.stdout), 0, equal, "");

    let wrong = here(&["replay", "-"], b"x");
    assert_refused(&wrong, "<stdin>:1:1: `x` `Record(");

    for arguments in [
        &["import", "dice", "--out-dir", "-"][..],
        &["test", "-", "--junit", "-"],
    ] {
        let refused = here(arguments, SCENE.as_bytes());
        assert_refused(&refused, "standard output");
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
    assert_eq!(
        unheard(&["replay", &format!("{tests}/record.in/altered.record")]),
        Some(1)
    );
    assert_eq!(
        unheard(&["check", "scenes", &format!("{tests}/check.in/wrong")]),
        Some(1)
    );

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
        assert_eq!(
            unheard(&["contest", "johnny", many, "--jobs", jobs]),
            Some(2)
        );
    }
}

/// The reader of a pipe closes it early: the record is not written, which is an error.
#[cfg(unix)]
#[test]
fn recording_to_a_pipe_that_is_closed_is_an_error() {
    let folder = folder("lost");
    let (pipe, scene) = (folder.join("pipe"), folder.join("scene.ron"));
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .expect("it runs")
            .success()
    );
    let board = format!("[{}],", "1,".repeat(300)).repeat(300);
    let big = format!(
        "Scene(grid: (rows: 300, columns: 300), numbers: [{board}], \
         walk: Dice(from: (1, 1), top: 5, front: 1), text: Dice)"
    );
    fs::write(&scene, big).expect("a scene");
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || {
            fs::File::open(pipe)
                .expect("a pipe")
                .read_exact(&mut [0])
                .expect("a first byte")
        }
    });
    let (scene, at) = (scene.to_str().expect("text"), pipe.to_str().expect("text"));
    let output = run(&["record", scene, "-o", at]);
    reader.join().expect("it read");
    let said = text(&output.stderr);
    assert!(
        said.starts_with(&format!("mazetick: error: {at}: Broken pipe")),
        "{said}"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_output_is_named() {
    let folder = folder("full");
    fs::write(folder.join("scene.ron"), SCENE).expect("a scene");
    for words in [
        &["run", "scene.ron"][..],
        &["help"],
        &["run", "--help"],
        &["--version"],
    ] {
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .expect("the device");
        let output = mazetick(words)
            .current_dir(&folder)
            .stdout(full)
            .output()
            .expect("it runs");
        let said = "mazetick: error: standard output: No space left on device (os error 28)\n";
        assert_refused(&output, said);
    }
}

#[test]
fn standard_input_is_read_once() {
    let output = with_input(&["run", "-", "-"], SCENE.as_bytes());
    assert_output(
        &output,
        2,
        "-\n _ _\n|_ _|\n\n",
        "mazetick: error: found `-` twice, expected standard input once\n",
    );
}

#[test]
fn a_table_is_no_scene() {
    let output = with_input(&["run", "-"], b"[package]\nname = \"mazetick\"\n");
    let said = "<stdin>: error: this is a list or a table, expected a scene\n";
    assert_output(&output, 2, "", said);
}

/// More threads than a process can have are not started.
#[test]
fn many_threads_are_as_good_as_some() {
    let folder = folder("threads");
    let scene = folder.join("scene.ron");
    fs::write(&scene, SCENE).expect("a scene");
    let scene = scene.to_str().expect("text");
    let output = run(&["sweep", "--jobs", "24000", "--seeds", "0..24000", scene]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout).lines().count(), 24_001);
}
