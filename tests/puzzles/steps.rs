//! A scene gives the same world in whichever steps it is ticked, and whatever the world held before.

use mazetick::base::Phase;
use mazetick::scene::{CheckedScene, Scene, Simulation};

use plain::random::Random;

/// Very long runs are not ticked singly throughout.
const SINGLY: u64 = 2000;

/// Runs scenes in several orders, each in whichever steps.
pub(crate) fn run_in_any_order(scenes: &mut [CheckedScene]) {
    let (mut random, mut steps) = (Random::new(1), Steps::new(2));
    for _ in 0..2 {
        for last in (1..scenes.len()).rev() {
            scenes.swap(last, random.below(last + 1));
        }
        for scene in &*scenes {
            steps.run(scene);
        }
    }
}

/// Worlds in which scenes run one after the other.
pub(crate) struct Steps {
    random: Random,
    at_once: Option<Simulation>,
    singly: Option<Simulation>,
    bitten: Option<Simulation>,
}

impl Steps {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            at_once: None,
            singly: None,
            bitten: None,
        }
    }

    /// Runs a scene at once, tick by tick, and in bites of random sizes: mostly in worlds that the
    /// scenes before have left, finished or not, and sometimes in new ones. All come to the same;
    /// returns one at its end, and the tick at which its walls stood.
    pub(crate) fn run(&mut self, scene: &Scene) -> (&mut Simulation, u64) {
        for world in [&mut self.at_once, &mut self.singly, &mut self.bitten] {
            match self.random.below(10) {
                0 => *world = None,
                1 => {
                    let world = Simulation::reuse(world, scene).expect("a legal scene");
                    world.advance(self.random.below(100) as u64);
                }
                _ => {}
            }
        }
        let at_once = Simulation::reuse(&mut self.at_once, scene).expect("a legal scene");
        let singly = Simulation::reuse(&mut self.singly, scene).expect("a legal scene");
        let bitten = Simulation::reuse(&mut self.bitten, scene).expect("a legal scene");
        at_once.run();
        let most = 2 + usize::try_from(at_once.progress().tick).expect("few ticks") / 3;
        let mut built = 0;
        loop {
            let bite = 1 + self.random.below(most) as u64;
            let done = bitten.advance(bite);
            while singly.progress().tick < bitten.progress().tick.min(SINGLY) {
                let is_building = singly.progress().phase == Phase::Generation;
                assert!(singly.tick(), "{}", scene.to_ron());
                built = if is_building {
                    singly.progress().tick
                } else {
                    built
                };
            }
            let rest = bitten.progress().tick - singly.progress().tick;
            singly.advance(rest);
            assert_eq!(singly.digest(), bitten.digest(), "{}", scene.to_ron());
            if done < bite {
                break;
            }
        }
        assert!(!singly.tick(), "{}", scene.to_ron());
        for world in [&*singly, &*bitten] {
            assert_eq!(world.progress(), at_once.progress(), "{}", scene.to_ron());
            assert_eq!(world.outcome(), at_once.outcome(), "{}", scene.to_ron());
            assert_eq!(world.route(), at_once.route(), "{}", scene.to_ron());
        }
        assert_eq!(singly.digest(), at_once.digest(), "{}", scene.to_ron());
        assert_eq!(singly.text(), at_once.text(), "{}", scene.to_ron());
        assert_eq!(bitten.text(), at_once.text(), "{}", scene.to_ron());
        (at_once, built)
    }
}
