//! Pages: films that play in a browser; each is one file that needs nothing else.
//!
//! A page has a film's bytes and, as JSON, what is needed to show them: stamps and other shapes as
//! SVG, the stamp for each value, and phrases. Its script places stamps and knows no rule.

mod sights;
mod walk;

pub use walk::{PageWalk, TooManyStates};

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::{Map, Value, json};

use crate::picture::shape::Shape;
use crate::picture::stamps::{Stamp, Stamps};
use crate::picture::svg::{SvgWriter, hex};
use crate::picture::{
    Change, Depth, Film, Ink, Picture, Place, Theme, escaped, fill_blanks, grid_lines, marks, route,
};

use crate::base::count::saturating_u32;
use crate::engine::drawing::Drawing;

use sights::Sights;

/// The contents of a page.
#[derive(Debug)]
pub struct Page {
    /// The film that is replayed.
    pub film: Film,
    /// The title, as text.
    pub title: String,
    /// The rules of the puzzle, for those who solve it.
    pub rules: String,
    /// The scene, as written.
    pub scene: String,
    /// The drawings as text, each with the tick from which it is shown.
    pub texts: Vec<(u64, Drawing)>,
    /// Whether the route is shown.
    pub shows_route: bool,
    /// The tick at which the page opens; `None` for the puzzle, or for the last without one.
    pub tick: Option<u64>,
    /// The tick at which the walk begins, if there is a walk: the puzzle.
    pub puzzle: Option<u64>,
    /// Whether the page opens with the shortest route.
    pub is_solved: bool,
    /// The walk by hand, or why there is none; `None` if no walk can be made by hand. The walk is
    /// left out if the film does not start where it does.
    pub walk: Option<Result<PageWalk, TooManyStates>>,
}

/// Shapes as SVG, in named colours.
#[derive(Default)]
struct ColorTable(RefCell<BTreeMap<String, Ink>>);

impl Page {
    /// The page, in HTML.
    pub fn html(&self) -> String {
        let walk = self.walk();
        let (world, steps) = self.world(walk.as_ref().ok().copied());
        let mut html = String::new();
        fill_blanks(
            include_str!("page/page.html"),
            &mut html,
            |name, html| match name {
                "title" => html.push_str(&escaped(&self.title)),
                "style" => {
                    html.push_str(include_str!("page/style.css"));
                    html.push_str(if walk.is_ok() {
                        include_str!("page/walk.css")
                    } else {
                        ""
                    });
                }
                "rules" => html.push_str(&escaped(&self.rules)),
                "walk" if walk.is_ok() => html.push_str(include_str!("page/walk.html")),
                "walk_words" => match &walk {
                    Ok(_) => html.push_str(include_str!("page/walk_words.html")),
                    Err(None) => {}
                    Err(Some(why)) => _ = writeln!(html, "<p id=\"unwalkable\">{why}</p>"),
                },
                "walk" => {}
                "world" => html.push_str(&packed(world.to_string().as_bytes())),
                "film" => html.push_str(&packed(self.film.bytes())),
                "steps" => html.push_str(&packed(&steps)),
                _ => {
                    html.extend(dense(if walk.is_ok() {
                        include_str!("page/walk.js")
                    } else {
                        ""
                    }));
                    html.extend(SCRIPTS.into_iter().flat_map(dense));
                }
            },
        );
        html
    }

