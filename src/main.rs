//! The program `mazetick`, with the standard ingredients.

use std::process::ExitCode;

use mazetick::prelude::*;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    mazetick::cli::run(Registry::standard())
}
