//! A draft: a scene as a text whose parts are known, and the text with a change.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use crate::base::grid::{Grid, Position};
use crate::scene::{CheckedScene, Node, NodeForm, Tree};

/// A scene, its text without a layout, and where the parts of its ingredients are.
pub(super) struct Draft {
    pub(super) scene: CheckedScene,
    pub(super) text: String,
    size: [Range<usize>; 2],
    /// What can be left out, a list for each list, map, text and field: where each of its items begins,
    /// and where the last one ends.
    pub(super) lists: Vec<Vec<usize>>,
    pub(super) numbers: Vec<Range<usize>>,
    /// Positions in the grid, but for keys.
    pub(super) points: Vec<(Range<usize>, Position)>,
    /// The entries of maps by positions: each entry, and its key.
    entries: Vec<(Range<usize>, Range<usize>, Position)>,
    /// Lists of as many lists as there are rows, of as many values as there are columns: the list of rows, and those
    /// of their values, as in `lists`.
    boards: Vec<(Vec<usize>, Vec<Vec<usize>>)>,
}

/// A change that makes a scene smaller.
pub(super) enum Edit {
    /// Leaves out what is in this range.
    Without(Range<usize>),
    /// Writes this in place of what is in this range.
    Put(Range<usize>, String),
    /// Cuts these rows and these columns out of the grid.
    Cut([Range<u32>; 2]),
    /// Writes this text instead, which leads to the same world with the same seed alone.
    Whole(String),
    /// Changes the seed alone, to a lower one.
    Seed,
}

impl Edit {
    /// The seeds that are tried with it, where this was the seed before.
    pub(super) fn seeds(&self, seed: u64) -> impl Iterator<Item = u64> {
        let (first, others) = match self {
            Self::Seed => (None, super::SEEDS.min(seed)),
            Self::Whole(_) => (Some(seed), 0),
            _ => (Some(seed), super::SEEDS),
        };
        first
            .into_iter()
            .chain((0..others).filter(move |it| Some(*it) != first))
    }
}

/// The fields of scenes that are no part to be left out.
const KEPT: [&str; 3] = ["seed", "grid", "expect"];

/// The field of ingredients whose number is none of time or room that they need, but of them.
const COUNT: &str = "count";

impl Draft {
    pub(super) fn new(scene: CheckedScene) -> Self {
        let text = scene.plain();
        let (size, lists, numbers, points, entries, boards) = Default::default();
        let mut draft = Self {
            scene,
            text,
            size,
            lists,
            numbers,
            points,
            entries,
            boards,
        };
        let text = draft.text.clone();
        if let Ok(tree) = Tree::parse(&text, "scene") {
            draft.find_parts(&tree);
        }
        draft
    }

    fn find_parts(&mut self, tree: &Tree<'_>) {
        let fields = tree.fields(Tree::ROOT).unwrap_or_default();
        let bounds = bounds(tree, fields.iter().map(|it| (it.0, it.2)));
        for (&(_, name, value), bounds) in fields.iter().zip(bounds.windows(2)) {
            if !KEPT.contains(&name) {
                self.lists.push(bounds.to_vec());
            }
            match name {
                "grid" => {
                    let sides = tree.fields(value).unwrap_or_default();
                    let side = |name| {
                        sides
                            .iter()
                            .find(|it| it.1 == name)
                            .map(|it| tree.range(it.2))
                    };
                    self.size = ["rows", "columns"].map(|name| side(name).unwrap_or_default());
                }
                "name" | "seed" | "text" | "expect" => {}
                _ => self.find_parts_in(tree, value, false),
            }
        }
    }

