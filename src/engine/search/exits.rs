//! Exits, turns, passes and entries: the ways that the rules of a world leave open.
//!
//! Before the first step of a search every way inside the grid is open. Then each rule closes what
//! it forbids, in these columns; the search reads them and knows no rules. Rules only close ways,
//! so their order does not matter. They have no way to make open ones, and [`Law::RulesClose`](crate::tools::laws::Law) finds
//! those that copy open ones.

use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use serde::Serialize;

use super::leads::Leads;
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::{Heading, Headings};
use crate::engine::columns::Cells;

/// The headings in which a cell can be left. A component of every cell of a world with a walk.
///
/// A rule can only close ways. One that opens a way by copying another cell's breaks
/// [`Law::RulesClose`](crate::tools::laws::Law::RulesClose).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct Exits(pub(in crate::engine) Headings);

/// The headings in which a walker can go on, for each heading with which it arrives. A component of
/// every cell if walkers have a heading: four bits per arriving heading, in the order N S W E, a
/// bit each for the headings in that order.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct Turns(pub(in crate::engine) u16);

/// The headings in which walkers of each class can leave a cell. A component of every cell if
/// walkers have [classes](crate::engine::Gait::CLASSED) and there is a rule that asks for it: such a rule
/// closes a way for some walkers only. Four bits per class, as in [`Turns`].
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct Passes(pub(in crate::engine) u32);

/// The classes of walkers that can enter a cell, a bit each. A component of every cell if walkers
/// have [classes](crate::engine::Gait::CLASSED): dice by the number on top, for instance.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct Admits(pub(in crate::engine) u8);

impl Exits {
    /// Every heading, including those that lead out of the grid.
    pub(crate) const ALL: Self = Self(Headings::ALL);

    /// The headings.
    pub const fn headings(&self) -> Headings {
        self.0
    }

    /// Closes the way toward `heading`.
    #[inline]
    pub const fn close(&mut self, heading: Heading) {
        self.0.remove(heading);
    }

    /// Closes all but these ways.
    #[inline]
    pub const fn close_all_but(&mut self, ways: Headings) {
        self.0 = self.0.and(ways);
    }

    /// Closes, in a column, all ways that lead into cells which nobody may enter: from neighbours, or from
    /// where the world's rules redirect steps to them, if it has that column.
    #[inline]
    pub fn close_into(
        column: &mut [Self],
        grid: Grid,
        leads: Option<&[Leads]>,
        is_closed: impl Fn(CellIndex) -> bool,
    ) {
        if let Some(leads) = leads {
            for (exits, leads) in column.iter_mut().zip(leads) {
                for heading in Heading::ALL {
                    exits.close_if(leads.toward(heading).is_some_and(&is_closed), heading);
                }
            }
            return;
        }
        // Few are closed: these tell their neighbours.
        let columns = grid.columns as usize;
        for first in (0..column.len()).step_by(columns) {
            for cell in (first..first + columns).filter(|&cell| is_closed(CellIndex::new(cell))) {
                let mut close = |there: usize, heading| column[there].close(heading);
                if first > 0 {
                    close(cell - columns, Heading::S);
                }
                if cell > first {
                    close(cell - 1, Heading::E);
                }
                if cell + 1 < first + columns {
                    close(cell + 1, Heading::W);
                }
                if let Some(below) = column.get_mut(cell + columns) {
                    below.close(Heading::N);
                }
            }
        }
    }

    #[inline]
    pub(crate) const fn close_if(&mut self, stands: bool, heading: Heading) {
        self.0 = Headings::from_bits(self.0.bits() & !((stands as u8) << heading as u8));
    }
}

impl Turns {
    /// The headings in which a walker that arrives with heading `travel` can go on.
    #[inline]
    pub const fn after(&self, travel: Heading) -> Headings {
        Headings::from_bits((self.0 >> (4 * travel as u16) & 15) as u8)
    }

    /// Closes all but these ways for walkers that arrive with heading `travel`.
    pub const fn close_all_but(&mut self, travel: Heading, ways: Headings) {
        let place = 4 * travel as u16;
        self.close_all_but_bits(!(15 << place) | (ways.bits() as u16) << place);
    }

    #[inline]
    pub(crate) const fn close_all_but_bits(&mut self, bits: u16) {
        self.0 &= bits;
    }
}

impl Passes {
    /// The headings in which walkers of a class, 0 to 7, can leave.
    #[inline]
    pub const fn of(&self, class: u8) -> Headings {
        Headings::from_bits((self.0 >> (4 * (class & 7)) & 15) as u8)
    }

    /// Closes the way toward `heading` to a class.
    pub const fn close(&mut self, class: u8, heading: Heading) {
        self.0 &= !(1 << (4 * (class & 7) + heading as u8));
    }
}

impl Admits {
    /// Whether walkers of a class, 0 to 7, can enter.
    #[inline]
    pub const fn admits(&self, class: u8) -> bool {
        self.0 >> (class & 7) & 1 == 1
    }

    /// Closes the cell to every class whose bit is not set.
    #[inline]
    pub const fn close_all_but(&mut self, classes: u8) {
        self.0 &= classes;
    }
}

pub(crate) fn open_exits(mut cells: Cells<&'static mut Exits>) {
    let (grid, exits) = cells.grid_and_columns();
    grid.fill_inside(exits, || Exits::ALL, Exits::close);
}

/// Opens every cell in one of these columns, whatever lies there.
pub(crate) fn open_all<C: Component<Mutability = Mutable>>(
    open: impl Fn() -> C + Send + Sync,
) -> impl Fn(Cells<'_, '_, &'static mut C>) {
    move |mut cells| cells.columns().fill_with(&open)
}

pub(crate) fn close_ends(mut cells: Cells<(&'static Leads, &'static mut Exits)>) {
    let (leads, exits) = cells.columns();
    for (leads, exits) in leads.iter().zip(exits) {
        for heading in Heading::ALL {
            exits.close_if(leads.toward(heading).is_none(), heading);
        }
    }
}

/// Closes in every arriving heading what is closed in `Exits`, so that a search reads one column.
pub(crate) fn join_turns(mut cells: Cells<(&'static Exits, &'static mut Turns)>) {
    let (exits, turns) = cells.columns();
    for (exits, turns) in exits.iter().zip(turns) {
        turns.close_all_but_bits(0x1111 * u16::from(exits.0.bits()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_kept_for_one_direction_of_travel_at_a_time() {
        let mut turns = Turns(u16::MAX);
        let east = Headings::from_iter([Heading::E]);
        turns.close_all_but(Heading::S, east);
        assert_eq!(turns.after(Heading::S), east);
        for travel in [Heading::N, Heading::W, Heading::E] {
            assert_eq!(turns.after(travel), Headings::ALL);
        }
    }
}
