//! What everything else is made of: positions, headings, dice, walls, walkers and progress; random
//! numbers, digests, errors and their reports, limits, threads.
//!
//! Nothing here knows what scenes consist of, or how a puzzle works.

pub(crate) mod chance;
pub(crate) mod count;
pub(crate) mod die;
pub(crate) mod differences;
pub(crate) mod digest;
pub(crate) mod grid;
pub(crate) mod heading;
pub(crate) mod jobs;
pub mod limits;
pub(crate) mod memory;
pub(crate) mod progress;
pub(crate) mod report;
pub(crate) mod route;
pub(crate) mod scene_fault;
pub(crate) mod walker;
pub(crate) mod wall;
pub(crate) mod work;

pub use chance::{Chance, Odds, Purpose, Seed};
pub use count::plural;
pub use die::Orientation;
pub use digest::{Digest, StateDigests};
pub use grid::{CellIndex, Grid, Position};
pub use heading::{Heading, Headings, Turn};
pub use jobs::Jobs;
pub use progress::{Outcome, Phase, Progress};
pub use report::{Fault, Source, TextError, escape_controls, escape_controls_in_lines};
pub use route::Route;
pub use scene_fault::{Item, SceneError, SceneFault, ScenePath, SceneStep};
pub use walker::{Start, Walker};
pub use wall::{Segments, Wall};
