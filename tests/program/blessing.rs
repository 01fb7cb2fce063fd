//! Tests of scenes: each is tested once, failures are reported, and `--bless` mends what can be mended.

use std::fs;
use std::process::Output;

use crate::program::{SCENE, assert_output, folder, mazetick, run, text, with_input};

#[test]
fn blessing_changes_only_values_that_differ() {
    let folder = folder("blessed");
    let path = folder.join("wrong.ron");
    let before = include_str!("test.in/wrong.ron");
    fs::write(&path, before).expect("a scene");
    let name = path.to_str().expect("text");
    let blessed = run(&["test", "--bless", name]);
    assert_eq!(
        blessed.status.code(),
        Some(1),
        "walkers and walls are not blessed"
    );
    let said = text(&blessed.stdout);
    assert!(
        said.starts_with(&format!("FAIL {name} (blessed 3 values)\n\n")),
        "{said}"
    );
    assert!(said.ends_with("\n\n0 passed, 1 failed\n"), "{said}");
    let expected = before
        .replace("ticks = 11", "ticks = 10")
        .replace("0123456789abcdef", "c6203d17cd6c1ee8")
        .replace("+  +--+\n", "+  +  +\n");
    assert_eq!(fs::read_to_string(&path).expect("a scene"), expected);

    // Without the expectations that cannot be blessed everything passes, and nothing is left to
    // bless.
    let lines = expected.lines().filter(|line| {
        let kept = ["At(", "NoSolution", "Solved", "\"walls", "Cell"];
        !kept.iter().any(|kind| line.trim_start().starts_with(kind))
    });
    let right = lines.flat_map(|line| [line, "\r\n"]).collect::<String>();
    let right = right + "// checkpoint, or what an author calls one\r\n";
    let wrong = right
        .replace("ticks = 10", "ticks = 9")
        .replace("|*S|*G|\r\n+", "");
    let wrong = format!("\u{feff}{wrong}");
    fs::write(&path, &wrong).expect("a scene");
    let blessed = run(&["test", "--bless", name]);
    let said = format!("PASS {name} (blessed 2 values)\n\n1 passed, 0 failed\n");
    assert_output(&blessed, 0, &said, "");
    assert_eq!(
        fs::read_to_string(&path).expect("a scene"),
        format!("\u{feff}{right}")
    );
    let again = run(&["test", "--bless", name]);
    assert_output(
        &again,
        0,
        &format!("PASS {name}\n\n1 passed, 0 failed\n"),
        "",
    );
    assert_eq!(
        fs::read_dir(&folder).expect("the folder").count(),
        1,
        "nothing else is left"
    );
}

/// Only root may give a file to somebody else, so others cannot try it.
#[cfg(unix)]
#[test]
fn a_blessed_file_keeps_its_owner() {
    use std::os::unix::fs::{MetadataExt, chown};

    let path = folder("owner").join("wrong.ron");
    fs::write(&path, include_str!("test.in/wrong.ron")).expect("a scene");
    if chown(&path, Some(12), Some(34)).is_ok() {
        run(&["test", "--bless", path.to_str().expect("text")]);
        let about = fs::metadata(&path).expect("a file");
        assert_eq!((about.uid(), about.gid()), (12, 34));
    }
}

/// The file is unchanged, its scene fails as if it had not been blessed, and other scenes are
/// tested.
#[track_caller]
fn assert_not_written(output: &Output, name: &str, why: &str) {
    assert_eq!(text(&output.stderr), why);
    let said = text(&output.stdout);
    assert!(said.starts_with(&format!("FAIL {name}\n")), "{said}");
    assert!(
        said.contains("the digest is c6203d17cd6c1ee8, not 0123456789abcdef"),
        "{said}"
    );
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
    assert_not_written(
        &output,
        name,
        &format!("mazetick: error: cannot write {name}: {why}\n"),
    );
    assert_eq!(fs::read_to_string(&path).expect("a scene"), before);
    let output = run(&["test", "--bless", "--json", name]);
    let error = format!("\"error\":\"mazetick: error: cannot write {name}: {why}\"}}\n");
    assert!(
        text(&output.stdout).contains(&error),
        "{}",
        text(&output.stdout)
    );

    let output = with_input(&["test", "--bless", "-", good], before.as_bytes());
    let why = "<stdin>: error: standard input cannot be blessed, expected a file\n";
    assert_not_written(&output, "<stdin>", why);
}

