//! `mazetick import`: contest input in, a scene a maze out.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use mazetick::Scene;

use super::input::{self, Named};
use super::paths::{DASH, shown_path};
use super::{Problem, Verdict};

#[derive(Args)]
#[command(after_help = "Example: mazetick import dice dice.in --out scenes/imported")]
pub(super) struct Arguments {
    /// Whose format
    problem: Problem,
    /// The input, or - for standard input
    #[arg(default_value = DASH, value_name = "FILE")]
    file: PathBuf,
    /// The folder for the scenes, which is made if need be; files of the same names are replaced
    #[arg(long, value_name = "DIR", value_parser = input::path_to_write())]
    out: PathBuf,
}

pub(super) fn run(arguments: Arguments) -> io::Result<Verdict> {
    let (name, input) = match input::open(&arguments.file) {
        Ok(opened) => opened,
        Err(report) => {
            say!("{report}");
            return Ok(Verdict::BadInput);
        }
    };
    let input = Named { name: name.clone(), input };
    let of_path = |error: io::Error| {
        io::Error::new(error.kind(), format!("{}: {error}", shown_path(&arguments.out)))
    };
    fs::create_dir_all(&arguments.out).map_err(of_path)?;
    let mut count = 0_usize;
    let mut verdict = Verdict::Done;
    mazetick::Contest::from(arguments.problem).read(
        &name,
        input,
        |scene| {
            count += 1;
            fs::write(scene_path(&arguments.out, count, scene), scene.to_ron()).map_err(of_path)
        },
        |report| {
            say!("{report}");
            verdict = Verdict::BadInput;
        },
    )?;
    Ok(verdict)
}

/// `0001-name.ron`: in the order of the input, with what of the name a file name can hold.
fn scene_path(folder: &Path, count: usize, scene: &Scene) -> PathBuf {
    const LONGEST: usize = 40;
    let words: Vec<&str> =
        scene.name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let name: String = words.join("-").chars().take(LONGEST).collect();
    let separator = if name.is_empty() { "" } else { "-" };
    folder.join(format!("{count:04}{separator}{name}.ron"))
}
