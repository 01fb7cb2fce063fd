//! The problems, a module each: generators, boards, rules, gaits, and the texts, contests and templates
//! that come with them.

pub(crate) mod arrow;
pub(crate) mod dice;
pub(crate) mod foot;
pub(crate) mod johnny;
pub(crate) mod jump;
pub(crate) mod mazing;
pub(crate) mod theseus;
