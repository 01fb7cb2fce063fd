//! Braiding in snapshots: its odds, and the next cell to visit.

use bevy_ecs::prelude::*;

use super::Braiding;
use crate::base::chance::Odds;
use crate::base::grid::Grid;
use crate::base::snapshot::{Reader, SnapshotError, Writer, ensure};

/// Writes the odds and the cell.
pub(super) fn save(InMut(writer): InMut<Writer>, braiding: Single<&Braiding>) {
    writer.u64(braiding.steps());
    writer.length(braiding.next);
}

/// Restores the odds and the cell.
pub(super) fn restore(
    InMut(reader): InMut<Reader>,
    maze: Single<(&Grid, &mut Braiding)>,
) -> Result<(), SnapshotError> {
    let (&grid, mut braiding) = maze.into_inner();
    let steps = reader.u64()?;
    ensure(steps <= 1 << 32, "a share of dead ends above 1")?;
    braiding.odds = u32::try_from(steps).ok().map(Odds::from_steps);
    let next = usize::try_from(reader.u64()?).map_err(|_| SnapshotError::Damaged)?;
    ensure(next <= grid.cells(), "a dead end outside its grid")?;
    braiding.next = next;
    Ok(())
}
