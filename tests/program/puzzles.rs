//! The puzzles that have been made: proofs, answers, records, and the commands that make them.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use mazetick::scene::Scene;
use mazetick::tools::craft::Proof;

use crate::program::{assert_output, mazetick, run, text, with_input};

/// The paths of the puzzles that have been made.
fn committed_puzzles() -> Vec<String> {
    let folders = ["scenes/craft", "scenes/records"];
    let files = folders
        .map(|folder| fs::read_dir(folder).expect("a folder"))
        .into_iter()
        .flatten();
    let path = |file: fs::DirEntry| file.path().to_str().expect("a path of text").to_owned();
    let mut paths: Vec<String> = files.map(|file| path(file.expect("a file"))).collect();
    paths.sort();
    paths
}

/// What `run` prints of a puzzle is an answer to it.
#[test]
fn listings_are_right_answers() {
    let others = ["scenes/arrow/sample-1.ron", "scenes/theseus/waiting.ron"].map(str::to_owned);
    for path in committed_puzzles().into_iter().chain(others) {
        let judged = with_input(&["judge", &path], &run(&["run", &path]).stdout);
        assert_eq!(text(&judged.stderr), "");
        let said = text(&judged.stdout);
        assert!(
            said.starts_with("<stdin>: right, and as short as can be: "),
            "{path}: {said}"
        );
    }
}

/// The letters of ways that sheets print beside solutions are right answers.
#[test]
fn letters_of_sheets_are_right_answers() {
    let others = [
        "arrow/sample-1",
        "theseus/waiting",
        "wrap/arrows",
        "dice/sample-2",
    ];
    let others = others.map(|it| format!("scenes/{it}.ron"));
    for path in committed_puzzles().into_iter().chain(others) {
        let sheet = run(&["sheet", &path, "-o", "-"]);
        let (_, solution) = text(&sheet.stdout)
            .rsplit_once("class=\"moves\"")
            .expect("a solution");
        let (_, letters) = solution.split_once('>').expect("letters");
        let letters = letters.split('<').next().expect("letters");
        let judged = with_input(&["judge", &path], letters.as_bytes());
        let said = text(&judged.stdout);
        assert!(
            said.starts_with("<stdin>: right, and as short as can be: "),
            "{path}: {said}"
        );
    }
}

/// Whoever has Python can check certificates without the program: of every puzzle that has been made.
#[test]
fn certificates_are_checked_by_another_program() {
    let goals = "tests/program/prove.in/goals.ron";
    let others = [
        "scenes/arrow/drawn-5x5.ron",
        goals,
        "scenes/arrow/sample-2.ron",
    ];
    let puzzles = committed_puzzles();
    let expected = format!(
        "{}: not unique\n{}: not unique\n{}: no solution\n{}: unique\n",
        others[0],
        others[1],
        others[2],
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
    checker
        .stdin
        .take()
        .expect("a pipe")
        .write_all(&proofs.stdout)
        .expect("it reads");
    let output = checker.wait_with_output().expect("it ends");
    assert_eq!(
        (output.status.code(), text(&output.stdout)),
        (Some(0), &*expected)
    );
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
            assert!(
                scene.contains(&format!("Solved(moves: {})", cells[3])),
                "{row}"
            );
            path
        })
        .collect();
    named.sort();
    let mut paths = committed_puzzles();
    paths.retain(|path| path.starts_with("scenes/records/"));
    assert_eq!(named, paths);
}

/// The first line of a committed puzzle is the command that makes it. Two of those that try few boards are made again
/// here.
#[test]
fn committed_puzzles_are_made_by_their_commands() {
    let mut made = 0;
    for path in committed_puzzles() {
        let puzzle = fs::read_to_string(&path).expect("a scene");
        let command = puzzle
            .lines()
            .next()
            .and_then(|it| it.strip_prefix("// mazetick "));
        let words: Vec<&str> = command.expect("a command").split(' ').collect();
        assert_eq!((words[0], words[1]), ("make", &*path));
        let effort = words
            .iter()
            .position(|&word| word == "--tries")
            .expect("an effort");
        if words[effort + 1].parse::<u64>().expect("a number") <= 300_000 && made < 2 {
            assert_output(&run(&words), 0, &puzzle, "");
            made += 1;
        }
    }
    assert_eq!(made, 2);
}

