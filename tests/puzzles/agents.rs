//! Agents: each policy against a plain version, where each arrives, how long a mouse takes, and what
//! happens where only one can stand.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use mazetick::base::chance::{Chance, Purpose};
use mazetick::base::{Heading, Headings, Outcome, Phase, Position};
use mazetick::engine::agents::{Agent, AgentState, Crew};
use mazetick::scene::{CheckedScene, Scene, Simulation};
use mazetick::tools::Play;
use mazetick::tools::play::Hint;

use plain::Square;
use plain::agents::{self, Mind, STEPS, Step, beside};
use plain::random::Random;

const WALLS: [&str; 4] = [
    "Wilson",
    "Kruskal",
    "GrowingTree(pick: Newest)",
    "GrowingTree(pick: Random)",
];

/// A maze with agents, when they begin.
fn maze(seed: usize, size: Square, walls: &str, agents: &str) -> Simulation {
    let mut simulation = Simulation::new(&scene(seed, size, walls, agents)).expect("a legal scene");
    build(&mut simulation);
    simulation
}

fn scene(seed: usize, (rows, columns): Square, walls: &str, agents: &str) -> CheckedScene {
    let text = format!(
        "Scene(seed: {seed}, grid: (rows: {rows}, columns: {columns}), generate: {walls}, \
         agents: [{agents}], text: Lattice)"
    );
    Scene::from_ron(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn build(simulation: &mut Simulation) {
    while simulation.progress().phase == Phase::Generation {
        simulation.tick();
    }
}

fn square(simulation: &Simulation, agent: Agent) -> Square {
    let Position { row, column } = simulation.grid().position(agent.cell);
    (row as usize, column as usize)
}

/// The ways out of each square.
fn ways(simulation: &Simulation) -> HashMap<Square, Headings> {
    let ways = simulation.grid().positions().map(|at| {
        let mut ways = Headings::ALL;
        simulation
            .walls_around(at)
            .expect("walls")
            .iter()
            .for_each(|side| ways.remove(side));
        ((at.row as usize, at.column as usize), ways)
    });
    ways.collect()
}

fn is_open(ways: &HashMap<Square, Headings>) -> impl Fn(Square, Step) -> bool {
    |at, step| {
        let place = STEPS.iter().position(|&it| it == step).expect("a step");
        ways[&at].contains(Heading::ALL[place])
    }
}

/// A random maze, with or without loops, and two of its squares.
fn drawn(random: &mut Random) -> (Square, String, Square, Square) {
    let size = (1 + random.below(8), 2 + random.below(7));
    let braid = random.pick(&["", ", braid: 0.3", ", braid: 1"]);
    let walls = format!("{}{braid}", random.pick(&WALLS));
    let from = random.square(size);
    let mut to = random.square(size);
    while to == from {
        to = random.square(size);
    }
    (size, walls, from, to)
}

#[test]
fn each_policy_is_its_plain_version_on_many_mazes() {
    let mut random = Random::new(1882);
    let mut worlds: HashMap<String, Simulation> = HashMap::new();
    for seed in 0..1000 {
        let (size, walls, from, to) = drawn(&mut random);
        let way = format!("at: {from:?}, to: {to:?}, patience: 200");
        let agents = format!(
            "WallFollower({way}, hand: Left), WallFollower({way}, heading: E), \
             Pledge({way}, hand: Left, heading: S), Pledge({way}), Tremaux({way}), Mouse({way})"
        );
        let scene = scene(seed, size, &walls, &agents);
        // Worlds are reused, as building them takes longer than all that is tested here.
        let simulation = match worlds.entry(walls.clone()) {
            Entry::Occupied(world) => {
                let world = world.into_mut();
                world.load(&scene).expect("a legal scene");
                world
            }
            Entry::Vacant(world) => world.insert(Simulation::new(&scene).expect("a legal scene")),
        };
        build(simulation);
        let ways = ways(simulation);
        let is_open = is_open(&ways);

        let [north, south, _, east] = STEPS;
        let minds = [
            (north, Mind::Follower { hand: 1 }),
            (east, Mind::Follower { hand: 3 }),
            (south, Mind::Pledge { hand: 1, turns: 0 }),
            (north, Mind::Pledge { hand: 3, turns: 0 }),
            (
                north,
                Mind::Tremaux {
                    marks: HashMap::new(),
                },
            ),
        ];
        let mut plain = minds.map(|(facing, mind)| agents::Agent {
            at: from,
            facing,
            mind,
        });
        let mut mouse = (
            from,
            Chance::new(seed as u64, Purpose::named("agents").numbered(5)),
        );
        let mut trodden = BTreeSet::from([from]);
        let mut go = |ticks: u32| {
            for agent in plain
                .iter_mut()
                .filter(|agent| ticks == 1 || agent.at != to)
            {
                agent.go(&is_open);
                trodden.insert(agent.at);
            }
            if mouse.0 != to {
                let ways: Vec<Step> = STEPS
                    .into_iter()
                    .filter(|&step| is_open(mouse.0, step))
                    .collect();
                mouse.0 = beside(mouse.0, ways[mouse.1.place(ways.len())]);
                trodden.insert(mouse.0);
            }
            plain
                .iter()
                .map(|it| it.at)
                .chain([mouse.0])
                .collect::<Vec<Square>>()
        };
        // In one of four mazes tick by tick, in the others at the end.
        let mut ticks = 0;
        let mut squares = Vec::new();
        while seed % 4 == 0 && simulation.tick() {
            ticks += 1;
            squares = go(ticks);
            let found: Vec<Square> = simulation
                .agents()
                .iter()
                .map(|&it| square(simulation, it))
                .collect();
            assert_eq!(
                found, squares,
                "seed {seed}, {size:?}, {walls}, {way}, tick {ticks}"
            );
        }
        simulation.run();
        while ticks < 200 && squares.iter().any(|&at| at != to) || ticks == 0 {
            ticks += 1;
            squares = go(ticks);
        }
        let found: Vec<Square> = simulation
            .agents()
            .iter()
            .map(|&it| square(simulation, it))
            .collect();
        assert_eq!(found, squares, "seed {seed}, {size:?}, {walls}, {way}");
        let arrived = plain.iter().filter(|it| it.at == to).count() + usize::from(mouse.0 == to);
        let arrived = u32::try_from(arrived).expect("a few");
        assert_eq!(
            simulation.outcome(),
            Outcome::Walked { arrived, total: 6 },
            "seed {seed}"
        );
        let crew = simulation.entity().get::<Crew>().expect("agents");
        assert_eq!(
            (crew.going, crew.visited()),
            (0, trodden.len()),
            "seed {seed}"
        );
    }
}

#[test]
fn followers_and_tremaux_arrive_in_every_perfect_maze() {
    let mut random = Random::new(1980);
    for seed in 0..200 {
        let size = (1 + random.below(12), 2 + random.below(12));
        let ((_, to), walls) = ((0, random.square(size)), random.pick(&WALLS));
        let agents = format!(
            "WallFollower(to: {to:?}, count: 9, patience: 2000), \
             WallFollower(to: {to:?}, count: 9, hand: Left, patience: 2000), \
             Tremaux(to: {to:?}, count: 9, patience: 2000)"
        );
        let mut simulation = maze(seed, size, walls, &agents);
        assert_eq!(
            simulation.run(),
            Outcome::Walked {
                arrived: 27,
                total: 27
            },
            "seed {seed}"
        );
    }
}

#[test]
fn tremaux_arrives_in_every_braided_maze_and_goes_no_way_more_than_twice() {
    let mut random = Random::new(1876);
    for seed in 0..300 {
        let (size, walls, from, to) = drawn(&mut random);
        let way = format!("Tremaux(at: {from:?}, to: {to:?})");
        let mut simulation = maze(seed, size, &walls, &way);
        let (mut at, mut crossed) = (from, HashMap::<[Square; 2], u32>::new());
        while simulation.tick() {
            let next = square(&simulation, simulation.agents()[0]);
            *crossed.entry([at.min(next), at.max(next)]).or_default() += 1;
            at = next;
        }
        assert_eq!(at, to, "seed {seed}");
        assert!(
            crossed.values().all(|&times| times <= 2),
            "seed {seed}: {crossed:?}"
        );
    }
}

/// The mean number of steps is the exact one, within 4.5 times its standard error.
#[test]
#[allow(clippy::cast_precision_loss)] // thousands
fn a_mouse_takes_as_long_as_a_random_walk() {
    for (seed, braid) in [(1, ""), (2, ""), (3, ", braid: 0.5"), (4, ", braid: 1")] {
        let (from, to, walls) = ((4, 1), (1, 5), format!("Wilson{braid}"));
        let mice = format!("Mouse(at: {from:?}, to: {to:?}, count: 4000)");
        let mut simulation = maze(seed, (4, 5), &walls, &mice);
        let ways = ways(&simulation);
        let squares: Vec<Square> = ways.keys().copied().collect();
        let exact = agents::hitting_times(&squares, to, is_open(&ways))[&from];
        if braid.is_empty() {
            let tree = tree_time(&ways, from, to);
            assert!(
                (exact - tree).abs() < 1e-6,
                "{exact} by equations, {tree} by the formula"
            );
        }

        simulation.run();
        let steps: Vec<f64> = simulation
            .agents()
            .iter()
            .map(|it| f64::from(it.steps))
            .collect();
        let count = steps.len() as f64;
        let mean = steps.iter().sum::<f64>() / count;
        let variance = steps.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let error = (variance / count).sqrt();
        assert!(
            (mean - exact).abs() < 4.5 * error,
            "{mean} ± {error}, exactly {exact}"
        );
    }
}

/// The expected time on a tree: each passage on the way takes twice the number of squares behind it,
/// less one.
#[allow(clippy::cast_precision_loss)] // a few squares
fn tree_time(ways: &HashMap<Square, Headings>, from: Square, to: Square) -> f64 {
    /// The squares on this side of the way to the goal, and the time from this square to it.
    fn time(
        is_open: &dyn Fn(Square, Step) -> bool,
        at: Square,
        came: Option<Square>,
        to: Square,
    ) -> (usize, Option<f64>) {
        let beside = STEPS
            .into_iter()
            .filter(|&step| is_open(at, step))
            .map(|it| beside(at, it));
        let below: Vec<_> = beside
            .filter(|&it| Some(it) != came)
            .map(|it| time(is_open, it, Some(at), to))
            .collect();
        let squares = 1 + below.iter().map(|&(squares, _)| squares).sum::<usize>();
        let on = below.iter().find_map(|&(squares, on)| Some((squares, on?)));
        (
            squares,
            if at == to {
                Some(0.0)
            } else {
                on.map(|(_, on)| on)
            },
        )
    }
    // From the start, the squares behind a passage are all but those on its other side.
    let is_open = is_open(ways);
    let (mut at, mut came, mut sum) = (from, None, 0.0);
    while at != to {
        let mut beside = STEPS
            .into_iter()
            .filter(|&it| is_open(at, it))
            .map(|it| beside(at, it));
        let next = beside
            .find(|&next| Some(next) != came && time(&is_open, next, Some(at), to).1.is_some())
            .expect("a way to the goal");
        let behind = ways.len() - time(&is_open, next, Some(at), to).0;
        sum += 2.0 * behind as f64 - 1.0;
        (came, at) = (Some(at), next);
    }
    sum
}

#[test]
fn no_two_solid_agents_are_in_one_square() {
    let crew = "Mouse(to: (1, 1), count: 20, solid: true, patience: 300), \
                WallFollower(to: (1, 1), count: 10, solid: true, patience: 300), \
                Tremaux(to: (1, 1), count: 10, patience: 300)";
    for seed in 0..50 {
        let mut simulation = maze(seed, (6, 7), "Wilson, braid: 0.5", crew);
        let mut waits = 0;
        while simulation.tick() {
            let agents = simulation.agents();
            let solid = agents[..30]
                .iter()
                .filter(|it| it.state != AgentState::Arrived);
            let mut cells = BTreeSet::new();
            assert!(
                solid.clone().all(|agent| cells.insert(agent.cell)),
                "seed {seed}"
            );
            waits += solid.filter(|agent| agent.steps < agent.ticks).count();
        }
        assert!(waits > 0, "seed {seed}");
    }
}

/// In a corridor two solid agents stand before each other until they give up; others pass.
#[test]
fn what_happens_to_the_second_agent() {
    let toward = |solid: &str| {
        let agents = format!(
            "WallFollower(at: (1, 1), to: (1, 6), heading: E, patience: 9{solid}), \
             WallFollower(at: (1, 6), to: (1, 1), heading: W, patience: 9{solid})"
        );
        let mut simulation = maze(1, (1, 6), "Wilson", &agents);
        let outcome = simulation.run().clone();
        (
            outcome,
            simulation
                .agents()
                .iter()
                .map(|it| it.steps)
                .collect::<Vec<_>>(),
        )
    };
    assert_eq!(
        toward(""),
        (
            Outcome::Walked {
                arrived: 2,
                total: 2
            },
            vec![5, 5]
        )
    );
    let (outcome, steps) = toward(", solid: true");
    assert_eq!(
        outcome,
        Outcome::Walked {
            arrived: 0,
            total: 2
        }
    );
    assert!(steps.iter().all(|&steps| steps < 9), "{steps:?}");
}

/// Many at drawn squares: solid ones each at one of their own.
#[test]
fn agents_start_where_the_seed_says() {
    let starts = |seed, crew: &str| -> Vec<Square> {
        let simulation = maze(seed, (5, 5), "Wilson", crew);
        simulation
            .agents()
            .iter()
            .map(|&agent| square(&simulation, agent))
            .collect()
    };
    let drawn = starts(1, "Mouse(to: (1, 1), count: 25)");
    assert_eq!(drawn, starts(1, "Mouse(to: (1, 1), count: 25)"));
    assert_ne!(drawn, starts(2, "Mouse(to: (1, 1), count: 25)"));
    let solid = starts(1, "Mouse(to: (1, 1), count: 25, solid: true)");
    assert_eq!(solid.iter().collect::<BTreeSet<_>>().len(), 25);
}

/// Solid ones that start at taken squares take the next free one, as if each square were looked at.
#[test]
fn solid_agents_start_at_the_next_free_square() {
    let mut random = Random::new(5);
    for _ in 0..300 {
        let (rows, columns) = (1 + random.below(5), 1 + random.below(5));
        let cells = rows * columns;
        let (mut groups, mut taken, mut starts) = (Vec::new(), vec![false; cells], Vec::new());
        for _ in 0..=random.below(cells) {
            let from = random.below(cells);
            let at = (0..cells)
                .map(|far| (from + far) % cells)
                .find(|&cell| !taken[cell]);
            let at = at.expect("a square for each");
            taken[at] = true;
            starts.push((at / columns + 1, at % columns + 1));
            let from = (from / columns + 1, from % columns + 1);
            groups.push(format!("Mouse(at: {from:?}, to: (1, 1), solid: true)"));
        }
        let groups = groups.join(", ");
        let simulation = maze(0, (rows, columns), "Wilson", &groups);
        let found = simulation
            .agents()
            .iter()
            .map(|&it| square(&simulation, it))
            .collect::<Vec<_>>();
        assert_eq!(found, starts, "{groups}");
    }
}

/// The search is over before its agents are: a walk by hand beside them leaves them where they are.
#[test]
fn agents_wait_while_someone_walks_by_hand() {
    let text = include_str!("../../scenes/agents/beside-a-walk.ron");
    let scene = Scene::from_ron(text).expect("a scene");
    let mut play = Play::new(&scene).expect("a walk");
    assert_eq!(play.shortest(), Some(15));
    let starts = play.maze().agents();
    assert!(matches!(play.hint(), Hint::Go { left: 15, .. }));
    assert_eq!(play.maze().agents(), starts);
    assert!(starts.iter().all(|agent| agent.ticks == 0));
}

#[test]
fn drawn_squares_are_random() {
    for (text, is_without_chance) in [
        ("agents: [Mouse(to: (1, 1))]", false),
        ("walk: Foot(from: (1, 1), to: (2, 2))", true),
    ] {
        let text = format!("Scene(grid: (rows: 2, columns: 2), {text})");
        let simulation = Simulation::new(&Scene::from_ron(&text).unwrap()).unwrap();
        assert_eq!(simulation.is_without_chance(), is_without_chance, "{text}");
    }
}
