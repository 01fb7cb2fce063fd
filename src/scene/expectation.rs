//! Expectations: what must hold of a scene's world.
//!
//! A scene with expectations is a test; [`Simulation::test`](crate::scene::Simulation::test) runs it.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use super::failure::Failure;
use super::{Check, plain};
use crate::base::limits;
use crate::base::report::FaultKind;
use crate::base::scene_fault::SceneStep;
use crate::engine::maze::Maze;

/// Something that must hold of a world: at its end, or at other times.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Expectation {
    /// Expectations that hold at certain ticks, each of which is looked at once it is done; the start is tick 0.
    When(When, Vec<Expectation>),
    /// A condition that must hold. Any [`Expect`] is converted by `into()`.
    Now(Arc<dyn Expected>),
}

/// The ticks at which expectations must hold.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum When {
    /// After this many ticks, which the world must reach.
    At(u64),
    /// At every tick.
    Always,
    /// At no tick.
    Never,
    /// Each at some tick, not necessarily the same.
    Eventually,
    /// Each at some tick, of which this is the latest.
    By(u64),
    /// At every tick before the first at which all of these hold, which must come.
    Until(Vec<Expectation>),
    /// At every tick from the first at which all of these hold, if that comes.
    After(Vec<Expectation>),
    /// At their own times, in worlds in which all of these hold at the end.
    Given(Vec<Expectation>),
    /// Each at some tick of at least one world of a test.
    Sometimes,
}

impl When {
    pub(crate) const NAMES: [&'static str; 9] = [
        "At",
        "Always",
        "Never",
        "Eventually",
        "By",
        "Until",
        "After",
        "Given",
        "Sometimes",
    ];

    /// The name in scenes.
    pub fn name(&self) -> &'static str {
        Self::NAMES[match self {
            Self::At(_) => 0,
            Self::Always => 1,
            Self::Never => 2,
            Self::Eventually => 3,
            Self::By(_) => 4,
            Self::Until(_) => 5,
            Self::After(_) => 6,
            Self::Given(_) => 7,
            Self::Sometimes => 8,
        }]
    }

    /// The expectations on which the time depends: their first tick ends or begins it, or they are a condition.
    pub(crate) fn turn(&self) -> Option<&[Expectation]> {
        match self {
            Self::Until(turn) | Self::After(turn) | Self::Given(turn) => Some(turn),
            _ => None,
        }
    }

    /// The index of the list of expectations, behind what else stands in the brackets.
    pub(crate) fn list(&self) -> usize {
        usize::from(!matches!(
            self,
            Self::Always | Self::Never | Self::Eventually | Self::Sometimes
        ))
    }
}

/// A kind of expectations. [`Registry::expectation`](crate::registry::Registry::expectation) registers
/// it.
///
/// ```
/// use mazetick::prelude::*;
/// use mazetick::scene::expectation::{Expect, Failure};
///
/// /// That the world is finished soon: `expect: [Brief(5)]`.
/// #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
/// struct Brief(u64);
///
/// impl Expect for Brief {
///     const NAME: &'static str = "Brief";
///
///     fn judge(&self, maze: &mut Maze) -> Result<(), Failure> {
///         let ticks = maze.progress().tick;
///         Failure::unless(ticks <= self.0, format!("at most {} ticks", self.0), ticks)
///     }
/// }
///
/// let registry = Registry::standard().with(|it| drop(it.expectation::<Brief>()));
/// let scene = "Scene(grid: (rows: 9, columns: 9), generate: Johnny(start: (1, 1)), text: Lattice,
///     expect: [Brief(100)])";
/// let trial = registry.test(scene, &mut None)?;
/// assert_eq!(trial.failures[0].message, "expected at most 100 ticks, found 161");
/// # Ok::<(), mazetick::base::report::TextError>(())
/// ```
pub trait Expect:
    Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// The name of the expectation in scenes, and of the type for serde.
    const NAME: &'static str;

    /// Whether it holds for one seed only, as a drawing does: then it cannot be tested with many
    /// seeds.
    const OF_ONE_SEED: bool = false;

    /// Whether it depends on what only [reports](crate::base::digest::report), such as the number of ticks.
    fn reads_reports(&self) -> bool {
        true
    }

    /// Reports an expectation that its scene cannot meet, or that is empty.
    fn check(&self, _check: &mut Check<'_>) {}

    /// Compares the world's current state with it.
    ///
    /// # Errors
    /// The failure, with a [message](Failure::message). Where and when it fails is added by the test.
    fn judge(&self, maze: &mut Maze) -> Result<(), Failure>;

    /// Returns true if the world's current state meets it. Expectations such as [`When::Always`] ask this after every
    /// tick, so it has no message.
    fn holds(&self, maze: &mut Maze) -> bool {
        self.judge(maze).is_ok()
    }
}

/// An expectation, whatever its type.
pub trait Expected: Any + Debug + Send + Sync {
    /// The name of the expectation in scenes.
    fn name(&self) -> &'static str;
    #[doc(hidden)]
    fn is_of_one_seed(&self) -> bool;
    #[doc(hidden)]
    fn reads_reports(&self) -> bool;
    #[doc(hidden)]
    fn plain(&self) -> String;
    #[doc(hidden)]
    fn check(&self, check: &mut Check<'_>);
    #[doc(hidden)]
    fn judge(&self, maze: &mut Maze) -> Result<(), Failure>;
    #[doc(hidden)]
    fn holds(&self, maze: &mut Maze) -> bool;
    #[doc(hidden)]
    fn is_same(&self, other: &dyn Expected) -> bool;
}

impl Expectation {
    /// The number of expectations in it: for [`When`] those in its list, or 1 for an `At` that only checks
    /// that its tick is reached; otherwise 1.
    pub fn count(&self) -> usize {
        match self {
            Self::When(_, list) => list.iter().map(Self::count).sum::<usize>().max(1),
            Self::Now(_) => 1,
        }
    }

