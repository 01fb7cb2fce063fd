//! What readers accept, what they refuse, and how they say so.

mod bad_input;
#[path = "../shared/scenes.rs"]
mod committed;
mod contests;
mod limits;
#[path = "../shared/program.rs"]
mod program;
#[path = "../shared/says.rs"]
mod says;
mod scenes;
mod strategies;
mod words;
