//! The puzzles and generators, an ingredient or a family of them each: notation in scenes, board,
//! rule, gait, stage, text, contest, template.
//!
//! A rule is beside the component that it reads: in `arrow/signs.rs`, `dice/numbers.rs`,
//! `jump/lengths.rs`, `wrap.rs`; that of walls in `src/engine/maze/walls.rs`.

pub mod agents;
pub mod aldous_broder;
pub mod arrow;
pub(crate) mod blocked;
pub(crate) mod braid;
pub mod dice;
pub mod drawn;
pub mod eller;
pub mod foot;
pub mod growing_tree;
pub mod hunt_and_kill;
pub mod johnny;
pub mod jump;
pub(crate) mod kruskal;
pub mod mazing;
pub(crate) mod openings;
pub mod prim;
pub mod recursive_division;
pub mod theseus;
pub(crate) mod wilson;
pub(crate) mod wrap;

pub use agents::Agents;
pub use arrow::{Arrow, SignBoard};
pub use braid::Braid;
pub use dice::{Dice, Numbers};
pub use drawn::DrawnWalls;
pub use foot::Foot;
pub use growing_tree::GrowingTree;
pub use johnny::Johnny;
pub use jump::{Jump, Jumps};
pub use kruskal::Kruskal;
pub use mazing::Mazing;
pub use theseus::Theseus;
pub use wilson::Wilson;
pub use wrap::Wrap;
