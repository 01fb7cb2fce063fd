//! Ingredients that make or change walls, for any problem: a module each, with its scenes, systems,
//! saved state and template.

pub(crate) mod braid;
pub(crate) mod drawn;
pub(crate) mod growing_tree;
pub(crate) mod kruskal;
pub(crate) mod wilson;
