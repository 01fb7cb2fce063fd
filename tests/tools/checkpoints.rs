//! Branches and checkpoints: a world goes on from one as if nothing had happened, and says what has changed since.

use crate::scenes::committed_scenes;
use mazetick::base::Grid;
use mazetick::engine::maze::StateOf;
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
            let mut branch = world.branch();
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
        assert!(alone.branch().rewind(&other).is_ok());
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
