//! The formats of drawings, and what each shows by the options.

use std::path::Path;

use clap::ValueEnum;

use crate::base::grid::Grid;
use crate::base::limits;
use crate::cli::input::SceneFile;
use crate::cli::moment::Moment;
use crate::cli::progress::Unit;
use crate::cli::verdict::{Refusal, Reports};
use crate::picture::Theme;
use crate::picture::raster::{GIF_SIDE, Raster};
use crate::picture::tiles::TileStyle;
use crate::scene::{CheckedScene, Scene};
use crate::tools::page::{Page, PageWalk};
use crate::tools::play::Play;

use super::export::{Animated, Exporter, Html, Png, Svg, Txt};
use super::record::{FullFilm, Recorder, Still};
use super::{Drawer, Options};

/// A format of drawings.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A vector picture
    Svg,
    /// A picture in pixels
    Png,
    /// An animation, smooth and small
    Apng,
    /// An animation for viewers without APNG
    Gif,
    /// A page that replays it in any browser
    Html,
    /// A text
    Txt,
    /// Tiles of # for walls: a block for each square, wall and corner
    Blocks,
    /// The same tiles as values, 1 for walls and 0 for ways
    Csv,
    /// The scene, with the boards that its seed draws written out
    Ron,
    /// The world as data
    Json,
}

impl Format {
    pub(super) fn name(self) -> String {
        self.to_possible_value().expect("none is left out").get_name().to_owned()
    }

    pub(super) fn check(self, options: &Options) -> Result<(), Reports> {
        use Format::{Apng, Blocks, Csv, Gif, Html, Json, Png, Svg, Txt};
        let request = &options.request;
        let is_still = request.tick.is_some() || request.puzzle || request.solution;
        if matches!(self, Apng | Gif) && is_still {
            let why = "an animation has many ticks, expected `--from` and `--to` in place of `--tick`, \
                       `--puzzle` or `--solution`";
            return Err(Reports::of_call(why));
        }
        let uses: [(&str, bool, &[Self]); 12] = [
            ("--tick", request.tick.is_some(), &[Svg, Png, Html, Txt, Blocks, Csv, Json]),
            ("--puzzle", request.puzzle, &[Svg, Png, Html, Txt, Blocks, Csv, Json]),
            ("--solution", request.solution, &[Svg, Png, Html, Txt]),
            ("--no-route", options.no_route, &[Svg, Png, Apng, Gif, Html, Txt]),
            ("--trails", options.trails.is_some(), &[Svg, Png, Apng, Gif, Html]),
            ("--from", request.from != Moment::After(0), &[Apng, Gif, Html]),
            ("--to", request.to.is_some(), &[Apng, Gif, Html]),
            ("--every", request.every.is_some(), &[Apng, Gif]),
            ("--fps", options.fps.is_some(), &[Apng, Gif]),
            ("--theme", options.theme.is_some(), &[Svg, Png, Apng, Gif]),
            ("--size", options.size.is_some(), &[Svg, Png, Apng, Gif]),
            ("--unicode", options.unicode, &[Txt]),
        ];
        let idle = uses.iter().find(|(_, is_given, formats)| *is_given && !formats.contains(&self));
        let Some((option, _, formats)) = idle else { return Ok(()) };
        let formats = formats.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ");
        let found = self.name();
        Err(Reports::of_call(format!("{option}: does nothing for {found}, expected {formats}")))
    }

    /// Rejects a maze that is too large for a format that writes each cell.
    fn check_cells(self, grid: Grid) -> Result<(), Refusal> {
        let (most, what, instead) = match self {
            Self::Svg => (limits::DRAWN_CELLS, "an SVG", "use a PNG"),
            Self::Txt | Self::Blocks | Self::Csv => (limits::DRAWN_CELLS, "a text", "use a PNG"),
            Self::Html => (limits::PAGE_CELLS, "a page", "use a PNG or an animation"),
            _ => return Ok(()),
        };
        let cells = grid.cells();
        if cells <= most {
            return Ok(());
        }
        let why =
            format!("{cells} cells are too many for {what}, expected at most {most}; {instead}");
        Err(why.into())
    }
}

