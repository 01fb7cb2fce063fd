//! The letters of a PDF: a font of which each document has the letters that it shows.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Name, Pdf, Rect, Ref, Str};
use subsetter::{GlyphRemapper, subset};
use ttf_parser::{Face, GlyphId};

use super::deflated;
use crate::base::report::steers;

/// A font, and which of its letters are used.
pub(super) struct Font {
    typeface: &'static Typeface,
    used: GlyphRemapper,
    /// The letters, by their numbers in the document.
    letters: BTreeMap<u16, char>,
}

/// A typeface as it comes.
pub(crate) struct Typeface {
    name: &'static str,
    bytes: &'static [u8],
    face: Face<'static>,
}

pub(crate) static REGULAR: LazyLock<Typeface> =
    LazyLock::new(|| Typeface::new("NotoSans", notosans::REGULAR_TTF));
pub(crate) static BOLD: LazyLock<Typeface> =
    LazyLock::new(|| Typeface::new("NotoSans-Bold", notosans::BOLD_TTF));

/// Whether a PDF can show a letter; those that change the direction of words do nothing there.
pub(crate) fn has_letter(letter: char) -> bool {
    letter.is_control() || !steers(letter) && REGULAR.face.glyph_index(letter).is_some()
}

impl Typeface {
    fn new(name: &'static str, bytes: &'static [u8]) -> Self {
        Self {
            name,
            bytes,
            face: Face::parse(bytes, 0).expect("a font"),
        }
    }

    fn glyph(&self, letter: char) -> GlyphId {
        let letter = if letter.is_control() { ' ' } else { letter };
        self.face.glyph_index(letter).unwrap_or_default()
    }

    /// The width of a glyph, in thousandths of the size.
    fn width(&self, glyph: GlyphId) -> f32 {
        let width = self.face.glyph_hor_advance(glyph).unwrap_or_default();
        f32::from(width) * 1000.0 / f32::from(self.face.units_per_em())
    }

    /// The lines of words in a width, given in sizes of letters: broken at blanks, or where there are none.
    pub(crate) fn lines<'a>(&self, words: &'a str, width: f32) -> Vec<&'a str> {
        let mut lines = Vec::new();
        for mut rest in words.lines().map(str::trim) {
            while !rest.is_empty() {
                let mut room = width * 1000.0;
                let is_over = |&(at, letter): &(usize, char)| {
                    room -= self.width(self.glyph(letter));
                    room < 0.0 && at > 0
                };
                let end = rest
                    .char_indices()
                    .find(is_over)
                    .map_or(rest.len(), |it| it.0);
                let is_last = end == rest.len() || rest[end..].starts_with(' ');
                let end = rest[..end].rfind(' ').filter(|_| !is_last).unwrap_or(end);
                lines.push(rest[..end].trim_end());
                rest = rest[end..].trim_start();
            }
        }
        lines
    }
}

impl Font {
    pub(super) fn new(typeface: &'static Typeface) -> Self {
        Self {
            typeface,
            used: GlyphRemapper::new(),
            letters: BTreeMap::new(),
        }
    }

    /// A line as the document's numbers of its letters.
    pub(super) fn coded(&mut self, line: &str) -> Vec<u8> {
        let code = |letter| {
            let code = self.used.remap(self.typeface.glyph(letter).0);
            self.letters.insert(code, letter);
            code.to_be_bytes()
        };
        line.chars().flat_map(code).collect()
    }

    pub(super) fn write(&self, pdf: &mut Pdf, [font, cid, about, file, map]: [Ref; 5]) {
        const INFO: SystemInfo<'_> = SystemInfo {
            registry: Str(b"Adobe"),
            ordering: Str(b"Identity"),
            supplement: 0,
        };
        let Typeface { name, bytes, face } = self.typeface;
        let name = Name(name.as_bytes());
        let em = 1000.0 / f32::from(face.units_per_em());
        let mut type0 = pdf.type0_font(font);
        type0
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"));
        type0.descendant_font(cid).to_unicode(map);
        drop(type0);
        let mut cid_font = pdf.cid_font(cid);
        cid_font
            .subtype(CidFontType::Type2)
            .base_font(name)
            .system_info(INFO);
        cid_font
            .font_descriptor(about)
            .cid_to_gid_map_predefined(Name(b"Identity"));
        let widths = self
            .used
            .remapped_gids()
            .map(|it| self.typeface.width(GlyphId(it)));
        cid_font.widths().consecutive(0, widths);
        drop(cid_font);
        let bounds = face.global_bounding_box();
        let [left, bottom, right, top] =
            [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(|it| f32::from(it) * em);
        let mut descriptor = pdf.font_descriptor(about);
        descriptor
            .name(name)
            .flags(FontFlags::NON_SYMBOLIC)
            .italic_angle(0.0)
            .stem_v(90.0);
        descriptor
            .bbox(Rect::new(left, bottom, right, top))
            .font_file2(file);
        descriptor.ascent(f32::from(face.ascender()) * em);
        descriptor.descent(f32::from(face.descender()) * em);
        descriptor.cap_height(f32::from(face.capital_height().unwrap_or_default()) * em);
        drop(descriptor);
        let bytes = deflated(&subset(bytes, 0, &self.used).expect("a font with these glyphs"));
        pdf.stream(file, &bytes).filter(Filter::FlateDecode);
        let mut letters = UnicodeCmap::<u16>::new(Name(b"Letters"), INFO);
        self.letters
            .iter()
            .for_each(|(&code, &letter)| letters.pair(code, letter));
        pdf.stream(map, &deflated(&letters.finish()))
            .filter(Filter::FlateDecode);
    }
}
