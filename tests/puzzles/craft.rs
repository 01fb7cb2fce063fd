//! Graphs of states, proofs and ratings, held against plain rules that share no code with them.

use std::collections::HashSet;
use std::hash::Hash;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::compared::{Puzzle, position, small};
use crate::extensions::own_program;
use crate::mixtures::{Mixed, Sizes, random_mixture};
use crate::scenes::committed_scenes;
use mazetick::base::{Heading, Headings, Position};
use mazetick::puzzles::{DrawnWalls, Foot, Theseus};
use mazetick::registry::Registry;
use mazetick::scene::{Scene, Simulation};
use mazetick::tools::craft::Proof;
use mazetick::tools::craft::{Judgement, Rating, Targets, judge};
use mazetick::tools::graph::StateGraph;
use plain::jump::Maze;
use plain::random::Random;
use plain::routes::States;
use plain::theseus::{End, Labyrinth};
use plain::{Square, Walls};

/// Boards of each kind.
const BOARDS: usize = 8000;

/// What was seen of some boards.
#[derive(Debug, Default)]
struct Seen {
    unique: usize,
    several: usize,
    unsolved: usize,
    too_many: usize,
}

impl Seen {
    /// Compares the proof of a scene with the rules of a plain version.
    fn compare<S: Copy + Eq + Hash>(
        &mut self,
        there: &mut Option<Simulation>,
        scene: &Scene,
        start: S,
        moves: impl Fn(S) -> Vec<Option<S>>,
    ) {
        let world = Simulation::reuse(there, scene).expect("a legal scene");
        let proof = Proof::of(world).expect("a walk with a graph");
        let words = || scene.to_ron();
        let states = States::new(start, moves);
        assert_eq!(proof.graph().states().len(), states.number(), "{}", words());
        check(&proof, words);
        let Some(count) = states.routes(20_000) else {
            self.too_many += 1;
            return;
        };
        assert_eq!(proof.moves().is_some(), count > 0, "{}", words());
        assert_eq!(proof.is_unique(), count == 1, "{count} routes: {}", words());
        match count {
            0 => self.unsolved += 1,
            1 => self.unique += 1,
            _ => self.several += 1,
        }
    }

    #[track_caller]
    fn assert_enough(&self) {
        let Self {
            unique,
            several,
            unsolved,
            too_many,
        } = *self;
        assert_eq!(unique + several + unsolved + too_many, BOARDS);
        let least = unique.min(several).min(unsolved);
        assert!(least >= BOARDS / 50 && too_many <= BOARDS / 50, "{self:?}");
    }
}

/// Checks what a proof says of its graph, looking at its moves only.
fn check(proof: &Proof, words: impl Fn() -> String) {
    let graph = proof.graph();
    let numbers = || 0..small(graph.states().len());
    for from in numbers() {
        let to: HashSet<u32> = graph.moves(from).iter().copied().collect();
        assert_eq!(
            to.len(),
            graph.moves(from).len(),
            "a move twice: {}",
            words()
        );
        assert!(!to.contains(&0), "a move to the start: {}", words());
    }
    let Some(goal) = graph.goal() else {
        assert!(proof.moves().is_none() && proof.other_route().is_none() && !proof.is_unique());
        return;
    };
    assert!(
        graph.moves(goal).is_empty(),
        "a move from the goal: {}",
        words()
    );
    let route = proof.route();
    assert_eq!(proof.moves(), Some(small(route.len() - 1)));
    assert_is_route(graph, route, &words);
    if let Some(other) = proof.other_route() {
        assert_is_route(graph, &other.route, &words);
        assert_ne!(other.route, route, "{}", words());
        assert!(!proof.is_unique(), "{}", words());
    } else {
        assert!(proof.is_unique(), "{}", words());
        let height = |of| proof.height(of).expect("a route");
        for from in numbers() {
            for &to in graph.moves(from) {
                let is_of_route = route.windows(2).any(|pair| pair == [from, to]);
                assert_eq!(height(to) > height(from), is_of_route, "{}", words());
            }
        }
        for pair in route.windows(2) {
            assert!(
                !leads_without(graph, (pair[0], pair[1]), goal),
                "{}",
                words()
            );
        }
    }
    assert_rated(proof, goal, words);
}

