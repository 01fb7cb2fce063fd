//! Pictures of a world, one alone or many of later and later ticks.

use std::ops::ControlFlow;

use bevy_ecs::prelude::*;

use super::agents;
use super::layers::{FINDS, LayerSystem, Layers, read_changed, ready};
use super::trails::Trails;
use crate::base::differences::differences;
use crate::base::progress::Phase;
use crate::base::walker::Start;
use crate::engine::maze::{Maze, Observer};
use crate::engine::slots::SlotReader;
use crate::engine::tick::TickPhase;
use crate::picture::{
    Change, Changes, Film, FilmBuilder, Layer, List, Picture, Teller, Tellers, list_changes,
    value_changes,
};

impl Maze {
    /// The picture of the world.
    pub fn picture(&mut self) -> Picture {
        let grid = self.grid();
        let stages = &self.schedule[TickPhase::Generation];
        let mut picture = Layers::with(&mut self.world, |seen, _| {
            let looks = seen.readers.iter().map(|reader| reader.look);
            let tellers = seen.describers.iter().map(|&(field, tell)| Teller {
                field,
                tell,
                is_of_stage: stages.iter().any(|stage| stage.field == field),
            });
            Picture {
                is_printed: false,
                grid,
                tick: 0,
                phase: Phase::default(),
                start: None,
                layers: looks.map(|look| Layer::empty(look, grid)).collect(),
                route: Vec::new(),
                tellers: Tellers {
                    all: tellers.collect(),
                    stage: None,
                },
            }
        });

        if let Some(kinds) = agents::kinds(&self.world) {
            let mut layers = picture.layers.iter_mut();
            let agents = layers.find(|layer| layer.look.name == agents::AGENTS.name);
            agents.expect("agents are shown").kinds = kinds;
        }

        self.picture_into(&mut picture);
        picture
    }

    /// Updates a picture of this world, reusing its memory.
    ///
    /// # Panics
    /// If it is a picture of another world.
    pub fn picture_into(&mut self, picture: &mut Picture) {
        const OTHER: &str = "a picture of another world";
        assert_eq!(picture.grid, self.grid(), "{OTHER}");

        Layers::with(&mut self.world, |seen, world| {
            assert_eq!(picture.layers.len(), seen.readers.len(), "{OTHER}");
            for (reader, layer) in seen.readers.iter_mut().zip(&mut picture.layers) {
                reader.read(world, layer);
            }
        });
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
        let list = Layers::with(&mut maze.world, |seen, world| {
            self.read_changes(seen, is_cut, world)
        });
        maze.route_cells().clone_into(&mut self.now.route);
        let changes = Changes::of_layers(&self.before, &self.now, list);
        self.before.apply(&changes);
        self.before.tellers.stage = self.now.tellers.stage;
        self.before.start.clone_from(&self.now.start);
        changes
    }

    /// Reads the layers that may have changed; all of them after a cut.
    fn read_changes(&mut self, seen: &mut Layers, is_cut: bool, world: &mut World) -> Vec<Change> {
        let mut list = Vec::new();

        for (index, seen) in seen.readers.iter_mut().enumerate() {
            let (before, now) = (&self.before.layers[index], &mut self.now.layers[index]);
            let (may_change, reader) = &mut self.layers[index];
            if !(is_cut || *may_change || before.list.flipped.is_some()) {
                continue;
            }

            match (&mut seen.read, reader) {
                (LayerSystem::List(system), _) => {
                    let kept = &mut self.list;
                    system.run_readonly(kept, world).expect(FINDS);
                    let first = list.len();
                    list_changes(index, &before.list, &self.list, &mut list);
                    now.list.flipped = None;
                    for change in &list[first..] {
                        self.now.change(change);
                    }
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
        list
    }

    fn prepare(&mut self, maze: &mut Maze) {
        let writes = maze.schedule.writes(self.act.1, &mut maze.world);
        self.layers.clear();

        Layers::with(&mut maze.world, |seen, world| {
            for seen in &mut seen.readers {
                let may_change = !seen.prepare(world).is_disjoint(&writes);
                let reader = match &seen.read {
                    LayerSystem::Changed(reader) => Some(ready(reader, world)),
                    _ => None,
                };
                self.layers.push((may_change, reader));
            }
        });
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
