//! Kinds of worlds: which ingredients there are, and of which kind each is.

use super::{IngredientType, Scene, WALL_FIELDS};
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::engine::maze::{Lack, Lacking, Maze};

/// The ingredients of a kind of world, in their order. Worlds of equal kinds are reused for one
/// another.
#[derive(Clone, Debug, Default)]
pub(crate) struct WorldKind(pub(crate) Vec<(&'static IngredientType, u8)>);

impl WorldKind {
    pub(crate) fn new(scene: &Scene) -> Self {
        Self(scene.ingredients().iter().map(|it| (it.ingredient_type(), it.kind())).collect())
    }

    /// Whether a scene leads to worlds of this kind.
    pub(crate) fn is_of(&self, scene: &Scene) -> bool {
        let own = self.0.iter().map(|&(ingredient_type, kind)| (ingredient_type.of, kind));
        own.eq(scene.ingredients().iter().map(|it| (it.ingredient_type().of, it.kind())))
    }

    /// A maze of this kind, still without cells.
    pub(crate) fn maze(&self) -> Result<Maze, SceneError> {
        Maze::new(|build| {
            for &(ingredient_type, kind) in &self.0 {
                (build.field, build.kind) = (ingredient_type.field, kind);
                (ingredient_type.build)(build);
            }
        })
        .map_err(|lacking| SceneError {
            faults: lacking.into_iter().map(SceneFault::from).collect(),
            more: 0,
        })
    }
}

impl From<Lacking> for SceneFault {
    fn from(Lacking { field, lacks }: Lacking) -> Self {
        let message = match lacks {
            Lack::Walls => {
                format!("it reads walls, expected a scene with {WALL_FIELDS}")
            }
            Lack::Headings => "it needs a walker with a heading: choose another `walk`".to_owned(),
            Lack::Classes => {
                "it needs a die, or another walker of classes: choose another `walk`".to_owned()
            }
            Lack::Leads => {
                "it needs a walker whose steps can be redirected: choose another `walk`".to_owned()
            }
            Lack::Component => {
                "it reads a component of cells that no ingredient of this scene adds".to_owned()
            }
        };
        Self::new([SceneStep::Field(field)], message)
    }
}
