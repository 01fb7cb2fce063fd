//! Roles of ingredients.

/// The role of an ingredient. Scenes list their ingredients, and worlds are built from them, in the
/// order of these variants; within one, by field name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Role {
    /// It builds or carves walls.
    Walls,
    /// It changes walls that were built.
    Changes,
    /// It is a board on the cells.
    #[default]
    Board,
    /// It is a walk.
    Walk,
}
