//! The growth: attempts to build a wall, as many as the budget of ticks allows.

use bevy_ecs::prelude::*;

use super::corner::{Corner, settle};
use super::stem::{End, Shoot, Shoots, Stem};
use super::{Growth, Pick};
use crate::base::chance::Chance;
use crate::base::grid::Grid;
use crate::base::heading::Heading;
use crate::base::progress::{Budget, Progress};
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::{Cells, Walls};

/// Does as many attempts as the budget allows.
pub(super) fn grow(
    maze: Single<(&Grid, &mut Progress, &mut Growth, &mut Chance)>,
    mut budget: ResMut<Budget>,
    mut cells: Cells<&'static mut Corner>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (&grid, mut progress, mut growth, mut chance) = maze.into_inner();
    let corners = cells.columns();
    let walls = walls.columns();
    let is_short = budget.is_short(grid);
    let mut growing = Growing {
        growth: &mut growth,
        chance: &mut chance,
        corners,
        walls: is_short.then_some(&mut *walls),
        segments: Segments::new(grid),
        strides: Heading::ALL.map(|heading| grid.stride(heading) as isize),
    };
    let ticks = growing.attempts(budget.left());
    let finished = growing.growth.left == 0;
    if !is_short {
        settle(corners, walls, grid);
    }
    progress.pass(ticks, &mut budget);
    if finished {
        progress.built();
    }
}

/// The growth, with the columns that it writes.
struct Growing<'a> {
    growth: &'a mut Growth,
    chance: &'a mut Chance,
    corners: &'a mut [Corner],
    /// In a short run: the walls, written as they are built.
    walls: Option<&'a mut [Wall]>,
    segments: Segments,
    strides: [isize; 4],
}

impl Growing<'_> {
    /// Does up to `budget` attempts, until no wall is left to build; returns their number.
    fn attempts(&mut self, budget: u64) -> u64 {
        match self.growth.pick {
            Pick::AnyWall => self.repeat(budget, Self::attempt),
            Pick::EligibleWall => self.repeat(budget, Self::build_eligible),
        }
    }

    #[inline]
    fn repeat(&mut self, budget: u64, attempt: impl Fn(&mut Self)) -> u64 {
        let mut ticks = 0;
        while ticks < budget && self.growth.left > 0 {
            attempt(self);
            ticks += 1;
        }
        ticks
    }

    /// The puzzle's own attempt, which may fail.
    fn attempt(&mut self) {
        let place = self.any_place();
        let stem = self.growth.stems[place];
        let missing = self.shoots(stem, Self::is_missing);
        if let Some(shoot) = missing.any(self.chance)
            && !self.is_reached(shoot.far())
        {
            self.note(stem.0[shoot.end()], shoot.heading());
            self.build(stem, shoot);
        }
    }

    /// The second process. A stem without an allowed wall never gets one again, so it is dropped
    /// when it is met; the probabilities of all others stay equal.
    fn build_eligible(&mut self) {
        loop {
            let place = self.any_place();
            let stem = self.growth.stems[place];
            let legal = self.shoots(stem, |growing, _, _, far| !growing.is_reached(far));
            match legal.any(self.chance) {
                Some(shoot) => return self.build(stem, shoot),
                None => drop(self.growth.stems.swap_remove(place)),
            }
        }
    }

    /// A random place in the list of stems.
    fn any_place(&mut self) -> usize {
        self.chance.place(self.growth.stems.len())
    }

    /// The walls that touch this one and are as `wanted`, given by near end, heading and far end.
    /// Above the first row of points, and to the left of the first point, the index of a far end
    /// wraps round to one that no grid has; to the left of the others it is that of a border point.
    #[inline]
    fn shoots(&self, stem: Stem, wanted: impl Fn(&Self, usize, Heading, usize) -> bool) -> Shoots {
        let mut shoots = Shoots::default();
        for place in [0, 1] {
            let end = stem.0[place];
            let far = self.strides.map(|stride| (end.point() + stride).cast_unsigned());
            for (far, heading) in far.into_iter().zip(Heading::ALL) {
                if wanted(self, end.point().cast_unsigned(), heading, far) && end.grows(heading) {
                    shoots.push(Shoot::new(place, heading, far));
                }
            }
        }
        shoots
    }

    /// Whether the lattice point at the lower right of a cell has a wall. North of the first row of
    /// points and west of the first column are border points: they have no cell, or share that of a
    /// border point at the end of the row above.
    #[inline]
    fn is_reached(&self, corner: usize) -> bool {
        self.corners.get(corner).is_none_or(|corner| corner.is_reached())
    }

    /// Whether no wall stands yet between two points. Attempts note walls at both ends, so the near
    /// end is enough, unless it is on the border where there is no cell.
    #[inline]
    fn is_missing(&self, near: usize, heading: Heading, far: usize) -> bool {
        match (self.corners.get(near), self.corners.get(far)) {
            (Some(near), _) => !near.has_wall(heading),
            (None, Some(far)) => !far.has_wall(heading.opposite()),
            (None, None) => false,
        }
    }

    /// Notes a wall at the end from which it is built, unless there is no cell.
    #[inline]
    fn note(&mut self, end: End, heading: Heading) {
        if let Some(corner) = self.corners.get_mut(end.point().cast_unsigned()) {
            corner.note(heading);
        }
    }

    #[inline]
    fn build(&mut self, stem: Stem, shoot: Shoot) {
        let (far, back) = (shoot.far(), shoot.heading().opposite());
        self.corners[far].reach(back);
        if let Some(walls) = &mut self.walls {
            walls[self.segments.around(far.cast_signed(), back)] = Wall::STANDING;
        }
        self.growth.stems.push(Stem([stem.0[shoot.end()], End::inner(far)]));
        self.growth.left -= 1;
    }
}
