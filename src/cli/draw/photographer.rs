//! The photographer: runs a world once, and takes of it what a drawing shows.

use std::ops::ControlFlow;

use clap::{Args, value_parser};

use crate::base::count::plural;
use crate::base::limits::{self, PAGE_TICKS};
use crate::base::progress::{Phase, Progress};
use crate::base::scene_fault::SceneError;
use crate::cli::data;
use crate::cli::input::SceneFile;
use crate::cli::moment::{Moment, NO_SOLUTION, puzzle_of, shows_solution, solution_of, span};
use crate::cli::progress::{Meter, Unit};
use crate::cli::verdict::Reports;
use crate::engine::drawing::Drawing;
use crate::engine::maze::{Maze, Observer};
use crate::picture::{Film, Picture};
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;
use crate::tools::ToolError;
use crate::view::{Filming, Trails};

use super::DrawOptions;

/// Runs a world, and takes the pictures and films that a drawing needs.
pub(super) struct Photographer<'a> {
    file: &'a SceneFile,
    scene: &'a CheckedScene,
    world: &'a mut Simulation,
    meter: &'a Meter,
    trails: Option<Trails>,
}

pub(super) struct Still {
    pub(super) picture: Picture,
    /// The picture of the tick before, if something is to be shown as fresh.
    pub(super) before: Option<Picture>,
}

#[derive(Args)]
pub(super) struct Request {
    /// Draw the world after this many ticks, when its `walk` begins, or at its `end`; a page opens
    /// there [default: a solved puzzle as with --solution, anything else at its end]
    #[arg(long, value_name = "TICK", conflicts_with_all = ["from", "to", "every"])]
    pub(super) tick: Option<Moment>,
    /// Draw the puzzle, unsolved: the world when its walk begins
    #[arg(long, conflicts_with_all = ["tick", "no_route", "from", "to", "every"])]
    pub(super) puzzle: bool,
    /// Draw the puzzle with the shortest route, without the squares that the search reached
    #[arg(long, conflicts_with_all = ["tick", "no_route", "from", "to", "every"])]
    pub(super) solution: bool,
    /// Begin an animation or a page after this many ticks, where the `walk` begins, or at the `end`
    #[arg(
        long,
        value_name = "TICK",
        default_value = "0",
        hide_default_value = true
    )]
    pub(super) from: Moment,
    /// End an animation or a page after this many ticks, where the `walk` begins, or at the `end`
    #[arg(long, value_name = "TICK")]
    pub(super) to: Option<Moment>,
    /// Ticks per frame [default: as few as keep it to 300 frames]
    #[arg(long, value_name = "K", value_parser = value_parser!(u64).range(1..))]
    pub(super) every: Option<u64>,
}

/// The world as text, each text with the tick from which it is shown.
type Texts = Vec<(u64, Drawing)>;

impl<'a> Photographer<'a> {
    /// Loads a scene; returns reports if it is invalid or too large. Notes the trails of agents, too, if some or all are
    /// chosen.
    pub(super) fn new(
        file: &'a SceneFile,
        scene: &'a CheckedScene,
        spare: &'a mut Option<Simulation>,
        meter: &'a Meter,
        chosen: Option<&[u32]>,
    ) -> Result<Self, Reports> {
        let refused = |error: SceneError| file.refused(&error);
        let world = Simulation::reuse(spare, scene).map_err(refused)?;
        let trails = chosen.map(|chosen| Trails::new(world, chosen)).transpose();
        let trails = trails.map_err(|why| file.report(format!("--trails: {why}")))?;

        Ok(Self {
            file,
            scene,
            world,
            meter,
            trails,
        })
    }

    /// Takes one picture, of a solved puzzle with its solution if no other is asked for.
    pub(super) fn shown(&mut self, options: &DrawOptions) -> Result<Still, Reports> {
        let DrawOptions {
            request, no_route, ..
        } = options;
        let is_asked = request.tick.is_some() || request.puzzle || request.solution || *no_route;

        if is_asked || self.trails.is_some() || !shows_solution(self.scene) {
            let mut still = self.still(request)?;
            if *no_route {
                still.picture = still.picture.without_route();
            }
            return Ok(still);
        }

        let puzzle = self.puzzle();
        let mut still = self.still(request)?;
        if !still.picture.route.is_empty() {
            still.picture = puzzle.with_route_of(&still.picture);
        }
        Ok(still)
    }

