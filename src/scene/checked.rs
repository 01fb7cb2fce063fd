//! Checked scenes, and what a simulation can be loaded with.

use super::check::Check;
use super::ingredient_type::{IngredientType, Role};
use super::world_kind::WorldKind;
use super::{Expectation, Scene, TestSeeds};
use crate::base::jobs::Jobs;
use crate::base::limits;
use crate::base::report::FaultKind;
use crate::base::scene_fault::{SceneError, SceneStep, WALL_FIELDS};
use crate::engine::text::{Need, name_faults};

/// A scene that was checked, so that it can become a world.
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
    ///     assert_eq!(Simulation::new(&scene)?.run(), Outcome::Built); // not checked again
    /// }
    /// assert!(scene.into_scene().named("KRUSKAL").checked().is_ok());
    /// # Ok::<(), mazetick::base::SceneError>(())
    /// ```
    pub fn checked(self) -> Result<CheckedScene, SceneError> {
        self.check()?;
        Ok(CheckedScene(self))
    }

    /// Checks a scene that a world is built from next. Building it reports ingredients that do not fit together.
    #[cfg(feature = "cli")]
    pub(crate) fn checked_for_world(self) -> Result<CheckedScene, SceneError> {
        if self.check_values().is_err() {
            return self.checked(); // which returns all errors
        }
        Ok(CheckedScene(self))
    }

    /// Checks everything: the values, and that the ingredients fit together, by a world that is built of them.
    pub(super) fn check(&self) -> Result<(), SceneError> {
        let mut found = self.check_values().err().unwrap_or_default();

        let is_whole = self.unread.iter().all(|(_, role)| role.is_none());
        if is_whole && self.walks().count() <= 1 {
            let lacking = WorldKind::new(self).maze_in(self.grid).err();
            let mut lacking = lacking.unwrap_or_default();
            lacking
                .faults
                .retain(|fault| found.faults.iter().all(|known| known.path != fault.path));
            found.append(lacking);
        }

        found.into_result()
    }

    /// The nouns of what its worlds count; `None` of a scene with other errors.
    pub(crate) fn counted(&self) -> Option<Vec<&'static str>> {
        let is_whole = self.walks().count() <= 1 && self.unread.is_empty();
        let world = is_whole
            .then(|| WorldKind::new(self).maze().ok())
            .flatten()?;
        Some(world.counted().collect())
    }

    /// Checks everything except that the ingredients fit together, which is known when a world is
    /// built.
    pub(crate) fn check_values(&self) -> Result<(), SceneError> {
        let mut check = Check::new(self);
        for message in name_faults(&self.name) {
            check.error([SceneStep::Field("name")], message);
        }
        self.check_size(&mut check);
        for ingredient in &self.ingredients {
            let field = SceneStep::Field(ingredient.ingredient_type().field);
            check.within([field], |check| ingredient.check(check));
        }
        for walk in self.walks().skip(1) {
            check.error(
                [SceneStep::Field(walk.field)],
                "a second walk, expected one",
            );
        }
        self.check_text(&mut check);
        for (place, expectation) in self.expect.iter().enumerate() {
            let path = [SceneStep::Field("expect"), SceneStep::Index(place)];
            check.within(path, |check| expectation.check(check));
        }
        check.end()
    }

    fn walks(&self) -> impl Iterator<Item = &'static IngredientType> {
        let types = self.ingredients.iter().map(|it| it.ingredient_type());
        types.filter(|it| it.role == Role::Walk)
    }

    fn check_size(&self, check: &mut Check<'_>) {
        if self.has("grid") {
            return; // it is not known
        }
        let grid = self.grid;
        for (side, length) in [("rows", grid.rows), ("columns", grid.columns)] {
            if length == 0 {
                let message = format!("a grid of 0 {side}, expected at least 1");
                check.error([SceneStep::Field("grid"), SceneStep::Field(side)], message);
            }
        }
        if let Err(message) = limits::check_grid(grid) {
            check.error_of_kind(FaultKind::OverLimit, [SceneStep::Field("grid")], message);
        }
    }

    fn check_text(&self, check: &mut Check<'_>) {
        let lacking = match self.text.needs {
            Need::Walls if !self.has_walls() => format!("draws walls: add {WALL_FIELDS}"),
            Need::Route if !self.has_walk() => "needs a walk: add `walk`".to_owned(),
            _ => return,
        };
        check.error(
            [SceneStep::Field("text")],
            format!("`{}` {lacking}", self.text.name),
        );
    }
}

impl CheckedScene {
    /// Returns the number of threads that may run worlds of this scene: as many as have no more cells and states together
    /// than a single world may have.
    pub(crate) fn most_threads(&self) -> usize {
        // Worlds so small that any number of threads may run them need not be built.
        if self.grid.area() <= limits::CELLS / Jobs::MOST_THREADS as u64 {
            return Jobs::MOST_THREADS;
        }

        let kind = WorldKind::new(self).maze();
        let poses = kind.map_or(0, |maze| maze.added.poses);
        limits::worlds_at_once(self.grid, poses)
    }

    /// Returns an error if the grid is too large for a picture.
    #[cfg(feature = "cli")]
    pub(crate) fn check_is_drawable(&self) -> Result<(), SceneError> {
        limits::check_drawn(self.grid).map_err(|message| {
            crate::base::scene_fault::SceneFault::new([SceneStep::Field("grid")], message).into()
        })
    }

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

    /// Drops the other worlds in which it is tested: its seeds, and the fields that it varies.
    #[must_use]
    pub(crate) fn of_one_world(mut self) -> Self {
        self.0.seeds = None;
        self.0.vary.clear();
        self
    }

    /// Sets the results of its first random choices.
    #[must_use]
    pub(crate) fn with_draws(mut self, draws: Vec<u32>) -> Self {
        self.0.draws = draws;
        self
    }

    /// Has it tested in every world that it can become.
    #[must_use]
    pub(crate) fn with_all_seeds(mut self) -> Self {
        self.0.seeds = Some(TestSeeds::All);
        self
    }

    /// Drops its expectations, and what they need not notice.
    #[must_use]
    pub fn without_expectations(mut self) -> Self {
        self.0.expect.clear();
        self.0.unnoticed.clear();
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
        self.as_checked()
            .cloned()
            .map_or_else(|| self.scene().clone().checked(), Ok)
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
