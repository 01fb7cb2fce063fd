//! The route: the way from start to goal that a search found.

use bevy_ecs::component::Component;

/// The cells of the route that was found, by their indices in grid order, start and goal included;
/// empty until one is found. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Route(pub(crate) Vec<u32>);

impl Route {
    /// The cells, from the start to the goal.
    #[must_use]
    pub fn cells(&self) -> &[u32] {
        &self.0
    }

    /// Removes the route.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Appends these cells, which must be inside the grid: for walks with their own steps.
    pub fn extend(&mut self, cells: &[u32]) {
        self.0.extend_from_slice(cells);
    }
}
