//! The formats of drawings: each is a variant of [`Format`].

use std::io;

use clap::ValueEnum;

use crate::base::count::plural;
use crate::base::grid::Grid;
use crate::base::limits::{self, PAGE_TICKS as TICKS};
use crate::base::progress::Phase;
use crate::cli::data;
use crate::cli::progress::Unit;
use crate::cli::verdict::Reports;
use crate::engine::drawing::Drawing;
use crate::picture::raster::{Apng, GIF_SIDE, Gif, Raster, png};
use crate::picture::{Film, SvgWriter, TextStyle, hex, text};
use crate::tools::page::{Page, PageWalk};
use crate::tools::play::Play;

use super::frames::{self, Bounded, Moment, Plan, still};
use super::{Job, Options};

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
    /// The scene, with the boards that its seed draws written out
    Ron,
    /// The world as data
    Json,
}

impl Format {
    /// The extension of its files.
    pub(super) fn name(self) -> String {
        self.to_possible_value().expect("none is left out").get_name().to_owned()
    }

    /// Reports an option that does nothing in this format.
    pub(super) fn check(self, options: &Options) -> Result<(), Reports> {
        use Format::{Apng, Gif, Html, Json, Png, Svg, Txt};
        if matches!(self, Apng | Gif) && options.moment().is_some() {
            let why = "an animation has many ticks, expected `--from` and `--to` in place of `--tick`, \
                       `--puzzle` or `--solution`";
            return Err(Reports::of_call(why));
        }
        let uses: [(&str, bool, &[Self]); 11] = [
            ("--tick", options.tick.is_some(), &[Svg, Png, Html, Txt, Json]),
            ("--puzzle", options.puzzle, &[Svg, Png, Html, Txt, Json]),
            ("--solution", options.solution, &[Svg, Png, Html, Txt]),
            ("--no-route", options.no_route, &[Svg, Png, Apng, Gif, Html, Txt]),
            ("--from", options.from != Moment::After(0), &[Apng, Gif, Html]),
            ("--to", options.to.is_some(), &[Apng, Gif, Html]),
            ("--every", options.every.is_some(), &[Apng, Gif]),
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

    /// Draws a scene: the bytes of the file, or error reports.
    pub(super) fn draw(self, job: &mut Job<'_>, options: &Options) -> Result<Vec<u8>, Reports> {
        match self {
            Self::Svg => svg(job, options),
            Self::Png => still_png(job, options),
            Self::Apng => apng(job, options),
            Self::Gif => gif(job, options),
            Self::Html => page(job, options),
            Self::Txt => txt(job, options),
            Self::Ron => Ok(ron(job, options)),
            Self::Json => json(job, options),
        }
    }
}

fn svg(job: &mut Job<'_>, options: &Options) -> Result<Vec<u8>, Reports> {
    check_cells(job, limits::DRAWN_CELLS, "an SVG", "use a PNG")?;
    let (picture, before) = still(job, options)?;
    let writer = SvgWriter::new(|ink| hex(options.theme().rgb(ink)));
    let writer = writer.titled(&job.file.title(&job.scene));
    Ok(writer.write(&picture, before.as_ref(), options.still_side(&job.scene) as f32).into_bytes())
}

fn txt(job: &mut Job<'_>, options: &Options) -> Result<Vec<u8>, Reports> {
    check_cells(job, limits::DRAWN_CELLS, "a text", "use a PNG")?;
    let (picture, _) = still(job, options)?;
    Ok(text(&picture, TextStyle { is_unicode: options.unicode, room: None }).into_bytes())
}

fn ron(job: &Job<'_>, options: &Options) -> Vec<u8> {
    let scene = job.scene.clone().fixed();
    let scene = if options.seed.is_none() { scene } else { scene.without_expectations() };
    scene.to_ron().into_bytes()
}

/// The world at a tick.
fn json(job: &mut Job<'_>, options: &Options) -> Result<Vec<u8>, Reports> {
    still(job, options)?;
    let simulation = job.simulation.as_mut().expect("it has begun");
    Ok(data::whole(simulation, &job.file.name, job.scene.seed).into_bytes())
}

/// Rejects a maze that is too large for a format that writes each cell.
fn check_cells(job: &Job<'_>, most: usize, what: &str, instead: &str) -> Result<(), Reports> {
    let cells = job.scene.grid.cells();
    if cells <= most {
        return Ok(());
    }
    let why = format!("{cells} cells are too many for {what}, expected at most {most}; {instead}");
    Err(job.file.report(why))
}

fn still_png(job: &mut Job<'_>, options: &Options) -> Result<Vec<u8>, Reports> {
    let mut raster = raster(job, options.still_side(&job.scene), options)?;
    let (picture, before) = still(job, options)?;
    raster.draw(&picture, before.as_ref());
    let mut bytes = Vec::new();
    png(&raster, &mut bytes).map_err(|error| job.file.report(error))?;
    Ok(bytes)
}

fn apng(job: &mut Job<'_>, options: &Options) -> Result<Vec<u8>, Reports> {
    animated(job, options, |bytes, frame, count| {
        let mut animation = Apng::new(bytes, frame, count)?;
        let delay = 1000 / options.fps();
        Ok(Box::new(move |frame, is_end| {
            animation.frame(frame, if is_end { 1000 * HOLD } else { delay })?;
            if is_end { animation.end() } else { Ok(()) }
        }))
    })
}

fn gif(job: &mut Job<'_>, options: &Options) -> Result<Vec<u8>, Reports> {
    let grid = job.scene.grid;
    let (width, height) = Raster::size(grid, options.side(grid));
    if width.max(height) > GIF_SIDE {
        let why = format!(
            "{width} by {height} pixels are too many for a GIF, expected at most {GIF_SIDE} on a \
             side; use fewer pixels per cell (`--size`), or a PNG of one tick"
        );
        return Err(job.file.report(why));
    }
    animated(job, options, |bytes, frame, _| {
        let mut animation = Gif::new(bytes, frame)?;
        let delay = 100 / options.fps();
        Ok(Box::new(move |frame, is_end| {
            animation.frame(frame, if is_end { 100 * HOLD } else { delay })?;
            if is_end { animation.end() } else { Ok(()) }
        }))
    })
}

/// How many seconds the last frame is shown.
const HOLD: u16 = 2;

/// Takes the frames of an animation, and which is the last.
type Taking<'a> = Box<dyn FnMut(&Raster, bool) -> io::Result<()> + 'a>;

/// Draws an animation. It begins at the first frame, with the number of frames.
fn animated(
    job: &mut Job<'_>,
    options: &Options,
    begin: impl for<'a> FnOnce(&'a mut Bounded, &Raster, u32) -> io::Result<Taking<'a>>,
) -> Result<Vec<u8>, Reports> {
    let plan = Plan::new(job, options)?;
    let mut raster = raster(job, options.side(job.scene.grid), options)?;
    let frames = u32::try_from(plan.frames()).unwrap_or(u32::MAX);
    let mut bytes = Bounded::default();
    let mut fresh = Some((&mut bytes, begin));
    let mut taking: Option<Taking<'_>> = None;
    let drawn = frames::each(job, options, &plan, |picture, before, is_end| {
        raster.draw(picture, before);
        if let Some((bytes, begin)) = fresh.take() {
            taking = Some(begin(bytes, &raster, frames)?);
        }
        taking.as_mut().map_or(Ok(()), |take| take(&raster, is_end))
    });
    drawn?;
    drop(taking);
    Ok(bytes.0)
}

/// A buffer of pixels, or an error report.
fn raster(job: &Job<'_>, side: u32, options: &Options) -> Result<Raster, Reports> {
    let grid = job.scene.grid;
    Raster::new(grid, side, options.theme()).map_err(|error| {
        let Grid { rows, columns } = grid;
        job.file.report(format!(
            "{rows} by {columns} cells of {side} pixels are {error}; use fewer pixels per cell \
             (`--size`)"
        ))
    })
}

/// Films a scene, and embeds the film in a page.
fn page(job: &mut Job<'_>, options: &Options) -> Result<Vec<u8>, Reports> {
    let (from, to) = job.span(options)?;
    check_cells(job, limits::PAGE_CELLS, "a page", "use a PNG or an animation")?;
    let has_walk = job.scene.has_walk();
    let simulation = job.begin()?;
    let puzzle = has_walk.then(|| Moment::Walk.tick_in(simulation));
    let tick = match options.tick {
        Some(Moment::End) => Some(u64::MAX),
        Some(Moment::After(tick)) => Some(tick),
        Some(Moment::Walk) | None => None,
    };
    if options.solution && job.advance_to(u64::MAX).route().is_empty() {
        return Err(job.file.report(frames::NO_SOLUTION));
    }
    let film = film(job, tick, from, to)?;
    let texts = if options.shows_route() { texts(job, film.ticks())? } else { vec![] };
    // The walk by hand, or why it has no room; `None` if no walk can be made by hand.
    let walk = Play::new(&job.scene).ok().map(|mut play| PageWalk::new(&mut play));
    let scene = if options.seed.is_none() {
        job.file.text.clone()
    } else {
        job.scene.clone().without_expectations().to_ron() // what was run
    };
    let page = Page {
        film: &film,
        title: &job.file.title(&job.scene),
        rules: &job.scene.rules(),
        scene: &scene,
        texts: &texts,
        shows_route: options.shows_route(),
        tick,
        puzzle,
        is_solved: options.solution,
        walk: walk.as_ref(),
    };
    Ok(page.html().into_bytes())
}

/// The film of a page, which opens at `tick` if that is asked for. Reports if it has too many ticks, which is
/// known before it is made, or if the world gets stuck.
fn film(job: &mut Job<'_>, tick: Option<u64>, from: u64, to: u64) -> Result<Film, Reports> {
    let ticks = to - from;
    job.begin()?;
    let progress = job.advance_to(from.saturating_add(ticks.min(TICKS))).progress();
    let (end, is_over) = (progress.tick, progress.phase == Phase::Finished);
    job.check_outcome()?;
    frames::say_if_past(job, tick.into_iter().chain([from, to]), end);
    if ticks > TICKS && !is_over {
        let why = format!(
            "it takes more than {}, the most for a page; use fewer (`--from` \
             and `--to`), or an animation",
            plural(TICKS, "tick")
        );
        return Err(job.file.report(why));
    }
    job.begin()?;
    let (meter, of) = (job.meter, Some(end.saturating_sub(from)));
    let simulation = job.advance_to(from);
    let observe = |done| meter.set_part(Unit::Ticks, done, of);
    let film = Film::new_observed(simulation, ticks.min(TICKS), observe);
    job.check_outcome()?;
    Ok(film)
}

/// The texts of the last ticks; of many long ones only the very last. The world is there.
fn texts(job: &mut Job<'_>, ticks: u64) -> Result<Vec<(u64, Drawing)>, Reports> {
    const BYTES: u64 = 1 << 24;
    let simulation = job.simulation.as_mut().expect("it has begun");
    let (end, last) = (simulation.progress().tick, simulation.text());
    if last.is_empty() || ticks.saturating_mul(last.len() as u64) > BYTES {
        return Ok(vec![(end, last)]);
    }
    job.begin()?;
    let simulation = job.advance_to(end - ticks);
    let mut texts = vec![(end - ticks, simulation.text())];
    for tick in end - ticks + 1..=end {
        simulation.advance(1);
        let text = simulation.text();
        if texts.last().is_some_and(|it| it.1 != text) {
            texts.push((tick, text));
        }
    }
    Ok(texts)
}