    /// Finds the parts of a value; `is_lowered` if it can be lowered where it is a whole number.
    fn find_parts_in(&mut self, tree: &Tree<'_>, node: Node, is_lowered: bool) {
        let children = || tree.children(node).map(|it| (it, it));
        match tree.form(node) {
            NodeForm::Leaf => {
                self.find_parts_of_word(tree.text(node), tree.range(node), is_lowered)
            }
            NodeForm::Tuple => match self.point(tree, node) {
                Some(at) => self.points.push((tree.range(node), at)),
                None => tree
                    .children(node)
                    .for_each(|it| self.find_parts_in(tree, it, false)),
            },
            NodeForm::List => {
                let list = bounds(tree, children());
                if self.is_board(tree, node) {
                    let rows = tree.children(node);
                    let rows = rows.map(|row| bounds(tree, tree.children(row).map(|it| (it, it))));
                    self.boards.push((list, rows.collect()));
                    let squares = tree.children(node).flat_map(|row| tree.children(row));
                    squares.for_each(|it| self.find_parts_in(tree, it, true));
                } else {
                    self.lists.push(list);
                    tree.children(node)
                        .for_each(|it| self.find_parts_in(tree, it, true));
                }
            }
            NodeForm::Map => {
                let list = bounds(tree, tree.pairs(node));
                for ((key, value), entry) in tree.pairs(node).zip(list.windows(2)) {
                    if let Some(at) = self.point(tree, key) {
                        self.entries.push((entry[0]..entry[1], tree.range(key), at));
                    }
                    self.find_parts_in(tree, value, true);
                }
                self.lists.push(list);
            }
            NodeForm::Struct => {
                for (_, name, value) in tree.fields(node).unwrap_or_default() {
                    self.find_parts_in(tree, value, name == COUNT);
                }
            }
        }
    }

    /// Finds the words of a string, or the letters of a short one; or notes a number.
    fn find_parts_of_word(&mut self, word: &str, at: Range<usize>, is_lowered: bool) {
        let is_whole = word.bytes().all(|byte| byte.is_ascii_digit());
        let is_sign = word.starts_with('\'');
        if let Some(inside) = word.strip_prefix('"').and_then(|it| it.strip_suffix('"')) {
            let starts = inside.char_indices().filter(|&(place, letter)| {
                let is_first = inside[..place].ends_with(' ') || place == 0;
                if inside.contains(' ') {
                    is_first && letter != ' '
                } else {
                    inside.len() <= 4
                }
            });
            let mut list: Vec<_> = starts.map(|(place, _)| at.start + 1 + place).collect();
            list.push(at.end - 1);
            if !inside.contains('\\') {
                self.lists.push(list);
            }
        } else if (is_whole || is_sign) && is_lowered || !is_whole && word.parse::<f64>().is_ok() {
            self.numbers.push(at);
        }
    }

    /// The position in the grid that a value is.
    fn point(&self, tree: &Tree<'_>, node: Node) -> Option<Position> {
        let parts = tree
            .items(node, NodeForm::Tuple)
            .filter(|_| tree.name(node).is_none())?;
        let parts: Option<Vec<u32>> = parts.iter().map(|&it| tree.text(it).parse().ok()).collect();
        let [row, column] = parts?[..] else {
            return None;
        };
        let is_inside = (1..=self.scene.grid.rows).contains(&row)
            && (1..=self.scene.grid.columns).contains(&column);
        is_inside.then(|| Position::new(row, column))
    }

    fn is_board(&self, tree: &Tree<'_>, node: Node) -> bool {
        let Grid { rows, columns } = self.scene.grid;
        let is_row = |row| {
            tree.form(row) == NodeForm::List && tree.children(row).count() == columns as usize
        };
        tree.children(node).count() == rows as usize && tree.children(node).all(is_row)
    }

    /// The text with a change; `None` if that would be another case: positions that differ would be the same, or
    /// one inside the grid would be at its edge, or the other way round.
    pub(super) fn with(&self, change: &Edit) -> Option<String> {
        match change {
            Edit::Without(part) => Some(self.edited(vec![(part.clone(), String::new())])),
            Edit::Put(part, text) => Some(self.edited(vec![(part.clone(), text.clone())])),
            Edit::Whole(text) => Some(text.clone()),
            Edit::Seed => Some(self.text.clone()),
            Edit::Cut(cut) => self.cut(cut),
        }
    }

