//! Columns of the entity tables as slices: they make entities as cheap as array elements.
//!
//! Each kind of entity (cell, wall, walker) has one fixed set of components, hence one table, and
//! is spawned in one order and never despawned from the middle. So the row is the index: the cells'
//! rows are in grid order, the walls' rows in the order of
//! [`Segments`](crate::base::wall::Segments). These parameters provide
//! the columns and check what they rely on.
//!
//! Writes to a slice are not seen by Bevy's change detection, which would stamp every row of the
//! column: `Changed<T>` says nothing about cells and walls.

use bevy_ecs::change_detection::ContiguousMut;
use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_ecs::query::{
    ArchetypeFilter, ContiguousQueryData, IterQueryData, QueryFilter, ReadOnlyQueryData,
};
use bevy_ecs::system::SystemParam;
use variadics_please::all_tuples;

use crate::base::grid::{Grid, Position};
use crate::base::wall::Wall;

/// The columns `D` of the cells, in grid order.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use mazetick::prelude::*;
/// use mazetick::puzzles::dice::Number;
///
/// /// A rule: nobody goes north from a square with a six.
/// fn no_way_north(mut cells: Cells<(&'static Number, &'static mut Exits)>) {
///     let (numbers, exits) = cells.columns(); // &[Number], &mut [Exits]
///     for (number, exits) in numbers.iter().zip(exits) {
///         if number.0 == 6 {
///             exits.close(Heading::N);
///         }
///     }
/// }
/// ```
#[derive(SystemParam)]
pub struct Cells<'w, 's, D: ColumnData + 'static> {
    table: Query<'w, 's, (&'static Position, D)>,
}

/// The columns `D` of the walls, in the order of [`Segments`](crate::base::wall::Segments), in a world with walls.
#[derive(SystemParam)]
pub struct Walls<'w, 's, D: ColumnData + 'static> {
    table: Query<'w, 's, D, With<Wall>>,
}

/// Query data whose columns are slices: `&A` is `&[A]`, `&mut B` is `&mut [B]`; also options and
/// tuples of them.
pub trait ColumnData: ContiguousQueryData<ReadOnly: ContiguousQueryData> {
    /// The slices of one table.
    type Slices<'a>;

    /// The slices of a table's columns.
    fn slices<'a>(columns: Self::Contiguous<'a, '_>) -> Self::Slices<'a>;

    /// The columns of entities that a world does not have: `None`, unless all are options.
    #[must_use]
    fn of_none<'a>() -> Option<Self::Slices<'a>> {
        None
    }
}

impl<D: ColumnData + 'static> Cells<'_, '_, D> {
    /// The columns `D` of all cells.
    pub fn columns(&mut self) -> D::Slices<'_> {
        self.grid_and_columns().1
    }

    /// The size of the maze, and the columns `D` of all cells.
    #[inline(always)]
    #[allow(clippy::inline_always)] // else the columns are returned by way of memory
    pub fn grid_and_columns(&mut self) -> (Grid, D::Slices<'_>) {
        let (positions, columns) = only_table(&mut self.table).expect("cells have these columns");
        (grid_of(positions), columns)
    }
}

fn grid_of(positions: &[Position]) -> Grid {
    let Position {
        row: rows,
        column: columns,
    } = positions[positions.len() - 1];
    let grid = Grid { rows, columns };
    assert!(
        positions.len() == grid.cells(),
        "the cells have left grid order"
    );
    grid
}

impl<D: ColumnData + 'static> Walls<'_, '_, D> {
    /// The columns `D` of all walls. In a world without walls, options are `None`.
    #[inline]
    pub fn columns(&mut self) -> D::Slices<'_> {
        only_table(&mut self.table)
            .or_else(D::of_none)
            .expect("a world with walls")
    }
}

/// The components of the maze, by a query that matches it alone. `Single` takes twice as long, as it looks for a
/// second entity: what runs in every tick does without.
#[inline(always)]
#[allow(clippy::inline_always)] // else its components are copied by way of memory
pub(crate) fn single<'a, 's, D: IterQueryData>(query: &'a mut Query<'_, 's, D>) -> D::Item<'a, 's> {
    query
        .iter_mut()
        .next()
        .expect("the maze has the components that the system asks for")
}

/// The columns of the one table that a query matches; `None` if it matches no entity.
#[inline]
pub(crate) fn only_table<'a, D, F>(query: &'a mut Query<'_, '_, D, F>) -> Option<D::Slices<'a>>
where
    D: ColumnData,
    F: QueryFilter + ArchetypeFilter,
{
    let mut tables = query.contiguous_iter_mut().expect("columns lie in tables");
    let columns = tables.next().map(D::slices);
    assert!(
        tables.next().is_none(),
        "one kind of entity was split over two tables"
    );
    columns
}

pub(crate) fn tables<'w, 's, D, F>(
    query: &'s mut QueryState<D, F>,
    world: &'w World,
) -> impl Iterator<Item = D::Contiguous<'w, 's>>
where
    D: ReadOnlyQueryData + ContiguousQueryData,
    F: QueryFilter + ArchetypeFilter,
{
    query.contiguous_iter(world).expect("columns lie in tables")
}

/// The column of a component of the cells of a World; `None` if they lack it.
pub(crate) fn column_of_cells<C: Component>(world: &World) -> Option<&[C]> {
    let mut cells = world.try_query::<(&Position, &C)>()?;
    let (_, column) = tables(&mut cells, world).next()?;
    Some(column)
}

impl<C: Component> ColumnData for &'static C {
    type Slices<'a> = &'a [C];

    fn slices<'a>(columns: <Self as ContiguousQueryData>::Contiguous<'a, '_>) -> &'a [C] {
        columns
    }
}

impl<C: Component<Mutability = Mutable>> ColumnData for &'static mut C {
    type Slices<'a> = &'a mut [C];

    fn slices<'a>(columns: <Self as ContiguousQueryData>::Contiguous<'a, '_>) -> &'a mut [C] {
        ContiguousMut::bypass_change_detection_split(columns).0
    }
}

impl<D: ColumnData> ColumnData for Option<D> {
    type Slices<'a> = Option<D::Slices<'a>>;

    fn slices<'a>(columns: Option<D::Contiguous<'a, '_>>) -> Self::Slices<'a> {
        columns.map(D::slices)
    }

    fn of_none<'a>() -> Option<Self::Slices<'a>> {
        Some(None)
    }
}

macro_rules! tuples_of_columns {
    ($(($D:ident, $column:ident)),*) => {
        impl<$($D: ColumnData),*> ColumnData for ($($D,)*) {
            type Slices<'a> = ($($D::Slices<'a>,)*);

            #[allow(clippy::unused_unit)] // for no columns
            fn slices<'a>(($($column,)*): <Self as ContiguousQueryData>::Contiguous<'a, '_>) -> Self::Slices<'a> {
                ($($D::slices($column),)*)
            }

            fn of_none<'a>() -> Option<Self::Slices<'a>> {
                Some(($($D::of_none()?,)*))
            }
        }
    };
}

all_tuples!(tuples_of_columns, 0, 6, D, column);
