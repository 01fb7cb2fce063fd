//! `mazetick export`: scenes in, contest input out.

use std::io::{self, Write};
use std::path::PathBuf;

use crate::registry::Registry;
use clap::Args;

use super::Verdict;
use super::input::{SceneFile, refuse};
use super::paths::scene_paths;
use super::stdout::stdout;

#[derive(Args)]
#[command(after_help = "Example: mazetick export scenes/johnny > johnny.in\n\n\
    A Johnny scene with a seed is written with the commands that it draws.")]
pub(super) struct Arguments {
    /// Scene files of one contest, folders of them, or - for standard input
    #[arg(required = true, value_name = "SCENE")]
    scenes: Vec<PathBuf>,
}

pub(super) fn run(arguments: Arguments, registry: &Registry) -> io::Result<Verdict> {
    let mut names = Vec::new();
    let mut scenes = Vec::new();
    let mut verdict = Verdict::Done;
    for path in scene_paths(arguments.scenes) {
        let file = path.and_then(|path| SceneFile::open(&path)).map_err(|report| vec![report]);
        match file.and_then(|file| Ok((file.scene(registry)?, file.name))) {
            Ok((scene, name)) => {
                scenes.push(scene.without_world()); // there can be many
                names.push(name);
            }
            Err(reports) => verdict = refuse(&reports),
        }
    }
    if verdict == Verdict::Done {
        match registry.export(&scenes) {
            Ok(text) => stdout().write_all(text.as_bytes())?,
            Err(error) => {
                say!("{}: error: {error}", names[error.index()]);
                verdict = Verdict::BadInput;
            }
        }
    }
    Ok(verdict)
}
