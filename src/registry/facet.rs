//! Facets: properties of a cell in expectations, as in `Cell(at: (1, 2), number: 5)`.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::base::grid::Position;
use crate::engine::maze::Maze;
use crate::scene::{Scene, printed};

/// A property of a cell in expectations: a field of `Cell(at: …)`, often a component of cells.
/// [`Registry::facet`](crate::registry::Registry::facet) registers it.
pub trait CellFacet:
    Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// The name of the field.
    const NAME: &'static str;

    /// The fields of scenes of which it needs one.
    const NEEDS: &'static [&'static str];

    /// Whether a scene has what it needs.
    fn is_in(scene: &Scene) -> bool {
        Self::NEEDS.iter().any(|field| scene.has(field))
    }

    /// The value of the cell at a position; `None` outside the grid and in a world without it.
    fn of(maze: &Maze, at: Position) -> Option<Self>;
}

/// An expected value of a cell, whatever its type.
pub(crate) trait Facet: Any + Debug + Send + Sync {
    fn name(&self) -> &'static str;
    fn lacks(&self, scene: &Scene) -> Option<String>;
    fn ron(&self) -> String;
    fn found(&self, maze: &Maze, at: Position) -> Option<Arc<dyn Facet>>;
    fn holds(&self, maze: &Maze, at: Position) -> bool;
    fn is_same(&self, other: &dyn Facet) -> bool;
}

impl<T: CellFacet> Facet for T {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn lacks(&self, scene: &Scene) -> Option<String> {
        let fields = || {
            T::NEEDS
                .iter()
                .map(|field| format!("`{field}`"))
                .collect::<Vec<_>>()
        };
        (!T::is_in(scene)).then(|| fields().join(" or "))
    }

    fn ron(&self) -> String {
        printed(self)
    }

    fn found(&self, maze: &Maze, at: Position) -> Option<Arc<dyn Facet>> {
        Some(Arc::new(T::of(maze, at)?))
    }

    fn holds(&self, maze: &Maze, at: Position) -> bool {
        T::of(maze, at).as_ref() == Some(self)
    }

    fn is_same(&self, other: &dyn Facet) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}

impl PartialEq for dyn Facet {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other)
    }
}
