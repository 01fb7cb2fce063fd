//! Reading and writing files: which, in which order, and what remains after a failure.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::program::{PROGRAM, SCENE, assert_output, folder, mazetick, run, text};
use crate::says::{assert_refused, assert_says};

fn name(path: &Path) -> &str {
    path.to_str().expect("text")
}

/// The names in a folder, in order.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string());
    let mut names: Vec<_> = names.map(|name| name.expect("text")).collect();
    names.sort();
    names
}

/// More mazes than can be numbered with the four digits of a file name.
#[test]
fn many_mazes_keep_their_order() {
    let folder = folder("many");
    let mazes: Vec<_> = (1..=3)
        .map(|number| format!("M{number}\n1 1 1 1 5 1\n1\n"))
        .collect();
    let input = mazes.concat() + "END\n";
    let mazes = folder.join("mazes.txt");
    fs::write(&mazes, &input).expect("an input");
    let scenes = folder.join("scenes");
    assert_output(
        &run(&["import", "dice", name(&mazes), "--out-dir", name(&scenes)]),
        0,
        "",
        "",
    );
    let numbered = [("0002-M2", "9999-M2"), ("0003-M3", "10000-M3")];
    for (before, after) in numbered {
        let path = |name: &str| scenes.join(name).with_extension("ron");
        fs::rename(path(before), path(after)).expect("a scene");
    }
    assert_output(&run(&["export", name(&scenes)]), 0, &input, "");
}

/// In folders only regular files are read; a path given by name may be anything.
#[cfg(unix)]
#[test]
fn a_pipe_in_a_folder_is_not_read() {
    use std::os::unix::fs::symlink;

    let folder = folder("pipes");
    let pipe = folder.join("b.ron");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .expect("it runs")
            .success()
    );
    fs::write(folder.join("a.ron"), SCENE).expect("a scene");
    fs::write(folder.join("file"), SCENE).expect("a scene");
    symlink("b.ron", folder.join("c.ron")).expect("a link");
    symlink("/dev/zero", folder.join("d.ron")).expect("a link");
    symlink("file", folder.join("e.ron")).expect("a link");
    fs::create_dir(folder.join("f.ron")).expect("a folder");
    let all = name(&folder);
    let checked = format!("{all}/a.ron: ok\n{all}/e.ron: ok\n");
    assert_output(&run(&["check", all]), 0, &checked, "");
    let passed = "(expects nothing)";
    let tested =
        format!("PASS {all}/a.ron {passed}\nPASS {all}/e.ron {passed}\n\n2 passed, 0 failed\n");
    assert_output(&run(&["test", all]), 0, &tested, "");
    let drawn = format!("{all}/a.ron\n _ _\n|_ _|\n\n{all}/e.ron\n _ _\n|_ _|\n\n");
    assert_output(&run(&["run", all]), 0, &drawn, "");
    assert_output(
        &run(&["export", all]),
        0,
        "2\n1 2\n1 1\nR\n1 2\n1 1\nR\n",
        "",
    );

    let writer = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::write(pipe, SCENE).expect("the pipe has a reader")
    });
    assert_output(&run(&["run", name(&pipe)]), 0, " _ _\n|_ _|\n\n", "");
    writer.join().expect("it wrote");
}

#[cfg(unix)]
#[test]
fn links_to_folders_are_followed() {
    use std::os::unix::fs::symlink;

    let folder = folder("links");
    for name in ["scenes", "elsewhere"] {
        fs::create_dir(folder.join(name)).expect("a folder");
    }
    fs::write(folder.join("elsewhere/a.ron"), SCENE).expect("a scene");
    symlink("../elsewhere", folder.join("scenes/linked")).expect("a link");
    symlink(".", folder.join("scenes/around")).expect("a link");
    symlink("nowhere", folder.join("scenes/broken")).expect("a link");
    let scenes = folder.join("scenes");
    let checked = format!("{}/linked/a.ron: ok\n", name(&scenes));
    assert_output(&run(&["check", name(&scenes)]), 0, &checked, "");
    symlink("nowhere", folder.join("scenes/broken.ron")).expect("a link");
    let refused = run(&["check", name(&scenes)]);
    assert_eq!(refused.status.code(), Some(2));
    assert_says(
        text(&refused.stderr),
        &format!("{}/broken.ron", name(&scenes)),
    );
}

