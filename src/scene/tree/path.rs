//! Paths to values, such as `generate.flips` or `doors[(1, 2)].side`, and edits there.

use std::collections::HashMap;
use std::ops::Range;

use serde::de::Deserialize;

use super::{Node, NodeForm, NodeReader, Span, Tree};
use crate::base::grid::Position;
use crate::base::report::{Fault, TextError};
use crate::base::scene_fault::{Item, SceneError, ScenePath, SceneStep};

#[derive(Clone, Copy, Debug)]
enum PathStep<'p> {
    Field(&'p str),
    /// The step to an element of a list or a tuple, from 0.
    Index(usize),
    Key(Position),
    /// The step to the entry of a map whose key is written like this.
    Word(&'p str),
}

/// The deepest existing value on a path.
struct Located {
    /// The value; for the entry of a map its key, too.
    node: Node,
    key: Option<Node>,
    /// How many steps of the path the text lacks: the last ones.
    left: usize,
}

/// The places of all values in the text of a valid scene.
#[derive(Clone, Debug)]
pub(crate) struct Places(Vec<Span>);

impl Places {
    pub(super) fn new(nodes: Vec<Span>) -> Self {
        Self(nodes)
    }

    /// Returns the places of `paths` in the text; each of the deepest existing part, if the text omits the rest.
    pub(crate) fn find<'p>(
        &self,
        text: &str,
        paths: impl IntoIterator<Item = &'p ScenePath>,
    ) -> Vec<Range<usize>> {
        let tree = Tree {
            text,
            nodes: self.0.clone(),
            ..Tree::default()
        };
        tree.places(paths)
    }
}

/// The places of `paths` in the text of a valid scene; each of the deepest existing part, if the
/// text omits the rest.
pub(crate) fn places_of<'p>(
    text: &str,
    paths: impl IntoIterator<Item = &'p ScenePath>,
) -> Vec<Range<usize>> {
    match Tree::parse(text, "scene") {
        Ok(tree) => tree.places(paths),
        Err(fault) => paths.into_iter().map(|_| fault.at.clone()).collect(),
    }
}

impl SceneError {
    /// The faults, each with its place in the text that the scene was read from.
    pub fn locate(&self, text: &str) -> TextError {
        let places = places_of(text, self.faults.iter().map(|fault| &fault.path));
        self.at(text, places)
    }

    pub(crate) fn locate_in(&self, tree: &Tree<'_>) -> TextError {
        self.at(
            tree.text,
            tree.places(self.faults.iter().map(|fault| &fault.path)),
        )
    }

    fn at(&self, text: &str, places: Vec<Range<usize>>) -> TextError {
        let faults = self.faults.iter().zip(places);
        let faults =
            faults.map(|(fault, at)| Fault::new(at, fault.to_string()).of_kind(fault.kind));
        TextError::new(text, faults.collect(), self.more)
    }
}

/// The contents of values that were looked into, as several paths lead through the same lists.
type Contents = HashMap<Node, Vec<Node>>;

