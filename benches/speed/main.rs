//! How fast: each case beside a plain-array version of the same work, in one run.
//!
//! `cargo bench` prints, for each case, the median time an item of both, and the median of the
//! ratios of pairs that ran one after the other. `cargo bench -- --quick` only shows that the
//! cases run.

// Numbers of a benchmark are small, and its averages are no exact science.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]

mod boards;
mod cases;
mod paired;
mod plain;

use paired::Pairs;

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let pairs = if quick { Pairs::QUICK } else { Pairs::FULL };
    println!("{:<48}{:>12}{:>12}{:>8}", "ns an item", "mazetick", "plain", "ratio");
    let sides = if quick { [9, 39] } else { [39, 2000] };
    for side in sides {
        cases::johnny(pairs, side);
        cases::mazing(pairs, side);
        cases::foot(pairs, side);
        cases::arrow(pairs, side.min(1000));
        cases::dice(pairs, side.min(1000));
    }
    cases::ticks(pairs);
    cases::contest(pairs);
}
