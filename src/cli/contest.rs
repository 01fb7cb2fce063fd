//! Contest input: `mazetick contest` solves it, `import` turns it into scenes, `export` scenes into it.

use std::fs;
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, value_parser};

use crate::base::limits;
use crate::contest::ContestError;
use crate::registry::Registry;
use crate::scene::Scene;

use super::input::{self, Named, SceneFile, refuse};
use super::output::{Writer, stdout};
use super::paths::{DASH, is_same_file, make_folder, path_to_write, scene_paths, shown_path};
use super::progress::{Meter, Unit};
use super::{Verdict, contest_named};

#[derive(Args)]
#[command(after_help = "Example: mazetick contest arrow --jobs 2 mazes.in > mazes.out")]
pub(super) struct ContestArguments {
    /// The contest format to read
    #[arg(index = 1)]
    problem: String,
    /// The input, or - for standard input
    #[arg(index = 2, default_value = DASH, value_name = "FILE")]
    file: PathBuf,
    /// Solve on N threads; the output is the same
    #[arg(long, default_value = "1", value_name = "N", value_parser = value_parser!(u16).range(1..))]
    jobs: u16,
}

pub(super) fn contest(arguments: ContestArguments, registry: &Registry) -> io::Result<Verdict> {
    let (name, input) = match input::open(&arguments.file) {
        Ok(opened) => opened,
        Err(report) => return Ok(refuse(&[report])),
    };
    let length = fs::metadata(&arguments.file).ok().filter(fs::Metadata::is_file);
    let meter = Meter::new(&name);
    let of = length.map(|file| file.len());
    let input = Metered { input: Named { name: name.clone(), input }, meter: &meter, read: 0, of };
    let output = BufWriter::new(stdout());
    let contest = contest_named(&arguments.problem, registry);
    let solved = contest.solve(&name, input, output, usize::from(arguments.jobs));
    drop(meter);
    match solved {
        Ok(()) => Ok(Verdict::Done),
        Err(ContestError::Input(report)) => Ok(refuse(&[report])),
        Err(ContestError::Io(error)) => Err(error),
    }
}

/// An input that counts the bytes read.
struct Metered<'a, R> {
    input: R,
    meter: &'a Meter,
    read: u64,
    of: Option<u64>,
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(bytes)?;
        self.read += read as u64;
        self.meter.set_part(Unit::Bytes, self.read, self.of);
        Ok(read)
    }
}

#[derive(Args)]
#[command(after_help = "Example: mazetick import dice dice.in --out scenes/imported")]
pub(super) struct ImportArguments {
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

pub(super) fn import(arguments: ImportArguments, registry: &Registry) -> io::Result<Verdict> {
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

#[derive(Args)]
#[command(after_help = "Example: mazetick export scenes/johnny > johnny.in\n\n\
    A Johnny scene with a seed is written with the commands that it draws.")]
pub(super) struct ExportArguments {
    /// Scene files of one contest, folders of them, or - for standard input
    #[arg(required = true, value_name = "SCENE")]
    scenes: Vec<PathBuf>,
}

pub(super) fn export(arguments: ExportArguments, registry: &Registry) -> io::Result<Verdict> {
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
