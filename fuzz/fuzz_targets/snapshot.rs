//! Any bytes are restored as a snapshot: a restored world can continue, and is the same after
//! saving.
//!
//! If the first byte is odd, the others are sealed with their right hash, which a fuzzer cannot
//! guess; its other bits are the number of ticks before the world is saved.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mazetick::Simulation;
use mazetick_fuzz::Memory;

/// A byte can stand for the walls of four cells, a cell takes up to five hundred bytes, and there
/// are two worlds.
const MEMORY: Memory = Memory { each: 4096, once: 1 << 20 };

fuzz_target!(|bytes: &[u8]| MEMORY.hold(bytes.len(), || restore(bytes)));

fn restore(bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let bytes = if first % 2 == 1 { sealed(bytes) } else { bytes.to_vec() };
    let mut simulation = match Simulation::restore(bytes.clone()) {
        Ok(simulation) => simulation,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert_eq!(simulation.save(), bytes, "the same world has two encodings");
    for _ in 0..first / 2 {
        simulation.tick();
    }
    let mut resumed = again(&mut simulation);
    assert_eq!(simulation.advance(2000), resumed.advance(2000));
    assert_eq!(simulation.digests(), resumed.digests());
    assert_eq!(simulation.outcome(), resumed.outcome());
    assert_eq!(simulation.route(), resumed.route());
    assert_eq!(simulation.walkers(), resumed.walkers());
    assert_eq!(simulation.text(), resumed.text());
    let _ = (simulation.stats(), simulation.passages(), again(&mut simulation));
}

/// The same world, saved and restored.
fn again(simulation: &mut Simulation) -> Simulation {
    let saved = simulation.save();
    let mut restored = Simulation::restore(saved.clone()).expect("what was saved can be restored");
    assert_eq!(restored.digests(), simulation.digests());
    assert_eq!(restored.save(), saved);
    restored
}

/// The bytes with the hash that seals them.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    [bytes, &hash.to_le_bytes()].concat()
}
