//! The engine: a maze as a World, its ticks, the search, and texts that are drawn from it.
//!
//! It knows no scene and no puzzle: ingredients give it their components and systems by
//! [`Build`].

pub(crate) mod agents;
mod bevy;
pub(crate) mod columns;
pub(crate) mod drawing;
pub(crate) mod maze;
pub(crate) mod search;
pub(crate) mod text;

pub use agents::{Agent, AgentGroup, AgentState, Crew, Hand, Policy, SpawnAgents};
pub use columns::{Cells, Columns, Walls};
pub use drawing::Drawing;
pub use maze::{
    Build, ChangedState, Checkpoint, Entities, ForbiddenStep, Kept, Maze, OtherWorld, Passages,
    Spawned, StateOf, Stats,
};
pub use search::{
    ActiveWalkers, Admits, ByLeads, Claims, Exits, Frontier, Gait, Ground, Lead, Leads, Moves,
    Passes, State, ToNeighbours, Trail, Turns, WideTrail,
};
pub use text::{DrawingSystem, MazeName, Need, TextFormat};
