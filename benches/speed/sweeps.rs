//! Sweeps, beside the bare loop of `load` and `run`.

use mazetick::{
    Columns, Foot, Ingredients, Johnny, Position, Scene, Seeds, Simulation, Sweep, Variant,
};

use crate::paired::{Bench, Name, Work};

/// How many worlds are run at a time.
const WORLDS: u64 = 256;

/// On foot through carved mazes, with the usual columns; an item is a world.
pub(crate) fn sweep(bench: &mut Bench, side: u32) {
    let (from, to) = (Position::new(side, 1), Position::new(1, side));
    let scene = Scene::new(side, side).with(Johnny::from(from)).with(Foot { from, to });
    let (ingredients, text) = (Ingredients::standard(), scene.to_ron());
    let mut first = 0;
    let next_seeds = move || {
        first += WORLDS;
        Seeds { first, count: WORLDS }
    };
    let sweep_of = |seeds| {
        let variants = Variant::all(&ingredients, "foot", &text, &[]).expect("a legal scene");
        let columns = Columns::of(&ingredients, &variants, &[]);
        Sweep::new(variants, seeds, columns, None).expect("a sweep")
    };
    let (mut seeds_of_sweep, mut seeds_of_loop) = (next_seeds, next_seeds);
    let mut bare = scene.clone();
    bench.compare(
        Name { case: "sweep", side, item: "a world" },
        (
            (sweep_of(seeds_of_sweep()), None),
            Work::new(
                |(sweep, _): &mut (Sweep, Option<Simulation>)| *sweep = sweep_of(seeds_of_sweep()),
                |(sweep, there)| {
                    let mut rows = 0;
                    sweep.block(0, there, |_| rows += 1).expect("it runs");
                    rows
                },
            ),
        ),
        (
            (seeds_of_loop(), None),
            Work::new(
                |(seeds, _): &mut (Seeds, Option<Simulation>)| *seeds = seeds_of_loop(),
                |(seeds, there)| {
                    for seed in seeds.iter() {
                        bare.seed = seed;
                        Simulation::reuse(there, &bare).expect("a legal scene").run();
                    }
                    WORLDS as usize
                },
            ),
        ),
    );
}
