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

use crate::base::limits;
use crate::base::progress::Outcome;
use crate::registry::measure::{Value, ValueKind};

use super::columns::Columns;

/// A condition that a row must satisfy.
///
/// A comparison with an empty value is false, whichever the sign.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    Or(Vec<Self>),
    And(Vec<Self>),
    Not(Box<Self>),
    Compared(Operand, Sign, Operand),
}

#[derive(Clone, Debug)]
pub(super) enum Operand {
    Column(usize),
    Number(Value<'static>),
    Word(String),
}

type Sign = fn(Ordering) -> bool;

impl Condition {
    /// Reads a condition; rows contain the columns that it uses from then on.
    ///
    /// # Errors
    /// If the text is no condition or names an unknown column: what was found, and what was
    /// expected.
    pub(super) fn read(text: &str, columns: &mut Columns) -> Result<Self, String> {
        Reader { rest: text, columns, levels: limits::NESTING }.all()
    }

    pub(super) fn holds(&self, cells: &[Value<'_>]) -> bool {
        match self {
            Self::Or(conditions) => conditions.iter().any(|it| it.holds(cells)),
            Self::And(conditions) => conditions.iter().all(|it| it.holds(cells)),
            Self::Not(condition) => !condition.holds(cells),
            Self::Compared(one, sign, other) => {
                one.value(cells).compare(other.value(cells)).is_some_and(sign)
            }
        }
    }
}

impl Operand {
    fn value<'a>(&'a self, cells: &[Value<'a>]) -> Value<'a> {
        match self {
            Self::Column(index) => cells[*index],
            Self::Number(number) => *number,
            Self::Word(word) => Value::Word(word),
        }
    }
}

struct Reader<'t, 'c> {
    rest: &'t str,
    columns: &'c mut Columns,
    /// How many more levels of nesting are allowed.
    levels: usize,
}

impl<'t> Reader<'t, '_> {
    fn all(&mut self) -> Result<Condition, String> {
        let condition = self.either()?;
        match self.rest.trim_start() {
            "" => Ok(condition),
            _ => Err(self.expected_joint("the end")),
        }
    }

    fn either(&mut self) -> Result<Condition, String> {
        let mut conditions = vec![self.both()?];
        while self.takes_word("or") {
            conditions.push(self.both()?);
        }
        Ok(Condition::Or(conditions))
    }

    fn both(&mut self) -> Result<Condition, String> {
        let mut conditions = vec![self.one()?];
        while self.takes_word("and") {
            conditions.push(self.one()?);
        }
        Ok(Condition::And(conditions))
    }

    fn one(&mut self) -> Result<Condition, String> {
        let Some(levels) = self.levels.checked_sub(1) else {
            return Err(format!("expected at most {} levels", limits::NESTING));
        };
        self.levels = levels;
        let condition = if self.takes_word("not") {
            Condition::Not(Box::new(self.one()?))
        } else if self.takes("(") {
            let inner = self.either()?;
            if !self.takes(")") {
                return Err(self.expected_joint("`)`"));
            }
            inner
        } else {
            self.comparison()?
        };
        self.levels += 1;
        Ok(condition)
    }

    fn comparison(&mut self) -> Result<Condition, String> {
        let (mut one, one_kind) = self.operand()?;
        let is_equation = self.rest.trim_start().starts_with(['=', '!']);
        let sign = self.sign()?;
        let (mut other, other_kind) = self.operand()?;
        if (one_kind == ValueKind::Word) != (other_kind == ValueKind::Word) {
            return Err("a number is compared with a word, expected the same kind".to_owned());
        }
        if ![&one, &other].into_iter().any(|it| matches!(it, Operand::Column(_))) {
            return Err("no column is compared, expected one, without quotes".to_owned());
        }
        if let (Operand::Column(index), Operand::Word(word))
        | (Operand::Word(word), Operand::Column(index)) = (&mut one, &mut other)
        {
            self.columns.quote(*index, word);
            if is_equation {
                self.columns.check_word(*index, word)?;
            }
        }
        Ok(Condition::Compared(one, sign, other))
    }

