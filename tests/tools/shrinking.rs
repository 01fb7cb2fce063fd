//! Shrinking: scenes in which an ingredient has a bug become the smallest that show it.

#[allow(dead_code, unreachable_pub)] // a program of its own
#[path = "../../examples/explorer.rs"]
mod explorer;
mod planted;

use mazetick::prelude::*;
use mazetick::scene::CheckedScene;
use mazetick::tools::trial::{Failure, Property};

/// Each scene with a bug, the seeds among which one fails, the most cells of the smallest that shows it, and the
/// field to blame.
const PLANTED: [(&str, u64, usize, &str); 12] = [
    (
        "grid: (rows: 9, columns: 10), generate: Wilson, braid: 0.5,
        explorer: (from: (1, 1), to: (9, 10), memory: 8), expect: [\"arrived = 1\"]",
        999,
        15,
        "explorer",
    ),
    (
        "grid: (rows: 6, columns: 8), generate: Wilson, \
        scout: (bug: WayBack, from: (3, 5), to: (6, 8)), expect: [\"arrived = 1\"]",
        99,
        9,
        "scout",
    ),
    (
        "grid: (rows: 6, columns: 8), generate: Kruskal, braid: 0.2, name: \"EDGE\",
        scout: (bug: LastColumn, from: (1, 1), to: (6, 8)), expect: [\"arrived = 1\"]",
        9,
        9,
        "scout",
    ),
    (
        "grid: (rows: 6, columns: 8), generate: Wilson, \
        scout: (bug: ShortTrail, from: (1, 1), to: (6, 8)), expect: [\"arrived = 1\"]",
        99,
        12,
        "scout",
    ),
    (
        "grid: (rows: 7, columns: 7), generate: Wilson, braid: 1, walk: Foot(from: (1, 1), to: (7, 7)),
        fences: (bug: Side, at: [(2, 2), (3, 5), (6, 4)]), expect: [Always([Fenced])]",
        99,
        9,
        "fences",
    ),
    (
        "grid: (rows: 5, columns: 7), generate: Wilson, braid: 1, walk: Foot(from: (1, 1), to: (5, 6)),
        fences: (bug: LastColumn, at: [(2, 2), (3, 7), (1, 4)]), expect: [Fenced]",
        99,
        12,
        "fences",
    ),
    (
        "grid: (rows: 5, columns: 7), walk: Foot(from: (1, 1), to: (5, 7)),
        fences: (bug: Stride, at: [(2, 2), (4, 5), (2, 6)]), expect: [Never(\"walkers = 0\"), Fenced]",
        1,
        12,
        "fences",
    ),
    (
        "grid: (rows: 5, columns: 5), generate: Wilson, braid: 1, walk: Foot(from: (1, 1), to: (5, 5)),
        fences: (bug: First, at: [(2, 2), (4, 5), (2, 4)]), expect: [Perfect, Fenced]",
        99,
        9,
        "fences",
    ),
    (
        "grid: (rows: 6, columns: 9), generate: Comb(bug: Overflow), walk: Foot(from: (1, 1), to: (6, 2)),
        expect: [Perfect]",
        1,
        8,
        "generate",
    ),
    (
        "grid: (rows: 6, columns: 9), generate: Comb(bug: Last), walk: Foot(from: (1, 1), to: (6, 9)),
        expect: [Solved]",
        1,
        2,
        "generate",
    ),
    (
        "grid: (rows: 6, columns: 9), generate: Comb(bug: Loop), walk: Foot(from: (1, 1), to: (6, 9)),
        expect: [Perfect]",
        1,
        6,
        "generate",
    ),
    (
        "grid: (rows: 4, columns: 5), walk: Foot(from: (1, 1), to: (4, 5)), heights: [
        [1, 1, 2, 3, 9], [2, 4, 5, 3, 4], [3, 2, 7, 6, 5], [1, 5, 9, 2, 6]], expect: [Gentle]",
        1,
        2,
        "heights",
    ),
];

fn registry() -> Registry {
    Registry::standard()
        .with(explorer::plugin)
        .with(planted::plugin)
}

/// The scene with the first seed with which its last expectation fails.
fn failing(registry: &Registry, text: &str, seeds: u64) -> (CheckedScene, Failure) {
    let scene = registry
        .read(text)
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let failing = (0..seeds)
        .map(|seed| scene.clone().seeded(seed))
        .find_map(|scene| {
            let trial = Simulation::new(&scene)
                .expect("a world")
                .test(&scene)
                .expect("a world");
            Some((scene, trial.failures.into_iter().next_back()?))
        });
    failing.unwrap_or_else(|| panic!("no seed fails\n{text}"))
}

/// What fails at the end of a scene with one expectation: the name of its outcome and the field that fails.
fn reason(scene: &Scene) -> Option<(&'static str, String)> {
    let mut world = Simulation::new(scene).expect("a world");
    let trial = world.test(scene).expect("a world");
    let failure = trial.failures.first()?;
    let name = format!("{:?}", failure.path.0.first());
    Some((world.outcome().word(), name))
}

/// What is true of the walls at the end of a scene: they join all squares, are perfect, leave no dead end, are all in the
/// border.
fn wall_facts(scene: &Scene) -> [bool; 4] {
    let mut world = Simulation::new(scene).expect("a world");
    world.run();
    let passages = world.passages();
    let ways = |at: Position| {
        let inside = Heading::ALL
            .into_iter()
            .filter(move |&way| scene.grid.leads(at, way));
        inside.map(move |way| (at, way))
    };
    let is_open = |(at, way): (Position, Heading)| world.wall(at, way) != Some(true);
    let is_dead_end = |at: Position| ways(at).filter(|&it| is_open(it)).count() == 1;
    let has_walls = world.walls().is_some();
    [
        passages.reached == passages.cells,
        passages.are_perfect(),
        !has_walls || !scene.grid.positions().any(is_dead_end),
        scene.grid.positions().all(|at| ways(at).all(is_open)),
    ]
}

/// The scenes that lack a line of a text, or have a row or a column less, with any of the seeds.
fn smaller<'a>(registry: &'a Registry, text: &'a str, grid: Grid) -> impl Iterator<Item = Scene> {
    let lines = (0..text.lines().count()).map(|left_out| {
        let lines = text.lines().enumerate().filter(|it| it.0 != left_out);
        lines.flat_map(|(_, line)| [line, "\n"]).collect::<String>()
    });
    let Grid { rows, columns } = grid;
    let size = |Grid { rows, columns }| format!("grid: (rows: {rows}, columns: {columns})");
    let sizes = [(rows - 1, columns), (rows, columns - 1)];
    let sizes = sizes
        .map(|(rows, columns)| Grid { rows, columns })
        .into_iter();
    // Where a position would come to the edge, it is another case.
    let edge = |it: Grid| [format!("({}, ", it.rows), format!(", {})", it.columns)];
    let sizes = sizes.filter(move |it| edge(*it).iter().all(|edge| !text.contains(edge)));
    let sizes = sizes.map(move |smaller| text.replace(&size(grid), &size(smaller)));
    let scenes = lines
        .chain(sizes)
        .filter_map(|text| registry.read(&text).ok());
    let other = scenes.filter(move |scene| !scene.expect.is_empty() && scene.to_ron() != text);
    other.flat_map(|scene| (0..64).map(move |seed| scene.clone().seeded(seed).into_scene()))
}

/// Agents that never arrive go on until their patience ends: that is known much sooner.
#[test]
fn worlds_that_last_long_are_shrunk_as_well() {
    let text = "Scene(grid: (rows: 20, columns: 30), generate: Wilson, braid: 0.5, agents: [
        WallFollower(at: (1, 1), to: Center, patience: 20000), Mouse(at: (20, 1), to: Center)], \
        expect: [Arrived(agent: 1)])";
    let registry = Registry::standard();
    let scene = registry.read(text).expect("a scene");
    let trial = registry.test(text, &mut None).expect("a scene");
    assert!(trial.failures[0].tick > 20_000, "{trial:?}");
    let shrunk = registry.shrink_failure(&scene, &trial.failures[0], 2, || false);
    let text = shrunk.scene.to_ron();
    let trial = registry.test(&text, &mut None).expect("a scene");
    assert_eq!(trial.failures[0].tick, 20_000);
    let Failure {
        message,
        tick,
        drawing,
        ..
    } = &shrunk.failure;
    let alone = &trial.failures[0];
    assert_eq!(
        (message, *tick, drawing),
        (&alone.message, alone.tick, &alone.drawing)
    );
    assert!(
        shrunk.scene.grid.cells() <= 12 && !drawing.is_empty(),
        "{text}"
    );
}

