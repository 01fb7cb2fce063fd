//! The program `mazetick`: arguments to calls, verdicts to exit codes.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::main() {
        Ok(verdict) => ExitCode::from(verdict as u8),
        Err(error) => {
            cli::say!("mazetick: error: {error}");
            ExitCode::from(cli::Verdict::BadInput as u8)
        }
    }
}
