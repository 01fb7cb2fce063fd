//! Events: the notable ticks of a film.

use super::{Change, Film};
use crate::progress::Phase;

impl Film {
    /// The notable ticks, in ascending order: a list is flipped; a tick changes nothing after one
    /// that did; the goal is reached for the first time; a route is found; the phase or stage
    /// changes.
    #[must_use]
    pub fn events(&self) -> Vec<u64> {
        let goal = self.empty().start().map(|start| self.empty().grid().index(start.to));
        let mut goal = goal.filter(|_| !self.is_at_goal_before_search());
        let (mut phase, mut did) = (None, false);
        let mut events = Vec::new();
        for changes in self.changes() {
            let does = !changes.list.is_empty();
            let arrives = phase == Some(Phase::Search)
                && goal.is_some_and(|goal| changes.list.iter().any(|it| self.comes_to(it, goal)));
            let is_other =
                |change: &Change| matches!(change, Change::Flip { .. } | Change::Route(_));
            let is_event = changes.phase != phase.unwrap_or(changes.phase)
                || (did && !does)
                || arrives
                || changes.list.iter().any(is_other);
            if is_event && phase.is_some() {
                events.push(changes.tick);
            }
            if arrives {
                goal = None;
            }
            (phase, did) = (Some(changes.phase), does);
        }
        events
    }

    /// Whether a walk ends where it starts.
    fn is_at_goal_before_search(&self) -> bool {
        self.empty().start().is_some_and(|start| start.from == start.to)
    }

    /// Whether a slot of this cell gets a value by the change.
    fn comes_to(&self, change: &Change, cell: usize) -> bool {
        let Change::Set { layer, value: 1.., slots } = change else { return false };
        let (place, grid) = (self.empty().layers()[*layer].look().place, self.empty().grid());
        let is_there = |&slot: &u32| place.cell(slot as usize, grid).0 == cell;
        place != super::Place::Walls && slots.iter().any(is_there)
    }
}
