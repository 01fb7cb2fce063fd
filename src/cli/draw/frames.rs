//! The ticks that are drawn: one for a still, several for an animation, and that of a puzzle.

use std::io::{self, Write};
use std::str::FromStr;

use crate::base::count::plural;
use crate::base::limits;
use crate::base::scene_fault::SceneError;
use crate::cli::progress::Unit;
use crate::cli::verdict::Reports;
use crate::picture::Picture;
use crate::picture::raster::Raster;
use crate::scene::simulation::Simulation;

use super::{Job, Options};

/// A tick of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Moment {
    /// After so many ticks.
    After(u64),
    /// When the walk begins: the walls stand, and nobody has made a step.
    Walk,
    /// When the world has ended.
    End,
}

impl Moment {
    /// Its number in a world that is before it; the end has the last one.
    pub(super) fn tick_in(self, simulation: &mut Simulation) -> u64 {
        match self {
            Self::After(tick) => tick,
            Self::Walk => {
                simulation.build_walls();
                simulation.progress().tick
            }
            Self::End => u64::MAX,
        }
    }
}

impl FromStr for Moment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "walk" => Ok(Self::Walk),
            "end" => Ok(Self::End),
            _ => {
                let ticks = text.parse().ok().filter(|&ticks| ticks <= limits::TICKS);
                ticks.map(Self::After).ok_or_else(|| {
                    format!("expected a number of ticks up to {}, `walk` or `end`", limits::TICKS)
                })
            }
        }
    }
}

/// The frames of an animation.
pub(super) struct Plan {
    from: u64,
    to: u64,
    every: u64,
}

/// The most frames of an animation without `--every`.
const USUAL: u64 = 300;

impl Plan {
    /// The frames that the options ask for; reports if they are too many.
    pub(super) fn new(job: &mut Job<'_>, options: &Options) -> Result<Self, Reports> {
        let (from, end) = job.span(options)?;
        job.begin()?;
        let to = job.advance_to(end).progress().tick;
        job.check_outcome()?;
        say_if_past(job, [from, end], to);
        let from = from.min(to);
        let usual = (to - from).div_ceil(USUAL - 1).max(1);
        let plan = Self { from, to, every: options.every.unwrap_or(usual) };
        plan.check_size(job, options)?;
        Ok(plan)
    }

    /// The number of frames.
    pub(super) fn frames(&self) -> u64 {
        (self.to - self.from).div_ceil(self.every) + 1
    }

    /// Rejects more pixels than an animation may have; the report offers what would fit.
    fn check_size(&self, job: &Job<'_>, options: &Options) -> Result<(), Reports> {
        let grid = job.scene.grid;
        let (width, height) = Raster::size(grid, options.side(grid));
        let most = limits::FRAME_PIXELS / width.saturating_mul(height).max(1);
        if self.frames() <= most {
            return Ok(());
        }
        let offer = match most {
            0 | 1 => "use fewer pixels per cell (`--size`), or a PNG of one tick".to_owned(),
            _ => {
                let every = (self.to - self.from).div_ceil(most - 1);
                format!(
                    "use every {every} ticks (`--every {every}`), or fewer pixels per cell (`--size`)"
                )
            }
        };
        let frames = plural(self.frames(), "frame");
        Err(job.file.report(format!(
            "{frames} of {width} by {height} pixels are too many for an animation, expected at \
             most {most}; {offer}"
        )))
    }
}

