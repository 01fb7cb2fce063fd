//! The formats of drawings, and what each shows by the options.

use std::io;
use std::path::Path;

use clap::ValueEnum;

use crate::base::count::saturating_u32;
use crate::base::grid::Grid;
use crate::base::limits;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::cli::input::SceneFile;
use crate::cli::moment::Moment;
use crate::cli::progress::{Meter, Unit};
use crate::cli::verdict::Reports;
use crate::picture::raster::{Animation, Apng, GIF_SIDE, Gif, Raster, TooManyPixels, png};
use crate::picture::svg::{SvgWriter, hex};
use crate::picture::tiles::{TileStyle, tiles};
use crate::picture::{Film, Picture, text};
use crate::scene::{CheckedScene, Scene};
use crate::tools::ToolError;
use crate::tools::page::{Page, PageWalk};
use crate::tools::play::Play;

use super::photographer::{Photographer, Still};
use super::{DrawOptions, Drawer};

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
    /// A page that replays the scene in any browser
    Html,
    /// A text
    Txt,
    /// Tiles of # for walls: a block for each square, wall and corner
    Blocks,
    /// The same tiles as values, 1 for walls and 0 for ways
    Csv,
    /// Cells: a character for each square, # if it is blocked
    Cells,
    /// The scene, with the boards that its seed draws written out
    Ron,
    /// The world as data
    Json,
}

impl Format {
    pub(super) fn name(self) -> String {
        self.to_possible_value()
            .expect("none is left out")
            .get_name()
            .to_owned()
    }

    pub(super) fn check(self, options: &DrawOptions) -> Result<(), Reports> {
        use Format::{Apng, Blocks, Cells, Csv, Gif, Html, Json, Png, Svg, Txt};
        let request = &options.request;
        let is_still = request.tick.is_some() || request.puzzle || request.solution;
        if matches!(self, Apng | Gif) && is_still {
            let why = "an animation has many ticks, expected `--from` and `--to` in place of `--tick`, \
                       `--puzzle` or `--solution`";
            return Err(Reports::of_call(why));
        }
        let uses: [(&str, bool, &[Self]); 12] = [
            (
                "--tick",
                request.tick.is_some(),
                &[Svg, Png, Html, Txt, Blocks, Csv, Cells, Json],
            ),
            (
                "--puzzle",
                request.puzzle,
                &[Svg, Png, Html, Txt, Blocks, Csv, Cells, Json],
            ),
            ("--solution", request.solution, &[Svg, Png, Html, Txt]),
            (
                "--no-route",
                options.no_route,
                &[Svg, Png, Apng, Gif, Html, Txt],
            ),
            (
                "--trails",
                options.trails.is_some(),
                &[Svg, Png, Apng, Gif, Html],
            ),
            (
                "--from",
                request.from != Moment::After(0),
                &[Apng, Gif, Html],
            ),
            ("--to", request.to.is_some(), &[Apng, Gif, Html]),
            ("--every", request.every.is_some(), &[Apng, Gif]),
            ("--fps", options.fps.is_some(), &[Apng, Gif]),
            ("--theme", options.theme.is_some(), &[Svg, Png, Apng, Gif]),
            ("--size", options.size.is_some(), &[Svg, Png, Apng, Gif]),
            ("--unicode", options.unicode, &[Txt]),
        ];
        let idle = uses
            .iter()
            .find(|(_, is_given, formats)| *is_given && !formats.contains(&self));
        let Some((option, _, formats)) = idle else {
            return Ok(());
        };
        let formats = formats
            .iter()
            .map(|format| format.name())
            .collect::<Vec<_>>()
            .join(", ");
        let found = self.name();
        Err(Reports::of_call(format!(
            "{option}: does nothing for {found}, expected {formats}"
        )))
    }

