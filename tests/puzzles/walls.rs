//! Walls drawn in scenes: every maze that is drawn is read as the same maze, and errors in a
//! drawing are reported where they are.

use crate::says::assert_says;
use mazetick::base::report::Source;
use mazetick::base::{Grid, Heading, Headings, Outcome, Position, limits};
use mazetick::contest::Contest;
use mazetick::engine::TextFormat;
use mazetick::puzzles::{DrawnWalls, Foot};
use mazetick::registry::Registry;
use mazetick::scene::{Scene, Simulation};
use mazetick::tools::Record;
use proptest::prelude::*;

/// The walls of a random maze, perfect or not: which of its places carry one.
fn any_walls() -> impl Strategy<Value = (Grid, Vec<(Position, Headings)>)> {
    let sides = (1..9_u32, 1..9_u32);
    sides.prop_flat_map(|(rows, columns)| {
        let cells = (rows * columns) as usize;
        let listed = prop::collection::vec(0..16_u8, cells).prop_map(move |sets| {
            let at = |cell: usize| {
                let cell = u32::try_from(cell).unwrap();
                Position::new(cell / columns + 1, cell % columns + 1)
            };
            let headings = |set: u8| {
                Heading::ALL
                    .into_iter()
                    .filter(|&side| set >> side as u8 & 1 == 1)
                    .collect()
            };
            sets.into_iter()
                .enumerate()
                .map(|(cell, set)| (at(cell), headings(set)))
                .collect()
        });
        (Just(Grid { rows, columns }), listed)
    })
}

fn scene(grid: Grid, walls: DrawnWalls) -> Scene {
    Scene::new(grid.rows, grid.columns).with(walls)
}

proptest! {
    #[test]
    fn what_is_drawn_is_read_as_the_same_walls((grid, listed) in any_walls(), is_crlf in any::<bool>()) {
        let listed_scene = scene(grid, DrawnWalls::listed(listed.clone()));
        prop_assert_eq!(&Scene::from_ron(&listed_scene.to_ron()).unwrap(), &listed_scene);
        let mut simulation = Simulation::new(&listed_scene).unwrap();
        prop_assert_eq!(simulation.outcome(), Outcome::Built);
        for at in grid.positions() {
            let around = simulation.walls_around(at).unwrap();
            for side in Heading::ALL {
                let is_said = |at: Position, side: Heading| {
                    listed.iter().any(|&(cell, sides)| cell == at && sides.contains(side))
                };
                let there = match side {
                    Heading::N => Position::new(at.row - 1, at.column),
                    Heading::S => Position::new(at.row + 1, at.column),
                    Heading::W => Position::new(at.row, at.column - 1),
                    Heading::E => Position::new(at.row, at.column + 1),
                };
                let stands = !grid.leads(at, side) || is_said(at, side) || is_said(there, side.opposite());
                prop_assert_eq!(around.contains(side), stands);
            }
        }
        for format in [TextFormat::LATTICE, TextFormat::JOHNNY] {
            let mut drawing = simulation.draw(format).expect("it has walls").to_string();
            if is_crlf {
                drawing = drawing.replace('\n', "\r\n");
            }
            let drawn = scene(grid, DrawnWalls::drawn(&drawing));
            prop_assert_eq!(&Scene::from_ron(&drawn.to_ron()).unwrap(), &drawn);
            let again = Simulation::new(&drawn).unwrap();
            prop_assert_eq!(again.walls(), simulation.walls());
        }
    }

    /// The marks of a route are no walls.
    #[test]
    fn a_walked_drawing_is_read_without_its_route((grid, listed) in any_walls()) {
        let (from, to) = (Position::new(1, 1), Position::new(grid.rows, grid.columns));
        let walked = scene(grid, DrawnWalls::listed(listed)).with(Foot { from: from.into(), to: to.into() });
        let mut simulation = Simulation::new(&walked).unwrap();
        simulation.run();
        let drawn = scene(grid, DrawnWalls::drawn(&simulation.draw(TextFormat::LATTICE).expect("walls"))).with(Foot { from: from.into(), to: to.into() });
        let mut again = Simulation::new(&drawn).unwrap();
        prop_assert_eq!(again.run(), simulation.outcome());
        prop_assert_eq!(again.text(), simulation.text());
    }

    /// No drawing causes a panic, and an accepted one is the same after printing and reading.
    #[test]
    fn any_text_is_read_or_refused(drawing in "[-+| _*x\u{e9}\r\n]{0,60}", rows in 1..3_u32, columns in 1..4_u32) {
        let drawn = scene(Grid { rows, columns }, DrawnWalls::drawn(&drawing));
        let read = Scene::from_ron(&drawn.to_ron());
        prop_assert_eq!(read.is_ok(), drawn.clone().checked().is_ok());
        if let Ok(read) = read {
            prop_assert_eq!(read, drawn);
        }
        for scene in imported(drawing.as_bytes()).0 {
            prop_assert!(scene.checked().is_ok());
        }
    }

    #[test]
    fn drawings_are_exported_and_imported(mazes in prop::collection::vec(any_walls(), 1..5)) {
        let scenes: Vec<_> =
            mazes.into_iter().map(|(grid, listed)| scene(grid, DrawnWalls::listed(listed))).collect();
        let text = Registry::standard().export(&scenes).unwrap();
        let (imported, reports) = imported(text.as_bytes());
        prop_assert_eq!((imported.len(), reports), (scenes.len(), Vec::new()));
        for (scene, imported) in scenes.iter().zip(&imported) {
            prop_assert_eq!(&Scene::from_ron(&imported.to_ron()).unwrap(), imported);
            let (one, other) = (Simulation::new(scene).unwrap(), Simulation::new(imported).unwrap());
            prop_assert_eq!(one.walls(), other.walls());
        }
    }
}