/// Draws each frame: its picture, that of the frame before, and whether it is the last.
pub(super) fn each(
    job: &mut Job<'_>,
    options: &Options,
    plan: &Plan,
    mut draw: impl FnMut(&Picture, Option<&Picture>, bool) -> io::Result<()>,
) -> Result<(), Reports> {
    let (file, meter) = (job.file, job.meter);
    job.begin()?;
    let simulation = job.advance_to(plan.from);
    let mut now = simulation.picture();
    let mut before = now.clone();
    for frame in 0.. {
        meter.set_part(Unit::Frames, frame, Some(plan.frames()));
        let (earlier, is_end) = ((frame > 0).then_some(&before), now.tick() >= plan.to);
        let drawn = if options.shows_route() || now.route().is_empty() {
            draw(&now, earlier, is_end)
        } else {
            draw(&now.clone().without_route(), earlier, is_end)
        };
        drawn.map_err(|error| file.report(error))?;
        if is_end {
            break;
        }
        std::mem::swap(&mut before, &mut now);
        simulation.advance_to((before.tick() + plan.every).min(plan.to));
        simulation.picture_into(&mut now);
    }
    Ok(())
}

/// The picture after `--tick`, and the one of the tick before; of a tick without a number, the picture
/// alone. Reports if the world gets stuck before.
pub(super) fn still(
    job: &mut Job<'_>,
    options: &Options,
) -> Result<(Picture, Option<Picture>), Reports> {
    let simulation = job.begin()?;
    let tick = options.moment().unwrap_or(Moment::End).tick_in(simulation);
    let simulation = job.advance_to(tick.saturating_sub(1));
    let is_numbered = matches!(options.moment(), Some(Moment::After(_)));
    let before = is_numbered.then(|| simulation.picture());
    simulation.advance_to(tick);
    let picture = simulation.picture();
    job.check_outcome()?;
    say_if_past(job, [tick], picture.tick());
    let picture = if options.solution { solved(job, &picture)? } else { picture };
    let picture = if options.shows_route() { picture } else { picture.without_route() };
    Ok((picture, before))
}

/// The picture of a puzzle with its shortest route.
fn solved(job: &mut Job<'_>, puzzle: &Picture) -> Result<Picture, Reports> {
    let file = job.file;
    let solution = solution_of(job.advance_to(u64::MAX), puzzle);
    let solution = solution.map_err(|error| file.refused(&error))?;
    solution.ok_or_else(|| file.report(NO_SOLUTION))
}

/// Why a solution is not drawn.
pub(in crate::cli) const NO_SOLUTION: &str =
    "it has no solution to draw, expected a walk that reaches its goal";

/// The picture of the puzzle in a world at its beginning.
pub(in crate::cli) fn puzzle_of(simulation: &mut Simulation) -> Result<Picture, SceneError> {
    simulation.check_room_for_pictures()?;
    simulation.build_walls();
    Ok(simulation.picture())
}

/// The same with its shortest route, if it has one.
pub(in crate::cli) fn solution_of(
    simulation: &mut Simulation,
    puzzle: &Picture,
) -> Result<Option<Picture>, SceneError> {
    simulation.run();
    simulation.check_failure()?;
    let is_solved = !simulation.route().is_empty();
    Ok(is_solved.then(|| puzzle.clone().with_route_of(&simulation.picture())))
}

/// Says that a world ends before a tick that was asked for by number.
pub(super) fn say_if_past(job: &Job<'_>, asked: impl IntoIterator<Item = u64>, end: u64) {
    if asked.into_iter().any(|tick| tick > end && tick != u64::MAX) {
        say!("{}: it ends after {}; that is drawn", job.file.name, plural(end, "tick"));
    }
}

/// The ticks from one moment to another, or to the end, in a world at its beginning, which may be past it
/// then; or why there are none.
pub(in crate::cli) fn span(
    simulation: &mut Simulation,
    from: Moment,
    to: Option<Moment>,
) -> Result<(u64, u64), &'static str> {
    let from = from.tick_in(simulation);
    let to = to.map_or(u64::MAX, |to| to.tick_in(simulation));
    if from <= to { Ok((from, to)) } else { Err("`--to` is before `--from`, expected it after") }
}

/// Bytes, limited to the size of a file.
#[derive(Default)]
pub(super) struct Bounded(pub(super) Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > limits::TEXT {
            let why = format!(
                "an animation of more than {} bytes; use fewer frames (`--every`), or fewer pixels \
                 per cell (`--size`)",
                limits::TEXT
            );
            return Err(io::Error::other(why));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