fn assert_is_route(graph: &StateGraph, route: &[u32], words: impl Fn() -> String) {
    let ends = (route.first().copied(), route.last().copied());
    assert_eq!(ends, (Some(0), graph.goal()), "{}", words());
    assert_eq!(
        route.iter().collect::<HashSet<_>>().len(),
        route.len(),
        "{}",
        words()
    );
    assert!(
        route
            .windows(2)
            .all(|pair| graph.moves(pair[0]).contains(&pair[1])),
        "{}",
        words()
    );
}

/// Whether the goal can be reached without a move.
fn leads_without(graph: &StateGraph, without: (u32, u32), goal: u32) -> bool {
    reached(graph, 0, |from, to| (from, to) != without)[goal as usize]
}

/// Whether each state is reached from one.
fn reached(graph: &StateGraph, from: u32, may: impl Fn(u32, u32) -> bool) -> Vec<bool> {
    let (mut seen, mut ahead) = (vec![false; graph.states().len()], vec![from]);
    seen[from as usize] = true;
    while let Some(here) = ahead.pop() {
        for &to in graph.moves(here) {
            if may(here, to) && !std::mem::replace(&mut seen[to as usize], true) {
                ahead.push(to);
            }
        }
    }
    seen
}

/// Compares the ratings with what is counted directly.
fn assert_rated(proof: &Proof, goal: u32, words: impl Fn() -> String) {
    let (graph, route) = (proof.graph(), proof.route());
    let assert_is = |of, expected: f64| {
        assert_eq!(proof.rating(of), Some(expected), "{of:?}: {}", words());
    };
    let all = 0..small(graph.states().len());
    let place = |of: u32| route.iter().position(|&it| it == of);
    let is_lost = |&from: &u32| !reached(graph, from, |_, _| true)[goal as usize];
    let lost = all.clone().filter(is_lost).count();
    assert_is(Rating::Holes, lost as f64 / f64::from(all.end));

    let aside = |of: u32| {
        graph
            .moves(of)
            .iter()
            .copied()
            .filter(|&it| place(it).is_none())
    };
    let is_live = |&&from: &&u32| {
        aside(from).any(|one| {
            aside(one).any(|two| aside(two).any(|three| one != two && three != one && three != two))
        })
    };
    let moves = route.len() - 1;
    assert_is(Rating::Moves, moves as f64);
    assert_is(
        Rating::Live,
        route[..moves].iter().filter(is_live).count() as f64,
    );

    // The height of a side state: the first place from which it is reached off the route.
    let mut twice = 2 * moves as u64;
    let off_route = |at: usize| reached(graph, route[at], |_, to| place(to).is_none());
    let off_route: Vec<_> = (0..moves).map(off_route).collect();
    let height = |of: u32| place(of).or_else(|| off_route.iter().position(|it| it[of as usize]));
    for from in all.clone().filter(|&it| it != goal) {
        let height = height(from).expect("it is reached") as u64;
        twice += u64::from(place(from).is_none());
        twice += if graph.moves(from).is_empty() {
            height + 1
        } else {
            0
        };
        let back = graph
            .moves(from)
            .iter()
            .filter_map(|&to| place(to).map(|at| at as u64));
        twice += back
            .filter(|&at| at <= height)
            .map(|at| height - at + 1)
            .sum::<u64>();
    }
    assert_is(Rating::Effort, twice as f64 / 2.0);

    let is_forced = |at: &usize| {
        let onward = graph
            .moves(route[*at])
            .iter()
            .filter(|&&to| !route[..=*at].contains(&to));
        onward.count() == 1
    };
    assert_is(
        Rating::First,
        (0..moves).take_while(is_forced).count() as f64,
    );
    let is_forced_back = |at: &usize| {
        let before = all
            .clone()
            .filter(|&from| graph.moves(from).contains(&route[*at]));
        before.filter(|from| !route[*at..].contains(from)).count() == 1
    };
    assert_is(
        Rating::Last,
        (1..=moves).rev().take_while(is_forced_back).count() as f64,
    );
}

