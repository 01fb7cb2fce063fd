//! Gaits: how a walker moves, and which poses it has.

use std::any::type_name;

use bevy_ecs::query::{QueryData, ReadOnlyQueryData};

use super::leads::{ByLeads, Lead, Leads, ToNeighbours};
use super::trail::Claims;
use crate::base::die::Orientation;
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::Heading;
use crate::base::walker::{Start, Walker};
use crate::engine::columns::ColumnData;

/// How a walker moves.
///
/// A pose is everything in a state except its cell: the heading of a [`Walker`], its die, what it
/// [holds](Walker::held). The way back from a state is a small number that, together with the state,
/// determines the previous one. Methods with a default body move as on foot: to a neighbour, trying
/// up, down, left, right.
pub trait Gait: Sized + Send + Sync + 'static {
    /// The claims on every pose, a component of every cell: [`Trail<{ POSES.div_ceil(2)
    /// }>`](super::Trail), or [`WideTrail<POSES>`](super::WideTrail) for more than 15 ways back.
    type Trail: Claims;

    /// The columns of the cells that its steps read, such as `&'static Number`; `()` for none.
    type Reads: ReadOnlyQueryData + ColumnData;

    /// The components of the maze entity that its steps read, such as `&'static Torches`: what holds
    /// for the whole scene. `()` for none.
    type OfMaze: ReadOnlyQueryData;

    /// The number of poses: at least 1, below 2¹⁶, and at most those that
    /// [fit](Claims::ROOM) in its trail. Walkers with a single pose have no die, whatever their
    /// [start](crate::base::walker::Start::die) says.
    const POSES: usize;

    /// The number of ways back: at most those that [fit](Claims::WAYS) in its trail.
    const WAYS: u8 = 4;

    /// The number of headings of [`ORDERS`](Self::ORDERS) that it tries, at most 4: the most states
    /// that one step can reach.
    const FAN: usize = 4;

    /// The headings that a walker tries, in order, for each heading that it can have.
    const ORDERS: [[Heading; 4]; 4] = [Heading::ALL; 4];

    /// Whether it has a heading, so that rules can close [`Turns`](super::Turns). It leaves its
    /// start straight on, whatever these say there.
    const HEADED: bool = false;

    /// Whether it belongs to a [class](Self::class), so that rules can close
    /// [`Admits`](super::Admits) and [`Passes`](super::Passes).
    const CLASSED: bool = false;

    /// Whether its walkers [hold](Walker::held) something. Otherwise they hold 0, whatever their
    /// [start](crate::base::walker::Start::held) and their steps say.
    const HOLDS: bool = false;

    /// Whether its steps lead where [`Ground::step`] does, so that rules can redirect them by
    /// [`Leads`].
    const LED: bool = true;

    /// Whether a step toward the opposite of a walker's heading undoes the step with which it came, pose
    /// and all. Then the search does not try it, where steps lead to neighbours.
    const UNDOES: bool = false;

    /// The walker with the pose of this number.
    fn posed(pose: usize) -> Walker;

    /// The number of a walker's pose, from 0.
    fn pose(walker: Walker) -> usize;

    /// The class of a walker, 0 to 7.
    #[inline]
    fn class(_walker: Walker) -> u8 {
        0
    }

    /// The walker after a step toward `heading`, which no rule closes; `None` if it does not go
    /// there.
    #[inline]
    fn step(walker: Walker, heading: Heading, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        Some(ground.step(walker, heading))
    }

    /// Why a walker does not go toward `heading`, in a sentence: the heading is not among those that it
    /// tries, or [`step`](Self::step) does not go there.
    fn why(_walker: Walker, _heading: Heading) -> String {
        "This walker cannot go that way.".to_owned()
    }

    /// The way back from the walker after a step toward `heading` to the one before it.
    #[inline]
    fn way_back(
        _from: Walker,
        heading: Heading,
        _there: Walker,
        _ground: &Ground<Self, impl Lead>,
    ) -> u8 {
        heading as u8
    }

    /// The walker before the step that led here; `None` if there is no such way back.
    fn back(walker: Walker, way: u8, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        ground.back(walker, Heading::from_bits(way))
    }
}

/// What the steps of a gait may read. `L` tells where they lead: to the neighbours, or where rules
/// have redirected them.
pub struct Ground<'w, 's, G: Gait, L> {
    /// The size of the maze.
    pub grid: Grid,
    /// The columns of the cells that the gait [reads](Gait::Reads), as slices.
    pub cells: <G::Reads as ColumnData>::Slices<'w>,
    /// What it reads [of the maze entity](Gait::OfMaze).
    pub maze: <G::OfMaze as QueryData>::Item<'w, 's>,
    pub(super) lead: L,
    /// While a way back is taken from a state: where the step to the state began, if rules redirect
    /// steps.
    origin: Option<CellIndex>,
}