#[test]
fn the_path_that_is_meant_is_suggested() {
    for (path, meant) in [
        ("scenes/johnny/flip.ron", Some("scenes/johnny/flips.ron")),
        ("scens/johnny/flips.ron", Some("scenes/johnny/flips.ron")),
        ("scenes/johnny/nothing-like-it.ron", None),
        ("scens/johnny/flip.ron", None),
    ] {
        let refused = run(&["run", path]);
        assert_eq!(refused.status.code(), Some(2));
        let said = text(&refused.stderr);
        assert_eq!(
            said.split_once("did you mean `").map(|(_, it)| it.trim()),
            meant.map(|it| format!("{it}`?")).as_deref()
        );
    }
}

/// A file that cannot be created or replaced is named, and nothing is left behind.
#[test]
fn obstacles_to_writing_are_named() {
    let folder = folder("in-the-way");
    let (mazes, out, report) = (
        folder.join("mazes.txt"),
        folder.join("out"),
        folder.join("report.xml"),
    );
    fs::write(&mazes, "1\n1 1\n1 1\n").expect("an input");
    fs::write(&out, "a file").expect("a file");
    for below in ["", "/a", "/a/b"] {
        let given = format!("{}{below}", name(&out));
        let said = format!("{}: folder", name(&out));
        assert_refused(
            &run(&["import", "johnny", name(&mazes), "--out-dir", &given]),
            &said,
        );
    }
    fs::remove_file(&out).expect("it is there");
    fs::create_dir_all(out.join("0001.ron")).expect("a folder");
    let refused = run(&["import", "johnny", name(&mazes), "--out-dir", name(&out)]);
    let said = text(&refused.stderr);
    let expected = format!("mazetick: error: {}/0001.ron: ", name(&out));
    assert!(
        said.starts_with(&expected) && refused.status.code() == Some(2),
        "{said}"
    );
    assert_eq!(names_in(&out), ["0001.ron"]);

    fs::create_dir(&report).expect("a folder");
    let said = format!("{}: folder file", name(&report));
    let scene = "scenes/johnny/sample-1.ron";
    assert_refused(&run(&["test", scene, "--junit", name(&report)]), &said);
    assert_refused(&run(&["record", scene, "-o", name(&report)]), &said);
}

/// An input is never overwritten, even if the output names it by another path, by a link, or if it
/// is standard input.
#[cfg(unix)]
#[test]
fn an_input_by_another_name_is_not_written_over() {
    use std::os::unix::fs::symlink;

    let folder = folder("inputs");
    let scene = folder.join("scene.txt");
    fs::write(&scene, SCENE).expect("a scene");
    fs::hard_link(&scene, folder.join("hard")).expect("a link");
    symlink("scene.txt", folder.join("soft")).expect("a link");
    fs::create_dir(folder.join("below")).expect("a folder");
    symlink("../hard", folder.join("below/linked.ron")).expect("a link");
    let here = |arguments: &[&str]| {
        let mut program = mazetick(&[]);
        let input = fs::File::open(&scene).expect("a scene");
        program
            .current_dir(&folder)
            .args(arguments)
            .stdin(input)
            .output()
            .expect("it runs")
    };
    let before = names_in(&folder);
    for output in [
        "scene.txt",
        "./below/../scene.txt",
        "hard",
        "soft",
        name(&scene),
    ] {
        for input in ["scene.txt", "hard", "soft", "below/linked.ron", "-"] {
            let said = format!("{output}: input");
            assert_refused(&here(&["test", input, "--junit", output]), &said);
            assert_refused(&here(&["run", input, "-o", output]), &said);
            assert_refused(&here(&["record", input, "-o", output]), &said);
        }
        let said = format!("{output}: input");
        assert_refused(&here(&["test", "below", "--junit", output]), &said);
        assert_refused(&here(&["prove", "below", "-o", output]), &said);
        assert_refused(&here(&["contest", "johnny", "-o", output]), &said);
    }
    symlink("../mazes.txt", folder.join("below/0001.ron")).expect("a link");
    fs::write(folder.join("mazes.txt"), "1\n1 1\n1 1\n").expect("an input");
    let refused = here(&["import", "johnny", "mazes.txt", "--out-dir", "below"]);
    assert_refused(&refused, "below/0001.ron: input");
    assert_eq!(fs::read_to_string(&scene).expect("a scene"), SCENE);
    fs::remove_file(folder.join("mazes.txt")).expect("it is there");
    assert_eq!(names_in(&folder), before);
}

