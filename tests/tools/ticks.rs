//! Tables of ticks: their rows are those of a plain loop, and the same bytes after kills, with any number of threads
//! and shards, and in every format.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::program::{folder, mazetick, text};
use crate::says::assert_says;
use mazetick::base::Phase;
use mazetick::prelude::*;
use mazetick::tools::sweep::{Columns, Row, Seeds, Sweep, Variant};
use plain::random::Random;

const SCENES: [&str; 8] = [
    include_str!("../../scenes/mixed/foot-carved.ron"),
    include_str!("../../scenes/agents/crew.ron"),
    include_str!("../../scenes/agents/beside-a-walk.ron"),
    include_str!("../../scenes/dice/sample-1.ron"),
    include_str!("../../scenes/johnny/flips.ron"),
    "Scene(grid: (rows: 1, columns: 1))",
    "Scene(grid: (rows: 9, columns: 4), generate: RecursiveDivision, braid: 0.5)",
    STUCK,
];

/// The last command leads out of the grid.
const STUCK: &str = "Scene(grid: (rows: 3, columns: 3), \
                     generate: Johnny(start: (1, 1), commands: \"R D L L\"), text: Johnny)";

const COLUMNS: [&str; 6] = ["seed", "tick", "ticks", "outcome", "digest", "visited"];

/// The rows of the worlds of these seeds, each found by ticking on from row to row.
fn plain_rows(text: &str, seeds: Seeds, each_tick: u64) -> Vec<String> {
    let mut rows = Vec::new();
    for seed in seeds.iter() {
        let scene = Scene::from_ron(text).expect("a scene").seeded(seed);
        let mut world = Simulation::new(&scene).expect("a world");
        loop {
            let tick = world.progress().tick;
            let is_last = world.progress().phase == Phase::Finished;
            if is_last || tick.is_multiple_of(each_tick) {
                let outcome = world.outcome().word();
                let visited = world.visited().map_or(String::new(), |it| it.to_string());
                let digest = world.digest();
                let counts: Vec<_> = world
                    .stats()
                    .iter()
                    .map(|(_, count)| count.to_string())
                    .collect();
                let cells = format!("{seed},{tick},{tick},{outcome},x{digest},{visited}");
                rows.push([&[cells], &counts[..]].concat().join(","));
            }
            if is_last {
                break;
            }
            world.tick();
        }
    }
    rows
}

#[test]
fn rows_are_those_of_a_plain_loop() {
    let (registry, seeds) = (Registry::standard(), Seeds::new(5, 3).expect("seeds"));
    let mut stuck = Vec::new();
    for scene in SCENES {
        let variants = Variant::all(&registry, "it", scene, &[]).expect("a scene");
        let world = Simulation::new(&variants[0].scene).expect("a world");
        let counted: Vec<_> = world
            .stats()
            .iter()
            .map(|(what, _)| match what {
                "wall" => "walls".to_owned(),
                "state" => "states".to_owned(),
                other => other.replace([' ', '-'], "_"),
            })
            .collect();
        let names: Vec<&str> = COLUMNS
            .into_iter()
            .chain(counted.iter().map(String::as_str))
            .collect();
        for each_tick in [1, 2, 7, 100, 1 << 30] {
            let columns = Columns::of(&registry, &variants, &[]).each_tick(each_tick);
            let columns = columns.expect("ticks");
            let has_walk = columns.clone().showing(["visited"]).is_ok();
            let shown = names
                .iter()
                .copied()
                .filter(|it| has_walk || *it != "visited");
            let columns = columns.showing(shown).expect("columns");
            let sweep = Sweep::new(variants.clone(), seeds, columns).expect("a sweep");
            let (mut sweeper, mut rows) = (sweep.sweeper(), Vec::new());
            for block in 0..sweep.blocks() {
                let add = |row: Row<'_>| {
                    assert_eq!(
                        row.cells[1].number(),
                        Some(row.maze.expect("a world").progress().tick as f64)
                    );
                    let mut cells: Vec<_> = row.cells.iter().map(ToString::to_string).collect();
                    if !has_walk {
                        cells.insert(5, String::new());
                    }
                    rows.push(cells.join(","));
                };
                sweeper.block(block, add).expect("worlds");
            }
            assert_eq!(
                rows,
                plain_rows(scene, seeds, each_tick),
                "each {each_tick} of {scene}"
            );
            if scene == STUCK && each_tick == 1 {
                stuck = rows;
            }
        }
    }
    let outcomes: Vec<_> = stuck
        .iter()
        .map(|row| row.split(',').collect::<Vec<_>>())
        .collect();
    assert_eq!((outcomes[3][1], outcomes[3][3]), ("3", "unfinished"));
    assert_eq!(
        (outcomes[4][1], outcomes[4][3]),
        ("3", "stuck"),
        "it has a row of its own"
    );
}

/// A sweep of many blocks, of worlds with some hundred rows.
const SWEEP: [&str; 10] = [
    "sweep",
    "carved.ron",
    "--seeds",
    "5..155",
    "--vary",
    "generate.flips=0,0.3",
    "--each-tick",
    "7",
    "--where",
    "tick > 13 and not states = 9",
];

#[track_caller]
fn swept(folder: &Path, more: &[&str]) -> String {
    let mut program = mazetick(&[&SWEEP[..], more].concat());
    let output = program.current_dir(folder).output().expect("it runs");
    assert!(
        output.status.success(),
        "{more:?}: {}",
        text(&output.stderr)
    );
    text(&output.stdout).to_owned()
}

