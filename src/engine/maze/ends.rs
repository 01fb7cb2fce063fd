//! The ends of a walk that a scene leaves open: those that the seed draws are known when the maze begins, a farthest one
//! when its walk does.

use super::Maze;
use crate::base::chance::{Chance, Purpose};
use crate::base::end::End;
use crate::base::grid::{CellIndex, Grid};
use crate::base::progress::{Outcome, Phase};
use crate::base::scene_fault::{SceneFault, SceneStep};
use crate::base::squares::Squares;
use crate::base::walker::Start;
use crate::engine::search::farthest;

const PURPOSE: Purpose = Purpose::named("ends of the walk");

impl Start {
    pub(super) fn draw(&mut self, seed: u64, squares: Squares<'_>) {
        let draw = |end: &mut End, number, other| {
            if let End::Random = end {
                end.draw(Chance::new(seed, PURPOSE.numbered(number)), squares, other);
            }
        };
        draw(&mut self.from, 0, None);
        if self.is_round() {
            self.to = self.from.clone();
        }
        draw(&mut self.to, 1, self.from.only());
    }

    pub(crate) fn goals(&self, grid: Grid) -> impl Iterator<Item = CellIndex> {
        self.to.positions().iter().map(move |&at| grid.index(at))
    }
}

impl Maze {
    /// The cells of the goals of its walk, as far as they are known, in grid order.
    pub(crate) fn goals(&self) -> Vec<CellIndex> {
        let start = self.world.get::<Start>(self.entity);
        let mut goals = start.map_or_else(Vec::new, |start| start.goals(self.grid).collect());
        goals.sort_unstable();
        goals
    }

    /// Looks for goals that are the farthest cells, once the walk has begun.
    pub(super) fn find_farthest(&mut self) {
        self.aim_agents();
        let start = self.world.get::<Start>(self.entity);
        let seeks = start.is_some_and(|start| matches!(start.to, End::Farthest));
        if !seeks || self.progress().phase != Phase::Walk {
            return;
        }
        let grid = self.grid;
        let found = self.ask_moves(|told| farthest(told.start, told.poses, told.moves_from, grid));
        if let Some(cell) = found {
            let mut start = self
                .world
                .get_mut::<Start>(self.entity)
                .expect("it has one");
            start.to = grid.position(cell).into();
        } else {
            let message = "this walk does not tell its moves, expected another goal";
            let fault = SceneFault::new(["walk", "to"].map(SceneStep::Field), message);
            self.schedule
                .progress_mut(&mut self.world)
                .finish(Outcome::Stuck(fault));
        }
    }
}
