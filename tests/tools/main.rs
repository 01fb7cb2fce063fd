//! What is made of worlds: tables, records, pictures and pages, and guests of an app.

mod bevy_guest;
#[cfg(unix)]
mod checkpoints;
mod emitted;
mod entities;
mod explore;
mod laws;
mod mutants;
mod page;
mod parquet;
mod pictures;
mod plot;
#[path = "../shared/program.rs"]
mod program;
mod proofs;
mod properties;
mod raster;
mod records;
#[path = "../shared/says.rs"]
mod says;
#[path = "../shared/scenes.rs"]
mod scenes;
mod shrinking;
mod sweeps;
mod temporal;
mod ticks;
