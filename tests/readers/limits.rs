//! The limits: values at each limit are accepted, values just beyond are refused. No world of that
//! size is built. The limit of walkers is tested in `src/engine/search/frontier.rs`, where it can be set
//! lower.

use std::num::NonZero;
use std::process::Command;
use std::{fs, slice};

use crate::contests;
use crate::program::{PROGRAM, run};
use crate::says::assert_says;
use mazetick::base::report::TextError;
use mazetick::base::{Heading, Position, limits};
use mazetick::contest::Contest;
use mazetick::engine::TextFormat;
use mazetick::puzzles::dice::Number;
use mazetick::puzzles::mazing::Pick;
use mazetick::puzzles::{Arrow, Dice, Johnny, Mazing, Numbers};
use mazetick::registry::Registry;
use mazetick::scene::expectation::{Expectation, When};
use mazetick::scene::{CheckedScene, Scene};
use mazetick::tools::sweep::{Columns, Seeds, Sweep, Variant};
use mazetick::tools::{Record, ToolError};
use tempfile::TempDir;

/// A legal scene of this size.
fn built(rows: u32, columns: u32) -> Scene {
    Scene::new(rows, columns).with(Mazing {
        pick: Pick::EligibleWall,
    })
}

/// The faults of a scene; none if it is legal.
fn faults(scene: &Scene) -> Vec<String> {
    let checked = scene
        .clone()
        .checked()
        .map(drop)
        .map_err(|error| error.faults);
    let read = Scene::from_ron(&scene.to_ron()).map_err(|error| error.faults);
    let checked = checked.err().unwrap_or_default();
    let checked: Vec<_> = checked
        .iter()
        .map(|it| format!("{}: {}", it.path, it.message))
        .collect();
    let read = read.err().unwrap_or_default();
    assert!(checked.iter().eq(read.iter().map(|it| &it.message)));
    checked
}

/// The number of mazes read from contest input, and the reports of the others.
fn read(contest: Contest, input: &str) -> (usize, Vec<String>) {
    let (mazes, reports) = contests::read(contest, input.as_bytes());
    (mazes.len(), reports)
}

/// The program's exit code.
fn exit_code(arguments: &[&str]) -> Option<i32> {
    run(arguments).status.code()
}

#[track_caller]
fn assert_one(found: &[String], words: &str) {
    let [message] = found else {
        panic!("{found:?}")
    };
    assert_says(message, words);
}

#[test]
fn cells_of_a_scene() {
    assert!(faults(&built(4096, 4096)).is_empty());
    assert!(faults(&built(16, 1 << 20)).is_empty());
    for (rows, columns, cells) in [
        (4096, 4097, 16_781_312_u64),
        (1 << 20, 17, 17_825_792),
        (1 << 16, 1 << 16, 1 << 32),
    ] {
        assert_one(
            &faults(&built(rows, columns)),
            &format!("grid: {cells} {}", limits::CELLS),
        );
    }
}

#[test]
fn sides_of_a_grid() {
    assert!(faults(&built(1, 1 << 20)).is_empty());
    for scene in [built(1, (1 << 20) + 1), built((1 << 20) + 1, 1)] {
        assert_one(&faults(&scene), &format!("grid: 1048577 {}", limits::SIDE));
    }
}

/// The header of the largest grid is accepted; the error is about the missing rest.
#[test]
fn cells_of_a_contest_maze() {
    let johnny = |columns| read(Contest::JOHNNY, &format!("1\n4096 {columns}\n1 1\n")).1;
    assert_one(&johnny(4096), "command 0 16777215");
    assert_one(&johnny(4097), "16781312 16777216");
    let dice = |columns| read(Contest::DICE, &format!("A\n4096 {columns} 1 1 5 1\nEND\n")).1;
    assert_one(&dice(4096), "row 1 4096");
    assert_one(&dice(4097), "16781312 16777216");
}

/// A row on which a die with a heading rolls, which has 96 poses.
fn walked_by_a_die(columns: u64) -> Result<CheckedScene, TextError> {
    Scene::from_ron(&format!(
        "Scene(
            name: \"DIE\",
            grid: (rows: 1, columns: {columns}),
            numbers: Random(wild: 0.5),
            signs: Random(also: 0.5),
            walk: Dice(from: (1, 1), top: 5, front: 1, heading: E, to: (1, {columns})),
            text: Dice,
        )"
    ))
}

#[test]
fn states_of_a_walk() {
    let most = limits::STATES / 96;
    assert!(walked_by_a_die(most).is_ok());

    let (found, states) = (most + 1, 96 * (most + 1));
    let error = walked_by_a_die(found).expect_err("too many states");
    assert_says(
        &error.to_string(),
        &format!("grid: {found} 96 {states} {} {most}", limits::STATES),
    );
}

