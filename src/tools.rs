//! Tools for worlds of any scene: sweeps, records, walks by hand, pages, sheets, puzzles, tests of scenes,
//! laws, mazes in a Bevy app.

pub mod craft;
pub mod departure;
pub mod difference;
mod error;
pub mod explore;
pub mod graph;
#[cfg(feature = "bevy")]
pub mod guest;
pub mod laws;
#[cfg(feature = "draw")]
pub mod page;
pub mod play;
pub mod record;
#[cfg(feature = "draw")]
pub mod sheet;
pub mod shrink;
pub mod sweep;
pub mod trial;

pub(crate) use departure::Departure;
pub use error::ToolError;
pub use play::Play;
pub use record::Record;
pub use sweep::{Seeds, Sweep};
pub use trial::Trial;
