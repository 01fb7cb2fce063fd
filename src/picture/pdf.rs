//! PDF: pictures and lines of text on pages.

mod font;

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Name, Pdf, Rect, Ref, Str, TextStr};

use super::Picture;
use super::ink::{Ink, Theme};
use super::paint::{Canvas, Spot, edge_numbers, paint};
use super::shape::{CELL, Paint, Shape, Stroke};
use super::stamps::Stamps;
use super::svg::frame;
use font::Font;
pub(crate) use font::{BOLD, REGULAR, Typeface, has_letter};

/// Writes a document. Places are given from the upper left of a page, in points.
pub(crate) struct PdfWriter {
    size: [f32; 2],
    /// Regular and bold.
    fonts: [Font; 2],
    done: Vec<Vec<u8>>,
    page: Option<Content>,
}

impl PdfWriter {
    pub(crate) fn new(size: [f32; 2]) -> Self {
        let fonts = [&REGULAR, &BOLD].map(|it| Font::new(it));
        Self {
            size,
            fonts,
            done: Vec::new(),
            page: None,
        }
    }

    pub(crate) fn begin_page(&mut self) {
        let done = self.page.replace(Content::new());
        self.done.extend(done.map(|page| deflated(&page.finish())));
    }

    fn page(&mut self) -> &mut Content {
        self.page.as_mut().expect("a page has begun")
    }

    /// Writes lines, each 3 points below the last; returns the height of all.
    pub(crate) fn text(
        &mut self,
        lines: &[&str],
        [x, y]: [f32; 2],
        size: f32,
        is_bold: bool,
    ) -> f32 {
        let top = self.size[1];
        let mut below = 0.0;
        for line in lines {
            below += size + 3.0;
            let letters = self.fonts[usize::from(is_bold)].coded(line);
            let name = Name(if is_bold { b"B" } else { b"R" });
            let page = self.page().begin_text().set_font(name, size);
            page.next_line(x, top - (y + below - 3.0))
                .show(Str(&letters))
                .end_text();
        }
        below
    }

    /// Draws a picture at the top of a rectangle, as large as there is room.
    pub(crate) fn picture(
        &mut self,
        picture: &Picture,
        has_coordinates: bool,
        [x, y, width, height]: [f32; 4],
    ) {
        let [left, top, across, down] = frame(picture.grid, has_coordinates);
        let scale = (width / across).min(height / down).max(0.0);
        let aside = (width - across * scale) / 2.0;
        self.shaded([x + aside - left * scale, y - top * scale], scale, |page| {
            paint(picture, None, &mut Stamps::default(), page);
            if has_coordinates {
                page.shapes(&edge_numbers(picture.grid));
            }
        });
    }

    /// Draws shapes of a cell in a square of this side.
    pub(crate) fn shapes(&mut self, shapes: &[Shape], at: [f32; 2], side: f32) {
        self.shaded(at, side / CELL, |page| page.shapes(shapes));
    }

    fn shaded(&mut self, [x, y]: [f32; 2], scale: f32, draw: impl FnOnce(&mut Content)) {
        let top = self.size[1] - y;
        let page = self.page();
        page.save_state()
            .transform([scale, 0.0, 0.0, -scale, x, top]);
        page.set_line_cap(LineCapStyle::RoundCap)
            .set_line_join(LineJoinStyle::RoundJoin);
        draw(page);
        page.restore_state();
    }

    pub(crate) fn finish(mut self, title: &str) -> Vec<u8> {
        self.begin_page();
        let mut numbers = (1..).map(Ref::new);
        let mut next = || numbers.next().expect("there is no last one");
        let [catalog, tree, info] = [(); 3].map(|()| next());
        let fonts = [(); 2].map(|()| [(); 5].map(|()| next()));
        let pages: Vec<_> = self
            .done
            .into_iter()
            .map(|page| (next(), next(), page))
            .collect();
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(tree);
        pdf.document_info(info).title(TextStr(title));
        let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
        pdf.pages(tree)
            .kids(pages.iter().map(|page| page.0))
            .count(count);
        self.fonts
            .iter()
            .zip(fonts)
            .for_each(|(font, parts)| font.write(&mut pdf, parts));
        let [width, height] = self.size;
        for (page, content, bytes) in pages {
            pdf.stream(content, &bytes).filter(Filter::FlateDecode);
            let mut page = pdf.page(page);
            page.parent(tree)
                .media_box(Rect::new(0.0, 0.0, width, height))
                .contents(content);
            page.resources()
                .fonts()
                .pair(Name(b"R"), fonts[0][0])
                .pair(Name(b"B"), fonts[1][0]);
        }
        pdf.finish()
    }
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let deflated = encoder.write_all(bytes).and_then(|()| encoder.finish());
    deflated.expect("memory takes every byte")
}

impl Canvas for Content {
    fn shapes(&mut self, shapes: &[Shape]) {
        for shape in shapes {
            draw(self, shape);
        }
    }

    fn layer(&mut self, stamps: &Stamps, spots: &[Spot]) {
        for spot in spots {
            let (x, y) = (spot.x as f32 * CELL, spot.y as f32 * CELL);
            self.save_state().transform([1.0, 0.0, 0.0, 1.0, x, y]);
            self.shapes(stamps.shapes(spot.stamp));
            self.restore_state();
        }
    }
}

fn draw(page: &mut Content, shape: &Shape) {
    let colour = |ink: Ink| Theme::Print.rgb(ink).map(|part| f32::from(part) / 255.0);
    match shape.paint {
        Paint::Fill(ink) => {
            let [red, green, blue] = colour(ink);
            page.set_fill_rgb(red, green, blue)
        }
        Paint::Line(ink, width) => {
            let [red, green, blue] = colour(ink);
            page.set_stroke_rgb(red, green, blue).set_line_width(width)
        }
    };
    for stroke in shape.form.strokes().iter() {
        match *stroke {
            Stroke::To(x, y) => page.move_to(x, y),
            Stroke::Line(x, y) => page.line_to(x, y),
            Stroke::Curve(to) => page.cubic_to(to[0], to[1], to[2], to[3], to[4], to[5]),
            Stroke::Close => page.close_path(),
        };
    }
    match shape.paint {
        Paint::Fill(_) => page.fill_nonzero(),
        Paint::Line(..) => page.stroke(),
    };
}
