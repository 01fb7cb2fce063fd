//! PDF: pictures and lines of text on pages of A4.

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Name, Pdf, Rect, Ref, Str, TextStr};

use super::Picture;
use super::ink::{Ink, Theme};
use super::paint::{Canvas, Spot, paint};
use super::shape::{CELL, Paint, Shape, Stroke};
use super::stamps::Stamps;
use super::svg::MARGIN;

/// Width and height of a page, in points: 72 to the inch.
const PAGE: [f32; 2] = [595.0, 842.0];

/// The width of a letter of the built-in font, in heights, on average; rather more than less.
const LETTER: f32 = 0.52;

/// Writes a document. Places are given from the upper left of a page, in points.
#[derive(Default)]
pub(crate) struct PdfWriter(Vec<Content>);

impl PdfWriter {
    pub(crate) fn begin_page(&mut self) {
        self.0.push(Content::new());
    }

    fn page(&mut self) -> &mut Content {
        self.0.last_mut().expect("a page has begun")
    }

    /// Writes a line of text; letters that the built-in font lacks are question marks.
    pub(crate) fn text(&mut self, words: &str, [x, y]: [f32; 2], size: f32, is_bold: bool) {
        let letters = words.chars().map(|it| u8::try_from(it).unwrap_or(b'?'));
        let letters: Vec<u8> = letters.collect();
        let font = Name(if is_bold { b"B" } else { b"R" });
        let page = self.page();
        page.begin_text().set_font(font, size).next_line(x, PAGE[1] - y);
        page.show(Str(&letters)).end_text();
    }

    /// Writes lines as wide as this, each 3 points below the last; returns how many.
    pub(crate) fn lines(&mut self, words: &str, [x, y]: [f32; 2], width: f32, size: f32) -> usize {
        let most = width / (LETTER * size);
        let mut lines: Vec<String> = Vec::new();
        for word in words.split_whitespace() {
            match lines.last_mut() {
                Some(line) if ((line.len() + word.len()) as f32) < most => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        for (at, line) in lines.iter().enumerate() {
            self.text(line, [x, y + at as f32 * (size + 3.0)], size, false);
        }
        lines.len()
    }

    /// Draws a picture at the upper left of a rectangle, as large as there is room.
    pub(crate) fn picture(&mut self, picture: &Picture, [x, y, width, height]: [f32; 4]) {
        let [across, down] = [picture.grid.columns, picture.grid.rows];
        let [across, down] = [across, down].map(|it| it as f32 * CELL + 2.0 * MARGIN);
        let scale = (width / across).min(height / down);
        let (left, top) = (x + MARGIN * scale, PAGE[1] - y - MARGIN * scale);
        let page = self.page();
        page.save_state().transform([scale, 0.0, 0.0, -scale, left, top]);
        page.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
        paint(picture, None, &mut Stamps::default(), page);
        self.page().restore_state();
    }

    pub(crate) fn finish(self, title: &str) -> Vec<u8> {
        let mut numbers = (1..).map(Ref::new);
        let mut next = || numbers.next().expect("there is no last one");
        let [catalog, tree, regular, bold, info] = [(); 5].map(|()| next());
        let pages: Vec<_> =
            self.0.into_iter().map(|page| (next(), next(), page.finish())).collect();
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(tree);
        pdf.document_info(info).title(TextStr(title));
        let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
        pdf.pages(tree).kids(pages.iter().map(|page| page.0)).count(count);
        for (font, name) in [(regular, &b"Helvetica"[..]), (bold, b"Helvetica-Bold")] {
            let mut font = pdf.type1_font(font);
            font.base_font(Name(name)).encoding_predefined(Name(b"WinAnsiEncoding"));
        }
        for (page, content, bytes) in pages {
            pdf.stream(content, &bytes);
            let mut page = pdf.page(page);
            page.parent(tree).media_box(Rect::new(0.0, 0.0, PAGE[0], PAGE[1])).contents(content);
            page.resources().fonts().pair(Name(b"R"), regular).pair(Name(b"B"), bold);
        }
        pdf.finish()
    }
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
