//! Ends that the seed or the walls decide, and several goals, compared with plain searches.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use mazetick::base::end::End;
use mazetick::base::openings::Openings;
use mazetick::base::walker::Start;
use mazetick::engine::agents::{AgentGroup, AgentState};
use mazetick::picture::tiles::{TileStyle, tiles};
use mazetick::prelude::*;
use mazetick::puzzles::agents::AgentKind;
use mazetick::puzzles::arrow::RandomSigns;
use mazetick::puzzles::dice::RandomNumbers;
use mazetick::puzzles::jump::RandomJumps;
use mazetick::puzzles::{
    Agents, Arrow, Braid, Dice, DrawnWalls, Foot, GrowingTree, Jump, Jumps, Numbers, SignBoard,
    Theseus,
};
use mazetick::scene::board_source::BoardSource;
use proptest::prelude::*;

fn maze(seed: u64) -> Scene {
    Scene::new(6, 7)
        .seeded(seed)
        .with(GrowingTree::default())
        .with(Braid(0.4))
}

fn foot(from: End, to: End) -> Foot {
    Foot { from, to }
}

fn run(scene: Scene) -> Simulation {
    let mut maze = Simulation::new(&scene).expect("a legal scene");
    maze.run();
    maze
}

fn moves(scene: Scene) -> Option<u32> {
    match run(scene).outcome() {
        Outcome::Solved { moves } => Some(moves),
        Outcome::NoSolution => None,
        other => panic!("{other:?}"),
    }
}

/// The ends of a world.
fn ends(maze: &Simulation) -> [End; 2] {
    let Start { from, to, .. } = maze.entity().get().expect("a walk");
    [from.clone(), to.clone()]
}

/// How far each cell is from one, by a search that only asks for walls.
fn distances(maze: &Simulation, from: Position) -> BTreeMap<Position, u32> {
    let mut known = BTreeMap::from([(from, 0)]);
    let mut next = VecDeque::from([from]);
    while let Some(at) = next.pop_front() {
        let Position { row, column } = at;
        let beside = [
            (Heading::N, (row - 1, column)),
            (Heading::S, (row + 1, column)),
            (Heading::W, (row, column - 1)),
            (Heading::E, (row, column + 1)),
        ];
        for (_, to) in beside
            .into_iter()
            .filter(|&(side, _)| !maze.is_wall(at, side))
        {
            let far = known[&at] + 1;
            known.entry(to.into()).or_insert_with(|| {
                next.push_back(to.into());
                far
            });
        }
    }
    known
}

/// The first in grid order of those that are farthest.
fn farthest(distances: &BTreeMap<Position, u32>) -> (Position, u32) {
    let most = *distances.values().max().expect("the start");
    let first = distances
        .iter()
        .find(|(_, far)| **far == most)
        .expect("one");
    (*first.0, most)
}

