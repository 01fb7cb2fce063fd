//! The Mazing (perplexus.info, 2003): walls grown from the border.
//!
//! At first only the border stands; every further wall starts at a standing one and ends at a
//! lattice point without a wall. That point then has only this wall, so the maze stays perfect. It
//! is finished after (rows − 1)(columns − 1) walls: each reaches one more inner point, and while a
//! point is free, a free one is next to a reached one.

mod stem;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::chance::Chance;
use crate::base::digest::unordered;
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::{Heading, Headings};
use crate::base::progress::Progress;
use crate::base::squares::{Squares, SquaresOf};
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::{Cells, Walls, single};
use crate::engine::maze::Build;
use crate::picture::{TickDiff, TickText};
use crate::registry::Registry;
use crate::scene::template::Template;
use crate::scene::{Ingredient, Role};

use stem::{Stem, StemEnd};

use super::blocked::leave_out;

/// The Mazing: the border stands, then walls grow from it. `generate: Mazing(pick: AnyWall)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mazing {
    /// The process that picks the walls.
    pub pick: Pick,
}

/// The puzzle's two processes to pick the next wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Pick {
    /// A tick is an attempt: any standing wall A, then any missing wall W that touches it; W is
    /// built unless it would join A to a wall that does not touch A.
    #[default]
    AnyWall,
    /// A tick builds a wall: any standing wall A that has an allowed W, then any allowed W of A.
    EligibleWall,
}

impl Ingredient for Mazing {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "Mazing";
    const ROLE: Role = Role::Walls;

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world.walls().chance().cells::<Corner>();
        world
            .state::<Growth>("mazing")
            .on_begin(begin)
            .stage(grow)
            .describe(describe_tick);
    }
}

pub(crate) fn plugin(registry: &mut Registry) {
    registry.add::<Mazing>().template(TEMPLATE);
}

/// The state of the growth. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, Serialize)]
pub struct Growth {
    pick: Pick,
    #[serde(serialize_with = "unordered")]
    stems: Vec<Stem>,
    left: usize,
}

impl Growth {
    /// The number of walls still to be built.
    pub fn left(&self) -> usize {
        self.left
    }
}

/// The lattice point at the lower right of a cell. A component of every cell of a growing maze; the points
/// of the last row and column are on the border.
///
/// The lower four bits, [`free`](Self::free), are the headings in which the next point has no wall yet. The
/// upper four, [`walls`](Self::walls), are those of noted walls: a wall is noted at the end that it reached, so a
/// point has a wall exactly if it has a note, and with [`Pick::AnyWall`] also at the end from which it grew.
///
/// A point on the left border has no cell. It shares the byte of the last point of the row above: the one needs
/// only the bits of the east, the other none of these.
#[derive(Component, Clone, Copy, Default, Serialize)]
struct Corner(u8);

impl Corner {
    #[inline]
    fn free(self) -> Headings {
        Headings::from_bits(self.0)
    }

    #[inline]
    fn walls(self) -> Headings {
        Headings::from_bits(self.0 >> 4)
    }

    #[inline]
    fn open(&mut self, heading: Heading) {
        self.0 |= 1 << heading as u8;
    }

    #[inline]
    fn close(&mut self, heading: Heading) {
        self.0 &= !(1 << heading as u8);
    }

    #[inline]
    fn note(&mut self, heading: Heading) {
        self.0 |= 1 << 4 << heading as u8;
    }
}

