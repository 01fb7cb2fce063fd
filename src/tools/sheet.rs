//! Sheets: puzzles to print, with their solutions in small behind them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::page::base64;
use crate::base::die::Orientation;
use crate::picture::die::draw_die;
use crate::picture::shape::Shape;
use crate::picture::svg::{SvgWriter, hex};
use crate::picture::{Depth, Layer, Pen, Picture, Theme, escaped, frame};

/// Puzzles to print.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The title above the puzzles.
    pub title: String,
    /// The number of puzzles on a page. By default two, but one that has signs and more than 6 rows or columns, or
    /// numbers and more than 12, has a page of its own.
    pub per_page: Option<usize>,
    /// Whether the numbers of rows and columns stand along the edges.
    pub has_coordinates: bool,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// A puzzle and its solution.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The name of the puzzle.
    pub name: String,
    /// The rules for those who solve it: [`Scene::rules`](crate::scene::Scene::rules). They stand once on a page.
    pub rules: String,
    /// How the die lies at the start, in words, as [`Picture::in_words`] has them. The die is drawn, too.
    pub die_in_words: String,
    /// The unsolved world.
    pub picture: Picture,
    /// The world with the route.
    pub solution: Picture,
    /// The moves of the route: [`Picture::moves_in_letters`].
    pub moves: String,
}

/// What a document has of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The puzzles, with their rules.
    Puzzles,
    /// The solutions, in small.
    Solutions,
}

/// The width and height of what is printed on a page of HTML, as wide as A4 and as high as Letter allow: in points, 72
/// to the inch.
const ROOM: [f32; 2] = [527.0, 709.0];
/// The height of a page's title with its rules, about: where it takes more, the pictures have less room.
const HEAD: f32 = 70.0;
/// The gap between pictures.
const GAP: f32 = 17.0;

/// The side of the drawing of a die, where there is room: two centimetres.
const DIE: f32 = 57.0;

/// The sizes of the names and the rules.
const NAME: f32 = 10.0;
const WORDS: f32 = 9.0;

/// A page, with places for pictures in columns.
struct Page<'a> {
    title: &'a str,
    rules: String,
    /// The die, drawn once, where it lies alike at the start of all puzzles.
    die: Option<Orientation>,
    part: Part,
    puzzles: Vec<(usize, &'a Puzzle)>,
    columns: usize,
    rows: usize,
    /// The width and height of each picture with its words.
    room: [f32; 2],
}

impl Puzzle {
    fn die(&self) -> Option<Orientation> {
        self.picture.start()?.die
    }

    /// Whether it needs a page of its own for its signs or numbers to be read.
    fn is_detailed(&self) -> bool {
        let grid = self.picture.grid();
        let side = grid.rows.max(grid.columns);
        let is_on_board = |layer: &Layer| layer.look().depth == Depth::Board;
        if self.picture.has_signs() {
            side > 6
        } else {
            side > 12 && self.picture.layers().iter().any(is_on_board)
        }
    }
}

impl Page<'_> {
    /// The picture of a puzzle, with the words and the die beside it.
    fn shown<'a>(&self, puzzle: &'a Puzzle) -> (&'a Picture, String, Option<Orientation>) {
        match self.part {
            Part::Solutions => (&puzzle.solution, puzzle.moves.clone(), None),
            Part::Puzzles if self.die.is_some() => (&puzzle.picture, String::new(), None),
            Part::Puzzles => (&puzzle.picture, puzzle.die_in_words.clone(), puzzle.die()),
        }
    }

    /// The size of a board's words: all moves in letters take at most half of its room.
    fn letters(&self, words: &str) -> f32 {
        let [width, height] = self.room;
        let most = (width * height / 2.0 / (words.len().max(1) as f32 * 0.9)).sqrt();
        most.min(if self.part == Part::Solutions {
            6.5
        } else {
            WORDS
        })
    }

    fn die_side(&self) -> f32 {
        DIE.min(self.room[1] / 4.0)
    }
}

/// A die in a cell.
fn drawn(die: Orientation) -> Vec<Shape> {
    let mut pen = Pen::default();
    draw_die(die, (5.0, 5.0), 110.0, &mut pen);
    pen.into_shapes()
}