/// The reports of a scene of two rows and three columns with these walls.
fn reports(walls: &str) -> Vec<String> {
    reports_of(&format!(
        "Scene(\n    grid: (rows: 2, columns: 3),\n    walls: {walls},\n    text: Lattice,\n)"
    ))
}

fn reports_of(text: &str) -> Vec<String> {
    let source = Source {
        file: "a.ron",
        text: text.as_bytes(),
    };
    let faults = Scene::from_ron(text)
        .err()
        .map(|error| error.faults)
        .unwrap_or_default();
    let first_line = |fault| source.report(fault).lines().next().unwrap().to_owned();
    faults.iter().map(first_line).collect()
}

/// Checks that each report has its words, and that there are no others.
#[track_caller]
fn assert_each_says(reports: &[String], words: &[&str]) {
    assert_eq!(reports.len(), words.len(), "{reports:?}");
    reports
        .iter()
        .zip(words)
        .for_each(|(report, words)| assert_says(report, words));
}

#[test]
fn errors_in_walls_are_reported_at_their_line() {
    let cases = [
        (
            "\"\n+--+--+--+\n|     |  |\n+  +--+  +\n|        |\n+--+--+--+\n\"",
            "",
        ),
        (
            "\"+--+--+--+\n|     |  |\n+  +--+  +\n|** **   |\n+--+--+--+\"",
            "",
        ),
        ("\" _ _ _\n|_  | |\n|_ _|_|\n\n\"", ""),
        ("{(1, 1): \"E\", (2, 2): \"NS\"}", ""),
        ("{}", ""),
        ("\"\"", "a.ron:3:12 walls 1 end line +--+--+ _ _"),
        (
            "\"\n+--+--+\n|  |  |\n+--+--+\n\"",
            "a.ron:3:12 walls 1 2 3 grid",
        ),
        (
            "\"\n+--+--+--+\n|     |  |\n+  +-x+  +\n|        |\n+--+--+--+\n\"",
            "a.ron:6:1 walls 3 6 `x` `-` lattice",
        ),
        (
            "\"\n+--+--+--+\n|     |  |\n+  +--+  +\n         |\n+--+--+--+\n\"",
            "",
        ),
        (
            "\"\n+--+--+--+\n|     |\n+  +--+  +\n|        |\n+--+  +--+\n\"",
            "",
        ),
        (
            "\"\n+--+--+--+\n|     |  |\n+  +--+  +\n|        |\n\"",
            "a.ron:7:1 walls 4 1 |        |",
        ),
        (
            "\"\n+--+--+--+\n| \u{e9}   |  |\n+  +--+  +|\n|        |\n+--+--+--+\n\"",
            "a.ron:6:1 walls 3 11 | end line",
        ),
        ("\"\n _ _ _\n|_  | |\n|_  |_|\n\"", ""),
        (
            "{(3, 1): \"E\"}",
            "a.ron:3:13 walls[(3, 1)] (3, 1) outside (1, 1) (2, 3)",
        ),
        ("{(1, 1): \"E\", (1, 1): \"S\"}", "a.ron:3:26 (1, 1) twice"),
        ("{(1, 1): \"X\"}", "a.ron:3:22 X N S W E"),
        ("[]", "a.ron:3:12 [ {(2, 1): \"NE\"}"),
    ];
    for (walls, words) in cases {
        assert_each_says(&reports(walls), &words.lines().collect::<Vec<_>>());
    }
}

#[test]
fn walls_are_drawn_or_generated_not_both() {
    let found = reports_of(
        "Scene(grid: (rows: 1, columns: 1), walls: {}, generate: Wilson, text: Lattice)",
    );
    assert_each_says(&found, &["a.ron:1:43 walls `generate`"]);
}

