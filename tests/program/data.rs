//! Worlds and ticks as JSON, compared with what the library says of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use mazetick::base::walker::Start;
use mazetick::base::{Digest, Heading, Position};
use mazetick::picture::film::Film;
use mazetick::prelude::*;
use mazetick::puzzles::arrow::Signs;
use mazetick::puzzles::dice::Number;
use mazetick::puzzles::jump::JumpLength;
use serde_json::{Value, json};

use crate::program::{PROGRAM, run, text};
use crate::scenes::committed_scenes;

fn parsed(line: &str) -> Value {
    serde_json::from_str(line).expect("JSON")
}

/// The rows of what a cell has at its position.
fn rows(grid: Grid, of: impl Fn(Position) -> Value) -> Value {
    let row = |row| {
        (1..=grid.columns)
            .map(|column| of(Position { row, column }))
            .collect::<Value>()
    };
    (1..=grid.rows).map(row).collect()
}

fn positions(of: &[Position]) -> Value {
    of.iter().map(|at| json!([at.row, at.column])).collect()
}

#[test]
fn the_data_of_a_world_is_what_the_library_says() {
    let output = run(&["run", "--json=full", "scenes"]);
    let worlds = text(&output.stdout).lines().map(parsed);
    let worlds = worlds.map(|world| (world["scene"].as_str().expect("a path").to_owned(), world));
    let worlds: BTreeMap<String, Value> = worlds.collect();
    let mut columns = BTreeSet::new();
    for (path, scene) in committed_scenes() {
        let scene = Scene::from_ron(&scene).expect("a scene");
        let name = path
            .strip_prefix(env!("CARGO_MANIFEST_DIR"))
            .expect("a path in the repository");
        let world = &worlds[name.to_str().expect("text")];
        let mut maze = Simulation::new(&scene).expect("a world");
        maze.run();
        let grid = scene.grid;
        assert_eq!(world["version"], 1);
        assert_eq!(
            world["grid"],
            json!({ "rows": grid.rows, "columns": grid.columns })
        );
        assert_eq!(world["digest"], maze.digest().to_string());
        assert_eq!(world["maze"], maze.maze_digest().to_string());
        let ends = json!([world["start"], world["goal"]]);
        if let Some(start) = maze.entity().get::<Start>() {
            assert_eq!(ends, json!([start.from, start.to]));
            assert_eq!(world["route"], positions(&maze.route()), "{path:?}");
            let walkers: Vec<Position> =
                maze.walkers().iter().map(|&it| maze.position(it)).collect();
            assert_eq!(world["walkers"], positions(&walkers));
        } else {
            assert_eq!(ends, json!([null, null]));
        }
        for (name, found) in world["cells"].as_object().expect("columns") {
            columns.insert(name.clone());
            let expected = rows(grid, |at| match name.as_str() {
                "walls" => {
                    let letter = |side: &Heading| maze.is_wall(at, *side).then(|| side.letter());
                    Heading::ALL
                        .iter()
                        .filter_map(letter)
                        .collect::<String>()
                        .into()
                }
                "numbers" => json!(maze.get::<Number>(at).expect("a number").0),
                "jumps" => json!(maze.get::<JumpLength>(at).expect("a length").0),
                "signs" => maze.get::<Signs>(at).expect("signs").to_string().into(),
                _ => found[at.row as usize - 1][at.column as usize - 1].clone(), // of generators
            });
            assert_eq!(*found, expected, "{path:?}: {name}");
        }
        assert_eq!(
            world["cells"].get("walls").is_some(),
            maze.walls().is_some()
        );
        assert_eq!(
            world["cells"].get("numbers").is_some(),
            scene.has("numbers")
        );
    }
    assert!(
        ["walls", "numbers", "jumps", "signs"]
            .iter()
            .all(|&name| columns.contains(name)),
        "{columns:?}"
    );
}