/// Threads have no more cells and states together than one world may have.
#[test]
fn threads_of_large_worlds() {
    let threads = |scene: CheckedScene| {
        let variant = Variant {
            name: "it".to_owned(),
            values: vec![],
            text: scene.to_ron(),
            scene,
        };
        let columns = Columns::of(&Registry::standard(), slice::from_ref(&variant), &[]);
        let sweep = Sweep::new(vec![variant], Seeds::one(0), columns).expect("a sweep");
        sweep.most_threads()
    };
    let open = |rows, columns| threads(built(rows, columns).checked().expect("a legal scene"));
    assert_eq!(open(4096, 4096), 1);
    assert_eq!(open(1025, 4096), 3);
    assert_eq!(open(1024, 4096), 4);
    assert!(open(128, 128) >= 1024);

    let walked = |columns| threads(walked_by_a_die(columns).expect("a legal scene"));
    assert_eq!(walked(limits::STATES / 96), 1);
    assert_eq!(walked(limits::STATES / 96 / 2), 2);
}

/// A world of this size would take gigabytes: the program may use too little to make it.
#[test]
fn too_large_scenes_are_refused_before_a_world_is_made() {
    let folder = TempDir::new().expect("a folder");
    let refused = |rest: &str, arguments: &[&str], words: &str| {
        let path = folder.path().join("large.ron");
        fs::write(&path, format!("Scene({rest})")).expect("a file");
        let mut limited = Command::new("sh");
        limited.args(["-c", "ulimit -v 300000; exec \"$0\" \"$@\"", PROGRAM]);
        let output = limited.args(arguments).arg(&path).output();
        let output = output.expect("sh runs");
        // `check` and `test` end with 1, as they have found what they look for.
        assert!(matches!(output.status.code(), Some(1 | 2)), "{arguments:?}");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert_says(&said, &format!("large.ron:1:13: error: grid: {words}"));
    };

    let most = limits::CELLS;
    for command in [&["run"][..], &["check"], &["test"], &["sweep"], &["watch"]] {
        let grid = "grid: (rows: 40000, columns: 40000), generate: Wilson";
        refused(grid, command, &format!("1600000000 {most} 4096"));
    }

    // More states than a number of 64 bits can count.
    let most = limits::CELLS;
    let walk = "walk: Arrow(from: (1, 1), heading: E, to: (9, 9)), signs: {}, text: Arrow";
    let grid = "grid: (rows: 4000000000, columns: 4000000000)";
    refused(
        &format!("{grid}, {walk}"),
        &["run"],
        &format!("16000000000000000000 {most}"),
    );

    let most = limits::STATES;
    let walk = "numbers: Random(wild: 0.4), walk: Dice(from: (1, 1), top: 5, front: 1), text: Dice";
    for command in [
        &["run"][..],
        &["check"],
        &["draw", "-o", "/dev/null", "--format", "svg"],
    ] {
        let scene = format!("grid: (rows: 4096, columns: 4096), {walk}");
        refused(&scene, command, &format!("402653184 {most} 2097152"));
    }

    let most = limits::DRAWN_CELLS;
    for command in [
        &["draw", "-o", "/dev/null", "--format", "png"][..],
        &["trace"],
        &["watch"],
    ] {
        let grid = "grid: (rows: 4096, columns: 4096), generate: Wilson";
        refused(grid, command, &format!("16777216 {most} 2048"));
    }

    let most = limits::GRAPH_STATES;
    let walk = "walk: Arrow(from: (1, 1), heading: E, to: (9, 9))";
    for command in [&["prove"][..], &["make"]] {
        let scene = format!("grid: (rows: 3000, columns: 3000), signs: {{}}, {walk}, text: Arrow");
        refused(&scene, command, &format!("36000000 {most}"));
    }
}

#[test]
fn rows_and_columns_of_a_new_scene() {
    for (rows, code) in [("4096", Some(0)), ("4097", Some(2))] {
        assert_eq!(exit_code(&["new", "mazing", "--rows", rows]), code);
        assert_eq!(exit_code(&["new", "mazing", "--columns", rows]), code);
    }
}

