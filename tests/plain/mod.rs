//! Plain second versions of the four problems, to hold the crate's answers against.
#![allow(dead_code)]

pub mod arrow;
pub mod dice;
pub mod johnny;
pub mod mazing;
