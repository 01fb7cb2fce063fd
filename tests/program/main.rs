//! The program: every subcommand, its files, its memory, its terminal, and how it ends.

mod checkpoints;
mod commands;
mod data;
mod files;
mod kills;
#[cfg(target_os = "linux")]
mod memory;
#[path = "../shared/program.rs"]
mod program;
#[path = "../shared/scenes.rs"]
mod scenes;
#[cfg(target_os = "linux")]
mod terminal;