    pub(crate) fn check(&self, check: &mut Check<'_>) {
        match self {
            Self::When(when, list) => {
                if let When::At(tick) | When::By(tick) = when {
                    check_tick(*tick, SceneStep::Index(0), check);
                }
                if let Some(turn) = when.turn() {
                    check_list(turn, 0, when, check);
                }
                check_list(list, when.list(), when, check);
            }
            Self::Now(expected) => expected.check(check),
        }
    }

    /// Returns the expectation with nothing else in its list than what is at these steps from it, and the steps there.
    pub(crate) fn only(&self, steps: &[SceneStep]) -> (Self, Vec<SceneStep>) {
        if let Self::When(when, list) = self
            && let [
                SceneStep::Index(index),
                SceneStep::Index(place),
                inside @ ..,
            ] = steps
            && *index == when.list()
            && let Some(inner) = list.get(*place)
        {
            let (inner, inside) = inner.only(inside);
            let mut steps = vec![SceneStep::Index(*index), SceneStep::Index(0)];
            steps.extend(inside);
            return (Self::When(when.clone(), vec![inner]), steps);
        }
        (self.clone(), steps.to_vec())
    }

    /// The expectations in it that are of no times themselves, each with the steps to it.
    pub(crate) fn leaves(&self) -> Vec<(Vec<SceneStep>, &Arc<dyn Expected>)> {
        let (when, list) = match self {
            Self::Now(expected) => return vec![(Vec::new(), expected)],
            Self::When(when, list) => (when, list),
        };
        let lists = [(0, when.turn().unwrap_or_default()), (when.list(), list)];
        let all = lists.into_iter().flat_map(|(index, list)| {
            list.iter().enumerate().flat_map(move |(place, inner)| {
                let outer = [SceneStep::Index(index), SceneStep::Index(place)];
                let leaves = inner.leaves().into_iter();
                leaves.map(move |(steps, leaf)| (outer.into_iter().chain(steps).collect(), leaf))
            })
        });
        all.collect()
    }
}

pub(crate) fn all_hold(list: &[Expectation], maze: &mut Maze) -> bool {
    list.iter()
        .all(|it| matches!(it, Expectation::Now(it) if it.holds(maze)))
}

fn check_list(list: &[Expectation], index: usize, when: &When, check: &mut Check<'_>) {
    let outer = when.name();
    if list.is_empty() && !matches!(when, When::At(_)) {
        let message = format!("`{outer}` of nothing, expected at least one expectation");
        check.error([SceneStep::Index(index)], message);
    }
    for (place, expectation) in list.iter().enumerate() {
        let path = [SceneStep::Index(index), SceneStep::Index(place)];
        let is_given = index == 1 && matches!(when, When::Given(_));
        check.within(path, |check| match expectation {
            Expectation::When(inner, _)
                if !is_given || matches!(inner, When::Given(_) | When::Sometimes) =>
            {
                let inner = inner.name();
                check.error(
                    [],
                    format!("found `{inner}` inside `{outer}`, expected other expectations"),
                );
            }
            _ => expectation.check(check),
        });
    }
}

pub(crate) fn check_tick(tick: u64, step: SceneStep, check: &mut Check<'_>) {
    if tick > limits::TICKS {
        let message = format!("tick {tick}, expected at most {}", limits::TICKS);
        check.error_of_kind(FaultKind::OverLimit, [step], message);
    }
}

impl<T: Expect> From<T> for Expectation {
    fn from(expect: T) -> Self {
        Self::Now(Arc::new(expect))
    }
}

impl Expectation {
    pub(crate) fn plain(&self) -> String {
        match self {
            Self::Now(expected) => expected.plain(),
            Self::When(when, list) => {
                let first = match when {
                    When::At(tick) | When::By(tick) => format!("{tick},"),
                    _ => when
                        .turn()
                        .map_or(String::new(), |turn| inner_plain(turn) + ","),
                };
                format!("{}({first}{})", when.name(), inner_plain(list))
            }
        }
    }
}

/// A list inside an expectation, where a condition alone is written without brackets.
fn inner_plain(list: &[Expectation]) -> String {
    if let [only] = list {
        let plain = only.plain();
        if plain.starts_with('"') {
            return plain;
        }
    }
    all_plain(list)
}

pub(crate) fn all_plain(all: &[Expectation]) -> String {
    format!(
        "[{}]",
        all.iter()
            .map(Expectation::plain)
            .collect::<Vec<_>>()
            .join(",")
    )
}

impl<T: Expect> Expected for T {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn is_of_one_seed(&self) -> bool {
        T::OF_ONE_SEED
    }

    fn reads_reports(&self) -> bool {
        Expect::reads_reports(self)
    }

    fn plain(&self) -> String {
        plain(T::NAME, self)
    }

    fn check(&self, check: &mut Check<'_>) {
        Expect::check(self, check);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Failure> {
        Expect::judge(self, maze)
    }

    fn holds(&self, maze: &mut Maze) -> bool {
        Expect::holds(self, maze)
    }

    fn is_same(&self, other: &dyn Expected) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}

impl PartialEq for dyn Expected {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other)
    }
}
