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

use super::columns::Columns;
use super::value::{Kind, Value};
use crate::limits;

/// What must hold of a row.
///
/// A comparison with a value that is empty does not hold, whatever its sign is.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition(Node);

#[derive(Clone, Debug, PartialEq)]
enum Node {
    Or(Box<Node>, Box<Node>),
    And(Box<Node>, Box<Node>),
    Not(Box<Node>),
    Compared(Operand, Sign, Operand),
}

#[derive(Clone, Debug, PartialEq)]
enum Operand {
    /// The column at this place in rows.
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
    /// Reads a condition; the columns that it looks at are in rows from then on.
    ///
    /// # Errors
    /// What was found, and what was expected.
    pub fn read(text: &str, columns: &mut Columns) -> Result<Self, String> {
        let mut reader = Reader { rest: text, columns, levels: limits::NESTING };
        let node = reader.either()?;
        match reader.rest.trim_start() {
            "" => Ok(Self(node)),
            _ => Err(reader.expected("`and`, `or` or the end")),
        }
    }

    /// Whether it holds of a row.
    #[must_use]
    pub fn holds(&self, cells: &[Value<'_>]) -> bool {
        self.0.holds(cells)
    }
}

impl Node {
    fn holds(&self, cells: &[Value<'_>]) -> bool {
        match self {
            Self::Or(one, other) => one.holds(cells) || other.holds(cells),
            Self::And(one, other) => one.holds(cells) && other.holds(cells),
            Self::Not(one) => !one.holds(cells),
            Self::Compared(one, sign, other) => {
                let order = one.value(cells).compare(other.value(cells));
                order.is_some_and(|order| sign.allows(order))
            }
        }
    }
}

impl Operand {
    fn value<'a>(&'a self, cells: &[Value<'a>]) -> Value<'a> {
        match self {
            Self::Column(place) => cells[*place],
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

/// A text, and how far it was read.
struct Reader<'t, 'c> {
    rest: &'t str,
    columns: &'c mut Columns,
    /// How many more levels of nesting there may be.
    levels: usize,
}

impl<'t> Reader<'t, '_> {
    fn either(&mut self) -> Result<Node, String> {
        let mut node = self.both()?;
        while self.takes_word("or") {
            node = Node::Or(Box::new(node), Box::new(self.both()?));
        }
        Ok(node)
    }

    fn both(&mut self) -> Result<Node, String> {
        let mut node = self.one()?;
        while self.takes_word("and") {
            node = Node::And(Box::new(node), Box::new(self.one()?));
        }
        Ok(node)
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
            return Err("a number is compared with a word, expected two of one kind".to_owned());
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

    fn operand(&mut self) -> Result<(Operand, Kind), String> {
        for quote in ["\"", "'"] {
            if self.takes(quote) {
                let Some((word, rest)) = self.rest.split_once(quote) else {
                    return Err(self.expected(&format!("a closing {quote}")));
                };
                self.rest = rest;
                return Ok((Operand::Word(word.to_owned()), Kind::Word));
            }
        }
        let word = self.word();
        if word.is_empty() {
            return Err(self.expected("a column, a number or a word in quotes"));
        }
        self.rest = &self.rest.trim_start()[word.len()..];
        match Value::of_text(word) {
            Value::Word(name) => {
                let place = self.columns.place(name)?;
                Ok((Operand::Column(place), self.columns.kind(place)))
            }
            Value::Whole(whole) => Ok((Operand::Number(Value::Whole(whole)), Kind::Number)),
            number => {
                let real = number.number().unwrap_or_default();
                Ok((Operand::Number(Value::Real(real)), Kind::Number))
            }
        }
    }

    /// The letters, digits and signs of paths that come next.
    fn word(&self) -> &'t str {
        let rest = self.rest.trim_start();
        let is_in = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '[' | ']' | '-');
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingredient::Ingredients;
    use crate::sweep::Variant;

    const TEXT: &str = "Scene(grid: (rows: 2, columns: 2), generate: Kruskal, text: Lattice)";

    fn columns() -> Columns {
        let ingredients = Ingredients::standard();
        let settings = ["text=Lattice".parse().expect("a setting")];
        let variants = Variant::all(&ingredients, "", TEXT, &settings).expect("a scene");
        let columns = Columns::of(&ingredients, &variants, &settings);
        columns.showing(["seed", "outcome", "moves", "text"]).expect("columns")
    }

    /// Whether a condition holds of a world with seed 7, built, without moves, and 40 ticks.
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
    fn what_is_no_condition_is_refused() {
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
