//! A scene, and behind a zero some changes to its checkpoint as bytes: these are refused, or hold a world that goes
//! on and can be looked at.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mazetick::picture::{self, Theme};
use mazetick::prelude::*;
use mazetick_fuzz::{Memory, is_small};

/// The largest world that is run.
const CELLS: usize = 256;

const MEMORY: Memory = Memory {
    each: 256,
    once: 24 << 20,
};

fuzz_target!(|bytes: &[u8]| {
    let Some(end) = bytes.iter().position(|&byte| byte == 0) else {
        return;
    };
    let Ok(text) = std::str::from_utf8(&bytes[..end]) else {
        return;
    };
    let Ok(scene) = Scene::from_ron(text) else {
        return;
    };
    if is_small(&scene, CELLS) {
        MEMORY.hold(bytes.len(), || enter(&scene, &bytes[end + 1..]));
    }
});

/// Changes are three bytes each, the place and its value, after one for the tick.
fn enter(scene: &Scene, changes: &[u8]) {
    let Some((&tick, changes)) = changes.split_first() else {
        return;
    };
    let mut world = Simulation::new(scene).expect("a legal scene");
    while world.progress().phase == Phase::Generation && world.tick() {}
    world.advance(tick.into());
    let Some(mut bytes) = world.encode() else {
        return;
    };
    for change in changes.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]]));
        if let Some(byte) = bytes.get_mut(place) {
            *byte = change[2];
        }
    }
    world.load(scene).expect("a legal scene");
    if world.decode(&bytes).is_err() {
        return;
    }
    for ticks in [0, 1, 500] {
        world.advance(ticks);
        let _ = (
            world.text(),
            world.stats(),
            world.passages(),
            world.digests(),
            world.encode(),
        );
        let _ = (world.agents(), world.walkers(), world.route());
        let picture = world.picture();
        let _ = (
            picture::text(&picture, false),
            picture::svg(&picture, Theme::Light),
        );
    }
}