impl Drawer<'_> {
    pub(super) fn export(
        &mut self,
        file: &SceneFile,
        scene: &CheckedScene,
        output: &Path,
        format: Format,
    ) -> Result<Vec<u8>, Reports> {
        let refused = |why: Refusal| file.report(why);
        let Self { options, simulation, meter, links, .. } = self;
        let (request, grid) = (&options.request, scene.grid);
        let trails = options.trails.as_deref();
        let theme = options.theme.unwrap_or_default();
        format.check_cells(grid).map_err(refused)?;
        let still = |simulation| -> Result<Still, Reports> {
            let mut recorder =
                Recorder::new(file, scene, simulation, meter)?.with_trails(trails)?;
            if !options.no_route && trails.is_none() {
                return recorder.answer(request);
            }
            let Still { picture, before } = recorder.still(request)?;
            let picture = if options.no_route { picture.without_route() } else { picture };
            Ok(Still { picture, before })
        };
        let exported = match format {
            Format::Ron => Ok(options.run_scene(scene.clone().fixed()).to_ron().into_bytes()),
            Format::Json => {
                Ok(Recorder::new(file, scene, simulation, meter)?.data(request)?.into_bytes())
            }
            Format::Txt => Txt { is_unicode: options.unicode }.export(&still(simulation)?),
            Format::Blocks | Format::Csv if !scene.has_walls() => {
                return Err(file.report("tiles are walls, expected a scene with some"));
            }
            Format::Blocks => TileStyle::Blocks.export(&still(simulation)?),
            Format::Csv => TileStyle::Values.export(&still(simulation)?),
            Format::Svg => {
                let (title, side) = (file.title(scene), options.still_side(scene));
                Svg { title, theme, side }.export(&still(simulation)?)
            }
            Format::Png => {
                let raster = raster(grid, options.still_side(scene), theme).map_err(refused)?;
                Png(raster).export(&still(simulation)?)
            }
            Format::Apng | Format::Gif => {
                let (side, is_gif) = (options.side(grid), format == Format::Gif);
                let pixels = Raster::size(grid, side);
                check_gif(is_gif, pixels).map_err(refused)?;
                let mut recorder =
                    Recorder::new(file, scene, simulation, meter)?.with_trails(trails)?;
                let recording = recorder.frames(request, pixels)?;
                let raster = raster(grid, side, theme).map_err(refused)?;
                let all = Some(recording.ticks() + 1);
                let observe = &|frame| meter.set_part(Unit::Frames, frame, all);
                let (shows_route, fps) = (!options.no_route, options.fps.unwrap_or(20));
                Animated { raster, is_gif, shows_route, fps, observe }.export(&recording)
            }
            Format::Html => {
                let FullFilm { film, texts, puzzle } =
                    Recorder::new(file, scene, simulation, meter)?
                        .with_trails(trails)?
                        .full_film(request, !options.no_route)?;
                // Without an own seed it is the scene as written, otherwise what was run.
                let run = options.seed.map(|_| options.run_scene(scene.clone()).to_ron());
                let page = Page {
                    film,
                    title: file.title(scene),
                    rules: scene.rules(),
                    scene: run.unwrap_or_else(|| file.text.clone()),
                    texts,
                    shows_route: !options.no_route,
                    tick: request.opens_at(),
                    puzzle: scene.has_walk().then_some(puzzle.tick()),
                    is_solved: request.solution,
                    walk: Play::new(scene).ok().map(|mut play| PageWalk::new(&mut play)),
                };
                links.push((output.to_owned(), page.title.clone(), puzzle));
                Html.export(&page)
            }
        };
        exported.map_err(|error| file.report(error))
    }
}

impl Options {
    /// The scene that was run: with a seed of the call its expectations need not hold.
    fn run_scene(&self, scene: CheckedScene) -> CheckedScene {
        if self.seed.is_none() { scene } else { scene.without_expectations() }
    }

    /// Pixels per cell: a picture of a small maze is about 800 pixels wide or high.
    fn side(&self, grid: Grid) -> u32 {
        self.size.unwrap_or_else(|| (800 / grid.rows.max(grid.columns)).clamp(4, 120))
    }

    /// The same for one tick. With signs, or a die, there is more to read: cells have up to 100 pixels
    /// in a picture of at most 1600.
    fn still_side(&self, scene: &Scene) -> u32 {
        let most = scene.grid.rows.max(scene.grid.columns);
        let is_detailed = scene.start().is_some_and(|it| it.heading.is_some() || it.die.is_some());
        let detailed = if is_detailed { (1600 / most).min(100) } else { 0 };
        self.size.unwrap_or_else(|| self.side(scene.grid).max(detailed))
    }
}

/// A buffer of pixels; the error says that they are too many.
fn raster(grid: Grid, side: u32, theme: Theme) -> Result<Raster, Refusal> {
    Raster::new(grid, side, theme).map_err(|error| {
        let Grid { rows, columns } = grid;
        let why = format!(
            "{rows} by {columns} cells of {side} pixels are {error}; use fewer pixels per cell \
             (`--size`)"
        );
        why.into()
    })
}

fn check_gif(is_gif: bool, (width, height): (u64, u64)) -> Result<(), Refusal> {
    if !is_gif || width.max(height) <= GIF_SIDE {
        return Ok(());
    }
    let why = format!(
        "{width} by {height} pixels are too many for a GIF, expected at most {GIF_SIDE} on a \
         side; use fewer pixels per cell (`--size`), or a PNG of one tick"
    );
    Err(why.into())
}
