//! A program that is killed at any moment leaves a whole file, from which the work goes on.

mod plain;
mod shared;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use mazetick::{Grid, Scene, Simulation};
use plain::random::Random;
use shared::template;

const KILLS: usize = 200;
const MICROSECONDS: usize = 12_000;

#[test]
fn a_kill_at_any_moment_leaves_the_old_file_or_the_new_one() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kills");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let (scene_file, saved) = (folder.join("scene.ron"), folder.join("saved.world"));
    let text = template("foot").scene(Grid { rows: 70, columns: 70 }, 1);
    fs::write(&scene_file, &text).unwrap();
    let scene = Scene::from_ron(&text).unwrap();
    let mut reference = Simulation::new(&scene).unwrap();
    reference.run();
    let end = reference.progress().tick;

    let mut random = Random::new(7);
    let (mut killed, mut resumed, mut ended) = (0, 0, 0);
    while killed < KILLS {
        let goes_on = saved.exists();
        let mut program = Command::new(env!("CARGO_BIN_EXE_mazetick"));
        if goes_on {
            program.arg("resume").arg(&saved);
            resumed += 1;
        } else {
            program.arg("run").arg(&scene_file);
        }
        program.arg("--save").arg(&saved).args(["--save-every", "40"]).stdout(Stdio::null());
        let mut running = program.spawn().unwrap();
        thread::sleep(Duration::from_micros(random.below(MICROSECONDS) as u64));
        running.kill().unwrap();
        if running.wait().unwrap().success() {
            ended += 1;
        } else {
            killed += 1;
        }
        let Ok(bytes) = fs::read(&saved) else { continue };
        let mut simulation = Simulation::restore(bytes).expect("the file is whole");
        let tick = simulation.progress().tick;
        assert!(tick == end || tick.is_multiple_of(40), "tick {tick}");
        reference.load(&scene).unwrap();
        reference.advance(tick);
        assert_eq!(simulation.digest(), reference.digest(), "at tick {tick}");
        if tick == end {
            fs::remove_file(&saved).unwrap(); // and all over again
        }
    }
    assert!(resumed > KILLS / 4, "{resumed} resumed, {killed} killed, {ended} ended by themselves");
}
