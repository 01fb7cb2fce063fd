//! Conditions on measured values: `moves >= 100 and not outcome = "stuck"`.
//!
//! ```text
//! condition  = both { "or" both }
//! both       = one { "and" one }
//! one        = "not" one | "(" condition ")" | operand sign operand
//! operand    = term { ( "+" | "-" ) term }
//! term       = column | number | "word" | 'word'
//! sign       = "=" | "==" | "!=" | "<" | "<=" | ">" | ">="
//! ```

use std::cmp::Ordering;
use std::ops::Range;

use super::measure::{Value, ValueKind};
use crate::base::limits;
use crate::base::progress::Outcome;
use crate::base::report::Fault;
use crate::scene::nearest;

/// A condition that values must satisfy: those of a row, or of a world.
///
/// A comparison with an empty value is false, whichever the sign, and a sum with an empty value is empty.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    Or(Vec<Self>),
    And(Vec<Self>),
    Not(Box<Self>),
    Compared(Operand, Sign, Operand),
}

#[derive(Clone, Debug)]
pub(crate) enum Operand {
    Column(usize),
    Number(Value<'static>),
    Word(String),
    /// Terms that are added up.
    Sum(Vec<Term>),
}

#[derive(Clone, Debug)]
pub(crate) struct Term {
    is_subtracted: bool,
    operand: Operand,
}

type Sign = fn(Ordering) -> bool;

type Read<T> = Result<T, Fault>;

pub(crate) trait Names {
    /// The index of the values of this name, which stands at a place of the text.
    fn index_of(&mut self, name: &str, at: Range<usize>) -> Read<usize>;

    /// The kind of the values at an index, if that is known; an error at this place if there can be none.
    fn kind_of(&self, index: usize, at: Range<usize>) -> Read<Option<ValueKind>>;

    /// Writes a word as the values at an index are written.
    fn quote(&self, _index: usize, _word: &mut String) {}

    fn is_outcome(&self, index: usize) -> bool;
}

impl Condition {
    /// Reads a condition.
    ///
    /// # Errors
    /// If the text is no condition or names an unknown column: where, what was found, and what was expected.
    pub(crate) fn read(text: &str, names: &mut dyn Names) -> Read<Self> {
        Reader {
            text,
            rest: text,
            names,
            levels: limits::NESTING,
        }
        .all()
    }

    /// Whether the values by their indices satisfy it; those that cannot matter are not asked for.
    pub(crate) fn holds<'v>(&'v self, value: &mut impl FnMut(usize) -> Value<'v>) -> bool {
        match self {
            Self::Or(conditions) => conditions.iter().any(|it| it.holds(value)),
            Self::And(conditions) => conditions.iter().all(|it| it.holds(value)),
            Self::Not(condition) => !condition.holds(value),
            Self::Compared(one, sign, other) => {
                let one = one.value(value);
                let other = other.value(value);
                one.compare(other).is_some_and(sign)
            }
        }
    }
}

impl Condition {
    /// Returns how the sides of the first comparison that is false compare.
    pub(crate) fn side<'v>(
        &'v self,
        value: &mut impl FnMut(usize) -> Value<'v>,
    ) -> Option<Ordering> {
        match self {
            Self::Or(conditions) | Self::And(conditions) => {
                let fails = conditions.iter().find(|it| !it.holds(value))?;
                fails.side(value)
            }
            Self::Not(_) => None,
            Self::Compared(one, _, other) => one.value(value).compare(other.value(value)),
        }
    }
}

impl Operand {
    fn value<'v>(&'v self, value: &mut impl FnMut(usize) -> Value<'v>) -> Value<'v> {
        match self {
            Self::Column(index) => value(*index),
            Self::Number(number) => *number,
            Self::Word(word) => Value::Word(word),
            Self::Sum(terms) => sum(terms, value),
        }
    }

    fn has_column(&self) -> bool {
        match self {
            Self::Column(_) => true,
            Self::Number(_) | Self::Word(_) => false,
            Self::Sum(terms) => terms.iter().any(|term| term.operand.has_column()),
        }
    }
}

