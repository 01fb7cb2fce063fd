//! Printing values as RON, as a person would write them.
//!
//! ron writes a value; the tree of that text is then laid out: what fits is in one line, boards
//! have aligned columns, drawings begin at the left, maps have an entry a line.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use ron::extensions::Extensions;
use serde::Serialize;

use super::tree::{Node, NodeForm, Tree};

/// A value as RON without a layout, after its name in scenes, if it has one.
pub(crate) fn plain(name: &str, value: &(impl Serialize + ?Sized)) -> String {
    let options = ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES);
    let mut text = String::new();
    // As a trait object, which all that write RON share: it takes long to compile.
    let written = options.to_writer(&mut text as &mut dyn fmt::Write, value);
    written.expect("a value that can be written");
    named(name, text)
}

fn named(name: &str, value: String) -> String {
    match value.as_str() {
        "()" if !name.is_empty() => name.to_owned(),
        _ if value.starts_with('(') => format!("{name}{value}"),
        _ => value,
    }
}

pub(crate) fn printed(value: &(impl Serialize + ?Sized)) -> String {
    laid_out(&plain("", value), 0)
}

/// RON in a readable layout; its lines but the first have this indent or more. Text that is too deep
/// or too long for scenes stays as it is.
pub(crate) fn laid_out(ron: &str, indent: usize) -> String {
    let Ok(tree) = Tree::parse(ron, "value") else {
        return ron.to_owned();
    };
    let mut layout = Layout {
        tree,
        printed: String::with_capacity(ron.len() * 2),
    };
    layout.write(Tree::ROOT, indent);
    layout.printed
}

/// The longest line, unless what is in it belongs together.
const WIDTH: usize = 100;

struct Layout<'t> {
    tree: Tree<'t>,
    printed: String,
}

impl<'t> Layout<'t> {
    /// The values in brackets, each after its name or key. Fields that are `None` are left out, but for patience, which
    /// then is limited.
    fn items(&self, node: Node) -> Vec<(Option<Node>, Node)> {
        match self.tree.form(node) {
            form @ (NodeForm::Struct | NodeForm::Map) => {
                let is_left_out = |key, value| {
                    let is_none = form == NodeForm::Struct && self.tree.text(value) == "None";
                    is_none && self.tree.text(key) != "patience"
                };
                let pairs = self.tree.pairs(node);
                let pairs = pairs.filter(|&(key, value)| !is_left_out(key, value));
                pairs.map(|(key, value)| (Some(key), value)).collect()
            }
            _ => self
                .tree
                .children(node)
                .map(|value| (None, value))
                .collect(),
        }
    }

