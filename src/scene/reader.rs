//! Reading a text of RON whose outer structs are open: their fields and names are only known at run
//! time. What they hold is read by serde, by its type; all errors are collected.

use serde::de::DeserializeOwned;

use super::Scene;
use super::tree::{Node, NodeForm, NodeReader, Problem, Tree, ValueError, Wrong};
use super::wording::{missing_fields, one_without_quotes, similar, unknown_field, unknown_name};
use crate::base::grid::Grid;
use crate::base::limits;
use crate::base::report::{Fault, FaultKind, TextError};
use crate::base::scene_fault::SceneStep;

#[derive(Default)]
pub(crate) struct RonReader<'t> {
    tree: Tree<'t>,
    faults: Vec<Fault>,
    more: usize,
    /// The kinds of open structs read so far, each with its fields.
    open: Vec<(&'static str, Vec<&'static str>)>,
    /// A field of one of them that is in another struct.
    misplaced: Option<Fault>,
    /// Where something was left out, as bytes of the text: errors of values around it are not reported.
    gaps: Vec<usize>,
}

impl<'t> RonReader<'t> {
    pub(crate) fn new(text: &'t str, kind: &'static str) -> Result<Self, TextError> {
        let tree = Tree::parse(text, kind).map_err(|fault| TextError::one_fault(text, *fault))?;
        Ok(Self {
            tree,
            ..Self::default()
        })
    }

    pub(crate) const ROOT: Node = Tree::ROOT;

    /// Reads a value, and reports all its errors. If there are any, returns it with blanks in their
    /// place, or without what cannot be blank, if that can be read.
    pub(crate) fn value<T: DeserializeOwned>(&mut self, node: Node) -> Option<T> {
        let before = self.faults.len() + self.more;
        loop {
            let value = NodeReader::new(&self.tree, node);
            let error = match T::deserialize(value) {
                Ok(value) => return Some(value),
                Err(error) => *error.or_at(&self.tree, node).0,
            };
            self.go_on(node, error, |tree, node| {
                T::deserialize(NodeReader::new(tree, node)).err()
            })?;
            if self.faults.len() + self.more - before >= limits::FAULTS {
                return None;
            }
        }
    }

    /// Reports an error of a value, and notes in the tree how to read on: what is blank, left out, or meant.
    /// `read` reads the value again. `None` if that cannot be.
    fn go_on(
        &mut self,
        node: Node,
        error: Wrong,
        read: fn(&Tree, Node) -> Option<ValueError>,
    ) -> Option<()> {
        let (at, about) = error
            .at
            .clone()
            .unwrap_or_else(|| (self.tree.range(node), node));
        let part = error.part.unwrap_or(node);
        let kind = error.kind;
        // Some errors only follow from what is blank or left out.
        let follows = self.tree.has_wrong(part)
            && match error.problem {
                Problem::MissingField(field) => self.tree.has_or_had_field(about, field),
                _ => true,
            };
        if !matches!(error.problem, Problem::UnknownField(..)) {
            self.gaps.push(at.start.min(self.tree.range(about).end - 1)); // of a name alone its end
        }
        match error.problem {
            Problem::MissingField(field) if self.tree.missing.contains(&(about, field)) => {
                return None;
            }
            Problem::MissingField(field) if follows => self.tree.missing.push((about, field)),
            Problem::MissingField(first) => {
                let message = self.lacking((node, about), first, error.name, error.fields, read);
                self.report(Fault::new(at, message).of_kind(kind));
            }
            Problem::UnknownField(ref field, known) => {
                self.note_misplaced(field, at.start);
                let is_free = |it: &&_| !self.tree.has_or_had_field(about, it);
                match similar(field, known).filter(is_free) {
                    Some(meant) => _ = self.tree.meant.insert(part, meant),
                    None => _ = self.tree.blank.insert(part),
                }
                self.report(Fault::new(at, error.message()).of_kind(kind));
            }
            problem => {
                let message = Wrong { problem, ..error }.message();
                if !follows && !message.is_empty() {
                    self.report(Fault::new(at, message).of_kind(kind));
                }
                let is_new = self.tree.blank.insert(part) || self.tree.wrong.insert(part);
                if part == node || !is_new {
                    return None;
                }
            }
        }
        Some(())
    }

