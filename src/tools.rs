//! Tools for worlds of any scene: sweeps, records, walks by hand, pages, sheets, puzzles, tests of scenes,
//! laws, mazes in a Bevy app.

pub mod craft;
mod departure;
mod error;
pub(crate) mod graph;
#[cfg(feature = "bevy")]
pub mod guest;
pub(crate) mod laws;
#[cfg(feature = "draw")]
pub mod page;
pub mod play;
pub(crate) mod record;
#[cfg(feature = "draw")]
pub mod sheet;
pub mod sweep;
pub(crate) mod trial;

pub use craft::Proof;
pub use departure::Departure;
pub use error::ToolError;
pub use graph::StateGraph;
pub use laws::{BrokenLaw, Law};
pub use play::Play;
pub use record::{DRAWING, Record, Versions};
pub use sweep::{Seeds, Sweep};
pub use trial::{Blessed, Failure, SeedTrials, Trial};
