//! Checkpoints behind saved worlds: they save time, and nothing else.

use std::fs;
use std::thread;
use std::time::Duration;

use crate::program::{folder, mazetick, run, text};
use mazetick::base::Digest;
use mazetick::scene::{Scene, Simulation};

/// How the line before a checkpoint begins.
const HEAD: &str = "// checkpoint, ";

/// The digest of the world to which `resume` comes in so many ticks, and what it says.
fn resumed(path: &str, ticks: &str, more: &[&str]) -> (String, String) {
    let resumed = run(&[&["resume", path, "--digest", "--ticks", ticks], more].concat());
    let digest = text(&resumed.stdout).split(' ').next().unwrap().to_owned();
    (digest, text(&resumed.stderr).to_owned())
}

#[test]
fn a_long_run_leaves_checkpoints() {
    let folder = folder("long");
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let (scene, world, again) = (path("scene.ron"), path("any.world"), path("again.world"));
    // Two meet in a corridor again and again.
    let endless = "Scene(grid: (rows: 1, columns: 7), generate: Wilson, text: Lattice, agents: [
        WallFollower(at: (1, 1), to: (1, 7), heading: E, solid: true, patience: 1000000000),
        WallFollower(at: (1, 7), to: (1, 1), heading: W, solid: true, patience: 1000000000)])";
    fs::write(&scene, endless).unwrap();
    let mut long = mazetick(&["run", &scene, "--save", &world, "--save-every", "1000"]);
    let mut long = long.spawn().unwrap();
    let head = |file: &[u8]| {
        file.windows(HEAD.len())
            .position(|it| it == HEAD.as_bytes())
    };
    let (saved, end) = loop {
        thread::sleep(Duration::from_millis(50));
        assert_eq!(long.try_wait().unwrap(), None, "it goes on");
        let saved = fs::read(&world).unwrap_or_default();
        if let Some(end) = head(&saved) {
            break (saved, end);
        }
    };
    long.kill().unwrap();
    long.wait().unwrap();

    fs::write(&world, &saved[..end]).unwrap();
    let (expected, said) = resumed(&world, "7", &[]);
    assert_eq!(said, "", "a world without a checkpoint");
    fs::write(&world, &saved).unwrap();
    assert_eq!(
        resumed(&world, "7", &["--save", &again]),
        (expected.clone(), String::new())
    );
    assert!(
        head(&fs::read(&again).unwrap()).is_some(),
        "there is one again"
    );

    let mut changed = saved;
    *changed.last_mut().unwrap() ^= 1;
    fs::write(&world, changed).unwrap();
    let (found, said) = resumed(&world, "7", &[]);
    assert!(said.ends_with("found a checkpoint that does not fit, so the scene is run again\n"));
    assert_eq!(found, expected);
}

/// With digests that fit the forged world.
#[test]
fn a_forged_checkpoint_ends_in_no_panic() {
    let folder = folder("forged");
    let path = folder.join("forged.world");
    let scene = "Scene(grid: (rows: 5, columns: 5), generate: Wilson, text: Lattice, agents: [
        Mouse(to: (1, 1), at: (5, 5)), Tremaux(to: (1, 5), at: (5, 5), solid: true)])";
    let scene = Scene::from_ron(scene).unwrap();
    let mut world = Simulation::new(&scene).unwrap();
    world.run();
    let end = world.digest().to_string();
    world.load(&scene).unwrap();
    let bytes = loop {
        world.tick();
        if let Some(bytes) = world.encode() {
            break bytes;
        }
    };
    let mut other = 0;
    for place in (0..bytes.len()).step_by(5) {
        let mut forged = bytes.clone();
        forged[place] ^= 3;
        let text_of_forged = || {
            let mut world = Simulation::new(&scene).unwrap();
            world.decode(&forged).ok()?;
            Some(world.record(&scene).ok()?.to_ron())
        };
        let Some(record) = text_of_forged() else {
            continue;
        };
        let digest = Digest::new(&[record.as_bytes(), &forged].map(Digest::of_bytes));
        let line = format!("{HEAD}{digest}: only saves time\n");
        fs::write(
            &path,
            [record.as_bytes(), line.as_bytes(), &forged].concat(),
        )
        .unwrap();
        let resumed = run(&[
            "resume",
            path.to_str().unwrap(),
            "--digest",
            "--ticks",
            "9999",
        ]);
        assert_eq!(
            (resumed.status.code(), text(&resumed.stderr)),
            (Some(0), "")
        );
        other += usize::from(text(&resumed.stdout)[..16] != end);
    }
    assert!(other > 3, "{other}");
}
