//! Sheets: puzzles to print, with their solutions on pages of their own.
//!
//! A sheet is one HTML file for a browser to print: a template of a page, a stylesheet, which lays it out for A4 and
//! Letter, and a [table of words](Words).

mod drawer;
mod layout;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::picture::{Picture, escaped, fill_blanks};
use crate::registry::words::Words;
use crate::scene::Word;

use drawer::BoardDrawer;
use layout::SheetPage;

/// Puzzles to print.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The title above the puzzles; if it is empty, the one in the table of words.
    pub title: String,
    /// All other words of the sheet.
    pub words: Words,
    /// The paper; if there is none, the sheet fits on A4 and on Letter.
    pub paper: Option<Paper>,
    /// The number of puzzles on a page. By default two, or one if its squares would be too small.
    pub per_page: Option<usize>,
    /// Whether the rules are on the pages.
    pub has_rules: bool,
    /// Whether the numbers of rows and columns are along the edges.
    pub has_coordinates: bool,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// A puzzle and its solution.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The name that its scene has; printed if no other puzzle of the sheet has it, too.
    pub name: String,
    /// The kind of puzzle: [`Scene::kind`](crate::scene::Scene::kind).
    pub kind: Word,
    /// The rules: [`Scene::rules`](crate::scene::Scene::rules).
    pub rules: Vec<Word>,
    /// The unsolved world.
    pub picture: Picture,
    /// The world with the route.
    pub solution: Picture,
    /// The moves of the route: [`Picture::moves_in_letters`].
    pub moves: String,
    /// How hard it is: [`Rating::Effort`](crate::tools::craft::Rating::Effort), if that is known.
    pub effort: Option<f64>,
    /// The seed, if something in it is random.
    pub seed: Option<u64>,
}

/// What a document has of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// The puzzles, with their rules.
    Puzzles,
    /// The solutions.
    Solutions,
}

/// The paper of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Paper {
    /// 210 by 297 mm.
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

/// The efforts from which on a puzzle has another star.
const STARS: [f64; 4] = [20.0, 60.0, 180.0, 540.0];

impl Puzzle {
    /// Returns how many stars of five it has; `None` if nothing is known about how hard it is.
    fn stars(&self) -> Option<usize> {
        let effort = self.effort?;
        Some(1 + STARS.iter().filter(|least| effort >= **least).count())
    }
}

impl Sheet {
    /// Returns the HTML of these parts.
    pub fn html(&self, parts: &[Part]) -> String {
        let title = self.title();
        let word = |key| escaped(self.words.get(key).unwrap_or_default());
        let [width, height] = self.room();
        let paper = match self.paper {
            None => "",
            Some(Paper::A4) => "@page { size: A4; }\n",
            Some(Paper::Letter) => "@page { size: letter; }\n",
        };
        let style = format!("{paper}:root {{ --width: {width}mm; --height: {height}mm; }}\n");
        let mut html = head([&word("language"), &word("direction")], title, &style);

        let mut drawer = BoardDrawer::default();
        let pages: Vec<SheetPage<'_>> = parts.iter().flat_map(|&part| self.pages(part)).collect();
        for (number, page) in pages.iter().enumerate() {
            let place = format!("{} {}/{}", word("page"), number + 1, pages.len());
            self.write_page(page, &place, &mut drawer, &mut html);
        }

        html + "</body>\n</html>\n"
    }

    fn title(&self) -> &str {
        if self.title.is_empty() {
            self.words.get("title").unwrap_or_default()
        } else {
            &self.title
        }
    }

    fn write_page(
        &self,
        page: &SheetPage<'_>,
        place: &str,
        drawer: &mut BoardDrawer,
        html: &mut String,
    ) {
        let word = |key| escaped(self.words.get(key).unwrap_or_default());
        let is_solved = page.part == Part::Solutions;

        fill_blanks(
            include_str!("sheet/page.html"),
            html,
            |blank, html| match blank {
                "columns" => _ = write!(html, "{}", page.columns),
                "rows" => _ = write!(html, "{}", page.rows),
                "title" => html.push_str(&escaped(self.title())),
                "solutions" if is_solved => _ = write!(html, " – {}", word("solutions")),
                "who" if !is_solved => {
                    for key in ["name", "date"] {
                        let _ = write!(html, "<span>{}</span>", word(key));
                    }
                }
                "rules" if !is_solved && self.has_rules => self.write_rules(page, drawer, html),
                "figures" => {
                    for &(number, puzzle) in &page.puzzles {
                        self.write_figure(page, number, puzzle, drawer, html);
                    }
                }
                "seeds" => {
                    let seeds: Vec<u64> = page.puzzles.iter().filter_map(|it| it.1.seed).collect();
                    if !seeds.is_empty() {
                        let _ = write!(html, "{} {}", word("seed"), ranges(&seeds));
                    }
                }
                "page" => html.push_str(place),
                _ => {}
            },
        );
    }

