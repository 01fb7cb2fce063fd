//! Ingredients that break a law, each in its own way.

use std::sync::atomic::{AtomicU32, Ordering};

use bevy_ecs::prelude::*;
use mazetick::prelude::*;
use mazetick::tools::Law;
use serde::{Deserialize, Serialize, Serializer};

type Plugin = fn(&mut Registry);

/// A law, and the field of the ingredient that breaks it.
type Broken = (Law, Option<&'static str>);

fn plugin<T: Ingredient>(registry: &mut Registry) {
    registry.add::<T>();
}

/// Scenes with the law that each breaks, and the field of its ingredient.
pub(super) const INGREDIENTS: [(Plugin, &str, Broken); 13] = [
    (plugin::<Secret>, WITH_MARK, (Law::Rewound, Some("mark"))),
    (plugin::<Local1>, WITH_MARK, (Law::Rewound, Some("mark"))),
    (plugin::<Clock>, WITH_MARK, (Law::Pieces, Some("mark"))),
    (plugin::<Stale>, WITH_MARK, (Law::Reused, Some("mark"))),
    (plugin::<PerRun>, WITH_PER_RUN, (Law::Pieces, Some("generate"))),
    (plugin::<Forgetful>, WITH_FORGETFUL, (Law::Printed, Some("forgetful"))),
    (plugin::<Idle>, WITH_IDLE, (Law::Ends, Some("generate"))),
    (plugin::<Astray>, WITH_ASTRAY, (Law::WaysBack, Some("walk"))),
    (plugin::<Dizzy>, WITH_DIZZY, (Law::WaysBack, Some("walk"))),
    (plugin::<Third>, WITH_THIRD, (Law::WaysBack, Some("walk"))),
    (plugin::<Swapping>, WITH_SWAPPING, (Law::RulesClose, Some("swapping"))),
    (plugin::<Forever>, WITH_FOREVER, (Law::Finishes, Some("generate"))),
    (plugin::<Endless>, "Scene(grid: (rows: 1, columns: 1), endless: true)", ENDLESS),
];

const ENDLESS: Broken = (Law::Finishes, Some("endless"));

/// Scenes that the engine ends itself, with their outcome.
pub(super) const NOTICED: [(Plugin, &str, &str); 2] = [
    (plugin::<Idle>, WITH_IDLE, "stuck at generate: its systems neither do a tick nor end"),
    (
        plugin::<Astray>,
        WITH_ASTRAY,
        "stuck at walk: its ways back do not lead from the goal to the start in as many steps",
    ),
];

/// Scenes without something that their ingredient reads.
pub(super) const LACKING: [(Plugin, &str, &str); 2] = [
    (
        plugin::<Reader>,
        "Scene(grid: (rows: 2, columns: 2), walk: Reader)",
        "walk: it reads a component of cells that no ingredient of this scene adds",
    ),
    (
        plugin::<Counter>,
        "Scene(grid: (rows: 2, columns: 2), count: true, walk: Foot(from: (1, 1), to: (2, 2)))",
        "count: it reads a component of cells that no ingredient of this scene adds",
    ),
];

/// Scenes whose rules read what changes, with their outcome.
pub(super) const CHANGING: [(Plugin, &str, &str); 4] = [
    (plugin::<Shuttle>, WITH_SHUTTLE, "solved in 4 moves"),
    (
        plugin::<Brambles>,
        "Scene(grid: (rows: 1, columns: 9), brambles: true, walk: Foot(from: (1, 1), to: (1, 9)))",
        "no solution",
    ),
    (
        plugin::<OddTicks>,
        "Scene(grid: (rows: 1, columns: 5), odd: true, agents: [WallFollower(at: (1, 1), \
            to: (1, 5), heading: E)])",
        "1 of 1 agent arrived",
    ),
    (plugin::<Nobody>, "Scene(grid: (rows: 1, columns: 5), nobody: true)", "0 of 0 agents arrived"),
];

const WITH_MARK: &str = "Scene(grid: (rows: 1, columns: 9), mark: true, \
    walk: Foot(from: (1, 1), to: (1, 9)))";
const WITH_PER_RUN: &str = "Scene(grid: (rows: 4, columns: 4), generate: PerRun, text: Lattice)";
const WITH_FORGETFUL: &str = "Scene(grid: (rows: 1, columns: 9), forgetful: (ticks: 7, mood: 3), \
    walk: Foot(from: (1, 1), to: (1, 9)))";
const WITH_IDLE: &str = "Scene(grid: (rows: 4, columns: 4), generate: Idle, text: Lattice)";
const WITH_ASTRAY: &str = "Scene(grid: (rows: 4, columns: 4), walk: Astray)";
const WITH_DIZZY: &str = "Scene(grid: (rows: 4, columns: 4), walk: Dizzy)";
const WITH_THIRD: &str = "Scene(grid: (rows: 4, columns: 4), walk: Third)";
const WITH_SWAPPING: &str = "Scene(grid: (rows: 3, columns: 3), walls: {(1, 1): \"ES\"}, \
    swapping: true, walk: Foot(from: (1, 1), to: (3, 3)))";
const WITH_FOREVER: &str = "Scene(grid: (rows: 4, columns: 4), generate: Forever, text: Lattice)";
const WITH_SHUTTLE: &str = "Scene(grid: (rows: 1, columns: 9), shuttle: true, \
    walk: Foot(from: (1, 1), to: (1, 9)))";

/// A mark of every cell.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Mark(u32);

/// A component of the maze of which nothing is declared.
#[derive(Component, Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Undeclared(u32);

/// Defines an ingredient that is a switch.
macro_rules! switch {
    ($type:ident, $field:literal, $build:expr) => {
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(transparent)]
        struct $type(bool);

        impl Ingredient for $type {
            const FIELD: &'static str = $field;

            fn build(world: &mut Build<'_>) {
                let build: fn(&mut Build<'_>) = $build;
                build(world);
            }
        }
    };
}

// Keeps what it does next in a resource.
switch!(Secret, "mark", |world| {
    world.column::<Mark>("marks").each_tick(Phase::Walk, count_in_secret);
    world.on_begin(
        |_: InRef<Secret>, mut cells: Cells<&'static mut Mark>, mut commands: Commands| {
            cells.columns().fill(Mark(0));
            commands.insert_resource(Hidden(0));
        },
    );
});

