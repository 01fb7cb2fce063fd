//! What fails in a scene, and must go on failing while it shrinks.

use std::cmp::Ordering;

use crate::base::scene_fault::{ScenePath, SceneStep};
use crate::scene::simulation::Simulation;
use crate::scene::{CheckedScene, Expectation};
use crate::tools::trial::{Failure, path_of};

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
        let (mut path, mut expect) = (failure.path.clone(), Vec::new());
        if let [
            SceneStep::Field("expect"),
            SceneStep::Index(place),
            inside @ ..,
        ] = &path.0[..]
            && let Some(expectation) = scene.expect.get(*place)
        {
            path = path_of(0).then(inside.iter().copied());
            expect.push(expectation.clone());
        }
        let is_of_the_end = matches!(expect[..], [Expectation::Now(_)]);
        let mut scene = scene.clone();
        scene.set_expectations(expect);
        (
            Self {
                path,
                side: side(&failure.message),
                is_of_the_end,
            },
            scene,
        )
    }

    /// Whether it fails in a world of this scene, which is at its end, or is taken as if it were.
    pub(super) fn fails(&self, world: &mut Simulation, scene: &CheckedScene) -> bool {
        if let [Expectation::Now(expected)] = &scene.expect[..] {
            return expected
                .judge(world)
                .is_err_and(|it| side(&it.message) == self.side);
        }
        if !scene.expect.is_empty() {
            world.begin(scene);
        }
        let trial = world.run_and_judge(scene);
        trial
            .failures
            .iter()
            .any(|failure| match failure.path.0[..] {
                [SceneStep::Field("expect"), ..] => {
                    failure.path == self.path && side(&failure.message) == self.side
                }
                _ => failure.path.0.first() == self.path.0.first(),
            })
    }
}

/// The side of the numbers that a message expects on which the first one is that was found.
fn side(message: &str) -> Option<Ordering> {
    let numbers = |text: &str| {
        let words = text.split(|c: char| !c.is_ascii_digit());
        words
            .filter_map(|word| word.parse::<u64>().ok())
            .collect::<Vec<_>>()
    };
    let (expected, found) = message
        .rsplit_once("expected ")?
        .1
        .rsplit_once(", found ")?;
    let (expected, found) = (numbers(expected), *numbers(found).first()?);
    match (expected.iter().min()?, expected.iter().max()?) {
        (least, _) if found < *least => Some(Ordering::Less),
        (_, most) if found > *most => Some(Ordering::Greater),
        _ => Some(Ordering::Equal),
    }
}
