//! The Mazing (perplexus.info, 2003): walls grown from the border.
//!
//! The rectangle's border stands; every further wall starts at one that stands and ends at a
//! lattice point that carries no wall yet. Such a point is joined by no more than that wall, so
//! the maze stays perfect; (rows − 1)(columns − 1) walls finish it, since each reaches one more
//! inner point, and while one is free a free one lies beside a reached one.

pub(crate) mod text;

use bevy_ecs::prelude::*;
use serde::Deserialize;

use crate::chance::{Chance, Purpose};
use crate::columns::{Cells, Walls};
use crate::digest::Hasher;
use crate::grid::Grid;
use crate::heading::Heading;
use crate::progress::{Budget, Progress};
use crate::scene::{Generate, Scene};
use crate::search::Frontier;
use crate::wall::{Point, Segments, Wall};

/// The state of the growth. A component of the maze entity.
#[derive(Component, Debug, Default)]
pub struct Mazing {
    pick: Pick,
    /// The walls to grow from, by their places in the order of the wall entities.
    stems: Vec<u32>,
    /// How many walls are still to be built.
    left: usize,
}

/// Which of the puzzle's processes picks the next wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Pick {
    /// A tick is an attempt: any standing wall A, then any missing wall W that touches it; W is
    /// built unless it would join A to a wall that does not touch A.
    #[default]
    AnyWall,
    /// A tick builds a wall: any standing wall A that has a legal W, then any legal W of A.
    EligibleWall,
}

/// Whether the lattice point at the lower right of a cell carries a wall. A component of every
/// cell of a growing maze; points on the border always do, whatever stands here.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Corner {
    /// Whether a wall ends there.
    pub reached: bool,
}

impl Mazing {
    /// How many walls are still to be built.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left
    }

    /// Adds what decides the growth's future.
    pub(crate) fn hash(&self, hasher: &mut Hasher) {
        hasher.number(self.stems.len() as u64);
        self.stems.iter().for_each(|&wall| hasher.number(u64::from(wall)));
    }
}

/// Raises the border and clears everything inside.
#[allow(clippy::cast_possible_truncation)] // a grid has fewer than 2³² walls
pub(crate) fn begin(
    InRef(scene): InRef<Scene>,
    maze: Single<(&mut Mazing, &mut Chance)>,
    mut cells: Cells<&'static mut Corner>,
    mut walls: Walls<&'static mut Wall>,
) {
    let Some(Generate::Mazing { pick }) = &scene.generate else {
        return;
    };
    let (mut mazing, mut chance) = maze.into_inner();
    *chance = Chance::new(scene.seed, Purpose::Walls);
    cells.columns().1.bypass_change_detection().fill(Corner::default());

    let segments = Segments::of(scene.grid);
    let mut walls = walls.columns().expect("a growing maze has walls");
    mazing.pick = *pick;
    mazing.left = (scene.grid.rows as usize - 1) * (scene.grid.columns as usize - 1);
    mazing.stems.clear();
    for (wall, place) in walls.bypass_change_detection().iter_mut().zip(0..) {
        wall.stands = segments.is_border(place);
        if wall.stands {
            mazing.stems.push(place as u32);
        }
    }
}

/// Does as many attempts as the budget allows.
pub(crate) fn grow(
    maze: Single<(&Grid, &mut Progress, &mut Mazing, &mut Chance, Has<Frontier>)>,
    mut budget: ResMut<Budget>,
    mut cells: Cells<&'static mut Corner>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (&grid, mut progress, mut mazing, mut chance, walkers_wait) = maze.into_inner();
    let (_, mut corners) = cells.columns();
    let mut walls = walls.columns().expect("a growing maze has walls");
    let mut growth = Growth {
        mazing: &mut mazing,
        chance: &mut chance,
        corners: corners.bypass_change_detection(),
        walls: walls.bypass_change_detection(),
        segments: Segments::of(grid),
        grid,
    };
    let ticks = growth.attempts(budget.0);
    let finished = growth.mazing.left == 0;
    progress.pass(ticks, &mut budget);
    if finished {
        progress.built(walkers_wait);
    }
}

