//! The same scene and seed give the same world at every tick, in whichever steps it is advanced.

use std::io::{self, Read};

use crate::scenes::{committed_scenes, template};
use crate::steps::run_in_any_order;
use mazetick::base::grid::CellIndex;
use mazetick::base::wall::Segments;
use mazetick::base::{Digest, Grid, Heading, Outcome};
use mazetick::contest::Contest;
use mazetick::registry::Registry;
use mazetick::scene::template::Template;
use mazetick::scene::{CheckedScene, Scene, Simulation};
use plain::random::Random;

fn template_scenes() -> Vec<CheckedScene> {
    let mut scenes = Vec::new();
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (2, 3), (17, 12)] {
        for (seed, template) in (7..).zip(Registry::standard().templates()) {
            // Where the start is the goal, agents try as long as they may.
            let text = template
                .scene(Grid { rows, columns }, seed)
                .replace("921600", "921");
            scenes.push(Scene::from_ron(&text).unwrap());
        }
    }
    scenes
}

/// Advancing in steps gives the same world, whether a step is smaller or larger than the grid, and
/// stops where requested.
#[test]
fn bites_lead_to_the_same_world() {
    for (kind, side) in [
        ("johnny", 60),
        ("johnny", 620),
        ("mazing", 520),
        ("arrow", 60),
    ] {
        let text = template(kind).scene(
            Grid {
                rows: side,
                columns: side,
            },
            3,
        );
        let scene = Scene::from_ron(&text).unwrap().without_expectations();
        let mut whole = Simulation::new(&scene).unwrap();
        whole.run();
        let mut bitten = Simulation::new(&scene).unwrap();
        let (mut bites, mut last) = (0, 0);
        assert_eq!(bitten.advance_while(u64::MAX, |_| false), 0);
        let done = bitten.advance_while(u64::MAX, |progress| {
            bites += 1;
            assert!(progress.tick >= last);
            last = progress.tick;
            true
        });
        assert_eq!(done, whole.progress().tick, "{kind}");
        assert_eq!(bitten.digest(), whole.digest(), "{kind}");
        assert!(bites > 1 || kind != "johnny" || side == 60, "{kind} {side}");

        bitten.load(&scene).unwrap();
        whole.load(&scene).unwrap();
        assert_eq!(bitten.advance_while(0, |_| true), 0);
        assert_eq!(bitten.advance_while(100, |_| true), whole.advance(100));
        assert_eq!(bitten.digest(), whole.digest(), "{kind}");
    }
}

