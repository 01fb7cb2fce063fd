//! Any scene with expectations is tested and blessed; a second test finds nothing more to bless.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mazetick::prelude::*;
use mazetick::registry::Registry;
use mazetick_fuzz::{Memory, is_small};

/// The largest world that is run.
const CELLS: usize = 256;

const MEMORY: Memory = Memory {
    each: 256,
    once: 2 << 20,
};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(scene) = Scene::from_ron(text) else {
        return;
    };
    if is_small(&scene, CELLS) && !scene.expect.is_empty() {
        MEMORY.hold(text.len(), || enter(text));
    }
});

fn enter(text: &str) {
    let registry = Registry::standard();
    let before = registry.test(text, &mut None).expect("a legal scene");
    let blessed = registry.bless(text, &mut None).expect("a scene");
    assert!(
        blessed.values >= before.blessable,
        "a value or more for each failure"
    );
    let after = registry
        .test(&blessed.text, &mut None)
        .expect("a legal scene");
    assert_eq!(after.blessable, 0, "{after:?} of {blessed:?}");
    assert_eq!(
        after.failures.len() + after.more + before.blessable,
        before.failures.len() + before.more
    );
    let again = registry.bless(&blessed.text, &mut None).expect("a scene");
    assert_eq!((again.text, again.values), (blessed.text, 0));
}