/// Random walls inside a grid, as the plain versions and as scenes have them.
fn random_walls(
    (rows, columns): Square,
    times: usize,
    random: &mut Random,
) -> (Walls, Vec<(Position, Headings)>) {
    let (mut walls, mut listed) = (Walls::new(), Vec::new());
    for at in (1..=rows).flat_map(|row| (1..=columns).map(move |column| (row, column))) {
        for (beside, side) in [
            ((at.0 + 1, at.1), Heading::S),
            ((at.0, at.1 + 1), Heading::E),
        ] {
            if beside.0 <= rows && beside.1 <= columns && random.percent(times) {
                walls.extend([(at, beside), (beside, at)]);
                listed.push((position(at), [side].into_iter().collect()));
            }
        }
    }
    (walls, listed)
}

/// Random boards of walls, signs, numbers and dice.
fn compare_mixtures(die: bool, headed: bool, sizes: &Sizes, walls: usize) -> Seen {
    let (mut random, mut seen, mut there) = (Random::new(24), Seen::default(), None);
    for _ in 0..BOARDS {
        let mut mixture = random_mixture(die, headed, sizes, &mut random);
        let size = (mixture.rows, mixture.columns);
        let (stand, listed) = random_walls(size, walls, &mut random);
        mixture.walls = stand;
        let mixed = Mixed {
            mixture,
            generator: None,
            seed: 0,
        };
        let scene = mixed.scene();
        let scene = if walls > 0 {
            scene.with(DrawnWalls::listed(listed))
        } else {
            scene
        };
        let mixture = &mixed.mixture;
        seen.compare(&mut there, &scene, mixture.first(), |state| {
            mixture.moves(state)
        });
    }
    seen
}

#[test]
fn proofs_of_arrow_mazes_are_those_of_plain_rules() {
    compare_mixtures(
        false,
        true,
        &Sizes {
            most: 4,
            arrows: 55,
            wild: 0,
        },
        0,
    )
    .assert_enough();
}

#[test]
fn proofs_of_dice_mazes_are_those_of_plain_rules() {
    compare_mixtures(
        true,
        false,
        &Sizes {
            most: 4,
            arrows: 0,
            wild: 40,
        },
        0,
    )
    .assert_enough();
}

#[test]
fn proofs_of_walks_in_walls_are_those_of_plain_rules() {
    compare_mixtures(
        false,
        false,
        &Sizes {
            most: 4,
            arrows: 0,
            wild: 0,
        },
        40,
    )
    .assert_enough();
}

#[test]
fn proofs_of_dice_with_headings_are_those_of_plain_rules() {
    compare_mixtures(
        true,
        true,
        &Sizes {
            most: 4,
            arrows: 75,
            wild: 75,
        },
        8,
    )
    .assert_enough();
}

#[test]
fn proofs_of_jumps_are_those_of_plain_rules() {
    let (mut random, mut seen, mut there) = (Random::new(7), Seen::default(), None);
    for _ in 0..BOARDS {
        let size = random.square((4, 4));
        let mut length = || {
            if random.percent(5) {
                0
            } else {
                1 + random.below(3)
            }
        };
        let lengths = (0..size.0)
            .map(|_| (0..size.1).map(|_| length()).collect())
            .collect();
        let (start, goal) = (random.square(size), random.square(size));
        let maze = Maze {
            lengths,
            walls: Walls::new(),
            start,
            goal,
        };
        seen.compare(&mut there, &maze.scene(), start, |from| {
            let to = maze.jumps(from).into_iter().flatten();
            to.map(|to| (to != goal).then_some(to)).collect()
        });
    }
    seen.assert_enough();
}