impl Sheet {
    /// The pages of a part.
    fn pages(&self, part: Part) -> Vec<Page<'_>> {
        let all: Vec<_> = (1..).zip(&self.puzzles).collect();
        let most = self.per_page.unwrap_or(2).clamp(1, all.len().max(1));
        let (title, most) = match part {
            Part::Puzzles => (&*self.title, most),
            Part::Solutions => ("Solutions", 12.max(all.len().clamp(3 * most / 2, 2 * most))),
        };
        let is_packed = part == Part::Puzzles && self.per_page.is_none();
        let is_alone = |it: &Puzzle| is_packed && it.is_detailed();
        let runs = all.chunk_by(|a, b| !is_alone(a.1) && !is_alone(b.1));
        let pages = runs.flat_map(|run| {
            let places = if is_packed { most.min(run.len()) } else { most };
            run.chunks(places)
                .map(move |it| self.page(title, part, it.to_vec(), places))
        });
        pages.collect()
    }

    fn page<'a>(
        &self,
        title: &'a str,
        part: Part,
        puzzles: Vec<(usize, &'a Puzzle)>,
        places: usize,
    ) -> Page<'a> {
        let first = puzzles[0].1;
        let die = first.die().filter(|_| part == Part::Puzzles);
        let die = die.filter(|_| puzzles.iter().all(|it| it.1.die() == die));
        let mut rules = if part == Part::Puzzles {
            rules(&puzzles)
        } else {
            String::new()
        };
        if die.is_some() {
            rules = [&*rules, &first.die_in_words]
                .join("\n")
                .trim_start()
                .into();
        }
        let room = |columns: usize| {
            let part = |whole: f32, parts: usize| (whole + GAP) / parts as f32 - GAP;
            [
                part(ROOM[0], columns),
                part(ROOM[1] - HEAD, places.div_ceil(columns)),
            ]
        };
        // As many columns as leave the boards the most area.
        let area = |&columns: &usize| {
            let [width, height] = room(columns);
            let boards = puzzles.iter().map(|(_, it)| {
                let [_, _, across, down] = frame(it.picture.grid(), self.has_coordinates);
                let scale = (width / across)
                    .min((height - NAME - WORDS) / down)
                    .max(0.0);
                across * down * scale * scale
            });
            boards.sum::<f32>()
        };
        let columns = (1..=places).max_by(|a, b| area(a).total_cmp(&area(b)).then(b.cmp(a)));
        let columns = columns.expect("a page has a place");
        Page {
            title,
            rules,
            die,
            part,
            puzzles,
            columns,
            rows: places.div_ceil(columns),
            room: room(columns),
        }
    }

    /// Parts of the sheet in HTML, paged for A4 and Letter.
    pub fn html(&self, parts: &[Part]) -> String {
        let mut html = head(&self.title);
        for page in parts.iter().flat_map(|&part| self.pages(part)) {
            let Page { columns, rows, .. } = page;
            let (title, rules) = (escaped(page.title), page.rules.lines().map(escaped));
            let rules: String = rules
                .flat_map(|it| ["<p dir=\"auto\">", &it, "</p>\n"].map(str::to_owned))
                .collect();
            let svg = |die, side| {
                let writer = SvgWriter::new(|ink| hex(Theme::Print.rgb(ink)));
                let elements = writer.elements(&drawn(die));
                format!(
                    "<svg viewBox=\"0 0 120 120\" width=\"{side}pt\" height=\"{side}pt\" \
                     stroke-linejoin=\"round\" fill=\"none\">{elements}</svg>"
                )
            };
            let die = page.die.map(|it| svg(it, DIE)).unwrap_or_default();
            let _ = write!(
                html,
                "<section style=\"--columns: {columns}; --rows: {rows}\">\n\
                 <header>{die}<h1 dir=\"auto\">{title}</h1>\n{rules}</header>\n<div>\n"
            );
            for &(number, puzzle) in &page.puzzles {
                let (picture, words, die) = page.shown(puzzle);
                let die = die.map(|it| svg(it, page.die_side())).unwrap_or_default();
                let (name, size) = (format!("{number}. {}", puzzle.name), page.letters(&words));
                html += &figure(&name, &words, size, &die, picture, self.has_coordinates);
            }
            html.push_str("</div>\n</section>\n");
        }
        html + "</body>\n</html>\n"
    }
}

/// The rules of puzzles, in a line each time that they differ, behind the numbers of those that have them.
fn rules(puzzles: &[(usize, &Puzzle)]) -> String {
    let mut all: Vec<(&str, Vec<usize>)> = Vec::new();
    for &(number, puzzle) in puzzles {
        match all.iter_mut().find(|it| it.0 == puzzle.rules) {
            Some((_, numbers)) => numbers.push(number),
            None => all.push((&puzzle.rules, vec![number])),
        }
    }
    if let [(rules, _)] = all[..] {
        return rules.to_owned();
    }
    let run = |run: &[usize]| match *run {
        [one] => one.to_string(),
        [first, second] => format!("{first}, {second}"),
        _ => format!("{} to {}", run[0], run[run.len() - 1]),
    };
    let lines = all
        .iter()
        .filter(|it| !it.0.is_empty())
        .map(|(rules, numbers)| {
            let runs = numbers
                .chunk_by(|a, b| a + 1 == *b)
                .map(run)
                .collect::<Vec<_>>();
            format!("{}: {rules}", runs.join(", "))
        });
    lines.collect::<Vec<_>>().join("\n")
}

/// A page for this folder: links to pages in it, with their titles and pictures.
pub fn index(folder: &Path, links: &[(PathBuf, String, Picture)]) -> String {
    let mut html = head("Mazes") + "<section class=\"index\">\n<h1>Mazes</h1>\n<div>\n";
    for (page, title, picture) in links {
        let below = page.strip_prefix(folder).unwrap_or(page);
        let address = below.to_string_lossy();
        let coded = |c: char| c.is_ascii_control() || "%#?".contains(c);
        let letter = |c| {
            if coded(c) {
                format!("%{:02X}", u32::from(c))
            } else {
                c.to_string()
            }
        };
        let address: String = address.chars().map(letter).collect();
        let figure = figure(
            title,
            &below.with_extension("").to_string_lossy(),
            NAME,
            "",
            picture,
            false,
        );
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

/// A picture below its heading, words of this size, and the drawing of a die. An image, so that the ids in its SVG
/// do not clash with others.
fn figure(
    heading: &str,
    words: &str,
    size: f32,
    die: &str,
    picture: &Picture,
    has_coordinates: bool,
) -> String {
    let writer = SvgWriter::new(|ink| hex(Theme::Print.rgb(ink)));
    let svg = writer
        .with_coordinates(has_coordinates)
        .write(picture, None, 0.0);
    let (heading, words, alt) = (
        escaped(heading),
        escaped(words),
        escaped(&picture.in_words()),
    );
    let svg = base64(svg.as_bytes());
    format!(
        "<figure><figcaption style=\"font-size: {size:.1}pt\">{die}<b dir=\"auto\">{heading}</b> {words}</figcaption>\
         <img alt=\"{alt}\" src=\"data:image/svg+xml;base64,{svg}\"></figure>\n"
    )
}
