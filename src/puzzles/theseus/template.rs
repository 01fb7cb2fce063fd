//! Templates of Theseus and the Minotaur.

use super::Theseus;
use crate::base::chance::{Chance, Purpose};
use crate::base::grid::{Grid, Position};
use crate::base::limits;
use crate::base::progress::Outcome;
use crate::puzzles::johnny::Johnny;
use crate::scene::Scene;
use crate::scene::simulation::Simulation;
use crate::scene::template::Template;

pub(super) const THESEUS: Template = Template {
    name: "theseus",
    about: "A maze in which the Minotaur hunts Theseus",
    maze_name: "CRETE",
    seeded: true,
    title: "Theseus and the Minotaur: the Minotaur takes two steps for each step of Theseus.",
    body,
};

/// The number of starts and exits that are tried.
const TRIES: u32 = 64;

/// Of some random starts and exits, those with the longest escape of Theseus. In a grid with more
/// pairs of squares than [`limits::PAIRS`] the scene is rejected.
fn body(grid: Grid, seed: u64) -> String {
    let generator = Johnny { flips: 0.5, ..Johnny::from(Position::new(1, 1)) };
    let mut chance = Chance::new(seed, Purpose::BOARDS);
    let mut square = || Position::new(1 + chance.below(grid.rows), 1 + chance.below(grid.columns));
    let mut walk = || Theseus { from: square(), minotaur: square(), to: square() };
    let (mut longest, mut best) = (0, walk());
    let mut there = None;
    for walk in (1..TRIES).map(|_| walk()).take_while(|_| is_small(grid)) {
        let scene = Scene::new(grid.rows, grid.columns).seeded(seed);
        let scene = scene.with(generator.clone()).with(walk);
        let Ok(simulation) = Simulation::reuse(&mut there, &scene) else { break };
        match *simulation.run() {
            Outcome::Solved { moves } if moves > longest => (longest, best) = (moves, walk),
            _ => {}
        }
    }
    let Theseus { from, minotaur, to } = best;
    format!(
        "    generate: Johnny(start: (1, 1), flips: 0.5),\n    \
         walk: Theseus(from: {from}, minotaur: {minotaur}, to: {to}),\n    \
         text: Theseus, // or Lattice\n"
    )
}

/// Whether trying is quick.
fn is_small(grid: Grid) -> bool {
    grid.pairs() <= limits::PAIRS / 64
}