#[test]
fn proofs_of_theseus_are_those_of_plain_rules() {
    let (mut random, mut seen, mut there) = (Random::new(1990), Seen::default(), None);
    for _ in 0..BOARDS {
        let (rows, columns) = random.square((4, 4));
        let (walls, listed) = random_walls((rows, columns), 35, &mut random);
        let mut square = || random.square((rows, columns));
        let (start, exit) = ((square(), square()), square());
        let labyrinth = Labyrinth {
            rows,
            columns,
            walls,
            start,
            exit,
        };
        let [from, minotaur, to] = [start.0, start.1, exit].map(position);
        let scene = Scene::new(small(rows), small(columns))
            .with(DrawnWalls::listed(listed))
            .with(Theseus {
                from: from.into(),
                minotaur,
                to: to.into(),
            });
        seen.compare(&mut there, &scene, start, |both| {
            let turns = labyrinth
                .turns(both)
                .into_iter()
                .filter(|_| both.0 != both.1);
            let to = turns.filter_map(|end| match end {
                End::Lost => None,
                End::Out(_) => Some(None),
                End::Hunted(both) => Some(Some(both)),
            });
            to.collect()
        });
    }
    seen.assert_enough();
}

/// The routes from a cell that repeat none and end at the first goal, by plain search.
fn plain_routes(
    (size, walls, goals): (Square, &Walls, &[Square]),
    route: &mut Vec<Square>,
    found: &mut Vec<Vec<Square>>,
) {
    let (row, column) = route[route.len() - 1];
    if route.len() > 1 && goals.contains(&(row, column)) {
        return found.push(route.clone());
    }
    for next in [
        (row - 1, column),
        (row + 1, column),
        (row, column - 1),
        (row, column + 1),
    ] {
        let is_inside = (1..=size.0).contains(&next.0) && (1..=size.1).contains(&next.1);
        if is_inside && !walls.contains(&((row, column), next)) && !route.contains(&next) {
            route.push(next);
            plain_routes((size, walls, goals), route, found);
            route.pop();
        }
    }
}

/// Of several goals each is an end of its own: routes to different ones are different solutions, all of them right.
#[test]
fn proofs_and_judgements_of_several_goals_are_those_of_plain_routes() {
    let (mut random, mut several, mut unique, mut shortest_alone) = (Random::new(2), 0, 0, 0);
    for _ in 0..500 {
        let size = random.square((3, 4));
        let (walls, listed) = random_walls(size, 40, &mut random);
        let start = random.square(size);
        let goals: Vec<Square> = (0..2 + random.below(2))
            .map(|_| random.square(size))
            .collect();
        if goals.contains(&start) {
            continue;
        }
        let mut found = Vec::new();
        plain_routes((size, &walls, &goals), &mut vec![start], &mut found);
        let scene = Scene::new(small(size.0), small(size.1))
            .with(DrawnWalls::listed(listed))
            .with(Foot {
                from: position(start).into(),
                to: goals.iter().copied().map(position).collect(),
            });
        let words = || scene.to_ron();
        let proof = Proof::of_scene(&scene).expect("a graph");
        let shortest = found.iter().map(|route| small(route.len() - 1)).min();
        let nearest = found
            .iter()
            .filter(|it| Some(small(it.len() - 1)) == shortest)
            .count();
        assert_eq!(proof.moves(), shortest, "{}", words());
        assert_eq!(proof.is_unique(), found.len() == 1, "{}", words());
        assert_eq!(proof.has_one_shortest(), nearest == 1, "{}", words());
        if let Some(other) = proof.other_route() {
            let other = other.route.iter().map(|&it| proof.graph().position(it));
            let other: Vec<_> = other.collect();
            let is_plain =
                |it: &&Vec<Square>| it.iter().map(|&at| position(at)).eq(other.iter().copied());
            assert!(found.iter().find(is_plain).is_some(), "{}", words());
        }
        for route in &found {
            let answer = format!("{route:?}");
            let right = Judgement::Right {
                moves: small(route.len() - 1),
                shortest: shortest.expect("a route"),
            };
            assert_eq!(judge(&scene, &answer), Ok(right), "{answer}: {}", words());
        }
        several += usize::from(found.len() > 1);
        unique += usize::from(found.len() == 1);
        shortest_alone += usize::from(found.len() > 1 && nearest == 1);
    }
    let seen = [several, unique, shortest_alone];
    assert!(seen.iter().all(|&it| it > 30), "{seen:?}");
}

