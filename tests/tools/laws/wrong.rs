//! Ingredients that break a law, each in its own way. Their fields are switches.

use std::sync::atomic::{AtomicU32, Ordering};

use bevy_ecs::prelude::*;
use mazetick::base::chance::Chance;
use mazetick::base::grid::CellIndex;
use mazetick::base::heading::Turn;
use mazetick::base::scene_fault::SceneFault;
use mazetick::base::walker::Start;
use mazetick::engine::agents::{Agent, AgentState, Sight, SightedPolicy};
use mazetick::engine::maze::{Entities, Spawned};
use mazetick::engine::search::{ChangedCells, Lead, Leads, StaleCells};
use mazetick::prelude::*;
use mazetick::tools::laws::Law;
use serde::{Deserialize, Serialize, Serializer};

/// What adds an ingredient, and a scene with it.
type Wrong = (fn(&mut Registry), &'static str);

fn plugin<T: Ingredient>(registry: &mut Registry) {
    registry.add::<T>();
}

/// A scene of these rows, columns and fields.
macro_rules! scene {
    ($rows:literal, $columns:literal, $fields:literal) => {
        concat!(
            "Scene(grid: (rows: ",
            $rows,
            ", columns: ",
            $columns,
            "), ",
            $fields,
            ")"
        )
    };
}

const WALKED: &str = scene!(1, 9, "mark: true, walk: Foot(from: (1, 1), to: (1, 9))");
const AGENT: &str = scene!(
    1,
    9,
    "silent: true, agents: [WallFollower(at: (1, 1), to: (1, 9), heading: E)]"
);
const AGENT_FAR: &str = scene!(
    1,
    9,
    "distant: true, agents: [WallFollower(at: (1, 1), to: (1, 9), heading: E, patience: 99)]"
);
const IDLE: &str = scene!(4, 4, "idle: true");
const ASTRAY: &str = scene!(4, 4, "astray: true");

/// Each with the law that it breaks, and its field.
pub(super) const INGREDIENTS: [(Wrong, Law, &str); 22] = [
    ((plugin::<InResource>, WALKED), Law::Rewound, "mark"),
    ((plugin::<InSystem>, WALKED), Law::Rewound, "mark"),
    ((plugin::<Clock>, WALKED), Law::Pieces, "mark"),
    ((plugin::<Stale>, WALKED), Law::Reused, "mark"),
    ((plugin::<Unfilled>, WALKED), Law::Reused, "mark"),
    (
        (plugin::<Unopened>, scene!(4, 4, "unopened: true")),
        Law::Reused,
        "unopened",
    ),
    ((plugin::<Vain>, WALKED), Law::Runs, "mark"),
    ((plugin::<Silent>, AGENT), Law::CellsNoted, "silent"),
    ((plugin::<Distant>, AGENT_FAR), Law::CellsNoted, "distant"),
    ((plugin::<Tallying>, WALKED), Law::RulesRepeat, "mark"),
    (
        (plugin::<Cornered>, CORNERED),
        Law::RulesCommute,
        "cornered",
    ),
    (
        (plugin::<PerRun>, scene!(4, 4, "per_run: true")),
        Law::Pieces,
        "per_run",
    ),
    (
        (plugin::<Forgetful>, scene!(1, 9, "forgetful: (mood: 3)")),
        Law::Printed,
        "forgetful",
    ),
    ((plugin::<Idle>, IDLE), Law::Ends, "idle"),
    ((plugin::<Astray>, ASTRAY), Law::WaysBack, "astray"),
    (
        (plugin::<Dizzy>, scene!(4, 4, "dizzy: true")),
        Law::WaysBack,
        "dizzy",
    ),
    ((plugin::<Reversed>, REVERSED), Law::WaysBack, "reversed"),
    (
        (plugin::<Unled>, scene!(4, 4, "unled: true")),
        Law::StepsAreLed,
        "unled",
    ),
    (
        (plugin::<Third>, scene!(4, 4, "third: true")),
        Law::WaysBack,
        "third",
    ),
    ((plugin::<Swapping>, SWAPPING), Law::RulesClose, "swapping"),
    (
        (plugin::<Forever>, scene!(4, 4, "forever: true")),
        Law::Finishes,
        "forever",
    ),
    (
        (plugin::<Endless>, scene!(1, 1, "endless: true")),
        Law::Finishes,
        "endless",
    ),
];

const CORNERED: &str = scene!(
    3,
    3,
    "walls: {(2, 2): \"E\"}, cornered: true, walk: Foot(from: (1, 1), to: (3, 3))"
);

const SWAPPING: &str = scene!(
    3,
    3,
    "walls: {(1, 1): \"ES\"}, swapping: true, walk: Foot(from: (1, 1), to: (3, 3))"
);

const REVERSED: &str = scene!(4, 4, "reversed: true");

/// Worlds that the engine ends itself, with their outcome.
pub(super) const NOTICED: [(Wrong, &str); 3] = [
    (
        (plugin::<Idle>, IDLE),
        "stuck at idle: its systems neither do a tick nor end",
    ),
    (
        (plugin::<Astray>, ASTRAY),
        "stuck at astray: its ways back do not lead from the goal to the start in as many steps",
    ),
    (
        (plugin::<Reversed>, REVERSED),
        "stuck at reversed: its ways back do not lead from the goal to the start in as many steps",
    ),
];

/// Scenes that do not have what their ingredient needs, with its field and a part of the message.
pub(super) const LACKING: [(Wrong, &str); 7] = [
    (
        (plugin::<Blind>, scene!(2, 2, "blind: true")),
        "blind: it reads a component of cells that no",
    ),
    (
        (plugin::<Reader>, scene!(4, 4, "reader: true")),
        "reader: it reads a component of cells that no ingredient",
    ),
    (
        (
            plugin::<Counter>,
            scene!(2, 2, "count: true, walk: Foot(from: (1, 1), to: (2, 2))"),
        ),
        "count: it reads a component of cells that no ingredient",
    ),
    (
        (plugin::<Clock>, scene!(2, 2, "mark: true")),
        "mark: its systems of each tick would never run",
    ),
    (
        (plugin::<Builder>, WALKED),
        "mark: its systems of each tick would never run",
    ),
    (
        (
            plugin::<OfWalls>,
            scene!(
                2,
                2,
                "generate: Kruskal, mark: true, walk: Foot(from: (1, 1), to: (2, 2))"
            ),
        ),
        "mark: it reads a component of walls",
    ),
    (
        (with_reading, scene!(4, 4, "shifting: true, reader: true")),
        "shifting: it changes in each tick what the steps",
    ),
];

fn with_reading(registry: &mut Registry) {
    registry.add::<Shifting>().add::<Reader>();
}

/// Beside an agent on its way: an ingredient that ends its own part twice, and one that has none.
pub(super) const ENDING: Wrong = (
    with_meddling,
    scene!(
        9,
        9,
        "generate: Wilson, ending: true, meddling: true, agents: [Mouse(at: (1, 1), to: (9, 9))]"
    ),
);

fn with_meddling(registry: &mut Registry) {
    registry.add::<Ending>().add::<Meddling>();
}

/// A gait with a step that stays, which rules don't redirect.
pub(super) const WAITING: Wrong = (plugin::<Waiting>, scene!(4, 4, "waiting: true"));

/// A rule that does without walls where a world has none.
pub(super) const OPTIONAL: Wrong = (plugin::<Wary>, WALKED);

/// A system of `on_begin` that asks for what is nowhere.
pub(super) const ASKING: Wrong = (plugin::<Asking>, WALKED);

/// A world that ends without a result, though it keeps all laws.
pub(super) const REFUSED: Wrong = (plugin::<Refusing>, scene!(1, 4, "refusing: true"));

/// Marks the cells from which one can go east, when the walls are built.
pub(super) const BEGINNING: Wrong = (
    plugin::<Surveying>,
    scene!(
        1,
        3,
        "survey: true, agents: [Mouse(at: (1, 1), to: (1, 2), patience: 9)]"
    ),
);

/// A stage without a tick to do.
pub(super) const TICKLESS: Wrong = (
    plugin::<Tickless>,
    scene!(1, 1, "tickless: true, walk: Foot(from: (1, 1), to: (1, 1))"),
);

/// Agents that a system stops, lets arrive and moves.
pub(super) const DIRECTED: Wrong = (
    plugin::<Directing>,
    scene!(
        1,
        9,
        "directing: true, agents: [WallFollower(at: (1, 1), to: (1, 9), heading: E, count: 3), \
        WallFollower(at: (1, 5), to: (1, 9), heading: E, solid: true)]"
    ),
);

/// Scenes whose rules read what changes, with their outcome.
pub(super) const CHANGING: [(Wrong, &str); 5] = [
    ((plugin::<Reaching>, AGENT_FAR), "0 of 1 agent arrived"),
    (
        (
            plugin::<Shuttle>,
            scene!(1, 9, "shuttle: true, walk: Foot(from: (1, 1), to: (1, 9))"),
        ),
        "solved in 4 moves",
    ),
    (
        (
            plugin::<Brambles>,
            scene!(1, 9, "brambles: true, walk: Foot(from: (1, 1), to: (1, 9))"),
        ),
        "no solution",
    ),
    (
        (
            plugin::<OddTicks>,
            scene!(
                1,
                5,
                "odd: true, agents: [WallFollower(at: (1, 1), to: (1, 5), heading: E)]"
            ),
        ),
        "1 of 1 agent arrived",
    ),
    (
        (plugin::<Nobody>, scene!(1, 5, "nobody: true")),
        "0 of 0 agents arrived",
    ),
];

/// A mark of every cell.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(super) struct Mark(pub(super) u32);

/// A component of the maze of which nothing is declared.
#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
struct Undeclared(u32);

/// Defines an ingredient that is a switch. A walk goes from the upper left of four by four cells to the right.
macro_rules! switch {
    ($type:ident, $field:literal, $build:expr) => {
        switch!($type, $field, Role::Board, $build);
    };
    ($type:ident, $field:literal, $role:expr, $build:expr) => {
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(transparent)]
        struct $type(bool);

        impl Ingredient for $type {
            const FIELD: &'static str = $field;
            const ROLE: Role = $role;

            fn start(&self) -> Option<Start> {
                let (from, to) = ((1, 1).into(), (3, 4).into());
                (Self::ROLE == Role::Walk).then(|| Start {
                    from,
                    to,
                    ..Start::default()
                })
            }

            fn build(world: &mut Build<'_>) {
                let build: fn(&mut Build<'_>) = $build;
                build(world);
            }
        }
    };
}

#[derive(Resource)]
struct Hidden(u32);

// Keeps in a resource what it does next.
switch!(InResource, "mark", |world| {
    world.column::<Mark>("marks").each_tick(
        Phase::Walk,
        |mut cells: Cells<&'static mut Mark>, mut hidden: ResMut<Hidden>| {
            hidden.0 += 1;
            cells.columns()[0] = Mark(hidden.0);
        },
    );
    world.on_begin(
        |_: InRef<InResource>, mut cells: Cells<&'static mut Mark>, mut commands: Commands| {
            cells.columns().fill(Mark(0));
            commands.insert_resource(Hidden(0));
        },
    );
});

