//! The layers of a world's pictures, and the pictures.

use bevy_ecs::prelude::*;
use bevy_ecs::query::InvertibleComponentIdSet;
use bevy_ecs::system::ReadOnlySystem;

use super::{Build, Maze};
use crate::base::progress::{Phase, Progress};
use crate::base::walker::Start;
use crate::engine::columns::Cells;
use crate::engine::tick::TickPhase;
use crate::picture::{
    Changes, Describer, Film, Layer, List, Look, Picture, Place, Reel, Teller, Tellers,
    differences, list_changes, value_changes,
};

/// A layer of pictures: its look, and the system that reads its values from a World.
pub(super) struct LayerReader {
    pub(super) look: &'static Look,
    read: Reading,
    /// What the system reads, once it is ready.
    reads: Option<InvertibleComponentIdSet>,
}

/// A system that reads the values of a layer, or its list, or only the values that have changed.
enum Reading {
    Values(Box<dyn ReadOnlySystem<In = InMut<'static, [u32]>, Out = ()>>),
    List(Box<dyn ReadOnlySystem<In = InMut<'static, List>, Out = ()>>),
    Changed(fn() -> ChangeReader),
}

/// A system that reads the slots that may have changed since it last ran, all of them when it first
/// runs. It may rely on the phase being the same.
pub(super) type ChangeReader = Box<dyn ReadOnlySystem<In = InMut<'static, Slots>, Out = ()>>;

/// The values of a layer, and the slots that may have changed.
#[derive(Default)]
pub(super) struct Slots {
    pub(super) values: Vec<u32>,
    pub(super) changed: Vec<usize>,
}

impl Build<'_> {
    /// Shows a component of cells: `value` is its value in a picture's layer, 0 for nothing.
    ///
    /// # Panics
    /// If the look does not have one slot per cell, or the world has a layer of its name already.
    pub fn look<C: Component>(
        &mut self,
        look: &'static Look,
        value: impl Fn(&C) -> u32 + Send + Sync + 'static,
    ) -> &mut Self {
        assert_eq!(look.place, Place::Cells(1), "one component a cell, one slot a cell");
        self.look_by(look, move |InMut(values): InMut<[u32]>, mut cells: Cells<&'static C>| {
            let column = cells.columns();
            values.iter_mut().zip(column).for_each(|(there, it)| *there = value(it));
        })
    }

    /// Shows something by a system that sets the value of every slot, 0 for nothing. Values are
    /// kept from the last run, or all 0 at first. It need not run at a tick in which nothing that it
    /// reads is written.
    ///
    /// # Panics
    /// If the world has a layer of the look's name already.
    pub fn look_by<M>(
        &mut self,
        look: &'static Look,
        read: impl IntoSystem<InMut<'static, [u32]>, (), M, System: ReadOnlySystem>,
    ) -> &mut Self {
        self.see(look, Reading::Values(Box::new(IntoSystem::into_system(read))))
    }

    /// Shows something by systems that read only what has changed.
    pub(super) fn look_at_changes(
        &mut self,
        look: &'static Look,
        reader: fn() -> ChangeReader,
    ) -> &mut Self {
        self.see(look, Reading::Changed(reader))
    }

    /// Shows a list of cells, set by a system.
    ///
    /// # Panics
    /// If the look is not of a [list](Place::List), or the world has a layer of its name already.
    pub fn look_at_list<M>(
        &mut self,
        look: &'static Look,
        read: impl IntoSystem<InMut<'static, List>, (), M, System: ReadOnlySystem>,
    ) -> &mut Self {
        assert_eq!(look.place, Place::List);
        self.see(look, Reading::List(Box::new(IntoSystem::into_system(read))))
    }

    /// Adds a description of ticks. Those added later are tried first.
    pub fn tell(&mut self, teller: Describer) -> &mut Self {
        self.added.tellers.push((self.field, teller));
        self
    }

    fn see(&mut self, look: &'static Look, read: Reading) -> &mut Self {
        let seen = &mut self.added.layers;
        assert!(seen.iter().all(|it| it.look.name != look.name), "a second layer `{}`", look.name);
        let place = seen.partition_point(|it| it.look.depth <= look.depth);
        seen.insert(place, LayerReader { look, read, reads: None });
        self
    }
}

impl Maze {
    /// The picture of the world.
    pub fn picture(&mut self) -> Picture {
        let grid = self.grid();
        let layers = self.added.layers.iter().map(|seen| Layer::empty(seen.look, grid)).collect();
        let (tellers, stages) = (&self.added.tellers, &self.schedule[TickPhase::Generation]);
        let teller = |&(field, tell)| {
            let is_of_stage = stages.iter().any(|stage| stage.field == field);
            Teller { field, tell, is_of_stage }
        };
        let tellers = Tellers { all: tellers.iter().map(teller).collect(), stage: None };
        let (tick, phase, start, route) = Default::default();
        let mut picture = Picture { grid, tick, phase, start, layers, route, tellers };
        self.picture_into(&mut picture);
        picture
    }

