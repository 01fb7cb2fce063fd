//! The cases of generators, searches, ticks and contests.

use std::cell::RefCell;

use bevy_ecs::prelude::*;
use bevy_ecs::system::BoxedSystem;
use mazetick::base::die::Orientation;
use mazetick::base::grid::CellIndex;
use mazetick::base::wall::Segments;
use mazetick::engine::maze::Checkpoint;
use mazetick::prelude::*;
use mazetick::puzzles::johnny::Unvisited;
use mazetick::puzzles::mazing::Pick;
use mazetick::puzzles::{Arrow, Dice, Foot, Johnny, Mazing, SignBoard};
use mazetick::scene::board_source::BoardSource;

use crate::contests::{self, Program};
use crate::paired::{Bench, Name, Work};
use crate::searches::{self, Search};
use crate::{bare, boards, plain};

fn square(side: u32) -> Grid {
    Grid {
        rows: side,
        columns: side,
    }
}

fn carved(grid: Grid) -> Johnny {
    flipped(grid, 0.0)
}

fn flipped(grid: Grid, flips: f64) -> Johnny {
    Johnny {
        start: Position::new(grid.rows, 1),
        flips,
        commands: None,
    }
}

fn scene(grid: Grid) -> Scene {
    Scene::new(grid.rows, grid.columns)
}

/// Generation by Johnny's list; an item is a cell. Without flips it is depth-first.
pub(crate) fn johnny(bench: &mut Bench, case: &'static str, side: u32, flips: f64) {
    let grid = square(side);
    let scene = scene(grid)
        .with(flipped(grid, flips))
        .drawn(TextFormat::JOHNNY);
    let simulation = Simulation::new(&scene).expect("a legal scene");
    let start = grid.index(Position::new(side, 1)).get();
    bench.compare(
        Name {
            case,
            side,
            item: "a cell",
        },
        (simulation, run_whole(&scene, grid.cells())),
        (
            plain::Johnny::new(grid, 1, start, flips),
            Work::new(
                next_seed(move |johnny: &mut plain::Johnny, seed| {
                    johnny.begin(seed, start);
                }),
                |johnny| {
                    johnny.run();
                    grid.cells()
                },
            ),
        ),
    );
}

/// Generation with flips compared with none, as plain flips would take minutes; an item is a cell.
/// One world for both, as large ones take gigabytes.
pub(crate) fn flips(bench: &mut Bench, side: u32) {
    let grid = square(side);
    let scene = |flips| {
        scene(grid)
            .with(flipped(grid, flips))
            .drawn(TextFormat::JOHNNY)
    };
    let simulation = RefCell::new(Simulation::new(&scene(0.2)).expect("a legal scene"));
    let run = |flips| {
        let mut scene = scene(flips);
        let simulation = &simulation;
        Work::new(
            next_seed(move |(), seed| {
                scene.seed = seed;
                simulation.borrow_mut().load(&scene).expect("a legal scene");
            }),
            move |()| {
                simulation.borrow_mut().run();
                grid.cells()
            },
        )
    };
    let name = Name {
        case: "flips",
        side,
        item: "a cell",
    };
    bench.compare(name, ((), run(0.2)), ((), run(0.0)));
}

/// Growth by eligible walls; an item is a wall.
pub(crate) fn eligible(bench: &mut Bench, side: u32) {
    let grid = square(side);
    let scene = scene(grid).seeded(1).with(Mazing {
        pick: Pick::EligibleWall,
    });
    let mut simulation = Simulation::new(&scene).expect("a legal scene");
    let mut mazing = plain::Mazing::new(grid, 1);
    simulation.run();
    mazing.run();
    assert_eq!(drawn(&simulation), mazing.drawn(), "both draw as often");
    let walls = (side as usize - 1).pow(2);
    bench.compare(
        Name {
            case: "eligible",
            side,
            item: "a wall",
        },
        (simulation, run_whole(&scene, walls)),
        (
            mazing,
            Work::new(
                next_seed(|mazing: &mut plain::Mazing, seed| mazing.begin(seed)),
                plain::Mazing::run,
            ),
        ),
    );
}

/// How many numbers a world has drawn: as many as on plain arrays, where both make the same maze.
fn drawn(simulation: &Simulation) -> u128 {
    simulation.chance().expect("a maze by chance").drawn()
}

