//! The workbench: a board whose places are changed, and a judge of the puzzles that makes.

use std::sync::Arc;

use super::Proof;
use super::move_table::{CraftPlace, MoveTable};
use super::plant::Planter;
use crate::base::chance::Chance;
use crate::base::limits;
use crate::base::scene_fault::SceneError;
use crate::scene::simulation::Simulation;
use crate::scene::{CraftType, Scene};

#[derive(Clone)]
pub(super) struct Workbench {
    /// The scene, with values in its places only if there is no table; otherwise [`Self::scene_with`] puts them.
    scene: Scene,
    pub(super) places: Vec<CraftPlace>,
    pub(super) values: Vec<u32>,
    /// What boards are judged on, instead of worlds.
    table: Option<Arc<MoveTable>>,
    states: usize,
}

#[derive(Default)]
pub(super) struct BoardJudge {
    world: Option<Simulation>,
    proof: Proof,
}

impl Workbench {
    /// A workbench for these crafts of a scene, all of whose places have their first value; without a table if
    /// `stop` says so first.
    ///
    /// # Errors
    /// Returns the errors of [`Proof::of_scene`] for the scene as it is given.
    pub(super) fn new(
        mut scene: Scene,
        crafts: Vec<CraftType>,
        stop: impl Fn() -> bool,
    ) -> Result<Self, SceneError> {
        let states = Proof::of_scene(&scene)?.graph.most_states();
        let mut places = Vec::new();
        for craft in crafts {
            let Some(ingredient) = (craft.get)(&scene) else {
                continue;
            };
            let values = ingredient.values(scene.grid);
            let all = (0..)
                .zip(values)
                .map(|(at, values)| CraftPlace { craft, at, values });
            places.extend(all.filter(|it| it.values > 1));
        }
        let values = vec![0; places.len()];
        for place in &places {
            place.put(0, &mut scene);
        }
        let table = MoveTable::of(scene.clone(), &places, states, stop).map(Arc::new);
        Ok(Self {
            scene,
            places,
            values,
            table,
            states,
        })
    }

    /// Returns the number of threads that may judge boards: as many as have no more states together than a single graph may
    /// have.
    pub(super) fn most_threads(&self) -> usize {
        let most = limits::GRAPH_STATES / (self.states as u64).max(1);
        usize::try_from(most).unwrap_or(usize::MAX).max(1)
    }

    pub(super) fn put(&mut self, place: usize, value: u32) {
        self.values[place] = value;
        if self.table.is_none() {
            self.places[place].put(value, &mut self.scene);
        }
    }

    pub(super) fn put_all(&mut self, mut value: impl FnMut(CraftPlace) -> u32) {
        for place in 0..self.places.len() {
            self.put(place, value(self.places[place]));
        }
    }

    /// Plants a route of at most so many moves, if there is a table, in about so many steps; returns their
    /// number. Where none is found, places get any values.
    pub(super) fn begin(
        &mut self,
        (moves, budget): (u32, u64),
        chance: &mut Chance,
        stop: impl Fn() -> bool,
    ) -> u64 {
        let (planted, steps) = match &self.table {
            Some(table) => Planter::new(table).plant(&self.places, (moves, budget), chance, stop),
            None => (None, 0),
        };
        match planted {
            Some(values) => self.values = values,
            None => self.put_all(|place| chance.below(place.values)),
        }
        steps
    }

    pub(super) fn scene_with(&mut self, values: &[u32]) -> Scene {
        self.places
            .iter()
            .zip(values)
            .for_each(|(place, &value)| place.put(value, &mut self.scene));
        self.scene.clone()
    }
}