/// The growth at work, with the columns that it writes.
struct Growth<'a> {
    mazing: &'a mut Mazing,
    chance: &'a mut Chance,
    corners: &'a mut [Corner],
    walls: &'a mut [Wall],
    segments: Segments,
    grid: Grid,
}

/// A wall that could be built, and the end of it that is away from its stem.
#[derive(Clone, Copy)]
struct Shoot {
    wall: usize,
    far: Point,
}

impl Growth<'_> {
    /// Does up to `budget` attempts, until no wall is left to build; how many were done.
    fn attempts(&mut self, budget: u64) -> u64 {
        let mut ticks = 0;
        while ticks < budget && self.mazing.left > 0 {
            match self.mazing.pick {
                Pick::AnyWall => self.attempt(),
                Pick::EligibleWall => self.build_eligible(),
            }
            ticks += 1;
        }
        ticks
    }

    /// The puzzle's own attempt, which may fail.
    fn attempt(&mut self) {
        let stem = self.stem();
        let missing = self.shoots(stem, |growth, shoot| !growth.walls[shoot.wall].stands);
        if let Some(shoot) = missing.any(self.chance)
            && !self.is_reached(shoot.far)
        {
            self.build(shoot);
        }
    }

    /// The second process. A stem that has no legal wall never gets one again, so it is dropped
    /// when it is met; among those that have, every one is picked as likely as before.
    fn build_eligible(&mut self) {
        loop {
            let place = self.chance.below(self.count()) as usize;
            let stem = self.mazing.stems[place] as usize;
            let legal = self.shoots(stem, |growth, shoot| !growth.is_reached(shoot.far));
            match legal.any(self.chance) {
                Some(shoot) => return self.build(shoot),
                None => drop(self.mazing.stems.swap_remove(place)),
            }
        }
    }

    /// Any wall to grow from.
    fn stem(&mut self) -> usize {
        let place = self.chance.below(self.count());
        self.mazing.stems[place as usize] as usize
    }

    #[allow(clippy::cast_possible_truncation)] // a grid has fewer than 2³² walls
    fn count(&self) -> u32 {
        self.mazing.stems.len() as u32
    }

    /// The walls that touch this one and are as `wanted`.
    #[inline]
    fn shoots(&self, stem: usize, wanted: impl Fn(&Self, Shoot) -> bool) -> Shoots {
        let mut shoots = Shoots::default();
        for end in self.segments.ends(stem) {
            for heading in Heading::ALL {
                let Some(wall) = self.segments.leaving(end, heading) else {
                    continue;
                };
                let shoot = Shoot { wall, far: end.toward(heading) };
                if wall != stem && wanted(self, shoot) {
                    shoots.push(shoot);
                }
            }
        }
        shoots
    }

    /// Whether a lattice point carries a wall.
    #[inline]
    fn is_reached(&self, point: Point) -> bool {
        let (rows, columns) = (self.grid.rows as usize, self.grid.columns as usize);
        let inner = (1..rows).contains(&point.row) && (1..columns).contains(&point.column);
        !inner || self.corners[self.corner(point)].reached
    }

    /// The cell whose lower right corner an inner point is.
    #[inline]
    fn corner(&self, point: Point) -> usize {
        (point.row - 1) * self.grid.columns as usize + point.column - 1
    }

    #[allow(clippy::cast_possible_truncation)] // a grid has fewer than 2³² walls
    fn build(&mut self, shoot: Shoot) {
        let corner = self.corner(shoot.far);
        self.corners[corner].reached = true;
        self.walls[shoot.wall] = Wall::STANDING;
        self.mazing.stems.push(shoot.wall as u32);
        self.mazing.left -= 1;
    }
}

/// Up to six walls, three at each end of a stem.
#[derive(Default)]
struct Shoots {
    list: [Option<Shoot>; 6],
    count: u32,
}

impl Shoots {
    #[inline]
    fn push(&mut self, shoot: Shoot) {
        self.list[self.count as usize] = Some(shoot);
        self.count += 1;
    }

    /// One of them, every one as likely; `None` if there is none.
    #[inline]
    fn any(&self, chance: &mut Chance) -> Option<Shoot> {
        match self.count {
            0 => None,
            count => self.list[chance.below(count) as usize],
        }
    }
}
