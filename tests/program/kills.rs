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
use mazetick::scene::{Scene, Simulation};
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
    let folder = folder("saved");
    let (scene_file, saved) = (folder.join("scene.ron"), folder.join("saved.world"));
    let text = template("foot").scene(
        Grid {
            rows: 70,
            columns: 70,
        },
        1,
    );
    fs::write(&scene_file, &text).unwrap();
    let scene = Scene::from_ron(&text).unwrap();
    let mut reference = Simulation::new(&scene).unwrap();
    reference.run();
    let end = reference.progress().tick;

    let mut patience = Patience::new(7);
    let (mut killed, mut resumed, mut ended) = (0, 0, 0);
    while killed < KILLS {
        let goes_on = saved.exists();
        let mut program = mazetick(if goes_on { "resume" } else { "run" });
        program.arg(if goes_on { &saved } else { &scene_file });
        program
            .arg("--save")
            .arg(&saved)
            .args(["--save-every", "40"]);
        resumed += usize::from(goes_on);
        if patience.kill(program) {
            killed += 1;
        } else {
            ended += 1;
        }
        assert!(remove_unfinished(&folder) <= 1);
        let Ok(file) = fs::read(&saved) else {
            patience.more();
            continue;
        };
        let file = String::from_utf8_lossy(&file); // on a slow machine with a checkpoint
        let text = file.split("// checkpoint").next().expect("a text");
        let record = Record::from_ron(text).expect("the file is whole");
        let tick = record.tick();
        assert!(tick == end || tick.is_multiple_of(40), "tick {tick}");
        assert_eq!(
            (record.replay(), &record.scene),
            (Ok(()), &scene),
            "at tick {tick}"
        );
        if tick == end {
            fs::remove_file(&saved).unwrap(); // and all over again
        }
    }
    assert!(
        resumed > KILLS / 10,
        "{resumed} resumed, {killed} killed, {ended} ended by themselves"
    );
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