    /// Updates a picture of this world, reusing its memory.
    ///
    /// # Panics
    /// If it is a picture of another world.
    pub fn picture_into(&mut self, picture: &mut Picture) {
        assert_eq!(picture.grid, self.grid(), "a picture of another world");
        assert_eq!(picture.layers.len(), self.added.layers.len(), "a picture of another world");
        self.date(picture);
        for (seen, layer) in self.added.layers.iter_mut().zip(&mut picture.layers) {
            seen.read(&mut self.world, layer);
        }
        self.route_cells().clone_into(&mut picture.route);
    }

    /// Says in a picture when it is, and from where to where.
    fn date(&self, picture: &mut Picture) {
        let progress = self.progress();
        (picture.tick, picture.phase) = (progress.tick, progress.phase);
        picture.tellers.stage = self.schedule.stage(&self.world).map(|stage| stage.field);
        picture.start = self.world.get::<Start>(self.entity).copied();
    }
}

impl LayerReader {
    /// Prepares its system; returns what it reads.
    fn prepare(&mut self, world: &mut World) -> &InvertibleComponentIdSet {
        self.reads.get_or_insert_with(|| {
            let access = match &mut self.read {
                Reading::Values(system) => system.initialize(world),
                Reading::List(system) => system.initialize(world),
                Reading::Changed(reader) => reader().initialize(world),
            };
            let mut reads = access.to_filtered_access_set().combined_access().reads().clone();
            if matches!(self.read, Reading::Changed(_)) {
                reads.remove(world.register_component::<Progress>());
            }
            reads
        })
    }

    fn read(&mut self, world: &mut World, layer: &mut Layer) {
        self.prepare(world);
        match &mut self.read {
            Reading::Values(system) => {
                system.run_readonly(&mut layer.values, world).expect(FINDS);
            }
            Reading::List(system) => {
                system.run_readonly(&mut layer.list, world).expect(FINDS);
                layer.number_list();
            }
            Reading::Changed(reader) => {
                read_changed(&mut ready(*reader, world), world, layer);
            }
        }
    }
}

const FINDS: &str = "the world has what is seen of it";

fn ready(reader: fn() -> ChangeReader, world: &mut World) -> ChangeReader {
    let mut reader = reader();
    reader.initialize(world);
    reader
}

/// Reads what has changed; returns the slots that may have.
fn read_changed(reader: &mut ChangeReader, world: &World, layer: &mut Layer) -> Vec<usize> {
    let mut slots = Slots { values: std::mem::take(&mut layer.values), changed: Vec::new() };
    reader.run_readonly(&mut slots, world).expect(FINDS);
    layer.values = slots.values;
    slots.changed
}

/// Takes pictures of a world at later and later ticks, and reads again only what may have changed.
pub(crate) struct Camera {
    before: Picture,
    now: Picture,
    /// The beginning of the world, and the phase and stage of the last picture: while they stay, only
    /// what a tick of the phase writes changes.
    act: (u64, Phase, u8),
    /// For each layer: whether the phase may change it, and what reads its changes.
    layers: Vec<(bool, Option<ChangeReader>)>,
    list: List,
}

impl Camera {
    pub(crate) fn new(maze: &mut Maze) -> Self {
        let now = maze.picture();
        let (act, layers) = ((0, Phase::Generation, 0), Vec::new());
        Self { before: now.clone(), now, act, layers, list: List::default() }
    }

    /// The last picture.
    pub(crate) fn picture(&self) -> &Picture {
        &self.now
    }

    /// Takes a picture; returns the changes since the last one. Panics if it is of another world.
    pub(crate) fn take(&mut self, maze: &mut Maze) -> Changes {
        let progress = maze.progress();
        let act = (maze.beginning, progress.phase, progress.stage);
        maze.date(&mut self.now);
        assert_eq!(self.now.grid, maze.grid(), "a picture of another world");
        let is_cut = act != self.act || maze.is_changed_by_hand;
        if is_cut {
            self.act = act;
            self.prepare(maze);
        }
        let mut list = Vec::new();
        let world = &mut maze.world;
        for (index, seen) in maze.added.layers.iter_mut().enumerate() {
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
                    list[first..].iter().for_each(|change| self.now.change(change));
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
        (self.before.tellers.stage, self.before.start) = (self.now.tellers.stage, self.now.start);
        changes
    }

    /// Prepares to read everything again, and later what ticks of this phase change.
    fn prepare(&mut self, maze: &mut Maze) {
        let (world, phase) = (&mut maze.world, self.act.1);
        let writes = maze.schedule.writes(phase, world);
        self.layers.clear();
        for seen in &mut maze.added.layers {
            let may_change = !seen.prepare(world).is_disjoint(&writes);
            let reader = match seen.read {
                Reading::Changed(reader) => Some(ready(reader, world)),
                _ => None,
            };
            self.layers.push((may_change, reader));
        }
    }
}

impl Film {
    /// The film of a maze from here, until it finishes or this many ticks have passed.
    pub fn new(maze: &mut Maze, ticks: u64) -> Self {
        Self::new_observed(maze, ticks, |_| ())
    }

    /// As [`new`](Self::new), and calls `observe` after each tick with the number of ticks done.
    pub fn new_observed(maze: &mut Maze, ticks: u64, mut observe: impl FnMut(u64)) -> Self {
        let mut camera = Camera::new(maze);
        let mut reel = Reel::new(camera.picture());
        for done in 1..=ticks {
            if !maze.tick() {
                break;
            }
            observe(done);
            reel.push(camera.take(maze));
        }
        reel.finish()
    }
}
