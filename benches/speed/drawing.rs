//! Drawing: what it takes to see a world and to draw it, beside the walk that it shows, `foot`.

use mazetick::picture::raster::{self, Raster};
use mazetick::picture::{self, Theme};
use mazetick::{Foot, Johnny, Position, Scene, Simulation};

use crate::paired::{Bench, Name, Work};

/// A walk through a carved maze, from corner to corner, at its end.
fn walked(side: u32) -> Simulation {
    let (from, to) = (Position::new(side, 1), Position::new(1, side));
    let scene = Scene::new(side, side).seeded(1).with(Johnny::from(from)).with(Foot { from, to });
    let mut simulation = Simulation::new(&scene).expect("a legal scene");
    simulation.run();
    simulation
}

fn time(bench: &mut Bench, case: &'static str, side: u32, mut draw: impl FnMut(&mut Simulation)) {
    let name = Name { case, side, item: "a cell" };
    let work = Work::new(
        |_| (),
        move |simulation: &mut Simulation| {
            draw(simulation);
            simulation.grid().cells()
        },
    );
    bench.time(name, walked(side), work);
}

/// A picture, read from the columns.
pub(crate) fn picture(bench: &mut Bench, side: u32) {
    time(bench, "picture", side, |simulation| drop(simulation.picture()));
}

/// A picture, and that as SVG.
pub(crate) fn svg(bench: &mut Bench, side: u32) {
    time(bench, "svg", side, |simulation| {
        drop(picture::svg(&simulation.picture(), Theme::Light));
    });
}

/// A picture, and that as PNG, at 20 pixels a cell, or 4 where the maze is large.
pub(crate) fn png(bench: &mut Bench, side: u32) {
    let pixels = if side > 100 { 4 } else { 20 };
    time(bench, "png", side, move |simulation| {
        let picture = simulation.picture();
        let mut raster = Raster::new(picture.grid(), pixels, Theme::Light).expect("few pixels");
        raster.draw(&picture, None);
        let mut bytes = Vec::new();
        raster::png(&raster, &mut bytes).expect("there is room");
    });
}