    fn word(&self, node: Node) -> Cow<'t, str> {
        let text = self.tree.text(node);
        let lines = text.contains("\\n").then(|| self.tree.string(node));
        match lines {
            Some(Ok(lines)) if !lines.contains(['"', '\\', '\r']) => {
                Cow::Owned(format!("\"{lines}\""))
            }
            _ => Cow::Borrowed(text),
        }
    }

    fn range(&self, node: Node) -> Option<(&'t str, &'t str)> {
        let is_number = |it: &str| it.bytes().all(|byte| byte.is_ascii_digit());
        match self.tree.fields(node)?[..] {
            [(_, "start", first), (_, "end", last)] => {
                Some((self.tree.text(first), self.tree.text(last)))
            }
            _ => None,
        }
        .filter(|(first, last)| is_number(first) && is_number(last))
    }

    fn is_board(&self, node: Node) -> bool {
        let is_list = |node| self.tree.form(node) == NodeForm::List;
        let mut rows = self.tree.children(node).peekable();
        is_list(node) && rows.peek().is_some() && rows.all(is_list)
    }

    /// The value in one line; `None` if it needs several.
    fn line(&self, node: Node) -> Option<Cow<'t, str>> {
        let close = match self.tree.form(node) {
            NodeForm::Leaf => return Some(self.word(node)),
            NodeForm::Map if self.tree.children(node).next().is_some() => return None,
            NodeForm::List if self.is_board(node) => return None,
            NodeForm::List => ']',
            NodeForm::Map => '}',
            NodeForm::Tuple | NodeForm::Struct => ')',
        };
        if let Some((first, last)) = self.range(node) {
            let range = || Cow::Owned(format!("{first}..={last}"));
            return Some(if first == last {
                Cow::Borrowed(first)
            } else {
                range()
            });
        }
        let items = self.items(node);
        if let (true, Some(name)) = (items.is_empty(), self.tree.name(node)) {
            return Some(Cow::Borrowed(name));
        }
        let mut line = self.tree.opening(node).to_owned();
        for (place, (key, value)) in items.into_iter().enumerate() {
            line += if place == 0 { "" } else { ", " };
            line += &key.map_or(Some(String::new()), |key| {
                Some(format!("{}: ", self.line(key)?))
            })?;
            line += &self.line(value)?;
        }
        line.push(close);
        crate::base::work::count(line.len());
        Some(Cow::Owned(line))
    }

    /// Whether a value belongs into one line, however long: it has no list.
    fn is_compact(&self, node: Node) -> bool {
        self.tree.form(node) != NodeForm::List
            && self
                .items(node)
                .into_iter()
                .all(|(_, value)| self.is_compact(value))
    }

    fn write(&mut self, node: Node, indent: usize) {
        if self.is_board(node) {
            return self.write_rows(node, indent);
        }
        let start = self.printed.rfind('\n').map_or(0, |end| end + 1);
        let room = WIDTH.saturating_sub(self.printed.len() - start + ",".len());
        let is_short = |line: &str| line.lines().next().is_none_or(|line| line.len() <= room);
        let is_scene = self.tree.text(node).starts_with("Scene(");
        match self.line(node).filter(|_| !is_scene) {
            Some(line) if is_short(&line) || self.is_compact(node) => self.printed += &line,
            Some(_) => self.write_items(node, indent, self.tree.form(node) != NodeForm::List),
            None => self.write_items(node, indent, false),
        }
    }

    /// Writes what is in a value, each in a line. If `is_open` and it ends with a list, only each
    /// of that list, as in `At(8, [`.
    fn write_items(&mut self, node: Node, indent: usize, is_open: bool) {
        let items = self.items(node);
        let last = items.last().map(|&(_, last)| last);
        let is_open = is_open && last.is_some_and(|last| self.tree.form(last) == NodeForm::List);
        let (inside, end) = if is_open {
            (indent, ", ")
        } else {
            (indent + 4, ",")
        };
        self.printed += self.tree.opening(node);
        for (key, value) in items {
            if !is_open {
                begin_line(&mut self.printed, inside);
            }
            if let Some(key) = key {
                self.write(key, inside);
                self.printed += ": ";
            }
            let is_last = Some(value) == last && is_open;
            let is_expect = key.is_some_and(|key| self.tree.text(key) == "expect");
            if is_last || is_expect {
                self.write_items(value, inside, false);
            } else {
                self.write(value, inside);
            }
            self.printed += if is_last { "" } else { end };
        }
        if !is_open {
            begin_line(&mut self.printed, indent);
        }
        let text = self.tree.text(node);
        self.printed += &text[text.len() - 1..];
    }

    fn write_rows(&mut self, node: Node, indent: usize) {
        let rows = || self.tree.children(node).map(|row| self.tree.children(row));
        let lengths = rows()
            .flatten()
            .filter_map(|cell| Some(self.line(cell)?.chars().count()));
        let width = lengths.max().unwrap_or(0);
        let mut printed = String::from("[");
        for row in rows() {
            begin_line(&mut printed, indent + 4);
            for (place, cell) in row.enumerate() {
                let cell = self.line(cell).unwrap_or_default();
                let start = if place == 0 { "[" } else { ", " };
                let _ = write!(printed, "{start}{cell:>width$}");
            }
            printed += "],";
        }
        begin_line(&mut printed, indent);
        self.printed += &printed;
        self.printed.push(']');
    }
}

fn begin_line(printed: &mut String, indent: usize) {
    let _ = write!(printed, "\n{:indent$}", "");
}