/// The target of a link is replaced; the link remains.
#[cfg(unix)]
#[test]
fn the_target_of_a_link_is_written() {
    use std::os::unix::fs::symlink;

    let folder = folder("links");
    fs::create_dir(folder.join("other")).expect("a folder");
    fs::write(folder.join("other/end"), "").expect("a file");
    fs::write(folder.join("scene.ron"), SCENE).expect("a scene");
    symlink("middle", folder.join("link")).expect("a link");
    symlink("other/end", folder.join("middle")).expect("a link");
    symlink("loop", folder.join("loop")).expect("a link");
    let here = |arguments: &[&str]| {
        let mut program = mazetick(&[]);
        program
            .current_dir(&folder)
            .args(arguments)
            .output()
            .expect("it runs")
    };
    let before = names_in(&folder);
    let mut written = Vec::new();
    for seed in ["1", "2"] {
        let run = here(&["record", "scene.ron", "--seed", seed, "-o", "link"]);
        assert_eq!((run.status.code(), text(&run.stderr)), (Some(0), ""));
        written.push(fs::read(folder.join("other/end")).expect("a record"));
        assert_eq!(
            (names_in(&folder), names_in(&folder.join("other"))),
            (before.clone(), vec!["end".to_owned()])
        );
        assert_eq!(
            fs::read_link(folder.join("link")).expect("a link"),
            Path::new("middle")
        );
    }
    assert_ne!(written[0], written[1]);
    let run = here(&["record", "scene.ron", "-o", "loop"]);
    assert!(
        text(&run.stderr).starts_with("mazetick: error: loop: "),
        "{run:?}"
    );
    assert_eq!(run.status.code(), Some(2));
    assert_eq!(names_in(&folder), before);
}

/// Runs the program in a shell, after these commands.
#[cfg(unix)]
fn in_shell(before: &str, arguments: &[&str]) -> Output {
    let mut shell = Command::new("sh");
    let script = format!("{before}; exec \"$@\"");
    let shell = shell.args(["-c", &script, "sh", PROGRAM]).args(arguments);
    shell.output().expect("it runs")
}

