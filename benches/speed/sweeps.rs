//! Many small worlds: sweeps over seeds, compared with plain arrays, and worlds that are held at once.

use std::hint::black_box;

use bevy_ecs::prelude::*;
use bevy_ecs::system::BoxedSystem;
use mazetick::base::wall::Segments;
use mazetick::prelude::*;
use mazetick::puzzles::{Foot, Johnny};
use mazetick::registry::measure::Survey;
use mazetick::tools::sweep::{Columns, Seeds, Sweep, Sweeper, Variant};

use crate::paired::{Bench, Name, Work};
use crate::searches::{OnFoot, Search};
use crate::{bare, plain};

/// The number of seeds: more than are run.
const SEEDS: u64 = 1 << 40;

/// On foot through carved mazes, with the default columns, a block at a time, compared with carving,
/// searching and counting on plain arrays; an item is a world. If it `has_systems`, these also look up what as many
/// systems do in a bare World: that is the least that a world of systems takes.
pub(crate) fn sweep(bench: &mut Bench, case: &'static str, side: u32, has_systems: bool) {
    let (from, to) = (Position::new(side, 1), Position::new(1, side));
    let scene = Scene::new(side, side).with(Johnny::from(from)).with(Foot {
        from: from.into(),
        to: to.into(),
    });
    let (grid, registry, text) = (scene.grid, Registry::standard(), scene.to_ron());
    let variants = Variant::all(&registry, "foot", &text, &[]).expect("a legal scene");
    let columns = Columns::of(&registry, &variants, &[]);
    let seeds = Seeds::new(0, SEEDS).expect("seeds");
    let sweep = Sweep::new(variants, seeds, columns).expect("a sweep");
    let worlds = sweep.block_length();
    let (from, to) = (grid.index(from).get(), grid.index(to).get());
    let segments = Segments::new(grid).count();
    let mut johnny = plain::Johnny::new(grid, 0, from, 0.0);
    let mut search = OnFoot::new(grid, johnny.open(), to);
    let mut systems = has_systems.then(|| bare::of_sweep(grid));
    let mut solve = move |seed| {
        if let Some((world, systems)) = &mut systems {
            for system in systems {
                system.run((), world).expect("it finds what it asks for");
            }
        }
        johnny.begin(seed, from);
        johnny.run();
        search.set(johnny.open());
        search.begin(from);
        let states = search.run();
        let [openings, dead_ends, junctions] = search.survey();
        [
            search.route().len() - 1,
            states,
            segments - openings,
            dead_ends,
            junctions,
        ]
    };
    for seed in 0..8 {
        let mut simulation = Simulation::new(&scene.clone().seeded(seed)).expect("a legal scene");
        let Outcome::Solved { moves } = simulation.run() else {
            panic!("a maze has a route")
        };
        let states = simulation.stats().get("state").expect("a walk");
        let survey = Survey::of(&simulation).expect("walls");
        let [walls, dead_ends, junctions] =
            [survey.standing(), survey.dead_ends(), survey.junctions()];
        let row = [moves as usize, states, walls, dead_ends, junctions];
        assert_eq!(row, solve(seed), "both have the same row");
    }
    bench.compare(
        Name {
            case,
            side,
            item: "a world",
        },
        (
            (sweep.sweeper(), 0),
            Work::new(
                |(_, block): &mut (Sweeper<'_>, u64)| *block += 1,
                |(sweeper, block)| {
                    let mut rows = 0;
                    sweeper.block(*block, |_| rows += 1).expect("it runs");
                    rows
                },
            ),
        ),
        (
            0,
            Work::new(
                |block: &mut u64| *block += 1,
                |block| {
                    let seeds = *block * worlds..(*block + 1) * worlds;
                    seeds
                        .map(&mut solve)
                        .filter(|row| black_box(row)[0] > 0)
                        .count()
                },
            ),
        ),
    );
}

/// The memory of a world with a walk on foot, and of a bare World with as many components and systems.
pub(crate) fn bytes(bench: &mut Bench, side: u32) {
    let grid = format!("grid: (rows: {side}, columns: {side})");
    let text = format!("Scene({grid}, walk: Foot(from: (1, 1), to: ({side}, {side})))");
    let scene = Scene::from_ron(&text).expect("a legal scene");
    let world = || Simulation::new(&scene).expect("a small world");
    let name = Name {
        case: "bytes",
        side,
        item: "a world",
    };
    bench.compare_bytes(name, world, || bare::with_systems(scene.grid));
}

/// A thousand worlds that are carved and walked, a tick of each in turn, compared with a thousand bare Worlds in
/// which a system looks up as many columns; an item is a tick.
pub(crate) fn held(bench: &mut Bench, side: u32) {
    let (from, to) = (Position::new(side, 1), Position::new(1, side));
    let scene = Scene::new(side, side).with(Johnny::from(from)).with(Foot {
        from: from.into(),
        to: to.into(),
    });
    let scenes: Vec<_> = (0..1000).map(|seed| scene.clone().seeded(seed)).collect();
    let worlds: Vec<_> = scenes
        .iter()
        .map(|it| Simulation::new(it).expect("legal"))
        .collect();
    let work = Work::new(
        |worlds: &mut Vec<Simulation>| {
            worlds
                .iter_mut()
                .zip(&scenes)
                .for_each(|(it, scene)| it.load(scene).expect("legal"));
        },
        |worlds| {
            let tick = || {
                worlds
                    .iter_mut()
                    .filter_map(|it| it.tick().then_some(()))
                    .count()
            };
            std::iter::repeat_with(tick)
                .take_while(|&ticked| ticked > 0)
                .sum()
        },
    );
    let bare: Vec<_> = worlds
        .iter()
        .map(|it| bare::bare(it.grid(), true))
        .collect();
    let look_up = Work::new(
        |_: &mut Vec<(World, BoxedSystem)>| {},
        |worlds| {
            let mut look_up = || {
                worlds
                    .iter_mut()
                    .map(|(world, it)| it.run((), world))
                    .count()
            };
            (0..side).map(|_| look_up()).sum()
        },
    );
    bench.compare(
        Name {
            case: "held",
            side,
            item: "a tick",
        },
        (worlds, work),
        (bare, look_up),
    );
}
