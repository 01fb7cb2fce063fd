//! The distances of states from the start: not stored, but computed along the ways back.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;

use super::gait::{Gait, first_walker};
use super::ground::{ByLeads, Ground, GroundColumns, GroundOfMaze, Origins};
use super::trail::Claims;
use crate::base::grid::CellIndex;
use crate::base::walker::{Start, Walker};
use crate::engine::columns::Cells;

/// Marks a state whose way back is being followed. Only claims changed by hand can lead
/// to it again.
const ON_THE_WAY: u32 = u32::MAX;

/// Finds the distances of the states of a world.
#[derive(SystemParam)]
pub(crate) struct Distances<'w, 's, G: Gait> {
    maze: Query<'w, 's, (&'static Start, Option<&'static Origins>, GroundOfMaze<G>)>,
    cells: Cells<'w, 's, (&'static <G as Gait>::Trail, GroundColumns<G>)>,
    found: Local<'s, Vec<u32>>,
}

impl<G: Gait> Distances<'_, '_, G> {
    /// The distance from the start of every claimed state, by cell, then by pose; 0 for unclaimed
    /// ones.
    pub(crate) fn find(&mut self) -> &[u32] {
        let (trails, columns) = self.cells.columns();
        let (start, origins, of_maze) = self.maze.single().expect("a world with a walk");
        let origins = origins.map(Origins::as_slice).unwrap_or_default();
        find::<G>(start, trails, origins, Ground::new(columns, of_maze), &mut self.found);
        &self.found
    }
}

fn find<'w, G: Gait>(
    start: &Start,
    trails: &[G::Trail],
    origins: &[CellIndex],
    mut ground: Ground<'w, '_, G, ByLeads<'w>>,
    distances: &mut Vec<u32>,
) {
    let grid = ground.grid;
    distances.clear();
    distances.resize(grid.cells() * G::POSES, 0);
    let first = first_walker::<G>(start, grid);
    let mut ways = WaysBack::<G> { first, trails, origins, ground: &mut ground, distances };
    let mut way = Vec::new();
    for (cell, trail) in grid.indices().zip(trails) {
        if trail.claims() == 0 {
            continue;
        }
        for pose in 0..G::POSES {
            if trail.way_back(pose).is_some() {
                ways.follow(Walker { cell, ..G::posed(pose) }, &mut way);
            }
        }
    }
}

struct WaysBack<'a, 'w, 's, G: Gait> {
    first: Walker,
    trails: &'a [G::Trail],
    origins: &'a [CellIndex],
    ground: &'a mut Ground<'w, 's, G, ByLeads<'w>>,
    distances: &'a mut [u32],
}

impl<G: Gait> WaysBack<'_, '_, '_, G> {
    /// Follows the way back from a state to the start, or to one of known distance.
    fn follow(&mut self, state: Walker, way: &mut Vec<usize>) {
        let mut here = state;
        let mut distance = loop {
            let place = Self::place(here);
            match self.distances[place] {
                0 => {}
                ON_THE_WAY => break 0,
                known => break known,
            }
            self.distances[place] = ON_THE_WAY;
            way.push(place);
            let back = self.trails[here.cell].way_back(G::pose(here));
            match back.and_then(|back| self.ground.before(here, back, self.origins)) {
                Some(before) if !self.is_first_step(before, here) => here = before,
                _ => break 0,
            }
        };
        while let Some(place) = way.pop() {
            distance += 1;
            self.distances[place] = distance;
        }
    }

    /// Whether a step was the first. The start's state is claimed only when a walker returns to it,
    /// so later steps can lead from there as well, but only with another heading, since the first
    /// step reached everything else.
    fn is_first_step(&self, before: Walker, here: Walker) -> bool {
        before.cell == self.first.cell
            && G::pose(before) == G::pose(self.first)
            && (!G::HEADED || here.heading == self.first.heading)
    }

    fn place(state: Walker) -> usize {
        state.cell.get() * G::POSES + G::pose(state)
    }
}