    fn write_figure(
        &self,
        page: &SheetPage<'_>,
        number: usize,
        puzzle: &Puzzle,
        drawer: &mut BoardDrawer,
        html: &mut String,
    ) {
        let kind = escaped(self.words.of(puzzle.kind));
        let label = format!("{number}. {kind}");
        html.push_str("<figure>\n<figcaption>");

        if page.part == Part::Solutions {
            let size = page.size_of_moves(puzzle);
            let moves = escaped(&puzzle.moves);
            let _ = writeln!(
                html,
                "<b>{number}</b> <span class=\"moves\" dir=\"ltr\" style=\"font-size: {size:.1}pt\">{moves}</span></figcaption>"
            );
            html.push_str(&drawer.solution(&puzzle.solution, &label));
        } else {
            let _ = write!(html, "<span><b>{number}</b> {kind}");
            if self.is_only_name(&puzzle.name) {
                let _ = write!(html, " <i dir=\"auto\">{}</i>", escaped(&puzzle.name));
            }
            html.push_str("</span>");
            if let Some(stars) = puzzle.stars() {
                let difficulty = escaped(self.words.get("difficulty").unwrap_or_default());
                html.push_str(&drawer::stars(stars, &format!("{difficulty}: {stars}/5")));
            }
            if let Some(die) = puzzle.picture.start().and_then(|start| start.die) {
                html.push_str(&drawer.die(die));
            }
            html.push_str("</figcaption>\n");
            html.push_str(&drawer.board(&puzzle.picture, self.has_coordinates, &label));
        }
        html.push_str("</figure>\n");
    }

    /// Returns true if a puzzle has a name, and no other of the sheet has the same.
    fn is_only_name(&self, name: &str) -> bool {
        let others = self.puzzles.iter().filter(|it| it.name == name).count();
        !name.is_empty() && others == 1
    }

    /// Writes the rules of the puzzles of a page: sentences of the same puzzles are a paragraph, after their numbers.
    fn write_rules(&self, page: &SheetPage<'_>, drawer: &mut BoardDrawer, html: &mut String) {
        let mut paragraphs: Vec<(Vec<u64>, Vec<Word>, &Puzzle)> = Vec::new();
        for (_, puzzle) in &page.puzzles {
            for rule in &puzzle.rules {
                if paragraphs.iter().any(|it| it.1.contains(rule)) {
                    continue;
                }
                let has_it = page.puzzles.iter().filter(|it| it.1.rules.contains(rule));
                let numbers: Vec<u64> = has_it.map(|it| it.0 as u64).collect();
                match paragraphs.iter_mut().find(|it| it.0 == numbers) {
                    Some((_, rules, _)) => rules.push(*rule),
                    None => paragraphs.push((numbers, vec![*rule], puzzle)),
                }
            }
        }

        for (numbers, rules, puzzle) in paragraphs {
            html.push_str("<p>");
            if numbers.len() < page.puzzles.len() {
                let _ = write!(html, "<b>{}</b> ", ranges(&numbers));
            }
            for rule in rules {
                self.write_sentence(rule, puzzle, drawer, html);
            }
            html.push_str("</p>\n");
        }
    }

    /// Writes a sentence, with the symbols of a puzzle in it.
    fn write_sentence(
        &self,
        rule: Word,
        puzzle: &Puzzle,
        drawer: &mut BoardDrawer,
        html: &mut String,
    ) {
        let sentence = escaped(self.words.of(rule));
        fill_blanks(&sentence, html, |symbol, html| {
            html.push_str(&drawer.symbol(&puzzle.picture, symbol));
        });
        html.push(' ');
    }
}

/// Returns numbers as text, with a range for those that follow each other: `1–3, 7`.
fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|a, b| a.checked_add(1) == Some(*b));
    let run = |run: &[u64]| match run {
        [one] => one.to_string(),
        [first, second] => format!("{first}, {second}"),
        _ => format!("{}–{}", run[0], run[run.len() - 1]),
    };
    runs.map(run).collect::<Vec<_>>().join(", ")
}

/// Returns a page for this folder: links to pages in it, with their titles and pictures.
pub fn index(folder: &Path, links: &[(PathBuf, String, Picture)]) -> String {
    let mut html = head(["en", "ltr"], "Mazes", "");
    html += "<section class=\"index\">\n<h1>Mazes</h1>\n<div>\n";

    let mut drawer = BoardDrawer::default();
    for (page, title, picture) in links {
        let below = page.strip_prefix(folder).unwrap_or(page);
        let path = below.with_extension("");
        let board = drawer.board(picture, false, &escaped(&picture.in_words()));
        let _ = write!(
            html,
            "<a href=\"./{}\"><figure>\n<figcaption><b dir=\"auto\">{}</b> {}</figcaption>\n{board}</figure></a>\n",
            escaped(&address(below)),
            escaped(title),
            escaped(&path.to_string_lossy()),
        );
    }
    html + "</div>\n</section>\n</body>\n</html>\n"
}

/// Returns a path as an address, with signs encoded that mean something else there.
fn address(path: &Path) -> String {
    let mut address = String::new();
    for letter in path.to_string_lossy().chars() {
        if letter.is_ascii_control() || "%#?".contains(letter) {
            let _ = write!(address, "%{:02X}", u32::from(letter));
        } else {
            address.push(letter);
        }
    }
    address
}

fn head([language, direction]: [&str; 2], title: &str, style: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\" dir=\"{direction}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>\n{}{style}</style>\n</head>\n<body>\n",
        escaped(title),
        include_str!("sheet/style.css")
    )
}
