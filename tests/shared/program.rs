//! Calls of the program, and folders for their files.
#![allow(dead_code)] // no program uses all of it

use std::io::Write;
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{fs, str};

/// The program's file.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_mazetick");

/// A scene of two cells.
pub(crate) const SCENE: &str = "Scene(
    grid: (rows: 1, columns: 2),
    generate: Johnny(start: (1, 1), commands: \"R\"),
    text: Johnny,
)
";

/// A call with these arguments.
pub(crate) fn mazetick(arguments: &[&str]) -> Command {
    let mut call = Command::new(PROGRAM);
    call.args(arguments);
    call
}

/// The output of a call.
pub(crate) fn run(arguments: &[&str]) -> Output {
    mazetick(arguments).output().expect("the program runs")
}

/// The output of a call with this standard input.
pub(crate) fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut call = mazetick(arguments);
    let call = call
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut running = call.spawn().expect("the program starts");
    let mut pipe = running.stdin.take().expect("it has an input");
    // A program that has found a fault stops reading.
    let _ = pipe.write_all(input);
    drop(pipe);
    running.wait_with_output().expect("the program ends")
}

#[track_caller]
pub(crate) fn assert_output(output: &Output, code: i32, stdout: &str, stderr: &str) {
    assert_eq!(text(&output.stdout), stdout);
    assert_eq!(text(&output.stderr), stderr);
    assert_eq!(output.status.code(), Some(code));
}

pub(crate) fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).expect("text")
}

/// A new, empty folder for a test, by a name that no other in its file has.
#[track_caller]
pub(crate) fn folder(name: &str) -> PathBuf {
    let file = Path::new(Location::caller().file())
        .file_stem()
        .expect("a name");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}