impl BoardJudge {
    /// The proof of the board on a bench. Where it is judged by a table, its graph has no states.
    ///
    /// # Errors
    /// Returns an error if a craft puts what its scene does not allow.
    pub(super) fn proof(&mut self, bench: &Workbench) -> Result<&Proof, SceneError> {
        let Self { world, proof } = self;
        match &bench.table {
            Some(table) => {
                table.make_graph(&bench.values, &mut proof.graph);
                proof.heights.renew(&proof.graph);
            }
            None => proof.renew(world, &bench.scene)?,
        }
        Ok(proof)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::chance::Purpose;
    use crate::registry::Registry;
    use crate::tools::craft::Rating;
    use crate::tools::graph::number;

    const SCENES: [&str; 7] = [
        "grid: (rows: 4, columns: 5), numbers: [[1,1,1,1,1],[1,0,1,1,1],[1,1,1,1,1],[1,1,1,1,1]],
            walk: Dice(from: (1, 1), top: 5, front: 1, to: (3, 3))",
        "grid: (rows: 3, columns: 3), numbers: [[-1,1,1],[1,1,1],[1,1,1]],
            walk: Dice(from: (1, 1), top: 5, front: 1)",
        "grid: (rows: 4, columns: 4), signs: {}, walls: {(2, 2): \"NE\"},
            walk: Arrow(from: (4, 1), heading: N, to: (4, 1))",
        "grid: (rows: 3, columns: 4), signs: {(1, 1): \"NR\"}, wrap: Both,
            walk: Arrow(from: (2, 1), heading: E, to: (3, 3))",
        "grid: (rows: 4, columns: 4), jumps: [[1,1,1,1],[1,0,1,1],[1,1,1,1],[1,1,1,1]],
            walls: {(2, 2): \"NE\"}, walk: Jump(from: (1, 1), to: (3, 3))",
        "grid: (rows: 4, columns: 4), signs: {}, walk: Arrow(from: (4, 1), heading: N, to: [(3, 3), (1, 4)])",
        "grid: (rows: 3, columns: 3), numbers: [[-1,1,1],[1,1,1],[1,1,1]],
            signs: {(1, 1): \"NR EFR\", (1, 2): \"EFR SFL\", (2, 2): \"EFLR SFLR WLFR NFLR\"},
            walk: Dice(from: (1, 1), top: 5, front: 1, heading: E, to: (3, 2))",
    ];

    fn bench(text: &str) -> Workbench {
        let text = format!("Scene(name: \"FRAME\", {text}, text: Arrow)");
        let registry = Registry::standard();
        let scene = registry.read(&text).expect("a scene").into_scene();
        let mut crafts = registry.crafts.iter().copied();
        let craft = crafts.find(|it| it.field != "walls" && (it.get)(&scene).is_some());
        Workbench::new(scene, craft.into_iter().collect(), || false).expect("a bench")
    }

    /// The graphs from tables are those of worlds, so what ingredients say of places is right.
    #[test]
    fn a_frame_tells_what_worlds_do() {
        for text in SCENES {
            let mut bench = bench(text);
            assert!(bench.table.is_some(), "{text}");
            let (mut judge, mut chance) = (BoardJudge::default(), Chance::new(24, Purpose::BOARDS));
            for _ in 0..200 {
                bench.put_all(|place| chance.below(place.values));
                let framed = judge.proof(&bench).expect("a graph");
                let values = bench.values.clone();
                let worlds = Proof::of_scene(&bench.scene_with(&values)).expect("a proof");
                let sizes = |it: &Proof| {
                    let graph = it.graph();
                    let moves: usize = (0..number(graph.len()))
                        .map(|from| graph.moves(from).len())
                        .sum();
                    (
                        graph.len(),
                        moves,
                        it.moves(),
                        it.is_unique(),
                        it.has_one_shortest(),
                    )
                };
                assert_eq!(sizes(framed), sizes(&worlds), "{text} {values:?}");
                if framed.is_unique() {
                    let ratings = |it: &Proof| Rating::ALL.map(|rating| it.rating(rating));
                    assert_eq!(ratings(framed), ratings(&worlds), "{text} {values:?}");
                }
            }
        }
    }

    /// The routes of plans are the only ones, as worlds prove; only what fills the last places may change that.
    #[test]
    fn planted_routes_are_the_only_ones() {
        let mut planted = 0;
        for text in SCENES {
            let (mut bench, mut unique) = (bench(text), 0);
            for seed in 0..100 {
                let mut chance = Chance::new(seed, Purpose::BOARDS);
                assert!(
                    bench.begin((9, 20_000), &mut chance, || false) > 0,
                    "{text}"
                );
                let values = bench.values.clone();
                let proof = Proof::of_scene(&bench.scene_with(&values)).expect("a proof");
                assert!(
                    proof
                        .moves()
                        .is_none_or(|moves| moves <= 9 || !proof.is_unique()),
                    "{text}"
                );
                planted += u32::from(proof.moves() > Some(3));
                unique += u32::from(proof.is_unique());
            }
            assert!(unique > 50, "{unique} unique: {text}");
        }
        assert!(planted > 450, "{planted} routes of more than 3 moves");
    }
}
