//! The program `mazetick` with cliffs.

use std::process::ExitCode;

fn main() -> ExitCode {
    mazetick::cli::run(outside::registry())
}
