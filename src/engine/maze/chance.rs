//! The random generator of a world.

use bevy_ecs::prelude::*;

use super::Build;
use crate::base::chance::{Chance, Purpose, Seed};

impl Build<'_> {
    /// Adds a [random stream](Chance) for the walls of the maze, which restarts with every new
    /// maze.
    pub fn chance(&mut self) -> &mut Self {
        if !self.maze_has::<Chance>() {
            self.state::<Chance>("chance").on_every_begin(begin);
        }
        self
    }
}

fn begin(maze: Single<(&Seed, &mut Chance)>) {
    let (seed, mut chance) = maze.into_inner();
    *chance = Chance::new(seed.0, Purpose::Walls);
}
