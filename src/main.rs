//! The program `mazetick`, with the standard ingredients.

use std::process::ExitCode;

use mazetick::Ingredients;

fn main() -> ExitCode {
    mazetick::cli::run(Ingredients::standard())
}