    /// Takes one picture; after a number of ticks, also that of the tick before.
    fn still(&mut self, request: &Request) -> Result<Still, Reports> {
        let puzzle = (request.puzzle || request.solution).then_some(Moment::Walk);
        let at = puzzle.or(request.tick).unwrap_or(Moment::End);
        let tick = at.tick_in(self.world);

        let mut before = None;
        if let Moment::After(_) = at {
            self.run_to(tick.saturating_sub(1));
            before = Some(self.picture());
        }

        self.run_to(tick);
        let mut picture = self.picture();
        self.check_end([tick])?;
        if request.solution {
            picture = self.solved(&picture)?;
        }
        Ok(Still { picture, before })
    }

    pub(super) fn data(&mut self, request: &Request) -> Result<String, Reports> {
        self.still(request)?;
        Ok(data::full_json(
            self.world,
            &self.file.name,
            self.scene.seed,
        ))
    }

    /// Films every few ticks, as many as are asked for or make up to 300 frames of this width and height. The
    /// world first runs to its end, as how many ticks it has is not known before.
    pub(super) fn frames(&mut self, request: &Request, size: (u64, u64)) -> Result<Film, Reports> {
        const USUAL: u64 = 300;
        let (from, to) = self.span(request)?;
        self.run_to(to);
        let end = self.check_end([from, to])?;
        let ticks = end.saturating_sub(from);
        let every = request
            .every
            .unwrap_or_else(|| ticks.div_ceil(USUAL - 1).max(1));
        check_frames(ticks, every, size).map_err(|why| self.file.report(why))?;

        self.load_if_past(from.min(end))?;
        self.run_to(from.min(end));
        let mut filming = Filming::new(self.world, end, every, self.trails.as_mut());
        let _ = self.world.drive(&mut self.meter.ticks_of(&mut filming));
        Ok(filming.finish())
    }

    /// Films every tick: the film; the texts, of many long ones only the last; and the puzzle.
    pub(super) fn full_film(
        &mut self,
        request: &Request,
        has_texts: bool,
    ) -> Result<(Film, Texts, Picture), Reports> {
        let (from, to) = self.span(request)?;
        let last = to.min(from.saturating_add(PAGE_TICKS));

        // The walk may begin before the film does.
        self.load_if_past(from)?;
        self.run_generation(from);
        let progress = self.world.progress();
        let has_begun = progress.phase != Phase::Generation && progress.tick < from;
        let puzzle = has_begun.then(|| puzzle_of(self.world));

        self.run_to(from);
        let mut page = PageFilming {
            filming: Filming::new(self.world, last, 1, self.trails.as_mut()),
            seen: None,
            puzzle,
            texts: Texts::new(),
            bytes: 0,
            has_texts,
        };
        let _ = self.world.drive(&mut self.meter.ticks_of(&mut page));
        let PageFilming {
            filming,
            puzzle,
            mut texts,
            bytes,
            ..
        } = page;
        let film = filming.finish();

        if last < to && self.world.progress().phase != Phase::Finished {
            return Err(self.file.report(format!(
                "it takes more than {}, the most for a page; use fewer (`--from` \
                 and `--to`), or an animation",
                plural(PAGE_TICKS, "tick")
            )));
        }
        self.check_end(request.opens_at().into_iter().chain([from, to]))?;
        if request.solution && self.world.route().is_empty() {
            return Err(self.file.report(NO_SOLUTION));
        }

        if has_texts {
            let last = self.world.named_text();
            let most = film.ticks().saturating_mul(last.len() as u64).max(bytes);
            if last.is_empty() || most > TEXT_BYTES {
                texts = vec![(self.world.progress().tick, last)];
            }
        }
        let puzzle = puzzle.unwrap_or_else(|| self.puzzle());
        Ok((film, texts, puzzle))
    }

    /// Returns the picture when the walk begins; without a walk, that of the end.
    fn puzzle(&mut self) -> Picture {
        if !self.scene.has_walk() {
            self.run_to(u64::MAX);
            return self.world.picture();
        }

        self.run_generation(u64::MAX);
        puzzle_of(self.world)
    }

    /// Begins again, if the world is past a tick.
    fn load_if_past(&mut self, tick: u64) -> Result<(), Reports> {
        if self.world.progress().tick > tick {
            let loaded = self.world.load(self.scene);
            loaded.map_err(|error| self.file.refused(&error))?;
            self.trails.iter_mut().for_each(Trails::clear);
        }
        Ok(())
    }

    fn run_generation(&mut self, until: u64) {
        self.run_while(until, |progress| progress.phase == Phase::Generation);
    }

    /// Runs the world to a tick, or to its end.
    fn run_to(&mut self, tick: u64) {
        let meter = self.meter;

        if self.trails.is_some() {
            self.run_generation(tick);
        }
        if let Some(trails) = &mut self.trails {
            let mut noting = TrailNoting {
                trails,
                until: tick,
            };
            let _ = self.world.drive(&mut meter.ticks_of(&mut noting));
        } else {
            self.run_while(tick, |_| true);
        }
    }

