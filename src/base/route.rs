//! The route: the way from start to goal that a search found.

use bevy_ecs::component::Component;
use serde::Serialize;

use crate::base::grid::{CellIndex, Grid};

/// The cells of the route that was found, start and goal included; empty until one is found. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Route(pub(crate) Vec<CellIndex>);

impl Route {
    /// The cells, from the start to the goal.
    pub fn cells(&self) -> &[CellIndex] {
        &self.0
    }

    /// Removes the route.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Appends these cells, which must be inside the grid: for walks with their own steps.
    pub fn extend(&mut self, cells: &[CellIndex]) {
        self.0.extend_from_slice(cells);
    }
}

pub(crate) struct OnRoute(Vec<bool>);

impl OnRoute {
    pub(crate) fn new(grid: Grid, route: &[CellIndex]) -> Self {
        if route.is_empty() {
            return Self(Vec::new());
        }
        let mut marks = vec![false; grid.cells()];
        for &cell in route {
            marks[cell] = true;
        }
        Self(marks)
    }

    pub(crate) fn has(&self, cell: CellIndex) -> bool {
        self.0.get(cell.get()).copied().unwrap_or(false)
    }
}
