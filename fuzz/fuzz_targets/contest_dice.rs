//! Any bytes are read as contest input of dice mazes, and solved.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mazetick::prelude::*;
use mazetick_fuzz::{Memory, enter};

fuzz_target!(|input: &[u8]| Memory::CONTEST.hold(input.len(), || enter(Contest::DICE, input)));
