//! Measures: values computed from a world at any tick, each a column of the tables of sweeps.

mod standard;
mod survey;
mod value;
mod wall_facts;

pub(crate) use standard::plugin;
pub use survey::Survey;
pub use value::{Value, ValueKind};
pub(crate) use wall_facts::WallFacts;

use crate::engine::maze::Maze;
use crate::scene::Scene;

/// A column of tables of worlds. [`Registry::measure`](crate::registry::Registry::measure) registers
/// it.
///
/// ```
/// use mazetick::prelude::*;
/// use mazetick::registry::measure::{Measure, Value};
///
/// /// How often the shortest route returns to a square.
/// const REPEATED: Measure = Measure::whole("repeated", "returns to a square", |maze| {
///     let mut route = maze.route();
///     let length = route.len();
///     route.sort();
///     route.dedup();
///     Value::count(length - route.len())
/// });
///
/// let registry = Registry::standard().with(|it| drop(it.measure(REPEATED)));
/// assert!(registry.measures().iter().any(|it| it.name == "repeated"));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Measure {
    /// The name of the column.
    pub name: &'static str,
    /// A description of a few words, for the help.
    pub about: &'static str,
    /// The kind of its values.
    pub kind: ValueKind,
    /// Whether it is among the default columns.
    pub is_usual: bool,
    /// Whether it depends on what only [reports](crate::base::digest::report), such as the number of ticks.
    pub reads_reports: bool,
    is_in: fn(&Scene) -> bool,
    value: ValueOf,
    each: Option<ValueOfEach>,
    /// The number whose value it is, from 1; 0 for the value of the world.
    number: usize,
}

type ValueOf = fn(&mut Measured<'_>) -> Value<'static>;
type ValueOfEach = fn(&mut Measured<'_>, usize) -> Value<'static>;

/// A world to measure, finished or not.
#[derive(derive_more::Deref, derive_more::DerefMut)]
pub struct Measured<'m> {
    #[deref(forward)]
    #[deref_mut(forward)]
    maze: &'m mut Maze,
    survey: &'m mut Survey,
}

impl Measure {
    /// A measure whose values are numbers.
    pub const fn number(name: &'static str, about: &'static str, value: ValueOf) -> Self {
        let (kind, is_in) = (ValueKind::Number, always as fn(&Scene) -> bool);
        Self {
            name,
            about,
            kind,
            is_usual: true,
            reads_reports: true,
            is_in,
            value,
            each: None,
            number: 0,
        }
    }

    /// A measure whose values are whole numbers.
    pub const fn whole(name: &'static str, about: &'static str, value: ValueOf) -> Self {
        Self {
            kind: ValueKind::Whole,
            ..Self::number(name, about, value)
        }
    }

    /// A measure whose values are words or digests.
    pub const fn word(name: &'static str, about: &'static str, value: ValueOf) -> Self {
        Self {
            kind: ValueKind::Word,
            ..Self::number(name, about, value)
        }
    }

    /// Only in tables whose columns name it: it takes long, or is rarely wanted.
    #[must_use]
    pub const fn on_request(self) -> Self {
        Self {
            is_usual: false,
            ..self
        }
    }

    /// Does not depend on what only [reports](crate::base::digest::report).
    #[must_use]
    pub const fn of_state(self) -> Self {
        Self {
            reads_reports: false,
            ..self
        }
    }

    /// Shows the column by default only in tables of scenes for which this is true.
    #[must_use]
    pub const fn where_there(self, is_in: fn(&Scene) -> bool) -> Self {
        Self { is_in, ..self }
    }

    /// Has a value for each of several things, numbered from 1, such as agents: columns as `steps[2]`.
    #[must_use]
    pub const fn with_each(self, value: ValueOfEach) -> Self {
        Self {
            each: Some(value),
            ..self
        }
    }

    /// The measure of the thing with a number, if there are some.
    pub(crate) fn numbered(self, number: usize) -> Option<Self> {
        (number > 0 && self.each.is_some()).then_some(Self {
            number,
            is_usual: false,
            ..self
        })
    }

    /// Returns the name of its column, with the number of the thing: `steps[2]`.
    pub(crate) fn column(&self) -> String {
        match self.number {
            0 => self.name.to_owned(),
            number => format!("{}[{number}]", self.name),
        }
    }

    /// Whether worlds of a scene can have a value for it.
    pub fn is_in(&self, scene: &Scene) -> bool {
        (self.is_in)(scene)
    }

    /// The value of the measure for a world.
    pub fn of(&self, world: &mut Measured<'_>) -> Value<'static> {
        match self.each {
            Some(each) if self.number > 0 => each(world, self.number),
            _ => (self.value)(world),
        }
    }
}

const fn always(_: &Scene) -> bool {
    true
}

impl<'m> Measured<'m> {
    pub(crate) fn new(maze: &'m mut Maze, survey: &'m mut Survey) -> Self {
        survey.forget();
        Self { maze, survey }
    }

    /// The survey of its walls, computed once for all measures that use it; `None` in a world
    /// without walls.
    pub fn survey(&mut self) -> Option<&mut Survey> {
        self.survey.read(self.maze).then_some(&mut *self.survey)
    }
}

/// Splits the name of a column such as `steps[2]` into that of its measure and the number of the thing.
pub(crate) fn split_number(column: &str) -> Option<(&str, usize)> {
    let (name, number) = column.strip_suffix(']')?.split_once('[')?;
    Some((name, number.parse().ok()?))
}

/// A noun of what ingredients count as conditions and tables write it: `one_way_door` for `one-way door`.
pub(crate) fn as_word(what: &str) -> impl Iterator<Item = char> {
    what.chars().map(|letter| {
        if letter.is_alphanumeric() {
            letter
        } else {
            '_'
        }
    })
}
