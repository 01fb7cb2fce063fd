//! The problems, generators and walks, each compared with the contest's samples and with an
//! independent, plain version of its rules.

mod agents;
mod arrow;
mod blocked;
mod braid;
mod compared;
mod craft;
mod determinism;
mod dice;
mod ends;
mod extensions;
mod forms;
mod generators;
mod johnny;
mod jump;
mod mazing;
mod mixtures;
mod play;
mod random_boards;
mod samples;
#[path = "../shared/says.rs"]
mod says;
#[path = "../shared/scenes.rs"]
mod scenes;
mod steps;
mod theseus;
mod uniformity;
mod walls;
