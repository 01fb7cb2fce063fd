//! Files that are read and written: which, in which order, and what is left when that fails.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SCENE: &str = "Scene(
    grid: (rows: 1, columns: 2),
    generate: Johnny(start: (1, 1), commands: \"R\"),
    text: Johnny,
)
";

fn mazetick(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mazetick")).args(arguments).output().expect("it runs")
}

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn name(path: &Path) -> &str {
    path.to_str().expect("text")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

#[track_caller]
fn assert_output(output: &Output, code: i32, stdout: &str, stderr: &str) {
    assert_eq!(text(&output.stdout), stdout);
    assert_eq!(text(&output.stderr), stderr);
    assert_eq!(output.status.code(), Some(code));
}

/// More mazes than the four digits of a name can tell.
#[test]
fn many_mazes_keep_their_order() {
    const MAZES: usize = 10_020;
    let folder = folder("many");
    let maze = |number: usize| {
        format!("M{number}\n1 {} 1 1 5 1\n{}\n", 1 + number % 3, &"1 2 3"[..1 + number % 3 * 2])
    };
    let input: String = (1..=MAZES).map(maze).chain(["END\n".to_owned()]).collect();
    let (mazes, scenes) = (folder.join("mazes.txt"), folder.join("scenes"));
    fs::write(&mazes, &input).expect("an input");
    assert_output(&mazetick(&["import", "dice", name(&mazes), "--out", name(&scenes)]), 0, "", "");
    let exported = mazetick(&["export", name(&scenes)]);
    assert_eq!((exported.status.code(), text(&exported.stderr)), (Some(0), ""));
    let exported = text(&exported.stdout);
    let differing = exported.lines().zip(input.lines()).position(|(found, given)| found != given);
    assert_eq!((differing, exported.len()), (None, input.len()));
}

/// What a folder holds is read if it is a file; what is given by name may be anything.
#[cfg(unix)]
#[test]
fn a_pipe_in_a_folder_is_not_read() {
    use std::os::unix::fs::symlink;

    let folder = folder("pipes");
    let pipe = folder.join("b.ron");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("it runs").success());
    fs::write(folder.join("a.ron"), SCENE).expect("a scene");
    fs::write(folder.join("file"), SCENE).expect("a scene");
    symlink("b.ron", folder.join("c.ron")).expect("a link");
    symlink("/dev/zero", folder.join("d.ron")).expect("a link");
    symlink("file", folder.join("e.ron")).expect("a link");
    fs::create_dir(folder.join("f.ron")).expect("a folder");
    let all = name(&folder);
    let checked = format!("{all}/a.ron: ok\n{all}/e.ron: ok\n");
    assert_output(&mazetick(&["check", all]), 0, &checked, "");
    let passed = "(expects nothing)";
    let tested =
        format!("PASS {all}/a.ron {passed}\nPASS {all}/e.ron {passed}\n\n2 passed, 0 failed\n");
    assert_output(&mazetick(&["test", all]), 0, &tested, "");
    let drawn = format!("{all}/a.ron\n _ _\n|_ _|\n\n{all}/e.ron\n _ _\n|_ _|\n\n");
    assert_output(&mazetick(&["run", all]), 0, &drawn, "");
    assert_output(&mazetick(&["export", all]), 0, "2\n1 2\n1 1\nR\n1 2\n1 1\nR\n", "");

    let writer = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::write(pipe, SCENE).expect("somebody reads")
    });
    assert_output(&mazetick(&["run", name(&pipe)]), 0, " _ _\n|_ _|\n\n", "");
    writer.join().expect("it wrote");
}
