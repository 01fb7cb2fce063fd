//! Checkpoints behind saved worlds: they save time, and nothing else.

use std::fs;
use std::time::Instant;

use crate::program::{folder, run, text};
use mazetick::base::Hasher;
use mazetick::scene::{Scene, Simulation};

const HEAD: &str = "// checkpoint, ";

#[test]
fn a_long_run_goes_on_from_its_checkpoint() {
    const TICKS: &str = "30000000";
    let folder = folder("long");
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let (scene, world) = (path("scene.ron"), path("any.world"));
    let scene_text = "Scene(grid: (rows: 300, columns: 300), generate: Mazing(pick: AnyWall), \
                      text: Lattice)";
    fs::write(&scene, scene_text).unwrap();
    let begun = Instant::now();
    let whole = run(&["run", &scene, "--ticks", TICKS, "--save", &world, "--digest"]);
    let run_time = begun.elapsed();
    let digest = |output: &[u8]| text(output)[..16].to_owned();
    let expected = digest(&whole.stdout);
    let saved = fs::read(&world).unwrap();
    let head = saved.windows(HEAD.len()).position(|it| it == HEAD.as_bytes());
    let head = head.expect("a checkpoint behind the text");

    let begun = Instant::now();
    let again = path("again.world");
    let resumed = run(&["resume", &world, "--ticks", "0", "--save", &again, "--digest"]);
    let resume_time = begun.elapsed();
    assert_eq!((text(&resumed.stderr), digest(&resumed.stdout)), ("", expected.clone()));
    assert!(3 * resume_time < run_time, "{resume_time:?} {run_time:?}");
    assert_eq!(fs::read(&again).unwrap(), saved, "the checkpoint is still there");

    let mut changed = saved.clone();
    *changed.last_mut().unwrap() ^= 1;
    fs::write(&world, changed).unwrap();
    let resumed = run(&["resume", &world, "--ticks", "0", "--digest"]);
    let said = "note: found a checkpoint that does not fit, so the scene is run again\n";
    assert!(text(&resumed.stderr).ends_with(said));
    assert_eq!(digest(&resumed.stdout), expected);

    fs::write(&world, &saved[..head]).unwrap();
    let resumed = run(&["resume", &world, "--ticks", "1", "--digest"]);
    assert_eq!(text(&resumed.stderr), "", "a world without a checkpoint");
}

/// Bytes as a deflated stream, not compressed.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let length = u16::try_from(bytes.len()).unwrap();
    [&[1][..], &length.to_le_bytes(), &(!length).to_le_bytes(), bytes].concat()
}

/// With digests that fit the forged world.
#[test]
fn a_forged_checkpoint_ends_in_no_panic() {
    let folder = folder("forged");
    let path = folder.join("forged.world");
    let scene = "Scene(grid: (rows: 5, columns: 5), generate: Wilson, text: Lattice)";
    let scene = Scene::from_ron(scene).unwrap();
    let mut world = Simulation::new(&scene).unwrap();
    let expected = world.run().clone();
    let end = world.digest().to_string();
    world.load(&scene).unwrap();
    world.advance(9);
    let checkpoint = world.checkpoint();
    let bytes = world.encode(&checkpoint).unwrap();
    let (mut failed, mut other) = (0, 0);
    for place in 0..bytes.len() {
        let mut forged = bytes.clone();
        forged[place] ^= 3;
        let mut of = Simulation::new(&scene).unwrap();
        let Ok(checkpoint) = of.decode(&forged) else { continue };
        of.rewind(&checkpoint).unwrap();
        let Ok(record) = of.record(&scene) else { continue };
        let mut file = record.to_ron().into_bytes();
        let forged = stored(&forged);
        let mut hasher = Hasher::default();
        file.iter().chain(&forged).for_each(|byte| hasher.add(byte));
        let line = format!("{HEAD}{} bytes, {}: only saves time\n", forged.len(), hasher.digest());
        file.extend([line.as_bytes(), &forged].concat());
        fs::write(&path, file).unwrap();
        let resumed = run(&["resume", path.to_str().unwrap(), "--digest", "--ticks", "9999"]);
        let code = resumed.status.code().expect("it ends by itself");
        // Run again, its scene does not lead to the forged digests.
        assert!(code == 0 || code == 1, "{}", text(&resumed.stderr));
        failed += usize::from(code == 1);
        other += usize::from(code == 0 && text(&resumed.stdout)[..16] != end);
    }
    assert_eq!(expected.word(), "built");
    assert!(failed > 3 && other > 3, "{failed} {other}");
}