/// What an answer to a row of cells is judged to be: its moves and those of a shortest route, if it is right.
fn judged(columns: u32, walk: &str, answer: &str) -> Option<(u32, u32)> {
    let scene = format!("Scene(grid: (rows: 1, columns: {columns}), walk: {walk})");
    let scene = Scene::from_ron(&scene).expect("a legal scene");
    match judge(&scene, answer).expect("an answer") {
        Judgement::Right { moves, shortest } => Some((moves, shortest)),
        _ => None,
    }
}

#[test]
fn answers_end_at_any_goal_by_moves_of_the_puzzle() {
    let walk = "Foot(from: (1, 2), to: [(1, 1), (1, 4)])";
    for answer in ["(1,2) (1,3) (1,4)", "EE"] {
        assert_eq!(judged(4, walk, answer), Some((2, 1)), "{answer}");
    }
    for answer in [
        "(1,2) (1,3) (1,1)",
        "(1,2) (1,4)",
        "(1,2) (1,1) (1,2)",
        "WE",
    ] {
        assert_eq!(judged(4, walk, answer), None, "{answer}");
    }
}

#[test]
fn answers_may_pass_the_start_again() {
    for answer in ["WEE", "(1,2) (1,1) (1,2) (1,3)"] {
        assert_eq!(
            judged(3, "Foot(from: (1, 2), to: (1, 3))", answer),
            Some((3, 1)),
            "{answer}"
        );
    }
    assert_eq!(
        judged(3, "Foot(from: (1, 2), to: (1, 3))", "WEWEE"),
        Some((5, 1))
    );
    assert_eq!(judged(3, "Foot(from: (1, 2), to: (1, 3))", "WEW"), None);
    assert_eq!(
        judged(3, "Foot(from: (1, 2), to: (1, 2))", "WE"),
        Some((2, 2))
    );
}

/// A proof is the same before, within and after the walk, and leaves the world as it is.
#[test]
fn a_proof_can_be_taken_at_any_time_and_changes_nothing() {
    let mut proofs = 0;
    for (path, text) in committed_scenes() {
        let path = path.display();
        let scene = Scene::from_ron(&text).expect("a legal scene");
        let mut world = Simulation::new(&scene).expect("a small world");
        if !scene.has_walk() || scene.grid.cells() > 10_000 {
            continue;
        }
        let untouched = Simulation::new(&scene)
            .expect("a small world")
            .run()
            .clone();
        let mut found = None;
        loop {
            let digest = world.digest();
            if let Ok(proof) = Proof::of(&mut world) {
                let these = (proof.graph().states().to_vec(), proof.route().to_vec());
                assert_eq!(*found.get_or_insert(these.clone()), these, "{path}");
            }
            assert_eq!(world.digest(), digest, "{path}");
            let tick = world.progress().tick;
            if world.advance(1 + tick) == 0 {
                break;
            }
        }
        assert_eq!(world.outcome(), untouched, "{path}");
        if let (Some((_, route)), mazetick::base::Outcome::Solved { moves }) = (found, untouched) {
            assert_eq!(small(route.len()), moves + 1, "{path}");
            proofs += 1;
        }
    }
    assert!(proofs > 20, "{proofs} proofs");
}

/// The ratings of samples, as they were computed before by another program.
#[test]
fn samples_have_their_known_efforts() {
    for (path, effort) in [("arrow/sample-1", 26.0), ("dice/sample-2", 50.5)] {
        let text = std::fs::read_to_string(format!("scenes/{path}.ron")).expect("a scene");
        let scene = Scene::from_ron(&text).expect("a legal scene");
        let proof = Proof::of(&mut Simulation::new(&scene).expect("a world")).expect("a graph");
        assert_eq!(proof.rating(Rating::Effort), Some(effort), "{path}");
    }
}

