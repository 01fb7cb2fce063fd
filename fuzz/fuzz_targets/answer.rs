//! Any text is read as an answer to a puzzle: what is wrong with it is reported in it.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mazetick::prelude::*;
use mazetick::scene::CheckedScene;
use mazetick::tools::ToolError;
use mazetick::tools::craft::{Judgement, judge};
use mazetick_fuzz::{Memory, report};

/// A route of three moves, and many ways to go on too long.
const PUZZLE: &str = "Scene(name: \"A\", grid: (rows: 2, columns: 3),
    numbers: [[-1, -1, -1], [-1, -1, -1]],
    walk: Dice(from: (1, 1), top: 5, front: 1, to: (2, 3)), text: Dice)";

const MEMORY: Memory = Memory {
    each: 64,
    once: 1 << 20,
};

fuzz_target!(|bytes: &[u8]| {
    static SCENE: LazyLock<CheckedScene> =
        LazyLock::new(|| Scene::from_ron(PUZZLE).expect("a legal scene"));
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let scene = &*SCENE;
    MEMORY.hold(text.len(), || match judge(scene, text) {
        Ok(Judgement::Right { moves, shortest }) => assert!((moves, shortest) >= (3, 3)),
        Ok(Judgement::Wrong(fault)) => assert!(text.get(fault.at).is_some(), "{text}"),
        Err(ToolError::Text(error)) => report(text, &error),
        other => panic!("{other:?}"),
    });
});