    /// The text with some parts replaced; those inside another one are left out with it.
    fn edited(&self, mut edits: Vec<(Range<usize>, String)>) -> String {
        edits.sort_by_key(|(at, _)| (at.start, Reverse(at.end)));
        let (mut text, mut end) = (String::with_capacity(self.text.len()), 0);
        for (at, new) in edits.into_iter().filter(|(at, _)| !at.is_empty()) {
            let Some(between) = self.text.get(end..at.start) else {
                continue;
            };
            text += between;
            text += &new;
            end = at.end;
        }
        text + &self.text[end..]
    }

    fn cut(&self, [rows, columns]: &[Range<u32>; 2]) -> Option<String> {
        let Grid {
            rows: height,
            columns: width,
        } = self.scene.grid;
        let grid = Grid {
            rows: height - (rows.end - rows.start),
            columns: width - (columns.end - columns.start),
        };
        let moved =
            |at: Position| Position::new(behind(at.row, rows).0, behind(at.column, columns).0);
        let points: Vec<_> = self.points.iter().map(|it| moved(it.1)).collect();
        if !self.keeps(&points, grid) {
            return None;
        }
        let places = self.points.iter().zip(&points);
        let mut edits: Vec<_> = places
            .map(|(it, at)| (it.0.clone(), written(*at)))
            .collect();
        let [height, width] = self.size.clone();
        edits.extend([
            (height, grid.rows.to_string()),
            (width, grid.columns.to_string()),
        ]);
        for (entry, key, at) in &self.entries {
            let is_kept = behind(at.row, rows).1 && behind(at.column, columns).1;
            let at = written(moved(*at));
            edits.push(if is_kept {
                (key.clone(), at)
            } else {
                (entry.clone(), String::new())
            });
        }
        let without = |list: &[usize], cut: &Range<u32>| {
            (
                list[cut.start as usize - 1]..list[cut.end as usize - 1],
                String::new(),
            )
        };
        for (board, squares) in &self.boards {
            edits.push(without(board, rows));
            edits.extend(squares.iter().map(|row| without(row, columns)));
        }
        Some(self.edited(edits))
    }

    /// Whether points that become these in a grid of this size stay different, inside and at the edge.
    pub(super) fn keeps(&self, points: &[Position], grid: Grid) -> bool {
        let before = || self.points.iter().map(|it| it.1);
        let pairs: BTreeSet<_> = before().zip(points).collect();
        let count = pairs.len();
        let stays = |before: u32, now: u32, last: u32, last_now: u32| {
            let is_edge = before == 1 || before == last;
            (before != 1 || now == 1)
                && (before != last || now == last_now)
                && (is_edge || now > 1 && now < last_now)
        };
        let Grid { rows, columns } = self.scene.grid;
        count == before().collect::<BTreeSet<_>>().len()
            && count == points.iter().collect::<BTreeSet<_>>().len()
            && pairs.iter().all(|(before, now)| {
                stays(before.row, now.row, rows, grid.rows)
                    && stays(before.column, now.column, columns, grid.columns)
            })
    }
}

pub(super) fn written(at: Position) -> String {
    format!("({},{})", at.row, at.column)
}

/// Where items begin, each from its name or key to its value, and where the last one ends.
fn bounds(tree: &Tree<'_>, items: impl Iterator<Item = (Node, Node)>) -> Vec<usize> {
    let (mut bounds, mut end) = (Vec::new(), 0);
    for (first, last) in items {
        bounds.push(tree.range(first).start);
        end = tree.range(last).end;
    }
    bounds.push(end);
    bounds
}

/// What a row or a column is called behind a cut, and whether it is none of those that were cut; for these,
/// the one before them.
fn behind(line: u32, cut: &Range<u32>) -> (u32, bool) {
    match line {
        _ if line < cut.start => (line, true),
        _ if line >= cut.end => (line - (cut.end - cut.start), true),
        _ => ((cut.start - 1).max(1), false),
    }
}
