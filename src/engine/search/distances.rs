//! The distances of states from the start: not stored, but computed along the ways back.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::SystemParam;

use super::gait::{Gait, Ground, GroundColumns, GroundOfMaze, first_walker};
use super::leads::{ByLeads, Origins};
use super::trail::Claims;
use crate::base::differences::differences;
use crate::base::grid::CellIndex;
use crate::base::walker::{Start, Walker};
use crate::engine::columns::Cells;
use crate::engine::slots::{SlotReader, Slots};

/// Marks a state whose way back is being followed. Only claims changed by hand can lead
/// to it again.
const ON_THE_WAY: u32 = u32::MAX;

/// Reads into each of the `count` slots of a cell the least known distance of its poses, 0 for none.
pub(crate) fn distance_reader<G: Gait>(count: usize, slot: fn(Walker) -> usize) -> SlotReader {
    let slot_of: Vec<usize> = (0..G::POSES).map(|pose| slot(G::posed(pose))).collect();
    let read = move |InMut(slots): InMut<Slots>, mut distances: Distances<G>| {
        let (distances, cells) = distances.find();
        for cell in cells {
            let of_cell = cell * count..(cell + 1) * count;
            let values = &mut slots.values[of_cell.clone()];
            values.fill(0);
            for (&slot, &distance) in slot_of.iter().zip(&distances[cell * G::POSES..]) {
                let found = [values[slot], distance].into_iter().filter(|&it| it != 0);
                values[slot] = found.min().unwrap_or_default();
            }
            slots.changed.extend(of_cell);
        }
    };
    Box::new(IntoSystem::into_system(read))
}

#[derive(SystemParam)]
struct Distances<'w, 's, G: Gait> {
    maze: Query<'w, 's, (&'static Start, Option<&'static Origins>, GroundOfMaze<G>)>,
    cells: Cells<'w, 's, (&'static <G as Gait>::Trail, GroundColumns<G>)>,
    found: Local<'s, Vec<u32>>,
    /// The trails along which they were found.
    followed: Local<'s, Vec<<G as Gait>::Trail>>,
}

impl<G: Gait> Distances<'_, '_, G> {
    /// The distance from the start of every claimed state, by cell, then by pose, and the cells whose claims have
    /// changed since the last time. A state one step from the start has 1. Unclaimed ones have 0, and so has the
    /// start, until a walker returns to it and claims it at the length of that loop.
    fn find(&mut self) -> (&[u32], Vec<usize>) {
        let (start, origins, of_maze) = self.maze.single().expect("a world with a walk");
        let origins = origins.map(|origins| &origins.0[..]).unwrap_or_default();
        let (trails, columns) = self.cells.columns();
        let mut ground = Ground::<G, _>::new(columns, GroundOfMaze::<G>::shrink(of_maze));
        let grid = ground.grid;
        let (followed, distances) = (&mut *self.followed, &mut *self.found);
        let mut cells: Vec<usize> = differences(followed, trails).collect();
        let states = cells
            .iter()
            .flat_map(|&cell| (0..G::POSES).map(move |pose| (cell, pose)));
        // Claims stay, and new ones lead back to them, unless the search was begun anew.
        let goes_on = |(cell, pose): (usize, usize)| {
            let before = followed[cell].way_back(pose);
            before == trails[cell].way_back(pose)
                || before.is_none() && distances[cell * G::POSES + pose] == 0
        };
        if followed.is_empty() || !states.into_iter().all(goes_on) {
            distances.clear();
            distances.resize(grid.cells() * G::POSES, 0);
            cells = (0..grid.cells()).collect();
        }
        followed.clear();
        followed.extend_from_slice(trails);
        let first = first_walker::<G>(start, grid);
        let mut ways = WaysBack::<G> {
            first,
            trails,
            origins,
            ground: &mut ground,
            distances,
        };
        let mut passed = Vec::new();
        for &cell in cells.iter().filter(|&&cell| trails[cell].claims() > 0) {
            let trail = &trails[cell];
            for pose in (0..G::POSES).filter(|&pose| trail.way_back(pose).is_some()) {
                let cell = CellIndex::new(cell);
                ways.follow(
                    Walker {
                        cell,
                        ..G::posed(pose)
                    },
                    &mut passed,
                );
            }
        }
        (&self.found, cells)
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
    /// Follows the way back from a state to the start, or to one of known distance, and gives a distance to those
    /// that were passed, of which the list is empty before and after.
    fn follow(&mut self, mut state: Walker, passed: &mut Vec<usize>) {
        let mut distance = loop {
            let place = Ground::<G, ByLeads<'_>>::place(state);
            match self.distances[place] {
                0 => {}
                ON_THE_WAY => break 0,
                known => break known,
            }
            self.distances[place] = ON_THE_WAY;
            passed.push(place);
            let back = self.trails[state.cell].way_back(G::pose(state));
            match back.and_then(|back| self.ground.before(state, back, self.origins)) {
                Some(before) if !self.is_first_step(before, state) => state = before,
                _ => break 0,
            }
        };
        while let Some(place) = passed.pop() {
            distance += 1;
            self.distances[place] = distance;
        }
    }

    /// Whether a step was the first. The start's state is claimed only when a walker returns to it,
    /// so later steps can lead from there as well, but only with another heading, since the first
    /// step reached everything else.
    fn is_first_step(&self, before: Walker, after: Walker) -> bool {
        before.cell == self.first.cell
            && G::pose(before) == G::pose(self.first)
            && (!G::HEADED || after.heading == self.first.heading)
    }
}