    fn world(&self, walk: Option<&PageWalk>) -> (Value, Vec<u8>) {
        let empty = self.film.empty();
        let (mut stamps, colors) = (Stamps::default(), ColorTable::default());
        let mut sights = Sights::new(&self.film);
        let tables = (0..empty.layers.len()).map(|it| sights.table(it, empty, &mut stamps));
        let tables: Vec<Vec<u64>> = tables.collect();
        let layers = tables.iter().enumerate();
        let layers: Vec<Value> = layers
            .map(|(at, table)| layer_of(empty, at, table))
            .collect();
        let legend = legend(empty, &tables, &stamps);
        let nothing = (Value::Null, Vec::new());
        let (walk, steps) = walk.map_or(nothing, |walk| walk.world(&mut stamps));
        let stamps: Vec<String> = stamps.all().map(|it| colors.draw(it)).collect();
        let (routes, arcs) = self.routes_and_arcs(&colors);
        let mut order: Vec<usize> = (0..empty.layers.len()).collect();
        order.sort_by_key(|&layer| empty.layers[layer].look.depth);
        let first = empty.tick;
        let mut last = first;
        let events = self.film.events().into_iter();
        let events: Vec<u64> = events
            .map(|it| it - std::mem::replace(&mut last, it))
            .collect();
        let world = json!({
            "scene": self.scene,
            "texts": self.changed_lines(),
            "rows": empty.grid.rows,
            "columns": empty.grid.columns,
            "first": first,
            "ticks": self.film.ticks(),
            "open": self.tick.map(|tick| tick.min(first + self.film.ticks())),
            "puzzle": self.puzzle,
            "solved": self.is_solved,
            "legend": legend,
            "layers": layers,
            "order": order,
            "stamps": stamps,
            "grid": colors.draw(&grid_lines(empty)),
            "ends": colors.draw(&marks::ends(empty)),
            "disc": colors.draw(&marks::disc_alone()),
            "routes": routes,
            "arcs": arcs,
            "events": events,
            "phrases": self.film.phrases(),
            "inks": colors.inks(),
            "walk": walk,
        });
        (world, steps)
    }

    /// The tick of each text, the number of its lines, and the new lines with their places.
    fn changed_lines(&self) -> Vec<Value> {
        let mut before: Vec<&str> = Vec::new();
        let texts = self.texts.iter().map(|(tick, text)| {
            let lines: Vec<&str> = text.split('\n').collect();
            let is_new = |&(at, line): &(usize, &&str)| before.get(at) != Some(line);
            let new: Vec<_> = lines.iter().enumerate().filter(is_new).collect();
            let text = json!([tick, lines.len(), new]);
            before = lines;
            text
        });
        texts.collect()
    }

    /// The walk by hand, or why there is none, if that is to be shown.
    fn walk(&self) -> Result<&PageWalk, Option<String>> {
        let first = self.film.empty().tick;
        let shown = first..=first + self.film.ticks();
        match &self.walk {
            None => Err(None),
            Some(Err(error)) => Err(Some(error.to_string())),
            Some(Ok(walk)) if shown.contains(&walk.tick()) => Ok(walk),
            Some(Ok(_)) => Err(Some(BEGINS_ELSEWHERE.to_owned())),
        }
    }

    /// The routes, with the ticks from which they are shown; and the arcs of flipped lists, by columns and
    /// rows from their ends to their starts.
    fn routes_and_arcs(&self, colors: &ColorTable) -> (Vec<Value>, Map<String, Value>) {
        let (mut routes, mut arcs) = (Vec::new(), Map::new());
        let mut picture = self.film.empty().clone();
        for changes in self.film.changes() {
            picture.apply(&changes);
            for change in &changes.list {
                match change {
                    Change::Flip { layer, .. } => {
                        let Some((key, way)) = way_of_arc(&picture, *layer) else {
                            continue;
                        };
                        let arc = || colors.draw(&marks::arc_alone(way)).into();
                        arcs.entry(key).or_insert_with(arc);
                    }
                    Change::Route(_) if self.shows_route => {
                        let svg = colors.draw(&route::shapes(&picture));
                        routes.push(json!({ "tick": changes.tick, "svg": svg }));
                    }
                    _ => {}
                }
            }
        }
        (routes, arcs)
    }
}

