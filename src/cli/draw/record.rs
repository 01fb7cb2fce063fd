//! Recording: a world runs once, and what a drawing shows of it is kept.

use clap::{Args, value_parser};

use crate::base::count::plural;
use crate::base::differences::differences;
use crate::base::limits::{self, PAGE_TICKS};
use crate::base::progress::Phase;
use crate::base::scene_fault::SceneError;
use crate::cli::data;
use crate::cli::input::SceneFile;
use crate::cli::moment::{Moment, NO_SOLUTION, solution_of, span};
use crate::cli::progress::{Meter, Unit};
use crate::cli::verdict::Reports;
use crate::engine::drawing::Drawing;
use crate::picture::{Changes, Film, FilmRecorder, Picture, value_changes};
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;
use crate::tools::ToolError;
use crate::view::{Camera, Trails};

use super::Options;

pub(super) struct Recorder<'a> {
    file: &'a SceneFile,
    scene: &'a CheckedScene,
    world: &'a mut Simulation,
    meter: &'a Meter,
    /// The picture when the walk begins, once the world is there.
    puzzle: Option<Picture>,
    keeps_puzzle: bool,
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

impl<'a> Recorder<'a> {
    /// Loads a scene; returns reports if it is invalid or too large. Records the trails of agents, too, if some or all are
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
        let (puzzle, keeps_puzzle) = (None, false);
        let mut recorder = Self {
            file,
            scene,
            world,
            meter,
            puzzle,
            keeps_puzzle,
            trails,
        };
        recorder.note_trails();
        Ok(recorder)
    }

    /// Takes one picture, of a solved puzzle with its solution if no other is asked for.
    pub(super) fn shown(&mut self, options: &Options) -> Result<Still, Reports> {
        let Options {
            request, no_route, ..
        } = options;
        let is_asked = request.tick.is_some() || request.puzzle || request.solution || *no_route;
        if is_asked || self.trails.is_some() || !self.scene.has_walk() || self.scene.has_agents() {
            let Still { picture, before } = self.still(request)?;
            let picture = if *no_route {
                picture.without_route()
            } else {
                picture
            };
            return Ok(Still { picture, before });
        }
        self.keeps_puzzle = true;
        let picture = self.still(request)?.picture;
        let is_solved = !picture.route.is_empty();
        let picture = if is_solved {
            self.puzzle().with_route_of(&picture)
        } else {
            picture
        };
        Ok(Still {
            picture,
            before: None,
        })
    }

    /// Takes one picture; after a number of ticks, also that of the tick before.
    fn still(&mut self, request: &Request) -> Result<Still, Reports> {
        let puzzle = (request.puzzle || request.solution).then_some(Moment::Walk);
        let at = puzzle.or(request.tick).unwrap_or(Moment::End);
        let tick = at.tick_in(self.world);
        self.advance_to(tick.saturating_sub(1));
        let before = matches!(at, Moment::After(_)).then(|| self.picture());
        self.advance_to(tick);
        let picture = self.picture();
        self.check_end([tick])?;
        let picture = if request.solution {
            self.solved(&picture)?
        } else {
            picture
        };
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
        self.advance_to(to);
        let end = self.check_end([from, to])?;
        let ticks = end.saturating_sub(from);
        let every = request
            .every
            .unwrap_or_else(|| ticks.div_ceil(USUAL - 1).max(1));
        check_frames(ticks, every, size).map_err(|why| self.file.report(why))?;
        self.film((from.min(end), end), every, |_| ())
    }

    /// Films every tick: the film; the texts, of many long ones only the last; and the puzzle.
    pub(super) fn full_film(
        &mut self,
        request: &Request,
        has_texts: bool,
    ) -> Result<(Film, Texts, Picture), Reports> {
        /// The most bytes of the texts of all ticks, also of those that are the same.
        const BYTES: u64 = 1 << 23;
        let (from, to) = self.span(request)?;
        self.keeps_puzzle = true;
        let last = to.min(from.saturating_add(PAGE_TICKS));
        let (mut texts, mut bytes) = (Texts::new(), 0);
        let film = self.film((from, last), 1, |world| {
            if has_texts && bytes <= BYTES {
                let (tick, text) = (world.progress().tick, world.text());
                bytes += text.len() as u64;
                if texts.last().is_none_or(|last| last.1 != text) {
                    texts.push((tick, text));
                }
            }
        })?;
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
            let last = self.world.text();
            let most = film.ticks().saturating_mul(last.len() as u64).max(bytes);
            if last.is_empty() || most > BYTES {
                texts = vec![(self.world.progress().tick, last)];
            }
        }
        Ok((film, texts, self.puzzle()))
    }

    /// Films the world, by pictures that lie a number of ticks apart; `see` is called for each.
    fn film(
        &mut self,
        (from, to): (u64, u64),
        every: u64,
        mut see: impl FnMut(&mut Simulation),
    ) -> Result<Film, Reports> {
        if self.world.progress().tick > from {
            self.world
                .load(self.scene)
                .map_err(|error| self.file.refused(&error))?;
            self.trails.iter_mut().for_each(Trails::clear);
            self.note_trails();
        }
        self.advance_to(from);
        let mut camera = Camera::new(self.world);
        let mut now = self.picture();
        let mut recorder = FilmRecorder::new(&now);
        self.note_puzzle();
        see(self.world);
        loop {
            let tick = self.world.progress().tick;
            self.meter.set_part(Unit::Ticks, tick, None);
            if self.advance(every.min(to.saturating_sub(tick))) == 0 {
                break;
            }
            let mut changes = camera.take(self.world);
            self.add_trails(&mut now, &mut changes);
            recorder.push(changes);
            self.note_puzzle();
            see(self.world);
        }
        Ok(recorder.finish(camera.picture()))
    }

    /// The picture when the walk begins; without a walk, that of the end.
    fn puzzle(&mut self) -> Picture {
        if !self.scene.has_walk() {
            self.advance_to(u64::MAX);
            return self.world.picture();
        }
        self.world.build_walls();
        self.note_puzzle();
        self.puzzle.take().expect("the walk has begun")
    }

    fn note_puzzle(&mut self) {
        if self.keeps_puzzle
            && self.puzzle.is_none()
            && self.world.progress().phase != Phase::Generation
        {
            self.world.build_walls();
            self.puzzle = Some(self.world.picture());
        }
    }

    fn advance_to(&mut self, tick: u64) {
        let meter = self.meter;
        let left = tick.saturating_sub(self.world.progress().tick);
        if self.world.progress().phase == Phase::Generation {
            self.world.advance_while(left, |progress| {
                meter.set_part(Unit::Ticks, progress.tick, None);
                progress.phase == Phase::Generation
            });
        }
        if self.world.progress().tick < tick {
            self.note_puzzle();
        }
        if self.trails.is_some() {
            self.advance(tick.saturating_sub(self.world.progress().tick));
        }
        self.world
            .advance_observed(tick, |done| meter.set_part(Unit::Ticks, done, None));
    }

    /// Advances by some ticks, at most so many: one by one, if agents leave trails.
    fn advance(&mut self, ticks: u64) -> u64 {
        if self.trails.is_none() {
            return self.world.advance(ticks);
        }
        let done = (0..ticks).take_while(|_| {
            let has_ticked = self.world.advance(1) > 0;
            self.note_trails();
            has_ticked
        });
        done.count() as u64
    }

    fn note_trails(&mut self) {
        self.trails
            .iter_mut()
            .for_each(|trails| trails.note(self.world));
    }

    fn picture(&mut self) -> Picture {
        let mut picture = self.world.picture();
        picture
            .layers
            .extend(self.trails.iter().map(|trails| trails.layer().clone()));
        picture
    }

    /// Adds what has changed in the trails since a picture, which then has them.
    fn add_trails(&self, picture: &mut Picture, changes: &mut Changes) {
        if let (Some(trails), Some(last)) = (&self.trails, picture.layers.len().checked_sub(1)) {
            let (old, new) = (&mut picture.layers[last].values, trails.layer().values());
            value_changes(last, new, differences(old, new), &mut changes.list);
            old.copy_from_slice(new);
        }
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