fn varint(number: u64) -> Vec<u8> {
    match u8::try_from(number) {
        Ok(byte @ 0..128) => vec![byte],
        _ => [vec![(number % 128) as u8 + 128], varint(number / 128)].concat(),
    }
}

/// As the page about promises does it in Python, here for the numbers and jumps of all scenes.
#[test]
fn a_digest_is_computed_from_the_data_of_a_world() {
    let page = fs::read_to_string("docs/limits.md").expect("a page");
    let output = run(&["run", "--json=full", "scenes"]);
    for world in text(&output.stdout).lines().map(parsed) {
        let digests = world["digests"].as_object().expect("digests by name");
        let digests: BTreeMap<&String, &str> = digests
            .iter()
            .map(|(name, digest)| (name, digest.as_str().unwrap()))
            .collect();
        for (name, rows) in world["cells"].as_object().expect("columns") {
            let encode = |number: i64| match name.as_str() {
                "numbers" => vec![number.to_le_bytes()[0]],
                _ => varint(number.cast_unsigned()),
            };
            if ["numbers", "jumps"].contains(&name.as_str()) {
                let rows = rows.as_array().unwrap().iter();
                let cells: Vec<&Value> = rows.flat_map(|row| row.as_array().unwrap()).collect();
                let mut state = varint(cells.len() as u64);
                for cell in cells {
                    state.extend(encode(cell.as_i64().unwrap()));
                }
                assert_eq!(
                    digests[name],
                    Digest::of_bytes(&state).to_string(),
                    "{world}"
                );
            }
        }
        let combined = |parts: &[(&str, &str)]| {
            let mut state = varint(parts.len() as u64);
            for (name, digest) in parts {
                state.extend(varint(name.len() as u64));
                state.extend(name.bytes());
                state.extend(varint(u64::from_str_radix(digest, 16).unwrap()));
            }
            Digest::of_bytes(&state).to_string()
        };
        let parts: Vec<_> = digests
            .iter()
            .map(|(name, digest)| (name.as_str(), *digest))
            .collect();
        assert_eq!(world["digest"], combined(&parts));
        let [rows, columns] = ["rows", "columns"].map(|it| world["grid"][it].as_u64().unwrap());
        let grid = Digest::of_bytes(&[varint(rows), varint(columns)].concat()).to_string();
        let is_of_maze =
            |(name, _): &(&str, &str)| ["jumps", "numbers", "signs", "walls"].contains(name);
        let mut parts: Vec<_> = parts
            .into_iter()
            .filter(is_of_maze)
            .chain([("grid", &*grid)])
            .collect();
        parts.sort_unstable();
        assert_eq!(world["maze"], combined(&parts));
        if world["scene"] == "scenes/dice/sample-1.ron" {
            let shown = format!(
                "\n{} {}\n",
                digests[&"numbers".to_owned()],
                world["digest"].as_str().unwrap()
            );
            assert!(
                page.contains(&shown),
                "the page shows other digests than {shown}"
            );
        }
    }
}

#[test]
fn a_drawn_world_is_that_of_a_run() {
    for path in ["scenes/dice/sample-1.ron", "scenes/mixed/everything.ron"] {
        let (ran, drawn) = (
            ["run", "--json=full", path],
            ["draw", path, "-o", "-", "--format", "json"],
        );
        assert_eq!(text(&run(&ran).stdout), text(&run(&drawn).stdout));
        let puzzle = run(&[&drawn[..], &["--puzzle"]].concat());
        let puzzle = parsed(text(&puzzle.stdout));
        assert_eq!(
            (&puzzle["phase"], &puzzle["route"]),
            (&json!("walk"), &json!([]))
        );
    }
}