/// A new folder with the scene, and the table that is printed by one thread.
fn carved(name: &str) -> (PathBuf, String) {
    let folder = folder(name);
    fs::write(folder.join("carved.ron"), SCENES[0]).expect("written");
    let table = swept(&folder, &["--jobs", "1"]);
    let head = "generate.flips,seed,tick,outcome,moves,states,walls,dead_ends,junctions\n";
    assert!(table.starts_with(head), "{}", &table[..100]);
    assert!(
        table.contains("\n0.0,5,14,unfinished,,0,"),
        "{}",
        &table[..200]
    );
    (folder, table)
}

#[test]
fn tables_of_ticks_are_the_same_on_any_threads_in_any_shards_and_after_kills() {
    let (folder, table) = carved("same");
    assert!(swept(&folder, &["--jobs", "2"]) == table);
    for (count, order) in [(1, &[0][..]), (3, &[2, 0, 1])] {
        for index in order {
            swept(
                &folder,
                &["-o", "parts", "--shard", &format!("{index}/{count}")],
            );
        }
        let merge = ["merge", "parts", "-o", "merged.csv", "--force"];
        let merged = mazetick(&merge)
            .current_dir(&folder)
            .status()
            .expect("it runs");
        assert!(
            merged.success() && fs::read_to_string(folder.join("merged.csv")).unwrap() == table
        );
        fs::remove_dir_all(folder.join("parts")).expect("removed");
    }
    let parts = || fs::read_dir(folder.join("table.csv.parts")).map_or(0, Iterator::count);
    let (mut random, mut killed) = (Random::new(3), 0);
    loop {
        let mut program = mazetick(&[&SWEEP[..], &["-o", "table.csv", "--jobs", "2"]].concat());
        let mut running = program.current_dir(&folder).spawn().expect("it starts");
        let wanted = parts() + 9 + random.below(30);
        while parts() < wanted && running.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        running.kill().expect("killed");
        if running.wait().unwrap().success() {
            break;
        }
        killed += usize::from(parts() > 2);
    }
    assert!(killed > 1, "{killed} were killed in the middle");
    assert!(fs::read_to_string(folder.join("table.csv")).expect("a table") == table);
}

/// A table of another interval is another sweep, and a table says how it was made.
#[test]
fn the_ticks_belong_to_the_sweep() {
    let folder = folder("belong");
    fs::write(folder.join("it.ron"), STUCK).expect("written");
    let call = |arguments: &[&str]| {
        mazetick(arguments)
            .current_dir(&folder)
            .output()
            .expect("the program runs")
    };
    let shard = [
        "sweep",
        "it.ron",
        "-o",
        "parts",
        "--shard",
        "0/1",
        "--each-tick",
    ];
    assert!(call(&[&shard[..], &["2"]].concat()).status.success());
    let refused = call(&[&shard[..], &["3"]].concat());
    assert_eq!(refused.status.code(), Some(2));
    assert_says(text(&refused.stderr), "`each-tick: 2` `each-tick: 3`");
    let about = call(&["sweep", "it.ron", "--each-tick", "2", "--comment"]);
    let about = text(&about.stdout);
    assert!(about.contains("# each-tick: 2\n"), "{about}");
    let command = about
        .lines()
        .find_map(|line| line.strip_prefix("# command: mazetick "));
    let again: Vec<&str> = command.expect("a command").split(' ').collect();
    let again = call(&[&again[..], &["--comment"]].concat());
    assert_eq!(text(&again.stdout), about);
}

#[test]
fn lines_of_json_have_what_the_table_has() {
    let (folder, table) = carved("json");
    let lines = swept(&folder, &["--format", "jsonl"]);
    let mut csv =
        String::from("generate.flips,seed,tick,outcome,moves,states,walls,dead_ends,junctions\n");
    for line in lines.lines() {
        let row: serde_json::Map<_, _> = serde_json::from_str(line).expect("an object");
        let cells = row.values().map(|cell| match cell {
            serde_json::Value::Null => String::new(),
            serde_json::Value::String(word) => word.clone(),
            number => number.to_string(),
        });
        csv += &(cells.collect::<Vec<_>>().join(",") + "\n");
    }
    assert!(csv == table);
}

/// A long world that is interrupted has printed its first rows, whole. A pipe has no room for all of them.
#[cfg(unix)]
#[test]
fn rows_are_not_lost_by_an_interrupt() {
    let folder = folder("interrupted");
    let sweep = ["sweep", "it.ron", "--seeds", "0..20", "--each-tick", "50"];
    let sweep = [&sweep[..], &["--columns", "seed,tick,outcome"]].concat();
    for (arguments, side) in [(&sweep[..], 200)] {
        let scene = format!(
            "Scene(grid: (rows: {side}, columns: {side}), generate: Johnny(start: (1, 1)))"
        );
        fs::write(folder.join("it.ron"), scene).expect("written");
        let mut program = mazetick(arguments);
        program
            .current_dir(&folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut running = program.spawn().expect("it starts");
        let mut output = BufReader::new(running.stdout.take().expect("an output"));
        let mut printed = String::new();
        for _ in 0..3 {
            output.read_line(&mut printed).expect("a line");
        }
        let interrupt = Command::new("kill")
            .args(["-INT", &running.id().to_string()])
            .status();
        assert!(interrupt.expect("kill runs").success());
        output.read_to_string(&mut printed).expect("the rest");
        assert_eq!(
            running.wait().expect("it ends").code(),
            Some(130),
            "{arguments:?}"
        );
        let whole = mazetick(arguments)
            .current_dir(&folder)
            .output()
            .expect("it runs");
        let whole = text(&whole.stdout);
        let (rows, all) = (printed.lines().count(), whole.lines().count());
        assert!(
            whole.starts_with(&printed) && printed.ends_with('\n'),
            "{arguments:?}"
        );
        assert!((3..all).contains(&rows), "{rows} of {all} rows");
    }
}
