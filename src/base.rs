//! What everything else is made of: positions, headings, dice, walls, walkers and progress; random
//! numbers, digests, errors and their reports, limits, threads.
//!
//! Nothing here knows a scene, a puzzle or a file.

pub(crate) mod chance;
pub(crate) mod count;
pub(crate) mod die;
pub(crate) mod digest;
pub(crate) mod grid;
pub(crate) mod heading;
pub(crate) mod jobs;
pub mod limits;
pub(crate) mod locked;
pub(crate) mod memory;
pub(crate) mod objection;
pub(crate) mod progress;
pub(crate) mod report;
pub(crate) mod route;
pub(crate) mod walker;
pub(crate) mod wall;
