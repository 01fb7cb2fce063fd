//! What is used most, by programs that run scenes and by crates that bring ingredients.
//!
//! `use mazetick::prelude::*;`

pub use crate::base::{
    CellIndex, Chance, Digest, Grid, Heading, Headings, Odds, Outcome, Phase, Position, Progress,
    Purpose, Route, SceneError, SceneFault, SceneStep, Seed, Segments, Start, Turn, Walker, Wall,
};
pub use crate::contest::Contest;
pub use crate::engine::{
    Admits, Agent, AgentGroup, AgentState, Build, Cells, Drawing, Entities, Exits, Gait, Ground,
    Lead, Leads, Maze, Passes, Policy, SpawnAgents, TextFormat, Trail, Turns, Walls, WideTrail,
};
pub use crate::puzzles::{
    Arrow, Braid, Dice, Foot, GrowingTree, Johnny, Jump, Jumps, Kruskal, Mazing, NextCell, Number,
    Numbers, Pick, SignBoard, Signs, Theseus, Wilson, Wrap,
};
pub use crate::registry::{CellFacet, Registry};
pub use crate::scene::{Board, Check, CheckedScene, Ingredient, Role, Scene, Simulation, Template};