/// Remaining failures are shown at their place in the blessed file.
#[test]
fn a_partly_blessed_scene_is_reported_as_such() {
    let path = folder("in-part").join("scene.ron");
    let scene = SCENE.replace(
        "text: Johnny,\n",
        "text: Johnny,\n    expect: [Text(\"\"), \"walls = 7\"],\n",
    );
    fs::write(&path, scene).expect("a scene");
    let name = path.to_str().expect("text");
    let blessed = run(&["test", "--bless", name]);
    let said = format!(
        "FAIL {name} (blessed 1 value)\n\n---- {name} ----\n\
         {name}:9:5: error: \"walls = 7\" is false: walls = 6\n  |\n\
         9 | \"), \"walls = 7\"],\n  |     ^^^^^^^^^^^\ntick 3:\n"
    );
    assert_eq!(
        (blessed.status.code(), &*blessed.stderr),
        (Some(1), &b""[..])
    );
    assert!(
        text(&blessed.stdout).starts_with(&said),
        "{}",
        text(&blessed.stdout)
    );
    let json = run(&["test", "--bless", "--json", name]);
    assert!(
        text(&json.stdout).contains("\"passed\":false,\"expectations\":2,\"failures\""),
        "nothing is blessed"
    );
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
    assert!(
        said.contains("generate.commands, command 1: `U` leads out of the grid"),
        "{said}"
    );
    assert!(said.contains(", not 0123456789abcdef"), "{said}");
    assert_eq!(fs::read_to_string(&path).expect("a scene"), scene);
}

/// A file that is given by several names, at once or in its folder, is tested and written once.
#[test]
fn a_scene_is_tested_once() {
    let folder = folder("once");
    let path = folder.join("a.ron");
    let scene = include_str!("test.in/good/walk.ron").replace("ticks = 10", "ticks = 9");
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
    assert!(
        text(&output.stdout).starts_with("FAIL ./a.ron\n\n"),
        "the first name"
    );
    assert!(text(&output.stdout).ends_with("\n0 passed, 1 failed\n"));
    let output = test(&["--bless", "--jobs", "4"]);
    assert_output(
        &output,
        0,
        "PASS ./a.ron (blessed 1 value)\n\n1 passed, 0 failed\n",
        "",
    );
    let blessed = fs::read_to_string(&path).expect("a scene");
    assert_eq!(blessed, scene.replace("ticks = 9", "ticks = 10"));
}

/// Links to scenes are duplicates too; a filter is applied to the names first; and a missing scene
/// is an error even if its folder was given.
#[test]
fn only_duplicates_are_skipped() {
    let folder = folder("doubles");
    fs::create_dir(folder.join("d")).expect("a folder");
    fs::write(folder.join("d/a.ron"), SCENE).expect("a scene");
    let test = |arguments: &[&str]| {
        let tested = mazetick(&["test"])
            .current_dir(&folder)
            .args(arguments)
            .output();
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
fn failures_of_a_scene_are_listed_up_to_the_limit() {
    let path = folder("many").join("many.ron");
    let scene = |failures| {
        SCENE.replace(
            "text:",
            &format!("expect: [{}], text:", "\"walls = 9\",".repeat(failures)),
        )
    };
    let name = path.to_str().expect("text");
    for (failures, more) in [(50, None), (51, Some("1")), (5000, Some("4950"))] {
        fs::write(&path, scene(failures)).expect("a scene");
        let output = run(&["test", name]);
        let said = text(&output.stdout);
        assert_eq!(said.matches(" is false: walls = 6").count(), 50);
        let tail = more
            .map(|more| format!("and {more} more\n"))
            .unwrap_or_default();
        assert!(said.contains(&format!("^\n{tail}tick ")), "{said}");
        let output = run(&["test", "--json", name]);
        let said = text(&output.stdout);
        let tail = more
            .map(|more| format!(",\"more\":{more}"))
            .unwrap_or_default();
        assert!(
            said.contains(&format!("\"tick\":3}}]{tail},\"first\":")),
            "{said}"
        );
        assert_eq!(said.matches(" is false: walls = 6").count(), 50);
    }
}

#[test]
fn a_report_for_build_servers_names_every_scene() {
    let report = folder("junit").join("report.xml");
    let scenes = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/test.in");
    let path = report.to_str().expect("text");
    let output = run(&["test", "--junit", path, scenes]);
    assert_eq!(output.status.code(), Some(1));
    let report = fs::read_to_string(&report).expect("a report");
    assert!(report.contains("tests=\"13\" failures=\"9\""), "{report}");
    let case = |name: &str| {
        let of_case = |line: &&str| line.contains("<testcase") && line.contains(name);
        report.lines().find(of_case).expect("a line").to_owned()
    };
    for (name, assertions) in [("stuck.ron", 1), ("nothing.ron", 0)] {
        assert!(
            case(name).contains(&format!("assertions=\"{assertions}\"")),
            "{report}"
        );
    }
    let file = format!("{scenes}/good/nothing.ron");
    let attributes = [
        format!("classname=\"{scenes}/good\""),
        format!("file=\"{file}\""),
    ];
    let nothing = case("nothing.ron");
    assert!(
        attributes.iter().all(|it| nothing.contains(it)) && nothing.contains(" time=\""),
        "{nothing}"
    );
    assert!(report.contains("`U` leads out of the grid"), "{report}");
}