/// A file size limit simulates a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_file() {
    let folder = folder("full");
    let board = format!("[{}],", "1,".repeat(150)).repeat(150);
    let large = format!(
        "Scene(name: \"A\", grid: (rows: 150, columns: 150), jumps: [{board}], \
         walk: Jump(from: (1, 1), to: (1, 9)), text: Jump)"
    );
    let failing = SCENE.replace(
        "text: Johnny,\n",
        &format!("text: Johnny, expect: [{}]\n", "\"walls = 9\",".repeat(60)),
    );
    let mazes = format!("A\n1 2000 1 1 5 1\n{}\nEND\n", "1 ".repeat(2000));
    fs::write(folder.join("large.ron"), large).expect("a scene");
    fs::write(folder.join("failing.ron"), failing).expect("a scene");
    fs::write(folder.join("mazes.txt"), mazes).expect("an input");
    fs::create_dir(folder.join("out")).expect("a folder");
    let at = |name: &str| format!("{}/{name}", folder.to_str().expect("text"));
    let calls: [(&[&str], &str); 3] = [
        (
            &["record", &at("large.ron"), "-o", &at("out/record")],
            "out/record",
        ),
        (
            &["test", &at("failing.ron"), "--junit", &at("out/report.xml")],
            "out/report.xml",
        ),
        (
            &["import", "dice", &at("mazes.txt"), "--out-dir", &at("out")],
            "out/0001-A.ron",
        ),
    ];
    for (arguments, output) in calls {
        for there in [None, Some("what was there")] {
            let files = names_in(&folder.join("out"));
            if let Some(there) = there {
                fs::write(at(output), there).expect("a file");
            }
            let failed = in_shell("ulimit -f 4; trap '' XFSZ", arguments);
            let said = text(&failed.stderr);
            assert!(
                said.starts_with(&format!("mazetick: error: {}: File too large", at(output))),
                "{said}"
            );
            assert_eq!(failed.status.code(), Some(2));
            assert_eq!(fs::read_to_string(at(output)).ok().as_deref(), there);
            if there.is_some() {
                fs::remove_file(at(output)).expect("it is there");
            }
            assert_eq!(names_in(&folder.join("out")), files, "nothing is left");
        }
    }
}

/// A new file may be read and written as the umask says, a replaced one as before.
#[cfg(unix)]
#[test]
fn permissions_are_the_usual_ones_or_stay() {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder("permissions");
    fs::write(folder.join("scene.ron"), SCENE).expect("a scene");
    fs::write(folder.join("mazes.txt"), "1\n1 1\n1 1\n").expect("an input");
    let at = |name: &str| format!("{}/{name}", folder.to_str().expect("text"));
    let calls: [(&[&str], &str); 3] = [
        (&["record", &at("scene.ron"), "-o", &at("record")], "record"),
        (
            &["test", &at("scene.ron"), "--junit", &at("report.xml")],
            "report.xml",
        ),
        (
            &["import", "johnny", &at("mazes.txt"), "--out-dir", &at("")],
            "0001.ron",
        ),
    ];
    for (arguments, output) in calls {
        let mode = || {
            fs::metadata(at(output))
                .expect("a file")
                .permissions()
                .mode()
                & 0o7777
        };
        for (umask, usual) in [("022", 0o644), ("077", 0o600), ("0", 0o666), ("002", 0o664)] {
            let _ = fs::remove_file(at(output));
            assert_eq!(
                in_shell(&format!("umask {umask}"), arguments).status.code(),
                Some(0)
            );
            assert_eq!(mode(), usual, "{arguments:?} under {umask}");
        }
        for kept in [0o600, 0o777, 0o640, 0o222 | 0o444] {
            fs::set_permissions(at(output), fs::Permissions::from_mode(kept)).expect("one's own");
            assert_eq!(in_shell("umask 077", arguments).status.code(), Some(0));
            assert_eq!(mode(), kept, "{arguments:?}");
        }
    }
}

/// A file name may be as long as the file system allows.
#[cfg(unix)]
#[test]
fn a_file_may_have_a_long_name() {
    let folder = folder("long");
    let scene = folder.join("scene.ron");
    fs::write(&scene, SCENE).expect("a scene");
    for long in ["x".repeat(255), "\u{e9}".repeat(127)] {
        let record = folder.join(&long);
        for _ in 0..2 {
            assert_output(
                &run(&["record", name(&scene), "-o", name(&record)]),
                0,
                "",
                "",
            );
        }
        fs::remove_file(record).expect("it is there");
    }
    assert_eq!(names_in(&folder), ["scene.ron"]);
}

