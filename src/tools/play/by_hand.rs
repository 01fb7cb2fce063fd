//! The world of a walk by hand: one walker is put anywhere in it, and tries steps from there.

use super::Play;
use crate::base::grid::CellIndex;
use crate::base::progress::{Outcome, Phase};
use crate::base::route::Route;
use crate::base::walker::Walker;
use crate::engine::drawing::Drawing;
use crate::engine::search::{Placement, Tried};

impl Play {
    pub(super) fn stand(&mut self) {
        let walked = std::mem::take(&mut self.walked);
        self.stand_at(&walked, walked.len() == 1);
        self.walked = walked;
    }

    /// Puts a single walker where these have led, one after another, in a search that has not begun.
    pub(super) fn stand_at(&mut self, walked: &[Walker], is_leaving: bool) {
        let maze = &mut *self.maze;
        let machine = maze.added.walk.machine.as_mut();
        let machine = machine.expect("a walk that can be made by hand");
        machine.stand(walked, is_leaving, &mut maze.world);

        let mut progress = maze.schedule.progress_mut(&mut maze.world);
        (progress.phase, progress.outcome) = (Phase::Walk, Outcome::Unfinished);
    }

    pub(super) fn try_steps(&mut self, from: &[Placement]) -> Vec<Tried> {
        let maze = &mut *self.maze;
        let machine = maze.added.walk.machine.as_mut();
        let machine = machine.expect("a walk that can be made by hand");
        machine.try_steps(from, &mut maze.world)
    }

    /// Searches from a place, while nothing else happens: the outcome, and the cell after the first
    /// step of a shortest route. The walker is gone afterwards.
    pub(super) fn search_from(
        &mut self,
        Placement { walker, is_leaving }: Placement,
    ) -> (Outcome, Option<CellIndex>) {
        self.stand_at(&[walker], is_leaving);
        let maze = &mut *self.maze;
        let tick = maze.progress().tick;
        maze.schedule.run_steps(&mut maze.world);
        maze.schedule.progress_mut(&mut maze.world).tick = tick;
        (maze.outcome(), maze.route_cells().get(1).copied())
    }

    /// The walk so far in the scene's text format, as if it were the shortest route.
    pub fn text(&mut self) -> Drawing {
        let (moves, route) = (self.moves(), self.cells().collect::<Vec<_>>());
        let maze = &mut *self.maze;
        maze.schedule.progress_mut(&mut maze.world).outcome = Outcome::Solved { moves };
        let mut routes = maze.world.query::<&mut Route>();
        let mut shown = routes.single_mut(&mut maze.world).expect("there is a walk");
        shown.clear();
        shown.extend(&route);
        let text = maze.text();
        self.stand();
        text
    }
}
