//! The problems, one module each: its components, its systems, its text, and its contest format if
//! there was a contest.

pub(crate) mod arrow;
pub(crate) mod dice;
pub(crate) mod foot;
pub(crate) mod johnny;
pub(crate) mod jump;
pub(crate) mod mazing;
pub(crate) mod theseus;