/// The meaning of each layer that is seen, or of its kinds, with the first stamp of it that shows something, and the
/// layer's number.
fn legend(
    empty: &Picture,
    tables: &[Vec<u64>],
    stamps: &Stamps,
) -> Vec<(&'static str, u64, usize)> {
    let mut legend: Vec<(&'static str, u64, usize)> = Vec::new();
    for (at, (layer, table)) in empty.layers.iter().zip(tables).enumerate() {
        let is_seen = |stamp: u64| !stamps.shapes(Stamp(saturating_u32(stamp))).is_empty();
        let (mut code, first) = (0, legend.len());
        for step in table.chunks(2) {
            code += step[0];
            let value = saturating_u32(code / 2 / layer.look.place.places() as u64);
            let meaning = layer.kind(value).unwrap_or(layer.look.meaning);
            let is_new = legend[first..].iter().all(|&(other, ..)| other != meaning);
            if is_new && !meaning.is_empty() && is_seen(step[1]) {
                legend.push((meaning, step[1], at));
            }
        }
    }
    legend
}

/// Shown if the film does not start where the walk does.
const BEGINS_ELSEWHERE: &str =
    "This page does not show the tick at which the walk begins, so there is no walk by hand.";

const SCRIPTS: [&str; 4] = [
    include_str!("page/film.js"),
    include_str!("page/board.js"),
    include_str!("page/player.js"),
    include_str!("page/start.js"),
];

fn dense(script: &str) -> impl Iterator<Item = &str> {
    let is_comment = |line: &&str| line.starts_with("/*") || line.starts_with("//");
    script
        .split_inclusive('\n')
        .map(str::trim_start)
        .filter(move |line| !is_comment(line))
}

fn layer_of(empty: &Picture, layer: usize, table: &[u64]) -> Value {
    let look = empty.layers[layer].look;
    json!({
        "name": look.name,
        "walls": look.place == Place::Walls,
        "places": look.place.places(),
        "slots": look.place.slots(empty.grid),
        "above": look.depth == Depth::Above,
        "table": table,
    })
}

/// Columns and rows from the last cell of a list to the one that was last before it was flipped.
fn way_of_arc(picture: &Picture, layer: usize) -> Option<(String, (i64, i64))> {
    let flipped = picture.layers[layer].list()?;
    let (&last, before) = (flipped.cells.last()?, flipped.last_before_flip()?);
    let [to, from] = [last, before].map(|cell| picture.position(cell));
    let far = |to: u32, from: u32| i64::from(from) - i64::from(to);
    let way = (far(to.column, from.column), far(to.row, from.row));
    (last != before).then(|| (format!("{} {}", way.0, way.1), way))
}

impl ColorTable {
    fn draw(&self, shapes: &[Shape]) -> String {
        let svg = SvgWriter::new(|ink| {
            let name = name_of(ink);
            let reference = format!("var(--{name})");
            self.0.borrow_mut().insert(name, ink);
            reference
        });
        svg.elements(shapes)
    }

    /// The colours used, and those of the page itself, in the themes light, dark and print.
    fn inks(self) -> Value {
        let own = [Ink::Paper, Ink::Text, Ink::Grid, Ink::Hatch, Ink::Accent];
        let mut inks = self.0.into_inner();
        inks.extend(own.map(|ink| (name_of(ink), ink)));
        let themes = |ink| [Theme::Light, Theme::Dark, Theme::Print].map(|it| hex(it.rgb(ink)));
        inks.into_iter()
            .map(|(name, ink)| (name, json!(themes(ink))))
            .collect::<Map<_, _>>()
            .into()
    }
}

/// A name for CSS: `Wall`, `Claim-3`, `Own-ffaa00-…`.
fn name_of(ink: Ink) -> String {
    match ink {
        Ink::Own(colours) => format!("Own{}", colours.map(hex).concat()).replace('#', "-"),
        ink => format!("{ink:?}").replace('(', "-").replace(')', ""),
    }
}

/// Returns bytes compressed in zlib's format, as text: `start.js` unpacks them.
fn packed(bytes: &[u8]) -> String {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let deflated = encoder.write_all(bytes).and_then(|()| encoder.finish());

    base64(&deflated.expect("memory takes every byte"))
}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes as text: four letters for three bytes.
pub(super) fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three
            .iter()
            .enumerate()
            .map(|(at, &byte)| u32::from(byte) << (16 - 8 * at));
        let bits: u32 = bits.sum();
        for letter in 0..4 {
            let place = (bits >> (18 - 6 * letter)) & 63;
            text.push(if letter <= three.len() {
                LETTERS[place as usize].into()
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_as_the_standard_has_it() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("\u{3ff}\u{3bf}", "z7/Ovw=="),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
