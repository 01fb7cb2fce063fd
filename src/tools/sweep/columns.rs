//! The columns of a sweep's table.

use std::ops::Range;

use crate::base::report::Fault;
use crate::registry::Registry;
use crate::registry::condition::Names;
use crate::registry::measure::{Measure, Measured, Value, ValueKind, as_word, split_number};
use crate::scene::world_kind::WorldKind;
use crate::scene::{nearest, plain_path};

use super::variant::{Setting, Variant};
use crate::tools::ToolError;

/// The columns of a table, and those that are computed in addition, for conditions for instance.
#[derive(Clone, Debug)]
pub struct Columns {
    known: Vec<TableColumn>,
    /// The columns that are computed: those of rows, in their order, as indices in `known`.
    looked_at: Vec<usize>,
    /// How many of those are shown: the first ones.
    shown: usize,
    settings: usize,
    each_tick: Option<u64>,
}

/// The index of the scene in `known`. The settings follow it.
const SCENE: usize = 0;

#[derive(Clone, Debug)]
pub(super) struct TableColumn {
    pub(super) name: String,
    pub(super) kind: ValueKind,
    pub(super) source: ColumnSource,
    is_usual: bool,
    is_quoted: bool,
    /// Whether a world of the variants can have a value.
    is_there: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum ColumnSource {
    Scene,
    Setting(usize),
    Seed,
    Probability,
    Tick,
    Measure(Measure),
    /// What ingredients count, by its noun.
    Count(&'static str),
}

impl Columns {
    /// The columns of a table of these variants, with the default ones shown: the settings, the seed, the measures, and
    /// what ingredients [count](crate::engine::Build::counted), by its noun with `_` between words. Of several with one
    /// name, the first is meant. Without variants, all measures are there.
    pub fn of(registry: &Registry, variants: &[Variant], settings: &[Setting]) -> Self {
        let combinations: usize = settings.iter().map(|it| it.values.len()).product();
        let has_several = variants.len() > combinations; // two files may be shown by the same name
        let column = |name: &str, kind, source, is_usual| TableColumn {
            name: name.to_owned(),
            kind,
            source,
            is_usual,
            is_quoted: false,
            is_there: true,
        };
        let mut known = vec![column(
            "scene",
            ValueKind::Word,
            ColumnSource::Scene,
            has_several,
        )];
        for (number, setting) in settings.iter().enumerate() {
            let kinds = || setting.values.iter().map(|it| kind_of(it));
            let kind = if kinds().all(|it| it == ValueKind::Whole) {
                ValueKind::Whole
            } else if kinds().all(|it| it != ValueKind::Word) {
                ValueKind::Number
            } else {
                ValueKind::Word
            };
            let is_quoted = setting.values.iter().all(|it| it.starts_with('"'));
            let column = column(&setting.path, kind, ColumnSource::Setting(number), true);
            known.push(TableColumn {
                is_quoted,
                ..column
            });
        }
        known.push(column("seed", ValueKind::Whole, ColumnSource::Seed, true));
        let tick = column("tick", ValueKind::Whole, ColumnSource::Tick, false);
        let measures = registry.measures().iter().map(|&measure| {
            let is_there =
                variants.is_empty() || variants.iter().any(|it| measure.is_in(&it.scene));
            let is_usual = measure.is_usual && is_there;
            let column = column(
                measure.name,
                measure.kind,
                ColumnSource::Measure(measure),
                is_usual,
            );
            TableColumn { is_there, ..column }
        });
        let counts = counted(variants).into_iter().map(|what| {
            let name: String = as_word(what).collect();
            column(&name, ValueKind::Whole, ColumnSource::Count(what), false)
        });
        let tick = [TableColumn {
            is_there: variants.is_empty(),
            ..tick
        }];
        for column in tick.into_iter().chain(measures).chain(counts) {
            // A measure in the plural, such as `walls`, takes the place of the count `wall`.
            let plural = format!("{}s", column.name);
            let is_known = known
                .iter()
                .any(|other| other.name == column.name || other.name == plural);
            if !is_known {
                known.push(column);
            }
        }
        let columns = Self {
            shown: 0,
            looked_at: Vec::new(),
            known,
            settings: settings.len(),
            each_tick: None,
        };
        columns.with_usual_ones()
    }

    /// The default columns of a table in which a world has a row for tick 0, for each multiple of this many ticks, and
    /// for its last tick: with a column `tick` instead of `ticks`. A world that gets stuck where it had a row has another
    /// for that tick.
    ///
    /// # Errors
    /// If the ticks are 0.
    pub fn each_tick(mut self, ticks: u64) -> Result<Self, ToolError> {
        if ticks == 0 {
            return Err("found 0 ticks, expected at least 1".to_owned().into());
        }
        self.each_tick = Some(ticks);
        for column in &mut self.known {
            match column.source {
                ColumnSource::Tick => (column.is_usual, column.is_there) = (true, true),
                ColumnSource::Measure(Measure { name: "ticks", .. }) => column.is_usual = false,
                _ => {}
            }
        }
        Ok(self.with_usual_ones())
    }

    /// The default columns of a table of all worlds: with a column `probability` instead of `seed`, and without those that
    /// only [report](crate::base::digest::report), as worlds are told apart by all columns.
    #[must_use]
    pub fn of_all_seeds(mut self) -> Self {
        for column in &mut self.known {
            match column.source {
                ColumnSource::Seed => {
                    "probability".clone_into(&mut column.name);
                    column.kind = ValueKind::Number;
                    column.source = ColumnSource::Probability;
                }
                ColumnSource::Measure(measure) => column.is_usual &= !measure.reads_reports,
                _ => {}
            }
        }
        self.with_usual_ones()
    }

    /// Returns the values of the computed columns for a world; no probability, which is not known yet.
    pub(super) fn cells<'s>(
        &'s self,
        variant: &'s Variant,
        seed: u64,
        measured: &mut Measured<'_>,
    ) -> impl Iterator<Item = Value<'s>> {
        self.computed().map(move |column| match column.source {
            ColumnSource::Scene => Value::Word(&variant.name),
            ColumnSource::Setting(setting) => self.value_of(setting, &variant.values[setting]),
            ColumnSource::Seed => Value::Whole(seed),
            ColumnSource::Probability => Value::Empty,
            ColumnSource::Tick => Value::Whole(measured.progress().tick),
            ColumnSource::Measure(measure) => measure.of(measured),
            ColumnSource::Count(what) => measured.count(what).map_or(Value::Empty, Value::count),
        })
    }

