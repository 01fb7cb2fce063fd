//! Checkpoints as bytes: what a new World of the same scene needs to go on from there.
//!
//! Bytes may be damaged, or made by somebody else. So nothing is allocated for a length that they
//! state, columns are as long as those of the World, and the index of a cell is one of the grid. Ways
//! are closed anew. That values fit together is seen only by comparing digests.

use super::bytes::{read, write};
use super::{Checkpoint, Maze, OtherWorld};
use crate::base::grid::within_cells;

/// The release, which alone reads what it writes.
const RELEASE: &str = env!("CARGO_PKG_VERSION");

impl Maze {
    /// A checkpoint of this world as bytes, for [`decode`](Self::decode); `None` if the world was changed
    /// by hand or has ended in words of its own, or a component has no such form.
    ///
    /// ```
    /// use mazetick::prelude::*;
    ///
    /// let scene = Scene::new(9, 9).with(Johnny::from(Position::new(9, 1)));
    /// let mut simulation = Simulation::new(&scene)?;
    /// simulation.advance(40);
    /// let checkpoint = simulation.checkpoint();
    /// let bytes = simulation.encode(&checkpoint).expect("a world with a checkpoint");
    ///
    /// let mut other = Simulation::new(&scene)?;
    /// let checkpoint = other.decode(&bytes)?;
    /// other.rewind(&checkpoint)?;
    /// assert_eq!(other.digests(), simulation.digests());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn encode(&self, checkpoint: &Checkpoint) -> Option<Vec<u8>> {
        let Checkpoint { beginning, ref progress, ref copies, idle_runs, .. } = *checkpoint;
        if beginning != self.beginning || checkpoint.is_changed_by_hand {
            return None;
        }
        let mut bytes = Vec::new();
        write(&(RELEASE, progress.encoded()?, idle_runs), &mut bytes)?;
        for (keeper, copy) in self.systems.keepers.iter().zip(copies) {
            keeper.encode(copy.as_ref(), &mut bytes)?;
        }
        Some(bytes)
    }

    /// The checkpoint in these bytes, to [rewind](Self::rewind) to. This world must be at tick 0 of the
    /// same scene. Compare its digests with known ones after it was rewound: bytes that are not
    /// those of [`encode`](Self::encode) may hold a world to which its scene does not lead.
    ///
    /// # Errors
    /// If they are not a checkpoint of this release that fits this world and the memory.
    pub fn decode(&mut self, bytes: &[u8]) -> Result<Checkpoint, OtherWorld> {
        self.check_room(self.grid(), 0).map_err(|_| OtherWorld)?;
        let cells = self.grid().cells();
        within_cells(cells, || self.decode_all(bytes)).ok_or(OtherWorld)
    }

    fn decode_all(&mut self, mut from: &[u8]) -> Option<Checkpoint> {
        let (release, progress, idle_runs): (String, _, _) = read(&mut from)?;
        let progress = self.progress().decoded(progress).filter(|_| release == RELEASE)?;
        let (world, maze) = (&mut self.world, self.entity);
        let keepers = self.systems.keepers.iter_mut();
        let copies: Option<_> = keepers.map(|it| it.decode(world, maze, &mut from)).collect();
        Some(Checkpoint {
            copies: copies.filter(|_| from.is_empty())?,
            beginning: self.beginning,
            grid: self.grid(),
            progress,
            are_ways_closed: false,
            is_changed_by_hand: false,
            idle_runs,
            idle_field: None,
        })
    }

    /// The most bytes of a checkpoint of this world, if its ingredients keep so many besides columns.
    pub(crate) fn most_encoded(&self, own: u64) -> u64 {
        const FEW: u64 = 1 << 20;
        FEW + 2 * (self.bytes() + own) // small numbers in place of words, but some take more
    }
}
