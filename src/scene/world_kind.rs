//! Kinds of worlds: which ingredients there are, and of which kind each is.

use super::{IngredientType, Scene};
use crate::base::grid::Grid;
use crate::base::scene_fault::SceneError;
use crate::engine::maze::Maze;
use crate::view;

/// The ingredients of a kind of world, in their order. Worlds of equal kinds are reused for one
/// another.
#[derive(Clone, Debug, Default)]
pub(crate) struct WorldKind(pub(crate) Vec<(&'static IngredientType, u8)>);

impl WorldKind {
    pub(crate) fn new(scene: &Scene) -> Self {
        Self(
            scene
                .ingredients()
                .iter()
                .map(|it| (it.ingredient_type(), it.kind()))
                .collect(),
        )
    }

    pub(crate) fn is_of(&self, scene: &Scene) -> bool {
        let own = self
            .0
            .iter()
            .map(|&(ingredient_type, kind)| (ingredient_type.type_id, kind));
        own.eq(scene
            .ingredients()
            .iter()
            .map(|it| (it.ingredient_type().type_id, it.kind())))
    }

    /// Returns a maze of this kind that has not begun, or an error if it would have too many states in a grid.
    pub(crate) fn maze_in(&self, grid: Grid) -> Result<Maze, SceneError> {
        let maze = self.maze()?;
        maze.check_states(grid)?;
        Ok(maze)
    }

    pub(crate) fn maze(&self) -> Result<Maze, SceneError> {
        Maze::new(view::show, |build| {
            for &(ingredient_type, kind) in &self.0 {
                (ingredient_type.build)(&mut build.of_ingredient(ingredient_type.field, kind));
            }
        })
    }
}
