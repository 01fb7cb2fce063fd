//! Tools for worlds of any scene: sweeps, records, walks by hand, pages, tests of scenes, mazes in a Bevy app.

#[cfg(feature = "bevy")]
pub mod guest;
#[cfg(feature = "draw")]
pub mod page;
pub mod play;
pub(crate) mod record;
pub mod sweep;
pub(crate) mod trial;
