//! Drawing: the cost of reading and drawing a world, compared with its run.

use mazetick::picture::film::Film;
use mazetick::picture::raster::{self, Raster};
use mazetick::picture::{self, Theme};
use mazetick::prelude::*;
use mazetick::puzzles::{Foot, Johnny};
use mazetick::tools::page::Page;

use crate::paired::{Bench, Name, Work};

/// A walk through a carved maze, from corner to corner.
fn walk(side: u32) -> Scene {
    let (from, to) = (Position::new(side, 1), Position::new(1, side));
    Scene::new(side, side)
        .seeded(1)
        .with(Johnny::from(from))
        .with(Foot {
            from: from.into(),
            to: to.into(),
        })
}

/// Compares work on a finished world with its whole run; an item is a cell.
fn compare(bench: &mut Bench, case: &'static str, side: u32, draw: impl FnMut(&mut Simulation)) {
    let scene = walk(side);
    let mut draw = draw;
    let run = |simulation: &mut Simulation| {
        simulation.run();
        simulation.grid().cells()
    };
    let begin = |simulation: &mut Simulation| simulation.load(&scene).expect("a legal scene");
    let drawn = move |simulation: &mut Simulation| {
        draw(simulation);
        simulation.grid().cells()
    };
    let world = || {
        let mut simulation = Simulation::new(&scene).expect("a legal scene");
        simulation.run();
        simulation
    };
    let name = Name {
        case,
        side,
        item: "a cell",
    };
    bench.compare(
        name,
        (world(), Work::new(|_| (), drawn)),
        (world(), Work::new(begin, run)),
    );
}

/// A picture, read from the columns.
pub(crate) fn picture(bench: &mut Bench, side: u32) {
    compare(bench, "picture", side, |simulation| {
        drop(simulation.picture())
    });
}

/// A picture, and its SVG.
pub(crate) fn svg(bench: &mut Bench, side: u32) {
    compare(bench, "svg", side, |simulation| {
        drop(picture::svg(&simulation.picture(), Theme::Light));
    });
}

/// A picture, and its PNG, at 20 pixels per cell, or 4 if the maze is large.
pub(crate) fn png(bench: &mut Bench, side: u32) {
    let pixels = if side > 100 { 4 } else { 20 };
    compare(bench, "png", side, move |simulation| {
        let picture = simulation.picture();
        let mut raster = Raster::new(picture.grid(), pixels, Theme::Light).expect("few pixels");
        raster.draw(&picture, None);
        let mut bytes = Vec::new();
        raster::png(&raster, &mut bytes).expect("there is room");
    });
}

/// A replay page: the scene is run again, and every tick is filmed.
pub(crate) fn page(bench: &mut Bench, side: u32) {
    let scene = walk(side);
    let text = scene.to_ron();
    compare(bench, "page", side, move |simulation| {
        simulation.load(&scene).expect("a legal scene");
        let film = Film::new(simulation, u64::MAX);
        let page = Page {
            title: "walk".to_owned(),
            rules: String::new(),
            scene: text.clone(),
            texts: vec![(film.ticks(), simulation.text())],
            shows_route: true,
            film,
            tick: None,
            puzzle: None,
            is_solved: false,
            walk: None,
        };
        drop(page.html());
    });
}
