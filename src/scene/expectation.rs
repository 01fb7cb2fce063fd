//! Expectations: what a scene says must hold of its world.
//!
//! A scene with expectations is a test; [`Simulation::test`](crate::Simulation::test) runs it.

use std::any::Any;
use std::fmt::{self, Debug, Display, Write as _};

use serde::de::DeserializeOwned;

use super::Check;
use crate::limits;
use crate::maze::Maze;
use crate::objection::SceneStep;

/// Something that must hold of a world at its end, or after some ticks.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Expectation {
    /// All of these hold after so many ticks, which the world must reach.
    At(u64, Vec<Expectation>),
    /// This holds. Any [`Expect`] becomes one by `into()`.
    Now(Box<dyn Expected>),
}

/// A kind of expectations. [`Ingredients::expectation`](crate::Ingredients::expectation) makes it
/// known.
///
/// ```
/// use std::fmt::{self, Write as _};
///
/// use mazetick::{Check, Expect, Ingredients, Maze, Mismatch};
///
/// /// That nobody walks for long: `expect: [Brief(5)]`.
/// #[derive(Clone, Debug, PartialEq, serde::Deserialize)]
/// struct Brief(u64);
///
/// impl Expect for Brief {
///     const NAME: &'static str = "Brief";
///
///     fn print(&self, ron: &mut String) -> fmt::Result {
///         write!(ron, "Brief({})", self.0)
///     }
///
///     fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
///         let ticks = maze.progress().tick;
///         Mismatch::unless(ticks <= self.0, format!("at most {} ticks", self.0), ticks)
///     }
/// }
///
/// let ingredients = Ingredients::standard().with(|it| drop(it.expectation::<Brief>()));
/// let scene = "Scene(grid: (rows: 9, columns: 9), generate: Johnny(start: (1, 1)), text: Lattice,
///     expect: [Brief(100)])";
/// let trial = ingredients.test(scene, &mut None)?;
/// assert_eq!(trial.failures[0].message, "Brief: expected at most 100 ticks, found 161");
/// # Ok::<(), mazetick::TextError>(())
/// ```
pub trait Expect: Clone + PartialEq + Debug + DeserializeOwned + Send + Sync + 'static {
    /// Its name in scenes, and the name of the type for serde.
    const NAME: &'static str;

    /// Whether it is about the world of one seed alone, as a drawing is: many seeds are not tested
    /// with it.
    const OF_ONE_SEED: bool = false;

    /// Prints it as scenes have it, with its name.
    ///
    /// # Errors
    /// If writing fails.
    fn print(&self, ron: &mut String) -> fmt::Result;

    /// Objects to an expectation that its scene cannot meet, or that says nothing.
    fn check(&self, _check: &mut Check<'_>) {}

    /// Holds a world against it, as it stands.
    ///
    /// # Errors
    /// What was expected, and what was found, if it does not hold.
    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch>;
}

/// What does not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mismatch {
    /// What was expected, and what was found.
    pub message: String,
    /// Two drawings, what was expected and what was found, where it is about drawings.
    pub(crate) drawings: Option<Box<(String, String)>>,
    /// What would hold: the step to a value from the expectation, and that value as RON.
    pub(crate) remedy: Option<Box<(SceneStep, String)>>,
}

/// An expectation, whatever its type.
pub trait Expected: Any + Debug + Send + Sync + sealed::Sealed {
    /// Its name in scenes.
    fn name(&self) -> &'static str;
    #[doc(hidden)]
    fn is_of_one_seed(&self) -> bool;
    #[doc(hidden)]
    fn print(&self, ron: &mut String) -> fmt::Result;
    #[doc(hidden)]
    fn check(&self, check: &mut Check<'_>);
    #[doc(hidden)]
    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch>;
    #[doc(hidden)]
    fn clone_expected(&self) -> Box<dyn Expected>;
    #[doc(hidden)]
    fn is_same(&self, other: &dyn Expected) -> bool;
    #[doc(hidden)]
    fn as_any(&self) -> &dyn Any;
}

mod sealed {
    pub trait Sealed {}
    impl<T: super::Expect> Sealed for T {}
}

impl Expectation {
    /// How many expectations it is: `At` as many as hold at its tick, or one if it is only about
    /// that tick being reached; any other one.
    #[must_use]
    pub fn count(&self) -> usize {
        match self {
            Self::At(_, those) => those.iter().map(Self::count).sum::<usize>().max(1),
            Self::Now(_) => 1,
        }
    }

