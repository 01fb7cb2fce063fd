//! What is used most, by programs that run scenes and by crates that bring ingredients.
//!
//! `use mazetick::prelude::*;`

pub use crate::base::{
    Digest, Grid, Heading, Headings, Outcome, Phase, Position, Progress, SceneError, SceneStep,
    Walker, Wall,
};
pub use crate::contest::Contest;
pub use crate::engine::{
    Build, Cells, Exits, Gait, Ground, Maze, Policy, TextFormat, Trail, Walls,
};
pub use crate::registry::Registry;
pub use crate::scene::{Check, Ingredient, Role, Scene, Simulation};
pub use crate::tools::{Record, Seeds, Sweep, Trial};