    fn run_while(&mut self, until: u64, go_on: impl Fn(&Progress) -> bool) {
        let left = until.saturating_sub(self.world.progress().tick);
        let meter = self.meter;

        self.world.advance_while(left, |progress| {
            meter.set_part(Unit::Ticks, progress.tick, None);
            go_on(progress)
        });
    }

    fn picture(&mut self) -> Picture {
        let mut picture = self.world.picture();
        if let Some(trails) = &self.trails {
            picture.layers.push(trails.layer().clone());
        }
        picture
    }

    fn span(&mut self, request: &Request) -> Result<(u64, u64), Reports> {
        let span = span(self.world, request.from, request.to);
        span.map_err(|why| self.file.report(why))
    }

    fn solved(&mut self, puzzle: &Picture) -> Result<Picture, Reports> {
        let solution = solution_of(self.world, puzzle);
        let solution = solution.map_err(|error| self.file.refused(&error))?;
        solution.ok_or_else(|| self.file.report(NO_SOLUTION))
    }

    /// Returns the last tick, and says so if one of those that were asked for by number is past it; reports if
    /// the world is stuck.
    fn check_end(&self, asked: impl IntoIterator<Item = u64>) -> Result<u64, Reports> {
        self.world
            .check_failure()
            .map_err(|error| self.file.refused(&error))?;
        let end = self.world.progress().tick;
        if asked.into_iter().any(|tick| tick > end && tick != u64::MAX) {
            say!(
                "{}: it ends after {}; that is drawn",
                self.file.name,
                plural(end, "tick")
            );
        }
        Ok(end)
    }
}

impl Request {
    /// The tick at which a page opens, if that is asked for.
    pub(super) fn opens_at(&self) -> Option<u64> {
        match self.tick? {
            Moment::After(tick) => Some(tick),
            Moment::End => Some(u64::MAX),
            Moment::Walk => None,
        }
    }
}

/// Notes the trails of agents up to a tick.
struct TrailNoting<'t> {
    trails: &'t mut Trails,
    until: u64,
}

impl Observer for TrailNoting<'_> {
    fn next_tick(&self, from: u64) -> Option<u64> {
        Some(from)
    }

    fn look(&mut self, maze: &mut Maze) -> ControlFlow<()> {
        self.trails.note(maze);

        if maze.progress().tick < self.until {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

/// The most bytes of the texts of all ticks of a page, also of those that are the same.
const TEXT_BYTES: u64 = 1 << 23;

/// Films every tick for a page, with the texts, and the picture when the walk begins.
struct PageFilming<'t> {
    filming: Filming<'t>,
    /// The last tick that was seen.
    seen: Option<u64>,
    puzzle: Option<Picture>,
    texts: Texts,
    bytes: u64,
    has_texts: bool,
}

impl Observer for PageFilming<'_> {
    fn next_tick(&self, from: u64) -> Option<u64> {
        self.filming.next_tick(from)
    }

    fn look(&mut self, maze: &mut Maze) -> ControlFlow<()> {
        let next = self.filming.look(maze);
        let tick = maze.progress().tick;

        if self.puzzle.is_none() && maze.progress().phase != Phase::Generation {
            self.puzzle = Some(puzzle_of(maze));
        }

        // A world that gets stuck shows its last tick twice.
        let is_new = self.seen.replace(tick) != Some(tick);
        if is_new && self.has_texts && self.bytes <= TEXT_BYTES {
            let text = maze.named_text();
            self.bytes += text.len() as u64;
            if self.texts.last().is_none_or(|last| last.1 != text) {
                self.texts.push((tick, text));
            }
        }

        next
    }
}

/// Rejects more pixels than an animation may have; the error offers what would fit.
fn check_frames(ticks: u64, every: u64, (width, height): (u64, u64)) -> Result<(), ToolError> {
    let most = limits::FRAME_PIXELS / width.saturating_mul(height).max(1);
    let frames = ticks.div_ceil(every) + 1;
    if frames <= most {
        return Ok(());
    }
    let offer = if most < 2 {
        "use fewer pixels per cell (`--size`), or a PNG of one tick".to_owned()
    } else {
        let every = ticks.div_ceil(most - 1);
        format!("use every {every} ticks (`--every {every}`), or fewer pixels per cell (`--size`)")
    };
    let why = format!(
        "{} of {width} by {height} pixels are too many for an animation, expected at \
         most {most}; {offer}",
        plural(frames, "frame")
    );
    Err(why.into())
}
