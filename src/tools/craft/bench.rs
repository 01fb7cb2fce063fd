//! The bench: on it lies a board whose places are changed, and it tells what puzzle that makes.

use super::frame::{Frame, Place};
use super::plant::Planter;
use crate::base::chance::Chance;
use crate::base::limits;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::scene::simulation::Simulation;
use crate::scene::{CraftType, Scene};
use crate::tools::graph::{Net, StateGraph};

/// A scene whose places are changed.
pub(super) struct Bench {
    scene: Scene,
    crafts: Vec<CraftType>,
    pub(super) places: Vec<Place>,
    /// The values of the places.
    pub(super) values: Vec<u32>,
    /// What candidates are judged on, instead of worlds.
    frame: Option<Frame>,
    spare: Option<Simulation>,
    graph: StateGraph,
    net: Net,
}

impl Bench {
    /// A bench for these crafts of a scene, all of whose places have their first value.
    ///
    /// # Errors
    /// As [`Simulation::new`] and [`StateGraph::of`], of the scene as it is given; and if it has too many states.
    pub(super) fn new(scene: Scene, crafts: Vec<CraftType>) -> Result<Self, SceneError> {
        let mut places = Vec::new();
        for (craft, it) in crafts.iter().enumerate() {
            let Some(ingredient) = scene.any(it.of) else { continue };
            for place in 0..(it.places)(ingredient, scene.grid) {
                let values = (it.values)(ingredient, scene.grid, place);
                if values > 1 {
                    places.push(Place { craft, at: place, values });
                }
            }
        }
        let values = vec![0; places.len()];
        let (spare, graph, net) = Default::default();
        let mut bench = Self { scene, crafts, places, values, frame: None, spare, graph, net };
        bench.load()?;
        let (states, most) = (bench.states(), limits::CRAFT_STATES);
        if states > most {
            let message = format!("{states} states, expected at most {most} to make a puzzle");
            return Err(SceneFault::new([SceneStep::Field("grid")], message).into());
        }
        (0..bench.places.len()).for_each(|place| bench.put(place, 0));
        bench.frame = bench.ask_frame();
        Ok(bench)
    }

    /// Another bench with the same board.
    pub(super) fn another(&self) -> Self {
        Self {
            scene: self.scene.clone(),
            crafts: self.crafts.clone(),
            places: self.places.clone(),
            values: self.values.clone(),
            frame: self.frame.clone(),
            spare: None,
            graph: StateGraph::default(),
            net: Net::default(),
        }
    }

    /// Asks worlds for the frame, if one craft says which places decide.
    fn ask_frame(&mut self) -> Option<Frame> {
        let &[craft] = self.crafts.as_slice() else { return None };
        let (places, mut scene) = (self.places.clone(), self.scene.clone());
        Frame::of(&craft, &places, |value| {
            let grid = scene.grid;
            let board = scene.any_mut(craft.of)?;
            for place in &places {
                (craft.put)(board, grid, place.at, value.min(place.values - 1));
            }
            let mut world = Simulation::new(&scene).ok()?;
            world.build_walls();
            world.failure().is_none().then_some(world)
        })
    }

    /// Puts a value in a place.
    pub(super) fn put(&mut self, place: usize, value: u32) {
        self.values[place] = value;
        if self.frame.is_none() {
            self.put_in_scene(place);
        }
    }

    fn put_in_scene(&mut self, place: usize) {
        let (grid, Place { craft, at: there, .. }) = (self.scene.grid, self.places[place]);
        let craft = self.crafts[craft];
        if let Some(board) = self.scene.any_mut(craft.of) {
            (craft.put)(board, grid, there, self.values[place]);
        }
    }