#[test]
fn characters_of_a_name() {
    let name = "\u{e9}".repeat(limits::NAME);
    assert!(faults(&built(2, 2).named(&name)).is_empty());
    let long = faults(&built(2, 2).named(format!("{name}x")));
    assert_one(&long, "name: 1001 1000");

    let arrow = |name: &str| read(Contest::ARROW, &format!("{name}\n1 1 N 2 1\n0\nEND\n"));
    let dice = |name: &str| read(Contest::DICE, &format!("{name}\n1 1 1 1 5 1\n0\nEND\n"));
    for read in [&arrow as &dyn Fn(&str) -> _, &dice] {
        assert_eq!(read(&name), (1, Vec::new()));
        let (mazes, reports) = read(&format!("{name}x"));
        assert_eq!(mazes, 0);
        assert_one(&reports, "name 1000");
    }
}

#[test]
fn chance_of_a_flip() {
    let start = Position::new(1, 1);
    let flips = |flips| {
        faults(&Scene::new(2, 2).with(Johnny {
            start,
            flips,
            commands: None,
        }))
    };
    assert!(flips(limits::FLIPS).is_empty());
    assert!(flips(0.0).is_empty());
    assert_one(&flips(limits::FLIPS.next_up()), "0 0.999");
    assert_one(&flips(0.0_f64.next_down()), "0 0.999");
}

/// A scene whose values nest.
fn nested(depth: usize, innermost: &str) -> String {
    let nested = format!(
        "{}{innermost}{}",
        "At(1, [".repeat(depth),
        "])".repeat(depth)
    );
    format!(
        "Scene(grid: (rows: 2, columns: 2), generate: Mazing(pick: AnyWall), text: Lattice, \
         expect: [{nested}])"
    )
}

/// How deeply the values of a scene nest: the maximum number of open brackets.
fn levels(scene: &str) -> usize {
    let (mut open, mut most) = (0, 0);
    for letter in scene.chars() {
        open = open + usize::from("([{".contains(letter)) - usize::from(")]}".contains(letter));
        most = most.max(open);
    }
    most
}

#[test]
fn nesting_of_a_scene_file() {
    let (inside, outside) = (nested(15, "Perfect"), nested(15, "Solved(moves: 1)"));
    assert_eq!(
        (levels(&inside), levels(&outside)),
        (limits::NESTING, limits::NESTING + 1)
    );
    let fault = |scene: &str| {
        Scene::from_ron(scene)
            .expect_err("a tick in a tick")
            .faults
            .remove(0)
    };
    assert_says(&fault(&inside).message, "`At` inside");
    assert_says(&fault(&outside).message, "32 nesting");
}

#[test]
fn ticks() {
    let moment =
        |tick| faults(&built(2, 2).expecting(Expectation::When(When::At(tick), Vec::new())));
    assert!(moment(limits::TICKS).is_empty());
    let (tick, most) = (limits::TICKS + 1, limits::TICKS);
    assert_one(&moment(tick), &format!("expect[0]: {tick} {most}"));

    let recorded = |ticks| {
        let mut record =
            Record::of(&built(2, 2), Some(NonZero::<u64>::MAX)).expect("a legal scene");
        record.digests = std::mem::take(&mut record.digests)
            .into_values()
            .map(|digests| (ticks, digests))
            .collect();
        Record::from_ron(&record.to_ron())
    };
    assert!(recorded(limits::TICKS).is_ok());
    let Err(ToolError::Text(error)) = recorded(tick) else {
        panic!("there are too many ticks")
    };
    assert_says(&error.faults[0].message, &format!("digests: {tick} {most}"));

    let scene = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/johnny/sample-2.ron");
    assert_eq!(
        exit_code(&["run", "--ticks", &most.to_string(), scene]),
        Some(0)
    );
    assert_eq!(
        exit_code(&["run", "--ticks", &tick.to_string(), scene]),
        Some(2)
    );
}

#[test]
fn faults_of_a_scene() {
    let from = Position::new(1, 1);
    for (wrong, reported) in [(limits::FAULTS, 50), (limits::FAULTS + 1, 50)] {
        let columns = u32::try_from(wrong).expect("a few");
        let scene = Scene::new(1, columns)
            .named("WRONG")
            .with(Numbers([vec![Number(7); wrong]].into_iter().collect()))
            .with(Dice {
                from: from.into(),
                top: 5,
                front: 1,
                heading: None,
                to: None,
            })
            .drawn(TextFormat::DICE);
        assert_eq!(faults(&scene).len(), reported);
    }
}