/// Boards of every kind that can be made into puzzles.
const BOARDS_TO_MAKE: [&str; 5] = [
    "grid: (rows: 3, columns: 4), numbers: [[1, 1, 1, 1], [1, 1, 1, 1], [-1, 1, 0, 1]],
        walk: Dice(from: (1, 1), top: 5, front: 1, to: (3, 4))",
    "grid: (rows: 3, columns: 3), signs: {}, walk: Arrow(from: (3, 1), heading: N, to: (3, 3))",
    "grid: (rows: 4, columns: 4), jumps: [[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 0]],
        walk: Jump(from: (1, 1), to: (4, 4))",
    "grid: (rows: 4, columns: 4), walls: {}, walk: Foot(from: (1, 1), to: (4, 4))",
    "grid: (rows: 3, columns: 3), walls: {}, walk: Theseus(from: (1, 1), minotaur: (2, 2), to: (3, 3))",
];

/// What is made is unique, is as wished, and expects what holds.
#[test]
fn puzzles_that_are_made_keep_their_promises() {
    let registry = Registry::standard();
    let mut fulfilled = 0;
    for board in BOARDS_TO_MAKE {
        let text = format!("Scene(name: \"MADE\", {board}, text: Arrow)");
        let scene = registry.read(&text).expect("a legal scene");
        let wants = [Rating::Moves, Rating::Effort, Rating::Live]
            .into_iter()
            .cycle();
        for (seed, want) in (0..60).zip(wants) {
            let targets = Targets {
                want,
                at_least: vec!["moves=3".parse().expect("a bound")],
                at_most: vec!["holes=0.6".parse().expect("a bound")],
                tries: 300,
                seed,
            };
            let by = |jobs| registry.make(&scene, &[], &targets, jobs, |_| (), || false);
            let made = by(1).expect("something that can be changed");
            assert_eq!(by(3).expect("the same").scene, made.scene, "{text}");
            let again = registry
                .test(&made.scene.to_ron(), &mut None)
                .expect("a legal scene");
            assert_eq!(
                (again.failures, again.expectations > 0),
                (Vec::new(), true),
                "{text}"
            );
            if made.missed.is_empty() {
                let holes = made.proof.rating(Rating::Holes).expect("a route");
                assert!(made.proof.is_unique() && made.proof.moves() >= Some(3) && holes <= 0.6);
                fulfilled += 1;
            }
        }
    }
    assert!(fulfilled > 150, "{fulfilled} as wished");
}

#[test]
fn puzzles_are_the_same_on_any_number_of_threads() {
    let registry = Registry::standard();
    let text = format!("Scene(name: \"MADE\", {}, text: Arrow)", BOARDS_TO_MAKE[1]);
    let scene = registry.read(&text).expect("a legal scene");
    let targets = Targets {
        tries: 540_000,
        seed: 4,
        ..Targets::default()
    };
    let make = |jobs| {
        let mut done = 0;
        let made = registry.make(&scene, &[], &targets, jobs, |tried| done += tried, || false);
        assert_eq!(done, 540_000);
        made.expect("a puzzle").scene
    };
    assert_eq!(make(1), make(3), "{text}");
}