    fn sign(&mut self) -> Result<Sign, String> {
        const SIGNS: [(&str, Sign); 7] = [
            ("==", Ordering::is_eq),
            ("!=", Ordering::is_ne),
            ("<=", Ordering::is_le),
            (">=", Ordering::is_ge),
            ("=", Ordering::is_eq),
            ("<", Ordering::is_lt),
            (">", Ordering::is_gt),
        ];
        let found = SIGNS.iter().find(|(sign, _)| self.takes(sign));
        let (_, sign) = found.ok_or_else(|| self.expected("`=`, `!=`, `<`, `<=`, `>` or `>=`"))?;
        Ok(*sign)
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
                let is_outcome = Outcome::WORDS.contains(&name);
                let quotes = |why| {
                    let why = if is_outcome { format!("unknown column `{name}`") } else { why };
                    let is_not = strsim::osa_distance("not", &name.to_lowercase()) == 1;
                    let meant = if is_not { "; did you mean `not`?" } else { "" };
                    format!("{why}; a word stands in quotes: \"{name}\"{meant}")
                };
                let index = self.columns.index_of(name).map_err(quotes)?;
                self.columns.check_is_there(index)?;
                Ok((Operand::Column(index), self.columns.kind(index)))
            }
            Value::Whole(whole) => Ok((Operand::Number(Value::Whole(whole)), ValueKind::Number)),
            number => {
                let real = number.number().unwrap_or_default();
                Ok((Operand::Number(Value::Real(real)), ValueKind::Number))
            }
        }
    }

    /// The letters, digits and path characters that come next, such as `seed` or `signs[(1, 2)]`.
    fn word(&self) -> &'t str {
        let rest = self.rest.trim_start();
        let mut is_key = false;
        let is_outside = |c: char| {
            is_key = c == '[' || is_key && c != ']';
            !(is_key || c.is_alphanumeric() || matches!(c, '_' | '.' | ']' | '-' | '+'))
        };
        &rest[..rest.find(is_outside).unwrap_or(rest.len())]
    }

    fn takes_word(&mut self, word: &str) -> bool {
        self.word() == word && self.takes(word)
    }

    fn takes(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// The error that a condition neither goes on nor ends.
    fn expected_joint(&self, end: &str) -> String {
        let word = self.word().to_lowercase();
        let is_meant = |(it, sign): &(&str, char)| {
            self.rest.trim_start().starts_with(*sign) || strsim::osa_distance(it, &word) <= 1
        };
        let meant = [("and", '&'), ("or", '|')].into_iter().find(is_meant);
        let meant = meant.map(|(it, _)| format!("; did you mean `{it}`?"));
        self.expected(&format!("`and`, `or` or {end}")) + &meant.unwrap_or_default()
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
    use crate::registry::Registry;
    use crate::tools::sweep::Variant;

    const TEXT: &str = "Scene(grid: (rows: 2, columns: 2), generate: Kruskal, \
        walk: Foot(from: (1, 1), to: (2, 2)), text: Lattice)";

    fn columns() -> Columns {
        let registry = Registry::standard();
        let settings = ["text=Lattice", "name=\"A\""].map(|it| it.parse().expect("a setting"));
        let variants = Variant::all(&registry, "", TEXT, &settings).expect("a scene");
        let columns = Columns::of(&registry, &variants, &settings);
        columns.showing(["seed", "outcome", "moves", "text", "name"]).expect("columns")
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
            Value::Word("\"A\""),
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
            "name = 'A' and '\"A\"' = name and name < 'B' and not name = 'B'",
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
            ("outcome = 'solve'", "`outcome` is never `solve`, did you mean `solved`?"),
            ("seed = 7 adn seed > 2", "or the end; did you mean `and`?"),
            ("seed = 7 || seed > 2", "or the end; did you mean `or`?"),
            ("nott seed = 7", "did you mean `not`?"),
            ("outcome = solved", "unknown column `solved`; a word stands in quotes: \"solved\""),
            ("seed = 7 and", "found the end"),
        ] {
            let wrong = Condition::read(text, &mut columns()).expect_err(text);
            assert!(wrong.contains(said), "{text}: {wrong}");
        }
        let deep = format!("{}seed = 1", "not ".repeat(1000));
        assert!(Condition::read(&deep, &mut columns()).is_err());
    }
}
