//! Pictures in pixels: written files are read by independent decoders, and show what was drawn.

use std::io;

use gif::{ColorOutput, DecodeOptions};
use mazetick::base::Grid;
use mazetick::picture::raster::{Animation, Apng, Gif, Raster, png};
use mazetick::picture::{Picture, Theme};
use mazetick::scene::{Scene, Simulation};
use png::{Decoder, Transformations};

const SCENE: &str =
    "Scene(seed: 3, grid: (rows: 4, columns: 5), generate: Johnny(start: (4, 1), flips: 0.3),
    walk: Foot(from: (4, 1), to: (1, 5)), text: Lattice)";

/// The pictures of all ticks.
fn pictures() -> Vec<Picture> {
    let mut simulation = Simulation::new(&Scene::from_ron(SCENE).expect("a scene")).expect("legal");
    let mut pictures = vec![simulation.picture()];
    while simulation.tick() {
        pictures.push(simulation.picture());
    }
    pictures
}

fn raster(theme: Theme) -> Raster {
    Raster::new(
        Grid {
            rows: 4,
            columns: 5,
        },
        12,
        theme,
    )
    .expect("few pixels")
}

/// Draws a part of a frame over the displayed one; transparent pixels leave it unchanged.
fn lay(shown: &mut [u8], width: usize, (left, top, part): (usize, usize, usize), pixels: &[u8]) {
    for (row, pixels) in pixels.chunks_exact(4 * part).enumerate() {
        let there = &mut shown[4 * ((top + row) * width + left)..][..4 * part];
        for (there, pixel) in there
            .as_chunks_mut::<4>()
            .0
            .iter_mut()
            .zip(pixels.as_chunks().0)
        {
            if pixel[3] == 255 {
                *there = *pixel;
            }
        }
    }
}

/// Asserts that two frames are nearly equal: antialiased edges may have other colours.
fn assert_close(shown: &[u8], drawn: &[u8]) {
    let far = |(a, b): (&[u8; 4], &[u8; 4])| (0..3).any(|at| a[at].abs_diff(b[at]) > 40);
    let pixels = shown.as_chunks().0.iter().zip(drawn.as_chunks().0);
    let count = pixels.len();
    assert!(pixels.filter(|&pair| far(pair)).count() * 50 < count);
}

#[test]
#[should_panic(expected = "a picture of another size")]
fn a_picture_of_another_size_is_refused() {
    let small = Grid {
        rows: 3,
        columns: 5,
    };
    let mut raster = Raster::new(small, 12, Theme::Light).expect("few pixels");
    raster.draw(&pictures()[0], None);
}

#[test]
fn a_png_shows_what_was_drawn() {
    let mut raster = raster(Theme::Dark);
    for picture in pictures() {
        raster.draw(&picture, None);
        let mut bytes = Vec::new();
        png(&raster, &mut bytes).expect("there is room");
        let mut reader = Decoder::new(io::Cursor::new(bytes))
            .read_info()
            .expect("a PNG");
        let mut shown = vec![0; reader.output_buffer_size().expect("few pixels")];
        reader.next_frame(&mut shown).expect("a picture");
        let drawn = raster
            .data()
            .as_chunks::<4>()
            .0
            .iter()
            .flat_map(|pixel| &pixel[..3]);
        assert!(shown.iter().eq(drawn));
    }
}

#[test]
fn a_gif_shows_what_was_drawn() {
    let (mut raster, pictures) = (raster(Theme::Light), pictures());
    raster.draw(&pictures[0], None);
    let mut bytes = Vec::new();
    let mut gif = Gif::new(&mut bytes, &raster).expect("there is room");
    for two in pictures.windows(2) {
        raster.draw(&two[1], Some(&two[0]));
        gif.frame(&raster, 50).expect("there is room");
    }
    Box::new(gif).end().expect("there is room");
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut reader = options.read_info(&bytes[..]).expect("a GIF");
    let width = raster.dimensions().0 as usize;
    let mut shown = vec![0; raster.data().len()];
    for two in pictures.windows(2) {
        let part = reader.read_next_frame().expect("a GIF").expect("a frame");
        let place = (part.left.into(), part.top.into(), part.width.into());
        lay(&mut shown, width, place, &part.buffer);
        raster.draw(&two[1], Some(&two[0]));
        assert_close(&shown, raster.data());
    }
    assert!(reader.read_next_frame().expect("a GIF").is_none());
}

#[test]
fn an_apng_shows_what_was_drawn() {
    let (mut raster, pictures) = (raster(Theme::Print), pictures());
    raster.draw(&pictures[0], None);
    let mut bytes = Vec::new();
    let count = u32::try_from(pictures.len() - 1).expect("few");
    let mut apng = Apng::new(&mut bytes, &raster, count).expect("there is room");
    for two in pictures.windows(2) {
        raster.draw(&two[1], Some(&two[0]));
        apng.frame(&raster, 50).expect("there is room");
    }
    Box::new(apng).end().expect("there is room");
    let mut decoder = Decoder::new(io::Cursor::new(bytes));
    decoder.set_transformations(Transformations::EXPAND | Transformations::ALPHA);
    let mut reader = decoder.read_info().expect("an APNG");
    assert_eq!(
        reader.info().animation_control().map(|it| it.num_frames),
        Some(count)
    );
    let width = raster.dimensions().0 as usize;
    let mut shown = vec![0; raster.data().len()];
    let mut room = vec![0; raster.data().len()];
    for two in pictures.windows(2) {
        let info = reader.next_frame(&mut room).expect("a frame");
        let control = *reader
            .info()
            .frame_control()
            .expect("a frame of an animation");
        let place = (
            control.x_offset as usize,
            control.y_offset as usize,
            control.width as usize,
        );
        lay(&mut shown, width, place, &room[..info.buffer_size()]);
        raster.draw(&two[1], Some(&two[0]));
        assert_close(&shown, raster.data());
    }
}

#[test]
fn pictures_that_are_too_large_are_refused() {
    let grid = Grid {
        rows: 8192,
        columns: 8192,
    };
    let refused = Raster::new(grid, 1000, Theme::Light)
        .err()
        .map(|error| error.to_string());
    assert!(refused.is_some_and(|why| why.contains("8192500 by 8192500")));
    assert!(
        Raster::new(
            Grid {
                rows: 1,
                columns: 1
            },
            1,
            Theme::Light
        )
        .is_ok()
    );
}