pub(super) type GroundColumns<G> = (Option<&'static Leads>, <G as Gait>::Reads);

pub(super) type GroundOfMaze<G> = (&'static Grid, <G as Gait>::OfMaze);

impl<'w, 's, G: Gait> Ground<'w, 's, G, ToNeighbours> {
    /// The ground of steps to neighbours. Public for tests of a gait.
    pub fn plain(
        grid: Grid,
        cells: <G::Reads as ColumnData>::Slices<'w>,
        maze: <G::OfMaze as QueryData>::Item<'w, 's>,
    ) -> Self {
        let lead = ToNeighbours(Heading::ALL.map(|heading| grid.stride(heading)));
        Self {
            grid,
            cells,
            maze,
            lead,
            origin: None,
        }
    }
}

impl<'w, 's, G: Gait> Ground<'w, 's, G, ByLeads<'w>> {
    pub(super) fn new(
        (leads, cells): <GroundColumns<G> as ColumnData>::Slices<'w>,
        (&grid, maze): <GroundOfMaze<G> as QueryData>::Item<'w, 's>,
    ) -> Self {
        Self {
            grid,
            cells,
            maze,
            lead: ByLeads(leads.unwrap_or_default()),
            origin: None,
        }
    }
}

impl<'w, 's, G: Gait, L: Lead> Ground<'w, 's, G, L> {
    /// The walker after a step toward `heading`, which must be open, with that heading.
    #[inline]
    pub fn step(&self, walker: Walker, heading: Heading) -> Walker {
        Walker {
            cell: self.lead.toward(walker.cell, heading, self.grid),
            heading,
            ..walker
        }
    }

    /// The walker before the step toward `heading` that led to `walker`, but with the pose of `walker`: the gait
    /// sets the earlier one in [`Gait::back`]. `None` if that is no cell. Whether a step leads from there to `walker`
    /// is not asked, which would take as long as the rest of a way back.
    #[inline]
    pub fn back(&self, walker: Walker, heading: Heading) -> Option<Walker> {
        let cell = match self.origin {
            None => self.lead.toward(walker.cell, heading.opposite(), self.grid),
            Some(cell) => cell,
        };
        (cell.get() < self.grid.cells()).then_some(Walker { cell, ..walker })
    }

    /// The ground of another gait, from which this one takes its steps, with what that reads.
    #[inline]
    pub fn of<H: Gait>(
        &self,
        cells: <H::Reads as ColumnData>::Slices<'w>,
        maze: <H::OfMaze as QueryData>::Item<'w, 's>,
    ) -> Ground<'w, 's, H, L> {
        let Self {
            grid, lead, origin, ..
        } = *self;
        Ground {
            grid,
            cells,
            maze,
            lead,
            origin,
        }
    }

    #[inline]
    pub(super) fn place(state: Walker) -> usize {
        state.cell.get() * G::POSES + G::pose(state)
    }

    /// The walker before the step that led to the claimed state `walker`, by its way back.
    pub(super) fn before(
        &mut self,
        walker: Walker,
        way: u8,
        origins: &[CellIndex],
    ) -> Option<Walker> {
        if L::HAS_RARE_COLUMNS {
            self.origin = origins.get(Self::place(walker)).copied();
        }
        G::back(walker, way, self)
    }
}

/// Panics unless what a gait declares has room.
pub(crate) fn check_gait<G: Gait>() {
    let (gait, poses, ways, fan) = (type_name::<G>(), G::POSES, G::WAYS, G::FAN);
    let room = G::Trail::ROOM.min(u16::MAX.into());
    assert!(
        (1..=room).contains(&poses),
        "{gait}: found {poses} poses, expected 1 to {room}"
    );
    let most = G::Trail::WAYS;
    assert!(
        ways <= most,
        "{gait}: found {ways} ways back, expected at most {most}"
    );
    assert!(fan <= 4, "{gait}: tries {fan} headings, expected at most 4");
}

pub(super) fn order<G: Gait>(walker: Walker) -> impl Iterator<Item = Heading> + Clone {
    G::ORDERS[walker.heading as usize].into_iter().take(G::FAN)
}

/// The open headings of a walker, in the order in which its gait tries them: two bits each, the first
/// one lowest, with a 1 above the last as the end.
///
/// A table has them, so that no branch asks whether a way is open: it is as often open as closed, so the branch
/// would be mispredicted.
pub(super) struct OpenHeadings(pub(super) u32);

/// The open headings by the heading of a walker, and by the bits of the set that is open.
pub(super) type OpenTable = [[u32; 16]; 4];

impl OpenHeadings {
    /// The table of a gait; `without_back` leaves out the heading back, for gaits that [undo](Gait::UNDOES) steps.
    pub(super) const fn table<G: Gait>(without_back: bool) -> OpenTable {
        let mut all = [[1; 16]; 4];
        let fan = if G::FAN < 4 { G::FAN } else { 4 }; // more is refused
        let mut travel = 0;
        while travel < 4 {
            let mut set = 0;
            while set < 16 {
                // The last that is tried is pushed first, so that the first ends up lowest.
                let mut nth = fan;
                while nth > 0 {
                    nth -= 1;
                    let heading = G::ORDERS[travel][nth];
                    let is_back = heading as usize == travel ^ 1; // see `Heading::opposite`
                    if set >> heading as usize & 1 == 1 && !(without_back && is_back) {
                        all[travel][set] = all[travel][set] << 2 | heading as u32;
                    }
                }
                set += 1;
            }
            travel += 1;
        }
        all
    }
}

impl Iterator for OpenHeadings {
    type Item = Heading;

    #[inline]
    fn next(&mut self) -> Option<Heading> {
        let heading = Heading::from_bits((self.0 & 3) as u8);
        let is_some = self.0 != 1;
        self.0 >>= 2;
        is_some.then_some(heading)
    }
}

pub(crate) fn has_die<G: Gait>() -> bool {
    (1..G::POSES).any(|pose| G::posed(pose).die != G::posed(0).die)
}

pub(crate) fn first_walker<G: Gait>(start: &Start, grid: Grid) -> Walker {
    without_unused::<G>(start.walker(grid))
}

/// A walker without what its gait [does not hold](Gait::HOLDS) and the die that [it lacks](Gait::POSES): constants need
/// not be copied.
#[inline]
pub(super) fn without_unused<G: Gait>(mut walker: Walker) -> Walker {
    if !G::HOLDS {
        walker.held = 0;
    }
    if G::POSES == 1 {
        walker.die = Orientation::default();
    }
    walker
}
