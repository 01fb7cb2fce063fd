//! The order of the modules, the pages, the examples, and a crate from outside.

mod examples;
mod modules;
mod notices;
mod outside;
mod pages;
mod phases;
mod prose;
#[path = "../shared/says.rs"]
mod says;
mod surface;
