//! Checkpoints as bytes: a world that is set to one goes on as if nothing had happened, and other
//! bytes are refused.

use crate::scenes::committed_scenes;
use mazetick::base::{Grid, Phase};
use mazetick::engine::maze::StateOf;
use mazetick::picture::{self, Theme};
use mazetick::registry::Registry;
use mazetick::scene::{CheckedScene, Scene, Simulation};
use plain::random::Random;

/// Solid agents and others of two policies, in turn.
const CROWD: &str = "Scene(
    seed: 4, grid: (rows: 9, columns: 9), generate: Johnny(start: (1, 1)), braid: 0.5,
    agents: [
        Mouse(to: (9, 9), count: 7), WallFollower(to: (1, 9), count: 5, solid: true),
        Mouse(to: (9, 9), count: 9, solid: true), WallFollower(to: (9, 1), count: 3),
        WallFollower(to: (5, 5), count: 5, solid: true), Mouse(to: (9, 1), count: 9, solid: true),
        Tremaux(to: (9, 9), count: 3), Pledge(to: (9, 9), solid: true), Tremaux(to: (1, 9)),
    ],
    text: Lattice,
)";

fn scenes() -> Vec<CheckedScene> {
    let committed = committed_scenes().map(|(_, text)| text);
    let standard = Registry::standard();
    let sizes = [(1, 1), (1, 9), (12, 17)].map(|(rows, columns)| Grid { rows, columns });
    let drawn: Vec<String> = sizes
        .iter()
        .flat_map(|&grid| standard.templates().iter().map(move |it| it.scene(grid, 3)))
        .collect();
    let texts = committed.chain(drawn).chain([CROWD.to_owned()]);
    texts
        .map(|text| Scene::from_ron(&text).expect(&text))
        .collect()
}

/// A world at a tick, and its bytes.
fn at(scene: &CheckedScene, tick: u64) -> (Simulation, Option<Vec<u8>>) {
    let mut world = Simulation::new(scene).expect("a world");
    world.advance_to(tick);
    let bytes = world.encode();
    (world, bytes)
}

#[test]
fn a_world_that_is_set_to_a_checkpoint_of_another_goes_on_as_that_one() {
    let mut random = Random::new(1);
    let mut checked = 0;
    for scene in scenes() {
        let ticks = Simulation::new(&scene).expect("a world").advance(100_000);
        let drawn = [0, 0].map(|_| random.below(usize::try_from(ticks).unwrap() + 1) as u64);
        for tick in drawn.into_iter().chain([0, 1, ticks]) {
            let (mut before, bytes) = at(&scene, tick);
            let Some(bytes) = bytes else {
                let is_built = before.progress().phase != Phase::Generation;
                assert!(!is_built || before.outcome().word() == "stuck");
                continue;
            };
            let mut after = Simulation::new(&scene).expect("a world");
            after.decode(&bytes).expect("a checkpoint of its scene");
            for tick in [tick, tick + 1, ticks] {
                after.advance_to(tick);
                before.advance_to(tick);
                assert_eq!(
                    after.digests(),
                    before.digests(),
                    "{} at {tick}",
                    scene.to_ron()
                );
                assert_eq!(
                    (after.text(), after.outcome()),
                    (before.text(), before.outcome())
                );
                assert_eq!(after.stats(), before.stats());
                assert!(
                    after.picture() == before.picture(),
                    "{} at {tick}",
                    scene.to_ron()
                );
            }
            checked += 1;
        }
    }
    assert!(checked > 250, "{checked}");
}

/// A branch goes on as the world that it left, which goes on as if there were none; and each can be set to checkpoints of
/// the other.
#[test]
fn a_branch_goes_on_alone() {
    let mut random = Random::new(4);
    for scene in scenes() {
        let mut alone = Simulation::new(&scene).expect("a world");
        let ticks = alone.advance(100_000);
        for _ in 0..2 {
            let tick = random.below(usize::try_from(ticks).unwrap() + 1) as u64;
            let mut world = Simulation::new(&scene).expect("a world");
            world.advance_to(tick);
            let mut branch = world.branch().expect("memory");
            assert_eq!(branch.changes(&world.checkpoint()), []);
            let here = world.digests();
            assert_eq!(branch.digests(), here, "{} at {tick}", scene.to_ron());
            branch.advance_to(ticks);
            assert_eq!(
                branch.digests(),
                alone.digests(),
                "{} at {tick}",
                scene.to_ron()
            );
            assert_eq!(
                (branch.text(), branch.outcome()),
                (alone.text(), alone.outcome())
            );
            assert_eq!(world.digests(), here);

            let end = branch.checkpoint();
            branch
                .rewind(&world.checkpoint())
                .expect("a checkpoint of a branch");
            world.rewind(&end).expect("a checkpoint of a branch");
            assert_eq!((branch.digests(), world.digests()), (here, alone.digests()));
            branch.advance_to(ticks);
            assert_eq!(
                branch.digests(),
                alone.digests(),
                "{} at {tick}",
                scene.to_ron()
            );
            assert!(branch.picture() == alone.picture());
            assert_eq!(branch.stats(), alone.stats());
        }
        alone.load(&scene).expect("a world");
        let other = alone.checkpoint();
        assert!(alone.branch().expect("memory").rewind(&other).is_ok());
        assert!(
            Simulation::new(&scene)
                .expect("a world")
                .rewind(&other)
                .is_err()
        );
    }
}