    /// The ticks from a row of a world to its next; `None` if it has one for its last tick alone.
    pub(crate) fn of_each_tick(&self) -> Option<u64> {
        self.each_tick
    }

    fn with_usual_ones(mut self) -> Self {
        let usual = self.known.iter().enumerate().filter(|(_, it)| it.is_usual);
        self.looked_at = usual.map(|(index, _)| index).collect();
        self.shown = self.looked_at.len();
        self
    }

    /// The same with these columns shown, in this order.
    ///
    /// # Errors
    /// Names the first that is not a column, that no world has or that is given twice; there must be at least one.
    pub fn showing<'n>(self, names: impl IntoIterator<Item = &'n str>) -> Result<Self, ToolError> {
        let mut columns = Self {
            looked_at: Vec::new(),
            shown: 0,
            ..self
        };
        for name in names {
            let index = columns.index_of(name)?;
            columns.check_is_there(index)?;
            if index < columns.shown {
                return Err(format!("found `{name}` twice, expected each column once").into());
            }
            columns.shown += 1;
        }
        if columns.shown == 0 {
            Err("expected a column name".to_owned().into())
        } else {
            Ok(columns)
        }
    }

    /// The index of a column in [rows](super::Row); rows contain it from now on.
    pub fn index_of(&mut self, name: &str) -> Result<usize, ToolError> {
        let plain = plain_path(name);
        let known = self.known.iter().position(|it| it.name == plain);
        let known = known.or_else(|| self.add_numbered(&plain)).ok_or_else(|| {
            let there = self.known.iter().filter(|it| it.is_there);
            let names: Vec<_> = there.map(|it| it.name.as_str()).collect();
            format!("unknown column `{name}`, {}", nearest(name, &names))
        })?;
        let index = self.looked_at.iter().position(|&it| it == known);
        Ok(index.unwrap_or_else(|| {
            self.looked_at.push(known);
            self.looked_at.len() - 1
        }))
    }

    /// Adds the column of the thing with a number, as in `steps[2]`.
    fn add_numbered(&mut self, name: &str) -> Option<usize> {
        let (of_all, number) = split_number(name)?;
        let column = self.known.iter().find(|it| it.name == of_all)?;
        let ColumnSource::Measure(measure) = column.source else {
            return None;
        };
        let source = ColumnSource::Measure(measure.numbered(number)?);
        let column = TableColumn {
            name: name.to_owned(),
            source,
            is_usual: false,
            ..column.clone()
        };
        self.known.push(column);
        Some(self.known.len() - 1)
    }

    /// Checks that the worlds can have values at an index in rows: without, rows cannot be chosen by it.
    pub(super) fn check_is_there(&self, index: usize) -> Result<(), ToolError> {
        let TableColumn { name, is_there, .. } = self.column(index);
        let names = || {
            let known = self.known.iter().filter(|it| it.is_there);
            known
                .map(|it| it.name.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        };
        let why = || {
            format!(
                "no world of this sweep has `{name}`, expected one of {}",
                names()
            )
        };
        is_there.then_some(()).ok_or_else(|| why().into())
    }

    /// Checks that each of these variants has a value for each setting.
    pub(super) fn check_are_of(&self, variants: &[Variant]) -> Result<(), ToolError> {
        let settings = self.settings;
        match variants.iter().find(|it| it.values.len() != settings) {
            Some(Variant { name, values, .. }) => Err(format!(
                "columns for {settings} settings, expected them for the {} of {name}",
                values.len()
            )
            .into()),
            None => Ok(()),
        }
    }

    pub(super) fn name(&self, index: usize) -> Option<&str> {
        self.looked_at
            .get(index)
            .map(|&known| self.known[known].name.as_str())
    }

    /// Returns the value of a setting, of the kind of its column: if one value is a word, all are, and if one has a
    /// fraction, all are written with a point.
    pub(super) fn value_of<'v>(&self, setting: usize, text: &'v str) -> Value<'v> {
        match (self.known[SCENE + 1 + setting].kind, Value::of_text(text)) {
            (ValueKind::Word, _) => Value::Word(text),
            (ValueKind::Number, Value::Whole(whole)) => Value::Real(whole as f64),
            (_, value) => value,
        }
    }

    /// The kind of the values at an index in rows.
    ///
    /// # Panics
    /// If [`Self::index_of`] did not return this index.
    pub fn kind(&self, index: usize) -> ValueKind {
        self.column(index).kind
    }

    /// Checks that the values at an index in rows can be ranked: that they are numbers.
    pub(crate) fn check_are_numbers(&self, index: usize) -> Result<(), ToolError> {
        self.check_is_there(index)?;
        if self.kind(index) != ValueKind::Word {
            return Ok(());
        }
        let name = self.name(index).unwrap_or_default();
        Err(format!("`{name}` has words, expected a column of numbers").into())
    }

    /// All that worlds can have: the name, what it is, and whether it is shown by default.
    pub fn all(&self) -> impl Iterator<Item = (&str, &'static str, bool)> {
        let there = self.known.iter().filter(|it| it.is_there);
        there.map(|it| (it.name.as_str(), it.source.about(), it.is_usual))
    }

    /// The names of the shown columns.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.computed()
            .take(self.shown)
            .map(|column| column.name.as_str())
    }

    /// The indices of the measures and counts among the shown columns: all except scene, settings, seed and tick.
    pub fn measured(&self) -> impl Iterator<Item = usize> {
        let all = self.computed().take(self.shown).enumerate();
        let is_measured = |it: &TableColumn| {
            matches!(it.source, ColumnSource::Measure(_) | ColumnSource::Count(_))
        };
        all.filter(move |(_, it)| is_measured(it))
            .map(|(index, _)| index)
    }

    /// Whether the variants are those of several scenes, which may have the same name.
    pub fn have_several_scenes(&self) -> bool {
        self.known[SCENE].is_usual
    }

    /// How many columns are shown.
    pub fn shown(&self) -> usize {
        self.shown
    }

    fn column(&self, index: usize) -> &TableColumn {
        &self.known[self.looked_at[index]]
    }

    pub(super) fn computed(&self) -> impl Iterator<Item = &TableColumn> {
        self.looked_at.iter().map(|&index| &self.known[index])
    }
}

