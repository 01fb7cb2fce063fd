//! A program that is killed at any moment leaves complete files, with which the work can continue.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::program::folder;
use crate::scenes::template;
use mazetick::base::Grid;
use mazetick::contest::Contest;
use mazetick::scene::Scene;
use mazetick::tools::Record;
use plain::random::Random;

const KILLS: usize = 60;

/// How long programs run before they are killed: a random time up to a bound, which adapts to the
/// time that their work takes on this machine.
struct Patience {
    random: Random,
    microseconds: usize,
}

impl Patience {
    fn new(seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            microseconds: 12_000,
        }
    }

    /// Kills the program after some time, unless it ends before; returns whether it was killed.
    fn kill(&mut self, mut program: Command) -> bool {
        let mut running = program.spawn().unwrap();
        let time = self.random.below(self.microseconds);
        thread::sleep(Duration::from_micros(time as u64));
        running.kill().unwrap();
        let is_killed = running.wait().unwrap().code().is_none();
        if !is_killed {
            self.microseconds = (self.microseconds * 7 / 8).max(2_000);
        }
        is_killed
    }

    /// Raises the bound, after a kill too early to have an effect.
    fn more(&mut self) {
        self.microseconds = (self.microseconds * 9 / 8).min(2_000_000);
    }
}

fn mazetick(subcommand: &str) -> Command {
    let mut program = crate::program::mazetick(&[subcommand]);
    program.stdout(Stdio::null());
    program
}

/// Removes the unfinished files of a folder; their number.
fn remove_unfinished(folder: &Path) -> usize {
    let paths = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let is_unfinished = |path: &PathBuf| {
        path.file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .starts_with(".mazetick-")
    };
    paths
        .filter(is_unfinished)
        .map(|path| fs::remove_file(path).unwrap())
        .count()
}

#[test]
fn a_kill_at_any_moment_leaves_the_old_file_or_the_new_one() {
    let folder = folder("recorded");
    let (scene, recorded) = (folder.join("scene.ron"), folder.join("a.record"));
    let grid = Grid {
        rows: 12,
        columns: 12,
    };
    let text = template("foot").scene(grid, 1);
    fs::write(&scene, &text).unwrap();
    let of_seed = |seed| {
        let scene = Scene::from_ron(&text).unwrap().seeded(seed);
        Record::of(&scene, None).unwrap().to_ron()
    };
    let records = [of_seed(0), of_seed(1)];

    let mut patience = Patience::new(7);
    let (mut killed, mut replaced, mut before) = (0, 0, String::new());
    while killed < KILLS {
        let seed = usize::from(before == records[0]);
        let mut program = mazetick("record");
        program.arg(&scene).arg("-o").arg(&recorded);
        program.args(["--seed", &seed.to_string()]);
        let is_killed = patience.kill(program);
        killed += usize::from(is_killed);
        assert!(remove_unfinished(&folder) <= 1);

        let now = fs::read_to_string(&recorded).unwrap_or_default();
        if now == before {
            assert!(is_killed, "it ended without a new file");
            patience.more();
        } else {
            assert!(now == records[seed], "the file is whole");
            replaced += 1;
        }
        before = now;
    }
    assert!(replaced > KILLS / 10, "{replaced} of {killed} replaced");
}

/// Contest input of several mazes in which every number is this one, and the scenes imported from
/// it.
fn mazes(number: u8) -> (String, Vec<String>) {
    let row = format!("{number} ").repeat(400);
    let maze = |place: usize| format!("M{place}\n3 400 1 1 5 1\n{row}\n{row}\n{row}\n");
    let input: String = (1..=20).map(maze).chain(["END\n".to_owned()]).collect();
    let mut scenes = Vec::new();
    let read = |scene: &Scene| {
        scenes.push(scene.to_ron());
        Ok(())
    };
    Contest::DICE
        .read("mazes", input.as_bytes(), read, |fault| panic!("{fault}"))
        .unwrap();
    (input, scenes)
}

#[test]
fn a_kill_at_any_moment_leaves_whole_scenes() {
    let folder = folder("imported");
    let (input, out) = (folder.join("mazes.txt"), folder.join("out"));
    let versions = [1, 2].map(mazes);
    let import = || {
        let mut program = mazetick("import");
        program.arg("dice").arg(&input).arg("--out-dir").arg(&out);
        program
    };
    fs::write(&input, &versions[0].0).unwrap();
    let mut patience = Patience::new(8);
    let (mut killed, mut mixed) = (0, 0);
    while killed < KILLS {
        let version_to_come = killed % 2;
        fs::write(&input, &versions[version_to_come].0).unwrap();
        killed += usize::from(patience.kill(import()));
        let Ok(entries) = fs::read_dir(&out) else {
            patience.more();
            continue;
        };
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut seen = [0, 0];
        for name in names.filter(|name| !name.starts_with('.')) {
            let place = name[..4].parse::<usize>().unwrap() - 1;
            let found = fs::read_to_string(out.join(&name)).unwrap();
            let version = versions
                .iter()
                .position(|(_, scenes)| scenes[place] == found);
            seen[version.unwrap_or_else(|| panic!("{name} is not whole"))] += 1;
        }
        mixed += usize::from(seen[0] > 0 && seen[1] > 0);
        if seen[version_to_come] == 0 {
            patience.more();
        }
        assert!(remove_unfinished(&out) <= 1);
    }
    assert!(
        mixed > KILLS / 20,
        "{mixed} of {killed} were killed in the middle"
    );
    assert!(import().status().unwrap().success());
    assert_eq!(remove_unfinished(&out), 0);
}

#[test]
fn a_kill_at_any_moment_leaves_a_whole_report() {
    let folder = folder("reported");
    let (scene, report) = (folder.join("scene.ron"), folder.join("report.xml"));
    let text = template("foot").scene(
        Grid {
            rows: 70,
            columns: 70,
        },
        1,
    );
    fs::write(
        &scene,
        text.replace(
            "text:",
            &format!("expect: [{}], text:", "NoSolution,".repeat(40)),
        ),
    )
    .unwrap();
    let mut patience = Patience::new(9);
    let (mut killed, mut reported, mut unfinished_ones) = (0, 0, 0);
    while killed < KILLS {
        let mut program = mazetick("test");
        program.arg(&scene).arg("--junit").arg(&report);
        killed += usize::from(patience.kill(program));
        let left = remove_unfinished(&folder);
        assert!(left <= 1);
        unfinished_ones += left;
        let Ok(found) = fs::read_to_string(&report) else {
            patience.more();
            continue;
        };
        assert!(
            found.starts_with("<?xml") && found.ends_with("</testsuites>\n"),
            "{found:?}"
        );
        reported += 1;
    }
    assert!(
        reported > KILLS / 10 && unfinished_ones > 0,
        "{reported} of {killed}, {unfinished_ones}"
    );
}
