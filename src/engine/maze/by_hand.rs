//! Walks by hand: the world when its walk begins, and a walker that is put anywhere in it.

use super::Maze;
use crate::base::grid::CellIndex;
use crate::base::progress::{Outcome, Phase};
use crate::base::route::Route;
use crate::base::walker::Walker;
use crate::engine::drawing::Drawing;
use crate::engine::search::{Placement, StepProbe, Tried};

impl Maze {
    /// Runs generation and the rules of the walk, without a step of it.
    pub(crate) fn build_walls(&mut self) {
        while self.progress().phase == Phase::Generation {
            self.work(u64::MAX);
        }
        if self.progress().phase == Phase::Walk {
            self.close_ways();
        }
    }

    /// The probe of single steps; `None` for walks with steps of their own.
    pub(crate) fn probe(&self) -> Option<StepProbe> {
        self.systems.probe.map(|of_gait| of_gait())
    }

    /// The probe for walks by hand, which takes what tells the moves of a walk with steps of its own.
    pub(crate) fn probe_by_hand(&mut self) -> Option<StepProbe> {
        let grid = self.grid();
        self.probe().or_else(|| {
            let (tell, by_hand) = self.systems.moves.take().zip(self.systems.by_hand.take())?;
            StepProbe::told(tell, by_hand, grid, &mut self.world)
        })
    }

    /// Where steps lead from these places, each toward every side.
    pub(crate) fn try_steps(&mut self, probe: &mut StepProbe, from: &[Placement]) -> Vec<Tried> {
        (probe.try_steps)(from, &mut self.world)
    }

    /// Puts a single walker where these have led, one after another, in a search that has not begun.
    pub(crate) fn stand(&mut self, probe: &mut StepProbe, walked: &[Walker], is_leaving: bool) {
        (probe.stand)(walked, is_leaving, &mut self.world);
        let mut progress = self.progress_mut();
        (progress.phase, progress.outcome) = (Phase::Walk, Outcome::Unfinished);
    }

    /// Searches from a place, while nothing else happens: the outcome, and the cell after the first
    /// step of a shortest route. The walker is gone afterwards.
    pub(crate) fn search_from(
        &mut self,
        probe: &mut StepProbe,
        Placement { walker, is_leaving }: Placement,
    ) -> (Outcome, Option<CellIndex>) {
        self.stand(probe, &[walker], is_leaving);
        let tick = self.progress().tick;
        self.run_steps();
        let outcome = self.outcome().clone();
        self.progress_mut().tick = tick;
        (outcome, self.route_cells().get(1).copied())
    }

    /// The drawing of the world in the format of its scene, with this as its shortest route, which stays.
    pub(crate) fn text_with(&mut self, route: &[CellIndex]) -> Drawing {
        let moves = u32::try_from(route.len().saturating_sub(1)).unwrap_or(u32::MAX);
        self.progress_mut().outcome = Outcome::Solved { moves };
        let mut shown = self.world.get_mut::<Route>(self.entity).expect("there is a walk");
        shown.clear();
        shown.extend(route);
        self.text()
    }
}