#[derive(Resource)]
struct Hidden(u32);

fn count_in_secret(mut cells: Cells<&'static mut Mark>, mut hidden: ResMut<Hidden>) {
    hidden.0 += 1;
    cells.columns()[0] = Mark(hidden.0);
}

// Keeps it in its system.
switch!(Local1, "mark", |world| {
    world.column::<Mark>("marks").each_tick(
        Phase::Walk,
        |mut cells: Cells<&'static mut Mark>, mut count: Local<u32>| {
            *count += 1;
            cells.columns()[0] = Mark(*count);
        },
    );
});

// Has a part that never ends.
switch!(Endless, "endless", |world| {
    world.lasts();
});

static TIME: AtomicU32 = AtomicU32::new(0);

// Asks for the time.
switch!(Clock, "mark", |world| {
    world.column::<Mark>("marks").each_tick(Phase::Walk, |mut cells: Cells<&'static mut Mark>| {
        cells.columns()[0] = Mark(TIME.fetch_add(1, Ordering::Relaxed));
    });
});

// Does not clear what is left of the last maze.
switch!(Stale, "mark", |world| {
    world.column::<Mark>("marks").each_tick(Phase::Walk, |mut cells: Cells<&'static mut Mark>| {
        cells.columns()[0].0 += 1;
    });
});

/// Draws once a run, in place of once a tick.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct PerRun;

impl Ingredient for PerRun {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "PerRun";
    const ROLE: Role = Role::Walls;

    fn build(world: &mut Build<'_>) {
        world.chance().stage(draw_once);
    }
}

fn draw_once(maze: Single<(&mut Progress, &mut Chance)>) {
    let (mut progress, mut chance) = maze.into_inner();
    chance.below(6);
    let ticks = progress.ticks_left().min(30 - progress.tick);
    progress.pass(ticks);
    if progress.tick == 30 {
        progress.end_stage();
    }
}

/// Does not print all of itself.
#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Forgetful {
    ticks: u32,
    #[serde(default)]
    mood: u32,
}

impl Serialize for Forgetful {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Printed {
            ticks: u32,
        }
        Printed { ticks: self.ticks }.serialize(serializer)
    }
}

impl Ingredient for Forgetful {
    const FIELD: &'static str = "forgetful";

    fn build(world: &mut Build<'_>) {
        world.column::<Mark>("marks").on_begin(
            |forgetful: InRef<Self>, mut cells: Cells<&'static mut Mark>| {
                cells.columns().fill(Mark(forgetful.mood + forgetful.ticks));
            },
        );
    }
}

/// Neither does a tick nor ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Idle;

impl Ingredient for Idle {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "Idle";
    const ROLE: Role = Role::Walls;

    fn build(world: &mut Build<'_>) {
        world.stage(|| {});
    }
}

/// Does ticks, and never ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Forever;

impl Ingredient for Forever {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "Forever";
    const ROLE: Role = Role::Walls;

    fn build(world: &mut Build<'_>) {
        world.stage(|mut progress: Single<&mut Progress>| {
            let all = progress.ticks_left();
            progress.pass(all);
        });
    }
}