/// Scenes with their digests after a third of their ticks, and at the end.
const GOLDEN: [(&str, &str, &str); 8] = [
    (
        "Scene(seed: 1995, grid: (rows: 4, columns: 7),
            generate: Johnny(start: (4, 1), flips: 0.2), text: Johnny)",
        "4b5293bcd8ac9557",
        "0e6eb12a92d39dc4",
    ),
    (
        "Scene(seed: 1, grid: (rows: 39, columns: 39),
            generate: Johnny(start: (20, 20)), text: Lattice)",
        "d50621eeff44e6c1",
        "325523f42f4e84ee",
    ),
    (
        "Scene(seed: 2003, grid: (rows: 12, columns: 30),
            generate: Mazing(pick: AnyWall), text: Lattice)",
        "9e41867bcfa65995",
        "12866747a87b16f1",
    ),
    (
        "Scene(seed: 2003, grid: (rows: 12, columns: 30),
            generate: Mazing(pick: EligibleWall), text: Lattice)",
        "8333d5b5e410eefb",
        "a96694ce9e544287",
    ),
    (
        "Scene(seed: 18446744073709551615, grid: (rows: 20, columns: 11),
            generate: Johnny(start: (1, 11), flips: 0.9),
            walk: Foot(from: (20, 1), to: (1, 11)), text: Lattice)",
        "de532b98bd580ce4",
        "d19176791d5a8e97",
    ),
    (
        "Scene(name: \"GOLD\", seed: 6, grid: (rows: 3, columns: 3),
            generate: Mazing(pick: EligibleWall),
            signs: {(1, 1): \"NFLR WFLR SFLR EFLR\", (1, 2): \"NFLR WFLR SFLR EFLR\",
                (1, 3): \"NFLR WFLR SFLR EFLR\", (2, 1): \"NFLR WFLR SFLR EFLR\",
                (2, 2): \"NFLR WFLR SFLR EFLR\", (2, 3): \"NFLR WFLR SFLR EFLR\",
                (3, 1): \"NFLR WFLR SFLR EFLR\", (3, 2): \"NFLR WFLR SFLR EFLR\"},
            walk: Arrow(from: (3, 1), heading: N, to: (1, 3)), text: Arrow)",
        "0c778b75294e37df",
        "5d4e91c16db53e72",
    ),
    (
        "Scene(name: \"GOLD\", seed: 1999, grid: (rows: 4, columns: 5),
            generate: Johnny(start: (2, 2), flips: 0.5),
            numbers: [[-1, 1, -1, 2, -1], [3, -1, -1, -1, 4], [-1, -1, 5, -1, -1],
                [-1, 6, -1, 0, -1]],
            walk: Dice(from: (1, 1), top: 5, front: 1, to: (4, 5)), text: Dice)",
        "59b2f7fe34658524",
        "ae3308af072fd5b0",
    ),
    (
        "Scene(name: \"GOLD\", seed: 8, grid: (rows: 3, columns: 4),
            numbers: [[-1, -1, -1, -1], [-1, 2, -1, -1], [-1, -1, 5, -1]],
            signs: {(1, 1): \"NFLR WFLR SFLR EFLR\", (1, 2): \"EFR\", (1, 3): \"EFR NLR\",
                (1, 4): \"ER NL\", (2, 3): \"SFLR EF WF\", (2, 4): \"SFR EF WF\",
                (3, 4): \"SR\", (3, 3): \"WFR\", (2, 2): \"WFR\", (2, 1): \"WR NFLR\"},
            walk: Dice(from: (1, 1), top: 5, front: 1, heading: E), text: Dice)",
        "d29fe589eb1d0ef1",
        "3da7fe231b8854e4",
    ),
];

/// Scenes with each generator, with and without dead ends opened and a walk.
fn generated_scenes() -> impl Iterator<Item = String> {
    const GENERATORS: [&str; 13] = [
        "Johnny(start: (1, 1), flips: 0.2)",
        "Mazing(pick: AnyWall)",
        "Mazing(pick: EligibleWall)",
        "Wilson",
        "Kruskal",
        "AldousBroder",
        "Prim",
        "HuntAndKill",
        "Eller",
        "RecursiveDivision",
        "GrowingTree(pick: Oldest)",
        "GrowingTree(pick: Random)",
        "GrowingTree(pick: Mixed(0.4), start: (1, 1))",
    ];
    let mut random = Random::new(5);
    (0..160).map(move |seed| {
        let (rows, columns) = random.square((9, 9));
        let generator = GENERATORS[seed % GENERATORS.len()];
        let braid = random.pick(&["", "braid: 0.0,", "braid: 0.3,", "braid: 1.0,"]);
        let walk = format!("walk: Foot(from: (1, 1), to: ({rows}, {columns})),");
        let walk = if random.percent(80) { &*walk } else { "" };
        format!(
            "Scene(seed: {seed}, grid: (rows: {rows}, columns: {columns}), generate: {generator},
                {braid} {walk} text: Lattice)"
        )
    })
}

#[test]
fn worlds_are_the_same_in_any_steps_and_after_any_other() {
    let texts = committed_scenes()
        .map(|(_, text)| text)
        .chain(generated_scenes());
    let texts = texts.chain(GOLDEN.map(|(text, _, _)| text.to_owned()));
    let scenes = texts.map(|text| Scene::from_ron(&text).unwrap());
    let mut scenes: Vec<_> = scenes.chain(template_scenes()).collect();
    run_in_any_order(&mut scenes);
}

#[test]
fn digests_are_the_golden_ones() {
    let mut found = Vec::new();
    for (text, _, _) in GOLDEN {
        let mut simulation = Simulation::new(&Scene::from_ron(text).unwrap()).unwrap();
        simulation.run();
        let (ticks, end) = (simulation.progress().tick, simulation.digest().to_string());
        simulation.load(&Scene::from_ron(text).unwrap()).unwrap();
        simulation.advance(ticks / 3);
        found.push((simulation.digest().to_string(), end));
    }
    let golden: Vec<(String, String)> = GOLDEN
        .iter()
        .map(|&(_, third, end)| (third.to_owned(), end.to_owned()))
        .collect();
    assert_eq!(found, golden);
}