impl Tree<'_> {
    pub(crate) fn places<'p>(
        &self,
        paths: impl IntoIterator<Item = &'p ScenePath>,
    ) -> Vec<Range<usize>> {
        let mut contents = Contents::new();
        let places = paths.into_iter().map(|path| {
            let steps = path.0.iter().filter_map(|&step| match step {
                SceneStep::Field(name) => Some(PathStep::Field(name)),
                SceneStep::Index(index) => Some(PathStep::Index(index)),
                SceneStep::Key(at) => Some(PathStep::Key(at)),
                SceneStep::Item(_) => None,
            });
            let steps: Vec<_> = steps.collect();
            let Located { node, key, left } = self.find(&steps, &mut contents);
            let item = path.0.last().and_then(|step| match step {
                SceneStep::Item(item) if left == 0 => self.item(node, item),
                _ => None,
            });
            item.unwrap_or_else(|| self.range(key.unwrap_or(node)))
        });
        places.collect()
    }

    /// The place of an item in a string; `None` if the string has escapes.
    fn item(&self, node: Node, item: &Item) -> Option<Range<usize>> {
        let content = self.content(node).filter(|_| self.is_plain(node))?;
        let place = (item.find)(&self.text[content.clone()], item.index)?;
        Some(content.start + place.start..content.start + place.end)
    }

    fn find(&self, steps: &[PathStep<'_>], contents: &mut Contents) -> Located {
        let mut place = Located {
            node: Self::ROOT,
            key: None,
            left: steps.len(),
        };
        for &step in steps {
            let node = place.node;
            let is_list = matches!(self.form(node), NodeForm::List | NodeForm::Tuple);
            let is_read = |child: &Node| !is_list || !self.wrong.contains(child);
            let content = contents.entry(node);
            let content = content.or_insert_with(|| self.children(node).filter(is_read).collect());
            let mut pairs = content.chunks_exact(2).map(|pair| (pair[0], pair[1]));
            let (is_map, is_struct) = (
                self.form(node) == NodeForm::Map,
                self.form(node) == NodeForm::Struct,
            );
            let found = match step {
                PathStep::Field(name) if is_struct => pairs
                    .find(|&(field, _)| self.name(field) == Some(name))
                    .map(|(_, value)| (None, value)),
                // A string stands for a list with it alone.
                PathStep::Index(0) if self.content(node).is_some() => Some((None, node)),
                PathStep::Index(index) if !is_map && !is_struct => {
                    content.get(index).map(|&node| (None, node))
                }
                PathStep::Key(at) if is_map => pairs
                    .find(|&(key, _)| {
                        Position::deserialize(NodeReader::new(self, key)).is_ok_and(|it| it == at)
                    })
                    .map(|(key, value)| (Some(key), value)),
                PathStep::Word(word) if is_map => pairs
                    .find(|&(key, _)| self.text(key) == word)
                    .map(|(key, value)| (Some(key), value)),
                _ => None,
            };
            let Some((key, node)) = found else { break };
            let node = self.optional(node).unwrap_or(node);
            place = Located {
                node,
                key,
                left: place.left - 1,
            };
        }
        place
    }
}

/// A path as tables name it: positions with a blank, as in `signs[(1, 2)]`. Anything else stays.
pub(crate) fn plain_path(path: &str) -> String {
    let step = |step: &PathStep<'_>| match step {
        PathStep::Field(name) => format!(".{name}"),
        PathStep::Index(index) => format!("[{index}]"),
        PathStep::Key(at) => format!("[{at}]"),
        PathStep::Word(word) => format!("[{word}]"),
    };
    let steps = steps_of(path).map(|steps| steps.iter().map(step).collect::<String>());
    steps.map_or_else(|| path.to_owned(), |steps| steps[1..].to_owned())
}

/// The text of a scene with another value at a path such as `generate.flips`, `numbers[0][2]` or
/// `signs[(1, 2)]`. A missing field is inserted. `Err` if there is no such place.
///
/// The text must be valid; the result may not be, with an unsuitable value.
pub(crate) fn with_value(text: &str, path: &str, value: &str) -> Result<String, Fault> {
    let wrong = |message| Fault::new(0..path.len(), message);
    let steps = steps_of(path).ok_or_else(|| {
        wrong(format!(
            "found the path `{path}`, expected one such as `grid.rows` or `numbers[0][2]`"
        ))
    })?;
    let tree = Tree::parse(text, "scene").map_err(|it| *it)?;
    let Located { node, left, .. } = tree.find(&steps, &mut Contents::new());
    let at = tree.range(node);
    match (left, steps.last()) {
        (0, _) => Ok(format!("{}{value}{}", &text[..at.start], &text[at.end..])),
        (1, Some(PathStep::Field(name))) if tree.fields(node).is_some() => {
            if let Some(field) = tree.field_around(name).filter(|_| steps.len() == 1) {
                let meant = format!("the scene has no `{name}`, did you mean `{field}.{name}`?");
                return Err(wrong(meant));
            }
            let (before, rest) = text.split_at(at.start + tree.open(node) + 1);
            Ok(format!("{before}{name}: {value}, {rest}"))
        }
        _ => Err(wrong(format!(
            "the scene has no place `{path}`, expected one such as `grid.rows`"
        ))),
    }
}

