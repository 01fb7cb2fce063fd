//! Kinds of worlds: their ingredients, and the kind of each.

use crate::maze::{LackingRule, Maze};
use crate::objection::{Objection, SceneError, SceneStep};
use crate::scene::{Recipe, Scene};
use crate::snapshot::SnapshotError;

/// The ingredients of a kind of world, in order. Worlds of equal kinds can be reused for each
/// other.
#[derive(Clone, Debug, Default)]
pub(super) struct Kind(pub(super) Vec<(&'static Recipe, u8)>);

impl Kind {
    pub(super) fn of(scene: &Scene) -> Self {
        Self(scene.ingredients().iter().map(|it| (it.recipe(), it.kind())).collect())
    }

    /// Whether a scene leads to worlds of this kind.
    pub(super) fn is_of(&self, scene: &Scene) -> bool {
        let own = self.0.iter().map(|&(recipe, kind)| (recipe.of, kind));
        own.eq(scene.ingredients().iter().map(|it| (it.recipe().of, it.kind())))
    }

    /// A maze of this kind, still without cells.
    pub(super) fn maze(&self) -> Result<Maze, LackingRule> {
        Maze::new(|build| {
            for &(recipe, kind) in &self.0 {
                build.field = recipe.field;
                (recipe.build)(kind, build);
            }
        })
    }
}

impl Scene {
    /// Checks that the scene is valid.
    ///
    /// # Errors
    /// All errors of the scene.
    pub fn check(&self) -> Result<(), SceneError> {
        self.check_values()?;
        if self.has_walk() {
            Kind::of(self).maze()?; // rules only run in a walk
        }
        Ok(())
    }
}

impl From<LackingRule> for SceneError {
    fn from(rule: LackingRule) -> Self {
        Objection::new([SceneStep::Field(rule.field)], rule.message).into()
    }
}

impl From<LackingRule> for SnapshotError {
    fn from(_: LackingRule) -> Self {
        Self::Illegal("a rule that lacks something that it reads")
    }
}
