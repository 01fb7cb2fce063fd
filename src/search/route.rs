//! The route: the way from start to goal that a search found.

use bevy_ecs::component::Component;

use super::gait::{Gait, ReadsOf};
use super::trail::Claims;
use crate::grid::Grid;
use crate::walker::Walker;

/// The cells of the route that was found, by their places in grid order, start and goal included;
/// empty as long as there is none. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Route(Vec<u32>);

impl Route {
    /// The cells, from the start to the goal.
    #[must_use]
    pub fn cells(&self) -> &[u32] {
        &self.0
    }

    /// Forgets the route.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Goes on by these cells, which are inside the grid: for walks with steps of their own.
    pub fn extend(&mut self, cells: &[u32]) {
        self.0.extend_from_slice(cells);
    }

    /// Walks back from the arrival, `moves` steps long.
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
            // A route is claimed throughout, unless a snapshot was forged.
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
