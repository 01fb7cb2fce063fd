//! The pursuit in snapshots: goal, turns, claims, the active pairs, and the route.

use bevy_ecs::prelude::*;

use super::chase::{ROUNDS, Round};
use super::pursuit::{Chased, Pair, Pursuit};
use crate::base::grid::Grid;
use crate::base::limits;
use crate::base::progress::{Outcome, Phase, Progress};
use crate::base::route::Route;
use crate::base::snapshot::{Reader, SnapshotError, Writer, ensure};
use crate::engine::columns::Cells;

/// The bytes of a claim: there is one for each pair of cells.
pub(super) const SAVED_A_PAIR: u64 = 1;

/// The most bytes that a saved pursuit takes in addition: active pairs and pairs on the route, at
/// most all pairs of each.
pub(super) const MOST: u64 = 2 * PAIR as u64 * limits::PAIRS;

/// The bytes of a pair.
const PAIR: usize = 8;

/// Writes everything except the number of claims of each cell, which follows from it.
pub(super) fn save(InMut(writer): InMut<Writer>, maze: Single<(&Pursuit, &Route)>) {
    let (pursuit, route) = maze.into_inner();
    writer.u32(pursuit.goal);
    writer.u32(pursuit.moves);
    writer.bytes(&pursuit.claims);
    let tracks = route.cells().iter().zip(&pursuit.tracks);
    let route = tracks.map(|(&theseus, &minotaur)| Pair { theseus, minotaur });
    writer.length(pursuit.layer.len());
    pursuit.layer.iter().for_each(|pair| write_pair(writer, *pair));
    writer.length(pursuit.tracks.len());
    route.for_each(|pair| write_pair(writer, pair));
}

/// Restores the pursuit, and the number of claims of each cell.
pub(super) fn restore(
    InMut(reader): InMut<Reader>,
    maze: Single<(&Grid, &mut Progress, &mut Pursuit, &mut Route)>,
    mut cells: Cells<&'static mut Chased>,
) -> Result<(), SnapshotError> {
    let (&grid, mut progress, mut pursuit, mut route) = maze.into_inner();
    ensure(grid.pairs() <= limits::PAIRS, "more pairs of squares than the limit")?;
    (pursuit.goal, pursuit.moves) = (reader.u32()?, reader.u32()?);
    ensure((pursuit.goal as usize) < grid.cells(), "a goal outside its grid")?;
    pursuit.claims = reader.bytes(grid.cells() * grid.cells())?.to_vec();
    let claimed = count_claims(grid, &pursuit.claims, cells.columns())?;
    // Every layer except the last claims something.
    ensure(pursuit.moves <= claimed + 1, "more moves than claims")?;
    ensure(u64::from(pursuit.moves) <= progress.tick, "more moves than ticks")?;
    if let Outcome::Solved { moves } = &mut progress.outcome {
        *moves = pursuit.moves;
    }
    pursuit.layer = read_pairs(reader, grid)?;
    let is_over =
        progress.phase == Phase::Finished && !matches!(progress.outcome, Outcome::Stuck(_));
    ensure(!is_over || pursuit.layer.is_empty(), "walkers after the end of the search")?;
    let pairs = read_pairs(reader, grid)?;
    pursuit.tracks = pairs.iter().map(|pair| pair.minotaur).collect();
    route.clear();
    route.extend(&pairs.iter().map(|pair| pair.theseus).collect::<Vec<_>>());
    Ok(())
}

/// Counts the claims of each cell, and returns the total. Every claim leads back to a pair.
#[allow(clippy::cast_possible_truncation)] // a cell of a grid of u32 cells
fn count_claims(grid: Grid, claims: &[u8], chased: &mut [Chased]) -> Result<u32, SnapshotError> {
    let mut claimed = 0;
    let rows = claims.chunks_exact(grid.cells());
    for (theseus, (claims, chased)) in (0..).zip(rows.zip(chased)) {
        chased.0 = 0;
        for (minotaur, claim) in (0..).zip(claims) {
            let Some(turn) = claim.checked_sub(1) else { continue };
            ensure(turn < ROUNDS, "a claim that leads nowhere")?;
            let before = Round::numbered(turn).back(Pair { theseus, minotaur }, grid);
            ensure(before.is_some(), "a claim from outside its grid")?;
            chased.0 += 1;
        }
        claimed += chased.0;
    }
    Ok(claimed)
}

fn write_pair(writer: &mut Writer, pair: Pair) {
    writer.u32(pair.theseus);
    writer.u32(pair.minotaur);
}

/// Reads pairs whose two squares differ.
fn read_pairs(reader: &mut Reader, grid: Grid) -> Result<Vec<Pair>, SnapshotError> {
    let length = reader.length(PAIR)?;
    let read = (0..length).map(|_| {
        let pair = Pair { theseus: reader.u32()?, minotaur: reader.u32()? };
        let is_inside = |cell: u32| (cell as usize) < grid.cells();
        ensure(is_inside(pair.theseus) && is_inside(pair.minotaur), "a walker outside its grid")?;
        ensure(pair.theseus != pair.minotaur, "Theseus on the square of the Minotaur")?;
        Ok(pair)
    });
    read.collect()
}
