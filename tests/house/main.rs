//! The order of the modules, what the README says, the examples, and a crate from outside.

mod examples;
mod modules;
mod outside;
mod readme;
