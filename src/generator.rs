//! Ingredients that make or change walls, for any problem: a module each, with its notation in
//! scenes, its systems, saved state and template. The system of its ticks is in `stage.rs`.

pub(crate) mod braid;
pub(crate) mod drawn;
pub(crate) mod growing_tree;
pub(crate) mod kruskal;
pub(crate) mod wilson;
