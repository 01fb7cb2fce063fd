//! Pictures of a world, one alone or many of later and later ticks.

use std::ops::ControlFlow;

use super::agents;
use super::layers::{FINDS, Layers, Reading, read_changed, ready};
use super::trails::Trails;
use crate::base::differences::differences;
use crate::base::progress::Phase;
use crate::base::walker::Start;
use crate::engine::maze::{Maze, Observer};
use crate::engine::slots::SlotReader;
use crate::engine::tick::TickPhase;
use crate::picture::{
    Changes, Film, FilmBuilder, Layer, List, Picture, Teller, Tellers, list_changes, value_changes,
};

impl Maze {
    /// The picture of the world.
    pub fn picture(&mut self) -> Picture {
        let grid = self.grid();
        let seen = Layers::in_kind(&mut self.added);
        let mut layers: Vec<Layer> = seen
            .readers
            .iter()
            .map(|it| Layer::empty(it.look, grid))
            .collect();
        if let Some(kinds) = agents::kinds(&self.world) {
            let agents = layers
                .iter_mut()
                .find(|it| it.look.name == agents::AGENTS.name);
            agents.expect("agents are shown").kinds = kinds;
        }
        let (describers, stages) = (&seen.describers, &self.schedule[TickPhase::Generation]);
        let teller = |&(field, tell)| {
            let is_of_stage = stages.iter().any(|stage| stage.field == field);
            Teller {
                field,
                tell,
                is_of_stage,
            }
        };
        let tellers = Tellers {
            all: describers.iter().map(teller).collect(),
            stage: None,
        };
        let (tick, phase, start, route) = Default::default();
        let mut picture = Picture {
            is_printed: false,
            grid,
            tick,
            phase,
            start,
            layers,
            route,
            tellers,
        };
        self.picture_into(&mut picture);
        picture
    }

    /// Updates a picture of this world, reusing its memory.
    ///
    /// # Panics
    /// If it is a picture of another world.
    pub fn picture_into(&mut self, picture: &mut Picture) {
        assert_eq!(picture.grid, self.grid(), "a picture of another world");
        let readers = &mut Layers::in_kind(&mut self.added).readers;
        assert_eq!(
            picture.layers.len(),
            readers.len(),
            "a picture of another world"
        );
        for (reader, layer) in readers.iter_mut().zip(&mut picture.layers) {
            reader.read(&mut self.world, layer);
        }
        stamp(self, picture);
        self.route_cells().clone_into(&mut picture.route);
    }
}

fn stamp(maze: &Maze, picture: &mut Picture) {
    let progress = maze.progress();
    (picture.tick, picture.phase) = (progress.tick, progress.phase);
    picture.tellers.stage = maze.schedule.stage(maze.world()).map(|stage| stage.field);
    picture
        .start
        .clone_from(&maze.entity().get::<Start>().cloned());
}

/// Takes pictures of a world at later and later ticks, and reads again only what may have changed.
pub(crate) struct Camera {
    before: Picture,
    now: Picture,
    /// The beginning of the world, and the phase and stage of the last picture: while they stay, only
    /// what a tick of the phase writes changes.
    act: (u64, Phase, u8),
    /// Whether the phase may change a layer, and what reads its changes; for each layer.
    layers: Vec<(bool, Option<SlotReader>)>,
    list: List,
}

impl Camera {
    pub(crate) fn new(maze: &mut Maze) -> Self {
        let now = maze.picture();
        let (act, layers) = ((0, Phase::Generation, 0), Vec::new());
        Self {
            before: now.clone(),
            now,
            act,
            layers,
            list: List::default(),
        }
    }

    pub(crate) fn picture(&self) -> &Picture {
        &self.now
    }