// Keeps it in its system.
switch!(InSystem, "mark", |world| {
    world.column::<Mark>("marks").each_tick(
        Phase::Walk,
        |mut cells: Cells<&'static mut Mark>, mut count: Local<u32>| {
            *count += 1;
            cells.columns()[0] = Mark(*count);
        },
    );
});

// Asks for the time.
switch!(Clock, "mark", |world| {
    static TIME: AtomicU32 = AtomicU32::new(0);
    world
        .column::<Mark>("marks")
        .each_tick(Phase::Walk, |mut cells: Cells<&'static mut Mark>| {
            cells.columns()[0] = Mark(TIME.fetch_add(1, Ordering::Relaxed));
        });
});

// Does not clear what is left of the last maze.
switch!(Stale, "mark", |world| {
    world
        .column::<Mark>("marks")
        .each_tick(Phase::Walk, |mut cells: Cells<&'static mut Mark>| {
            cells.columns()[0].0 += 1;
        });
});

// Clears nothing before it sets a cell.
switch!(Unfilled, "mark", |world| {
    world.column::<Mark>("marks").on_begin(
        |_: InRef<Unfilled>, mut cells: Cells<&'static mut Mark>| {
            cells.columns()[2] = Mark(1);
        },
    );
});

// Raises a wall and opens none.
switch!(Unopened, "unopened", Role::Walls, |world| {
    world.stage(
        |mut progress: Single<&mut Progress>, mut walls: Walls<&'static mut Wall>| {
            walls.columns()[5] = Wall { stands: true };
            progress.pass(1);
            progress.end_stage();
        },
    );
});

