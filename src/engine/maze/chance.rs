//! The random generator of a world.

use bevy_ecs::prelude::*;

use super::Build;
use crate::base::chance::{Chance, Purpose, Seed};
use crate::base::digest::{Hasher, Part};

impl Build<'_> {
    /// Adds a [random stream](Chance) for the walls of the maze, which restarts with every new
    /// maze; digested.
    pub fn chance(&mut self) -> &mut Self {
        if !self.maze_has::<Chance>() {
            self.maze(Chance::default()).on_every_begin(begin).hashed(Part::Chance, hash);
        }
        self
    }
}

fn begin(maze: Single<(&Seed, &mut Chance)>) {
    let (seed, mut chance) = maze.into_inner();
    *chance = Chance::new(seed.0, Purpose::Walls);
}

fn hash(InMut(hasher): InMut<Hasher>, chance: Single<&Chance>) {
    hasher.number(chance.seed());
    hasher.bytes(&chance.drawn().to_le_bytes());
}