/// The squares of the solution of a puzzle of 5 rows and columns, mirrored and turned in all ways.
fn forms_of_solution(puzzle: &str) -> Vec<Vec<[u32; 2]>> {
    let scene = Scene::from_ron(puzzle).expect("a scene");
    let proof = Proof::of_scene(&scene).expect("a proof");
    let positions = proof
        .route()
        .iter()
        .map(|state| proof.graph().position(*state));
    let route: Vec<[u32; 2]> = positions.map(|at| [at.row, at.column]).collect();
    let form = |number: u32| -> Vec<[u32; 2]> {
        let mirrored = |at: u32, bit: u32| if number & bit == 0 { at } else { 6 - at };
        let moved = route.iter().map(|[row, column]| {
            let [row, column] = [mirrored(*row, 1), mirrored(*column, 2)];
            if number & 4 == 0 {
                [row, column]
            } else {
                [column, row]
            }
        });
        moved.collect()
    };
    (0..8).map(form).collect()
}

/// A class gets puzzles that differ, the easiest first; each says how it is made alone.
#[test]
fn a_set_of_puzzles_is_made_in_order_of_effort() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = |jobs: &str| -> Vec<String> {
        let to = folder.path().join(jobs);
        let to = to.to_str().expect("a path of text");
        let set = [
            "make",
            "scenes/craft/jump-5x5.ron",
            "--tries",
            "300",
            "--count",
            "10",
        ];
        assert_output(
            &run(&[&set[..], &["--out-dir", to, "--jobs", jobs]].concat()),
            0,
            "",
            "",
        );
        let names = (1..=10).map(|number| format!("{to}/{number:02}.ron"));
        names
            .map(|it| fs::read_to_string(it).expect("a puzzle"))
            .collect()
    };
    let set = made("1");
    let boards = |set: &[String]| -> Vec<String> {
        set.iter()
            .map(|it| it.split_once('\n').expect("lines").1.to_owned())
            .collect()
    };
    assert!(
        boards(&set) == boards(&made("2")),
        "the same on any number of threads"
    );
    let effort = |puzzle: &String| -> f64 {
        let (_, rest) = puzzle.split_once("effort: ").expect("an effort");
        let digits = rest.split(|c: char| !c.is_ascii_digit() && c != '.').next();
        digits.and_then(|it| it.parse().ok()).expect("a number")
    };
    assert!(
        set.windows(2).all(|two| effort(&two[0]) <= effort(&two[1])),
        "{set:?}"
    );
    assert_eq!(boards(&set).into_iter().collect::<HashSet<_>>().len(), 10);
    let mut known = HashSet::new();
    for puzzle in &set {
        let forms = forms_of_solution(puzzle);
        assert!(forms.iter().all(|form| !known.contains(form)), "{puzzle}");
        known.extend(forms);
    }
    let command = set[3]
        .lines()
        .next()
        .and_then(|it| it.strip_prefix("// mazetick "));
    let words: Vec<&str> = command.expect("a command").split(' ').collect();
    assert_output(&run(&words), 0, &set[3], "");
}

/// Also a puzzle in which no wild square is left, as only the scene says that there can be some.
#[test]
fn each_puzzle_of_a_set_is_made_by_its_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        folder
            .path()
            .join(name)
            .to_str()
            .expect("a path of text")
            .to_owned()
    };
    let (scene, to) = (path("scene.ron"), path("set"));
    let text = "Scene(grid: (rows: 3, columns: 2), numbers: [['?', 0], [1, 1], [1, 1]], \
                walk: Dice(from: (1, 1), top: 5, front: 1, to: (3, 2)))";
    fs::write(&scene, text).expect("written");
    assert_output(
        &run(&[
            "make",
            &scene,
            "--tries",
            "20",
            "--count",
            "2",
            "--out-dir",
            &to,
        ]),
        0,
        "",
        "",
    );
    let mut tame = 0;
    for number in 1..=2 {
        let puzzle = fs::read_to_string(format!("{to}/{number}.ron")).expect("a puzzle");
        let command = puzzle
            .lines()
            .next()
            .and_then(|it| it.strip_prefix("// mazetick "));
        let words: Vec<&str> = command.expect("a command").split(' ').collect();
        assert_output(&run(&words), 0, &puzzle, "");
        tame += u32::from(!puzzle.contains('?'));
    }
    assert!(tame > 0, "all have wild squares");
}

