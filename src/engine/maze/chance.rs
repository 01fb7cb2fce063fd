//! The random generator of a world.

use bevy_ecs::prelude::*;

use super::Build;
use crate::base::chance::{Chance, Purpose, Seed};
use crate::base::digest::{Hasher, Part};
use crate::base::snapshot::{Reader, SnapshotError, Writer};

impl Build<'_> {
    /// Adds a [random stream](Chance) for the walls of the maze, which restarts with every new
    /// maze; saved, restored and digested.
    pub fn chance(&mut self) -> &mut Self {
        if !self.maze_has::<Chance>() {
            self.maze(Chance::default()).on_every_begin(begin).saved(save, restore);
            self.hashed(Part::Chance, hash);
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

fn save(InMut(writer): InMut<Writer>, chance: Single<&Chance>) {
    chance.save(writer);
}

fn restore(
    InMut(reader): InMut<Reader>,
    maze: Single<(&mut Seed, &mut Chance)>,
) -> Result<(), SnapshotError> {
    let (mut seed, mut chance) = maze.into_inner();
    *chance = Chance::restore(reader, Purpose::Walls)?;
    seed.0 = chance.seed();
    Ok(())
}