/// A row of three cells with given commands: its state, value by value.
#[test]
fn the_digests_of_a_list_are_of_its_values() {
    let scene = "Scene(seed: 5, grid: (rows: 1, columns: 3),
        generate: Johnny(start: (1, 2), commands: \"F 1 L R\"), text: Johnny)";
    let mut simulation = Simulation::new(&Scene::from_ron(scene).unwrap()).unwrap();
    let chance = Digest::new(&(5_u64, 1_u64, 0_u128));
    let commands = [(1_u32, 1_u32), (0, 2), (0, 3)]; // a flip of 1, moves to the west and the east

    assert!(simulation.tick());
    // The size; one tick, in generation, unfinished, in stage 0.
    let progress = Digest::new(&((1_u32, 3_u32), (1_u64, 0_u32, 0_u32, 0_u8)));
    // Horizontal segments, then vertical ones, with one that stands for nothing at each end.
    let walls = Digest::new(&[true; 10][..]);
    // The pending cells, the given commands, one of which has been read.
    let list = Digest::new(&(vec![1_u32], 1_u32, commands.to_vec(), 1_u64));
    check(
        &mut simulation,
        &[
            ("chance", chance),
            ("johnny", list),
            ("progress", progress),
            ("walls", walls),
        ],
    );

    assert_eq!(simulation.run(), Outcome::Built);
    let progress = Digest::new(&((1_u32, 3_u32), (6_u64, 2_u32, 1_u32, 1_u8)));
    let list = Digest::new(&(Vec::<u32>::new(), 1_u32, commands.to_vec(), 3_u64));
    let mut walls = [true; 10];
    let between = |left| {
        Segments::new(Grid {
            rows: 1,
            columns: 3,
        })
        .beside(CellIndex::new(left), Heading::E)
    };
    (walls[between(0)], walls[between(1)]) = (false, false);
    let walls = Digest::new(&walls[..]);
    check(
        &mut simulation,
        &[
            ("chance", chance),
            ("johnny", list),
            ("progress", progress),
            ("walls", walls),
        ],
    );
}

fn check(simulation: &mut Simulation, expected: &[(&str, Digest)]) {
    let found = simulation.digests().0;
    let found: Vec<_> = found
        .iter()
        .map(|(name, digest)| (&**name, *digest))
        .collect();
    assert_eq!(found, expected);
}

/// A die with a heading that has made its first step: its state, value by value.
#[test]
fn the_digests_of_a_walk_are_of_its_values() {
    let scene = "Scene(name: \"ROW\", grid: (rows: 1, columns: 3), numbers: [[-1, 5, 4]],
        signs: {(1, 2): \"EFR\"},
        walk: Dice(from: (1, 1), top: 5, front: 1, heading: E, to: (1, 3)), text: Dice)";
    let mut simulation = Simulation::new(&Scene::from_ron(scene).unwrap()).unwrap();
    assert!(simulation.tick());

    let progress = Digest::new(&((1_u32, 3_u32), (1_u64, 1_u32, 0_u32, 0_u8)));
    let signs = Digest::new(&vec![0_u16, 0b1010_0000_0000_0000, 0]);
    let numbers = Digest::new(&vec![-1_i8, 5, 4]);
    // Rolled east with 5 on top, 1 in front and 2 opposite 5: the 4 of the left is on top. Of the
    // orientations with 4 on top that with 1 in front is number 12; its heading is 3 for east.
    let pose = 4 * 12 + 3;
    let mut claims = [[0_u8; 48]; 3];
    claims[1][pose / 2] = (1 + 3) << 4; // it came from a state with heading east
    let claims = claims.map(|cell| {
        let (words, _) = cell.as_chunks();
        let words: [u64; 6] = std::array::from_fn(|word| u64::from_le_bytes(words[word]));
        words
    });
    // The goal, the moves, and one walker: its cell, orientation, heading, and nothing held.
    let walkers = (2_u32, 1_u32, vec![(1_u32, 12_u8, 3_u32, 0_u16)]);
    let digests = [
        ("claims", Digest::new(&claims[..])),
        ("numbers", numbers),
        ("progress", progress),
        ("signs", signs),
        ("walkers", Digest::new(&walkers)),
    ];
    check(&mut simulation, &digests);
}

/// Worlds that look the same but continue differently have different digests.
#[test]
fn digests_cover_state_that_decides_the_future() {
    let johnny = |seed: u64, generate: &str| {
        let scene = format!(
            "Scene(seed: {seed}, grid: (rows: 2, columns: 2), generate: {generate}, text: Johnny)"
        );
        Simulation::new(&Scene::from_ron(&scene).unwrap())
            .unwrap()
            .digest()
    };
    let walk = |to: &str| {
        let scene = format!(
            "Scene(grid: (rows: 2, columns: 2), generate: Johnny(start: (1, 1)),
                walk: Foot(from: (1, 1), to: {to}), text: Lattice)"
        );
        Simulation::new(&Scene::from_ron(&scene).unwrap())
            .unwrap()
            .digest()
    };
    let joined = |wrap: &str| {
        let scene = format!(
            "Scene(grid: (rows: 2, columns: 2), {wrap} walk: Foot(from: (1, 1), to: (2, 2)))"
        );
        Simulation::new(&Scene::from_ron(&scene).unwrap())
            .unwrap()
            .digest()
    };
    let digests = [
        joined(""),
        joined("wrap: Rows,"),
        joined("wrap: Columns,"),
        johnny(1, "Johnny(start: (1, 1))"),
        johnny(2, "Johnny(start: (1, 1))"),
        johnny(1, "Johnny(start: (1, 1), flips: 0.5)"),
        johnny(1, "Johnny(start: (1, 1), commands: \"R D L\")"),
        johnny(1, "Johnny(start: (1, 1), commands: \"D R U\")"),
        johnny(1, "Mazing(pick: AnyWall)"),
        johnny(1, "Mazing(pick: EligibleWall)"),
        walk("(2, 2)"),
        walk("(1, 2)"),
    ];
    for (place, digest) in digests.iter().enumerate() {
        assert!(
            !digests[..place].contains(digest),
            "the digest at place {place}"
        );
    }
}