// Waits for what is never there.
switch!(Vain, "mark", |world| {
    world.each_tick(Phase::Walk, |_: Single<&Undeclared>| ());
});

// Begins with what is not there.
switch!(Asking, "mark", |world| {
    world.on_begin(|_: InRef<Asking>, _: Single<&mut Undeclared>| ());
});

// Ticks with walls that nobody builds.
switch!(Builder, "mark", |world| {
    world.each_tick(Phase::Generation, || ());
});

// Reads marks of walls.
switch!(OfWalls, "mark", |world| {
    world
        .column::<Mark>("marks")
        .rule(|_: Walls<&'static Mark>, _: Cells<(&'static Mark, &'static mut Exits)>| ());
});

// Closes a way where it can, and all where there are walls.
switch!(Wary, "mark", |world| {
    world.rule(
        |mut walls: Walls<Option<&'static Wall>>, mut cells: Cells<&'static mut Exits>| {
            let has_walls = walls.columns().is_some();
            let exits = cells.columns();
            exits
                .iter_mut()
                .take(if has_walls { 9 } else { 0 })
                .for_each(close_all);
        },
    );
});

/// Closes a mark's cells, or those two cells on.
fn bar(far: usize) -> impl Fn(StaleCells, Cells<(&'static Mark, &'static mut Exits)>) {
    move |stale, mut cells| {
        let (marks, exits) = cells.columns();
        for cell in stale.iter() {
            if marks.get(cell.get() + far).is_some_and(|mark| mark.0 == 1) {
                close_all(&mut exits[cell]);
            }
        }
    }
}

// Asks to note what it changes, and does not.
switch!(Silent, "silent", |world| {
    world
        .column::<Mark>("marks")
        .on_begin(clear::<Silent>)
        .rule(bar(0));
    world.each_tick(
        Phase::Walk,
        |progress: Single<&Progress>, mut cells: Cells<&'static mut Mark>, _: ChangedCells| {
            cells.columns()[8].0 = u32::from(progress.tick > 1);
        },
    );
});

