//! Kruskal's algorithm in snapshots: the walls not processed yet, in the order of the list. Which
//! cells are joined follows from the walls.

use bevy_ecs::prelude::*;

use super::forest::{Edge, KruskalForest, Parent, part_all, unite};
use crate::base::grid::Grid;
use crate::base::progress::Progress;
use crate::base::snapshot::{Distinct, Reader, SnapshotError, Writer, ensure};
use crate::base::wall::Wall;
use crate::engine::columns::{Cells, Walls};

/// Writes the walls not processed yet.
pub(super) fn save(InMut(writer): InMut<Writer>, forest: Single<&KruskalForest>) {
    writer.length(forest.edges.len());
    forest.edges.iter().for_each(|edge| writer.u32(edge.0));
}

/// Restores them, and which cells are joined. The walls are restored already.
pub(super) fn restore(
    InMut(reader): InMut<Reader>,
    maze: Single<(&Grid, &Progress, &mut KruskalForest)>,
    mut cells: Cells<&'static mut Parent>,
    mut walls: Walls<&'static Wall>,
) -> Result<(), SnapshotError> {
    let (&grid, progress, mut forest) = maze.into_inner();
    let length = reader.length(4)?;
    forest.left = 0;
    forest.edges.clear();
    if !progress.is_in_stage(0) {
        return ensure(length == 0, "unprocessed walls in a finished maze");
    }
    let segments = walls.segments();
    let walls = walls.columns();
    let stands = |edge: Edge| walls[segments.beside(edge.cell(), edge.side())].stands;
    let mut listed = Distinct::below(2 * grid.cells());
    forest.edges.reserve_exact(length);
    for _ in 0..length {
        let edge = Edge(reader.u32()?);
        ensure(edge.is_inside(grid) && stands(edge), "an unprocessed wall that does not stand")?;
        listed.add(edge.0 as usize, "an unprocessed wall listed twice")?;
        forest.edges.push(edge);
    }

    let parents = cells.columns();
    let all = Edge::all(grid).filter(|edge| !stands(*edge) || listed.contains(edge.0 as usize));
    ensure(unite_all(parents, grid, all) == 0, "walls that leave cells unreachable")?;
    let open = Edge::all(grid).filter(|edge| !stands(*edge));
    forest.left = unite_all(parents, grid, open);
    ensure(!forest.is_joined(), "nothing left to join")
}

/// Joins the cells on both sides of these walls only; returns the number of trees minus 1.
fn unite_all(parents: &mut [Parent], grid: Grid, edges: impl Iterator<Item = Edge>) -> usize {
    part_all(parents);
    let beside = |edge: Edge| grid.beside(edge.cell(), edge.side());
    let joined = edges.filter(|&edge| unite(parents, edge.cell(), beside(edge))).count();
    parents.len() - 1 - joined
}
