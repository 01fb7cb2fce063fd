//! Craft: graphs of states compared with searches of the same worlds, and boards that are tried for puzzles.

use mazetick::base::Phase;
use mazetick::prelude::*;
use mazetick::registry::Registry;
use mazetick::scene::CheckedScene;
use mazetick::tools::craft::{Rating, Targets};
use mazetick::tools::graph::StateGraph;

use crate::paired::{Bench, Name, Work};

/// The scene of a case, from one corner of a square grid to another.
fn scene(case: &str, side: u32) -> CheckedScene {
    let ends = format!("from: ({side}, 1), to: (1, {side})");
    let boards = match case {
        "graph-foot" => format!("generate: Johnny(start: ({side}, 1)), walk: Foot({ends})"),
        "graph-arrow" => format!("signs: Random(also: 0.4), walk: Arrow({ends}, heading: N)"),
        "graph-jump" => format!("jumps: Random(longest: 9), walk: Jump({ends})"),
        "graph-dice" => {
            format!("numbers: Random(wild: 0.4), walk: Dice({ends}, top: 5, front: 1)")
        }
        "boards-jump" => {
            let rows = vec![vec![1; side as usize]; side as usize];
            format!("jumps: {rows:?}, walk: Jump({ends})")
        }
        _ => format!("walls: {{}}, walk: Theseus({ends}, minotaur: (1, 1))"),
    };
    let text = format!(
        "Scene(name: \"A\", grid: (rows: {side}, columns: {side}), seed: 5, {boards}, text: Arrow)"
    );
    Registry::standard().read(&text).expect("a legal scene")
}

/// A graph compared with the search of a world whose walls are built; an item is a world.
pub(crate) fn graph(bench: &mut Bench, case: &'static str, side: u32) {
    let scene = scene(case, side);
    let begin = |world: &mut Simulation| {
        world.load(&scene).expect("a legal scene");
        while world.progress().phase == Phase::Generation {
            world.tick();
        }
    };
    let world = || Simulation::new(&scene).expect("a legal scene");
    let graph = Work::new(begin, |world| {
        StateGraph::of(world).expect("a walk with a graph");
        1
    });
    let search = Work::new(begin, |world: &mut Simulation| {
        world.run();
        1
    });
    bench.compare(
        Name {
            case,
            side,
            item: "a world",
        },
        (world(), graph),
        (world(), search),
    );
}

/// Boards that are tried to make a puzzle; an item is a board.
pub(crate) fn boards(bench: &mut Bench, case: &'static str, side: u32) {
    const BOARDS: u32 = 100_000;
    let (registry, scene) = (Registry::standard(), scene(case, side));
    let targets = Targets {
        want: Rating::Moves,
        tries: BOARDS.into(),
        ..Targets::default()
    };
    let work = Work::new(
        |()| (),
        |()| {
            registry
                .make(&scene, &[], &targets, 1, |_| (), || false)
                .expect("a puzzle");
            BOARDS as usize
        },
    );
    bench.time(
        Name {
            case,
            side,
            item: "a board",
        },
        (),
        work,
    );
}
