//! What scenes promise of a puzzle, as expectations, and its ratings as measures.

use serde::{Deserialize, Serialize};

use super::targets::MOST;
use super::{Proof, Rating};
use crate::base::count::{saturating_cast, whole_part};
use crate::base::scene_fault::SceneStep;
use crate::engine::maze::Maze;
use crate::registry::expect::check_walk;
use crate::registry::{Measure, Measured, Registry, Value};
use crate::scene::{Check, Expect, Mismatch, Scene};

pub(crate) fn plugin(registry: &mut Registry) {
    registry
        .expectation::<Unique>()
        .expectation::<UniqueShortest>();
    for measure in MEASURES {
        registry.measure(measure.where_there(Scene::has_walk).on_request());
    }
}

/// Exactly one route from start to goal repeats no state, and these are its
/// [ratings](Proof::rating); those that are `None` may be any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Unique {
    /// The moves of the route where a wrong way goes on.
    pub live: Option<u32>,
    /// The moves, plus half of what wrong ways cost.
    pub effort: Option<f64>,
    /// The share of states from which the goal cannot be reached.
    pub holes: Option<f64>,
    /// The forced moves at the start.
    pub first: Option<u32>,
    /// The forced moves backward from the goal.
    pub last: Option<u32>,
}

/// Exactly one route is a shortest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UniqueShortest;

impl Unique {
    /// The expectation of a puzzle's ratings, as far as they are asked for.
    pub(super) fn of(proof: &Proof, is_asked: impl Fn(Rating) -> bool) -> Self {
        let real = |rating| proof.rating(rating).filter(|_| is_asked(rating));
        let count = |rating| real(rating).map(|it| saturating_cast(whole_part(it)));
        Self {
            live: count(Rating::Live),
            effort: real(Rating::Effort),
            holes: real(Rating::Holes),
            first: count(Rating::First),
            last: count(Rating::Last),
        }
    }

    fn promises(&self) -> [(Rating, Option<f64>); 5] {
        let [live, first, last] = [self.live, self.first, self.last].map(|it| it.map(f64::from));
        [
            (Rating::Live, live),
            (Rating::Effort, self.effort),
            (Rating::Holes, self.holes),
            (Rating::First, first),
            (Rating::Last, last),
        ]
    }
}

impl Expect for Unique {
    const NAME: &'static str = "Unique";

    fn check(&self, check: &mut Check<'_>) {
        check_walk(check);
        for (rating, promised) in self.promises() {
            let most = if rating == Rating::Holes { 1.0 } else { MOST };
            let number = (promised.unwrap_or_default(), most);
            check.number([SceneStep::Field(rating.name())], rating.name(), number);
        }
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
        let known = maze.known(Known::of);
        let Known {
            unique, ratings, ..
        } = Result::as_ref(&known).map_err(Clone::clone)?;
        unique.clone()?;
        let (mut expected, mut actual, mut wrong) = (Vec::new(), Vec::new(), Mismatch::default());
        for ((rating, promised), (_, found)) in self.promises().into_iter().zip(ratings.promises())
        {
            let found = found.unwrap_or_default();
            if let Some(promised) = promised.filter(|it| it.total_cmp(&found).is_ne()) {
                let value = if rating.is_whole() {
                    found.to_string()
                } else {
                    format!("{found:?}")
                };
                expected.push(format!("{} {promised}", rating.name()));
                actual.push(found.to_string());
                wrong = wrong.mended_by(SceneStep::Field(rating.name()), value);
            }
        }
        wrong.message = format!(
            "expected {}, found {}",
            expected.join(", "),
            actual.join(", ")
        );
        if expected.is_empty() {
            Ok(())
        } else {
            Err(wrong)
        }
    }
}

impl Expect for UniqueShortest {
    const NAME: &'static str = "UniqueShortest";

    fn check(&self, check: &mut Check<'_>) {
        check_walk(check);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
        Result::as_ref(&maze.known(Known::of))
            .map_err(Clone::clone)?
            .shortest
            .clone()
    }
}

struct Known {
    unique: Result<(), Mismatch>,
    shortest: Result<(), Mismatch>,
    ratings: Unique,
}

impl Known {
    fn of(maze: &mut Maze) -> Result<Self, Mismatch> {
        let proof =
            Proof::of(maze).map_err(|error| format!("expected a graph of states: {error}"))?;
        let other = proof
            .other_route()
            .map(|it| format!("another, which {}", it.words()));
        let other = other.unwrap_or_else(|| "none".to_owned());
        let found = if proof.moves().is_some() {
            "several"
        } else {
            "none"
        };
        Ok(Self {
            unique: Mismatch::unless(proof.is_unique(), "one route", other),
            shortest: Mismatch::unless(proof.has_one_shortest(), "one shortest route", found),
            ratings: Unique::of(&proof, |_| true),
        })
    }
}

const MEASURES: [Measure; 6] = [
    Measure::whole(
        "unique",
        "1 if there is exactly one solution, otherwise 0",
        |it| Proof::of(it).map_or(Value::Empty, |proof| Value::Whole(proof.is_unique().into())),
    ),
    Measure::whole("live", "moves where a wrong way goes on", |it| {
        measure(it, Rating::Live)
    }),
    Measure::number("effort", "moves, and half of what wrong ways cost", |it| {
        measure(it, Rating::Effort)
    }),
    Measure::number(
        "holes",
        "the share of states without a way to the goal",
        |it| measure(it, Rating::Holes),
    ),
    Measure::whole("first", "forced moves at the start", |it| {
        measure(it, Rating::First)
    }),
    Measure::whole("last", "forced moves backward from the goal", |it| {
        measure(it, Rating::Last)
    }),
];

/// Measures a rating; empty where there is no solution.
fn measure(world: &mut Measured<'_>, rating: Rating) -> Value<'static> {
    match Proof::of(world).ok().and_then(|proof| proof.rating(rating)) {
        None => Value::Empty,
        Some(number) if rating.is_whole() => Value::Whole(whole_part(number)),
        Some(number) => Value::Real(number),
    }
}
