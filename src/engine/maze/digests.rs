//! The digests of a maze.

use super::Maze;
use crate::base::digest::{Digest, Hasher, Part, PartDigests};

impl Maze {
    /// The digest of the world's state.
    #[must_use]
    pub fn digest(&mut self) -> Digest {
        self.digests().whole()
    }

    /// The digests of the parts of the world's state.
    #[must_use]
    pub fn digests(&mut self) -> PartDigests {
        let mut hashers = Part::ALL.map(|_| Hasher::default());
        self.hash_progress(&mut hashers[Part::Progress as usize]);
        let cells = self.grid().cells();
        self.systems.columns.hash(&self.world, cells, &mut hashers[Part::Cells as usize]);
        for (part, system) in &mut self.systems.hashes {
            let hasher = &mut hashers[*part as usize];
            let system = system.ready(&mut self.world);
            system.run_readonly(hasher, &self.world).expect("the world has this part");
        }
        PartDigests(hashers.map(|hasher| hasher.digest()))
    }

    fn hash_progress(&self, hasher: &mut Hasher) {
        let (grid, progress) = (self.grid(), self.progress());
        hasher.bytes(&grid.rows.to_le_bytes());
        hasher.bytes(&grid.columns.to_le_bytes());
        hasher.bytes(&[progress.phase.code(), progress.outcome.code()]);
        hasher.number(progress.tick);
        if progress.plan.stages > 1 {
            hasher.bytes(&[progress.stage]);
        }
    }
}
