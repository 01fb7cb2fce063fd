//! The program: every subcommand, its files, its terminal, and how it ends.

mod blessing;
mod commands;
mod data;
mod files;
mod help;
mod kills;
#[cfg(target_os = "linux")]
#[path = "../shared/program.rs"]
mod program;
mod properties;
mod puzzles;
#[path = "../shared/says.rs"]
mod says;
#[path = "../shared/scenes.rs"]
mod scenes;
mod shrinking;
mod streams;
#[cfg(target_os = "linux")]
mod terminal;