    /// Rejects a maze that is too large for a format that writes each cell.
    fn check_cells(self, scene: &CheckedScene) -> Result<(), SceneError> {
        let (cells, most) = (scene.grid.cells(), limits::PAGE_CELLS);

        match self {
            Self::Ron => Ok(()),
            Self::Html if cells > most => {
                let why = format!(
                    "{cells} cells are too many for a page, expected at most {most}; use a PNG or an animation"
                );
                Err(SceneFault::new([SceneStep::Field("grid")], why).into())
            }
            _ => scene.check_is_drawable(),
        }
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
        let refused = |why: ToolError| file.report(why);
        let Self {
            options,
            simulation,
            meter,
            links,
            ..
        } = self;
        let (request, grid) = (&options.request, scene.grid);
        let theme = options.theme.unwrap_or_default();
        format
            .check_cells(scene)
            .map_err(|error| file.refused(&error))?;
        if format == Format::Ron {
            return Ok(options
                .run_scene(scene.clone().fixed())
                .to_ron()
                .into_bytes());
        }
        if matches!(format, Format::Blocks | Format::Csv) && !scene.has_walls() {
            return Err(file.report("tiles are walls, expected a scene with some"));
        }
        let has_other_walls = scene.has("generate") || scene.has("walls");
        if format == Format::Cells && has_other_walls {
            let why = "cells show no walls between squares, expected a scene without `generate` and `walls`";
            return Err(file.report(why));
        }
        // A picture that would be too large is refused before its world is built.
        let side = if format == Format::Png {
            options.still_side(scene)
        } else {
            options.side(grid)
        };
        let too_large = |error| refused(too_many(error, grid, side));
        if matches!(format, Format::Png | Format::Apng | Format::Gif) {
            check_gif(format == Format::Gif, Raster::size(grid, side)).map_err(refused)?;
            Raster::check_size(grid, side).map_err(too_large)?;
        }

        let trails = options.trails.as_deref();
        let mut photographer = Photographer::new(file, scene, simulation, meter, trails)?;
        let exported = match format {
            Format::Ron | Format::Json => photographer.data(request)?,
            Format::Txt => text(&photographer.shown(options)?.picture, options.unicode),
            Format::Blocks => tiles(&photographer.shown(options)?.picture, TileStyle::Blocks),
            Format::Csv => tiles(&photographer.shown(options)?.picture, TileStyle::Values),
            Format::Cells => tiles(&photographer.shown(options)?.picture, TileStyle::Cells),
            Format::Svg => {
                let Still { picture, before } = photographer.shown(options)?;
                let writer = SvgWriter::new(|ink| hex(theme.rgb(ink)))
                    .titled(&file.title(scene))
                    .with_legend();
                writer.write(&picture, before.as_ref(), options.still_side(scene) as f32)
            }
            Format::Png => {
                let Still { picture, before } = photographer.shown(options)?;
                let raster = Raster::new(grid, side, theme).map_err(too_large)?;
                let mut raster = raster.with_legend(&picture).map_err(too_large)?;
                raster.draw(&picture, before.as_ref());
                let mut bytes = Vec::new();
                png(&raster, &mut bytes)?;
                return Ok(bytes);
            }
            Format::Apng | Format::Gif => {
                let frames = photographer.frames(request, Raster::size(grid, side))?;
                let raster = Raster::new(grid, side, theme).map_err(too_large)?;
                let raster = raster.with_legend(frames.empty()).map_err(too_large)?;
                let is_gif = format == Format::Gif;
                return Ok(animation(&frames, raster, is_gif, options, meter)?);
            }
            Format::Html => {
                let (replay, texts, puzzle) = photographer.full_film(request, !options.no_route)?;
                // Without `--seed` the page shows the text of the file, else the scene that was run.
                let run = options
                    .seed
                    .map(|_| options.run_scene(scene.clone()).to_ron());
                let page = Page {
                    film: replay,
                    title: file.title(scene),
                    rules: scene.rules_in_english(),
                    scene: run.unwrap_or_else(|| file.text.clone()),
                    texts,
                    shows_route: !options.no_route,
                    tick: request.opens_at(),
                    puzzle: scene.has_walk().then_some(puzzle.tick()),
                    is_solved: request.solution,
                    walk: Play::new(scene)
                        .ok()
                        .map(|mut play| PageWalk::new(&mut play)),
                };
                links.push((output.to_owned(), page.title.clone(), puzzle));
                page.html()
            }
        };
        Ok(exported.into_bytes())
    }
}

/// A film with a frame for each of its pictures.
fn animation(
    film: &Film,
    mut raster: Raster,
    is_gif: bool,
    options: &DrawOptions,
    meter: &Meter,
) -> io::Result<Vec<u8>> {
    /// How many milliseconds the last frame is shown.
    const HOLD: u16 = 2000;
    let frames = film.ticks() + 1;
    let shown = |it: Picture| {
        if options.no_route {
            it.without_route()
        } else {
            it
        }
    };
    let (mut bytes, mut now) = (Vec::new(), shown(film.picture(0)));
    raster.draw(&now, None);
    let mut animation: Box<dyn Animation + '_> = if is_gif {
        Box::new(Gif::new(&mut bytes, &raster)?)
    } else {
        Box::new(Apng::new(&mut bytes, &raster, saturating_u32(frames))?)
    };
    let mut rest = film.changes().skip(1);
    for frame in 0..frames {
        meter.set_part(Unit::Frames, frame, Some(frames));
        let changes = rest.next();
        let usual = 1000 / options.fps.unwrap_or(20);
        animation.frame(&raster, if changes.is_some() { usual } else { HOLD })?;
        let before = now.clone();
        if let Some(changes) = &changes {
            now.apply(changes);
        }
        now = shown(now);
        raster.draw(&now, Some(&before));
    }
    animation.end()?;
    Ok(bytes)
}

impl DrawOptions {
    /// The scene that was run: with a seed of the call its expectations need not hold.
    fn run_scene(&self, scene: CheckedScene) -> CheckedScene {
        if self.seed.is_none() {
            scene
        } else {
            scene.without_expectations()
        }
    }

    /// Pixels per cell: a picture of a small maze is about 800 pixels wide or high.
    fn side(&self, grid: Grid) -> u32 {
        self.size
            .unwrap_or_else(|| (800 / grid.rows.max(grid.columns)).clamp(4, 120))
    }

    /// The same for one tick. With signs, or a die, there is more to read: cells have up to 100 pixels
    /// in a picture of at most 1600.
    fn still_side(&self, scene: &Scene) -> u32 {
        let most = scene.grid.rows.max(scene.grid.columns);
        let is_detailed = scene
            .start()
            .is_some_and(|it| it.heading.is_some() || it.die.is_some());
        let detailed = if is_detailed {
            (1600 / most).min(100)
        } else {
            0
        };
        self.size
            .unwrap_or_else(|| self.side(scene.grid).max(detailed))
    }
}

fn too_many(error: TooManyPixels, Grid { rows, columns }: Grid, side: u32) -> ToolError {
    let why = format!(
        "{rows} by {columns} cells of {side} pixels are {error}; use fewer pixels per cell (`--size`)"
    );
    why.into()
}

fn check_gif(is_gif: bool, (width, height): (u64, u64)) -> Result<(), ToolError> {
    if !is_gif || width.max(height) <= GIF_SIDE {
        return Ok(());
    }
    let why = format!(
        "{width} by {height} pixels are too many for a GIF, expected at most {GIF_SIDE} on a \
         side; use fewer pixels per cell (`--size`), or a PNG of one tick"
    );
    Err(why.into())
}
