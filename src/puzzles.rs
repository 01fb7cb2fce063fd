//! The puzzles and generators, an ingredient or a family of them each: notation in scenes, board,
//! rule, gait, stage, text, contest, template.
//!
//! A rule is beside the component that it reads: in `arrow/signs.rs`, `dice/numbers.rs`,
//! `jump/lengths.rs`, `wrap.rs`; that of walls in `src/engine/maze/walls.rs`.

pub(crate) mod agents;
pub(crate) mod arrow;
pub(crate) mod braid;
pub(crate) mod dice;
pub(crate) mod drawn;
pub(crate) mod foot;
pub(crate) mod growing_tree;
pub(crate) mod johnny;
pub(crate) mod jump;
pub(crate) mod kruskal;
pub(crate) mod mazing;
pub(crate) mod theseus;
pub(crate) mod wilson;
pub(crate) mod wrap;

pub use agents::{AgentKind, Agents, Mouse, Pledge, Tremaux, WallFollower};
pub use arrow::{Arrow, Headed, RandomSigns, SignBoard, Signs};
pub use braid::Braid;
pub use dice::{Dice, HeadedDie, Number, Numbers, RandomNumbers, RollingDie};
pub use drawn::DrawnWalls;
pub use foot::{Foot, OnFoot};
pub use growing_tree::{GrowingTree, NextCell};
pub use johnny::{Command, Commands, Johnny, JohnnyList, LastStep, ListStep, Unvisited};
pub use jump::{Jump, JumpLength, Jumping, Jumps, RandomJumps};
pub use kruskal::Kruskal;
pub use mazing::{Growth, Mazing, Pick};
pub use theseus::{Pursuit, Theseus};
pub use wilson::Wilson;
pub use wrap::Wrap;
