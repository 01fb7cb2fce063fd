//! The engine: a maze as a World, its ticks, the search, and texts that are drawn from it.
//!
//! How a world is ticked is in `tick.rs`: the phases of a tick, in their order, are a [`TickPhase`](tick::TickPhase)
//! each. The engine knows no scene and no puzzle: ingredients add components and systems by [`Build`].

pub mod agents;
mod bevy;
pub mod columns;
pub mod drawing;
pub mod forbidden_step;
pub mod maze;
pub mod search;
pub(crate) mod slots;
pub mod text;
pub mod tick;

pub use agents::Policy;
pub use columns::{Cells, Walls};
pub(crate) use forbidden_step::ForbiddenStep;
pub use maze::{Build, Maze};
pub use search::{Exits, Gait, Ground, Trail};
pub use text::TextFormat;
