//! The ingredients, one module each: components, systems, rule, gait, and the texts, contests and
//! templates that come with them.

pub(crate) mod arrow;
pub(crate) mod braid;
pub(crate) mod dice;
pub(crate) mod drawn;
pub(crate) mod foot;
pub(crate) mod growing_tree;
pub(crate) mod johnny;
pub(crate) mod jump;
pub(crate) mod kruskal;
pub(crate) mod mazing;
pub(crate) mod theseus;
pub(crate) mod wilson;
