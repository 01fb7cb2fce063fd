//! Any text is read as a scene: a valid one is the same after printing and reading, others are
//! reported.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mazetick::prelude::*;
use mazetick_fuzz::{Memory, report};

const MEMORY: Memory = Memory {
    each: 64,
    once: 1 << 18,
};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    MEMORY.hold(text.len(), || match Scene::from_ron(text) {
        Ok(scene) => assert_eq!(Scene::from_ron(&scene.to_ron()), Ok(scene)),
        Err(error) => report(text, &error),
    });
});
