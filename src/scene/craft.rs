//! Crafts: what of an ingredient can be changed to make a puzzle.

use super::{Ingredient, Scene};
use crate::base::grid::Grid;
use crate::base::walker::Walker;

/// What of an ingredient can be changed, so that puzzles are made of it: its places.
/// [`Registry::craft`](crate::registry::Registry::craft) registers it; `examples/one_way.rs` has one.
pub trait Craft {
    /// The number of values of each of its places in a grid, at most 63 if [`decides`](Self::decides) names
    /// places; below 2 a place stays as it is. This is asked of the ingredient as it is given, before anything is
    /// changed.
    fn values(&self, grid: Grid) -> Vec<u32>;

    /// Puts a value, from 0, in a place. The scene must stay valid, whatever is put where.
    fn put(&mut self, grid: Grid, place: usize, value: u32);

    /// The place whose value alone decides whether a step from one walker to another is open, besides
    /// what other ingredients close. Then candidates are judged faster, without a world, and routes are
    /// planted. `None` if there is no such place.
    fn decides(&self, _grid: Grid, _from: Walker, _to: Walker) -> Option<usize> {
        None
    }

    /// Whether the bits of a value open steps one by one, as the arrows of a sign do.
    fn is_bitwise(&self) -> bool {
        false
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct CraftType {
    pub(crate) field: &'static str,
    pub(crate) get: fn(&Scene) -> Option<&dyn Craft>,
    pub(crate) get_mut: fn(&mut Scene) -> Option<&mut dyn Craft>,
}

impl CraftType {
    pub(crate) fn new<T: Ingredient + Craft>() -> Self {
        Self {
            field: T::FIELD,
            get: |scene| Some(scene.get::<T>()?),
            get_mut: |scene| Some(scene.get_mut::<T>()?),
        }
    }
}
