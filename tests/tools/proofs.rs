//! Proofs of expectations in every world that a scene can become, against independent answers.

use mazetick::prelude::*;
use mazetick::scene::expectation::{Expect, Failure};
use mazetick::tools::explore::Explorer;
use mazetick::tools::trial::Tally;

fn scene(text: &str) -> mazetick::scene::CheckedScene {
    Registry::standard().read(text).expect("a scene")
}

fn proved(text: &str) -> Tally {
    scene(text).prove(Explorer::default()).expect("worlds")
}

const WILSON: &str = "grid: (rows: 3, columns: 3), generate: Wilson";

#[test]
fn what_holds_in_every_world_is_proved() {
    let tally = proved(&format!(
        "Scene({WILSON}, agents: [WallFollower(hand: Left, at: (1, 1), to: (3, 3))],
            expect: [Perfect, Arrived(all: true), Always([\"walls >= 12\"]), Eventually([Arrived(all: true)]),
                Never([\"arrived > 1\"])])"
    ));
    assert!(tally.failing.is_empty(), "{:?}", tally.failing);
    assert_eq!((tally.worlds, tally.expectations), (192, 5));
    assert!(!tally.is_without_chance && tally.states > 1357);
}

#[test]
fn a_world_without_chance_is_the_only_one() {
    let tally = proved(
        "Scene(grid: (rows: 3, columns: 3), walk: Foot(from: (1, 1), to: (3, 3)), expect: [Solved(moves: 4)])",
    );
    assert!(tally.is_without_chance && tally.failing.is_empty());
    assert_eq!(tally.worlds, 1);
}

/// That a maze is not one certain of the 192.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct NotThatOne(String);

impl Expect for NotThatOne {
    const NAME: &'static str = "NotThatOne";

    fn reads_reports(&self) -> bool {
        false
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Failure> {
        let found = maze.maze_digest().to_string();
        Failure::unless(found != self.0, "another maze", "that one")
    }
}

/// A fault in exactly one of 192 mazes is found, with the draws that lead there.
#[test]
fn a_planted_fault_in_one_world_of_many_is_found() {
    let registry = Registry::standard().with(|registry| _ = registry.expectation::<NotThatOne>());
    let plain = scene(&format!("Scene({WILSON})"));
    let mut mazes = Explorer::default()
        .explore(&plain, |world| {
            (world.is_finished(), world.maze_digest().to_string())
        })
        .expect("worlds")
        .worlds()
        .into_iter()
        .map(|((_, maze), _)| maze.clone())
        .collect::<Vec<_>>();
    mazes.sort();
    mazes.dedup();
    assert_eq!(mazes.len(), 192);

    for maze in mazes.iter().step_by(37) {
        let text = format!("Scene({WILSON}, expect: [NotThatOne(\"{maze}\")])");
        let scene = registry.read(&text).expect("a scene");
        let tally = scene.prove(Explorer::default()).expect("worlds");
        let [failing] = &tally.failing[..] else {
            panic!("{:?}", tally.failing);
        };
        assert_eq!((failing.worlds, tally.worlds), (1, 192));

        let example = failing.example.as_deref().expect("a world");
        assert!(!example.draws.is_empty());
        let mut world = Simulation::new(example).expect("a world");
        world.run();
        assert_eq!(world.maze_digest().to_string(), *maze);
        assert_eq!(world.progress().tick, failing.failure.tick);
        let again = world.test(example).expect("a world");
        assert_eq!(again.failures[0].message, failing.failure.message);
    }
}

/// The shortest draws that break each kind of time.
#[test]
fn each_time_is_broken_where_it_can_be() {
    for (expect, breaks) in [
        ("At(3, [\"arrived = 0\"])", true),
        ("At(3, [\"arrived = 1\"])", true),
        ("Always([\"arrived = 0\"])", true),
        ("Never([\"arrived = 1\"])", true),
        ("Never([\"arrived = 2\"])", false),
        ("Eventually([\"arrived = 1\"])", false),
        ("By(5, [\"arrived = 1\"])", true),
        ("Until([\"arrived = 1\"], [\"arrived = 0\"])", false),
        ("Until([\"arrived = 2\"], [\"arrived <= 1\"])", true),
        ("After([\"arrived = 1\"], [\"arrived = 1\"])", false),
        ("Sometimes([\"arrived = 1\"])", false),
        (
            "Given([\"arrived = 1\"], [Always([\"arrived = 1\"])])",
            true,
        ),
        (
            "Given([\"arrived = 2\"], [Always([\"arrived = 1\"])])",
            false,
        ),
        ("Arrived(all: true)", false),
        ("By(5, [\"arrived >= 0\"])", false),
        ("Given([\"arrived = 1\"], [By(3, [\"arrived = 1\"])])", true),
    ] {
        let text = format!(
            "Scene(grid: (rows: 1, columns: 5), agents: [Mouse(at: (1, 2), to: (1, 5), patience: None)],
                expect: [{expect}])"
        );
        let tally = proved(&text);
        assert_eq!(
            !tally.failing.is_empty(),
            breaks,
            "{expect}: {:?}",
            tally.failing
        );
        assert!(tally.unreached.is_empty(), "{expect}");
        for failing in &tally.failing {
            let example = failing.example.as_deref().expect("a world");
            assert!(example.draws.len() <= 6, "{expect}: {:?}", example.draws);
        }
    }
    let tally = proved(
        "Scene(grid: (rows: 1, columns: 5), agents: [Mouse(at: (1, 2), to: (1, 5), patience: None)],
            expect: [Sometimes([\"arrived = 2\"])])",
    );
    assert_eq!(tally.unreached.len(), 1);
}

/// A wall follower in a maze with loops can run round one for ever.
#[test]
fn a_goal_that_can_be_lost_is_found() {
    let text = "Scene(grid: (rows: 3, columns: 3), generate: Wilson, braid: 0.5,
        agents: [WallFollower(hand: Left, at: (1, 1), to: (2, 2), patience: None)],
        expect: [Eventually([Arrived(all: true)])])";
    let tally = proved(text);
    let [failing] = &tally.failing[..] else {
        panic!("{:?}", tally.failing);
    };
    let example = failing.example.as_deref().expect("a world");
    assert!(example.seeds.is_some() && !failing.failure.drawing.is_empty());

    // The same scene, read again, fails in the same way.
    let again = proved(&example.to_ron());
    let never = "it can never come true";
    assert!(again.failing[0].failure.message.ends_with(never));
    assert!(failing.failure.message.ends_with(never));
}

#[test]
fn nothing_is_proved_where_states_are_missing() {
    let text = format!("Scene({WILSON}, expect: [Perfect])");
    for states in [1, 100, 1356, 1357] {
        let explorer = Explorer {
            states,
            ..Explorer::default()
        };
        let tally = scene(&text).prove(explorer).expect("worlds");
        let is_proved = tally.failing.is_empty();
        assert_eq!(is_proved, states == 1357, "{states}");
        if !is_proved {
            assert!(tally.failing[0].failure.message.starts_with("not proved"));
            assert!(tally.failing[0].example.is_none() && tally.failed == 1);
        }
    }
}

#[test]
fn a_proof_is_the_same_on_any_number_of_threads() {
    let text =
        format!("Scene({WILSON}, braid: 0.5, expect: [Perfect, Never([\"dead_ends = 0\"])])");
    let on = |threads| {
        let explorer = Explorer {
            threads,
            ..Explorer::default()
        };
        let tally = scene(&text).prove(explorer).expect("worlds");
        let failing = tally.failing.into_iter().map(|failing| {
            let draws = failing.example.expect("a world").draws.clone();
            (failing.failure, failing.worlds, draws)
        });
        (tally.states, tally.worlds, failing.collect::<Vec<_>>())
    };
    let alone = on(1);
    assert_eq!(alone.2.len(), 2);
    assert_eq!(alone, on(3));
}
