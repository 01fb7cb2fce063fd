//! A contest format from outside the crate: its input is solved, imported and exported, and its
//! faults are reported with their places.

use mazetick::base::{Grid, Position};
use mazetick::contest::{Contest, ContestError};
use mazetick::engine::TextFormat;
use mazetick::puzzles::Foot;
use mazetick::scene::Scene;

use super::mud::MudBoard;
use super::registry;

const INPUT: &str = "FORD\nS~G\n.~.\n...\n\nNO WAY\nS~.\n.~G\n\n";

/// The format of mud, found by its name as the program finds it.
fn mud() -> Contest {
    *registry()
        .contests()
        .iter()
        .find(|contest| contest.name() == "mud")
        .expect("it was added")
}

/// The scenes and the first lines of the reports of an input.
fn read(input: &str) -> (Vec<Scene>, Vec<String>) {
    let (mut scenes, mut reports) = (Vec::new(), Vec::new());
    let keep = |scene: &Scene| {
        scenes.push(scene.clone());
        Ok(())
    };
    let fault = |report: String| reports.push(report.lines().next().unwrap_or_default().to_owned());
    mud()
        .read("a.in", input.as_bytes(), keep, fault)
        .expect("memory is readable");
    (scenes, reports)
}

#[test]
fn input_is_solved() {
    const ANSWERS: &str = "FORD\n  (1,1) (2,1) (3,1) (3,2) (3,3) (2,3) (1,3)\n\
                           NO WAY\n  No Solution Possible\n";
    for jobs in [1, 2] {
        let mut output = Vec::new();
        mud()
            .solve("a.in", INPUT.as_bytes(), &mut output, jobs)
            .expect("legal input");
        assert_eq!(String::from_utf8(output).expect("text"), ANSWERS);
    }
}

#[test]
fn input_is_imported_and_exported() {
    let (scenes, reports) = read(INPUT);
    assert_eq!(reports, [""; 0]);
    assert_eq!(
        scenes[1].grid,
        Grid {
            rows: 2,
            columns: 3
        }
    );
    assert_eq!(registry().export(&scenes), Ok(INPUT.to_owned()));
    for scene in scenes {
        assert_eq!(
            registry().read(&scene.to_ron()),
            Ok(scene.checked().unwrap())
        );
    }
}

#[test]
fn faults_are_reported_where_they_are() {
    let (scenes, reports) = read("A\nS.x\n.GG\n\nB\nS\n..\n\nC\nS..\n\nD\nSG\n");
    let expected = [
        "a.in:2:3: error: found `x`, expected `.`, `~`, the only `S` or the only `G`",
        "a.in:3:3: error: found `G`, expected `.`, `~`, the only `S` or the only `G`",
        "a.in:7:1: error: found `..`, expected a row of 1 letters",
        "a.in:9:1: error: a maze without `S` or `G`, expected both",
    ];
    assert_eq!(reports, expected);
    assert_eq!(scenes.len(), 1, "the rest after a fault is read");
    let solved = mud().solve("a.in", &b"D\nSG\n\nA\nS\n"[..], &mut Vec::new(), 1);
    assert!(matches!(solved, Err(ContestError::Input(report)) if report.contains("a.in:4:1")));
}

#[test]
fn scenes_beyond_the_format_are_not_exported() {
    let (from, to) = (Position::new(1, 1), Position::new(1, 2));
    let scene = Scene::new(1, 2)
        .named("A")
        .with(Foot {
            from: from.into(),
            to: to.into(),
        })
        .drawn(TextFormat::ARROW);
    assert_eq!(registry().export([&scene]).as_deref(), Ok("A\nSG\n\n"));
    let circle = scene.clone().with(Foot {
        from: from.into(),
        to: from.into(),
    });
    let error = registry()
        .export([&scene, &circle])
        .expect_err("its goal is its start");
    assert_eq!(
        (error.index, error.to_string()),
        (1, "walk.to: a goal at the start, expected another".into())
    );
    let illegal = scene.with(MudBoard(vec![Position::new(2, 1)]));
    let error = registry().export([&illegal]).expect_err("mud outside");
    assert_eq!(error.index, 0, "{error}");
}
