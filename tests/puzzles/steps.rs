//! A scene gives the same world in whichever steps it is ticked, and whatever the world held before.

use mazetick::{Phase, Scene, Simulation};

use crate::random::Random;

/// Worlds in which scenes run one after the other.
pub(crate) struct Steps {
    random: Random,
    at_once: Option<Simulation>,
    singly: Option<Simulation>,
    bitten: Option<Simulation>,
}

impl Steps {
    pub(crate) fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), at_once: None, singly: None, bitten: None }
    }

    /// Runs a scene at once, tick by tick, and in bites of random sizes: mostly in worlds that the
    /// scenes before have left, and sometimes in new ones. All come to the same; returns one at its
    /// end, and the tick at which its walls stood.
    pub(crate) fn run(&mut self, scene: &Scene) -> (&mut Simulation, u64) {
        for world in [&mut self.at_once, &mut self.singly, &mut self.bitten] {
            world.take_if(|_| self.random.percent(5));
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
            for _ in 0..done {
                let is_building = singly.progress().phase == Phase::Generation;
                assert!(singly.tick(), "{}", scene.to_ron());
                built = if is_building { singly.progress().tick } else { built };
            }
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
