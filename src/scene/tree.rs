//! The tree of a text of RON: its values, each with its place.
//!
//! It is made once for a text. Values are read from it by serde, and places of errors, settings and
//! corrections are looked up in it.

mod content;
mod lexer;
mod parse;
mod path;
mod scalar;
mod value;
mod value_error;

pub(crate) use path::{Places, elements, plain_path, with_value};
pub(crate) use value::NodeReader;
pub(crate) use value_error::{Problem, ValueError, Wrong};

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::base::grid::Grid;
use crate::base::report::{Fault, FaultKind};
use lexer::{begins_name, blank, quoted, token, word};

#[derive(Default)]
pub(crate) struct Tree<'t> {
    pub(crate) text: &'t str,
    /// All values, and the names of fields and keys of maps before theirs, each before its content:
    /// in the order of their starts.
    nodes: Vec<Span>,
    /// The error of the text, if it lacks closing brackets.
    pub(crate) unclosed: Option<Fault>,
    /// Values whose errors are known: they are read as blanks, to find out what else is wrong. Names and keys
    /// among them are left out.
    pub(crate) blank: BTreeSet<Node>,
    /// The invalid nodes that have no placeholder; they are left out.
    pub(crate) wrong: BTreeSet<Node>,
    /// Fields that structs lack: they are read as blanks, too.
    pub(crate) missing: Vec<(Node, &'static str)>,
    /// What misspelt names of fields and values were probably meant to be: they are read as those.
    pub(crate) meant: BTreeMap<Node, &'static str>,
    /// The names of which the last blank would be one.
    pub(crate) names: Cell<&'static [&'static str]>,
    /// The grid in which positions have names.
    pub(crate) grid: Option<Grid>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Node(usize);

#[derive(Clone, Copy, Debug)]
struct Span {
    start: u32,
    end: u32,
    after: u32,
    form: NodeForm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeForm {
    /// A number, a string, a name: anything without content.
    Leaf,
    List,
    Map,
    Tuple,
    Struct,
}

impl<'t> Tree<'t> {
    pub(crate) const ROOT: Node = Node(0);

    /// Returns the places of its values, which are also known without the text.
    pub(crate) fn into_places(self) -> Places {
        Places::new(self.nodes)
    }

    pub(crate) fn range(&self, node: Node) -> Range<usize> {
        let Span { start, end, .. } = self.nodes[node.0];
        start as usize..end as usize
    }

    pub(crate) fn text(&self, node: Node) -> &'t str {
        &self.text[self.range(node)]
    }

    /// The name of a value: of a struct, a bare one such as `Perfect`, or that of a field.
    pub(crate) fn name(&self, node: Node) -> Option<&'t str> {
        let text = self.text(node);
        let name = begins_name(text).then(|| &text[..word(text)])?;
        let is_name = !text[name.len()..].starts_with('"'); // as in `r"…"`
        let plain = || name.strip_prefix("r#").unwrap_or(name); // without the mark of raw names
        is_name.then(|| self.meant.get(&node).copied().unwrap_or_else(plain))
    }

    /// The place of a name, or else of the value's first token.
    pub(crate) fn head(&self, node: Node) -> Range<usize> {
        token(self.text, self.range(node).start)
    }

    pub(crate) fn expected(&self, node: Node, expected: &str) -> Fault {
        self.expected_at(self.head(node), expected)
    }

    fn expected_behind(&self, at: usize, expected: &str) -> Fault {
        self.expected_at(
            token(self.text, blank(self.text, at).unwrap_or(at)),
            expected,
        )
    }

    fn expected_at(&self, at: Range<usize>, expected: &str) -> Fault {
        let message = format!(
            "found {}, expected {expected}",
            quoted(&self.text[at.clone()])
        );
        Fault::new(at, message).of_kind(FaultKind::Syntax)
    }

    fn open(&self, node: Node) -> usize {
        let text = self.text(node);
        self.name(node)
            .map_or(0, |_| blank(text, word(text)).unwrap_or(text.len()))
    }

    pub(crate) fn opening(&self, node: Node) -> &'t str {
        &self.text(node)[..=self.open(node)]
    }

    pub(crate) fn form(&self, node: Node) -> NodeForm {
        self.nodes[node.0].form
    }

    /// The values in a value; in structs and maps, names or keys and values in turn.
    pub(crate) fn children(&self, node: Node) -> impl Iterator<Item = Node> {
        let end = self.after(node);
        let is_inside = move |next: &Node| *next < end;
        let first = Some(Node(node.0 + 1)).filter(is_inside);
        std::iter::successors(first, move |&child| {
            Some(self.after(child)).filter(is_inside)
        })
    }

    fn after(&self, node: Node) -> Node {
        Node(self.nodes[node.0].after as usize)
    }

    pub(crate) fn pairs(&self, node: Node) -> impl Iterator<Item = (Node, Node)> {
        let mut children = self.children(node);
        std::iter::from_fn(move || Some((children.next()?, children.next()?)))
    }

    /// The fields of a struct: the node of each name, the name, and its value. `None` if the value
    /// is something else.
    pub(crate) fn fields(&self, node: Node) -> Option<Vec<(Node, &'t str, Node)>> {
        let is_empty = self.form(node) == NodeForm::Tuple && self.children(node).next().is_none();
        let is_struct = is_empty || self.form(node) == NodeForm::Struct;
        let fields = || {
            self.pairs(node)
                .map(|(name, value)| (name, self.name(name).unwrap_or_default(), value))
        };
        is_struct.then(|| fields().collect())
    }

    /// Whether a struct has a field of this name, or one of a wrong name in its place.
    pub(crate) fn has_or_had_field(&self, node: Node, name: &str) -> bool {
        let fields = self.fields(node).unwrap_or_default();
        fields
            .iter()
            .any(|(place, it, _)| *it == name || self.blank.contains(place))
    }

    /// The values in a list or a tuple, which may have a name; `None` if the value is something else.
    pub(crate) fn items(&self, node: Node, form: NodeForm) -> Option<Vec<Node>> {
        (self.form(node) == form).then(|| self.children(node).collect())
    }

    /// An optional value: what `Some` holds, or the bare value; `None` if it is `None`.
    pub(crate) fn optional(&self, node: Node) -> Option<Node> {
        match (
            self.name(node),
            self.items(node, NodeForm::Tuple).as_deref(),
        ) {
            (Some("None"), None) => None,
            (Some("Some"), Some(&[inner])) => Some(inner),
            _ => Some(node),
        }
    }

    /// The place before a value's closing bracket; its end, if it has none.
    pub(crate) fn close(&self, node: Node) -> usize {
        let Range { end, .. } = self.range(node);
        end - usize::from(self.form(node) != NodeForm::Leaf && self.unclosed.is_none())
    }

    pub(crate) fn end_before(&self, at: usize) -> usize {
        let ends = self.nodes.iter().map(|node| node.end as usize);
        ends.filter(|&end| end <= at).max().unwrap_or(at)
    }

    pub(crate) fn has_wrong(&self, node: Node) -> bool {
        let inside = || node..self.after(node);
        [&self.blank, &self.wrong]
            .iter()
            .any(|it| it.range(inside()).next().is_some())
    }
}
