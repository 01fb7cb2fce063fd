//! The four problems, one module each: its components, its systems, its contest format, its text.

pub(crate) mod arrow;
pub(crate) mod dice;
pub(crate) mod foot;
pub(crate) mod johnny;
pub(crate) mod mazing;