#[test]
fn seeds_make_a_difference() {
    let drawn = |template: &&Template| template.text.contains("{seed}");
    for template in Registry::standard().templates().iter().filter(drawn) {
        let end = |seed| {
            let text = template.scene(
                Grid {
                    rows: 8,
                    columns: 8,
                },
                seed,
            );
            let mut simulation = Simulation::new(&Scene::from_ron(&text).unwrap()).unwrap();
            simulation.run();
            simulation.digest()
        };
        assert_ne!(end(1), end(2), "{}", template.name);
    }
}

/// Contest input of several blocks for threads, each of up to 64 KiB.
fn large_input(template: Template, mazes: u32) -> String {
    let mut random = Random::new(u64::from(mazes));
    let mut scenes = Vec::new();
    for seed in 0..mazes {
        let mut side = || 1 + u32::try_from(random.below(14)).unwrap();
        let grid = Grid {
            rows: side(),
            columns: side(),
        };
        let text = template.scene(grid, u64::from(seed));
        let mut scene = Scene::from_ron(&text).unwrap().into_scene();
        if !scene.name.is_empty() {
            scene.name = format!("{} {seed}", scene.name);
        }
        scenes.push(scene);
    }
    let input = mazetick::registry::Registry::standard()
        .export(&scenes)
        .unwrap();
    assert!(input.len() > 200_000, "{} bytes", input.len());
    input
}

/// Gives its bytes in portions of random sizes.
struct Portions<'a>(&'a [u8], Random);

impl Read for Portions<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = 1 + self.1.below(40_000);
        let length = most.min(buffer.len());
        self.0.read(&mut buffer[..length])
    }
}