/// Adds terms up: exactly, if all are whole numbers and the sum is not negative.
fn sum<'v>(terms: &'v [Term], value: &mut impl FnMut(usize) -> Value<'v>) -> Value<'v> {
    let mut whole = 0_i128;
    let mut real = 0.0;
    let mut is_whole = true;

    for Term {
        is_subtracted,
        operand,
    } in terms
    {
        let sign = if *is_subtracted { -1_i8 } else { 1 };
        match operand.value(value) {
            Value::Whole(number) => whole += i128::from(sign) * i128::from(number),
            other => {
                let Some(number) = other.number() else {
                    return Value::Empty;
                };
                real += f64::from(sign) * number;
                is_whole = false;
            }
        }
    }

    match u64::try_from(whole) {
        Ok(whole) if is_whole => Value::Whole(whole),
        _ => Value::Real(whole as f64 + real),
    }
}

struct Reader<'t, 'n> {
    text: &'t str,
    rest: &'t str,
    names: &'n mut dyn Names,
    levels: usize,
}

impl<'t> Reader<'t, '_> {
    fn all(&mut self) -> Read<Condition> {
        let condition = self.either()?;
        match self.rest.trim_start() {
            "" => Ok(condition),
            _ => Err(self.expected("`and`, `or` or the end")),
        }
    }

    fn either(&mut self) -> Read<Condition> {
        let mut conditions = vec![self.both()?];
        while self.takes_word("or") {
            conditions.push(self.both()?);
        }
        Ok(if conditions.len() > 1 {
            Condition::Or(conditions)
        } else {
            conditions.remove(0)
        })
    }

    fn both(&mut self) -> Read<Condition> {
        let mut conditions = vec![self.one()?];
        while self.takes_word("and") {
            conditions.push(self.one()?);
        }
        Ok(if conditions.len() > 1 {
            Condition::And(conditions)
        } else {
            conditions.remove(0)
        })
    }

    fn one(&mut self) -> Read<Condition> {
        let Some(levels) = self.levels.checked_sub(1) else {
            let message = format!("expected at most {} levels", limits::NESTING);
            return Err(fault(self.next(), message));
        };
        self.levels = levels;
        let condition = if self.takes_word("not") {
            Condition::Not(Box::new(self.one()?))
        } else if self.takes("(") {
            let inner = self.either()?;
            if !self.takes(")") {
                return Err(self.expected("`and`, `or` or `)`"));
            }
            inner
        } else {
            self.comparison()?
        };
        self.levels += 1;
        Ok(condition)
    }

    fn comparison(&mut self) -> Read<Condition> {
        let start = self.next().start;
        let (mut one, one_kind) = self.operand()?;
        let is_equation = self.rest.trim_start().starts_with(['=', '!']);
        let sign = self.sign(&one)?;
        let (mut other, other_kind) = self.operand()?;
        let at = start..self.text.len() - self.rest.len();
        let is_word = |kind: Option<ValueKind>| kind.map(|it| it == ValueKind::Word);
        if is_word(one_kind)
            .zip(is_word(other_kind))
            .is_some_and(|(one, other)| one != other)
        {
            let message = "a number is compared with a word, expected the same kind";
            return Err(fault(at, message));
        }
        if !one.has_column() && !other.has_column() {
            let message = "no column is compared, expected one, without quotes";
            return Err(fault(at, message));
        }
        if let (Operand::Column(index), Operand::Word(word))
        | (Operand::Word(word), Operand::Column(index)) = (&mut one, &mut other)
        {
            let words = Outcome::WORDS;
            if is_equation && self.names.is_outcome(*index) && !words.contains(&word.as_str()) {
                let message = format!("`outcome` is never `{word}`, {}", nearest(word, &words));
                return Err(fault(at, message));
            }
            self.names.quote(*index, word);
        }
        Ok(Condition::Compared(one, sign, other))
    }

    fn sign(&mut self, before: &Operand) -> Read<Sign> {
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
        let Some((_, sign)) = found else {
            let is_word = matches!(before, Operand::Word(_));
            let or_sum = if is_word { "" } else { "`+`, `-`, " };
            return Err(self.expected(&format!("{or_sum}`=`, `!=`, `<`, `<=`, `>` or `>=`")));
        };
        Ok(*sign)
    }

    /// Reads a term, or the sum of several numbers.
    fn operand(&mut self) -> Read<(Operand, Option<ValueKind>)> {
        let start = self.next().start;
        let (first, kind) = self.term()?;
        let mut terms = vec![Term {
            is_subtracted: false,
            operand: first,
        }];
        let mut has_word = kind == Some(ValueKind::Word);

        while let Some(is_subtracted) = self.takes_plus_or_minus() {
            let (operand, kind) = self.term()?;
            has_word |= kind == Some(ValueKind::Word);
            terms.push(Term {
                is_subtracted,
                operand,
            });
        }

        if terms.len() == 1 {
            return Ok((terms.remove(0).operand, kind));
        }
        if has_word {
            let at = start..self.text.len() - self.rest.len();
            return Err(fault(at, "a word in a sum, expected numbers"));
        }
        Ok((Operand::Sum(terms), Some(ValueKind::Number)))
    }

    fn takes_plus_or_minus(&mut self) -> Option<bool> {
        if self.takes("+") {
            Some(false)
        } else if self.takes("-") {
            Some(true)
        } else {
            None
        }
    }

    fn term(&mut self) -> Read<(Operand, Option<ValueKind>)> {
        for quote in ["\"", "'"] {
            if self.takes(quote) {
                let Some((word, rest)) = self.rest.split_once(quote) else {
                    return Err(self.expected(&format!("a closing {quote}")));
                };
                self.rest = rest;
                return Ok((Operand::Word(word.to_owned()), Some(ValueKind::Word)));
            }
        }
        let (word, at) = (self.word(), self.next());
        if word.is_empty() {
            return Err(self.expected("a column, a number or a word in quotes"));
        }
        self.rest = &self.rest.trim_start()[word.len()..];
        match Value::of_text(word) {
            Value::Word(word) if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') => Err(
                fault(at, format!("found `{word}`, expected a finite number")),
            ),
            Value::Word(name) => {
                let is_outcome = Outcome::WORDS.contains(&name);
                let quotes = |Fault {
                                  at, message: why, ..
                              }| {
                    let why = if is_outcome {
                        format!("unknown column `{name}`")
                    } else {
                        why
                    };
                    fault(at, format!("{why}; a word stands in quotes: \"{name}\""))
                };
                let index = self.names.index_of(name, at.clone()).map_err(quotes)?;
                Ok((Operand::Column(index), self.names.kind_of(index, at)?))
            }
            Value::Whole(whole) => Ok((
                Operand::Number(Value::Whole(whole)),
                Some(ValueKind::Number),
            )),
            number => {
                let real = number.number().unwrap_or_default();
                Ok((Operand::Number(Value::Real(real)), Some(ValueKind::Number)))
            }
        }
    }

    /// Returns the name or the number that comes next, such as `seed`, `signs[(1, 2)]` or `-0.5`.
    fn word(&self) -> &'t str {
        let rest = self.rest.trim_start();
        let unsigned = rest.strip_prefix(['-', '+']).unwrap_or(rest);
        let length = if unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            rest.len() - unsigned.len() + length_of_number(unsigned)
        } else {
            length_of_name(rest)
        };
        &rest[..length]
    }

    fn takes_word(&mut self, word: &str) -> bool {
        self.word() == word && self.takes(word)
    }

    fn takes(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expected(&self, what: &str) -> Fault {
        let message = match self.rest.trim_start() {
            "" => format!("found the end, expected {what}"),
            rest => format!("found `{rest}`, expected {what}"),
        };
        fault(self.next(), message)
    }

    fn next(&self) -> Range<usize> {
        let rest = self.rest.trim_start();
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let start = self.text.len() - rest.len();
        start..start + self.word().len().max(first)
    }
}

