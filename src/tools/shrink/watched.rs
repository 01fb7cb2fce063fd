//! What fails in a scene, and must go on failing while it shrinks.

use std::cmp::Ordering;

use crate::base::scene_fault::{ScenePath, SceneStep};
use crate::scene::simulation::Simulation;
use crate::scene::{CheckedScene, Expectation};
use crate::tools::trial::{Failure, drawing, path_of};

/// An expectation that fails, or a field at which a world stops.
pub(super) struct Watched {
    path: ScenePath,
    /// The side of what was expected on which the number is that was found.
    side: Option<Ordering>,
    /// Whether it is known at the end of a world, as it is there.
    pub(super) is_of_the_end: bool,
}

impl Watched {
    /// What to watch for a failure of a scene; and the scene with nothing else to watch.
    pub(super) fn new(scene: &CheckedScene, failure: &Failure) -> (Self, CheckedScene) {
        let mut path = failure.path.clone();
        let mut expect = Vec::new();
        if let [
            SceneStep::Field("expect"),
            SceneStep::Index(place),
            inside @ ..,
        ] = &failure.path.0[..]
            && let Some(expectation) = scene.expect.get(*place)
        {
            let (only, inside) = expectation.only(inside);
            path = path_of(0).then(inside);
            expect.push(only);
        }

        let is_of_the_end = matches!(expect[..], [Expectation::Now(_)]);
        let mut scene = scene.clone();
        scene.set_expectations(expect);
        (
            Self {
                path,
                side: failure.side,
                is_of_the_end,
            },
            scene,
        )
    }

    /// Returns how it fails in a world of this scene, which is at its end, or is taken as if it were.
    pub(super) fn failure(&self, world: &mut Simulation, scene: &CheckedScene) -> Option<Failure> {
        if let [Expectation::Now(expected)] = &scene.expect[..] {
            let failure = expected.judge(world).err();
            let failure = failure.filter(|failure| failure.side == self.side)?;
            return Some(Failure {
                path: self.path.clone(),
                tick: world.progress().tick,
                drawing: drawing(world),
                ..failure
            });
        }

        if !scene.expect.is_empty() {
            world.begin(scene);
        }
        let trial = world.run_and_judge(scene);
        let is_same = |failure: &&Failure| match failure.path.0[..] {
            [SceneStep::Field("expect"), ..] => {
                failure.path == self.path && failure.side == self.side
            }
            _ => failure.path.0.first() == self.path.0.first(),
        };
        let failure = trial.failures.iter().find(is_same)?;

        // All that fails at one tick has one drawing.
        let drawn = trial.failures.iter().find(|it| it.tick == failure.tick)?;
        Some(Failure {
            drawing: drawn.drawing.clone(),
            ..failure.clone()
        })
    }
}