#[test]
fn contest_output_is_the_same_for_any_number_of_jobs() {
    let inputs = [
        (Contest::JOHNNY, "johnny", 1800),
        (Contest::ARROW, "arrow", 320),
        (Contest::DICE, "dice", 2000),
    ];
    for (contest, name, mazes) in inputs {
        let input = large_input(template(name), mazes);
        let solved = |input: &mut dyn Read, jobs| {
            let mut output = Vec::new();
            contest.solve("input", input, &mut output, jobs).unwrap();
            output
        };
        let expected = solved(&mut input.as_bytes(), 1);
        assert!(solved(&mut input.as_bytes(), 3) == expected, "{contest:?}");
        for jobs in [1, 2, 5] {
            let mut portions = Portions(input.as_bytes(), Random::new(jobs as u64));
            assert!(
                solved(&mut portions, jobs) == expected,
                "{contest:?}, {jobs}, in portions"
            );
        }

        // Every maze for itself gives its part of the output.
        let mut alone = String::new();
        let mut simulation: Option<Simulation> = None;
        let run = |scene: &Scene| {
            let simulation = simulation.get_or_insert_with(|| Simulation::new(scene).unwrap());
            simulation.load(scene).unwrap();
            simulation.run();
            simulation.write_text(&mut alone);
            Ok(())
        };
        contest
            .read("input", input.as_bytes(), run, |fault| panic!("{fault}"))
            .unwrap();
        assert!(alone.as_bytes() == expected, "{contest:?}, maze by maze");
    }
}

/// Rules find what they read in worlds with any walls, walk, agents and edges, or the scene is refused.
#[test]
fn every_kind_of_world_can_be_built() {
    const NUMBERS: &str = "numbers: [[-1, -1], [-1, -1]],";
    const SIGNS: &str = "signs: {(1, 2): \"ER\", (2, 2): \"SR\", (2, 1): \"WR\"},";
    let mazes = [
        "",
        "walls: {(1, 1): \"E\"},",
        "generate: Johnny(start: (1, 1)),",
        "generate: Mazing(pick: AnyWall),",
        "generate: Mazing(pick: EligibleWall),",
        "generate: Wilson,",
        "generate: Kruskal,",
        "generate: AldousBroder,",
        "generate: Prim,",
        "generate: HuntAndKill,",
        "generate: Eller,",
        "generate: RecursiveDivision,",
        "generate: GrowingTree(pick: Random),",
        "generate: Kruskal, braid: 0.5,",
    ];
    let walks = [
        String::new(),
        "walk: Foot(from: (1, 1), to: (2, 2)),".to_owned(),
        "walk: Theseus(from: (1, 1), minotaur: (2, 1), to: (2, 2)),".to_owned(),
        "jumps: [[1, 1], [1, 0]], walk: Jump(from: (1, 1), to: (2, 2)),".to_owned(),
        format!("{SIGNS} walk: Arrow(from: (1, 1), heading: E, to: (1, 1)),"),
        format!("{NUMBERS} walk: Dice(from: (1, 1), top: 5, front: 1),"),
        format!("{NUMBERS} {SIGNS} walk: Dice(from: (1, 1), top: 5, front: 1, heading: E),"),
    ];
    let agents = "agents: [Mouse(to: (2, 2), patience: 9), Tremaux(to: (1, 1), patience: 9)],";
    let others = [
        String::new(),
        agents.to_owned(),
        "wrap: Both,".to_owned(),
        format!("wrap: Both, {agents}"),
    ];
    for (walls, walk) in mazes
        .into_iter()
        .flat_map(|it| walks.iter().map(move |walk| (it, walk)))
    {
        for others in &others {
            let text = if walls.is_empty() {
                ""
            } else {
                "text: Lattice"
            };
            let scene = format!(
                "Scene(name: \"KIND\", grid: (rows: 2, columns: 2), {walls} {walk} {others} {text})"
            );
            let read = Scene::from_ron(&scene);
            if others.contains("wrap") && ["Theseus", "Jump"].iter().any(|it| walk.contains(it)) {
                let error = read
                    .expect_err("these walks cannot be redirected")
                    .to_string();
                assert!(
                    error.contains("wrap: it needs a walker whose steps can be"),
                    "{error}"
                );
                continue;
            }
            let mut simulation = Simulation::new(&read.unwrap()).unwrap();
            assert!(!matches!(
                simulation.run(),
                Outcome::Unfinished | Outcome::Stuck(_)
            ));
        }
    }
    let drawn = "Scene(grid: (rows: 2, columns: 2), text: Johnny)";
    assert!(
        Scene::from_ron(drawn).is_err(),
        "a world without anything cannot be drawn"
    );
}