    /// Plants a route of at most so many moves, if there is a frame, in about so many steps; returns their
    /// number. Where none is found, places get any values.
    pub(super) fn begin(
        &mut self,
        limits: (u32, u64),
        chance: &mut Chance,
        stop: impl Fn() -> bool,
    ) -> u64 {
        let (planted, steps) = match &self.frame {
            Some(frame) => Planter::new(frame).plant(&self.places, limits, chance, stop),
            None => (None, 0),
        };
        match planted {
            Some(values) => self.values = values,
            None => self.shuffle(chance),
        }
        steps
    }

    /// Puts any values in all places.
    pub(super) fn shuffle(&mut self, chance: &mut Chance) {
        for place in 0..self.places.len() {
            self.put(place, chance.below(self.places[place].values));
        }
    }

    /// The net of the board.
    ///
    /// # Errors
    /// As [`Simulation::load`] and [`StateGraph::of`], if a craft puts what its scene does not allow.
    pub(super) fn net(&mut self) -> Result<&Net, SceneError> {
        if let Some(frame) = &mut self.frame {
            frame.fill(&self.values, &mut self.net);
            return Ok(&self.net);
        }
        self.load()?;
        Ok(&self.graph.net)
    }

    fn load(&mut self) -> Result<(), SceneError> {
        let world = Simulation::reuse(&mut self.spare, &self.scene)?;
        world.build_walls();
        match world.failure() {
            Some(error) => Err(error),
            None => self.graph.renew(world),
        }
    }

    /// The most states that there can be.
    pub(super) fn states(&self) -> usize {
        self.graph.room()
    }

    /// The scene with these values in its places.
    pub(super) fn scene_with(&mut self, values: &[u32]) -> Scene {
        values.clone_into(&mut self.values);
        (0..self.places.len()).for_each(|place| self.put_in_scene(place));
        self.scene.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::chance::Purpose;
    use crate::registry::Registry;
    use crate::tools::Proof;

    const SCENES: [&str; 6] = [
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
        "grid: (rows: 3, columns: 3), numbers: [[-1,1,1],[1,1,1],[1,1,1]],
            signs: {(1, 1): \"NR EFR\", (1, 2): \"EFR SFL\", (2, 2): \"EFLR SFLR WLFR NFLR\"},
            walk: Dice(from: (1, 1), top: 5, front: 1, heading: E, to: (3, 2))",
    ];

    /// A bench for the first board of a scene.
    fn bench(text: &str) -> Bench {
        let text = format!("Scene(name: \"FRAME\", {text}, text: Arrow)");
        let registry = Registry::standard();
        let scene = registry.read(&text).expect("a scene").into_scene();
        let mut crafts = registry.crafts.iter().copied();
        let craft = crafts.find(|it| it.field != "walls" && scene.any(it.of).is_some());
        Bench::new(scene, craft.into_iter().collect()).expect("a bench")
    }

    /// What ingredients say of the places that decide steps: nets from plain arrays are those of worlds.
    #[test]
    fn a_frame_tells_what_worlds_do() {
        for text in SCENES {
            let mut bench = bench(text);
            assert!(bench.frame.is_some(), "{text}");
            let mut chance = Chance::new(24, Purpose::BOARDS);
            for _ in 0..500 {
                bench.shuffle(&mut chance);
                let values = bench.values.clone();
                let framed = Proof::of_net(bench.net().expect("a net").clone());
                let worlds = Proof::of_scene(&bench.scene_with(&values)).expect("a proof");
                let sizes = |it: &Proof| {
                    let net = &it.graph().net;
                    (net.len(), net.to.len(), it.moves(), it.is_unique(), it.has_one_shortest())
                };
                assert_eq!(sizes(&framed), sizes(&worlds), "{text} {values:?}");
                if framed.is_unique() {
                    assert_eq!(framed.rating(), worlds.rating(), "{text} {values:?}");
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
                assert!(bench.begin((9, 20_000), &mut chance, || false) > 0, "{text}");
                let values = bench.values.clone();
                let proof = Proof::of_scene(&bench.scene_with(&values)).expect("a proof");
                assert!(
                    proof.moves().is_none_or(|moves| moves <= 9 || !proof.is_unique()),
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
