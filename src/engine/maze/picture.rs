//! The layers of a world's pictures, and the pictures.

use bevy_ecs::prelude::*;
use bevy_ecs::system::ReadOnlySystem;

use super::{Build, Maze};
use crate::base::route::Route;
use crate::base::walker::Start;
use crate::engine::columns::Cells;
use crate::picture::{Changes, Describer, Film, Layer, List, Look, Picture, Place, Reel, Tellers};

/// A layer of pictures: its look, and the system that reads its values from a World.
pub(super) struct LayerReader {
    look: &'static Look,
    read: Reading,
    is_ready: bool,
}

/// A system that reads the values of a layer, or its list.
enum Reading {
    Values(Box<dyn ReadOnlySystem<In = InMut<'static, [u32]>, Out = ()>>),
    List(Box<dyn ReadOnlySystem<In = InMut<'static, List>, Out = ()>>),
}

impl Build<'_> {
    /// Shows a component of cells: `value` is its value in a picture's layer, 0 for nothing.
    ///
    /// # Panics
    /// If the look does not have one slot per cell, or the world has a layer of its name already.
    pub fn look<C: Component>(&mut self, look: &'static Look, value: fn(&C) -> u32) -> &mut Self {
        assert_eq!(look.place, Place::Cells(1), "one component a cell, one slot a cell");
        self.look_by(look, move |InMut(values): InMut<[u32]>, mut cells: Cells<&'static C>| {
            let column = cells.columns();
            values.iter_mut().zip(column).for_each(|(there, it)| *there = value(it));
        })
    }

    /// Shows something by a system that sets the value of every slot, 0 for nothing. Values are
    /// kept from the last run, or all 0 at first.
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
        self.systems.tellers.push(teller);
        self
    }

    fn see(&mut self, look: &'static Look, read: Reading) -> &mut Self {
        let seen = &mut self.systems.seen;
        assert!(seen.iter().all(|it| it.look.name != look.name), "a second layer `{}`", look.name);
        let place = seen.partition_point(|it| it.look.depth <= look.depth);
        seen.insert(place, LayerReader { look, read, is_ready: false });
        self
    }
}

impl Maze {
    /// The picture of the world.
    pub fn picture(&mut self) -> Picture {
        let grid = self.grid();
        let layers = self.systems.seen.iter().map(|seen| Layer::empty(seen.look, grid)).collect();
        let tellers = Tellers(self.systems.tellers.as_slice().into());
        let progress = self.progress();
        let (tick, phase) = (progress.tick, progress.phase);
        let start = self.world.get::<Start>(self.entity).copied();
        let mut picture = Picture { grid, tick, phase, start, layers, route: Vec::new(), tellers };
        self.picture_into(&mut picture);
        picture
    }

    /// Updates a picture of this world, reusing its memory.
    ///
    /// # Panics
    /// If it is a picture of another world.
    pub fn picture_into(&mut self, picture: &mut Picture) {
        assert_eq!(picture.grid, self.grid(), "a picture of another world");
        assert_eq!(picture.layers.len(), self.systems.seen.len(), "a picture of another world");
        let progress = self.progress();
        (picture.tick, picture.phase) = (progress.tick, progress.phase);
        for (seen, layer) in self.systems.seen.iter_mut().zip(&mut picture.layers) {
            seen.read(&mut self.world, layer);
        }
        picture.route.clear();
        if let Some(route) = self.world.get::<Route>(self.entity) {
            picture.route.extend_from_slice(route.cells());
        }
    }
}

impl LayerReader {
    #[cfg(feature = "cli")]
    pub(super) fn place(&self) -> Place {
        self.look.place
    }

    fn read(&mut self, world: &mut World, layer: &mut Layer) {
        const FINDS: &str = "the world has what is seen of it";
        let is_ready = std::mem::replace(&mut self.is_ready, true);
        match &mut self.read {
            Reading::Values(system) => {
                if !is_ready {
                    system.initialize(world);
                }
                system.run_readonly(&mut layer.values[..], world).expect(FINDS);
            }
            Reading::List(system) => {
                if !is_ready {
                    system.initialize(world);
                }
                system.run_readonly(&mut layer.list, world).expect(FINDS);
                layer.number_list();
            }
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
        let mut before = maze.picture();
        let mut after = before.clone();
        let mut reel = Reel::new(&before);
        for done in 1..=ticks {
            if !maze.tick() {
                break;
            }
            observe(done);
            maze.picture_into(&mut after);
            reel.push(Changes::between(&before, &after));
            std::mem::swap(&mut before, &mut after);
        }
        reel.finish()
    }
}
