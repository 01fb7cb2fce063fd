//! Events: the notable ticks of a film.

use super::{Change, Changes, Film};
use crate::base::grid::CellIndex;
use crate::base::progress::Phase;

impl Changes {
    /// Whether a tick is an event, given the changes of the tick before: a list is flipped, a route
    /// is found, another phase begins, or nothing changes after something did.
    #[must_use]
    pub fn is_event(&self, before: &Self) -> bool {
        let is_one = |change: &Change| matches!(change, Change::Flip { .. } | Change::Route(_));
        self.phase != before.phase
            || self.list.iter().any(is_one)
            || self.list.is_empty() && !before.list.is_empty()
    }
}

impl Film {
    /// The notable ticks, in ascending order: [events](Changes::is_event), and the first tick at
    /// which a walker reaches the goal.
    #[must_use]
    pub fn events(&self) -> Vec<u64> {
        let goal = self.empty().start().map(|start| self.empty().grid().index(start.to));
        let mut goal = goal.filter(|_| !self.is_at_goal_before_search());
        let mut events = Vec::new();
        let mut all = self.changes();
        let Some(mut before) = all.next() else { return events };
        for changes in all {
            let arrives = before.phase == Phase::Search
                && goal.is_some_and(|goal| changes.list.iter().any(|it| self.comes_to(it, goal)));
            if arrives || changes.is_event(&before) {
                events.push(changes.tick);
            }
            if arrives {
                goal = None;
            }
            before = changes;
        }
        events
    }

    /// Whether a walk ends where it starts.
    fn is_at_goal_before_search(&self) -> bool {
        self.empty().start().is_some_and(|start| start.from == start.to)
    }

    /// Whether a slot of this cell gets a value by the change.
    fn comes_to(&self, change: &Change, cell: CellIndex) -> bool {
        let Change::Set { layer, value: 1.., slots } = change else { return false };
        let (place, grid) = (self.empty().layers()[*layer].look().place, self.empty().grid());
        let is_there = |&slot: &u32| place.cell(slot as usize, grid).0 == cell;
        place != super::Place::Walls && slots.iter().any(is_there)
    }
}
