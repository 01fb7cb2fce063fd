//! Plain, independent versions of the problems, to compare with the crate's results.
#![allow(dead_code, unreachable_pub)]

pub mod arrow;
pub mod binary_tree;
pub mod chances;
pub mod dice;
pub mod johnny;
pub mod jump;
pub mod keys;
pub mod mazing;
pub mod theseus;
pub mod trees;
