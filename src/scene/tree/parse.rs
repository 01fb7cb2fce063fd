//! Parsing: a text becomes a tree.

use super::lexer::{begins_name, blank, literal, quoted, token, word};
use super::{NodeForm, Span, Tree};
use crate::base::limits;
use crate::base::report::{Fault, FaultKind};
use crate::scene::wording::unknown_name;

impl<'t> Tree<'t> {
    /// The tree of a text that is called a `kind` in messages, or its first error.
    ///
    /// Brackets that the text does not close are closed at its end, and the error is kept.
    pub(crate) fn parse(text: &'t str, kind: &'static str) -> Parsed<Self> {
        if text.len() > limits::TEXT {
            let (found, most) = (text.len(), limits::TEXT);
            let message = format!("a {kind} of {found} bytes, expected at most {most}");
            let fault = Fault::new(0..0, message);
            return Err(fault.of_kind(FaultKind::OverLimit).into());
        }
        crate::base::work::count(text.len());
        let nodes = Vec::with_capacity(1 + separators(text).min(text.len() / 2)); // each has one
        let at = if text.starts_with('\u{feff}') {
            '\u{feff}'.len_utf8()
        } else {
            0
        };
        let mut parser = Parser {
            text,
            at,
            end: at,
            nodes,
            levels: limits::NESTING,
            unclosed: None,
        };
        parser.attributes()?;
        parser.skip();
        let (begin, rest) = (parser.at, parser.rest());
        let mut read = parser.value();
        if read.is_ok() && parser.skip().is_some() {
            read = Err(parser
                .expected(&format!("the end of the file after the {kind}"))
                .into());
        }
        let begins_well = || rest.starts_with(['(', '[']) || rest.starts_with(&title(kind));
        if rest.is_empty() || read.is_err() && !begins_well() {
            parser.at = begin;
            return Err(parser.expected(&format!("`{}(`", title(kind))).into());
        }
        read?;
        let Parser {
            nodes, unclosed, ..
        } = parser;
        Ok(Self {
            text,
            nodes,
            unclosed,
            ..Self::default()
        })
    }
}

/// How many commas, colons and opening brackets a text has: counted in a byte for each piece, as then
/// many are compared at once.
fn separators(text: &str) -> usize {
    let is_one = |byte: &u8| u8::from(matches!(byte, b',' | b':' | b'(' | b'[' | b'{'));
    let pieces = text.as_bytes().chunks(224);
    pieces
        .map(|piece| usize::from(piece.iter().map(is_one).sum::<u8>()))
        .sum()
}

fn title(kind: &str) -> String {
    let (first, rest) = kind.split_at(1);
    first.to_uppercase() + rest
}

/// Extensions that a text may enable; they are on in any case.
const EXTENSIONS: [&str; 4] = [
    "implicit_some",
    "unwrap_newtypes",
    "unwrap_variant_newtypes",
    "explicit_struct_names",
];

/// What stands behind an attribute that is only a note, such as `[schema = "scene.ron"]`.
fn behind_note(attribute: &str) -> Option<&str> {
    let name = attribute.trim_start().strip_prefix('[')?.trim_start();
    let value = name
        .strip_prefix("type")
        .or_else(|| name.strip_prefix("schema"))?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let end = literal(value)
        .filter(|_| value.starts_with(['"', 'r']))?
        .ok()?;
    value[end..].trim_start().strip_prefix(']')
}

/// What was parsed, or the first error: boxed, so that most results fit into registers.
type Parsed<T> = Result<T, Box<Fault>>;

