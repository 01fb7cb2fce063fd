//! The problems, generators and walks, each compared with the contest's samples and with an
//! independent, plain version of its rules.

#[path = "../plain/mod.rs"]
mod plain;

mod arrow;
mod braid;
mod dice;
mod generators;
mod johnny;
mod jump;
mod mazing;
mod mixtures;
mod theseus;
mod walls;