#[test]
fn scenes_of_one_name_are_drawn_into_folders() {
    let folder = folder("one-name");
    let (one, other, out) = (
        folder.join("a.ron"),
        folder.join("b/a.ron"),
        folder.join("out"),
    );
    fs::create_dir(folder.join("b")).expect("a folder");
    fs::write(&one, SCENE).expect("a scene");
    fs::write(&other, SCENE).expect("a scene");
    let [one, other, out] = [&one, &other, &out].map(|path| name(path));
    assert_output(
        &run(&["draw", one, other, "--out-dir", out, "--format", "svg"]),
        0,
        "",
        "",
    );
    assert_eq!(names_in(Path::new(out)), ["a.svg", "b"]);
    assert_eq!(names_in(&Path::new(out).join("b")), ["a.svg"]);
}

/// Drawings of several seeds have names of their own, and are those of each seed alone.
#[test]
fn several_seeds_are_drawn_into_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        folder
            .path()
            .join(name)
            .to_str()
            .expect("a path of text")
            .to_owned()
    };
    let (scene, out) = ("scenes/mixed/foot-carved.ron", path("out"));
    let call = [
        "draw",
        scene,
        "--seeds",
        "7..10",
        "--out-dir",
        &out,
        "--format",
        "svg",
    ];
    assert_output(&run(&call), 0, "", "");
    let mut drawings = HashSet::new();
    for seed in ["7", "8", "9"] {
        let several = fs::read(path(&format!("out/foot-carved.{seed}.svg"))).expect("a drawing");
        let alone = run(&["draw", scene, "--seed", seed, "-o", "-", "--format", "svg"]).stdout;
        assert!(several == alone, "seed {seed}");
        drawings.insert(several);
    }
    assert_eq!(
        (
            drawings.len(),
            fs::read_dir(&out).expect("a folder").count()
        ),
        (3, 3)
    );
    let refused = run(&["draw", scene, "--seeds", "7..10", "-o", &path("one.svg")]);
    assert_eq!(refused.status.code(), Some(2));
}

/// A drawing that is a scene does not take the place of another scene.
#[test]
fn drawings_spare_all_inputs() {
    let folder = folder("spared");
    let input = folder.join("in");
    fs::create_dir(&input).expect("a folder");
    fs::write(input.join("x.ron"), SCENE).expect("a scene");
    let other = SCENE.to_owned() + "// another one";
    fs::write(input.join("x.1.ron"), &other).expect("a scene");
    for paths in [&["in"][..], &["in/x.ron", "./in/x.1.ron"]] {
        let call = [
            &["draw"],
            paths,
            &["--seeds", "1..2", "--out-dir", "in", "--format", "ron"],
        ]
        .concat();
        let drawn = mazetick(&call)
            .current_dir(&folder)
            .output()
            .expect("it runs");
        assert_eq!(drawn.status.code(), Some(2));
        assert_says(text(&drawn.stderr), "in/x.1.ron: error: input");
        assert_eq!(
            fs::read_to_string(input.join("x.1.ron")).expect("a scene"),
            other
        );
    }
}

/// Of a film as of a still; and notes about seeds that change nothing, and scenes that are no puzzles.
#[test]
fn what_drawings_leave_out_is_said() {
    let folder = folder("left-out");
    let (scene, idle) = ("scenes/mixed/foot-carved.ron", "scenes/arrow/sample-1.ron");
    for (file, option) in [
        ("x.html", "--tick"),
        ("x.html", "--from"),
        ("x.gif", "--to"),
    ] {
        let output = folder.join(file);
        let output = run(&["draw", scene, "-o", name(&output), option, "99999"]);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), ""));
        assert_says(text(&output.stderr), &format!("{scene}: 306"));
    }
    let sheet = folder.join("x.html");
    let sheet = [
        "sheet",
        idle,
        "scenes/johnny",
        "--seeds",
        "1..4",
        "-o",
        name(&sheet),
    ];
    let sheet = run(&sheet);
    assert_eq!((sheet.status.code(), text(&sheet.stdout)), (Some(2), ""));
    let said = text(&sheet.stderr);
    assert_says(said, &format!("{idle}: note: `--seeds`"));
    assert_eq!(said.matches("this is no puzzle").count(), 5, "{said}");
}