/// Routes are planted that are much longer than those of boards that are only climbed: here of at most 84 moves
/// in three million boards.
/// That there is no walk is said before the walls are built, which could take long, or fail.
#[test]
fn a_scene_without_a_walk_is_not_built() {
    let scene = "Scene(grid: (rows: 1, columns: 2), text: Johnny,
        generate: Johnny(start: (1, 1), commands: \"U\"))";
    let scene = Scene::from_ron(scene).expect("a legal scene");
    let error = Proof::of_scene(&scene).expect_err("no walk").to_string();
    assert_eq!(error, "walk: no walk, expected one: only walks have states");
}

#[test]
fn long_routes_are_planted() {
    let registry = Registry::standard();
    let numbers = vec![vec![1; 10]; 10];
    let dice =
        format!("numbers: {numbers:?}, walk: Dice(from: (1, 1), top: 5, front: 1, to: (10, 10))");
    let arrows = "signs: {}, walk: Arrow(from: (10, 1), heading: N, to: (5, 5))";
    for (board, least) in [(&*dice, 110), (arrows, 220)] {
        let text =
            format!("Scene(name: \"A\", grid: (rows: 10, columns: 10), {board}, text: Arrow)");
        let scene = registry.read(&text).expect("a legal scene");
        let targets = Targets {
            want: Rating::Moves,
            tries: 60_000,
            ..Targets::default()
        };
        let made = registry
            .make(&scene, &[], &targets, 1, |_| (), || false)
            .expect("a puzzle");
        assert!(
            made.missed.is_empty() && made.proof.moves() > Some(least),
            "{:?}",
            made.proof.moves()
        );
        let bound = Targets {
            at_most: vec!["moves=30".parse().expect("a bound")],
            ..targets
        };
        let made = registry
            .make(&scene, &[], &bound, 1, |_| (), || false)
            .expect("a puzzle");
        let moves = made.proof.moves().expect("a route");
        assert!(
            made.missed.is_empty() && (20..=30).contains(&moves),
            "{moves}"
        );
    }
}

/// Whoever stops gets the best so far.
#[test]
fn making_can_be_stopped() {
    let registry = Registry::standard();
    let text = format!("Scene(name: \"MADE\", {}, text: Arrow)", BOARDS_TO_MAKE[2]);
    let scene = registry.read(&text).expect("a legal scene");
    let looks = AtomicU32::new(0);
    let stop = || looks.fetch_add(1, Ordering::Relaxed) > 20_000;
    let targets = Targets {
        tries: 1 << 40,
        ..Targets::default()
    };
    let made = registry
        .make(&scene, &[], &targets, 1, |_| (), stop)
        .expect("a puzzle");
    assert!(made.missed.is_empty() && made.proof.is_unique());
}

/// A stop is asked for at each state while moves are collected, and at each board; then nothing goes on.
#[test]
fn a_stop_is_heard_at_once() {
    let registry = Registry::standard();
    let board = "grid: (rows: 20, columns: 20), jumps: Random(longest: 5), walk: Jump(from: (1, 1), to: (9, 9))";
    let scene = registry.read(&format!("Scene(name: \"A\", {board}, text: Arrow)"));
    let scene = scene.expect("a legal scene");
    for after in [0, 50, 1000] {
        let looks = AtomicU32::new(0);
        let stop = || looks.fetch_add(1, Ordering::Relaxed) >= after;
        let targets = Targets {
            tries: 1 << 40,
            ..Targets::default()
        };
        registry
            .make(&scene, &[], &targets, 1, |_| (), stop)
            .expect("a puzzle");
        let looks = looks.into_inner();
        assert!(
            looks > after && looks < after + 9,
            "{looks} looks, stopped after {after}"
        );
    }
}

/// An ingredient of another crate that says what of it can be changed.
#[test]
fn puzzles_are_made_of_ingredients_from_outside() {
    let registry = own_program::registry();
    let text = r#"Scene(name: "DOORS", grid: (rows: 3, columns: 3), one_way: {(1, 1): "E"}, mud: [(2, 2)],
        walk: Foot(from: (1, 1), to: (3, 3)), text: Arrow)"#;
    let scene = registry.read(text).expect("a legal scene");
    let change = ["one_way".to_owned()];
    let targets = Targets {
        tries: 20_000,
        want: Rating::Moves,
        ..Targets::default()
    };
    let made = registry
        .make(&scene, &change, &targets, 1, |_| (), || false)
        .expect("a puzzle");
    assert!(made.proof.is_unique() && made.missed.is_empty());
    assert!(
        made.scene.to_ron().contains("one_way: {"),
        "{}",
        made.scene.to_ron()
    );
    let again = registry
        .test(&made.scene.to_ron(), &mut None)
        .expect("a legal scene");
    assert_eq!(again.failures, []);
}
