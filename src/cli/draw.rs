//! `mazetick draw`: scenes in, pictures out.

mod format;
mod photographer;

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};

use crate::picture::{Picture, Theme};
use crate::registry::Registry;
use crate::scene::simulation::Simulation;
use crate::tools::sheet;
use crate::tools::sweep::Seeds;

use super::input::{SceneFile, seed_note};
use super::output::Writer;
use super::paths::{
    check_target, format_of, is_dash, make_folder, path_to_write, report_at, scene_paths,
    shown_path, whole_path,
};
use super::progress::Meter;
use super::verdict::{Reports, Verdict};
use format::Format;
use photographer::Request;

#[derive(Args)]
#[command(
    after_help = "Examples:\n  mazetick draw scenes/arrow/sample-1.ron -o arrow.svg\n  \
    mazetick draw scenes/johnny/flips.ron -o flips.gif --every 2\n  \
    mazetick draw scenes --out-dir pictures --format png\n  \
    mazetick draw scenes/mixed/everything.ron -o page.html\n  \
    mazetick draw scenes/arrow/sample-2.ron -o puzzle.svg --puzzle\n  \
    mazetick draw scenes/dice/sample-3.ron -o - --format txt --tick 9\n\n\
    SVG, PNG and text show one tick, APNG and GIF are animations, and HTML is a page that replays all ticks."
)]
pub(super) struct Arguments {
    /// Scene files, folders of them, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The file to write; its extension gives the format, unless --format does
    #[arg(short, long, value_name = "FILE")]
    #[arg(conflicts_with = "out_dir", required_unless_present = "out_dir")]
    output: Option<PathBuf>,
    /// The folder for the drawings of several scenes, created if missing; existing files are
    /// replaced
    #[arg(long, value_name = "DIR", requires = "format", value_parser = path_to_write())]
    out_dir: Option<PathBuf>,
    /// The format
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    #[command(flatten)]
    options: DrawOptions,
}

pub(super) fn run(arguments: Arguments, registry: &Registry) -> Result<Verdict, Reports> {
    let Arguments {
        paths,
        output,
        out_dir,
        format,
        options,
    } = arguments;
    let meter = Meter::of_scenes(&paths);
    let (inputs, links) = Default::default();
    let drawer = Drawer {
        registry,
        options,
        inputs,
        simulation: None,
        meter,
        links,
    };
    if let Some(folder) = out_dir {
        let format = format.expect("a folder asks for a format");
        format.check(&drawer.options)?;
        return into_folder(drawer, paths, &folder, format);
    }
    into_file(
        drawer,
        paths,
        &output.expect("a file or a folder is asked for"),
        format,
    )
}

fn into_file(
    mut drawer: Drawer<'_>,
    paths: Vec<PathBuf>,
    output: &Path,
    format: Option<Format>,
) -> Result<Verdict, Reports> {
    let mut scenes = scene_paths(paths);
    let format = format_of(format, output)?;
    format.check(&drawer.options)?;
    let scene = scenes.next().expect("a path is asked for")?;
    if scenes.next().is_some() {
        let is_of_all = drawer
            .options
            .trails
            .is_some_and(|numbers| numbers.is_empty());
        let more = if is_of_all {
            ", and `--trails=1,4` for some agents"
        } else {
            ""
        };
        let why =
            "found several scenes, expected one for `--output`; use `--out-dir DIR` for several";
        return Err(Reports::of_call(format!("{why}{more}")));
    }
    let bytes = drawer.drawn(&scene, output, format)?;
    Writer::quick().put(output, &bytes)?;
    Ok(Verdict::Done)
}

/// Draws all scenes; those of a folder go to subfolders of the same names.
fn into_folder(
    mut drawer: Drawer<'_>,
    paths: Vec<PathBuf>,
    folder: &Path,
    format: Format,
) -> Result<Verdict, Reports> {
    let mut verdict = Verdict::Done;
    let index = folder.join("index.html");
    let mut written = HashSet::from([index.clone()]);
    let found = |path: PathBuf| (path.clone(), scene_paths(vec![path]).collect());
    let all: Vec<(PathBuf, Vec<_>)> = paths.into_iter().map(found).collect();
    let inputs = all.iter().flat_map(|(_, scenes)| scenes).flatten();
    drawer.inputs = inputs.map(|path| whole_path(path)).collect();
    for (path, scenes) in all {
        for scene in scenes {
            let scene = match scene {
                Ok(scene) => scene,
                Err(report) => {
                    verdict = report.refuse();
                    continue;
                }
            };
            let (seeds, one) = (drawer.options.seeds, drawer.options.seed);
            let several = seeds.into_iter().flat_map(Seeds::iter).map(Some);
            for seed in several.chain(seeds.is_none().then_some(one)) {
                drawer.options.seed = seed;
                let placed = output_of(&scene, &path, folder, &drawer.ending(format), &written);
                let drawn = placed.and_then(|output| {
                    make_folder(output.parent().unwrap_or(folder))?;
                    written.insert(output.clone());
                    Ok((drawer.drawn(&scene, &output, format)?, output))
                });
                match drawn {
                    Ok((bytes, output)) => Writer::quick().replace(&output, &bytes)?,
                    Err(reports) => verdict = reports.refuse(),
                }
            }
        }
    }
    if !drawer.links.is_empty() {
        Writer::quick().replace(&index, sheet::index(folder, &drawer.links).as_bytes())?;
    }
    Ok(verdict)
}