/// Agents are numbered in the order of the scene, and named as it names them.
#[test]
fn agents_have_numbers_and_kinds() {
    let output = run(&["run", "--json=full", "scenes/agents/crew.ron"]);
    let world = parsed(text(&output.stdout));
    let crew = world["crew"].as_array().expect("a list").iter();
    let crew: Vec<_> = crew
        .map(|it| (it["number"].as_u64(), it["kind"].as_str()))
        .collect();
    let kinds = ["WallFollower", "Pledge", "Mouse", "Tremaux"].map(Some);
    let expected: Vec<_> = (1..).map(Some).zip(kinds).collect();
    assert_eq!(crew, expected);
}

/// A trace says of each tick what a film says, and what has changed is what two pictures differ in.
#[test]
fn a_trace_has_what_a_film_has() {
    for path in [
        "scenes/johnny/flips.ron",
        "scenes/mixed/everything.ron",
        "scenes/jump/random.ron",
        "scenes/agents/crew.ron",
    ] {
        let output = run(&["trace", path]);
        let lines: Vec<Value> = text(&output.stdout).lines().map(parsed).collect();
        let scene = std::fs::read_to_string(path).expect("a scene");
        let scene = Scene::from_ron(&scene).expect("a scene");
        let film = Film::new(&mut Simulation::new(&scene).expect("a world"), u64::MAX);
        let mut maze = Simulation::new(&scene).expect("a world");
        let mut before = maze.picture();
        assert_eq!(film.ticks(), lines.len() as u64, "{path}");
        for ((tick, line), changes) in (1..).zip(&lines).zip(film.changes().skip(1)) {
            assert_eq!(line["said"], changes.describe(scene.grid));
            assert_eq!(
                (&line["tick"], &line["phase"]),
                (&json!(tick), &json!(maze.progress().phase.to_string()))
            );
            maze.tick();
            let after = maze.picture();
            let mut expected = BTreeSet::new();
            for (old, new) in before
                .layers()
                .iter()
                .zip(after.layers())
                .filter(|(_, new)| new.list().is_none())
            {
                let look = new.look();
                for (slot, (old, &new)) in old.values().iter().zip(new.values()).enumerate() {
                    let what = look.place.in_words(look.name, slot, scene.grid);
                    expected
                        .extend((*old != new).then(|| format!("{what}: {}", (look.words)(new))));
                }
            }
            let changes = line["changes"].as_array().expect("a list").iter();
            let found: BTreeSet<&str> = changes.map(|it| it.as_str().expect("words")).collect();
            let of_lists = |it: &&str| {
                it.ends_with(" added")
                    || it.ends_with(" removed")
                    || it.contains(": reversed")
                    || it.starts_with("route: ")
            };
            assert!(
                expected
                    .iter()
                    .map(String::as_str)
                    .eq(found.iter().copied().filter(|it| !of_lists(it))),
                "{path}: {line}"
            );
            before = after;
        }
        assert_eq!(maze.progress().phase, Phase::Finished);
        let part = run(&["trace", path, "--from", "3", "--to", "7"]);
        let all: Vec<&str> = text(&output.stdout).lines().collect();
        assert_eq!(text(&part.stdout).lines().collect::<Vec<_>>(), all[3..7]);
        let is_walk = |line: &&str| line.contains(r#""phase":"walk""#);
        let (walk, before): (Vec<&str>, Vec<&str>) = all.into_iter().partition(is_walk);
        for (option, expected) in [("--from", walk), ("--to", before)] {
            let part = run(&["trace", path, option, "walk"]);
            assert_eq!(text(&part.stdout).lines().collect::<Vec<_>>(), expected);
        }
    }
}

/// A closed pipe ends a trace as any other output.
#[test]
#[cfg(unix)]
fn a_trace_may_be_cut() {
    let script = format!("'{PROGRAM}' trace scenes/johnny/flips.ron | head -1");
    let output = std::process::Command::new("bash")
        .args(["-c", &script])
        .env("LC_ALL", "C") // Bash warns of a locale that isn't installed
        .output()
        .expect("bash");
    assert_eq!(
        (text(&output.stdout).lines().count(), text(&output.stderr)),
        (1, "")
    );
}
