//! Your own program: everything that `mazetick` does, with more ingredients.
//! `cargo run --example own_program -- new --help`.
//!
//! Each plugin is a line. In your own crate the dependencies are `mazetick`, `serde` with the
//! feature `derive`, and the `bevy_ecs` that mazetick has; `tests/outside` is such a crate.

#![allow(dead_code)] // what else the files of the ingredients have: scenes, and a `main` each

#[path = "binary_tree.rs"]
pub mod binary_tree;
#[path = "box_text.rs"]
pub mod box_text;
#[path = "keys.rs"]
pub mod keys;
#[path = "mud.rs"]
pub mod mud;
#[path = "one_way.rs"]
pub mod one_way;
#[path = "portals.rs"]
pub mod portals;
#[path = "slots.rs"]
pub mod slots;
#[path = "turns.rs"]
pub mod turns;

use std::process::ExitCode;

use mazetick::prelude::*;

/// The standard ingredients, and those of the other examples.
pub fn registry() -> Registry {
    Registry::standard()
        .with(mud::plugin)
        .with(one_way::plugin)
        .with(keys::plugin)
        .with(binary_tree::plugin)
        .with(box_text::plugin)
        .with(portals::plugin)
        .with(slots::plugin)
        .with(turns::plugin)
}

fn main() -> ExitCode {
    mazetick::cli::run(registry())
}
