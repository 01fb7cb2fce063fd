//! What everything else is made of: positions, headings, dice, walls, walkers and progress; random
//! numbers, digests, errors and their reports, limits, threads.
//!
//! Nothing here knows what scenes consist of, or how a puzzle works.

pub mod chance;
pub mod count;
pub mod die;
pub(crate) mod differences;
pub mod digest;
pub(crate) mod draws;
pub mod end;
pub mod grid;
pub mod heading;
pub mod jobs;
pub mod limits;
pub mod openings;
pub(crate) mod progress;
pub mod report;
pub mod route;
pub mod scene_fault;
pub mod squares;
pub(crate) mod trial_panics;
pub mod walker;
pub mod wall;
pub(crate) mod work;

pub use digest::Digest;
pub use grid::{Grid, Position};
pub use heading::{Heading, Headings};
pub use progress::{Outcome, Phase, Progress};
pub use scene_fault::{SceneError, SceneStep};
pub use walker::Walker;
pub use wall::Wall;
