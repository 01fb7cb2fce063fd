//! Ingredients of others: those of the examples, alone and together with the standard ones, do all that
//! the standard ones do.
#![cfg(feature = "cli")]

#[allow(unreachable_pub)] // it is a program of its own
#[path = "../examples/own_program.rs"]
mod own_program;
#[allow(unreachable_pub)]
mod plain {
    pub mod binary_tree;
    pub mod keys;
    pub mod random;
}

use std::error::Error;

use mazetick::{Board, Chance, Foot, Hasher, Heading, Headings, Ingredients, Odds, Outcome};
use mazetick::{Part, Phase, Position, Purpose, Scene, Simulation, SnapshotError, TextFormat};
use own_program::{binary_tree, box_text, ingredients, keys, mud, one_way, turns};
use plain::keys::Maze;
use plain::random::Random;

/// All of it at once, with signs and a die for which it was not made.
const MIXED: [&str; 2] = [
    r#"Scene(
        seed: 5, grid: (rows: 6, columns: 7), generate: BinaryTree(north: 0.4),
        keys: {(1, 1): 0, (6, 7): 2}, gates: {(1, 4): 0}, mud: [(6, 1)], one_way: {(2, 2): "N"},
        walk: Bearer(from: (6, 4), to: (1, 7)), text: Box, expect: [Bends(7), Walls(built: 30)],
    )"#,
    r#"Scene(
        name: "MIXED", grid: (rows: 2, columns: 3), generate: BinaryTree(north: 0.0), mud: [(1, 1)],
        numbers: [[-1, -1, -1], [-1, -1, -1]], signs: {(2, 2): "EF", (2, 3): "EL"}, one_way: {(2, 1): "E"},
        walk: Dice(from: (2, 1), top: 5, front: 1, heading: E, to: (2, 3)), text: Box,
        expect: [Cell(at: (1, 1), mud: true, one_way: "", number: -1)],
    )"#,
];

fn scenes() -> impl Iterator<Item = &'static str> {
    let own = [mud::SCENE, one_way::SCENE, keys::SCENE, binary_tree::SCENE, box_text::SCENE];
    own.into_iter().chain([turns::SCENE]).chain(MIXED)
}