    pub(crate) fn print(&self, ron: &mut String) -> fmt::Result {
        match self {
            Self::At(tick, those) => {
                write!(ron, "At({tick}, [")?;
                for (place, expectation) in those.iter().enumerate() {
                    ron.push_str(if place == 0 { "" } else { ", " });
                    expectation.print(ron)?;
                }
                ron.push_str("])");
                Ok(())
            }
            Self::Now(expected) => expected.print(ron),
        }
    }

    pub(crate) fn check(&self, check: &mut Check<'_>) {
        match self {
            Self::At(tick, those) => {
                check_tick(*tick, SceneStep::Index(0), check);
                for (place, expectation) in those.iter().enumerate() {
                    check.within([SceneStep::Index(1), SceneStep::Index(place)], |check| {
                        expectation.check_at_tick(check);
                    });
                }
            }
            Self::Now(expected) => expected.check(check),
        }
    }

    fn check_at_tick(&self, check: &mut Check<'_>) {
        match self {
            Self::At(..) => {
                check.object([], "expects a tick inside a tick, expected what holds there");
            }
            Self::Now(expected) => expected.check(check),
        }
    }
}

/// Objects to a tick that nobody waits for.
pub(crate) fn check_tick(tick: u64, step: SceneStep, check: &mut Check<'_>) {
    if tick > limits::TICKS {
        check.object([step], format!("tick {tick}, expected at most {}", limits::TICKS));
    }
}

impl Mismatch {
    /// A mismatch, unless something holds.
    ///
    /// # Errors
    /// If it does not.
    pub fn unless(holds: bool, expected: impl Display, found: impl Display) -> Result<(), Self> {
        if holds { Ok(()) } else { Err(format!("expected {expected}, found {found}").into()) }
    }

    /// A mismatch, unless what was found is what was expected.
    ///
    /// # Errors
    /// If it is not.
    pub fn unless_equal<T: PartialEq + Display>(expected: T, found: T) -> Result<(), Self> {
        Self::unless(expected == found, &expected, &found)
    }

    /// Notes what would hold, for [`bless`](crate::bless): the step to a value from the expectation,
    /// and that value as RON.
    #[must_use]
    pub fn mended_by(self, step: SceneStep, value: String) -> Self {
        Self { remedy: Some(Box::new((step, value))), ..self }
    }
}

impl From<String> for Mismatch {
    fn from(message: String) -> Self {
        Self { message, ..Self::default() }
    }
}

impl<T: Expect> From<T> for Expectation {
    fn from(expect: T) -> Self {
        Self::Now(Box::new(expect))
    }
}

impl<T: Expect> Expected for T {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn is_of_one_seed(&self) -> bool {
        T::OF_ONE_SEED
    }

    fn print(&self, ron: &mut String) -> fmt::Result {
        Expect::print(self, ron)
    }

    fn check(&self, check: &mut Check<'_>) {
        Expect::check(self, check);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
        Expect::judge(self, maze)
    }

    fn clone_expected(&self) -> Box<dyn Expected> {
        Box::new(self.clone())
    }

    fn is_same(&self, other: &dyn Expected) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Clone for Box<dyn Expected> {
    fn clone(&self) -> Self {
        self.as_ref().clone_expected()
    }
}

impl PartialEq for Box<dyn Expected> {
    fn eq(&self, other: &Self) -> bool {
        self.as_ref().is_same(other.as_ref())
    }
}