/// Growth by the literal process, up to a number of attempts: in a large grid the last walls take
/// most of them. An item is an attempt.
pub(crate) fn attempts(bench: &mut Bench, side: u32) {
    const MOST: usize = 20_000_000;
    let grid = square(side);
    let scene = scene(grid).seeded(1).with(Mazing {
        pick: Pick::AnyWall,
    });
    let mut simulation = Simulation::new(&scene).expect("a legal scene");
    let mut mazing = plain::Mazing::new(grid, 1);
    let attempts = simulation.advance(MOST as u64) as usize;
    assert_eq!(attempts, mazing.run_attempts(MOST), "both try as often");
    assert_eq!(drawn(&simulation), mazing.drawn(), "both draw as often");
    bench.compare(
        Name {
            case: "attempts",
            side,
            item: "an attempt",
        },
        (
            simulation,
            Work::new(
                next_seed(|simulation: &mut Simulation, seed| {
                    simulation
                        .load(&scene.clone().seeded(seed))
                        .expect("a legal scene");
                }),
                |simulation| simulation.advance(MOST as u64) as usize,
            ),
        ),
        (
            mazing,
            Work::new(
                next_seed(|mazing: &mut plain::Mazing, seed| mazing.begin(seed)),
                |mazing| mazing.run_attempts(MOST),
            ),
        ),
    );
}

/// On foot through carved mazes; an item is a state.
pub(crate) fn foot(bench: &mut Bench, side: u32) {
    let grid = square(side);
    let (from, to) = (Position::new(side, 1), Position::new(1, side));
    let mazes = (1..=boards::several(grid)).map(|seed| {
        let scene = scene(grid).seeded(seed).with(carved(grid)).with(Foot {
            from: from.into(),
            to: to.into(),
        });
        let mut johnny = plain::Johnny::new(grid, seed, grid.index(from).get(), 0.0);
        let built = johnny.run() as u64;
        (
            scene,
            built,
            searches::OnFoot::new(grid, johnny.open(), grid.index(to).get()),
            from,
        )
    });
    compare_searches(
        bench,
        Name {
            case: "foot",
            side,
            item: "a state",
        },
        mazes,
    );
}

/// Random signs; an item is a state.
pub(crate) fn arrow(bench: &mut Bench, side: u32) {
    let grid = square(side);
    let (to, heading) = (Position::new(1, 1), Heading::N);
    let mazes = (1..=boards::several(grid)).map(|seed| {
        let signs = boards::signs(grid, seed);
        let board: SignBoard = grid.positions().zip(signs.iter().copied()).collect();
        let mut search = searches::ByArrows::new(grid, &signs, heading, grid.index(to).get());
        let from = wide_start(grid, &mut search);
        let walk = Arrow {
            from: from.into(),
            heading,
            to: to.into(),
        };
        let scene = scene(grid)
            .named("ARROW")
            .with(board)
            .with(walk)
            .drawn(TextFormat::ARROW);
        (scene, 0, search, from)
    });
    compare_searches(
        bench,
        Name {
            case: "arrow",
            side,
            item: "a state",
        },
        mazes,
    );
}

/// Random numbers, 40 % wild; an item is a state.
pub(crate) fn dice(bench: &mut Bench, side: u32) {
    let grid = square(side);
    let to = Position::new(1, 1);
    let die = Orientation::new(5, 1).expect("a die lies so");
    let mazes = (1..=boards::several(grid)).map(|seed| {
        let numbers = boards::numbers(grid, seed);
        let BoardSource::Fixed(rows) = &numbers.0 else {
            unreachable!("they are given")
        };
        let flat: Vec<_> = rows.iter().flatten().copied().collect();
        let mut search = searches::ByDie::new(grid, &flat, die, grid.index(to).get());
        let from = wide_start(grid, &mut search);
        let walk = Dice {
            from: from.into(),
            top: 5,
            front: 1,
            heading: None,
            to: Some(to.into()),
        };
        let scene = scene(grid)
            .named("DICE")
            .with(numbers)
            .with(walk)
            .drawn(TextFormat::DICE);
        (scene, 0, search, from)
    });
    compare_searches(
        bench,
        Name {
            case: "dice",
            side,
            item: "a state",
        },
        mazes,
    );
}