/// Returns the length of a number with its exponent, such as `2.5e-3`, and of letters right after it.
fn length_of_number(text: &str) -> usize {
    let mut before = ' ';
    let is_outside = |c: char| {
        let is_sign = matches!(c, '-' | '+') && matches!(before, 'e' | 'E');
        before = c;
        !(c.is_alphanumeric() || matches!(c, '_' | '.') || is_sign)
    };
    text.find(is_outside).unwrap_or(text.len())
}

fn length_of_name(text: &str) -> usize {
    let mut is_key = false;
    let is_outside = |c: char| {
        is_key = c == '[' || is_key && c != ']';
        !(is_key || c.is_alphanumeric() || matches!(c, '_' | '.' | ']'))
    };
    text.find(is_outside).unwrap_or(text.len())
}

fn fault(at: Range<usize>, message: impl Into<String>) -> Fault {
    Fault::new(at, message.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;
    use crate::tools::sweep::{Columns, Variant};

    const TEXT: &str = "Scene(grid: (rows: 2, columns: 2), generate: Kruskal, \
        walk: Foot(from: (1, 1), to: (2, 2)), text: Lattice)";

    fn columns() -> Columns {
        let registry = Registry::standard();
        let settings = ["text=Lattice", "name=\"A\""].map(|it| it.parse().expect("a setting"));
        let variants = Variant::all(&registry, "", TEXT, &settings).expect("a scene");
        let columns = Columns::of(&registry, &variants, &settings);
        columns
            .showing(["seed", "outcome", "moves", "text", "name"])
            .expect("columns")
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
        condition.holds(&mut |index| cells[index])
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
            "seed + ticks = 47 and seed+ticks=47 and ticks-seed = 33",
            "seed - ticks = -33 and seed - ticks < 0 and seed - ticks + ticks = 7",
            "seed + 0.5 = 7.5 and seed +0.5 > 7 and 2.5e-1 + seed < ticks - 3e1",
            "not moves + 1 > 0 and not moves + 1 <= 0",
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
            "seed - ticks >= 0",
            "seed + moves >= seed",
        ] {
            assert!(!holds(text), "{text}");
        }
    }

    #[test]
    fn invalid_conditions_are_refused() {
        for (text, said) in [
            ("", "found the end, expected a column"),
            ("seed", "expected `+`, `-`, `=`"),
            ("seed 7", "found `7`, expected `+`, `-`, `=`"),
            ("'x' 7", "found `7`, expected `=`"),
            ("seed + = 7", "found `= 7`, expected a column"),
            ("seed + outcome = 7", "a word in a sum"),
            ("1 + 2 = 3", "no column is compared"),
            ("seed > -inf", "found `-inf`, expected a column"),
            ("seed > 1e999", "found `1e999`, expected a finite number"),
            ("seed = 7 8", "found `8`, expected `and`"),
            ("(seed = 7", "found the end, expected `and`, `or` or `)`"),
            ("sed = 7", "unknown column `sed`"),
            ("seed = 'x'", "a number is compared with a word"),
            ("outcome = 'x", "expected a closing '"),
            (
                "outcome = 'solve'",
                "`outcome` is never `solve`, did you mean `solved`?",
            ),
            (
                "outcome = solved",
                "unknown column `solved`; a word stands in quotes: \"solved\"",
            ),
            ("seed = 7 and", "found the end"),
        ] {
            let wrong = Condition::read(text, &mut columns()).expect_err(text);
            assert!(wrong.message.contains(said), "{text}: {}", wrong.message);
            assert!(
                wrong.at.start <= wrong.at.end && wrong.at.end <= text.len(),
                "{text}"
            );
        }
        let deep = format!("{}seed = 1", "not ".repeat(1000));
        assert!(Condition::read(&deep, &mut columns()).is_err());
    }
}