/// Any walk, from a start to a goal, with what it needs.
fn walked(kind: usize, scene: Scene, from: End, to: End) -> Scene {
    let signs = SignBoard::from(RandomSigns {
        also: 0.6,
        empty: 0.1,
    });
    let numbers = Numbers(BoardSource::Random(RandomNumbers {
        wild: 0.6,
        empty: 0.1,
    }));
    let (heading, top, front) = (Heading::E, 5, 1);
    match kind {
        0 => scene.with(foot(from, to)),
        1 => scene.with(signs).with(Arrow { from, heading, to }),
        2 => scene.with(numbers).with(Dice {
            from,
            top,
            front,
            heading: None,
            to: Some(to),
        }),
        3 => {
            let (scene, heading) = (scene.with(numbers).with(signs), Some(heading));
            scene.with(Dice {
                from,
                top,
                front,
                heading,
                to: Some(to),
            })
        }
        4 => {
            let jumps = RandomJumps {
                empty: 0.1,
                longest: 3,
            };
            scene
                .with(Jumps(BoardSource::Random(jumps)))
                .with(Jump { from, to })
        }
        _ => scene.with(Theseus {
            from,
            minotaur: (6, 1).into(),
            to,
        }),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A walk to several goals is as long as that to the nearest of them, and ends there.
    #[test]
    fn a_walk_ends_at_the_nearest_goal(
        seed in any::<u64>(),
        kind in 0..5_usize,
        goals in prop::collection::vec((1..7_u32, 1..8_u32), 1..5),
    ) {
        let goals: Vec<Position> = goals.into_iter().map(Position::from).collect();
        let to = |to| walked(kind, maze(seed), (2, 3).into(), to);
        let single = goals.iter().filter_map(|&goal| moves(to(goal.into()))).min();
        let several = run(to(End::AnyOf(goals.clone())));
        prop_assert_eq!(moves(to(End::AnyOf(goals.clone()))), single);
        prop_assert_eq!(several.route().last().is_none_or(|at| goals.contains(at)), true);
        prop_assert_eq!(several.route().is_empty(), single.is_none());
    }

    /// The farthest goal of any walk is the first of those to which no other is a longer way.
    #[test]
    fn no_goal_is_farther_than_the_farthest(seed in any::<u64>(), kind in 0..5_usize) {
        let from = Position::new(2, 3);
        let to = |to| walked(kind, maze(seed), from.into(), to);
        let all: BTreeMap<_, _> = Grid { rows: 6, columns: 7 }
            .positions()
            .filter_map(|at| Some((at, if at == from { 0 } else { moves(to(at.into()))? })))
            .collect();
        let (goal, far) = farthest(&all);
        let found = run(to(End::Farthest));
        prop_assert_eq!(&ends(&found)[1], &End::At(goal));
        prop_assert!(far == 0 || moves(to(End::Farthest)) == Some(far));
    }

    /// On foot it is what a search finds that only asks for walls, also for an agent.
    #[test]
    fn the_farthest_goal_is_that_of_a_plain_search(seed in any::<u64>(), row in 1..7_u32, column in 1..8_u32) {
        let at = Position::new(row, column);
        let agent = AgentKind::Tremaux(AgentGroup { to: End::Farthest, ..AgentGroup::at(at) });
        let both = run(maze(seed).with(foot(at.into(), End::Farthest)).with(Agents(vec![agent])));
        let (goal, far) = farthest(&distances(&both, at));
        prop_assert_eq!(&ends(&both)[1], &End::At(goal));
        prop_assert_eq!(both.route().len(), far as usize + 1);
        let agent = both.agents()[0];
        prop_assert_eq!((both.position(agent.to), agent.state), (goal, AgentState::Arrived));
    }

    /// What the seed or the walls decide can be written down, and leads to the same world.
    #[test]
    fn open_ends_can_be_written_down(seed in any::<u64>(), kind in 0..6_usize, is_farthest in any::<bool>()) {
        let to = if is_farthest { End::Farthest } else { End::Random };
        let group = AgentGroup { to: End::Random, count: 3, at: None, patience: Some(80), ..AgentGroup::at((1, 1).into()) };
        let agents = Agents(vec![AgentKind::Mouse(group.clone()), AgentKind::Pledge(group)]);
        let scene = walked(kind, maze(seed), End::Random, to).with(agents).checked().expect("a legal scene");
        let fixed = scene.clone().fixed();
        prop_assert!(!fixed.to_ron().contains("from: Random") && !fixed.to_ron().contains("Farthest"));
        let [mut open, mut known] = [scene, fixed].map(|it| Simulation::new(&it).expect("a world"));
        for ticks in [40, 3, 50, u64::MAX] {
            open.advance(ticks);
            known.advance(ticks);
            if !is_farthest || open.progress().phase != Phase::Generation {
                prop_assert_eq!(open.digests(), known.digests());
            }
        }
        prop_assert_eq!(ends(&open), ends(&known));
    }

    /// A world goes on from a checkpoint to the same goals.
    #[test]
    fn open_ends_are_in_checkpoints(seed in any::<u64>(), kind in 0..6_usize, ticks in 0..60_u64) {
        let agent = |to| AgentKind::WallFollower(AgentGroup { to, patience: Some(90), ..AgentGroup::at((3, 3).into()) });
        let agents = Agents(vec![agent(End::Farthest), agent([(1, 1), (6, 7)].map(Position::from).into_iter().collect())]);
        let scene = walked(kind, maze(seed), End::Random, End::Farthest).with(agents);
        let mut first = Simulation::new(&scene).expect("a world");
        first.advance(ticks);
        let copy = first.checkpoint();
        let digests = first.digests();
        first.run();
        let end = (first.digests(), ends(&first));
        first.rewind(&copy).expect("the same world");
        prop_assert_eq!(first.digests(), digests);
        first.run();
        prop_assert_eq!(&(first.digests(), ends(&first)), &end);
    }

    /// Several goals are several for agents, who arrive at the first to which they come.
    #[test]
    fn agents_arrive_at_the_first_of_their_goals(
        seed in any::<u64>(),
        goals in prop::collection::vec((1..7_u32, 1..8_u32), 2..4),
        solid in any::<bool>(),
    ) {
        let goals: Vec<Position> = goals.into_iter().map(Position::from).collect();
        let group = AgentGroup { to: End::AnyOf(goals.clone()), solid, patience: Some(400), ..AgentGroup::at((2, 3).into()) };
        let scene = maze(seed).with(Agents(vec![AgentKind::Mouse(group)]));
        let mut maze = Simulation::new(&scene).expect("a world");
        while maze.tick() {
            let agent = maze.agents()[0];
            let is_there = agent.steps > 0 && goals.contains(&maze.position(agent.cell));
            prop_assert_eq!(agent.state == AgentState::Arrived, is_there);
            prop_assert!(!is_there || agent.to == agent.cell);
        }
    }
}

/// Every other cell is drawn as a goal, and every cell as a start; nothing else of the world changes.
#[test]
fn every_cell_is_drawn() {
    let mut found = [(); 2].map(|()| BTreeSet::new());
    for seed in 0..600 {
        let drawn = run(maze(seed).with(foot(End::Random, End::Random)));
        let at = ends(&drawn).map(|end| end.only().expect("one position"));
        assert_ne!(at[0], at[1], "seed {seed}");
        found
            .iter_mut()
            .zip(at)
            .for_each(|(found, at)| _ = found.insert(at));
        let mut same = run(maze(seed).with(foot(at[0].into(), at[1].into())));
        let mut drawn = drawn;
        assert_eq!(same.digests(), drawn.digests());
    }
    assert_eq!(found.map(|it| it.len()), [42, 42]);
}

/// A die whose start is drawn returns to it.
#[test]
fn a_drawn_start_is_returned_to() {
    let numbers = Numbers(BoardSource::Random(RandomNumbers {
        wild: 1.0,
        empty: 0.0,
    }));
    for seed in 0..20 {
        let die = Dice {
            from: End::Random,
            top: 5,
            front: 1,
            heading: None,
            to: None,
        };
        let maze = run(Scene::new(3, 3)
            .seeded(seed)
            .with(numbers.clone())
            .with(die)
            .drawn(TextFormat::DICE));
        let [from, to] = ends(&maze);
        assert_eq!(from, to);
        assert_eq!(maze.route().first(), maze.route().last());
        assert!(maze.route().len() > 1);
    }
}

#[test]
fn wrong_ends_are_refused() {
    let error = |from, to| {
        maze(1)
            .with(foot(from, to))
            .checked()
            .unwrap_err()
            .to_string()
    };
    let at = |row, column| End::from((row, column));
    assert!(error(End::Farthest, at(1, 1)).starts_with("walk.from: "));
    assert!(
        error(End::AnyOf(vec![(1, 1).into(), (1, 2).into()]), at(1, 1)).starts_with("walk.from: ")
    );
    assert!(error(at(1, 1), End::AnyOf(vec![])).starts_with("walk.to: no goals"));
    assert!(
        error(at(1, 1), End::AnyOf(vec![(1, 1).into(), (9, 2).into()]))
            .starts_with("walk.to[1]: (9, 2) is outside")
    );
    let group = |at, to, solid| AgentGroup {
        at,
        to,
        solid,
        count: 2,
        ..AgentGroup::at((1, 1).into())
    };
    let agents = |group| {
        maze(1)
            .with(Agents(vec![AgentKind::Mouse(group)]))
            .checked()
    };
    assert!(agents(group(Some((1, 1).into()), End::Farthest, false)).is_ok());
    assert!(agents(group(Some((1, 1).into()), End::Farthest, true)).is_err());
    assert!(agents(group(None, End::Farthest, false)).is_err());
}

/// The border is drawn open beside the ends that lie on it, in texts and pictures, and read back.
#[test]
fn openings_are_beside_the_ends_on_the_border() {
    let drawn = |from: (u32, u32), to: (u32, u32), is_open| {
        let scene = Scene::new(2, 3)
            .with(DrawnWalls::default())
            .with(Openings(is_open))
            .drawn(TextFormat::LATTICE);
        let mut maze = run(scene.with(foot(from.into(), to.into())));
        let johnny = maze.draw(TextFormat::JOHNNY).expect("walls").to_string();
        [
            maze.text().replace('*', " "),
            johnny,
            tiles(&maze.picture(), TileStyle::Values),
        ]
    };
    assert_eq!(
        drawn((1, 1), (2, 3), true),
        [
            "+  +--+--+\n| S      |\n+  +  +  +\n|       G|\n+--+--+  +\n",
            "   _ _\n|     |\n|_ _  |\n\n",
            "1,0,1,1,1,1,1\n1,0,0,0,0,0,1\n1,0,1,0,1,0,1\n1,0,0,0,0,0,1\n1,1,1,1,1,0,1\n",
        ]
    );
    let closed = drawn((1, 1), (2, 3), false);
    assert!(closed[0].starts_with("+--+--+--+\n") && closed[2].starts_with("1,1,1,1,1,1,1\n"));
    let sideways = Scene::new(3, 3)
        .with(DrawnWalls::default())
        .with(Openings(true))
        .drawn(TextFormat::LATTICE);
    let ends = foot(
        (2, 1).into(),
        [(2, 2), (2, 3)].map(Position::from).into_iter().collect(),
    );
    let maze = run(sideways.with(ends)).text().replace('*', " ");
    assert_eq!(
        maze,
        "+--+--+--+\n|        |\n+  +  +  +\n  S  G  G \n+  +  +  +\n|        |\n+--+--+--+\n"
    );
    let alone = Scene::new(3, 3)
        .with(Openings(true))
        .with(foot((1, 1).into(), (3, 3).into()));
    assert!(
        alone
            .checked()
            .unwrap_err()
            .to_string()
            .starts_with("openings: ")
    );
}