/// A file for a scene, other than those written. Where another scene has its name, the file is named with the
/// folders around the scene, too. An error is the report that this is not enough.
fn output_of(
    scene: &Path,
    found_at: &Path,
    folder: &Path,
    ending: &str,
    written: &HashSet<PathBuf>,
) -> Result<PathBuf, Reports> {
    let output_below = |at| path_of(scene, at, folder, ending);
    let is_free = |output: &PathBuf| {
        let below = output.strip_prefix(folder).unwrap_or(output);
        let is_name = |part| matches!(part, Component::Normal(_));
        below.components().all(is_name) && !written.contains(output)
    };
    found_at
        .ancestors()
        .map(output_below)
        .find(is_free)
        .ok_or_else(|| {
            let taken = shown_path(&output_below(found_at));
            report_at(
                scene,
                format!("{taken} is already the drawing of another scene"),
            )
        })
}

type Link = (PathBuf, String, Picture);

/// The file for a scene found at this path: in the folder, in subfolders of the same names.
fn path_of(scene: &Path, found_at: &Path, folder: &Path, ending: &str) -> PathBuf {
    let below = scene
        .strip_prefix(found_at)
        .ok()
        .filter(|below| below.file_name().is_some());
    let name = match below {
        Some(below) => below,
        None if is_dash(scene) => Path::new("stdin"),
        None => Path::new(scene.file_name().unwrap_or(scene.as_os_str())),
    };
    folder.join(name).with_extension(ending)
}

struct Drawer<'a> {
    registry: &'a Registry,
    options: DrawOptions,
    /// The whole paths of all scenes, if they are drawn into a folder.
    inputs: HashSet<PathBuf>,
    simulation: Option<Simulation>,
    meter: Meter,
    links: Vec<Link>,
}

impl Drawer<'_> {
    /// The ending of the name of a drawing, with its seed if there are several.
    fn ending(&self, format: Format) -> String {
        let seed = self.options.seed.filter(|_| self.options.seeds.is_some());
        seed.map(|seed| format!("{seed}.")).unwrap_or_default() + &format.name()
    }

    fn drawn(&mut self, path: &Path, output: &Path, format: Format) -> Result<Vec<u8>, Reports> {
        let input = self.inputs.get(&whole_path(output));
        check_target(
            output,
            input.map(PathBuf::as_path).into_iter().chain([path]),
        )?;
        let file = SceneFile::open(path)?;
        let scene = file.seeded(self.registry, self.options.seed)?;
        self.meter.begin_item(&file.name);
        let drawn = self.export(&file, &scene, output, format);
        let is_idle = self
            .simulation
            .as_ref()
            .is_some_and(|it| it.is_without_chance());
        let DrawOptions { seed, seeds, .. } = self.options;
        let is_first = seeds.is_none_or(|all| seed == Some(all.first()));
        if seed.is_some() && is_first && is_idle && drawn.is_ok() {
            let option = if seeds.is_some() { "--seeds" } else { "--seed" };
            say!("{}", seed_note(&file.name, option));
        }
        self.meter.add_done(1);
        drawn
    }
}

#[derive(Args)]
struct DrawOptions {
    #[command(flatten)]
    request: Request,
    /// Frames per second, at most 50 [default: 20]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=50))]
    fps: Option<u16>,
    /// Leave the route out
    #[arg(long)]
    no_route: bool,
    /// Draw where agents went, all or those with these numbers: --trails=1,4
    #[arg(long, value_name = "NUMBERS", num_args = 0.., require_equals = true, value_delimiter = ',')]
    #[arg(conflicts_with_all = ["puzzle", "solution"])]
    trails: Option<Vec<u32>>,
    /// Colours on white, colours on black, or greys on white [default: light]
    #[arg(long, value_name = "THEME", value_parser = themes())]
    theme: Option<Theme>,
    /// Pixels per cell [default: 4 to 120, by the size of the maze]
    #[arg(long, value_name = "PIXELS", value_parser = value_parser!(u32).range(1..=1000))]
    size: Option<u32>,
    /// Use this seed instead of the scene's own
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Draw each scene with each of these seeds, such as 1..9, into the folder of --out-dir
    #[arg(long, value_name = "A..B", requires = "out_dir", conflicts_with_all = ["seed", "output"])]
    seeds: Option<Seeds>,
    /// Draw text with box-drawing characters instead of ASCII
    #[arg(long)]
    unicode: bool,
}

pub(super) fn themes() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(["light", "dark", "print"]).map(|name| match name.as_str() {
        "dark" => Theme::Dark,
        "print" => Theme::Print,
        _ => Theme::Light,
    })
}
