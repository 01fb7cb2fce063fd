//! Columns of the entity tables as slices: they make entities as cheap as array elements.
//!
//! Each kind of entity (cell, wall, walker) has one fixed set of components, hence one table, and
//! is spawned in one order and never despawned from the middle. So the row is the index: the cells'
//! rows are in grid order, the walls' rows in the order of [`Segments`]. These parameters provide
//! the columns and check what they rely on. Writes bypass change detection
//! (`bypass_change_detection`), which would stamp every row.

use bevy_ecs::prelude::*;
use bevy_ecs::query::ArchetypeFilter;
use bevy_ecs::query::{ContiguousQueryData, QueryFilter};
use bevy_ecs::system::SystemParam;

use crate::base::grid::{Grid, Position};
use crate::base::wall::{Segments, Wall};

/// The columns `D` of the cells, in grid order.
#[derive(SystemParam)]
pub struct Cells<'w, 's, D: ContiguousQueryData + 'static> {
    table: Query<'w, 's, (&'static Position, D)>,
    grid: Single<'w, 's, &'static Grid>,
}

/// The columns `D` of the walls, in the order of [`Segments`], in a world with walls.
#[derive(SystemParam)]
pub struct Walls<'w, 's, D: ContiguousQueryData + 'static> {
    table: Query<'w, 's, D, With<Wall>>,
    grid: Single<'w, 's, &'static Grid>,
}

impl<'s, D: ContiguousQueryData + 'static> Cells<'_, 's, D> {
    /// The size of the maze.
    #[must_use]
    pub fn grid(&self) -> Grid {
        **self.grid
    }

    /// The positions of all cells and their columns `D`.
    pub fn columns(&mut self) -> (&[Position], D::Contiguous<'_, 's>) {
        let grid = **self.grid;
        let (positions, columns) = only_table(&mut self.table).expect("cells have these columns");
        assert!(
            positions.len() == grid.cells() && positions[0] == Position::new(1, 1),
            "the cells have left grid order"
        );
        debug_assert!(positions.iter().copied().eq(grid.positions()));
        (positions, columns)
    }
}

impl<'s, D: ContiguousQueryData + 'static> Walls<'_, 's, D> {
    /// The order of the walls.
    #[must_use]
    pub fn segments(&self) -> Segments {
        Segments::of(**self.grid)
    }

    /// The columns `D` of all walls.
    pub fn columns(&mut self) -> D::Contiguous<'_, 's> {
        debug_assert_eq!(self.table.iter().count(), self.segments().count());
        only_table(&mut self.table).expect("a world with walls")
    }
}

/// The columns of the one table that a query matches; `None` if it matches no entity.
pub(crate) fn only_table<'a, 's, D, F>(
    query: &'a mut Query<'_, 's, D, F>,
) -> Option<D::Contiguous<'a, 's>>
where
    D: ContiguousQueryData,
    F: QueryFilter + ArchetypeFilter,
{
    let mut tables = query.contiguous_iter_mut().expect("columns lie in tables");
    let columns = tables.next();
    assert!(tables.next().is_none(), "one kind of entity was split over two tables");
    columns
}
