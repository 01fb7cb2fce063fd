//! Checked scenes, and what a simulation can be loaded with.

use super::simulation::BuiltWorld;
use super::{Expectation, Scene};
use crate::base::scene_fault::SceneError;

/// A scene that was checked: it can become a world, if there is enough memory.
///
/// Reading makes one, and so does [`Scene::checked`]. Dereferences to the [`Scene`]. Only the seed and
/// the expectations can be changed, since no check depends on them; [`into_scene`](Self::into_scene)
/// gives a scene that can be changed, and has to be checked again.
#[derive(Clone, Debug, PartialEq, derive_more::Deref)]
pub struct CheckedScene(Scene);

impl Scene {
    /// Checks the scene.
    ///
    /// ```
    /// use mazetick::prelude::*;
    ///
    /// let mut scene = Scene::new(6, 12).with(mazetick::puzzles::Kruskal).checked()?;
    /// for seed in 0..3 {
    ///     scene.set_seed(seed);
    ///     assert_eq!(Simulation::new(&scene)?.run(), &Outcome::Built); // not checked again
    /// }
    /// assert!(scene.into_scene().named("KRUSKAL").checked().is_ok());
    /// # Ok::<(), mazetick::base::SceneError>(())
    /// ```
    pub fn checked(self) -> Result<CheckedScene, SceneError> {
        self.checked_and_built().map(|(scene, _)| scene)
    }

    /// Checks the scene: that its ingredients fit together, by a world that is built of them.
    pub(crate) fn checked_and_built(self) -> Result<(CheckedScene, BuiltWorld), SceneError> {
        let built = self.check_and_build()?.expect("only a scene with errors is not built");
        Ok((CheckedScene(self), built))
    }
}

impl CheckedScene {
    /// The scene, to be changed.
    pub fn into_scene(self) -> Scene {
        self.0
    }

    /// Sets the seed.
    pub fn set_seed(&mut self, seed: u64) {
        self.0.seed = seed;
    }

    /// Sets the seed.
    #[must_use]
    pub fn seeded(mut self, seed: u64) -> Self {
        self.set_seed(seed);
        self
    }

    /// The scene with each board that its seed draws as a fixed one. It leads to the same worlds.
    #[must_use]
    pub fn fixed(mut self) -> Self {
        let fixed = self.ingredients().iter().filter_map(|it| it.fixed(&self));
        for ingredient in fixed.collect::<Vec<_>>() {
            self.0.set_any(ingredient);
        }
        self
    }

    /// Drops its expectations.
    #[must_use]
    pub fn without_expectations(mut self) -> Self {
        self.0.expect.clear();
        self
    }

    /// Replaces its expectations; they must be such that no check depends on the rest of the scene.
    pub(crate) fn set_expectations(&mut self, expect: Vec<Expectation>) {
        self.0.expect = expect;
    }
}

impl PartialEq<Scene> for CheckedScene {
    fn eq(&self, other: &Scene) -> bool {
        self.0 == *other
    }
}

/// What a simulation can be loaded with: a [`CheckedScene`], or a [`Scene`], which is then checked.
pub trait Loadable {
    /// The scene.
    fn scene(&self) -> &Scene;

    /// The checked scene, if it is one.
    fn as_checked(&self) -> Option<&CheckedScene> {
        None
    }

    /// A checked copy.
    fn to_checked(&self) -> Result<CheckedScene, SceneError> {
        self.as_checked().cloned().map_or_else(|| self.scene().clone().checked(), Ok)
    }
}

impl Loadable for Scene {
    fn scene(&self) -> &Scene {
        self
    }
}

impl Loadable for CheckedScene {
    fn scene(&self) -> &Scene {
        self
    }

    fn as_checked(&self) -> Option<&CheckedScene> {
        Some(self)
    }
}