// Notes what it changes, with a rule for which ways farther away hang on it.
switch!(Distant, "distant", |world| {
    world
        .column::<Mark>("marks")
        .on_begin(clear::<Distant>)
        .rule(bar(2));
    world.each_tick(
        Phase::Walk,
        |progress: Single<&Progress>,
         mut cells: Cells<&'static mut Mark>,
         mut changed: ChangedCells| {
            cells.columns()[8].0 = u32::from(progress.tick > 1);
            changed.insert(CellIndex::new(8));
        },
    );
});

// As the last, but says so.
switch!(Reaching, "distant", |world| {
    Distant::build(world);
    world
        .on_begin(clear::<Reaching>)
        .hanging(|_, cell, cells| cells.push(cell.offset(-2)));
});

fn clear<T: Ingredient>(_: InRef<T>, mut cells: Cells<&'static mut Mark>) {
    cells.columns().fill(Mark(0));
}

// Counts in a rule how often it ran.
switch!(Tallying, "mark", |world| {
    world.rule(
        |mut cells: Cells<&'static mut Exits>, mut runs: Local<u32>| {
            *runs += 1;
            if *runs > 3 {
                cells.columns()[4].close(Heading::E);
            }
        },
    );
});

// Closes a cell from which another rule has closed a way, if that rule ran before.
switch!(Cornered, "cornered", |world| {
    world.rule(|mut cells: Cells<&'static mut Exits>| {
        for exits in cells.columns() {
            if exits.headings().len() == 3 {
                close_all(exits);
            }
        }
    });
});