#[test]
fn faults_of_a_contest_input() {
    let wrong = |mazes: usize| read(Contest::ARROW, &"A\n1 1 N 0 1\n0\n".repeat(mazes)).1;
    let all = wrong(limits::FAULTS - 1); // and the missing END
    assert_eq!(all.len(), limits::FAULTS);
    assert!(all.iter().all(|report| report.starts_with("input:")));
    for mazes in [limits::FAULTS, limits::FAULTS + 1] {
        let some = wrong(mazes);
        assert_eq!(some[..limits::FAULTS - 1], all[..limits::FAULTS - 1]);
        assert_one(&some[limits::FAULTS..], "input: too many");
    }
    for wrong in [limits::FAULTS, limits::FAULTS + 1, 2 * limits::FAULTS] {
        let (numbers, signs) = ("7\n".repeat(wrong), "1 1 X *\n".repeat(wrong));
        let dice = format!("A\n{wrong} 1 1 1 5 1\n{numbers}END\n");
        let arrow = format!("A\n1 1 N 1 2\n{signs}0\nEND\n");
        for (contest, maze) in [(Contest::DICE, dice), (Contest::ARROW, arrow)] {
            let reports = read(contest, &maze).1;
            let has_more = reports.last().is_some_and(|it| it.contains("too many"));
            assert_eq!(
                has_more,
                wrong > limits::FAULTS,
                "{wrong} errors of {contest:?}"
            );
            assert_eq!(reports.len(), limits::FAULTS + usize::from(has_more));
        }
    }
}

#[test]
fn texts_of_all_combinations() {
    let scene = "Scene(grid: (rows: 2, columns: 2), generate: Wilson, text: Lattice)\n";
    let half = limits::VARIANT_TEXTS / 2;
    let settings = ["grid.rows=1,2".parse().expect("a setting")];
    let variants = |length: usize| {
        let text = format!("{scene}//{}", "x".repeat(length - scene.len() - 2));
        Variant::all(&Registry::standard(), "it", &text, &settings)
    };
    assert_eq!(variants(half - 1).map(|variants| variants.len()), Ok(2));
    let refused = variants(half).expect_err("too long together").to_string();
    assert_says(&refused, "67108866 67108864");

    let long = format!("name=\"{}\"", "x".repeat(1 << 12))
        .parse()
        .expect("a setting");
    let seeds = "generate.commands=1..=20000".parse().expect("a setting");
    let refused = Variant::all(&Registry::standard(), "it", scene, &[long, seeds]);
    let refused = refused.expect_err("one value in many texts").to_string();
    assert_says(&refused, "67108864");
}

/// A scene of signs in the first row, from its corner to the one across.
fn arrow_scene(rows: u32, columns: u32, listed: u32) -> CheckedScene {
    let signs: Vec<_> = (1..=listed)
        .map(|column| format!("(1, {column}): \"WF\","))
        .collect();
    let signs = signs.concat();
    let text = format!(
        "Scene(name: \"A\", grid: (rows: {rows}, columns: {columns}), signs: {{{signs}}},
            walk: Arrow(from: (1, 1), heading: W, to: ({rows}, {columns})), text: Arrow)"
    );
    Scene::from_ron(&text).expect("a legal scene")
}

/// A maze that spans this many rows and columns and lists the first intersections of its first row.
fn arrow_maze(rows: u32, columns: u32, listed: u32) -> String {
    let signs: Vec<_> = (1..=listed)
        .map(|column| format!("1 {column} WF *\n"))
        .collect();
    format!("A\n1 1 W {rows} {columns}\n{}0\nEND\n", signs.concat())
}

#[test]
fn span_of_an_arrow_maze() {
    for (rows, columns, listed, most) in [
        (256, 256, 0, 1 << 16),
        (16, 4096, 4096, 1 << 16),
        (16, 4097, 4097, 65_552),
    ] {
        assert_eq!(u64::from(rows) * u64::from(columns), most);
        assert_eq!(
            read(Contest::ARROW, &arrow_maze(rows, columns, listed)),
            (1, Vec::new())
        );
        let (mazes, reports) = read(Contest::ARROW, &arrow_maze(rows + 1, columns, listed));
        assert_eq!(mazes, 0);
        let expected = format!("{listed} {most}");
        assert_one(&reports, &expected);

        let exported = Registry::standard().export(&[arrow_scene(rows, columns, listed)]);
        assert_eq!(exported, Ok(arrow_maze(rows, columns, listed)));
        let refused = Registry::standard()
            .export(&[arrow_scene(rows + 1, columns, listed)])
            .expect_err("it spans more");
        assert_one(&[refused.to_string()], &expected);
    }
    // The grid spans the listed intersections, also in a larger scene.
    let mut large = arrow_scene(3000, 3000, 5).into_scene();
    let (from, to) = (Position::new(1, 1), Position::new(9, 9));
    large.set(Arrow {
        from: from.into(),
        heading: Heading::W,
        to: to.into(),
    });
    assert_eq!(
        Registry::standard().export(&[large]),
        Ok(arrow_maze(9, 9, 5))
    );
}