/// The first start from which a search claims a state for at least every fourth cell; dead ends are
/// common.
fn wide_start(grid: Grid, search: &mut impl Search) -> Position {
    let mut starts = grid.positions().skip(grid.cells() / 2);
    let is_wide = |&from: &Position| {
        search.begin(grid.index(from).get());
        search.run() > grid.cells() / 4
    };
    starts
        .find(is_wide)
        .expect("a board that is not all dead ends")
}

/// The walks of scenes, each after a number of ticks that build it, compared with searches from the same
/// places, one after another, so that no branch predictor learns a small maze. The first layer, before
/// which the rules close ways, is outside of the time, as the ways of the plain searches are closed
/// already. Before each search both are set back by a copy, so that their columns lie in the same caches.
fn compare_searches<S: Search>(
    bench: &mut Bench,
    name: Name,
    mazes: impl Iterator<Item = (Scene, u64, S, Position)>,
) {
    let grid = square(name.side);
    let (mut worlds, mut searches) = (Vec::new(), Vec::new());
    for (scene, built, mut search, from) in mazes {
        let mut simulation = Simulation::new(&scene).expect("a legal scene");
        simulation.advance(built + 1);
        let begun = simulation.checkpoint();
        simulation.run();
        let states = simulation.stats().states().expect("a walk has states");
        let from = grid.index(from).get();
        search.begin(from);
        let claimed = search.run();
        assert!(
            claimed.abs_diff(states) <= 1,
            "{claimed} and {states} states, the first one aside"
        );
        let route = search
            .route()
            .iter()
            .map(|&cell| grid.position(CellIndex::from(cell)));
        assert!(route.eq(simulation.route()), "both find the same route");
        worlds.push((simulation, begun, states));
        searches.push((search, from));
    }
    let begin = |(searches, at): &mut (Vec<(S, usize)>, usize)| {
        *at = (*at + 1) % searches.len();
        let (search, from) = &mut searches[*at];
        search.begin(*from);
    };
    bench.compare(
        name,
        (
            (worlds, 0),
            Work::new(
                |(worlds, at): &mut (Vec<(Simulation, Checkpoint, usize)>, usize)| {
                    *at = (*at + 1) % worlds.len();
                    let (simulation, start, _) = &mut worlds[*at];
                    simulation.rewind(start).expect("a checkpoint of it");
                },
                |(worlds, at)| {
                    let (simulation, _, states) = &mut worlds[*at];
                    simulation.run();
                    *states
                },
            ),
        ),
        (
            (searches, 0),
            Work::new(begin, |(searches, at)| searches[*at].0.run()),
        ),
    );
}

/// A first world: built and carved, compared with a bare World into which the same number of cells
/// and walls is spawned, and nothing else. An item is a cell. Dropping the worlds is not timed.
pub(crate) fn first(bench: &mut Bench, side: u32) {
    let grid = square(side);
    let mut scene = scene(grid).with(carved(grid)).drawn(TextFormat::JOHNNY);
    let carve = Work::new(
        |simulation: &mut Option<Simulation>| *simulation = None,
        |simulation| {
            scene.seed += 1;
            simulation
                .insert(Simulation::new(&scene).expect("a legal scene"))
                .run();
            grid.cells()
        },
    );
    let positions: Vec<_> = grid.positions().collect();
    let spawn = Work::new(
        |world: &mut Option<World>| *world = None,
        |world| {
            let world = world.insert(World::new());
            world.spawn_batch(positions.iter().map(|&at| (at, Unvisited::default())));
            world.spawn_batch((0..Segments::new(grid).count()).map(|_| Wall::OPEN));
            grid.cells()
        },
    );
    bench.compare(
        Name {
            case: "first",
            side,
            item: "a cell",
        },
        (None, carve),
        (None, spawn),
    );
}