// Moves what a walk reads.
switch!(Shifting, "shifting", |world| {
    world
        .column::<Mark>("marks")
        .each_tick(Phase::Walk, |mut cells: Cells<&'static mut Mark>| {
            cells.columns().rotate_left(1);
        });
});

// Counts its own runs in the cells that lead east.
switch!(Surveying, "survey", |world| {
    world
        .column::<Mark>("marks")
        .on_begin(clear::<Surveying>)
        .exits();
    world.on_walk(|mut cells: Cells<(&'static Exits, &'static mut Mark)>| {
        let (exits, marks) = cells.columns();
        let east = exits
            .iter()
            .zip(marks)
            .filter(|(it, _)| it.headings().contains(Heading::E));
        east.for_each(|(_, mark)| mark.0 += 1);
    });
});

// Ends with a failure.
switch!(Refusing, "refusing", |world| {
    world
        .lasts()
        .each_tick(Phase::Walk, |mut progress: Single<&mut Progress>| {
            progress.finish(Outcome::Stuck(SceneFault::new(
                [SceneStep::Field("refusing")],
                "no",
            )));
        });
});

// Ends in tick 20, says so again, and counts its ticks.
switch!(Ending, "ending", Role::Agents, |world| {
    world
        .column::<Mark>("marks")
        .on_begin(clear::<Ending>)
        .lasts();
    world.each_tick(
        Phase::Walk,
        |mut progress: Single<&mut Progress>, mut cells: Cells<&'static mut Mark>| {
            cells.columns()[0].0 += 1;
            if progress.tick >= 20 {
                progress.end_part(Outcome::Ended("over"));
                progress.end_part(Outcome::Ended("over again"));
            }
        },
    );
});

// Ends in each tick, though it has no part that lasts.
switch!(Meddling, "meddling", Role::Agents, |world| {
    world.each_tick(Phase::Walk, |mut progress: Single<&mut Progress>| {
        progress.end_part(Outcome::Ended("meddled"));
    });
});

// Has nothing to do.
switch!(Tickless, "tickless", Role::Walls, |world| {
    world.on_begin(|_: InRef<Tickless>, mut walls: Walls<&'static mut Wall>| {
        walls.columns().fill(Wall::STANDING);
    });
    world.stage(|mut progress: Single<&mut Progress>| progress.end_stage());
});

// In the second tick the first agent is stopped, the second arrives, and the third is sent back.
switch!(Directing, "directing", Role::Agents, |world| {
    world.each_tick(
        Phase::Walk,
        |progress: Single<&Progress>,
         mut agents: Entities<(&'static mut Agent, &'static Spawned)>| {
            for (agents, numbers) in agents.tables() {
                for (agent, number) in agents.iter_mut().zip(numbers) {
                    match (progress.tick, number.number()) {
                        (2, 0) => agent.state = AgentState::GaveUp,
                        (2, 1) => agent.state = AgentState::Arrived,
                        (2, 2) => agent.to = CellIndex::new(3),
                        (2, 3) => agent.cell = CellIndex::new(7),
                        _ => {}
                    }
                }
            }
        },
    );
});

// Draws once a run, in place of once a tick.
switch!(PerRun, "per_run", Role::Walls, |world| {
    world
        .chance()
        .stage(|maze: Single<(&mut Progress, &mut Chance)>| {
            let (mut progress, mut chance) = maze.into_inner();
            chance.below(6);
            let ticks = progress.ticks_left().min(30 - progress.tick);
            progress.pass(ticks);
            if progress.tick == 30 {
                progress.end_stage();
            }
        });
});

/// Does not print what it was read from.
#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Forgetful {
    #[serde(default)]
    mood: u32,
}

impl Serialize for Forgetful {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Printed {}
        Printed {}.serialize(serializer)
    }
}

impl Ingredient for Forgetful {
    const FIELD: &'static str = "forgetful";