impl Tree<'_> {
    fn field_around(&self, name: &str) -> Option<&str> {
        let has = |node| {
            self.fields(node)
                .is_some_and(|fields| fields.iter().any(|it| it.1 == name))
        };
        let fields = self.fields(Self::ROOT)?;
        fields
            .into_iter()
            .find(|&(_, _, value)| has(value))
            .map(|(_, field, _)| field)
    }
}

fn steps_of(path: &str) -> Option<Vec<PathStep<'_>>> {
    let mut steps = Vec::new();
    let mut rest = path;
    loop {
        let is_in_name = |c: char| c.is_alphanumeric() || c == '_';
        let name = &rest[..rest.find(|c| !is_in_name(c)).unwrap_or(rest.len())];
        steps.push(PathStep::Field(Some(name).filter(|name| !name.is_empty())?));
        rest = &rest[name.len()..];
        while rest.starts_with('[') {
            // The text up to the bracket that closes this one is a list.
            let ends = rest.match_indices(']').map(|(at, _)| at + 1);
            let mut lists = ends.filter_map(|end| Tree::parse(&rest[..end], "path").ok());
            let list = lists.find(|list| list.unclosed.is_none())?;
            let [only] = list.items(Tree::ROOT, NodeForm::List)?[..] else {
                return None;
            };
            let inside = list.text(only);
            if inside.len() + 2 != list.text.len() {
                return None; // there is one way to write a path
            }
            steps.push(match inside.parse::<usize>() {
                Ok(index) if index.to_string() == inside => PathStep::Index(index),
                Ok(_) => return None,
                Err(_) => match Position::deserialize(NodeReader::new(&list, only)) {
                    Ok(at) => PathStep::Key(at),
                    Err(_) => PathStep::Word(inside),
                },
            });
            rest = &rest[list.text.len()..];
        }
        match rest.strip_prefix('.') {
            Some(more) => rest = more,
            None => return rest.is_empty().then_some(steps),
        }
    }
}

