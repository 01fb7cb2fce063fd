//! Crafts: what of an ingredient can be changed to make a puzzle.

use std::any::{Any, TypeId};

use super::Ingredient;
use crate::base::grid::Grid;
use crate::base::walker::Walker;

/// An ingredient whose places can be changed, so that puzzles are made of it.
/// [`Registry::craft`](crate::registry::Registry::craft) registers it; `examples/one_way.rs` has one.
pub trait Craft: Ingredient {
    /// Whether the bits of a value open steps one by one, as the arrows of a sign do.
    const BITWISE: bool = false;

    /// The number of its places in a grid.
    fn places(&self, grid: Grid) -> usize;

    /// The number of values of a place, at most 63 if [`decides`](Self::decides) names places; below 2 it
    /// stays as it is. This is asked of the ingredient as it is given, before anything is changed.
    fn values(&self, grid: Grid, place: usize) -> u32;

    /// Puts a value, from 0, in a place. The scene must stay valid, whatever is put where.
    fn put(&mut self, grid: Grid, place: usize, value: u32);

    /// The place whose value alone decides whether a step from one walker to another is open, besides
    /// what other ingredients close. Then candidates are judged faster, without a world, and routes are
    /// planted. `None` if there is no such place.
    #[must_use]
    fn decides(_grid: Grid, _from: Walker, _to: Walker) -> Option<usize> {
        None
    }
}

/// What is known of a type with a craft.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CraftType {
    pub(crate) of: TypeId,
    pub(crate) field: &'static str,
    pub(crate) places: fn(&dyn Any, Grid) -> usize,
    pub(crate) values: fn(&dyn Any, Grid, usize) -> u32,
    pub(crate) put: fn(&mut dyn Any, Grid, usize, u32),
    pub(crate) decides: fn(Grid, Walker, Walker) -> Option<usize>,
    pub(crate) is_bitwise: bool,
}

impl CraftType {
    pub(crate) fn of<T: Craft>() -> Self {
        let field = T::FIELD;
        Self {
            of: TypeId::of::<T>(),
            field,
            places: |it, grid| it.downcast_ref::<T>().map_or(0, |it| it.places(grid)),
            values: |it, grid, place| it.downcast_ref::<T>().map_or(0, |it| it.values(grid, place)),
            put: |it, grid, place, value| {
                if let Some(it) = it.downcast_mut::<T>() {
                    it.put(grid, place, value);
                }
            },
            decides: T::decides,
            is_bitwise: T::BITWISE,
        }
    }
}