    fn build(_: &mut Build<'_>) {}
}

// Neither does a tick nor ends.
switch!(Idle, "idle", Role::Walls, |world| {
    world.stage(|| {});
});

// Does ticks, and never ends.
switch!(Forever, "forever", Role::Walls, |world| {
    world.stage(|mut progress: Single<&mut Progress>| {
        let all = progress.ticks_left();
        progress.pass(all);
    });
});

// Has a part that never ends.
switch!(Endless, "endless", |world| {
    world.lasts();
});

// Moves the ways of a cell to another.
switch!(Swapping, "swapping", |world| {
    world.rule(|mut cells: Cells<&'static mut Exits>| cells.columns().swap(0, 4));
});

/// Defines a walk with its gait.
macro_rules! walk {
    ($walk:ident, $field:literal, $gait:ident { $($body:tt)* }) => {
        switch!($walk, $field, Role::Walk, |world| {
            world.walk::<$gait>();
        });

        struct $gait;

        impl Gait for $gait {
            type OfMaze = ();
            $($body)*
        }
    };
}

// Has a wrong way back.
walk!(Astray, "astray", Wandering {
    type Trail = Trail<1>;
    type Reads = ();
    const POSES: usize = 1;

    fn posed(_: usize) -> Walker {
        Walker::default()
    }

    fn pose(_: Walker) -> usize {
        0
    }

    fn back(end: Walker, way: u8, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        ground.back(end, Heading::from_bits(way).turn(Turn::Left))
    }
});

// Goes back to the right cell, in the wrong pose.
walk!(Reversed, "reversed", Reversing {
    type Trail = Trail<2>;
    type Reads = ();
    const POSES: usize = 4;

    fn posed(pose: usize) -> Walker {
        Walker { heading: Heading::ALL[pose % 4], ..Walker::default() }
    }

    fn pose(walker: Walker) -> usize {
        walker.heading as usize
    }

    fn back(end: Walker, way: u8, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        let heading = Heading::from_bits(way);
        ground.back(end, heading).map(|before| Walker { heading: heading.opposite(), ..before })
    }
});

// Goes to the neighbour, wherever rules redirect the step.
walk!(Unled, "unled", Stubborn {
    type Trail = Trail<1>;
    type Reads = ();
    const POSES: usize = 1;

    fn posed(_: usize) -> Walker {
        Walker::default()
    }

    fn pose(_: Walker) -> usize {
        0
    }

    fn step(from: Walker, to: Heading, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        Some(Walker { cell: ground.grid.beside(from.cell, to), ..from })
    }
});

// Waits on its cell for a door to open in the east, then goes on.
walk!(Waiting, "waiting", Knocking {
    type Trail = Trail<1>;
    type Reads = ();
    const POSES: usize = 2;
    const WAYS: u8 = 9;
    const HOLDS: bool = true;

    fn posed(pose: usize) -> Walker {
        Walker { held: u16::try_from(pose).expect("few poses"), ..Walker::default() }
    }

    fn pose(walker: Walker) -> usize {
        usize::from(walker.held)
    }

    fn step(from: Walker, to: Heading, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        match (from.held, to) {
            (0, Heading::E) => Some(Walker { held: 1, ..from }),
            _ => Some(Walker { held: 0, ..ground.step(from, to) }),
        }
    }

    fn way_back(from: Walker, to: Heading, _: Walker, _: &Ground<Self, impl Lead>) -> u8 {
        match (from.held, to) {
            (0, Heading::E) => 8,
            _ => to as u8 + 4 * u8::try_from(from.held).expect("few poses"),
        }
    }

    fn back(end: Walker, way: u8, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        if way == 8 {
            return Some(Walker { held: 0, ..end });
        }
        let before = ground.back(end, Heading::from_bits(way % 4))?;
        Some(Walker { held: u16::from(way / 4), ..before })
    }
});

// Takes a step back as undone, though it leaves the walker with another heading.
walk!(Dizzy, "dizzy", Undoing {
    type Trail = Trail<2>;
    type Reads = ();
    const POSES: usize = 4;
    const UNDOES: bool = true;

    fn posed(pose: usize) -> Walker {
        Walker { heading: Heading::ALL[pose % 4], ..Walker::default() }
    }

    fn pose(walker: Walker) -> usize {
        walker.heading as usize
    }

    fn way_back(from: Walker, _: Heading, _: Walker, _: &Ground<Self, impl Lead>) -> u8 {
        from.heading as u8
    }

    fn back(end: Walker, way: u8, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        let heading = Heading::from_bits(way);
        ground.back(end, end.heading).map(|before| Walker { heading, ..before })
    }
});

// Has a pose more than it says.
walk!(Third, "third", Counting {
    type Trail = Trail<2>;
    type Reads = ();
    const POSES: usize = 2;
    const HOLDS: bool = true;

    fn posed(pose: usize) -> Walker {
        Walker { held: u16::try_from(pose).expect("few poses"), ..Walker::default() }
    }

    fn pose(walker: Walker) -> usize {
        usize::from(walker.held)
    }

    fn step(from: Walker, to: Heading, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        Some(Walker { held: (from.held + 1) % 3, ..ground.step(from, to) })
    }

    fn back(end: Walker, way: u8, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        let before = ground.back(end, Heading::from_bits(way))?;
        Some(Walker { held: (end.held + 2) % 3, ..before })
    }
});

// Walks by marks, which no ingredient adds.
walk!(Reader, "reader", Reading {
    type Trail = Trail<1>;
    type Reads = &'static Mark;
    const POSES: usize = 1;

    fn posed(_: usize) -> Walker {
        Walker::default()
    }

    fn pose(_: Walker) -> usize {
        0
    }
});

// Counts marks, which no ingredient adds.
switch!(Counter, "count", |world| {
    world.maze::<Undeclared>().each_tick(
        Phase::Walk,
        |mut maze: Single<&mut Undeclared>, mut cells: Cells<&'static Mark>| {
            maze.0 = cells.columns().iter().map(|mark| mark.0).sum();
        },
    );
});

fn close_all(exits: &mut Exits) {
    for heading in Heading::ALL {
        exits.close(heading);
    }
}

#[derive(Component, Clone, Copy, Serialize)]
struct Bramble(CellIndex);

// A bramble grows on the way, in the third tick.
switch!(Brambles, "brambles", |world| {
    world.entities::<Bramble>("brambles").each_tick(
        Phase::Walk,
        |progress: Single<&Progress>, mut commands: Commands| {
            if progress.tick == 3 {
                commands.spawn(Bramble(CellIndex::new(6)));
            }
        },
    );
    world.rule(
        |mut brambles: Entities<&'static Bramble>, mut cells: Cells<&'static mut Exits>| {
            let exits = cells.columns();
            brambles
                .tables()
                .flatten()
                .for_each(|bramble| close_all(&mut exits[bramble.0]));
        },
    );
});

// Every other tick all ways are closed.
switch!(OddTicks, "odd", |world| {
    world.rule(
        |progress: Single<&Progress>, mut cells: Cells<&'static mut Exits>| {
            if progress.tick % 2 == 1 {
                cells.columns().iter_mut().for_each(close_all);
            }
        },
    );
});

// In the second tick a step to the east leads five cells on.
switch!(Shuttle, "shuttle", |world| {
    world.rule(
        |progress: Single<&Progress>, mut cells: Cells<&'static mut Leads>| {
            if progress.tick == 1 {
                cells.columns()[1].redirect(Heading::E, CellIndex::new(6));
            }
        },
    );
});

#[derive(Component, Clone, Copy, Default, Serialize)]
struct Idler;

impl Policy for Idler {
    fn choose(&mut self, agent: &Agent, _: Headings) -> Heading {
        agent.heading
    }
}

#[derive(Component, Clone, Copy, Default, Serialize)]
struct Seer;

impl SightedPolicy for Seer {
    type Cells = &'static Mark;
    type OfMaze = ();

    fn decide(&mut self, _: &Agent, _: Headings, _: &Sight<'_, '_, Self>) -> Option<Heading> {
        None
    }
}

// Has agents that see marks, which no ingredient adds.
switch!(Blind, "blind", Role::Agents, |world| {
    world.agents::<Seer>("seers");
});

// Declares agents, none of which comes.
switch!(Nobody, "nobody", |world| {
    world.agents::<Idler>("idlers");
});
