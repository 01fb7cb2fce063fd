//! The shortest route from start to goal.

use bevy_ecs::component::Component;

use super::gait::{Gait, ReadsOf};
use super::trail::Claims;
use crate::grid::Grid;
use crate::walker::Walker;

/// The cells of the shortest route, by their indices in grid order, including start and goal; empty
/// until it is found. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Route(Vec<u32>);

impl Route {
    /// The cells, from the start to the goal.
    #[must_use]
    pub fn cells(&self) -> &[u32] {
        &self.0
    }

    /// Clears the route.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Appends these cells, which must be inside the grid: for walks with steps of their own.
    pub fn extend(&mut self, cells: &[u32]) {
        self.0.extend_from_slice(cells);
    }

    /// Follows the ways back from the arrival, `moves` steps long.
    pub(super) fn trace<G: Gait>(
        &mut self,
        grid: Grid,
        trails: &[G::Trail],
        reads: &ReadsOf<'_, '_, G>,
        arrival: Walker,
        moves: u32,
    ) {
        self.0.clear();
        self.0.push(arrival.cell);
        let mut here = arrival;
        for _ in 0..moves {
            // Every state of a route is claimed, unless a snapshot was forged.
            let way_back = trails[here.cell as usize].way_back(G::pose(here));
            let Some(before) = way_back.and_then(|way| G::back(here, way, grid, reads)) else {
                break;
            };
            here = before;
            self.0.push(here.cell);
        }
        self.0.reverse();
    }
}
