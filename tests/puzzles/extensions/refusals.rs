//! A gait says of each step why it does not make it, walkers hold many states, and a walk whose steps do
//! nothing ends.

use bevy_ecs::prelude::*;
use mazetick::base::end::End;
use mazetick::base::walker::Start;
use mazetick::engine::search::{Lead, WideTrail};
use mazetick::engine::search::{Moves, State};
use mazetick::prelude::*;
use mazetick::puzzles::foot::OnFoot;
use mazetick::scene::CheckedScene;
use mazetick::tools::play::{Fate, Hint, Play};
use serde::{Deserialize, Serialize};

/// On foot for some steps, as many as it holds, and never where the maze is steep.
struct Weary;

impl Gait for Weary {
    type Trail = WideTrail<260>;
    type Reads = ();
    type OfMaze = &'static Steep;
    const POSES: usize = 260;
    const HOLDS: bool = true;

    fn posed(pose: usize) -> Walker {
        Walker {
            held: u16::try_from(pose).expect("few poses"),
            ..Walker::default()
        }
    }

    fn pose(walker: Walker) -> usize {
        walker.held.into()
    }

    fn step(walker: Walker, to: Heading, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        let held = walker.held.checked_sub(1).filter(|_| to != ground.maze.0)?;
        OnFoot::step(Walker { held, ..walker }, to, &ground.of((), ()))
    }

    fn why(walker: Walker, to: Heading) -> String {
        match walker.held {
            0 => "It is too tired.".to_owned(),
            left => format!("It does not climb {} with {left} steps left.", to.name()),
        }
    }

    fn back(here: Walker, way: u8, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        OnFoot::back(
            Walker {
                held: here.held + 1,
                ..here
            },
            way,
            &ground.of((), ()),
        )
    }
}

/// Toward where it is steep. A component of the maze entity.
#[derive(Component, Clone, Copy, Default, Serialize)]
struct Steep(Heading);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Tired {
    steps: u16,
    #[serde(default)]
    steep: Heading,
    from: End,
    to: End,
}

impl Ingredient for Tired {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Tired";
    const ROLE: Role = Role::Walk;

    fn start(&self) -> Option<Start> {
        Some(Start {
            from: self.from.clone(),
            to: self.to.clone(),
            held: self.steps,
            ..Start::default()
        })
    }

    fn build(world: &mut Build<'_>) {
        let begin = |InRef(of): InRef<Self>, mut steep: Single<&mut Steep>| steep.0 = of.steep;
        world
            .walk::<Weary>()
            .state::<Steep>("steep")
            .on_begin(begin);
    }
}

/// A scene with such a walk, which keeps the laws.
fn tired(steps: u16, columns: u32, ends: &str) -> CheckedScene {
    let registry = Registry::standard().with(|registry| _ = registry.add::<Tired>());
    let text =
        format!("Scene(grid: (rows: 2, columns: {columns}), walk: Tired(steps: {steps}, {ends}))");
    let scene = registry.read(&text).expect("a legal scene");
    assert_eq!(registry.prove(&scene).expect("a world"), [], "{text}");
    scene
}

#[test]
fn a_walker_holds_more_than_a_byte() {
    for (steps, outcome) in [
        (256, Outcome::Solved { moves: 256 }),
        (255, Outcome::NoSolution),
    ] {
        let scene = tired(steps, 257, "from: (1, 1), to: (1, 257)");
        assert_eq!(Simulation::new(&scene).expect("a world").run(), outcome);
    }
}

#[test]
fn a_gait_reads_what_holds_for_the_whole_maze() {
    for (steep, outcome) in [
        ("N", Outcome::Solved { moves: 3 }),
        ("E", Outcome::NoSolution),
    ] {
        let scene = tired(9, 4, &format!("steep: {steep}, from: (1, 1), to: (1, 4)"));
        assert_eq!(Simulation::new(&scene).expect("a world").run(), outcome);
    }
}

#[test]
fn a_gait_says_of_each_step_why_it_does_not_make_it() {
    let scene = tired(3, 4, "from: (2, 1), to: (1, 3)");
    let mut play = Play::new(&scene).expect("a walk by hand");
    let why = |play: &mut Play, to| play.go(to).expect_err("refused").to_string();
    assert_eq!(
        why(&mut play, Heading::N),
        "It does not climb north with 3 steps left."
    );
    for _ in 0..3 {
        play.go(Heading::E).expect("it can");
    }
    assert_eq!(why(&mut play, Heading::N), "It is too tired.");
    assert_eq!(why(&mut play, Heading::S), "The maze ends there.");

    assert_eq!(play.hint(), Hint::NoWay);
    let nearest =
        "nearest to the goal, from (2, 3) north: It does not climb north with 1 steps left.";
    let obstacles = play.obstacles();
    assert!(
        obstacles.len() == 1 && obstacles[0].ends_with(nearest),
        "{obstacles:?}"
    );

    let steps = play.steps();
    let north = steps.steps.iter().flatten().map(|fates| fates[0]);
    let reason = |fate| {
        if let Fate::Closed(it) = fate {
            Some(it as usize)
        } else {
            None
        }
    };
    let mut reasons: Vec<&str> = north
        .filter_map(reason)
        .map(|it| &*steps.reasons[it])
        .filter(|it| it.starts_with("It"))
        .collect();
    reasons.sort_unstable();
    reasons.dedup();
    assert_eq!(reasons.len(), 4, "{reasons:?}");
}

/// Its steps do nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Frozen;

impl Ingredient for Frozen {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Frozen";
    const ROLE: Role = Role::Walk;

    fn start(&self) -> Option<Start> {
        Some(Start {
            from: (1, 1).into(),
            to: (1, 2).into(),
            ..Start::default()
        })
    }

    fn build(world: &mut Build<'_>) {
        world
            .walk_by(|_| Vec::new(), |_| None)
            .steps(|| {})
            .moves(no_moves);
        world.by_hand(
            |_: InRef<[State]>| {},
            |_, _| String::new(),
            "It is frozen.",
        );
    }
}

fn no_moves(moves: Moves<'_>) {
    moves.answer(State::default(), 1, |_, _| {});
}

#[test]
fn a_walk_whose_steps_do_nothing_ends() {
    let registry = Registry::standard().with(|registry| _ = registry.add::<Frozen>());
    let scene = registry
        .read("Scene(grid: (rows: 1, columns: 2), walk: Frozen)")
        .expect("legal");
    let mut simulation = Simulation::new(&scene).expect("a world");
    let stuck = "stuck at walk: its systems neither do a tick nor end";
    assert_eq!(simulation.run().to_string(), stuck);
    let mut play = Play::new(&scene).expect("a walk by hand");
    assert_eq!((play.shortest(), play.hint()), (None, Hint::Unknown));
    assert_eq!(
        play.go(Heading::E).expect_err("refused").to_string(),
        "It is frozen."
    );
}
