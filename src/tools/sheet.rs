//! Sheets: puzzles to print, with their solutions in small behind them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::page::base64;
use crate::picture::{PdfWriter, Picture, SvgWriter, Theme, escaped, hex};

/// Puzzles to print.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// Its title.
    pub title: String,
    /// The number of puzzles on a page.
    pub per_page: usize,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// A puzzle and its solution.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Its name.
    pub name: String,
    /// Its rules: [`Scene::rules`](crate::scene::Scene::rules).
    pub rules: String,
    /// The unsolved world.
    pub picture: Picture,
    /// The world with the route.
    pub solution: Picture,
}

/// The number of solutions on a page.
const SOLUTIONS: usize = 12;

impl Sheet {
    /// The sheet in HTML, paged for A4 and Letter.
    #[must_use]
    pub fn html(&self) -> String {
        let mut html = head(&self.title);
        let puzzles = (&self.title[..], self.per_page.max(1), false);
        for (title, per_page, is_solved) in [puzzles, ("Solutions", SOLUTIONS, true)] {
            let columns = columns(per_page);
            let rows = per_page.div_ceil(columns);
            let title = escaped(title);
            for (at, puzzle) in self.puzzles.iter().enumerate() {
                if at % per_page == 0 {
                    let _ = write!(
                        html,
                        "<section style=\"--columns: {columns}; --rows: {rows}\">\n\
                         <h1>{title}</h1>\n<div>\n"
                    );
                }
                let heading = format!("{}. {}", at + 1, puzzle.name);
                html += &if is_solved {
                    figure(&heading, "", &puzzle.solution)
                } else {
                    figure(&heading, &puzzle.rules, &puzzle.picture)
                };
                if (at + 1) % per_page == 0 || at + 1 == self.puzzles.len() {
                    html.push_str("</div>\n</section>\n");
                }
            }
        }
        html + "</body>\n</html>\n"
    }
}

impl Sheet {
    /// The sheet in PDF, on pages of A4, with margins that fit Letter too.
    #[must_use]
    pub fn pdf(&self) -> Vec<u8> {
        // In points, 72 to the inch: the left and the top of what is printed, its size, the title's
        // height, and the gap between pictures.
        let [left, top, width, height, head, gap] = [34.0, 66.0, 527.0, 709.0, 34.0, 17.0_f32];
        let mut pdf = PdfWriter::default();
        let puzzles = (&self.title[..], self.per_page.max(1), false);
        for (title, per_page, is_solved) in [puzzles, ("Solutions", SOLUTIONS, true)] {
            let columns = columns(per_page);
            let rows = per_page.div_ceil(columns);
            let width = (width + gap) / columns as f32 - gap;
            let height = (height - head + gap) / rows as f32 - gap;
            for (number, puzzle) in self.puzzles.iter().enumerate() {
                let place = number % per_page;
                if place == 0 {
                    pdf.begin_page();
                    pdf.text(title, [left, top + 16.0], 16.0, true);
                }
                let x = left + (place % columns) as f32 * (width + gap);
                let y = top + head + (place / columns) as f32 * (height + gap);
                pdf.text(&format!("{}. {}", number + 1, puzzle.name), [x, y + 10.0], 10.0, true);
                let rules = if is_solved { "" } else { &puzzle.rules };
                let below = 18.0 + 12.0 * pdf.lines(rules, [x, y + 22.0], width, 9.0) as f32;
                let picture = if is_solved { &puzzle.solution } else { &puzzle.picture };
                pdf.picture(picture, [x, y + below, width, height - below]);
            }
        }
        pdf.finish(&self.title)
    }
}

/// The columns of pictures on a page: 1 up to 2, 2 up to 6, then 3.
fn columns(per_page: usize) -> usize {
    (per_page + 1).ilog2() as usize
}

/// A page for this folder: links to pages in it, with their titles and pictures.
#[must_use]
pub fn index(folder: &Path, links: &[(PathBuf, String, Picture)]) -> String {
    let mut html = head("Mazes") + "<section class=\"index\">\n<h1>Mazes</h1>\n<div>\n";
    for (page, title, picture) in links {
        let address = page.strip_prefix(folder).unwrap_or(page).to_string_lossy();
        let address = address.replace('%', "%25").replace('#', "%23").replace('?', "%3F");
        let figure = figure(title, "", picture);
        let _ = writeln!(html, "<a href=\"{}\">{figure}</a>", escaped(&address));
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
