//! Conditions on rows: `moves >= 100 and not outcome = "stuck"`.
//!
//! ```text
//! condition  = both { "or" both }
//! both       = one { "and" one }
//! one        = "not" one | "(" condition ")" | operand sign operand
//! operand    = column | number | "word" | 'word'
//! sign       = "=" | "==" | "!=" | "<" | "<=" | ">" | ">="
//! ```

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::base::limits;
use crate::registry::measure::{Value, ValueKind};

use super::columns::Columns;

/// A condition that a row must satisfy.
///
/// A comparison with an empty value is false, whichever the operator.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    node: Node,
    /// The columns that it uses: their indices in rows, and their names.
    columns: Vec<(usize, String)>,
}

#[derive(Clone, Debug, PartialEq)]
enum Node {
    /// At least one of them holds.
    Or(Vec<Node>),
    /// All of them hold.
    And(Vec<Node>),
    Not(Box<Node>),
    Compared(Operand, Sign, Operand),
}

#[derive(Clone, Debug, PartialEq)]
enum Operand {
    /// The column at this index in rows.
    Column(usize),
    Number(Value<'static>),
    Word(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Condition {
    /// Reads a condition; rows contain the columns that it uses from then on.
    ///
    /// # Errors
    /// If the text is no condition or names an unknown column: what was found, and what was
    /// expected.
    pub fn read(text: &str, columns: &mut Columns) -> Result<Self, String> {
        let node = Reader::of(text, columns).all()?;
        let mut used = BTreeSet::new();
        node.add_columns(&mut used);
        let name = |index| columns.name(index).unwrap_or_default().to_owned();
        let columns = used.into_iter().map(|index| (index, name(index))).collect();
        Ok(Self { node, columns })
    }

    /// Whether a row satisfies it. The cells must be those of the columns that it was read for; a
    /// missing cell counts as empty.
    #[must_use]
    pub fn holds(&self, cells: &[Value<'_>]) -> bool {
        self.node.holds(cells)
    }

    /// Checks that these columns contain those that it uses, at the same indices.
    pub(super) fn check_is_of(&self, columns: &Columns) -> Result<(), String> {
        match self.columns.iter().find(|(index, name)| columns.name(*index) != Some(name)) {
            Some((_, name)) => Err(format!(
                "the condition was read for other columns, where `{name}` has another index"
            )),
            None => Ok(()),
        }
    }
}

impl Node {
    fn holds(&self, cells: &[Value<'_>]) -> bool {
        match self {
            Self::Or(nodes) => nodes.iter().any(|node| node.holds(cells)),
            Self::And(nodes) => nodes.iter().all(|node| node.holds(cells)),
            Self::Not(one) => !one.holds(cells),
            Self::Compared(one, sign, other) => {
                let order = one.value(cells).compare(other.value(cells));
                order.is_some_and(|order| sign.allows(order))
            }
        }
    }

    /// Adds the indices of the columns that it uses.
    fn add_columns(&self, used: &mut BTreeSet<usize>) {
        match self {
            Self::Or(nodes) | Self::And(nodes) => nodes.iter().for_each(|it| it.add_columns(used)),
            Self::Not(one) => one.add_columns(used),
            Self::Compared(one, _, other) => {
                for operand in [one, other] {
                    if let Operand::Column(index) = operand {
                        used.insert(*index);
                    }
                }
            }
        }
    }
}

impl Operand {
    fn value<'a>(&'a self, cells: &[Value<'a>]) -> Value<'a> {
        match self {
            Self::Column(index) => cells.get(*index).copied().unwrap_or_default(),
            Self::Number(number) => *number,
            Self::Word(word) => Value::Word(word),
        }
    }
}

impl Sign {
    fn allows(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::Unequal => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::AtLeast => order.is_ge(),
        }
    }
}

/// A text, and how far it has been read.
struct Reader<'t, 'c> {
    rest: &'t str,
    columns: &'c mut Columns,
    /// How many more levels of nesting are allowed.
    levels: usize,
}

impl<'t, 'c> Reader<'t, 'c> {
    fn of(text: &'t str, columns: &'c mut Columns) -> Self {
        Self { rest: text, columns, levels: limits::NESTING }
    }

    /// Reads the whole text.
    fn all(&mut self) -> Result<Node, String> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;
    use crate::tools::sweep::Variant;

    const TEXT: &str = "Scene(grid: (rows: 2, columns: 2), generate: Kruskal, text: Lattice)";

    fn columns() -> Columns {
        let registry = Registry::standard();
        let settings = ["text=Lattice".parse().expect("a setting")];
        let variants = Variant::all(&registry, "", TEXT, &settings).expect("a scene");
        let columns = Columns::of(&registry, &variants, &settings);
        columns.showing(["seed", "outcome", "moves", "text"]).expect("columns")
    }

    /// Whether a built world with seed 7 and 40 ticks, without moves, satisfies a condition.
    fn holds(text: &str) -> bool {
        let mut columns = columns();
        let condition = Condition::read(text, &mut columns).expect(text);
        let cells = [
            Value::Whole(7),
            Value::Word("built"),
            Value::Empty,
            Value::Word("Lattice"),
            Value::Whole(40),
        ];
        condition.holds(&cells)
    }

    /// Any number of comparisons is accepted: they follow one another and are not nested.
    #[test]
    fn long_conditions_are_no_deep_ones() {
        let ors = vec!["seed = 6"; 100_000].join(" or ");
        assert!(!holds(&ors) && holds(&format!("{ors} or seed = 7")));
        assert!(holds(&vec!["seed = 7"; 100_000].join(" and ")));
    }

    #[test]
    fn conditions_hold_as_they_read() {
        for text in [
            "seed = 7",
            "seed==7 and outcome='built'",
            "7 <= seed and seed < 7.5 and seed > -1",
            "seed = 1 or seed = 7 and outcome = \"built\"",
            "seed = 7 or seed = 7 and outcome = \"stuck\"",
            "not seed = 8 and not (seed = 9 or seed != 7)",
            "not moves = 3 and not moves != 3",
            "text = 'Lattice'",
            "ticks >= 40 and seed < ticks",
            "((seed >= 7))",
        ] {
            assert!(holds(text), "{text}");
        }
        for text in [
            "seed != 7",
            "seed = 7 and outcome = 'stuck'",
            "(seed = 7 or seed = 7) and outcome = 'stuck'",
            "not not seed = 8",
            "moves >= 0",
            "moves != 3",
            "seed > ticks",
        ] {
            assert!(!holds(text), "{text}");
        }
    }

    #[test]
    fn invalid_conditions_are_refused() {
        for (text, said) in [
            ("", "found the end, expected a column"),
            ("seed", "expected `=`"),
            ("seed 7", "found `7`, expected `=`"),
            ("seed = 7 8", "found `8`, expected `and`"),
            ("(seed = 7", "found the end, expected `and`, `or` or `)`"),
            ("sed = 7", "unknown column `sed`"),
            ("seed = 'x'", "a number is compared with a word"),
            ("outcome = 'x", "expected a closing '"),
            ("seed = 7 and", "found the end"),
        ] {
            let wrong = Condition::read(text, &mut columns()).expect_err(text);
            assert!(wrong.contains(said), "{text}: {wrong}");
        }
        let deep = format!("{}seed = 1", "not ".repeat(1000));
        assert!(Condition::read(&deep, &mut columns()).is_err());
    }
}
