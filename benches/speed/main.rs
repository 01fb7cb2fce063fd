//! How fast: each case beside a plain-array version of the same work, in one run.
//!
//! `cargo bench` prints, for each case, the median time an item of both, and the median of the
//! ratios of pairs that ran one after the other. Where two kinds of flips are named, the plain
//! version is mazetick without flips. `cargo bench -- --quick` only shows that the
//! cases run.

// Numbers of a benchmark are small, and its averages are no exact science.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)]

mod boards;
mod cases;
mod paired;
mod plain;

use paired::Pairs;

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let pairs = if quick { Pairs::QUICK } else { Pairs::FULL };
    println!("{:<48}{:>12}{:>12}{:>8}", "ns an item", "mazetick", "plain", "ratio");
    let sides = if quick { [9, 20, 39] } else { [39, 400, 4000] };
    for side in sides {
        cases::johnny(pairs, side, 0.0);
        cases::mazing(pairs, side);
        cases::attempts(pairs, side.min(1000));
        cases::foot(pairs, side);
        cases::arrow(pairs, side.min(1000));
        cases::dice(pairs, side.min(1000));
    }
    cases::johnny(pairs, sides[0], 0.2);
    for side in if quick { [9, 39, 100] } else { [39, 1000, 4000] } {
        cases::flips(pairs, side, 0.2);
    }
    cases::ticks(pairs);
    cases::contest(pairs);
}
