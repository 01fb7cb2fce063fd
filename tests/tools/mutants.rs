//! Scenes without one of their systems, and where the worlds of two scenes part.

use mazetick::prelude::*;
use mazetick::scene::CheckedScene;
use mazetick::tools::difference::difference;

fn scene(text: &str) -> CheckedScene {
    Registry::standard().read(text).expect("a scene")
}

fn unnoticed(more: &str) -> Vec<String> {
    let text = format!(
        "Scene(grid: (rows: 3, columns: 3), walls: {{(2, 2): \"S\"}}, walk: Foot(from: (1, 1), to: (1, 3)), {more})"
    );
    let trial = scene(&text).test_mutants().expect("a world");
    let paths = trial
        .failures
        .iter()
        .map(|failure| failure.path.to_string());
    let mut paths: Vec<_> = paths.collect();
    paths.dedup();
    paths
}

#[test]
fn what_no_expectation_notices_is_named_by_its_field() {
    assert_eq!(unnoticed("expect: [Solved(moves: 2)]"), ["walls"]);
    assert_eq!(
        unnoticed("unnoticed: [\"walls\"], expect: [Solved(moves: 2)]"),
        [""; 0]
    );
    assert_eq!(
        unnoticed("unnoticed: [\"walk\"], expect: [Solved(moves: 2)]"),
        ["walls"]
    );
    let walls = "Cell(at: (2, 2), walls: \"S\"), Walker(at: (1, 3))";
    assert!(!unnoticed(&format!("expect: [{walls}]")).contains(&"walk".to_owned()));
    assert_eq!(unnoticed(""), [""; 0]); // nothing is expected

    // A scene that fails as it is fails in that way.
    let trial =
        scene("Scene(grid: (rows: 2, columns: 2), generate: Wilson, expect: [\"walls = 0\"])");
    let trial = trial.test_mutants().expect("a world");
    assert_eq!(trial.failures[0].path.to_string(), "expect[0]");

    // So does a property, with several of its seeds.
    assert_eq!(
        unnoticed("seeds: 0..1000, expect: [Solved(moves: 2)]"),
        ["walls"]
    );
}

#[test]
fn worlds_part_at_the_first_tick_that_differs() {
    let text = |flips: &str, seed: u32| {
        format!(
            "Scene(seed: {seed}, grid: (rows: 5, columns: 5), generate: Johnny(start: (1, 1), flips: {flips}))"
        )
    };
    let one = scene(&text("0.5", 3));
    assert_eq!(difference([&one, &one], u64::MAX), Ok(None));

    let other = scene(&text("0.5", 4));
    let departure = difference([&one, &other], u64::MAX).expect("worlds");
    let departure = departure.expect("other mazes");
    assert!(departure.is_first());

    // Until then, all digests of both are equal.
    let mut worlds = [&one, &other].map(|scene| Simulation::new(scene).expect("a world"));
    for tick in 0..=departure.tick {
        let [digests, of_other] = worlds.each_mut().map(|world| world.digests());
        let differing: Vec<&str> = digests.differences(&of_other).collect();
        assert_eq!(!differing.is_empty(), tick == departure.tick, "{tick}");
        if tick == departure.tick {
            assert_eq!(differing, departure.digests);
        }
        for world in &mut worlds {
            world.tick();
        }
    }

    // The values are those after that tick: here, then there.
    for change in &departure.changed {
        assert!(change.to_string().contains(" → "), "{change}");
    }
    assert!(
        difference([&one, &other], departure.tick.saturating_sub(1)) == Ok(None)
            || departure.tick == 0
    );

    // Scenes of other kinds and sizes differ from the start.
    let larger = scene("Scene(grid: (rows: 5, columns: 6), generate: Wilson)");
    let departure = difference([&one, &larger], u64::MAX)
        .expect("worlds")
        .expect("others");
    assert_eq!((departure.tick, departure.changed.len()), (0, 0));
    assert!(departure.digests.contains(&"progress".to_owned()));
}
