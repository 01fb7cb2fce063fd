//! The route as a search finds it: along the ways back, from the goal to the start.

use super::gait::{Gait, ReadsOf};
use super::trail::Claims;
use crate::base::grid::Grid;
use crate::base::route::Route;
use crate::base::walker::Walker;

impl Route {
    /// Walks back from the arrival, `moves` steps long.
    pub(super) fn trace<G: Gait>(
        &mut self,
        grid: Grid,
        trails: &[G::Trail],
        reads: &ReadsOf<'_, G>,
        arrival: Walker,
        moves: u32,
    ) {
        self.0.clear();
        self.0.push(arrival.cell);
        let mut here = arrival;
        for _ in 0..moves {
            // A route is claimed throughout, unless claims were changed by hand.
            let way_back = trails[here.cell].way_back(G::pose(here));
            let Some(before) = way_back.and_then(|way| G::back(here, way, grid, reads)) else {
                break;
            };
            here = before;
            self.0.push(here.cell);
        }
        self.0.reverse();
    }
}
