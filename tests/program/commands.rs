//! The subcommands: their transcripts, new scenes, contest input, and messages.

use std::fs;
use std::process::Command;

use mazetick::registry::Registry;

use crate::program::{SCENE, assert_output, folder, mazetick, run, text, with_input};
use crate::says::assert_says;

#[test]
fn subcommands_do_what_they_say() {
    let transcripts = trycmd::TestCases::new();
    transcripts
        .insert_var("[VERSION]", env!("CARGO_PKG_VERSION"))
        .expect("a name in brackets");
    transcripts.case("tests/program/*.trycmd");
}

/// A refusal by the walk itself is a reason why there is no solution, as those of rules are.
#[test]
fn the_minotaur_is_a_reason() {
    let told = run(&["run", "--stats", "scenes/theseus/open-field.ron"]);
    let reason = "\n  `walk` refuses 31 steps; nearest to the goal, from (1, 6) south: The Minotaur \
                  would catch him.\n";
    assert!(
        text(&told.stderr).ends_with(reason),
        "{}",
        text(&told.stderr)
    );
}

/// Contest input where a scene belongs, and a scene where contest input belongs, are named as what they are.
#[test]
fn a_scene_and_contest_input_are_told_apart() {
    let sample = |problem: &str| format!("tests/samples/{problem}.in");
    for problem in ["johnny", "dice", "arrow"] {
        for command in [
            "run -",
            "check -",
            "test -",
            "watch -",
            "trace -",
            "prove -",
            "record - -o x.record",
            "replay -",
            "judge - README.md",
            "sheet - -o x.html",
            "draw - -o x.svg",
            "sweep - --seeds 0..3",
            "export -",
        ] {
            let command: Vec<&str> = command.split(' ').collect();
            let input = fs::read(sample(problem)).expect("a sample");
            let output = with_input(&command, &input);
            assert!(matches!(output.status.code(), Some(1 | 2)), "{output:?}");
            let said = text(&output.stderr);
            assert_says(said, &format!("contest input {problem}"));
            assert_eq!(said.matches("error").count(), 1, "{command:?}: {said}");
        }
    }

    for problem in ["johnny", "dice", "arrow", "maze"] {
        let import = folder(&format!("no-scene-{problem}"));
        let import = import.to_str().expect("a path of text");
        for command in [
            vec!["contest", problem, "-"],
            vec!["check", "--as", problem, "-"],
            vec!["import", problem, "-", "--out-dir", import],
        ] {
            let input = format!("// A comment.\n\n{SCENE}");
            let output = with_input(&command, input.as_bytes());
            assert!(matches!(output.status.code(), Some(1 | 2)), "{output:?}");
            let said = text(&output.stderr);
            assert_says(said, "3:1: scene contest input");
            assert_eq!(said.matches("error").count(), 1, "{command:?}: {said}");
        }
    }
}

#[test]
fn import_writes_a_scene_a_maze_and_export_gives_the_input_back() {
    for (problem, input) in [
        ("johnny", "2\n2 2\n1 1\nU\nF 1\nR\nU\n1 1\n1 1\n"),
        (
            "arrow",
            "A B's\n1 1 N 2 1\n1 1 NL EFR *\n0\n../\u{e9}\n1 1 S 1 1\n0\nEND\n",
        ),
        ("dice", "A\n1 2 1 2 5 1\n-1 0\nEND\n"),
    ] {
        let folder = folder(&format!("import-{problem}"));
        let path = folder.to_str().expect("a path of text");
        let import = with_input(
            &["import", problem, "-", "--out-dir", path],
            input.as_bytes(),
        );
        assert_output(&import, 0, "", "");
        assert_output(&run(&["export", path]), 0, input, "");
        let run = run(&["run", path]);
        assert_eq!(run.status.code(), Some(0));
        assert_only_unsolved(text(&run.stderr));
        if problem == "arrow" {
            let entries = fs::read_dir(folder).expect("the folder");
            let mut names: Vec<_> = entries
                .map(|it| it.expect("an entry").file_name())
                .collect();
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
    for template in Registry::standard().templates() {
        let run = with_input(&["run", "-"], &run(&["new", template.name]).stdout);
        assert_eq!(run.status.code(), Some(0), "{}", template.name);
        assert_only_unsolved(text(&run.stderr));
        assert!(!run.stdout.is_empty());
    }
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
            "source '{}'; COMP_WORDS=(mazetick {words}); COMP_CWORD=3; \
             _mazetick mazetick ${{COMP_WORDS[3]}} ${{COMP_WORDS[2]}}; echo ${{COMPREPLY[@]}}",
            script.display()
        );
        let bash = Command::new("bash")
            .args(["-c", &call])
            .output()
            .expect("bash runs");
        assert_eq!(
            text(&bash.stdout).trim(),
            completed,
            "{words}: {}",
            text(&bash.stderr)
        );
    }
}

