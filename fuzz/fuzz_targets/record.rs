//! Any text that is a record is the same after printing and reading. It is replayed with the digests of its
//! scene except for one, so that the tick which differs is described.
#![no_main]

use std::num::NonZero;

use libfuzzer_sys::fuzz_target;
use mazetick::base::Digest;
use mazetick::tools::{Record, ToolError};
use mazetick_fuzz::{Memory, is_small};

/// The largest world that is run.
const CELLS: usize = 256;

const MEMORY: Memory = Memory {
    each: 256,
    once: 24 << 20,
};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(record) = Record::from_ron(text) else {
        return;
    };
    if is_small(&record.scene, CELLS) {
        MEMORY.hold(text.len(), || enter(&record));
    }
});

fn enter(record: &Record) {
    assert_eq!(Record::from_ron(&record.to_ron()).as_ref(), Ok(record));
    let Ok(made) = Record::of(&record.scene, NonZero::new(1)) else {
        return;
    };
    for tick in (1..=made.tick()).take(8) {
        let mut fitted = made.clone();
        fitted
            .digests
            .entry(tick)
            .or_default()
            .0
            .insert("progress".into(), Digest(0));
        match fitted.replay() {
            Err(ToolError::Departs(departure)) => drop(departure.to_string()),
            Err(ToolError::Scene(_)) => {}
            other => panic!("{other:?}"),
        }
    }
}
