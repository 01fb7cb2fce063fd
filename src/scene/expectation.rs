//! Expectations: what must hold of a scene's world.
//!
//! A scene with expectations is a test; [`Simulation::test`](crate::scene::Simulation::test) runs it.

use std::any::Any;
use std::fmt::{Debug, Display};
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Check, plain};
use crate::base::limits;
use crate::base::scene_fault::SceneStep;
use crate::engine::maze::Maze;

/// Something that must hold of a world at its end, or after some ticks.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Expectation {
    /// All of these hold after this many ticks, which the world must reach.
    At(u64, Vec<Expectation>),
    /// A condition that must hold. Any [`Expect`] is converted by `into()`.
    Now(Arc<dyn Expected>),
}

/// A kind of expectations. [`Registry::expectation`](crate::registry::Registry::expectation) registers
/// it.
///
/// ```
/// use mazetick::scene::{Expect, Mismatch};
/// use mazetick::prelude::*;
///
/// /// That the world is finished soon: `expect: [Brief(5)]`.
/// #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
/// struct Brief(u64);
///
/// impl Expect for Brief {
///     const NAME: &'static str = "Brief";
///
///     fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
///         let ticks = maze.progress().tick;
///         Mismatch::unless(ticks <= self.0, format!("at most {} ticks", self.0), ticks)
///     }
/// }
///
/// let registry = Registry::standard().with(|it| drop(it.expectation::<Brief>()));
/// let scene = "Scene(grid: (rows: 9, columns: 9), generate: Johnny(start: (1, 1)), text: Lattice,
///     expect: [Brief(100)])";
/// let trial = registry.test(scene, &mut None)?;
/// assert_eq!(trial.failures[0].message, "Brief: expected at most 100 ticks, found 161");
/// # Ok::<(), mazetick::base::TextError>(())
/// ```
pub trait Expect:
    Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// The name of the expectation in scenes, and of the type for serde.
    const NAME: &'static str;

    /// Whether it holds for one seed only, as a drawing does: then it cannot be tested with many
    /// seeds.
    const OF_ONE_SEED: bool = false;

    /// Reports an expectation that its scene cannot meet, or that is empty.
    fn check(&self, _check: &mut Check<'_>) {}

    /// Compares the world's current state with it.
    ///
    /// # Errors
    /// What was expected and what was found, if it fails.
    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch>;
}

/// A failed comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mismatch {
    /// What was expected, and what was found.
    pub message: String,
    /// The expected and the actual drawing, if it is about drawings.
    pub(crate) drawings: Option<Box<(String, String)>>,
    /// The values that would hold: the step from the expectation to each, and the value as RON.
    pub(crate) remedies: Vec<(SceneStep, String)>,
}

/// An expectation, whatever its type.
pub trait Expected: Any + Debug + Send + Sync {
    /// The name of the expectation in scenes.
    fn name(&self) -> &'static str;
    #[doc(hidden)]
    fn is_of_one_seed(&self) -> bool;
    #[doc(hidden)]
    fn plain(&self) -> String;
    #[doc(hidden)]
    fn check(&self, check: &mut Check<'_>);
    #[doc(hidden)]
    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch>;
    #[doc(hidden)]
    fn is_same(&self, other: &dyn Expected) -> bool;
}

impl Expectation {
    /// The number of expectations in it: for `At` those at its tick, or 1 if it has none and only
    /// checks that the tick is reached; otherwise 1.
    #[must_use]
    pub fn count(&self) -> usize {
        match self {
            Self::At(_, those) => those.iter().map(Self::count).sum::<usize>().max(1),
            Self::Now(_) => 1,
        }
    }

    pub(crate) fn check(&self, check: &mut Check<'_>) {
        match self {
            Self::At(tick, those) => {
                check_tick(*tick, SceneStep::Index(0), check);
                for (place, expectation) in those.iter().enumerate() {
                    check.within([SceneStep::Index(1), SceneStep::Index(place)], |check| {
                        match expectation {
                            Self::At(..) => check
                                .error([], "found `At` inside `At`, expected other expectations"),
                            Self::Now(_) => expectation.check(check),
                        }
                    });
                }
            }
            Self::Now(expected) => expected.check(check),
        }
    }
}

pub(crate) fn check_tick(tick: u64, step: SceneStep, check: &mut Check<'_>) {
    if tick > limits::TICKS {
        check.error([step], format!("tick {tick}, expected at most {}", limits::TICKS));
    }
}

impl Mismatch {
    /// A mismatch, unless `holds`.
    ///
    /// # Errors
    /// If `holds` is false.
    pub fn unless(holds: bool, expected: impl Display, found: impl Display) -> Result<(), Self> {
        if holds { Ok(()) } else { Err(format!("expected {expected}, found {found}").into()) }
    }

    /// A mismatch, unless both are equal.
    ///
    /// # Errors
    /// If they differ.
    pub fn unless_equal<T: PartialEq + Display>(expected: T, found: T) -> Result<(), Self> {
        Self::unless(expected == found, &expected, &found)
    }

    /// Adds a value that would hold, for [`bless`](crate::registry::Registry::bless): the step from the expectation to
    /// the value, and the value as RON.
    #[must_use]
    pub fn mended_by(mut self, step: SceneStep, value: String) -> Self {
        self.remedies.push((step, value));
        self
    }
}

impl From<String> for Mismatch {
    fn from(message: String) -> Self {
        Self { message, ..Self::default() }
    }
}

impl<T: Expect> From<T> for Expectation {
    fn from(expect: T) -> Self {
        Self::Now(Arc::new(expect))
    }
}

impl<T: Expect> Expected for T {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn is_of_one_seed(&self) -> bool {
        T::OF_ONE_SEED
    }

    fn plain(&self) -> String {
        plain(T::NAME, self)
    }

    fn check(&self, check: &mut Check<'_>) {
        Expect::check(self, check);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
        Expect::judge(self, maze)
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
