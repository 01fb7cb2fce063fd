//! The search in snapshots: goal, moves and claims, then the living walkers and the route.

use bevy_ecs::prelude::*;

use super::active_walkers::ActiveWalkers;
use super::frontier::{Frontier, SMALLEST};
use super::gait::Gait;
use super::trail::Claims;
use crate::base::die::Orientation;
use crate::base::grid::Grid;
use crate::base::heading::Heading;
use crate::base::limits;
use crate::base::progress::{Outcome, Phase, Progress};
use crate::base::route::Route;
use crate::base::snapshot::{Reader, SnapshotError, Writer, ensure};
use crate::base::walker::Walker;
use crate::engine::columns::Cells;

/// The saved bytes of a walker.
pub(crate) const SAVED_WALKER: usize = 7;

/// The saved bytes of a cell of a route.
pub(crate) const SAVED_ROUTE_CELL: usize = 4;

/// Writes goal and moves. The claims are a column.
pub(crate) fn save_goal(InMut(writer): InMut<Writer>, frontier: Single<&Frontier>) {
    writer.u32(frontier.goal());
    writer.u32(frontier.moves());
}

/// Restores goal and moves, and checks that every way back leads to a cell.
pub(crate) fn restore_goal<G: Gait>(
    InMut(reader): InMut<Reader>,
    maze: Single<(&Grid, &mut Progress, &mut Frontier)>,
    mut cells: Cells<(&'static G::Trail, G::Reads)>,
) -> Result<(), SnapshotError> {
    let (&grid, mut progress, mut frontier) = maze.into_inner();
    let (goal, moves) = (reader.u32()?, reader.u32()?);
    ensure((goal as usize) < grid.cells(), "a goal outside its grid")?;
    let (trails, reads) = cells.columns();
    let mut claimed = 0;
    for (cell, trail) in (0..).zip(trails) {
        for pose in 0..G::Trail::ROOM {
            let Some(way_back) = trail.way_back(pose) else { continue };
            ensure(pose < G::POSES && way_back < G::WAYS, "a claim that leads nowhere")?;
            let walker = Walker { cell, ..G::posed(pose) };
            let before = G::back(walker, way_back, grid, &reads);
            ensure(before.is_some(), "a claim from outside its grid")?;
            claimed += 1;
        }
    }
    // Every layer claims something, except the last one of a search without a solution.
    let found_none = progress.outcome == Outcome::NoSolution;
    ensure(moves as usize <= claimed + usize::from(found_none), "more moves than claims")?;
    ensure(u64::from(moves) <= progress.tick, "more moves than ticks")?;
    frontier.restore(goal, moves);
    if let Outcome::Solved { moves: solved_in } = &mut progress.outcome {
        *solved_in = moves;
    }
    Ok(())
}

/// Writes the active walkers and the route.
pub(crate) fn save_walkers(
    InMut(writer): InMut<Writer>,
    maze: Single<(&Frontier, &Route)>,
    mut walkers: ActiveWalkers,
) {
    let (frontier, route) = *maze;
    writer.length(frontier.len());
    for walker in walkers.iter() {
        writer.u32(walker.cell);
        writer.bytes(&[walker.die.number(), walker.heading as u8, walker.held]);
    }
    writer.length(route.cells().len());
    route.cells().iter().for_each(|&cell| writer.u32(cell));
}

/// Restores the active walkers, with room for them, and the route.
pub(crate) fn restore_walkers<G: Gait>(
    InMut(reader): InMut<Reader>,
    world: &mut World,
    mazes: &mut QueryState<(&Grid, &Progress, &mut Frontier, &mut Route)>,
    walkers: &mut QueryState<&mut Walker>,
) -> Result<(), SnapshotError> {
    let length = reader.length(SAVED_WALKER)?;
    ensure(length <= limits::WALKERS, "more walkers than the limit")?;
    let room = length.next_power_of_two();
    world.spawn_batch((SMALLEST..room).map(|_| Walker::default()));
    let cells = {
        let (grid, progress, mut frontier, mut route) =
            mazes.single_mut(world).expect("there is one maze");
        // Walkers of a stuck generator still wait, and those of a crowded search stay where they
        // are.
        let remain = matches!(progress.outcome, Outcome::Stuck(_) | Outcome::Crowded);
        let is_over = progress.phase == Phase::Finished && !remain;
        ensure(!is_over || length == 0, "walkers after the end of the search")?;
        frontier.revive(length);
        route.clear();
        grid.cells()
    };
    let mut pool = walkers.contiguous_iter_mut(world).expect("columns lie in tables");
    let mut pool = pool.next().expect("a walk has walkers");
    for walker in &mut pool[..length] {
        *walker = restore_walker::<G>(reader, cells)?;
    }
    let length = reader.length(SAVED_ROUTE_CELL)?;
    let route: Result<Vec<u32>, _> = (0..length).map(|_| reader.u32()).collect();
    let (.., mut restored) = mazes.single_mut(world).expect("there is one maze");
    restored.extend(&route?);
    Ok(())
}

/// Checks what was restored: walkers are on claimed states, and the route follows the ways back.
pub(crate) fn check_walkers<G: Gait>(
    In(restored): In<Result<(), SnapshotError>>,
    maze: Single<(&Grid, &Progress, &Frontier, &Route)>,
    mut cells: Cells<(&'static G::Trail, G::Reads)>,
    mut walkers: ActiveWalkers,
) -> Result<(), SnapshotError> {
    restored?;
    let (&grid, progress, frontier, route) = maze.into_inner();
    let (trails, reads) = cells.columns();
    let has_claim =
        |walker: &Walker| trails[walker.cell as usize].way_back(G::pose(*walker)).is_some();
    let at_start = frontier.moves() == 0 && frontier.len() <= 1;
    let stand_on_claims = at_start || walkers.iter().all(has_claim);
    ensure(stand_on_claims, "a walker on an unclaimed state")?;
    if !matches!(progress.outcome, Outcome::Solved { .. }) {
        return ensure(route.cells().is_empty(), "a route before the end of the search");
    }
    let is_way = |pose| {
        let arrival = Walker { cell: frontier.goal(), ..G::posed(pose) };
        let mut found = Route::default();
        found.trace::<G>(grid, trails, &reads, arrival, frontier.moves());
        found == *route && route.cells().len() as u64 == u64::from(frontier.moves()) + 1
    };
    ensure((0..G::POSES).any(is_way), "a route that does not follow the claims")
}

fn restore_walker<G: Gait>(reader: &mut Reader, cells: usize) -> Result<Walker, SnapshotError> {
    let cell = reader.u32()?;
    ensure((cell as usize) < cells, "a walker outside its grid")?;
    let die = Orientation::numbered(reader.u8()?);
    let die = die.ok_or(SnapshotError::Illegal("an unknown orientation of a die"))?;
    let (heading, held) = (Heading::from_bits(reader.u8()?), reader.u8()?);
    ensure(G::HOLDS || held == 0, "a walker that holds something, but its gait does not")?;
    Ok(Walker { cell, die, heading, held })
}