fn scene(text: &str) -> Scene {
    ingredients().read(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

fn simulation(text: &str) -> Simulation {
    Simulation::new(&scene(text)).expect("a legal scene")
}

#[test]
fn the_examples_run() -> Result<(), Box<dyn Error>> {
    mud::main()?;
    one_way::main()?;
    keys::main()?;
    binary_tree::main()?;
    box_text::main()?;
    turns::main()
}

#[test]
fn scenes_hold_what_they_expect_or_say_what_was_found() {
    let mut there = None;
    for text in scenes() {
        let trial = ingredients().test(text, &mut there).expect("a scene");
        assert!(trial.expectations > 0);
        let failures: Vec<_> = trial.failures.iter().map(|it| it.message.as_str()).collect();
        let expected: &[&str] =
            if text == turns::SCENE { &["Bends: expected 3, found 4"] } else { &[] };
        assert_eq!(failures, expected, "{text}");
    }
    for (expected, message) in [
        (
            "Cell(at: (2, 2), mud: false)",
            "Cell: expected at: (2, 2), mud: false, found at: (2, 2), mud: true",
        ),
        (
            "Cell(at: (2, 3), mud: true)",
            "Cell: expected at: (2, 3), mud: true, found at: (2, 3), mud: false",
        ),
    ] {
        let text = mud::SCENE.replace("Solved(moves: 5)", expected);
        let trial = ingredients().test(&text, &mut there).expect("a scene");
        assert_eq!(trial.failures[0].message, message);
    }
}

#[test]
fn scenes_are_printed_as_they_are_read() {
    for text in scenes() {
        let scene = scene(text);
        let printed = scene.to_ron();
        assert_eq!(ingredients().read(&printed).as_ref(), Ok(&scene), "{printed}");
        let again = ingredients().read(&printed).map(|scene| scene.to_ron());
        assert_eq!(again, Ok(printed));
    }
}

#[test]
fn many_ticks_at_once_are_as_many_single_ones() {
    for text in scenes() {
        let (mut ticked, scene) = (simulation(text), scene(text));
        let mut advanced = None;
        for ticks in 0.. {
            let advanced = Simulation::reuse(&mut advanced, &scene).expect("a legal scene");
            assert_eq!(advanced.advance(ticks), ticks, "{text}");
            assert_eq!(advanced.digests(), ticked.digests(), "{ticks} ticks\n{text}");
            assert_eq!(advanced.text(), ticked.text());
            if !ticked.tick() {
                break;
            }
        }
    }
}

#[test]
fn a_world_goes_on_from_where_it_was_saved() {
    for text in scenes() {
        let mut ticked = simulation(text);
        let mut whole = simulation(text);
        whole.run();
        loop {
            let saved = ticked.save();
            let mut restored = ingredients().restore(saved.clone()).expect("it was saved");
            assert_eq!(restored.save(), saved);
            assert_eq!(restored.digests(), ticked.digests());
            assert_eq!(restored.stats(), ticked.stats());
            assert_eq!(restored.run(), whole.outcome());
            assert_eq!((restored.digests(), restored.text()), (whole.digests(), whole.text()));
            if !ticked.tick() {
                break;
            }
        }
        let unknown = Ingredients::standard().restore(ticked.save()).err();
        let is_standard = text == turns::SCENE;
        let is_refused = matches!(unknown, Some(SnapshotError::Illegal(_)));
        assert_eq!(is_refused, !is_standard, "{unknown:?}");
    }
}

/// Saved worlds whose bytes are others, sealed again: refused, or worlds that come to an end.
#[test]
fn no_saved_world_breaks_the_program() {
    for text in scenes() {
        let mut simulation = simulation(text);
        simulation.advance(4);
        let saved = simulation.save();
        for at in 0..saved.len() - 8 {
            for value in [0, 1, 2, 3, 9, 17, 255] {
                let mut forged = saved[..saved.len() - 8].to_vec();
                forged[at] = value;
                let mut hasher = Hasher::default();
                hasher.bytes(&forged);
                forged.extend(hasher.digest().0.to_le_bytes());
                if let Ok(mut restored) = ingredients().restore(forged) {
                    restored.advance(1000);
                    let _ = restored.text();
                }
            }
        }
    }
}

/// Simulations are reused for scenes of any kind: nothing stays of the last one.
#[test]
fn nothing_stays_of_the_last_scene() {
    let mut there = None;
    let texts: Vec<_> = scenes().chain([mud::SCENE, keys::SCENE]).collect();
    let clean =
        mud::SCENE.replace("mud: [(1, 2), (2, 2)]", "mud: []").replace("mud: true", "mud: false");
    let open = keys::SCENE.replace("(1, 2): 1,", "").replace("(1, 3): 1,", "");
    let doors = one_way::SCENE.replace("(2, 3): \"NW\",", "");
    let pairs = [(mud::SCENE, &clean), (keys::SCENE, &open), (one_way::SCENE, &doors)];
    for text in texts.into_iter().chain(pairs.into_iter().flat_map(|(one, other)| [one, other])) {
        let reused = Simulation::reuse(&mut there, &scene(text)).expect("a legal scene");
        let mut new = simulation(text);
        assert_eq!(reused.digests(), new.digests(), "{text}");
        assert_eq!(reused.run(), new.run(), "{text}");
        assert_eq!(reused.digests(), new.digests(), "{text}");
    }
}

#[test]
fn what_a_world_has_is_in_its_digest() {
    for (text, one, other, part) in [
        (mud::SCENE, "(1, 2), (2, 2)", "(1, 2)", Part::Cells),
        (one_way::SCENE, "\"NS\"", "\"N\"", Part::Cells),
        (keys::SCENE, "(2, 1): 0", "(2, 1): 2", Part::Cells),
        (keys::SCENE, "(2, 3): 1", "(2, 4): 1", Part::Cells),
        (binary_tree::SCENE, "0.5", "0.25", Part::Generator),
        (binary_tree::SCENE, "seed: 3", "seed: 4", Part::Chance),
    ] {
        assert!(text.contains(one));
        let (mut a, mut b) = (simulation(text), simulation(&text.replace(one, other)));
        assert_eq!(a.digests().differences(b.digests()).collect::<Vec<_>>(), [part], "{other}");
    }
    let mut walk = simulation(keys::SCENE);
    let before = walk.digests();
    walk.tick();
    let changed: Vec<_> = before.differences(walk.digests()).collect();
    assert_eq!(changed, [Part::Progress, Part::Cells, Part::Walkers]);
}

#[test]
fn what_is_counted_is_named() {
    for (text, stats) in [
        (mud::SCENE, "2 muddy cells, 0 states"),
        (one_way::SCENE, "5 one-way doors, 0 states"),
        (keys::SCENE, "3 gates, 2 keys, 0 states"),
        (binary_tree::SCENE, "38 walls, 0 states"),
    ] {
        assert_eq!(simulation(text).stats().to_string(), stats);
    }
}

/// Scenes with a mistake, its place, and what is said of it.
#[test]
fn mistakes_are_reported_where_they_are() {
    let open = "grid: (rows: 2, columns: 3), text: Arrow, name: \"OPEN\"";
    let foot = "walk: Foot(from: (1, 1), to: (2, 3))";
    let bearer = "walk: Bearer(from: (1, 1), to: (2, 3))";
    let tree = "grid: (rows: 2, columns: 3), text: Lattice";
    for (fields, place, message) in [
        (
            format!("{open}, {foot}, mudd: [(1, 1)]"),
            "mudd",
            "unknown field `mudd` of `Scene`, did you mean `mud`?",
        ),
        (
            format!("{open}, {foot}, mud: [(1, 1), (3, 1)]"),
            "(3, 1)",
            "mud[1]: (3, 1) is outside the grid, expected (1, 1) to (2, 3)",
        ),
        (format!("{open}, {foot}, mud: [(1, x)]"), "x", "found `x`, expected a whole number"),
        (
            format!("{tree}, generate: BinaryTree(north: 0.5), mud: [(1, 1)]"),
            "[(1, 1)]",
            "mud: mud, but nobody walks; expected a `walk`",
        ),
        (
            format!("{open}, {foot}, expect: [Cell(at: (1, 1), mudd: true)], mud: []"),
            "mudd",
            "unknown field `mudd` of `Cell`, did you mean `mud`?",
        ),
        (
            format!("{open}, {foot}, expect: [Cell(at: (1, 1), mud: true)]"),
            "true",
            "expect[0].mud: expects `mud`, but this scene has no `mud`",
        ),
        (
            format!("{open}, {foot}, one_way: {{(1, 1): \"SN\"}}"),
            "(1, 1)",
            "one_way[(1, 1)]: N of (1, 1) is the border, expected a side within",
        ),
        (
            format!("{open}, {foot}, one_way: {{(1, 1): \"SX\"}}"),
            "SX",
            "found `SX`, expected sides, some of N, S, W and E",
        ),
        (
            format!("{open}, {foot}, one_way: {{(4, 1): \"S\"}}"),
            "(4, 1)",
            "one_way[(4, 1)]: (4, 1) is outside the grid, expected (1, 1) to (2, 3)",
        ),
        (
            format!("{open}, {bearer}, keys: {{(1, 2): 3}}"),
            "(1, 2)",
            "keys[(1, 2)]: found key 3, expected 0 to 2",
        ),
        (
            format!("{open}, {bearer}, keys: {{}}, gates: {{(0, 2): 0}}"),
            "(0, 2)",
            "gates[(0, 2)]: (0, 2) is outside the grid, expected (1, 1) to (2, 3)",
        ),
        (
            format!("{open}, {foot}, gates: {{(1, 2): 1}}"),
            "{(1, 2): 1}",
            "gates: keys or gates, but nobody bears keys; expected a `Bearer` walk",
        ),
        (
            format!("{open}, {bearer}"),
            "Bearer(from: (1, 1), to: (2, 3))",
            "walk: a bearer, but no `keys` for it to pick up",
        ),
        (
            format!("{open}, keys: {{}}, walk: Baerer(from: (1, 1), to: (2, 3))"),
            "Baerer",
            "unknown name `Baerer`, did you mean `Bearer`?",
        ),
        (
            format!("{open}, keys: {{}}, walk: Bearer(form: (1, 1), to: (2, 3))"),
            "form",
            "unknown field `form` of `Bearer`, did you mean `from`?",
        ),
        (
            format!("{tree}, generate: BinaryTree(north: 1.5)"),
            "1.5",
            "generate.north: a chance of 1.5, expected at least 0 and below 1",
        ),
        (
            format!("{tree}, generate: BinaryTree(nroth: 0.5)"),
            "nroth",
            "unknown field `nroth` of `BinaryTree`, expected `north`",
        ),
        (
            format!("{tree}, generate: BinaryTreee(north: 0.5)"),
            "BinaryTreee",
            "unknown name `BinaryTreee`, did you mean `BinaryTree`?",
        ),
        (
            "grid: (rows: 2, columns: 2), text: Boxx".to_owned(),
            "Boxx",
            "unknown name `Boxx`, did you mean `Box`?",
        ),
        (
            format!("grid: (rows: 2, columns: 3), text: Box, {foot}"),
            "Box",
            "text: `Box` draws walls, but this scene has no `generate`",
        ),
        (
            format!("{open}, {foot}, expect: [Bend(5)]"),
            "Bend",
            "unknown name `Bend`, did you mean `Bends`?",
        ),
        (
            format!("{tree}, generate: BinaryTree(north: 0.5), expect: [Bends(5)]"),
            "Bends(5)",
            "expect[0]: expects a route, but this scene has no `walk`",
        ),
    ] {
        let text = format!("Scene({fields})");
        let error = ingredients().read(&text).expect_err(&text);
        let fault = &error.faults[0];
        let said = fault.message.split(" expected one of").next();
        assert_eq!((&text[fault.at.clone()], said), (place, Some(message)), "{text}");
    }
    let twice = format!("Scene({open}, {foot}, one_way: {{(1, 1): \"S\", (1, 1): \"E\"}})");
    let error = ingredients().read(&twice).expect_err("a key twice");
    assert_eq!(error.faults[0].message, "found (1, 1) twice, expected it once");
}

/// The walls of a tree are those of the plain version.
#[test]
fn trees_grow_as_in_the_plain_version() {
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let mut side = || u32::try_from(1 + random.below(8)).expect("small");
        let size @ (rows, columns) = (side(), side());
        let tree = binary_tree::BinaryTree { north: 0.3 };
        let scene = Scene::new(rows, columns).seeded(seed).with(tree);
        let mut simulation = Simulation::new(&scene).expect("a legal scene");
        assert_eq!(simulation.run(), &Outcome::Built);
        assert_eq!(simulation.progress().tick, u64::from(rows * columns));
        assert!(simulation.passages().are_perfect());

        let mut chance = Chance::new(seed, Purpose::Walls);
        let passages = plain::binary_tree::passages(size, || chance.happens(Odds::new(0.3)));
        for at in scene.grid.positions() {
            for (heading, row, column) in
                [(Heading::N, at.row - 1, at.column), (Heading::W, at.row, at.column - 1)]
            {
                let is_open = passages.contains(&(at.into(), (row, column)));
                assert_eq!(simulation.wall(at, heading), Some(!is_open), "{at} {heading:?}");
            }
        }
    }
}

/// The shortest walks among mud, doors, keys and gates are as long as those of the plain version.
#[test]
fn walks_are_those_of_the_plain_version() {
    let mut solved = 0;
    let mut there = None;
    for seed in 0..600 {
        let mut random = Random::new(seed);
        let (scene, mut maze) = random_scene(&mut random, seed);
        let simulation = Simulation::reuse(&mut there, &scene).expect("a legal scene");
        let start = scene.start().expect("a walk");
        while simulation.progress().phase == Phase::Generation {
            simulation.tick();
        }
        for at in scene.grid.positions() {
            let walls = simulation.walls_around(at).unwrap_or_default();
            for heading in Heading::ALL.into_iter().filter(|&it| scene.grid.leads(at, it)) {
                if !walls.contains(heading) {
                    maze.passages.insert((at.into(), beside(at, heading)));
                }
            }
        }
        let shortest = maze.shortest(start.from.into(), start.to.into());
        let expected = shortest.map_or(Outcome::NoSolution, |moves| Outcome::Solved { moves });
        assert_eq!(simulation.run(), &expected, "{}", scene.to_ron());
        if let Outcome::Solved { moves } = expected {
            solved += 1;
            let route: Vec<(u32, u32)> = simulation.route().into_iter().map(Into::into).collect();
            assert_eq!(route.len(), moves as usize + 1);
            assert!(route.windows(2).all(|step| maze.passages.contains(&(step[0], step[1]))));
        }
    }
    assert!((100..500).contains(&solved), "{solved} solved");
}

/// The cell toward `heading`.
fn beside(at: Position, heading: Heading) -> (u32, u32) {
    match heading {
        Heading::N => (at.row - 1, at.column),
        Heading::S => (at.row + 1, at.column),
        Heading::W => (at.row, at.column - 1),
        Heading::E => (at.row, at.column + 1),
    }
}

/// A scene, and the same for the plain version, which has no passages yet.
fn random_scene(random: &mut Random, seed: u64) -> (Scene, Maze) {
    let mut side = || u32::try_from(2 + random.below(5)).expect("small");
    let size @ (rows, columns) = (side(), side());
    let grid = Scene::new(rows, columns).grid;
    let cells: Vec<Position> = grid.positions().collect();
    let mut some = |share: usize| -> Vec<Position> {
        cells.iter().copied().filter(|_| random.percent(share)).collect()
    };
    let (mud, doors, keys, gates) = (some(8), some(15), some(20), some(15));
    let [from, to] = [(); 2].map(|()| random.pick(&cells));
    let sides = |at: &Position| {
        let side = Heading::ALL.into_iter().filter(|&it| grid.leads(*at, it));
        (*at, side.take(1 + random.below(2)).collect::<Headings>())
    };
    let doors: Board<Headings> = doors.iter().map(sides).collect();
    let mut numbered = |cells: Vec<Position>| -> Board<u8> {
        cells.into_iter().map(|at| (at, random.pick(&[0, 1, 2]))).collect()
    };
    let (keys, gates) = (numbered(keys), numbered(gates));

    let maze = Maze {
        size,
        mud: mud.iter().map(|&at| at.into()).collect(),
        one_way: doors
            .iter()
            .flat_map(|&(at, sides)| sides.iter().map(move |side| (at.into(), beside(at, side))))
            .collect(),
        keys: keys.iter().map(|&(at, key)| (at.into(), key)).collect(),
        gates: gates.iter().map(|&(at, key)| (at.into(), key)).collect(),
        ..Maze::default()
    };
    let scene = Scene::new(rows, columns).seeded(seed).with(mud::MudBoard(mud));
    let scene = scene.with(one_way::Doors(doors)).with(keys::Keys(keys)).with(keys::Gates(gates));
    let scene = scene.named("RANDOM").drawn(TextFormat::ARROW).with(keys::Bearer { from, to });
    let with_walls = seed % 2 == 0;
    (if with_walls { scene.with(binary_tree::BinaryTree { north: 0.5 }) } else { scene }, maze)
}

/// Walks on foot pay no heed to keys, but to mud and doors.
#[test]
fn what_is_for_bearers_alone_says_so() {
    let foot = Foot { from: Position::new(1, 1), to: Position::new(2, 2) };
    let keys = keys::Keys(Board::from_iter([(Position::new(1, 2), 0)]));
    let scene = Scene::new(2, 2).named("FOOT").drawn(TextFormat::ARROW).with(foot).with(keys);
    let error = scene.check().expect_err("nobody bears keys");
    assert_eq!(
        error.to_string(),
        "keys: keys or gates, but nobody bears keys; expected a `Bearer` walk"
    );
}
