//! Sheets: puzzles to print, with their solutions in small behind them.

use std::fmt::Write as _;
use std::iter;
use std::path::{Path, PathBuf};

use super::page::base64;
use crate::picture::svg::{SvgWriter, hex};
use crate::picture::{PdfWriter, Picture, Theme, escaped, has_letters};

/// Puzzles to print.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The title above the puzzles.
    pub title: String,
    /// The number of puzzles on a page.
    pub per_page: usize,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// A puzzle and its solution.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The name of the puzzle.
    pub name: String,
    /// The rules for those who solve it: [`Scene::rules`](crate::scene::Scene::rules).
    pub rules: String,
    /// The unsolved world.
    pub picture: Picture,
    /// The world with the route.
    pub solution: Picture,
    /// The moves of the route: [`Picture::moves_in_letters`].
    pub moves: String,
}

/// The width and height of what is printed on a page, and the gap between
/// pictures: in points, 72 to the inch.
const WIDTH: f32 = 527.0;
const HEIGHT: f32 = 709.0;
const GAP: f32 = 17.0;

struct Part<'a> {
    title: &'a str,
    is_solved: bool,
    per_page: usize,
    columns: usize,
}

impl Part<'_> {
    fn rows(&self) -> usize {
        self.per_page.div_ceil(self.columns)
    }

    /// The size of words: letters of moves leave room for the picture.
    fn letters(&self) -> f32 {
        if self.is_solved { 6.5 } else { 9.0 }
    }

    /// The width and the height of a picture and its words, below a title of this height.
    fn room(&self, head: f32) -> [f32; 2] {
        let part = |whole: f32, parts: usize| (whole + GAP) / parts as f32 - GAP;
        [part(WIDTH, self.columns), part(HEIGHT - head, self.rows())]
    }
}

impl Puzzle {
    fn shown(&self, is_solved: bool) -> (&Picture, &str) {
        if is_solved { (&self.solution, &self.moves) } else { (&self.picture, &self.rules) }
    }
}

impl Sheet {
    fn parts(&self) -> [Part<'_>; 2] {
        let most = if self.puzzles.iter().all(|it| it.moves.is_empty()) { 12 } else { 6 };
        let solutions = self.puzzles.len().clamp(2, most);
        let puzzles = (&self.title[..], false, self.per_page.clamp(1, self.puzzles.len().max(1)));
        [puzzles, ("Solutions", true, solutions)].map(|(title, is_solved, per_page)| {
            // Of four as many in a row as in a column; of two or three one below the other.
            Part { title, is_solved, per_page, columns: per_page.isqrt() }
        })
    }

    /// The sheet in HTML, paged for A4 and Letter.
    pub fn html(&self) -> String {
        let mut html = head(&self.title);
        for part in self.parts() {
            let (columns, rows, title) = (part.columns, part.rows(), escaped(part.title));
            let letters = part.letters();
            for (at, puzzle) in self.puzzles.iter().enumerate() {
                if at % part.per_page == 0 {
                    let _ = write!(
                        html,
                        "<section style=\"--columns: {columns}; --rows: {rows}; --letters: {letters}pt\">\n\
                         <h1>{title}</h1>\n<div>\n"
                    );
                }
                let (picture, rules) = puzzle.shown(part.is_solved);
                html += &figure(&format!("{}. {}", at + 1, puzzle.name), rules, picture);
                if (at + 1) % part.per_page == 0 || at + 1 == self.puzzles.len() {
                    html.push_str("</div>\n</section>\n");
                }
            }
        }
        html + "</body>\n</html>\n"
    }

    /// The title, or the first name, in which a PDF shows `?` for letters that its font lacks.
    pub(crate) fn words_without_letters(&self) -> Option<&str> {
        let mut words = iter::once(&self.title).chain(self.puzzles.iter().map(|it| &it.name));
        words.find(|it| !has_letters(it)).map(String::as_str)
    }

    /// The sheet in PDF, on pages of A4, with margins that fit Letter too. Letters of other alphabets
    /// than those of Western Europe are question marks: a PDF's built-in font lacks them.
    pub fn pdf(&self) -> Vec<u8> {
        let [left, top, mut head] = [34.0, 66.0, 0.0];
        let mut pdf = PdfWriter::default();
        for part in self.parts() {
            for (number, puzzle) in self.puzzles.iter().enumerate() {
                let place = number % part.per_page;
                if place == 0 {
                    pdf.begin_page();
                    head = 15.0 + pdf.text(part.title, [left, top, WIDTH], 16.0, true);
                }
                let [width, height] = part.room(head);
                let x = left + (place % part.columns) as f32 * (width + GAP);
                let y = top + head + (place / part.columns) as f32 * (height + GAP);
                let (picture, rules) = puzzle.shown(part.is_solved);
                let heading = format!("{}. {}", number + 1, puzzle.name);
                let mut below = pdf.text(&heading, [x, y, width], 10.0, true);
                below += 5.0 + pdf.text(rules, [x, y + below, width], part.letters(), false);
                pdf.picture(picture, [x, y + below, width, height - below]);
            }
        }
        pdf.finish(&self.title)
    }
}

/// A page for this folder: links to pages in it, with their titles and pictures.
pub fn index(folder: &Path, links: &[(PathBuf, String, Picture)]) -> String {
    let mut html = head("Mazes") + "<section class=\"index\">\n<h1>Mazes</h1>\n<div>\n";
    for (page, title, picture) in links {
        let below = page.strip_prefix(folder).unwrap_or(page);
        let address = below.to_string_lossy();
        let coded = |c: char| c.is_ascii_control() || "%#?".contains(c);
        let letter = |c| if coded(c) { format!("%{:02X}", u32::from(c)) } else { c.to_string() };
        let address: String = address.chars().map(letter).collect();
        let figure = figure(title, &below.with_extension("").to_string_lossy(), picture);
        let _ = writeln!(html, "<a href=\"./{}\">{figure}</a>", escaped(&address));
    }
    html + "</div>\n</section>\n</body>\n</html>\n"
}

fn head(title: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n",
        escaped(title),
        include_str!("sheet/style.css")
    )
}

/// A picture below its heading and words. As an image it keeps the names of its own parts.
fn figure(heading: &str, words: &str, picture: &Picture) -> String {
    let svg = SvgWriter::new(|ink| hex(Theme::Print.rgb(ink))).write(picture, None, 0.0);
    let (heading, words, alt) = (escaped(heading), escaped(words), escaped(&picture.in_words()));
    let svg = base64(svg.as_bytes());
    format!(
        "<figure><figcaption><b>{heading}</b> {words}</figcaption>\
         <img alt=\"{alt}\" src=\"data:image/svg+xml;base64,{svg}\"></figure>\n"
    )
}