// Moves the ways of a cell to another.
switch!(Swapping, "swapping", |world| {
    world.rule(|mut cells: Cells<&'static mut Exits>| cells.columns().swap(0, 4));
});

/// Has a wrong way back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Astray;

impl Ingredient for Astray {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Astray";
    const ROLE: Role = Role::Walk;

    fn start(&self) -> Option<Start> {
        Some(Start { from: Position::new(1, 1), to: Position::new(3, 4), ..Start::default() })
    }

    fn build(world: &mut Build<'_>) {
        world.walk::<Wandering>();
    }
}

struct Wandering;

impl Gait for Wandering {
    type Trail = Trail<1>;
    type Reads = ();
    type OfMaze = ();
    const POSES: usize = 1;

    fn posed(_: usize) -> Walker {
        Walker::default()
    }

    fn pose(_: Walker) -> usize {
        0
    }

    fn back(here: Walker, way: u8, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        ground.back(here, Heading::from_bits(way).turn(Turn::Left))
    }
}

/// Takes a step back as undone, though it leaves the walker with another heading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Dizzy;

impl Ingredient for Dizzy {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Dizzy";
    const ROLE: Role = Role::Walk;

    fn start(&self) -> Option<Start> {
        Astray.start()
    }

    fn build(world: &mut Build<'_>) {
        world.walk::<Undoing>();
    }
}

struct Undoing;

impl Gait for Undoing {
    type Trail = Trail<2>;
    type Reads = ();
    type OfMaze = ();
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

    fn back(here: Walker, way: u8, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        let heading = Heading::from_bits(way);
        ground.back(here, here.heading).map(|before| Walker { heading, ..before })
    }
}

/// Has a pose more than it says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Third;

impl Ingredient for Third {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Third";
    const ROLE: Role = Role::Walk;

    fn start(&self) -> Option<Start> {
        Astray.start()
    }

    fn build(world: &mut Build<'_>) {
        world.walk::<Counting>();
    }
}

struct Counting;

impl Gait for Counting {
    type Trail = Trail<2>;
    type Reads = ();
    type OfMaze = ();
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

    fn back(here: Walker, way: u8, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        let before = ground.back(here, Heading::from_bits(way))?;
        Some(Walker { held: (here.held + 2) % 3, ..before })
    }
}

/// Walks by marks, which no ingredient adds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Reader;

impl Ingredient for Reader {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Reader";
    const ROLE: Role = Role::Walk;

    fn start(&self) -> Option<Start> {
        Astray.start()
    }

    fn build(world: &mut Build<'_>) {
        world.walk::<Reading>();
    }
}

struct Reading;

impl Gait for Reading {
    type Trail = Trail<1>;
    type Reads = &'static Mark;
    type OfMaze = ();
    const POSES: usize = 1;

    fn posed(_: usize) -> Walker {
        Walker::default()
    }

    fn pose(_: Walker) -> usize {
        0
    }
}

// Counts marks, which no ingredient adds.
switch!(Counter, "count", |world| {
    world.maze::<Undeclared>().each_tick(
        Phase::Walk,
        |mut maze: Single<&mut Undeclared>, mut cells: Cells<&'static Mark>| {
            maze.0 = cells.columns().iter().map(|mark| mark.0).sum();
        },
    );
});

// A bramble grows on the way, in the third tick.
switch!(Brambles, "brambles", |world| {
    world.entities::<Bramble>("brambles").each_tick(Phase::Walk, grow).rule(bar);
});

#[derive(Component, Clone, Copy, Serialize, Deserialize)]
struct Bramble(CellIndex);

fn grow(progress: Single<&Progress>, mut commands: Commands) {
    if progress.tick == 3 {
        commands.spawn(Bramble(CellIndex::new(6)));
    }
}

fn bar(mut brambles: Entities<&'static Bramble>, mut cells: Cells<&'static mut Exits>) {
    let exits = cells.columns();
    for bramble in brambles.tables().flatten() {
        for heading in Heading::ALL {
            exits[bramble.0].close(heading);
        }
    }
}

// Every other tick all ways are closed.
switch!(OddTicks, "odd", |world| {
    world.rule(|progress: Single<&Progress>, mut cells: Cells<&'static mut Exits>| {
        for exits in cells.columns().iter_mut().filter(|_| progress.tick % 2 == 1) {
            for heading in Heading::ALL {
                exits.close(heading);
            }
        }
    });
});

// In the second tick a step to the east leads five cells on.
switch!(Shuttle, "shuttle", |world| {
    world.rule(|progress: Single<&Progress>, mut cells: Cells<&'static mut Leads>| {
        if progress.tick == 1 {
            cells.columns()[1].redirect(Heading::E, CellIndex::new(6));
        }
    });
});

#[derive(Component, Clone, Copy, Default, Serialize, Deserialize)]
struct Idler;

impl Policy for Idler {
    fn choose(&mut self, agent: &Agent, _: Headings) -> Heading {
        agent.heading
    }
}

// Agents are declared, and none comes.
switch!(Nobody, "nobody", |world| {
    world.agents::<Idler>("idlers");
});