    /// Takes a picture; returns the changes since the last one. Panics if it is of another world.
    pub(crate) fn take(&mut self, maze: &mut Maze) -> Changes {
        let progress = maze.progress();
        let act = (maze.beginning, progress.phase, progress.stage);
        stamp(maze, &mut self.now);
        assert_eq!(self.now.grid, maze.grid(), "a picture of another world");
        let is_cut = act != self.act || maze.is_changed_by_hand;
        if is_cut {
            self.act = act;
            self.prepare(maze);
        }
        let mut list = Vec::new();
        let world = &mut maze.world;
        let readers = &mut Layers::in_kind(&mut maze.added).readers;
        for (index, seen) in readers.iter_mut().enumerate() {
            let (before, now) = (&self.before.layers[index], &mut self.now.layers[index]);
            let (may_change, reader) = &mut self.layers[index];
            if !(is_cut || *may_change || before.list.flipped.is_some()) {
                continue;
            }
            match (&mut seen.read, reader) {
                (Reading::List(system), _) => {
                    let kept = &mut self.list;
                    system.run_readonly(kept, world).expect(FINDS);
                    let first = list.len();
                    list_changes(index, &before.list, &self.list, &mut list);
                    now.list.flipped = None;
                    list[first..]
                        .iter()
                        .for_each(|change| self.now.change(change));
                }
                (_, Some(reader)) => {
                    let mut slots = read_changed(reader, world, now);
                    slots.sort_unstable();
                    slots.dedup();
                    slots.retain(|&slot| before.values[slot] != now.values[slot]);
                    value_changes(index, &now.values, slots.into_iter(), &mut list);
                }
                (_, None) => {
                    seen.read(world, now);
                    let slots = differences(&before.values, &now.values);
                    value_changes(index, &now.values, slots, &mut list);
                }
            }
        }
        maze.route_cells().clone_into(&mut self.now.route);
        let changes = Changes::of_layers(&self.before, &self.now, list);
        self.before.apply(&changes);
        self.before.tellers.stage = self.now.tellers.stage;
        self.before.start.clone_from(&self.now.start);
        changes
    }

    fn prepare(&mut self, maze: &mut Maze) {
        let (world, phase) = (&mut maze.world, self.act.1);
        let writes = maze.schedule.writes(phase, world);
        self.layers.clear();
        for seen in &mut Layers::in_kind(&mut maze.added).readers {
            let may_change = !seen.prepare(world).is_disjoint(&writes);
            let reader = match &seen.read {
                Reading::Changed(reader) => Some(ready(reader, world)),
                _ => None,
            };
            self.layers.push((may_change, reader));
        }
    }
}

/// Films a maze that is driven: a frame every few ticks, from the tick at which it is to another one, or to its end.
pub(crate) struct Filming<'t> {
    camera: Camera,
    film: FilmBuilder,
    from: u64,
    to: u64,
    every: u64,
    trails: Option<&'t mut Trails>,
    /// The trails in the last frame.
    drawn_trails: Vec<u32>,
}

impl<'t> Filming<'t> {
    /// Takes the first frame.
    pub(crate) fn new(
        maze: &mut Maze,
        to: u64,
        every: u64,
        trails: Option<&'t mut Trails>,
    ) -> Self {
        let camera = Camera::new(maze);
        let mut first = camera.picture().clone();
        let mut drawn_trails = Vec::new();

        if let Some(trails) = &trails {
            drawn_trails = trails.layer().values().to_vec();
            first.layers.push(trails.layer().clone());
        }

        Self {
            from: first.tick,
            film: FilmBuilder::new(&first),
            camera,
            to,
            every,
            trails,
            drawn_trails,
        }
    }

    pub(crate) fn finish(self) -> Film {
        self.film.finish(self.camera.picture())
    }

    /// Returns the tick of the first frame that is not before this tick.
    fn next_frame(&self, tick: u64) -> u64 {
        let since = (tick - self.from).next_multiple_of(self.every);
        self.from.saturating_add(since).min(self.to)
    }

    fn take_frame(&mut self, maze: &mut Maze) {
        let mut changes = self.camera.take(maze);

        if let Some(trails) = &self.trails {
            let values = trails.layer().values();
            let place = self.camera.picture().layers.len();
            let slots = differences(&self.drawn_trails, values);
            value_changes(place, values, slots, &mut changes.list);
            self.drawn_trails.copy_from_slice(values);
        }

        self.film.push(changes);
    }
}

impl Observer for Filming<'_> {
    fn next_tick(&self, from: u64) -> Option<u64> {
        // Trails are noted at every tick.
        Some(if self.trails.is_some() {
            from
        } else {
            self.next_frame(from)
        })
    }

    fn look(&mut self, maze: &mut Maze) -> ControlFlow<()> {
        let tick = maze.progress().tick;
        if let Some(trails) = &mut self.trails {
            trails.note(maze);
        }

        let is_new = tick > self.camera.picture().tick;
        if is_new && (tick == self.next_frame(tick) || maze.is_finished()) {
            self.take_frame(maze);
        }

        if tick < self.to {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

impl Film {
    /// The film of a maze from here, until it finishes or this many ticks have passed.
    pub fn new(maze: &mut Maze, ticks: u64) -> Self {
        let to = maze.progress().tick.saturating_add(ticks);
        let mut filming = Filming::new(maze, to, 1, None);
        let _ = maze.drive(&mut filming);
        filming.finish()
    }
}
