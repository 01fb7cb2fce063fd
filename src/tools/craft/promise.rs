//! What scenes promise of a puzzle, as expectations, and its ratings as measures.

use serde::{Deserialize, Serialize};

use super::targets::MOST;
use super::{Proof, Rating};
use crate::base::count::{saturating_u32, whole_part};
use crate::base::scene_fault::SceneStep;
use crate::engine::maze::Maze;
use crate::registry::expect::check_walk;
use crate::registry::{Measure, Measured, Registry, Value};
use crate::scene::{Check, Expect, Failure, Scene};

pub(crate) fn plugin(registry: &mut Registry) {
    registry
        .expectation::<Unique>()
        .expectation::<UniqueShortest>();
    for measure in MEASURES {
        registry.measure(measure.where_there(Scene::has_walk).on_request().of_state());
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
        let count = |rating| real(rating).map(|it| saturating_u32(whole_part(it)));
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

    fn judge(&self, maze: &mut Maze) -> Result<(), Failure> {
        let known = maze.known(PuzzleFacts::of);
        let PuzzleFacts {
            unique, ratings, ..
        } = Result::as_ref(&known).map_err(Clone::clone)?;
        unique.clone()?;

        let mut wrong = Vec::new();
        let mut failure = Failure::default();
        for ((rating, promised), (_, found)) in self.promises().into_iter().zip(ratings.promises())
        {
            let found = found.unwrap_or_default();
            let Some(promised) = promised.filter(|it| it.total_cmp(&found).is_ne()) else {
                continue;
            };
            let name = rating.name();
            let value = if rating.is_whole() {
                found.to_string()
            } else {
                format!("{found:?}")
            };
            wrong.push(format!("`{name}` is {found}, not {promised}"));
            failure = failure
                .on_side(found.total_cmp(&promised))
                .with_actual(SceneStep::Field(name), value);
        }

        if wrong.is_empty() {
            return Ok(());
        }
        failure.message = wrong.join("; ");
        Err(failure)
    }
}

impl Expect for UniqueShortest {
    const NAME: &'static str = "UniqueShortest";

    fn check(&self, check: &mut Check<'_>) {
        check_walk(check);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Failure> {
        Result::as_ref(&maze.known(PuzzleFacts::of))
            .map_err(Clone::clone)?
            .shortest
            .clone()
    }
}

const NO_ROUTE: &str = "there is no route";

fn unless(holds: bool, message: &str) -> Result<(), Failure> {
    if holds {
        Ok(())
    } else {
        Err(Failure::new(message))
    }
}

struct PuzzleFacts {
    unique: Result<(), Failure>,
    shortest: Result<(), Failure>,
    ratings: Unique,
}

impl PuzzleFacts {
    fn of(maze: &mut Maze) -> Result<Self, Failure> {
        let no_graph = |error| Failure::new(format!("there is no graph of its states: {error}"));
        let proof = Proof::of(maze).map_err(no_graph)?;

        let other = match proof.other_route() {
            Some(other) => format!("there is another route, which {}", other.words()),
            None => NO_ROUTE.to_owned(),
        };
        let several = match proof.moves() {
            Some(_) => "there are several shortest routes",
            None => NO_ROUTE,
        };
        Ok(Self {
            unique: unless(proof.is_unique(), &other),
            shortest: unless(proof.has_one_shortest(), several),
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