/// The scenes and the first lines of the reports of an input of drawings.
fn imported(input: &[u8]) -> (Vec<Scene>, Vec<String>) {
    let (mut scenes, mut reports) = (Vec::new(), Vec::new());
    let maze = |scene: &Scene| {
        scenes.push(scene.clone());
        Ok(())
    };
    let fault = |report: String| reports.push(report.lines().next().unwrap().to_owned());
    Contest::MAZE.read("a.txt", input, maze, fault).unwrap();
    (scenes, reports)
}

#[test]
fn drawings_are_imported_one_after_the_other() {
    let (scenes, reports) =
        imported(b"\n \n+--+\r\n|**|\r\n+--+\r\n  \n\n+--+--+\n|     |\n+--+--+");
    let sizes: Vec<_> = scenes
        .iter()
        .map(|it| (it.grid.rows, it.grid.columns))
        .collect();
    assert_eq!((sizes, reports), (vec![(1, 1), (1, 2)], Vec::new()));
    let (scenes, reports) = imported(b"\n\n");
    assert_eq!(scenes, []);
    assert_each_says(&reports, &["a.txt:3:1 end drawing"]);
}

#[test]
fn drawings_come_out_of_the_contest_as_they_went_in() {
    let input = "+--+\n|  |\n+--+\n\n+--+--+\n|     |\n+--+--+\n\n";
    let mut output = Vec::new();
    Contest::MAZE
        .solve("a.txt", input.as_bytes(), &mut output, 1)
        .unwrap();
    assert_eq!(String::from_utf8(output).unwrap(), input);
    let (scenes, reports) = imported(input.as_bytes());
    assert_eq!((scenes.len(), reports), (2, Vec::new()));
    assert_eq!(
        mazetick::registry::Registry::standard()
            .export(&scenes)
            .as_deref(),
        Ok(input)
    );
}

#[test]
fn errors_in_drawings_are_reported_at_line_and_column() {
    let (scenes, reports) = imported(
        b"+--+\n|x |\n+--\n\n+--+\n|  |\n+--+\n\n _ _\n|_|_|\n\n+--+--+\n|     |\n\n+--+\n|\xff  |\n+--+\n",
    );
    assert_eq!(scenes.len(), 2);
    let words = [
        "a.txt:3:4 end line `+`",
        "a.txt:13:1 `| |` 2 more",
        "a.txt:16:2 UTF-8",
    ];
    assert_each_says(&reports, &words);
}

/// Records hold their scene as a text inside their own.
#[test]
fn drawings_are_the_same_in_records() {
    let drawn = DrawnWalls::drawn("+--+--+\n|     |\n+--+--+\n");
    let (from, to) = (Position::new(1, 1), Position::new(1, 2));
    let scene = scene(
        Grid {
            rows: 1,
            columns: 2,
        },
        drawn,
    )
    .with(Foot {
        from: from.into(),
        to: to.into(),
    });
    let record = Record::of(&scene, None).unwrap();
    assert_eq!(Record::from_ron(&record.to_ron()).unwrap(), record);
}

#[test]
fn a_drawing_may_be_a_raw_string() {
    let scene =
        "Scene(grid: (rows: 1, columns: 1), walls: r#\"\n+--+\n|  |\n+--+\n\"#, text: Lattice)";
    let scene = Scene::from_ron(scene).expect("raw strings are strings");
    assert_eq!(
        Simulation::new(&scene).expect("legal").text(),
        "+--+\n|  |\n+--+\n"
    );
}

#[test]
fn reports_of_a_drawing_are_limited() {
    let drawing = format!("+--+\n{}", "+x\n".repeat(60_000));
    let mut reports = Vec::new();
    let read = Contest::MAZE.read(
        "a.txt",
        drawing.as_bytes(),
        |_| Ok(()),
        |it| reports.push(it),
    );
    read.expect("it can be read");
    assert!(
        (1..=limits::FAULTS + 1).contains(&reports.len()),
        "{}",
        reports.len()
    );
}

/// Where somebody moves, the rules say what walls are for.
#[test]
fn walls_have_a_rule_where_somebody_moves() {
    let (from, to) = (Position::new(1, 1), Position::new(1, 2));
    let open = Scene::new(1, 2).with(Foot {
        from: from.into(),
        to: to.into(),
    });
    let walls = DrawnWalls::listed(vec![(from, [Heading::E].into_iter().collect())]);
    let sentence = "No move leads through a wall.";
    let expected = format!("{} {sentence}", open.rules_in_english());
    assert_eq!(open.with(walls.clone()).rules_in_english(), expected);
    assert_eq!(Scene::new(1, 2).with(walls).rules_in_english(), "");
}