#[test]
fn planted_bugs_are_shown_by_the_smallest_scenes() {
    let registry = registry();
    for (place, (fields, seeds, most, field)) in PLANTED.into_iter().enumerate() {
        let text = format!("Scene({fields})");
        let (scene, failure) = failing(&registry, &text, seeds);
        let shrunk = registry.shrink_failure(&scene, &failure, 1, || false).scene;
        let text = shrunk.to_ron();
        if place % 3 == 0 {
            let other = registry.shrink_failure(&scene, &failure, 4, || false);
            assert_eq!(other.scene.to_ron(), text);
        }
        let facts = wall_facts(&scene);
        let kept = facts.iter().zip(wall_facts(&shrunk));
        assert!(
            kept.into_iter().all(|(before, now)| !before || now),
            "{text}"
        );
        assert!(shrunk.has(field) && shrunk.grid.cells() <= most, "{text}");

        let mut alone = scene.clone().into_scene();
        alone.expect.retain(|it| *it == shrunk.expect[0]);
        let (of_first, of_shrunk) = (reason(&alone), reason(&shrunk));
        let [(word, name), (word_now, name_now)] =
            [of_first, of_shrunk.clone()].map(|it| it.expect("it fails"));
        assert_eq!(name_now, name, "{text}");
        assert!(word_now == word || word_now == "built", "{text}");
        let keeps = |it: &Scene| {
            let kept = facts.iter().zip(wall_facts(it));
            kept.into_iter().all(|(before, now)| !before || now)
        };
        for other in smaller(&registry, &text, shrunk.grid).filter(keeps) {
            assert_ne!(reason(&other), of_shrunk, "{text}\n{}", other.to_ron());
        }
    }
}

