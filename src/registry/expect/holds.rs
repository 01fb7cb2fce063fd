//! Expectations as conditions on what is measured and counted.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::base::report::{Fault, visible};
use crate::base::scene_fault::{Item, SceneStep};
use crate::engine::maze::Maze;
use crate::registry::Registry;
use crate::registry::condition::{Condition, Names};
use crate::registry::measure::{
    Measure, Measured, Survey, Value, ValueKind, as_word, split_number,
};
use crate::scene::{Check, Expect, Failure, nearest};

/// A condition holds, such as `arrived < 2 or ticks <= 400`.
///
/// The names in it are those of columns: [measures](Registry::measures), such as `steps` and `steps[2]`, and nouns of
/// what ingredients [count](crate::engine::Build::counted), with `_` between words.
#[derive(Clone, Debug)]
pub struct Holds {
    text: String,
    condition: Arc<Condition>,
    measures: Arc<[Measure]>,
    used: Vec<Used>,
}

#[derive(Clone, Debug)]
enum Used {
    Measure(Measure),
    Count(String),
}

impl Holds {
    /// Reads a condition, whose names are those of a registry's measures and of counts.
    ///
    /// # Errors
    /// The place in the text, what was found, and what was expected.
    pub fn new(registry: &Registry, text: &str) -> Result<Self, Fault> {
        let measures: Arc<[Measure]> = registry.measures().into();
        let mut names = UsedNames {
            measures: &measures,
            used: Vec::new(),
            places: Vec::new(),
        };
        let condition = Arc::new(Condition::read(text, &mut names)?);
        let used = names.used;
        Ok(Self {
            text: text.to_owned(),
            condition,
            measures,
            used,
        })
    }

    /// Returns true for a condition such as `ticks = 13`.
    fn is_of_ticks_alone(&self) -> bool {
        let Some((name, number)) = self.text.split_once('=') else {
            return false;
        };
        let number = number.strip_prefix('=').unwrap_or(number);
        name.trim() == "ticks" && number.trim().parse::<u64>().is_ok()
    }

    /// Says why a scene cannot have a name, if that is so.
    fn fault(&self, used: &Used, counts: &[String], check: &Check<'_>) -> Option<String> {
        let scene = check.scene();
        let known = || {
            let measures = self
                .measures
                .iter()
                .filter(|it| it.is_in(scene))
                .map(|it| it.name);
            measures
                .chain(counts.iter().map(String::as_str))
                .collect::<Vec<_>>()
        };
        match used {
            Used::Measure(measure) if measure.is_in(scene) => None,
            Used::Measure(measure) => {
                let (name, known) = (measure.column(), known().join(", "));
                Some(format!(
                    "this scene has no `{name}`, expected one of {known}"
                ))
            }
            Used::Count(name) if counts.contains(name) => None,
            Used::Count(name) => Some(format!(
                "unknown name `{name}`, {}",
                nearest(name, &known())
            )),
        }
    }
}

impl Expect for Holds {
    const NAME: &'static str = "Holds";

    fn reads_reports(&self) -> bool {
        self.used.iter().any(|used| match used {
            Used::Measure(measure) => measure.reads_reports,
            Used::Count(_) => false,
        })
    }

    fn check(&self, check: &mut Check<'_>) {
        let is_counted = self.used.iter().any(|it| matches!(it, Used::Count(_)));
        let counts = if is_counted {
            check.scene().counted()
        } else {
            Some(Vec::new())
        };
        let Some(counts) = counts else { return }; // other errors are reported
        let counts: Vec<_> = counts
            .into_iter()
            .map(|what| as_word(what).collect::<String>())
            .collect();
        for (index, used) in self.used.iter().enumerate() {
            if let Some(message) = self.fault(used, &counts, check) {
                let item = Item {
                    what: "name",
                    index,
                    find: place_of_name,
                };
                check.error([SceneStep::Index(0), SceneStep::Item(item)], message);
            }
        }
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Failure> {
        if self.holds(maze) {
            return Ok(());
        }
        let mut survey = Survey::default();
        let mut world = Measured::new(maze, &mut survey);
        let mut found: Vec<_> = self.used.iter().map(|it| it.found(&mut world)).collect();
        found.dedup();
        let side = self
            .condition
            .side(&mut |index| self.used[index].value(&mut world));

        let text = visible(&self.text);
        let message = format!("\"{text}\" is false: {}", found.join(", "));
        let mut failure = Failure {
            side,
            ..Failure::new(message)
        };
        if self.is_of_ticks_alone() {
            let actual = format!("\"ticks = {}\"", maze.progress().tick);
            failure = failure.with_actual(SceneStep::Index(0), actual);
        }
        Err(failure)
    }

    fn holds(&self, maze: &mut Maze) -> bool {
        let mut survey = Survey::default();
        let mut world = Measured::new(maze, &mut survey);
        self.condition
            .holds(&mut |index| self.used[index].value(&mut world))
    }
}

impl Used {
    fn value(&self, world: &mut Measured<'_>) -> Value<'static> {
        match self {
            Self::Measure(measure) => measure.of(world),
            Self::Count(name) => {
                let what = world.counted().find(|what| as_word(what).eq(name.chars()));
                what.and_then(|what| world.count(what))
                    .map_or(Value::Empty, Value::count)
            }
        }
    }

    fn found(&self, world: &mut Measured<'_>) -> String {
        let name = match self {
            Self::Measure(measure) => measure.column(),
            Self::Count(name) => name.clone(),
        };
        match self.value(world) {
            Value::Empty => format!("no {name}"),
            value => format!("{name} = {value}"),
        }
    }
}

/// The names that a condition uses, in the order of the text.
struct UsedNames<'m> {
    measures: &'m [Measure],
    used: Vec<Used>,
    places: Vec<Range<usize>>,
}

impl Names for UsedNames<'_> {
    fn index_of(&mut self, name: &str, at: Range<usize>) -> Result<usize, Fault> {
        let measure = find_measure(self.measures, name);
        self.used
            .push(measure.map_or_else(|| Used::Count(name.to_owned()), Used::Measure));
        self.places.push(at);
        Ok(self.used.len() - 1)
    }

    fn kind_of(&self, index: usize, _: Range<usize>) -> Result<Option<ValueKind>, Fault> {
        Ok(match &self.used[index] {
            Used::Measure(measure) => Some(measure.kind),
            Used::Count(_) => None,
        })
    }

    fn is_outcome(&self, index: usize) -> bool {
        matches!(&self.used[index], Used::Measure(measure) if measure.name == "outcome")
    }
}

/// Returns the measure of a column, such as `steps` or `steps[2]`.
fn find_measure(measures: &[Measure], column: &str) -> Option<Measure> {
    let find = |name: &str| measures.iter().find(|it| it.name == name).copied();
    find(column).or_else(|| {
        let (name, number) = split_number(column)?;
        find(name)?.numbered(number)
    })
}

fn place_of_name(text: &str, index: usize) -> Option<Range<usize>> {
    let mut names = UsedNames {
        measures: &[],
        used: Vec::new(),
        places: Vec::new(),
    };
    Condition::read(text, &mut names).ok()?;
    names.places.get(index).cloned()
}

impl PartialEq for Holds {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

/// Written as scenes write a condition in a list: in quotes, without a name.
impl Serialize for Holds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

/// The names in a condition depend on a registry: that reads it.
impl<'de> Deserialize<'de> for Holds {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(de::Error::custom("a condition without a registry"))
    }
}
