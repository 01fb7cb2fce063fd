//! The problems, a module each: generators, boards, rules, gaits, and the texts, contests and
//! templates that come with them.
//!
//! A rule is in the file of its board: `arrow/board.rs`, `dice/numbers.rs`, `jump/lengths.rs`; that
//! of walls in `src/maze/walls.rs`. The system of a generator's ticks is in `stage.rs`.

pub(crate) mod arrow;
pub(crate) mod dice;
pub(crate) mod foot;
pub(crate) mod johnny;
pub(crate) mod jump;
pub(crate) mod mazing;
pub(crate) mod theseus;