/// Builds the border, and lists the walls that can grow from it.
fn begin(
    InRef(mazing): InRef<Mazing>,
    mut maze: Query<(&mut Growth, &mut Progress, SquaresOf)>,
    mut cells: Cells<&'static mut Corner>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (mut growth, mut progress, squares) = single(&mut maze);
    let (grid, corners) = cells.grid_and_columns();
    let Grid { rows, columns } = grid;
    let segments = Segments::new(grid);
    let walls = walls.columns();

    // Only the border stands.
    walls.fill(Wall::OPEN);
    for wall in segments.border() {
        walls[wall] = Wall::STANDING;
    }

    // The corners know the walls of the border, and where they may grow.
    corners.fill(Corner::default());
    for (at, cell) in grid.positions().zip(grid.indices()) {
        let is_lowest = at.row == rows;
        let is_rightmost = at.column == columns;
        if is_lowest {
            corners[cell].note(Heading::W);
        }
        if is_rightmost {
            corners[cell].note(Heading::N);
        }
        if !is_lowest && !is_rightmost {
            grid.tell_neighbours(corners, cell, Corner::open);
        }
    }

    growth.pick = mazing.pick;
    growth.left = (rows as usize - 1) * (columns as usize - 1);
    growth.stems.clear();
    growth.stems.extend(stem::border(grid));
    if growth.left == 0 {
        leave_out(Squares::from(squares), walls);
        progress.end_stage();
    }
}

/// Tries to build a wall in each tick.
fn grow(
    mut maze: Query<(SquaresOf, &mut Progress, &mut Growth, &mut Chance)>,
    mut cells: Cells<&'static mut Corner>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (squares, mut progress, mut growth, mut chance) = single(&mut maze);
    let squares = Squares::from(squares);
    let grid = squares.grid();
    let corners = cells.columns();
    let walls = walls.columns();

    // A long run works on the corners alone, and writes the walls at its end.
    let is_short = progress.is_short(grid);
    let mut run = Run {
        growth: &mut growth,
        chance: &mut chance,
        corners,
        walls: is_short.then_some(&mut *walls),
        grid,
        strides: Heading::ALL.map(|heading| grid.stride(heading) as isize),
    };
    match run.growth.pick {
        Pick::AnyWall => progress.do_ticks(|| run.try_any()),
        Pick::EligibleWall => progress.do_ticks(|| run.build_eligible()),
    }

    if !is_short {
        write_walls(corners, walls, grid);
    }
    if growth.left == 0 {
        leave_out(squares, walls);
    }
}

/// The parts of a world that change while walls grow.
struct Run<'a> {
    growth: &'a mut Growth,
    chance: &'a mut Chance,
    corners: &'a mut [Corner],
    /// The walls in a short run, written as they are built.
    walls: Option<&'a mut [Wall]>,
    grid: Grid,
    strides: [isize; 4],
}

