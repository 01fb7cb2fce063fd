//! What readers accept, what they refuse, and how they say so.

mod any_input;
mod bad_input;
mod limits;
#[path = "../shared/program.rs"]
mod program;