/// What stands before and after is told as in a scene; a long value, by its beginning.
#[test]
fn changes_tell_values() {
    let scene = Scene::from_ron(CROWD).unwrap();
    let mut world = Simulation::new(&scene).expect("a world");
    let (mut walls, mut agents, mut cut) = (0, 0, 0);
    loop {
        let then = world.checkpoint();
        let stood: Vec<_> = scene
            .grid
            .positions()
            .map(|at| world.walls_around(at))
            .collect();
        if world.advance(7) == 0 {
            break;
        }
        for change in world.changes(&then) {
            let [before, after] = [change.before, change.after].map(|it| it.expect("all stay"));
            let is_cut = before.ends_with('…');
            assert!(is_cut || before != after, "{before}");
            assert!([&before, &after].iter().all(|it| it.chars().count() <= 61));
            cut += u32::from(is_cut);
            if let (StateOf::Wall(at, side), "walls") = (change.place, change.name) {
                let now = world.is_wall(at, side).to_string();
                let then = stood[scene.grid.index(at).get()]
                    .expect("a cell")
                    .contains(side);
                let stands = |it: &str| format!("(stands:{it})");
                assert_eq!((before, after), (stands(&then.to_string()), stands(&now)));
                walls += 1;
            } else if change.name == "agents" {
                assert!(after.starts_with("(cell:"), "{after}");
                agents += 1;
            }
        }
    }
    assert!(
        walls > 80 && agents > 100 && cut > 100,
        "{walls} {agents} {cut}"
    );
}

#[test]
fn other_bytes_are_refused() {
    let mut random = Random::new(2);
    let scenes = scenes();
    for (scene, other) in scenes.iter().zip(scenes.iter().cycle().skip(1)) {
        let ticks = Simulation::new(scene).expect("a world").advance(100_000);
        let (mut world, bytes) = at(scene, ticks);
        let Some(bytes) = bytes else { continue };
        let record = world.record(scene).expect("a record");
        let resume = |bytes: &[u8]| record.resume_from(bytes).map(|mut world| world.digests());
        assert_eq!(resume(&bytes), Ok(world.digests()));
        assert!(resume(&bytes[..random.below(bytes.len())]).is_err());
        assert!(resume(&[&bytes[..], &[0]].concat()).is_err());
        assert!(resume(&vec![255; bytes.len()]).is_err());
        for others in [at(other, ticks), at(scene, ticks.saturating_sub(1))] {
            assert!(
                others
                    .1
                    .is_none_or(|others| others == bytes || resume(&others).is_err())
            );
        }
    }
}

/// Whatever bytes hold, they are refused, or hold a world that can be looked at and goes on.
#[test]
fn forged_bytes_are_refused_or_hold_a_world() {
    let mut random = Random::new(3);
    let (mut refused, mut held) = (0, 0);
    for scene in scenes() {
        let ticks = Simulation::new(&scene).expect("a world").advance(100_000);
        let mut world = Simulation::new(&scene).expect("a world");
        let tick = random.below(usize::try_from(ticks).unwrap() + 1) as u64;
        let Some(bytes) = at(&scene, tick).1.or_else(|| at(&scene, ticks).1) else {
            continue;
        };
        for _ in 0..10 {
            let mut bytes = bytes.clone();
            for _ in 0..=random.below(3) {
                let place = random.below(bytes.len());
                let any = u8::try_from(random.below(256)).expect("a byte");
                let values = [0, 1, 0x7f, 0xff, bytes[place] ^ 1, any];
                bytes[place] = values[random.below(values.len())];
            }
            world.load(&scene).expect("a world");
            if world.decode(&bytes).is_err() {
                refused += 1;
                assert_eq!(world.progress().tick, 0);
                continue;
            }
            held += 1;
            for ticks in [0, 50] {
                world.advance(ticks);
                let _ = (world.text(), world.stats(), world.agents());
                let _ = (
                    world.walkers(),
                    world.route(),
                    world.passages(),
                    world.digests(),
                );
                let picture = world.picture();
                let _ = picture::text(&picture, false);
                let _ = picture::svg(&picture, Theme::Light);
            }
        }
    }
    assert!(refused > 100 && held > 300, "{refused} {held}");
}

#[test]
fn a_world_changed_by_hand_has_no_checkpoint_as_bytes() {
    let (mut world, bytes) = at(&Scene::from_ron(CROWD).unwrap(), 250);
    assert!(bytes.is_some());
    world.world_mut();
    assert_eq!(world.encode(), None);
}
