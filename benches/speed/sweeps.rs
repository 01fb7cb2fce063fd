//! Sweeps, compared with the bare loop of `load` and `run`.

use mazetick::prelude::*;
use mazetick::tools::sweep::{Columns, Seeds, Sweep, Sweeper, Variant};

use crate::paired::{Bench, Name, Work};

/// The number of seeds: more than are run.
const SEEDS: u64 = 1 << 40;

/// On foot through carved mazes, with the default columns, a block at a time; an item is a world.
pub(crate) fn sweep(bench: &mut Bench, side: u32) {
    let (from, to) = (Position::new(side, 1), Position::new(1, side));
    let mut scene = Scene::new(side, side).with(Johnny::from(from)).with(Foot { from, to });
    let (registry, text) = (Registry::standard(), scene.to_ron());
    let variants = Variant::all(&registry, "foot", &text, &[]).expect("a legal scene");
    let columns = Columns::of(&registry, &variants, &[]);
    let seeds = Seeds::new(0, SEEDS).expect("seeds");
    let sweep = Sweep::new(variants, seeds, columns).expect("a sweep");
    let worlds = sweep.block_length();
    bench.compare(
        Name { case: "sweep", side, item: "a world" },
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
            (None, 0),
            Work::new(
                |(_, block): &mut (Option<Simulation>, u64)| *block += 1,
                |(there, block)| {
                    for seed in *block * worlds..(*block + 1) * worlds {
                        scene.seed = seed;
                        Simulation::reuse(there, &scene).expect("a legal scene").run();
                    }
                    usize::try_from(worlds).expect("some thousand")
                },
            ),
        ),
    );
}