    fn lacking(
        &mut self,
        (node, about): (Node, Node),
        first: &'static str,
        name: Option<&'static str>,
        fields: &[&'static str],
        read: fn(&Tree, Node) -> Option<ValueError>,
    ) -> String {
        let (mut lacking, mut next) = (Vec::new(), Some(first));
        while let Some(field) = next.take() {
            self.tree.missing.push((about, field));
            let error = read(&self.tree, node);
            lacking.push((field, self.tree.names.take()));
            if let Some(ValueError(wrong)) = error.map(|error| error.or_at(&self.tree, node))
                && let Problem::MissingField(field) = wrong.problem
                && wrong.at.is_some_and(|(_, at)| at == about)
                && lacking.iter().all(|(it, _)| *it != field)
            {
                next = Some(field);
            }
        }
        let is_other = |field: &&str| {
            let is_lacking = lacking.iter().any(|(it, _)| it == field);
            !is_lacking && !self.tree.has_or_had_field(about, field)
        };
        let others: Vec<_> = fields.iter().copied().filter(is_other).collect();
        let name = self.tree.name(about).or(name);
        missing_fields(
            &lacking,
            &others,
            name,
            self.tree.form(about) == NodeForm::Leaf,
        )
    }

    /// Lets the corners and the centre of a grid be given by name.
    pub(crate) fn name_positions(&mut self, grid: Grid) {
        self.tree.grid = Some(grid);
    }

    pub(crate) fn optional<T: DeserializeOwned>(&mut self, node: Node) -> Option<T> {
        self.tree.optional(node).and_then(|node| self.value(node))
    }

    pub(crate) fn some(&self, node: Node) -> Option<Node> {
        self.tree.optional(node)
    }

    /// The fields of a struct, whose name may be omitted, each with its value. Reports other fields
    /// than `known`, and those of `required` that are missing, which may have an example, as in `at: (1, 2)`.
    pub(crate) fn structure(
        &mut self,
        node: Node,
        struct_name: &'static str,
        known: &[&'static str],
        required: &[&'static str],
    ) -> Vec<(&'static str, Node)> {
        if self.open.iter().all(|(other, _)| *other != struct_name) {
            self.open.push((struct_name, known.to_vec()));
        }
        let other_name = self.tree.name(node).is_some_and(|name| name != struct_name);
        let Some(fields) = self.tree.fields(node).filter(|_| !other_name) else {
            let fault = self.tree.expected(node, &format!("`{struct_name}(`"));
            self.report(fault);
            return Vec::new();
        };
        let all_known = fields.iter().all(|(_, name, _)| known.contains(name));
        let mut found: Vec<(&'static str, Node)> = Vec::new();
        for &(place, name, value) in &fields {
            let (kind, message) = match known.iter().find(|&&it| it == name) {
                None => {
                    let message = unknown_field(name, Some(struct_name), known);
                    let hint = or_of(struct_name, name, known);
                    (FaultKind::UnknownName, message + hint)
                }
                Some(known) if found.iter().any(|(it, _)| it == known) => {
                    let message = format!("a second `{known}`, expected the field once");
                    (FaultKind::Invalid, message)
                }
                Some(known) => {
                    found.push((known, value));
                    continue;
                }
            };
            let at = self.tree.range(place);
            self.note_misplaced(name, at.start);
            self.gaps.push(at.start);
            self.report(Fault::new(at, message).of_kind(kind));
            let is_free = |it: &&_| fields.iter().all(|(_, name, _)| name != it);
            if let Some(meant) = similar(name, known).filter(is_free) {
                self.tree.meant.insert(place, meant);
                found.push((meant, value));
            }
        }
        // A field that is missing may be the one with a wrong name.
        let missing = required.iter().filter(|_| all_known);
        let missing = missing.map(|it| it.split_once(": ").unwrap_or((it, "…")));
        let missing = missing.filter(|(field, _)| !found.iter().any(|(name, _)| name == field));
        let end = self.tree.close(node);
        for (field, form) in missing {
            let message = missing_fields(&[(field, &[form])], &[], Some(struct_name), false);
            self.report(Fault::new(end..end, message).of_kind(FaultKind::Missing));
        }
        found
    }

    /// Returns true if a value is this name alone.
    pub(crate) fn is_named(&self, node: Node, name: &str) -> bool {
        self.tree.name(node) == Some(name) && self.tree.form(node) == NodeForm::Leaf
    }

    pub(crate) fn list(&mut self, node: Node) -> Vec<Node> {
        self.tree.items(node, NodeForm::List).unwrap_or_else(|| {
            self.gaps.push(self.tree.range(node).start);
            let fault = self.tree.expected(node, "a list in `[` and `]`");
            self.report(fault);
            Vec::new()
        })
    }

    /// The values in the brackets of a name; errors call them `expected`.
    pub(crate) fn parts<const N: usize>(
        &mut self,
        node: Node,
        expected: &str,
    ) -> Option<[Node; N]> {
        let parts = self
            .tree
            .items(node, NodeForm::Tuple)
            .and_then(|parts| parts.try_into().ok());
        if parts.is_none() {
            let fault = Fault {
                at: self.tree.range(node),
                ..self.tree.expected(node, expected)
            };
            self.report(fault);
        }
        parts
    }

    /// Whether a name is one of these, whatever its case and signs between its words; reports it with what to write instead.
    pub(crate) fn is_known<'n>(
        &mut self,
        node: Node,
        mut all: impl Iterator<Item = (&'n str, &'n str)>,
    ) -> bool {
        let plain = |name: &str| {
            let letters = name.chars().filter(char::is_ascii_alphanumeric);
            letters.map(|c| c.to_ascii_lowercase()).collect::<String>()
        };
        let Some(found) = self.tree.name(node) else {
            return false;
        };
        let Some((_, instead)) = all.find(|(name, _)| plain(name) == plain(found)) else {
            return false;
        };
        let message = format!("unknown name `{found}`, expected {instead}");
        self.report(Fault::new(self.tree.head(node), message).of_kind(FaultKind::UnknownName));
        true
    }

    pub(crate) fn named<T>(
        &mut self,
        node: Node,
        all: impl IntoIterator<Item = (&'static str, T)>,
    ) -> Option<T> {
        let (names, mut all): (Vec<_>, Vec<_>) = all.into_iter().unzip();
        let Some(found) = self.tree.name(node) else {
            let expected = one_without_quotes(self.tree.text(node), &names);
            let fault = self.tree.expected(node, &expected);
            self.report(fault);
            return None;
        };
        let place = names.iter().position(|&name| name == found).or_else(|| {
            let message = unknown_name(found, &names);
            let fault = Fault::new(self.tree.head(node), message);
            self.report(fault.of_kind(FaultKind::UnknownName));
            let meant = similar(found, &names)?;
            self.tree.meant.insert(node, meant);
            names.iter().position(|&name| name == meant)
        })?;
        Some(all.swap_remove(place))
    }

    /// Returns what is in the quotes of a string, with its escapes.
    pub(crate) fn string(&self, node: Node) -> Option<&'t str> {
        let content = self.tree.content(node)?;
        Some(&self.tree.text[content])
    }

    /// Returns true if a struct has this field, which scenes no longer have; reports it with what to write instead.
    pub(crate) fn has_old_field(&mut self, node: Node, field: &str, instead: &str) -> bool {
        let fields = self.tree.fields(node).unwrap_or_default();
        let Some((place, ..)) = fields.iter().find(|(_, name, _)| *name == field) else {
            return false;
        };
        let message = format!("unknown field `{field}`, expected {instead}");
        let fault = Fault::new(self.tree.range(*place), message);
        self.report(fault.of_kind(FaultKind::UnknownName));
        true
    }

    /// Reports an error of what a string says, at its place there, unless escapes hide that.
    pub(crate) fn report_inside(&mut self, node: Node, Fault { at, message, kind }: Fault) {
        self.gaps.push(self.tree.range(node).start);
        let content = self.tree.content(node).filter(|_| self.tree.is_plain(node));
        let at = content.map_or(self.tree.range(node), |it| {
            it.start + at.start..it.start + at.end
        });
        self.report(Fault::new(at, message).of_kind(kind));
    }

    pub(crate) fn check_is_alone(&mut self, node: Node) {
        if self.tree.form(node) != NodeForm::Leaf {
            let fault = self.tree.expected(node, "a name alone");
            self.report(fault);
        }
    }

    /// Leaves a value out that could not be read, when others are counted.
    pub(crate) fn leave_out(&mut self, node: Node) {
        self.tree.wrong.insert(node);
        self.gaps.push(self.tree.range(node).start);
    }

    fn report(&mut self, fault: Fault) {
        if self.faults.len() < limits::FAULTS {
            self.faults.push(fault);
        } else {
            self.more += 1;
        }
    }

    /// Checks what could be read of a scene with errors, so that all are known at once: but not values
    /// of which something was left out, as errors may only follow from that.
    pub(crate) fn check(&mut self, scene: &Scene) {
        let has_errors = !self.faults.is_empty();
        let Some(found) = has_errors.then(|| scene.check().err()).flatten() else {
            return;
        };
        let places = self
            .tree
            .places(found.faults.iter().map(|fault| &fault.path));
        for (fault, at) in found.faults.iter().zip(places) {
            if !self.gaps.iter().any(|gap| at.contains(gap)) {
                let is_index = |it: &SceneStep| matches!(it, SceneStep::Index(_));
                // What was left out does not count.
                let is_moved = !self.tree.wrong.is_empty() && fault.path.0.iter().any(is_index);
                let message = if is_moved {
                    fault.message.clone()
                } else {
                    fault.to_string()
                };
                self.report(Fault::new(at, message).of_kind(fault.kind));
            }
        }
        self.more += found.more;
    }

    /// Notes a field that belongs to an open struct around: in a text without a closing bracket,
    /// the bracket is missing before it.
    fn note_misplaced(&mut self, field: &str, at: usize) {
        let around = self
            .open
            .iter()
            .rev()
            .find(|(_, fields)| fields.contains(&field));
        if let (Some((name, _)), None, Some(_)) = (around, &self.misplaced, &self.tree.unclosed) {
            let end = self.tree.end_before(at);
            let message =
                format!("found the field `{field}` of `{name}`, expected a closing `)` before it");
            self.misplaced = Some(Fault::new(end..end, message));
        }
    }

    /// Ends reading.
    ///
    /// # Errors
    /// All errors, in the order of the text.
    pub(crate) fn end(mut self) -> Result<Tree<'t>, TextError> {
        if let Some(unclosed) = self.tree.unclosed.take() {
            let fault = self.misplaced.unwrap_or(unclosed);
            return Err(TextError::one_fault(self.tree.text, fault));
        }
        self.faults.sort_by_key(|fault| fault.at.start);
        if self.faults.is_empty() {
            Ok(self.tree)
        } else {
            Err(TextError::new(self.tree.text, self.faults, self.more))
        }
    }
}

/// Returns what else an unknown field may be, besides a wrong name: that of an ingredient from another crate.
fn or_of(struct_name: &str, field: &str, known: &[&str]) -> &'static str {
    if struct_name == "Scene" && similar(field, known).is_none() {
        "; if it belongs to another crate, a registry with that ingredient is needed"
    } else {
        ""
    }
}
