//! Any text that is a scene is run, drawn and tested: advancing it in other steps, or from a branch, gives the same
//! world.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mazetick::prelude::*;
use mazetick_fuzz::{Memory, is_small, report};

/// The largest world that is run.
const CELLS: usize = 4096;

const MEMORY: Memory = Memory {
    each: 256,
    once: 24 << 20,
};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(scene) = Scene::from_ron(text) else {
        return;
    };
    if is_small(&scene, CELLS) {
        MEMORY.hold(text.len(), || run(text, &scene));
    }
});

fn run(text: &str, scene: &Scene) {
    let mut one = Simulation::new(scene).expect("a legal scene");
    let mut other = Simulation::new(scene).expect("a legal scene");
    assert_eq!(one.digests(), other.digests());
    for bite in [1, 6, text.len() as u64, 500] {
        let ticked = (0..bite).take_while(|_| one.tick()).count() as u64;
        assert_eq!(other.advance(bite), ticked);
        assert_eq!(one.digests(), other.digests());
        assert_eq!(one.walkers(), other.walkers());
        assert_eq!(one.text(), other.text());
        draw(&mut one);
    }
    let mut branch = one.branch();
    assert_eq!(one.run(), other.run());
    assert_eq!(one.digests(), other.digests());
    assert_eq!(one.route(), other.route());
    assert_eq!(one.run(), branch.run());
    assert_eq!(one.digests(), branch.digests());
    if let Outcome::Stuck(fault) = one.outcome() {
        report(text, &SceneError::from(fault.clone()).locate(text));
    }
    draw(&mut one);
    let _ = (one.stats(), one.passages());

    let trial = Registry::standard()
        .test(text, &mut Some(one))
        .expect("a legal scene");
    for failure in &trial.failures {
        let fault = failure.locate(text);
        assert!(
            text.get(fault.at.clone()).is_some(),
            "no stretch of the text: {fault:?}"
        );
    }
    assert_eq!(
        Registry::standard().test(text, &mut Some(branch)),
        Ok(trial)
    );
}

fn draw(simulation: &mut Simulation) {
    for format in Registry::standard().texts() {
        assert!(
            simulation
                .draw(*format)
                .is_none_or(|drawing| !drawing.is_empty())
        );
    }
}