struct Parser<'t> {
    text: &'t str,
    at: usize,
    /// The end of what was read that is neither blank nor a comma.
    end: usize,
    nodes: Vec<Span>,
    levels: usize,
    unclosed: Option<Fault>,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips blanks and comments, up to a comment that does not end; returns what is next.
    #[inline]
    fn skip(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\n'))
            .count();
        if !matches!(self.next(), Some(b'!'..=b'.' | b'0'..=b'~')) {
            self.at = blank(self.text, self.at).unwrap_or_else(|start| start);
        }
        self.next()
    }

    fn expected(&self, expected: &str) -> Fault {
        if self.rest().starts_with("/*") {
            let message = "found `/*`, expected a `*/` at the end of the comment".to_owned();
            return Fault::new(self.at..self.at + 2, message).of_kind(FaultKind::Syntax);
        }
        let at = token(self.text, self.at);
        let hint = match self.rest().chars().next() {
            Some('#') => "; a comment begins with `//`",
            Some('=') => "; a value stands behind a colon",
            _ => "",
        };
        let found = quoted(&self.text[at.clone()]);
        Fault::new(at, format!("found {found}, expected {expected}{hint}"))
            .of_kind(FaultKind::Syntax)
    }

    /// Reads the attributes at the start of the text: extensions of RON that it enables, and names of its type
    /// and schema, which change nothing.
    fn attributes(&mut self) -> Parsed<()> {
        while self.skip() == Some(b'#')
            && let Some(rest) = self.rest().strip_prefix("#!")
        {
            if let Some(after) = behind_note(rest) {
                self.at = self.text.len() - after.len();
                continue;
            }
            let wrong = || self.expected("`#![enable(…)]` with the names of extensions");
            let (names, after) = rest.split_once(']').ok_or_else(wrong)?;
            let names = names
                .trim_start()
                .strip_prefix('[')
                .ok_or_else(wrong)?
                .trim();
            let names = names.strip_prefix("enable").ok_or_else(wrong)?.trim();
            let names = names
                .strip_prefix('(')
                .and_then(|names| names.strip_suffix(')'));
            for name in names.ok_or_else(wrong)?.split(',').map(str::trim) {
                if !name.is_empty() && !EXTENSIONS.contains(&name) {
                    let message = unknown_name(name, &EXTENSIONS);
                    return Err(Fault { message, ..wrong() }.into());
                }
            }
            self.at = self.text.len() - after.len();
        }
        Ok(())
    }

    fn value(&mut self) -> Parsed<()> {
        let Some(first) = self.next() else {
            return Ok(());
        }; // an open bracket is reported
        let (start, node) = (narrow(self.at), self.nodes.len());
        self.nodes.push(Span {
            start,
            end: start,
            after: 0,
            form: NodeForm::Leaf,
        });
        let form = match first {
            b'(' => self.nested(b')')?,
            b'[' => self.nested(b']')?,
            b'{' => self.nested(b'}')?,
            _ => self.leaf_or_named(first)?,
        };
        if self.at < self.text.len() || self.unclosed.is_none() {
            self.end = self.at;
        }
        let (end, after) = (narrow(self.end), narrow(self.nodes.len()));
        self.nodes[node] = Span {
            start,
            end,
            after,
            form,
        };
        Ok(())
    }

    /// Reads a string, a number, a name, or what has a name before its bracket.
    fn leaf_or_named(&mut self, first: u8) -> Parsed<NodeForm> {
        let (start, rest) = (self.at, self.rest());
        if first == b'#' && rest.starts_with("#!") {
            let message =
                "found `#!`, expected extensions at the start of the file only".to_owned();
            let fault = Fault::new(start..start + 2, message);
            return Err(fault.of_kind(FaultKind::Syntax).into());
        }
        if matches!(first, b'"' | b'\'' | b'b' | b'r')
            && let Some(literal) = literal(rest)
        {
            let unended = |_| {
                let hashes = rest.trim_start_matches(['b', 'r']);
                let (hashes, _) = hashes.split_once('"').unwrap_or_default();
                self.expected(&format!("a `\"{hashes}` at the end of the string"))
            };
            self.at += literal.map_err(unended)?;
            return Ok(NodeForm::Leaf);
        }
        let length = word(rest);
        if length == 0 {
            let sign = "a value; a sign stands in quotes: `'?'`";
            return Err(self
                .expected(if first == b'?' { sign } else { "a value" })
                .into());
        }
        self.at += length;
        self.end = self.at;
        if begins_name(rest) && !rest[..length].contains("..") {
            if self.skip() == Some(b'(') {
                return self.nested(b')');
            }
            self.at = self.end;
        }
        Ok(NodeForm::Leaf)
    }

    fn nested(&mut self, close: u8) -> Parsed<NodeForm> {
        let Some(levels) = self.levels.checked_sub(1) else {
            let most = limits::NESTING;
            let fault = self.expected(&format!("at most {most} levels of nesting"));
            return Err(fault.of_kind(FaultKind::OverLimit).into());
        };
        self.levels = levels;
        self.at += 1;
        self.end = self.at;
        let (mut next, mut is_struct) = (self.skip(), None);
        while next.is_some_and(|next| next != close) {
            let first = self.nodes.len();
            self.value()?;
            next = self.skip();
            let has_colon = close != b']' && is_struct != Some(false) && next == Some(b':');
            is_struct.get_or_insert(has_colon);
            if has_colon {
                self.at += 1;
                next = self.skip();
            }
            if close != b']' && next.is_none() {
                break;
            }
            if has_colon && close == b')' && !self.is_name(first) {
                self.at = self.nodes[first].start as usize;
                return Err(self.expected("a name").into());
            }
            if (close == b'}' || is_struct == Some(true)) && !has_colon {
                return Err(self.expected("a colon").into());
            }
            if has_colon {
                self.value()?;
                next = self.skip();
            }
            if next == Some(b',') {
                self.at += 1;
                next = self.skip();
            } else if next.is_some_and(|next| next != close) {
                let close = char::from(close);
                return Err(self
                    .expected(&format!("a comma or a closing `{close}`"))
                    .into());
            }
        }
        if next.is_some() {
            self.at += 1;
        } else {
            let close = char::from(close);
            let message = format!("found the end of the file, expected a closing `{close}`");
            let fault = Fault::new(self.end..self.end, message).of_kind(FaultKind::Syntax);
            self.unclosed.get_or_insert(fault);
        }
        self.levels += 1;
        Ok(match close {
            b']' => NodeForm::List,
            b'}' => NodeForm::Map,
            _ if is_struct == Some(true) => NodeForm::Struct,
            _ => NodeForm::Tuple,
        })
    }

    fn is_name(&self, node: usize) -> bool {
        let Span { start, end, .. } = self.nodes[node];
        let text = &self.text[start as usize..end as usize];
        begins_name(text) && word(text) == text.len()
    }
}

fn narrow(at: usize) -> u32 {
    u32::try_from(at).expect("less than 4 GiB")
}
