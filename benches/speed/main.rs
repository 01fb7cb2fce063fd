//! Speed: each case beside a baseline, in one run.
//!
//! `cargo bench` measures every case with Criterion, and prints a table at the end: the median times
//! per item of both, and their ratio. Most are beside plain arrays that do the same work; `sweep-systems` beside
//! these and the look-ups of bare systems, `flips` beside mazetick without flips, `first` beside a bare World with
//! the same entities, `ticks`, `held` and `bytes` (memory, not time) beside bare Worlds, too, and the cases of
//! drawing and of graphs beside the run. A few have no baseline.
//! `cargo bench -- dice` measures only that case; `cargo bench -- --quick` checks on a small grid
//! of each that all run. Criterion's own options work too, after the case, such as `--save-baseline`.
//! `cargo bench -- dice --count=39` runs one case on one grid, for counts of instructions.

// Numbers of a benchmark are small, and averages need not be exact.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss
)]

mod agents;
mod bare;
mod boards;
mod cases;
mod contests;
mod craft;
mod crews;
mod drawing;
mod paired;
mod plain;
mod searches;
mod sweeps;

use paired::Bench;

/// The allocator of the program: most of the cost of new worlds is touching new pages.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let named = arguments.first().filter(|it| !it.starts_with('-'));
    if let Some(name) = named.filter(|&name| !CASES.iter().any(|(case, ..)| case == name)) {
        let cases = CASES.map(|(case, ..)| case).join(", ");
        eprintln!("no case `{name}`, expected one of: {cases}");
        std::process::exit(2);
    }
    // Cargo's tests of benchmarks have no `--bench`.
    let has = |option: &str| arguments.iter().any(|argument| argument == option);
    let is_quick = has("--quick") || !has("--bench");

    let count = arguments
        .iter()
        .find_map(|argument| argument.strip_prefix("--count="));
    let count: Option<u32> = count.map(|side| side.parse().expect("the side of a grid"));
    let mut bench = if count.is_some() {
        Bench::counting()
    } else {
        Bench::from_arguments()
    };
    for (case, sides, measure) in CASES {
        // Criterion would skip cases that are not named, but only after setting them up.
        if named.is_some_and(|name| name != case) {
            continue;
        }
        let sides = match count {
            Some(side) => vec![side],
            None if is_quick => vec![sides[0].min(10)],
            None => sides.to_vec(),
        };
        for side in sides {
            measure(&mut bench, side);
        }
    }
    bench.print();
}

/// A case: its name, the sides of its grids, and its measurement.
type Case = (&'static str, &'static [u32], fn(&mut Bench, u32));

const CASES: [Case; 36] = [
    ("johnny", &[39, 400, 4000], |bench, side| {
        cases::johnny(bench, "johnny", side, 0.0)
    }),
    ("eligible", &[39, 400, 4000], cases::eligible),
    ("attempts", &[39, 400, 4000], cases::attempts),
    ("foot", &[39, 400, 1000, 4000], cases::foot),
    ("arrow", &[39, 400, 1000], cases::arrow),
    ("dice", &[39, 400, 1000], cases::dice),
    ("flips", &[39, 1000, 4000], cases::flips),
    ("flipped", &[39], |bench, side| {
        cases::johnny(bench, "flipped", side, 0.2)
    }),
    ("first", &[1, 39, 1000, 4000], cases::first),
    ("ticks", &[39], |bench, side| {
        cases::ticks(bench, "ticks", side)
    }),
    ("ticks-foot", &[39], |bench, side| {
        cases::ticks(bench, "ticks-foot", side)
    }),
    ("agents-walls", &[1000], agents::followers),
    ("agents-mice", &[1000], |bench, side| {
        agents::alone(bench, "agents-mice", side, "Mouse")
    }),
    ("agents-tremaux", &[1000], |bench, side| {
        agents::alone(bench, "agents-tremaux", side, "Tremaux");
    }),
    ("agents-evacuation", &[10, 100], crews::evacuation),
    ("agents-chase", &[10, 100], crews::chase),
    ("agents-epidemic", &[10, 100], crews::epidemic),
    ("contest-arrow", &[9], |bench, side| {
        cases::contest::<contests::Arrow>(bench, "contest-arrow", side);
    }),
    ("contest-shuffled", &[9], |bench, side| {
        cases::shuffled(bench, "contest-shuffled", side);
    }),
    ("contest-dice", &[10], |bench, side| {
        cases::contest::<contests::Dice>(bench, "contest-dice", side);
    }),
    ("contest-johnny", &[39], |bench, side| {
        cases::contest::<contests::Johnny>(bench, "contest-johnny", side);
    }),
    ("sweep", &[5, 10, 30, 100], |bench, side| {
        sweeps::sweep(bench, "sweep", side, false)
    }),
    ("sweep-systems", &[5, 10], |bench, side| {
        sweeps::sweep(bench, "sweep-systems", side, true)
    }),
    ("held", &[10, 39], sweeps::held),
    ("bytes", &[1], sweeps::bytes),
    ("picture", &[39, 1000], drawing::picture),
    ("svg", &[39, 1000], drawing::svg),
    ("png", &[39, 1000], drawing::png),
    ("page", &[39, 100, 200], drawing::page),
    ("graph-foot", &[39, 300], |bench, side| {
        craft::graph(bench, "graph-foot", side)
    }),
    ("graph-arrow", &[39, 300], |bench, side| {
        craft::graph(bench, "graph-arrow", side)
    }),
    ("graph-jump", &[39, 300], |bench, side| {
        craft::graph(bench, "graph-jump", side)
    }),
    ("graph-dice", &[39, 300], |bench, side| {
        craft::graph(bench, "graph-dice", side)
    }),
    ("graph-theseus", &[40], |bench, side| {
        craft::graph(bench, "graph-theseus", side)
    }),
    ("boards-jump", &[8], |bench, side| {
        craft::boards(bench, "boards-jump", side)
    }),
    ("boards-theseus", &[5], |bench, side| {
        craft::boards(bench, "boards-theseus", side)
    }),
];
