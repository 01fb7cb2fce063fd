//! Any scene with expectations is tested and blessed: then nothing is left to bless.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mazetick::{Failure, Scene, bless, test};
use mazetick_fuzz::Memory;

/// The largest world that is run.
const CELLS: usize = 256;

const MEMORY: Memory = Memory { each: 256, once: 1 << 20 };

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(scene) = Scene::from_ron(text) else { return };
    if scene.grid.cells() <= CELLS && !scene.expect.is_empty() {
        MEMORY.hold(text.len(), || enter(text));
    }
});

fn enter(text: &str) {
    let failures = test(text, &mut None).expect("a legal scene").failures;
    let blessed = bless(text, &failures).expect("a scene");
    let left = test(&blessed, &mut None).expect("a legal scene").failures;
    assert!(!left.iter().any(Failure::can_be_blessed), "{left:?} of {blessed}");
    assert_eq!(bless(&blessed, &left).as_ref(), Ok(&blessed));
    let others = |failures: &[Failure]| {
        failures.iter().filter(|f| !f.can_be_blessed()).cloned().collect::<Vec<_>>()
    };
    assert_eq!(others(&left), others(&failures));
}