impl Run<'_> {
    /// Does a tick of [`Pick::AnyWall`], which may build nothing. Returns true if it was the last one.
    fn try_any(&mut self) -> bool {
        let place = self.any_place();
        let stem = self.growth.stems[place];
        let missing = stem.0.map(|end| self.missing(end));

        if let Some((end, heading)) = self.any_wall(stem, missing)
            && self.legal(end).contains(heading)
        {
            self.note(end, heading);
            self.build(end, heading);
        }

        self.growth.left == 0
    }

    /// Does a tick of [`Pick::EligibleWall`]. Returns true if it was the last one.
    ///
    /// A stem without an allowed wall never gets one again, so it is dropped when it is drawn. The others stay equally
    /// likely.
    fn build_eligible(&mut self) -> bool {
        loop {
            let place = self.any_place();
            let stem = self.growth.stems[place];
            let legal = stem.0.map(|end| self.legal(end));
            match self.any_wall(stem, legal) {
                Some((end, heading)) => {
                    self.build(end, heading);
                    return self.growth.left == 0;
                }
                None => drop(self.growth.stems.swap_remove(place)),
            }
        }
    }

    fn any_place(&mut self) -> usize {
        self.chance.place(self.growth.stems.len())
    }

    /// Draws one of the walls that lead from the two ends of a stem in these headings, uniformly. Returns its near end
    /// and its heading, or `None` if there is no such wall.
    #[inline]
    fn any_wall(&mut self, stem: Stem, headings: [Headings; 2]) -> Option<(StemEnd, Heading)> {
        let [first, second] = headings.map(Headings::len);
        if first + second == 0 {
            return None;
        }

        let drawn = self.chance.below(first + second);
        // A number instead of a branch, which would be mispredicted.
        let side = u32::from(drawn >= first);
        let nth = drawn - first * side;
        Some((stem.0[side as usize], headings[side as usize].at(nth)))
    }

    /// Returns the headings in which a wall may grow from an end and none stands. Attempts note walls at both ends, so the
    /// notes of this end are enough.
    #[inline]
    fn missing(&self, end: StemEnd) -> Headings {
        self.headings_where(
            end,
            |corner| corner.walls().others(),
            |far, back| !far.walls().contains(back),
        )
    }

    /// Returns the headings in which a wall may grow from an end without joining two walls.
    #[inline]
    fn legal(&self, end: StemEnd) -> Headings {
        self.headings_where(end, Corner::free, |far, _| far.walls().is_empty())
    }

    /// Returns the headings in which a wall may grow from an end.
    ///
    /// If the point has a corner, `of_corner` returns them. If it is on the border and has none, each corner at the other end
    /// of a wall is asked whether it `agrees`, given the heading back to this end.
    #[inline]
    fn headings_where(
        &self,
        end: StemEnd,
        of_corner: impl Fn(Corner) -> Headings,
        agrees: impl Fn(Corner, Heading) -> bool,
    ) -> Headings {
        if let Some(&corner) = self.corners.get(end.point().cast_unsigned()) {
            return of_corner(corner).and(end.headings());
        }

        let agrees = |&heading: &Heading| {
            let far = self.corners.get(self.far(end, heading));
            far.is_some_and(|&far| agrees(far, heading.opposite()))
        };
        end.headings().iter().filter(agrees).collect()
    }

    #[inline]
    fn far(&self, end: StemEnd, heading: Heading) -> usize {
        (end.point() + self.strides[heading as usize]).cast_unsigned()
    }

    /// Notes a wall at the end from which it is built, unless there is no cell.
    #[inline]
    fn note(&mut self, end: StemEnd, heading: Heading) {
        if let Some(corner) = self.corners.get_mut(end.point().cast_unsigned()) {
            corner.note(heading);
        }
    }

    #[inline]
    fn build(&mut self, end: StemEnd, heading: Heading) {
        let far = self.far(end, heading);
        let back = heading.opposite();
        self.corners[far].note(back);
        self.grid
            .tell_neighbours(self.corners, CellIndex::new(far), Corner::close);

        if let Some(walls) = &mut self.walls {
            walls[Segments::new(self.grid).around(far.cast_signed(), back)] = Wall::STANDING;
        }

        self.growth.stems.push(Stem([end, StemEnd::inner(far)]));
        self.growth.left -= 1;
    }
}

/// Writes the south and the east wall of every cell: a wall stands if it is noted at either of its ends.
///
/// One end is the corner of the cell, and the wall leads west or north from there. The other end is the corner to the left
/// or above, and the wall leads east or south. The border is noted from the start, except for its northern and western
/// walls, which stand already.
fn write_walls(corners: &[Corner], walls: &mut [Wall], grid: Grid) {
    let (south, east) = Segments::new(grid).south_and_east_mut(walls);

    for ((corner, south), east) in corners.iter().zip(&mut *south).zip(&mut *east) {
        south.stands = corner.walls().contains(Heading::W);
        east.stands = corner.walls().contains(Heading::N);
    }

    for (corner, wall) in corners.iter().zip(&mut south[1..]) {
        wall.stands |= corner.walls().contains(Heading::E);
    }
    for (corner, wall) in corners.iter().zip(&mut east[grid.columns as usize..]) {
        wall.stands |= corner.walls().contains(Heading::S);
    }
}

/// Describes a failed attempt, as nothing visible changes.
fn describe_tick(diff: &TickDiff<'_>) -> Option<TickText> {
    if !diff.was_generation() || diff.set("walls").next().is_some() {
        return None;
    }

    Some(TickText::plain(
        "The attempt fails: its wall would join two others, or none is missing there.",
    ))
}

const TEMPLATE: Template = Template {
    name: "mazing",
    about: "A maze grown from its border",
    text: include_str!("templates/mazing.ron"),
};
