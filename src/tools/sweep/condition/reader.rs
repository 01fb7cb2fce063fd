//! Parses conditions.

use super::super::columns::Columns;
use super::{Node, Operand, Sign};
use crate::base::limits;
use crate::registry::measure::{Value, ValueKind};

/// A text, and how far it has been read.
pub(super) struct Reader<'t, 'c> {
    rest: &'t str,
    columns: &'c mut Columns,
    /// How many more levels of nesting are allowed.
    levels: usize,
}

impl<'t, 'c> Reader<'t, 'c> {
    pub(super) fn of(text: &'t str, columns: &'c mut Columns) -> Self {
        Self { rest: text, columns, levels: limits::NESTING }
    }

    /// Reads the whole text.
    pub(super) fn all(&mut self) -> Result<Node, String> {
        let node = self.either()?;
        match self.rest.trim_start() {
            "" => Ok(node),
            _ => Err(self.expected("`and`, `or` or the end")),
        }
    }

    fn either(&mut self) -> Result<Node, String> {
        let mut nodes = vec![self.both()?];
        while self.takes_word("or") {
            nodes.push(self.both()?);
        }
        Ok(single(nodes).unwrap_or_else(Node::Or))
    }

    fn both(&mut self) -> Result<Node, String> {
        let mut nodes = vec![self.one()?];
        while self.takes_word("and") {
            nodes.push(self.one()?);
        }
        Ok(single(nodes).unwrap_or_else(Node::And))
    }

    fn one(&mut self) -> Result<Node, String> {
        let Some(levels) = self.levels.checked_sub(1) else {
            return Err(format!("expected at most {} levels", limits::NESTING));
        };
        self.levels = levels;
        let node = if self.takes_word("not") {
            Node::Not(Box::new(self.one()?))
        } else if self.takes("(") {
            let node = self.either()?;
            if !self.takes(")") {
                return Err(self.expected("`and`, `or` or `)`"));
            }
            node
        } else {
            self.comparison()?
        };
        self.levels += 1;
        Ok(node)
    }

    fn comparison(&mut self) -> Result<Node, String> {
        let (one, one_kind) = self.operand()?;
        let sign = self.sign()?;
        let (other, other_kind) = self.operand()?;
        if one_kind != other_kind {
            return Err("a number is compared with a word, expected the same kind".to_owned());
        }
        Ok(Node::Compared(one, sign, other))
    }

    fn sign(&mut self) -> Result<Sign, String> {
        const SIGNS: [(&str, Sign); 7] = [
            ("==", Sign::Equal),
            ("!=", Sign::Unequal),
            ("<=", Sign::AtMost),
            (">=", Sign::AtLeast),
            ("=", Sign::Equal),
            ("<", Sign::Less),
            (">", Sign::Greater),
        ];
        let found = SIGNS.iter().find(|(sign, _)| self.takes(sign));
        found
            .map(|&(_, sign)| sign)
            .ok_or_else(|| self.expected("`=`, `!=`, `<`, `<=`, `>` or `>=`"))
    }

    fn operand(&mut self) -> Result<(Operand, ValueKind), String> {
        for quote in ["\"", "'"] {
            if self.takes(quote) {
                let Some((word, rest)) = self.rest.split_once(quote) else {
                    return Err(self.expected(&format!("a closing {quote}")));
                };
                self.rest = rest;
                return Ok((Operand::Word(word.to_owned()), ValueKind::Word));
            }
        }
        let word = self.word();
        if word.is_empty() {
            return Err(self.expected("a column, a number or a word in quotes"));
        }
        self.rest = &self.rest.trim_start()[word.len()..];
        match Value::of_text(word) {
            Value::Word(word) if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                Err(format!("found `{word}`, expected a finite number"))
            }
            Value::Word(name) => {
                let index = self.columns.index_of(name)?;
                Ok((Operand::Column(index), self.columns.kind(index)))
            }
            Value::Whole(whole) => Ok((Operand::Number(Value::Whole(whole)), ValueKind::Number)),
            number => {
                let real = number.number().unwrap_or_default();
                Ok((Operand::Number(Value::Real(real)), ValueKind::Number))
            }
        }
    }

    /// The letters, digits and path characters that come next.
    fn word(&self) -> &'t str {
        let rest = self.rest.trim_start();
        let is_in = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '[' | ']' | '-' | '+');
        &rest[..rest.find(|c| !is_in(c)).unwrap_or(rest.len())]
    }

    fn takes_word(&mut self, word: &str) -> bool {
        self.word() == word && self.takes(word)
    }

    fn takes(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expected(&self, what: &str) -> String {
        match self.rest.trim_start() {
            "" => format!("found the end, expected {what}"),
            rest => format!("found `{rest}`, expected {what}"),
        }
    }
}

/// The only one of several, or all of them.
fn single(mut nodes: Vec<Node>) -> Result<Node, Vec<Node>> {
    match nodes.pop() {
        Some(node) if nodes.is_empty() => Ok(node),
        last => Err(nodes.into_iter().chain(last).collect()),
    }
}
