//! PDF: pictures and lines of text on pages of A4.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Name, Pdf, Rect, Ref, Str, TextStr};

use super::Picture;
use super::ink::{Ink, Theme};
use super::paint::{Canvas, Spot, paint};
use super::shape::{CELL, Paint, Shape, Stroke};
use super::stamps::Stamps;
use super::svg::MARGIN;

/// Width and height of a page, in points: 72 to the inch.
const PAGE: [f32; 2] = [595.0, 842.0];

/// The letters of the built-in font from 0x80 on that are not in their places in Unicode.
const MOVED: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

/// Writes a document. Places are given from the upper left of a page, in points.
#[derive(Default)]
pub(crate) struct PdfWriter {
    /// The pages before this one, deflated.
    done: Vec<Vec<u8>>,
    page: Option<Content>,
}

impl PdfWriter {
    pub(crate) fn begin_page(&mut self) {
        let done = self.page.replace(Content::new());
        self.done.extend(done.map(|page| deflated(&page.finish())));
    }

    fn page(&mut self) -> &mut Content {
        self.page.as_mut().expect("a page has begun")
    }

    /// Writes words in lines as wide as this, each 3 points below the last; returns the height of all.
    /// Letters that the built-in font lacks are question marks.
    pub(crate) fn text(&mut self, words: &str, at: [f32; 3], size: f32, is_bold: bool) -> f32 {
        let ([x, mut y, width], mut rest) = (at, words.trim());
        let font = Name(if is_bold { b"B" } else { b"R" });
        while !rest.is_empty() {
            let end = fitting(rest, width / size);
            let is_last = end == rest.len();
            let end = rest[..end].rfind(' ').filter(|_| !is_last).unwrap_or(end);
            y += size + 3.0;
            let line = rest[..end].chars().map(|it| byte_of(it).unwrap_or(b'?'));
            let page = self.page().begin_text().set_font(font, size);
            page.next_line(x, PAGE[1] - (y - 3.0)).show(Str(&line.collect::<Vec<u8>>())).end_text();
            rest = rest[end..].trim_start();
        }
        y - at[1]
    }

    /// Draws a picture at the top of a rectangle, as large as there is room.
    pub(crate) fn picture(&mut self, picture: &Picture, [x, y, width, height]: [f32; 4]) {
        let [across, down] = [picture.grid.columns, picture.grid.rows];
        let [across, down] = [across, down].map(|it| it as f32 * CELL + 2.0 * MARGIN);
        let scale = (width / across).min(height / down).max(0.0);
        let aside = (width - across * scale) / 2.0;
        let (left, top) = (x + aside + MARGIN * scale, PAGE[1] - y - MARGIN * scale);
        let page = self.page();
        page.save_state().transform([scale, 0.0, 0.0, -scale, left, top]);
        page.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
        paint(picture, None, &mut Stamps::default(), page);
        self.page().restore_state();
    }

    pub(crate) fn finish(mut self, title: &str) -> Vec<u8> {
        self.begin_page();
        let mut numbers = (1..).map(Ref::new);
        let mut next = || numbers.next().expect("there is no last one");
        let [catalog, tree, regular, bold, info] = [(); 5].map(|()| next());
        let pages: Vec<_> = self.done.into_iter().map(|page| (next(), next(), page)).collect();
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
            pdf.stream(content, &bytes).filter(Filter::FlateDecode);
            let mut page = pdf.page(page);
            page.parent(tree).media_box(Rect::new(0.0, 0.0, PAGE[0], PAGE[1])).contents(content);
            page.resources().fonts().pair(Name(b"R"), regular).pair(Name(b"B"), bold);
        }
        pdf.finish()
    }
}

pub(crate) fn has_letters(words: &str) -> bool {
    words.chars().all(|letter| byte_of(letter).is_some())
}

/// The byte of a letter in the built-in font; `None` if that lacks it.
fn byte_of(letter: char) -> Option<u8> {
    match (0x80..).zip(MOVED.chars()).find(|it| it.1 == letter) {
        Some((byte, _)) => Some(byte),
        None if letter.is_control() => Some(b' '),
        None => u8::try_from(letter).ok(),
    }
}

/// How many bytes of words fit into a width, given in heights of letters; at least one letter. No letter
/// of the built-in font is wider than is reckoned here.
fn fitting(words: &str, width: f32) -> usize {
    let mut room = width;
    let is_over = |&(at, letter): &(usize, char)| {
        room -= match letter {
            ' ' | '.' | ',' | 'f' | 'i' | 'j' | 'l' | 't' | 'I' => 0.34,
            'a'..='l' | 'n'..='v' | 'x'..='z' | '0'..='9' => 0.62,
            'A'..='L' | 'N'..='V' | 'X'..='Z' | 'w' => 0.78,
            _ => 1.0,
        };
        room < 0.0 && at > 0
    };
    words.char_indices().find(is_over).map_or(words.len(), |it| it.0)
}

pub(crate) fn deflated(bytes: &[u8]) -> Vec<u8> {
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
