//! The engine: a maze as a World, its ticks, the search, and texts that are drawn from it.
//!
//! How a world is ticked is in `tick.rs`: the phases of a tick, in their order, are a [`TickPhase`]
//! each. The engine knows no scene and no puzzle: ingredients add components and systems by [`Build`].

pub(crate) mod agents;
mod bevy;
pub(crate) mod columns;
pub(crate) mod drawing;
mod forbidden_step;
pub(crate) mod maze;
pub(crate) mod search;
pub(crate) mod text;
pub(crate) mod tick;

pub use agents::{Agent, AgentGroup, AgentState, Crew, Hand, Policy, SpawnAgents};
pub use columns::{Cells, Columns, Walls};
pub use drawing::Drawing;
pub use forbidden_step::ForbiddenStep;
pub use maze::{
    Build, ChangedState, Checkpoint, Entities, Kept, Maze, OtherWorld, Passages, Spawned, StateOf,
    Stats,
};
pub use search::{
    ActiveWalkers, Admits, ByLeads, Claims, Exits, Frontier, Gait, Ground, Lead, Leads, Moves,
    Passes, State, ToNeighbours, Trail, Turns, WideTrail,
};
pub use text::{DrawingSystem, MazeName, Need, TextFormat};
pub use tick::TickPhase;