/// All of them can be asked for at once.
#[test]
fn the_columns_of_a_scene_are_listed() {
    let dice = [
        "sweep",
        "scenes/dice/sample-1.ron",
        "--vary",
        "grid.rows=3",
        "--columns",
    ];
    let list = run(&[&dice[..], &["help"]].concat());
    let names = text(&list.stdout)
        .lines()
        .filter_map(|it| it.split([' ', '*']).find(|it| !it.is_empty()));
    let names: Vec<_> = names.collect();
    assert!(names.contains(&"grid.rows") && names.contains(&"effort") && !names.contains(&"walls"));
    let table = run(&[&dice[..], &[&names.join(",")]].concat());
    let header = text(&table.stdout).lines().next();
    assert_eq!(header, Some(&*names.join(",")), "{}", text(&table.stderr));
}

/// Each line that programs read is JSON.
#[test]
fn json_is_not_mixed_with_annotations() {
    let scene = "scenes/arrow/sample-1.ron";
    let refused = run(&["test", "--json", "--format", "github", scene]);
    assert_eq!(
        (refused.status.code(), text(&refused.stdout)),
        (Some(2), "")
    );
}

/// Lines of JSON have the path itself, not as it is displayed.
#[cfg(unix)]
#[test]
fn json_names_files_as_they_are() {
    let folder = folder("names");
    fs::write(folder.join("a\nb.ron"), SCENE).expect("a scene");
    for call in [
        &["run", "--json", "a\nb.ron"][..],
        &["test", "--json", "a\nb.ron"],
    ] {
        let output = mazetick(call)
            .current_dir(&folder)
            .output()
            .expect("it runs");
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
    let steering = "\u{7}\u{1b}[31m\u{9b}31m\u{85}\u{200f}\u{2028}\u{202e}\u{2066}\u{61c}";
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
    let fails = file(
        "scenes/2.ron",
        &expecting(&format!("Text(\"a\n{steering}\n\")")),
    );
    let other = file(
        "scenes/3.ron",
        &expecting(&format!("Digest(\"{steering}\")")),
    );
    let stuck = file(
        "scenes/4.ron",
        &SCENE.replace("\"R\"", &format!("\"R {steering}\"")),
    );
    let good = file("scenes/5.ron", SCENE);
    let input = file("input.txt", &format!("{steering}\n1 1 {steering} 1 1\n0\n"));
    let johnny = file("johnny.txt", "1\n1 2\n1 1\nR\n");
    let record = folder.join("record").to_str().expect("text").to_owned();
    let report = folder.join("report.xml").to_str().expect("text").to_owned();
    let whole = folder.to_str().expect("text").to_owned();
    let missing = format!("{whole}/missing");
    let calls: [&[&str]; 22] = [
        &["check", &whole, &missing],
        &["run", &broken, &fails, &other, &stuck, &good, &missing],
        &["run", "--digest", "--stats", &good, &input],
        &["record", &good, "-o", &format!("{missing}/{steering}")],
        &["run", &whole, "--ticks", steering],
        &["test", &whole, &missing],
        &["test", "--json", &whole, &missing],
        &[
            "test", "--junit", &report, "--filter", steering, &whole, &missing,
        ],
        &["test", "--junit", &good, &good],
        &["test", "--filter", &format!("no{steering}"), &whole],
        &["test", "--bless", &fails, &broken],
        &["record", &good, "-o", &record],
        &["record", &good, "-o", &good],
        &["replay", &record],
        &["replay", &good],
        &["export", &broken, &good],
        &["export", &missing],
        &[
            "import",
            "arrow",
            &input,
            "--out-dir",
            &format!("{whole}/out"),
        ],
        &["import", "johnny", &johnny, "--out-dir", &good],
        &["contest", "arrow", &input],
        &["check", "--as", "dice", &input, &missing],
        &["contest", steering],
    ];
    for arguments in calls {
        let output = run(arguments);
        let said = [text(&output.stdout), text(&output.stderr)].concat();
        assert!(
            !said.is_empty() || arguments[0] == "record",
            "{arguments:?}"
        );
        assert_none_steers(&said);
    }
    let report = fs::read_to_string(&report).expect("a report");
    assert_none_steers(&report);
    assert!(report.contains("\\u{202e}"), "{report}");
    let json = run(&["test", "--json", &fails]);
    assert!(
        text(&json.stdout).contains("\\u0007\\u001b[31m\\u009b31m\\u0085\\u200f"),
        "{json:?}"
    );
}

/// Checks that nothing in a text controls a terminal or turns the direction of text, except line ends.
#[track_caller]
fn assert_none_steers(said: &str) {
    const MARKS: [char; 3] = ['\u{61c}', '\u{200e}', '\u{200f}'];
    let turns = |c| matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let steers = |c: char| c != '\n' && (c.is_control() || turns(c) || MARKS.contains(&c));
    let steering: Vec<_> = said.chars().filter(|&c| steers(c)).collect();
    assert!(steering.is_empty(), "{steering:?} in {said:?}");
}

/// Any shortest way is right, in the form of the contest's lines; a wrong one is told by its maze and line.
#[test]
fn an_output_is_checked_maze_by_maze() {
    let folder = folder("checked");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let dice = "OPEN\n2 2 1 1 5 1\n-1 -1\n-1 -1\nSHUT\n2 2 1 1 5 1\n0 0\n0 0\nEND\n";
    fs::write(folder.join("dice.in"), dice).expect("a file");
    let checked = |problem: &str, input: &str, answer: &str, more: &[&str]| {
        fs::write(folder.join("out"), answer).expect("a file");
        let output = run(&[&["contest", problem, input, "--check", &path("out")], more].concat());
        (
            output.status.code(),
            text(&output.stdout).to_owned() + text(&output.stderr),
        )
    };
    for problem in ["johnny", "arrow", "dice"] {
        let input = format!("tests/samples/{problem}.in");
        let answer = fs::read_to_string(format!("tests/samples/{problem}.out")).expect("an answer");
        let (code, said) = checked(problem, &input, &answer, &[]);
        assert_eq!(code, Some(0), "{problem}: {said}");
        for line_break in ["\r\n", "\r"] {
            let answer = answer.replace('\n', line_break);
            assert_eq!(
                checked(problem, &input, &answer, &[]).0,
                Some(0),
                "{line_break:?}"
            );
        }
        assert_eq!(
            checked(problem, &input, &answer[..answer.len() / 2], &[]).0,
            Some(1)
        );
        assert_eq!(
            checked(problem, &input, &(answer + "more\n"), &[]).0,
            Some(1)
        );
    }
    let way = "(1,2) (1,1) (2,1) (2,2)";
    let answers = format!("ONE: {way}\rTWO: {way}\r");
    let judged = with_input(&["judge", "scenes/walls/die.ron"], answers.as_bytes());
    assert_eq!(text(&judged.stdout).lines().count(), 2, "{judged:?}");
    let unseen = "A\u{a0}B\n3 3 1 1 5 1\n-1 -1 -1\n-1 -1 -1\n-1 -1 -1\nEND\n";
    fs::write(folder.join("unseen.in"), unseen).expect("a file");
    let answer = "X\u{a0}B\n  No Solution Possible\n";
    let (_, said) = checked("dice", &path("unseen.in"), answer, &["--json"]);
    assert!(
        said.contains("found `X\u{a0}B`, expected `A\u{a0}B`"),
        "as they are: {said}"
    );
    assert_says(
        &checked("dice", &path("unseen.in"), answer, &[]).1,
        r"X\u{a0}B A\u{a0}B",
    );
    let shut = "SHUT\n  No Solution Possible\n";
    for way in ["(1,1),(2,1),(1,1)", "(1,1),(1,2),(1,1)"] {
        let (code, said) = checked(
            "dice",
            &path("dice.in"),
            &format!("OPEN\n  {way}\n{shut}"),
            &[],
        );
        assert_eq!(code, Some(0), "{said}");
        assert_says(&said, "2 of 2 right");
    }
    for (answer, words) in [
        (
            format!("OPEN\n  (1,1),(2,1),(2,2),(1,2),(1,1)\n{shut}"),
            "out:2:16 OPEN 4 shortest 2 1 right",
        ),
        (
            format!("OPEN\n  (1,1),(2,2),(1,1)\n{shut}"),
            "out:2:10 OPEN step 1 (2, 2)",
        ),
        (
            format!("OPEN\n  (1,1), (1,2), (1,1)\n{shut}"),
            "out:2:9 OPEN found ` (1,2), (1,1)` expected `(1,2),(1,1)` after (1,1),",
        ),
        (
            format!("OPEN\n  No Solution Possible\n{shut}"),
            "out:2:3 OPEN No Solution (1,1)",
        ),
        (
            "OPEN\n  (1,1),(1,2),(1,1)\nSHUT\n  (1,1),(1,2),(1,1)\n".to_owned(),
            "out:4:3 SHUT No Solution",
        ),
        (
            format!("ELSE\n  (1,1),(1,2),(1,1)\n{shut}"),
            "out:1:1 OPEN `ELSE` `OPEN`",
        ),
        (
            "OPEN\n  (1,1),(1,2),(1,1)\n".to_owned(),
            "out:3:1 SHUT the end `SHUT`",
        ),
        (
            format!("OPEN\n  (1,1),(1,2),(1,1)\n{shut}OPEN\n"),
            "out:5:1 more the end",
        ),
        (
            // One fault, although the line isn't indented.
            "OPEN\n  (1,1),(1,2),(1,1)\nSHUT\nNo Solution Possible\n".to_owned(),
            "out:4:1 SHUT found expected No Solution",
        ),
    ] {
        let (code, said) = checked("dice", &path("dice.in"), &answer, &[]);
        assert_eq!(code, Some(1), "{said}");
        assert_says(&said, words);
        let (code, lines) = checked("dice", &path("dice.in"), &answer, &["--json"]);
        let lines: Vec<serde_json::Value> = lines
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        let wrong = lines.iter().filter(|line| line["right"] == false).count();
        assert_eq!((code, wrong), (Some(1), 1), "{lines:?}");
    }
    let refused = checked("dice", &path("none"), shut, &[]);
    assert_eq!(refused.0, Some(2));
}

/// Long lines are quoted from where they differ, so found and expected are never the same words.
#[test]
fn a_difference_far_in_a_line_is_shown() {
    let folder = folder("far");
    let output = folder.join("out");
    let right = fs::read_to_string("tests/samples/johnny.out").expect("an answer");

    let line = right.lines().max_by_key(|line| line.len()).expect("a line");
    let wrong_line = format!("{}?", line.trim_end());
    fs::write(&output, right.replacen(line, &wrong_line, 1)).expect("a file");

    let path = output.to_str().expect("text");
    let checked = run(&[
        "contest",
        "johnny",
        "tests/samples/johnny.in",
        "--check",
        path,
    ]);
    let said = text(&checked.stdout);
    assert_eq!(checked.status.code(), Some(1));
    assert_says(said, "found `?` expected end line");
}

/// An output that is all wrong is no wall of text: fifty answers, and the number of the others.
#[test]
fn fifty_wrong_answers_are_printed() {
    let folder = folder("fifty");
    let maze = "2 2 1 1 5 1\n-1 -1\n-1 -1\n";
    let mut input = String::new();
    for number in 0..200 {
        input += &format!("M{number}\n{maze}");
    }
    fs::write(folder.join("in"), input + "END\n").expect("a file");
    fs::write(folder.join("out"), "").expect("a file");

    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let checked = run(&["contest", "dice", &path("in"), "--check", &path("out")]);
    let said = text(&checked.stdout);
    assert_eq!(said.matches("error:").count(), 50, "{said}");
    assert_says(said, "150 more wrong 0 of 200 right");
}