/// What was too much does not become too little.
#[test]
fn a_number_stays_on_its_side() {
    let registry = registry();
    for expected in [
        "Solved(moves: 6..=12)",
        "Solved(moves: 12)",
        "Always(\"walls >= 62 and walls <= 77\")",
    ] {
        let text = format!(
            "Scene(grid: (rows: 7, columns: 9), generate: Wilson,
            walk: Foot(from: (1, 1), to: (7, 9)), expect: [{expected}])"
        );
        let (scene, failure) = failing(&registry, &text, 99);
        let shrunk = registry.shrink_failure(&scene, &failure, 2, || false);
        let found = |scene: &Scene| {
            let mut world = Simulation::new(scene).expect("a world");
            let trial = world.test(scene).expect("a world");
            match world.outcome() {
                Outcome::Solved { moves } if expected.starts_with("Solved") => u64::from(moves),
                _ => {
                    world.load(scene).expect("a world");
                    world.advance_to(trial.failures[0].tick);
                    world.stats().walls().expect("walls") as u64
                }
            }
        };
        let shrunk = shrunk.scene;
        assert!(
            found(&scene) > 12 && found(&shrunk) > 12,
            "{}",
            shrunk.to_ron()
        );
        assert!(shrunk.grid.cells() < 63, "{}", shrunk.to_ron());
    }
}

#[test]
fn a_wall_follower_misses_what_stands_alone() {
    let text = "Scene(
        grid: (rows: 20, columns: 30),
        generate: Wilson,
        braid: 0.3,
        agents: [
            WallFollower(at: (1, 1), to: (10, 15), heading: E, patience: 2000),
            Mouse(at: (1, 1), to: (20, 30), patience: 2000),
        ],
        expect: [Arrived(agent: 1)],
    )";
    let registry = registry();
    let (scene, failure) = failing(&registry, text, 99);
    let shrunk = registry.shrink_failure(&scene, &failure, 2, || false).scene;
    let expected = "Scene(
    grid: (rows: 3, columns: 3),
    agents: [WallFollower(at: (1, 1), to: (2, 2), heading: E, patience: 2000)],
    expect: [
        Arrived(agent: 1),
    ],
)
";
    assert_eq!(shrunk.to_ron(), expected);
}