impl ColumnSource {
    fn about(self) -> &'static str {
        match self {
            Self::Scene => "the file, shown if there are several",
            Self::Setting(_) => "what --vary sets",
            Self::Seed => "the seed",
            Self::Probability => "how probable the world is, with --seeds all instead of seed",
            Self::Tick => "the tick of the row, with --each-tick instead of ticks",
            Self::Measure(measure) => measure.about,
            Self::Count(_) => "what an ingredient counts",
        }
    }
}

impl Names for Columns {
    fn index_of(&mut self, name: &str, at: Range<usize>) -> Result<usize, Fault> {
        Self::index_of(self, name).map_err(|error| Fault::new(at, error.to_string()))
    }

    fn kind_of(&self, index: usize, at: Range<usize>) -> Result<Option<ValueKind>, Fault> {
        let kind = self.check_is_there(index).map(|()| Some(self.kind(index)));
        kind.map_err(|error| Fault::new(at, error.to_string()))
    }

    fn quote(&self, index: usize, word: &mut String) {
        if self.column(index).is_quoted && !word.starts_with('"') {
            *word = format!("{word:?}");
        }
    }

    fn is_outcome(&self, index: usize) -> bool {
        self.name(index) == Some("outcome")
    }
}

/// The nouns of what the worlds of variants count, found out once for each kind of world.
fn counted(variants: &[Variant]) -> Vec<&'static str> {
    let (mut kinds, mut nouns) = (Vec::<WorldKind>::new(), Vec::new());
    for Variant { scene, .. } in variants {
        if kinds.iter().all(|kind| !kind.is_of(scene)) {
            kinds.push(WorldKind::new(scene));
            nouns.extend(scene.counted().unwrap_or_default());
        }
    }
    nouns
}

/// The kind of a setting's value. Tables have no whole numbers from 2⁶³ on.
fn kind_of(text: &str) -> ValueKind {
    match Value::of_text(text) {
        Value::Whole(whole) if i64::try_from(whole).is_err() => ValueKind::Number,
        value => value.kind().unwrap_or(ValueKind::Word),
    }
}