/// Walls that a generator builds become a list; and a puzzle is made again of itself.
#[test]
fn walls_of_generators_are_written_out_and_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        folder
            .path()
            .join(name)
            .to_str()
            .expect("a path of text")
            .to_owned()
    };
    let (scene, puzzle) = (path("scene.ron"), path("puzzle.ron"));
    let text = "Scene(grid: (rows: 3, columns: 4), seed: 7, generate: Wilson, braid: 0.5, \
                wrap: Both, openings: true, seeds: 1..=9, vary: [\"braid=0,1\"], \
                walk: Foot(from: (1, 1), to: (2, 3)), expect: [Solved])";
    fs::write(&scene, text).expect("written");
    let puzzle_of = |path: &str| {
        let output = run(&["make", path, "--tries", "900", "--want", "moves"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let made = String::from_utf8(output.stdout).expect("text");
        made.split_once('\n').expect("a command").1.to_owned()
    };
    let made = puzzle_of(&scene);
    assert!(
        ["walls: {", "wrap: Both", "openings: true", "Unique"]
            .iter()
            .all(|it| made.contains(it))
    );
    assert!(
        !["generate", "braid", "seeds", "vary"]
            .iter()
            .any(|it| made.contains(it)),
        "{made}"
    );
    fs::write(&puzzle, &made).expect("written");
    assert_eq!(puzzle_of(&puzzle), made);
    assert!(run(&["test", &puzzle]).status.success());
}

/// The column says of each world what `prove` does.
#[test]
fn a_column_says_whether_a_puzzle_is_unique() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("scene.ron");
    let path = path.to_str().expect("a path of text");
    let scene = |seed: u64| {
        let text = format!(
            "Scene(grid: (rows: 3, columns: 3), seed: {seed}, generate: Wilson, braid: 0.4, \
             walk: Foot(from: (1, 1), to: (3, 3)))"
        );
        fs::write(path, text).expect("written");
    };
    scene(0);
    let table = run(&[
        "sweep",
        path,
        "--seeds",
        "0..20",
        "--columns",
        "seed,unique",
    ]);
    let table = text(&table.stdout).to_owned();
    let mut found = HashSet::new();
    for row in table.lines().skip(1) {
        let (seed, unique) = row.split_once(',').expect("two cells");
        scene(seed.parse().expect("a number"));
        let is_proven = run(&["prove", path]).status.success();
        assert_eq!(unique, if is_proven { "1" } else { "0" }, "seed {seed}");
        found.insert(unique);
    }
    assert_eq!(found.len(), 2, "{table}");
}

/// Ctrl-C prints the best puzzle so far.
#[test]
#[cfg(unix)]
fn making_that_is_interrupted_prints_the_best_so_far() {
    let mut make = mazetick(&[
        "make",
        "scenes/craft/jump-5x5.ron",
        "--tries",
        "1000000000000",
    ]);
    let making = make
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    std::thread::sleep(std::time::Duration::from_secs(2));
    let interrupted = Command::new("kill")
        .args(["-INT", &making.id().to_string()])
        .status();
    assert!(interrupted.expect("kill runs").success());
    let output = making.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let puzzle = text(&output.stdout);
    let (command, scene) = puzzle.split_once('\n').expect("a command, then a scene");
    assert!(
        command.ends_with("--tries 1000000000000 --seed 0"),
        "{command}"
    );
    assert!(scene.contains("Unique(effort: "), "{puzzle}");
}