#[test]
fn a_dice_board_that_takes_long_loses_its_squares() {
    let text = "Scene(
        name: \"DICE\",
        grid: (rows: 8, columns: 8),
        numbers: Random(wild: 0.5, empty: 0.1),
        walk: Dice(from: (4, 4), top: 5, front: 1, to: (8, 8)),
        text: Dice,
        expect: [NoSolution, Solved(moves: 0..=12)],
    )";
    let registry = registry();
    let scene = registry.read(text).expect("a scene");
    let takes_long =
        |world: &mut Simulation| matches!(world.run(), Outcome::Solved { moves: 13.. });
    let seeded = (0..999).map(|seed| scene.clone().seeded(seed));
    let mut long = seeded.filter(|scene| takes_long(&mut Simulation::new(scene).expect("a world")));
    let scene = long.next().expect("a long one");
    let shrunk = registry.shrink(&scene, 2, takes_long, || false);
    assert!(shrunk.grid.cells() <= 42, "{}", shrunk.to_ron());
    let empty = shrunk.to_ron().matches(" 0").count();
    assert!(shrunk.grid.cells() - empty <= 20, "{}", shrunk.to_ron());
    let at_once = registry.shrink(&scene, 2, takes_long, || true);
    assert!(
        takes_long(&mut Simulation::new(&at_once).expect("a world")),
        "the smallest so far"
    );
}

/// Walls of a kind that a generator never makes show another bug, if any.
#[test]
fn what_is_true_of_all_walls_is_true_of_the_smallest() {
    let registry = registry();
    for (walls, expected, fact) in [
        ("generate: Wilson", "\"junctions <= 2\"", 1),
        ("generate: Wilson, braid: 0.4", "\"junctions <= 4\"", 0),
        ("generate: Kruskal, braid: 1", "\"junctions <= 6\"", 2),
    ] {
        let text = format!(
            "Scene(grid: (rows: 6, columns: 7), {walls}, seeds: 0..20, expect: [{expected}])"
        );
        let property = Property::new(&registry, "maze", &text, None, &[]).expect("a property");
        let tally = property.test(u64::MAX).expect("they run");
        let shrunk = property.shrink(&registry, &tally.failing[0], 2, || false);
        let text = shrunk.scene.to_ron();
        assert!(wall_facts(&shrunk.scene)[fact], "{text}");
        assert!(shrunk.scene.grid.cells() < 30, "{text}");
        assert_eq!(shrunk.scene.seeds, None);
    }
}

/// The smallest scene of several worlds is no larger than that of any of them.
#[test]
fn the_smallest_scene_of_several_worlds_wins() {
    let text = "Scene(grid: (rows: 4, columns: 5), generate: Wilson, seeds: 0..40,
        walk: Foot(from: (1, 1), to: (4, 5)), expect: [\"moves <= 10\"])";
    let registry = registry();
    let scene = registry.read(text).expect("a scene");
    let property = Property::new(&registry, "maze", text, None, &[]).expect("a property");
    let tally = property.test(u64::MAX).expect("they run");
    let failing = &tally.failing[0];
    let smallest = property.shrink(&registry, failing, 2, || false).scene;
    assert!(failing.worlds > 3 && failing.first.len() > 3, "{failing:?}");

    let mut sizes = Vec::new();
    for &(_, seed) in &failing.first {
        let scene = scene.clone().seeded(seed);
        let alone = registry.shrink_failure(&scene, &failing.failure, 2, || false);
        sizes.push(alone.scene.grid.cells());
    }
    assert_eq!(Some(smallest.grid.cells()), sizes.iter().min().copied());
    assert!(sizes.iter().min() < sizes.iter().max(), "{sizes:?}");
}
