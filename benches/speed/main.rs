//! How fast: each case beside a plain-array version of the same work, in one run.
//!
//! `cargo bench` prints, for each case, the median time an item of both, and the median of the
//! ratios of pairs that ran one after the other. Where two kinds of flips are named, the plain
//! version is mazetick without flips. `cargo bench -- dice ticks` measures only these two; `cargo
//! bench -- --quick` only shows that the cases run.

// Numbers of a benchmark are small, and its averages are no exact science.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)]

mod boards;
mod cases;
mod paired;
mod plain;

use paired::Pairs;

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let names: Vec<String> = std::env::args().skip(1).filter(|it| !it.starts_with('-')).collect();
    let known: Vec<&str> =
        GROWING.iter().map(|it| it.0).chain(["flips"]).chain(ALONE.iter().map(|it| it.0)).collect();
    if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
        eprintln!("no case `{name}`, expected one of: {}", known.join(", "));
        std::process::exit(2);
    }
    let is_meant = |case: &str| names.is_empty() || names.iter().any(|name| name == case);
    let pairs = if quick { Pairs::QUICK } else { Pairs::FULL };
    println!("{:<48}{:>12}{:>12}{:>8}", "ns an item", "mazetick", "plain", "ratio");
    for side in if quick { [9, 20, 39] } else { [39, 400, 4000] } {
        for (name, case) in GROWING {
            if is_meant(name) {
                case(pairs, side);
            }
        }
    }
    for side in if quick { [9, 39, 100] } else { [39, 1000, 4000] } {
        if is_meant("flips") {
            cases::flips(pairs, side, 0.2);
        }
    }
    for (name, case) in ALONE {
        if is_meant(name) {
            case(pairs);
        }
    }
}

/// A case that is measured at three sizes, by the side of the grid.
type Growing = (&'static str, fn(Pairs, u32));

const GROWING: [Growing; 6] = [
    ("johnny", |pairs, side| cases::johnny(pairs, side, 0.0)),
    ("mazing", cases::mazing),
    ("attempts", cases::attempts),
    ("foot", cases::foot),
    ("arrow", |pairs, side| cases::arrow(pairs, side.min(1000))),
    ("dice", |pairs, side| cases::dice(pairs, side.min(1000))),
];

/// A case of one size.
type Alone = (&'static str, fn(Pairs));

const ALONE: [Alone; 3] = [
    ("johnny", |pairs| cases::johnny(pairs, if pairs.count > 1 { 39 } else { 9 }, 0.2)),
    ("ticks", cases::ticks),
    ("contest", cases::contest),
];