/// The comma-separated values in a text, each as written, or what is wrong. A single list in square brackets is
/// replaced by its elements.
pub(crate) fn elements(text: &str) -> Result<Vec<&str>, Fault> {
    let list = format!("[{text}\n]");
    let tree = Tree::parse(&list, "list");
    let tree = tree.and_then(|mut tree| tree.unclosed.take().map_or(Ok(tree), |it| Err(it.into())));
    let tree = tree.map_err(|fault| match fault.message.split_once(", expected ") {
        Some((_, expected)) if fault.at.end > text.len() + 1 && expected.contains("closing") => {
            Fault::new(fault.at, format!("found its end, expected {expected}"))
        }
        _ => *fault,
    })?;
    let mut items = tree.items(Tree::ROOT, NodeForm::List).unwrap_or_default();
    if let [only] = items[..] {
        items = tree.items(only, NodeForm::List).unwrap_or(items);
    }
    let places = items.into_iter().map(|item| tree.range(item));
    Ok(places.map(|at| &text[at.start - 1..at.end - 1]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::johnny::place_of_command;

    const TEXT: &str = "\u{feff}Scene( /* S */ grid: (rows: 1, columns: 2),
        generate: Some(Johnny(start: (1, 1), commands: \"R  U\")), signs: {(1, 2): \"EF\", (9, 0x9): \"\"},
        doors: {(1, 2): (open: [3, 4])}, text: Johnny,
        expect: [Perfect, At(3, [Digest(\"00\"), Solved(moves: 7)])])";

    #[track_caller]
    fn assert_places(expected: &[(&str, &[SceneStep])]) {
        let paths: Vec<_> = expected
            .iter()
            .map(|(_, steps)| ScenePath(steps.to_vec()))
            .collect();
        let places = places_of(TEXT, &paths).into_iter().map(|at| &TEXT[at]);
        assert_eq!(
            places.collect::<Vec<_>>(),
            expected.iter().map(|it| it.0).collect::<Vec<_>>()
        );
    }

    #[test]
    fn values_are_found_by_their_paths() {
        use SceneStep::{Field, Index, Key};

        let (expect, at) = (Field("expect"), |row, column| {
            Key(Position::new(row, column))
        });
        let second = SceneStep::Item(Item {
            what: "command",
            index: 1,
            find: place_of_command,
        });
        assert_places(&[
            ("Solved(moves: 7)", &[expect, Index(1), Index(1), Index(1)]),
            (
                "At(3, [Digest(\"00\"), Solved(moves: 7)])",
                &[expect, Index(1)],
            ),
            ("7", &[expect, Index(1), Index(1), Index(1), Field("moves")]),
            ("\"00\"", &[expect, Index(1), Index(1), Index(0), Index(0)]),
            ("3", &[expect, Index(1), Index(0)]),
            ("Perfect", &[expect, Index(0)]),
            ("U", &[Field("generate"), Field("commands"), second]),
            ("(1, 1)", &[Field("generate"), Field("start")]),
            ("(9, 0x9)", &[Field("signs"), at(9, 9)]),
            ("4", &[Field("doors"), at(1, 2), Field("open"), Index(1)]),
            ("2", &[Field("grid"), Field("columns")]),
        ]);
    }

    #[test]
    fn what_is_left_out_is_at_what_is_around_it() {
        use SceneStep::{Field, Index};

        let whole = &TEXT['\u{feff}'.len_utf8()..];
        assert_places(&[
            (whole, &[]),
            (whole, &[Field("walk"), Field("to")]),
            ("Perfect", &[Field("expect"), Index(0), Field("at")]),
            ("(rows: 1, columns: 2)", &[Field("grid"), Index(4)]),
        ]);
    }

    #[test]
    fn a_value_is_replaced_or_put_in() {
        for (path, value, old, new) in [
            ("grid.rows", "7", "rows: 1", "rows: 7"),
            (
                "grid",
                "(rows: 3, columns: 3)",
                "(rows: 1, columns: 2)",
                "(rows: 3, columns: 3)",
            ),
            ("expect[1][0]", "6", "At(3", "At(6"),
            (
                "generate",
                "Kruskal",
                "Johnny(start: (1, 1), commands: \"R  U\")",
                "Kruskal",
            ),
            ("generate.flips", "0.5", "Johnny(s", "Johnny(flips: 0.5, s"),
            ("seed", "9", "Scene(", "Scene(seed: 9, "),
            ("signs[(9,9)]", "\"NL\"", "0x9): \"\"", "0x9): \"NL\""),
            ("doors[(1, 2)].open[1]", "5", "4", "5"),
            ("doors[( 1,2 )].by", "\"x\"", "(open", "(by: \"x\", open"),
        ] {
            assert_eq!(
                with_value(TEXT, path, value),
                Ok(TEXT.replace(old, new)),
                "{path}"
            );
        }
        for path in [
            "grid.rows.x",
            "generate.start.row",
            "numbers[1]",
            "text.x",
            "a.b",
            "",
            "[0]",
            "grid.",
            "a[x]",
            "a[0",
            "a]0[",
            "a[0]b",
            "a b",
            "expect[01][0]",
            "expect[+0]",
            "expect[0 ]",
            "signs[(1, 1)]",
            "expect[]",
            "expect[0, 1]",
            "grid[0]",
        ] {
            assert!(with_value(TEXT, path, "1").is_err(), "{path}");
        }
    }

    #[test]
    fn values_are_separated_by_commas() {
        for (text, values) in [
            ("1, 2,3", &["1", "2", "3"][..]),
            ("(1, 2), \"a,b\"", &["(1, 2)", "\"a,b\""]),
            ("[[1, 2], [3]]", &["[1, 2]", "[3]"]),
            ("[1], [2]", &["[1]", "[2]"]),
            (
                "Foot(from: (1, 1)), Kruskal,",
                &["Foot(from: (1, 1))", "Kruskal"],
            ),
            ("", &[]),
        ] {
            assert_eq!(elements(text).as_deref(), Ok(values), "{text}");
        }
        for wrong in [",", "1,,2", "1)", "1:2", "1]"] {
            assert!(elements(wrong).is_err(), "{wrong}");
        }
    }
}
