//! Ingredients that make walls, or change them, whatever problem is set in them: a module each, with
//! its scenes, systems, saved state and template.

pub(crate) mod braid;
pub(crate) mod drawn;
pub(crate) mod growing_tree;
pub(crate) mod kruskal;
pub(crate) mod wilson;