/// One tick per run of the systems, of a generation and of a search, compared with a system of a bare World that
/// looks up as many columns and does nothing; an item is a tick.
pub(crate) fn ticks(bench: &mut Bench, case: &'static str, side: u32) {
    let grid = square(side);
    let scene = scene(grid)
        .seeded(1)
        .with(carved(grid))
        .drawn(TextFormat::JOHNNY);
    let (from, to) = (Position::new(side, 1), Position::new(1, side));
    let is_search = case == "ticks-foot";
    let scene = if is_search {
        scene.with(Foot {
            from: from.into(),
            to: to.into(),
        })
    } else {
        scene
    };
    let built = if is_search {
        2 * grid.cells() as u64 - 1
    } else {
        0
    };
    let mut simulation = Simulation::new(&scene).expect("a legal scene");
    simulation.run();
    let ticks = simulation.progress().tick - built;
    let work = Work::new(
        |simulation: &mut Simulation| {
            simulation.load(&scene).expect("legal");
            simulation.advance(built);
        },
        |simulation| std::iter::from_fn(|| simulation.tick().then_some(())).count(),
    );
    let look_up = Work::new(
        |_: &mut (World, BoxedSystem)| {},
        |(world, system)| {
            (0..ticks)
                .map(|_| system.run((), world).expect("it runs"))
                .count()
        },
    );
    bench.compare(
        Name {
            case,
            side,
            item: "a tick",
        },
        (simulation, work),
        (bare::bare(grid, is_search), look_up),
    );
}

/// Contest input from text to text, of mazes as `mazetick new` makes them, on one thread; an item is a
/// maze. There are enough of them for the World that is made first to be a small part.
pub(crate) fn contest<P: Program>(bench: &mut Bench, case: &'static str, side: u32) {
    contest_of::<P>(
        bench,
        case,
        case.trim_start_matches("contest-"),
        side,
        str::to_owned,
    );
}

/// Arrow mazes whose intersections are listed in random order.
pub(crate) fn shuffled(bench: &mut Bench, case: &'static str, side: u32) {
    contest_of::<contests::Arrow>(bench, case, "arrow", side, boards::with_shuffled_signs);
}

/// Contest input of a kind, changed before it is solved.
fn contest_of<P: Program>(
    bench: &mut Bench,
    case: &'static str,
    kind: &str,
    side: u32,
    change: fn(&str) -> String,
) {
    let registry = Registry::standard();
    let contest = *registry
        .contests()
        .iter()
        .find(|it| it.name() == kind)
        .expect("a contest");
    let template = registry
        .templates()
        .iter()
        .find(|it| it.name == kind)
        .expect("a template");
    let mazes: Vec<_> = (1..=1000)
        .map(|seed| Scene::from_ron(&template.scene(square(side), seed)).expect("a scene"))
        .collect();
    let input = registry.export(&mazes).expect("mazes of a contest");
    let input = change(&input);
    let (mut output, mut plain_output) = (Vec::new(), Vec::new());
    contest
        .solve("bench", input.as_bytes(), &mut output, 1)
        .expect("legal input");
    P::default().solve(input.as_bytes(), &mut plain_output);
    assert!(output == plain_output, "both write the same");
    let work = Work::new(
        |_: &mut Vec<u8>| {},
        |output| {
            output.clear();
            contest
                .solve("bench", input.as_bytes(), output, 1)
                .expect("legal input");
            mazes.len()
        },
    );
    let plain = Work::new(
        |_: &mut (P, Vec<u8>)| {},
        |(program, output)| {
            output.clear();
            program.solve(input.as_bytes(), output);
            mazes.len()
        },
    );
    let name = Name {
        case,
        side,
        item: "a maze",
    };
    bench.compare(name, (output, work), ((P::default(), plain_output), plain));
}

/// A whole run of a loaded scene, each time with another seed.
fn run_whole(scene: &Scene, items: usize) -> Work<'_, Simulation> {
    let mut scene = scene.clone();
    Work::new(
        next_seed(move |simulation: &mut Simulation, seed| {
            scene.seed = seed;
            simulation.load(&scene).expect("a legal scene");
        }),
        move |simulation: &mut Simulation| {
            simulation.run();
            items
        },
    )
}

/// Counts seeds up, so that no branch predictor learns a maze.
fn next_seed<T>(mut set_up: impl FnMut(&mut T, u64)) -> impl FnMut(&mut T) {
    let mut seed = 0;
    move |state| {
        seed += 1;
        set_up(state, seed);
    }
}
