//! `mazetick import`: contest input in, one scene per maze out.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::base::limits;

use crate::registry::Registry;
use crate::scene::Scene;
use clap::Args;

use super::input::{self, Named, refuse};
use super::output_path::{is_same_file, make_folder, path_to_write};
use super::paths::{DASH, shown_path};
use super::writer::Writer;
use super::{Verdict, contest_named};

#[derive(Args)]
#[command(after_help = "Example: mazetick import dice dice.in --out scenes/imported")]
pub(super) struct Arguments {
    /// The format of the input
    #[arg(index = 1)]
    problem: String,
    /// The input, or - for standard input
    #[arg(index = 2, default_value = DASH, value_name = "FILE")]
    file: PathBuf,
    /// The folder for the scenes, created if missing; existing files are replaced
    #[arg(long, value_name = "DIR", value_parser = path_to_write())]
    out: PathBuf,
}

pub(super) fn run(arguments: Arguments, registry: &Registry) -> io::Result<Verdict> {
    let (name, input) = match input::open(&arguments.file) {
        Ok(opened) => opened,
        Err(report) => return Ok(refuse(&[report])),
    };
    let input = Named { name: name.clone(), input };
    make_folder(&arguments.out)?;
    let writer = Writer::quick();
    let mut count = 0_usize;
    let mut verdict = Verdict::Done;
    contest_named(&arguments.problem, registry).read(
        &name,
        input,
        |scene| {
            count += 1;
            let path = scene_path(&arguments.out, count, scene);
            if is_same_file(&path, &arguments.file) {
                let path = shown_path(&path);
                let why = format!("{path}: this is the input, expected another folder");
                return Err(io::Error::new(ErrorKind::InvalidInput, why));
            }
            let ron = scene.to_ron();
            if let Err(why) = input::check_length("scene", ron.len(), limits::TEXT) {
                let why = format!("{}: {why}", shown_path(&path));
                return Err(io::Error::new(ErrorKind::InvalidData, why));
            }
            writer.replace(&path, ron.as_bytes())
        },
        |report| verdict = refuse(&[report]),
    )?;
    Ok(verdict)
}

/// `0001-name.ron`: the number in the input, and as much of the name as a file name can hold.
fn scene_path(folder: &Path, count: usize, scene: &Scene) -> PathBuf {
    const LONGEST: usize = 40;
    let words: Vec<&str> =
        scene.name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let name: String = words.join("-").chars().take(LONGEST).collect();
    let separator = if name.is_empty() { "" } else { "-" };
    folder.join(format!("{count:04}{separator}{name}.ron"))
}
