//! What scenes promise of a puzzle, as expectations, and its ratings as measures.

use serde::{Deserialize, Serialize};

use super::{Proof, Rated};
use crate::base::count::whole;
use crate::base::scene_fault::SceneStep;
use crate::engine::maze::Maze;
use crate::registry::expect::check_walk;
use crate::registry::{Measure, Measured, Registry, Value};
use crate::scene::{Check, Expect, Mismatch, Scene};

/// Adds the expectations and the measures of puzzles.
pub(crate) fn plugin(registry: &mut Registry) {
    registry.expectation::<Unique>().expectation::<UniqueShortest>();
    for measure in MEASURES {
        registry.measure(measure);
    }
}

/// Exactly one route from start to goal repeats no state, and these are its
/// [ratings](Proof::rating); those that are `None` may be any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Unique {
    /// The moves of the route where a wrong way goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live: Option<u32>,
    /// The moves, plus half of what wrong ways cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<f64>,
    /// The share of states from which the goal cannot be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holes: Option<f64>,
    /// The forced moves at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<u32>,
    /// The forced moves backward from the goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<u32>,
}

/// Exactly one route is a shortest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UniqueShortest;

impl Unique {
    fn promises(&self) -> [(Rated, Option<f64>); 5] {
        let [live, first, last] = [self.live, self.first, self.last].map(|it| it.map(f64::from));
        [
            (Rated::Live, live),
            (Rated::Effort, self.effort),
            (Rated::Holes, self.holes),
            (Rated::First, first),
            (Rated::Last, last),
        ]
    }
}

impl Expect for Unique {
    const NAME: &'static str = "Unique";

    fn check(&self, check: &mut Check<'_>) {
        check_walk(check);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
        let proof = proof(maze)?;
        let Some(rating) = proof.rating() else { return Err(no_route("one route")) };
        if let Some(other) = proof.other_route() {
            let at = |state| proof.graph().position(state);
            let (leaves, joins) = (at(other.leaves), at(other.joins));
            let found = format!("another, which leaves it at {leaves} and comes back at {joins}");
            return Mismatch::unless(false, "one route", found);
        }
        self.promises().into_iter().try_for_each(|(of, promised)| {
            let (name, found) = (of.name(), of.of(&rating));
            let Some(promised) = promised.filter(|it| it.total_cmp(&found).is_ne()) else {
                return Ok(());
            };
            let value = if of.is_whole() { found.to_string() } else { format!("{found:?}") };
            Mismatch::unless(false, format!("{name} {promised}"), found)
                .map_err(|wrong| wrong.mended_by(SceneStep::Field(name), value))
        })
    }
}

impl Expect for UniqueShortest {
    const NAME: &'static str = "UniqueShortest";

    fn check(&self, check: &mut Check<'_>) {
        check_walk(check);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
        let proof = proof(maze)?;
        if proof.moves().is_none() {
            return Err(no_route("one shortest route"));
        }
        Mismatch::unless(proof.has_one_shortest(), "one shortest route", "several")
    }
}

fn proof(maze: &mut Maze) -> Result<Proof, Mismatch> {
    Proof::of(maze).map_err(|error| Mismatch::from(format!("expected a graph of states: {error}")))
}

fn no_route(expected: &str) -> Mismatch {
    Mismatch::from(format!("expected {expected}, found none"))
}

/// The ratings as columns of tables.
const MEASURES: [Measure; 5] = [
    measure::<1>("moves where a wrong way goes on"),
    measure::<2>("moves, and half of what wrong ways cost"),
    measure::<3>("the share of states without a way to the goal"),
    measure::<4>("forced moves at the start"),
    measure::<5>("forced moves backward from the goal"),
];

/// The measure of a rating, by its place among all; empty where there is no solution.
const fn measure<const PLACE: usize>(about: &'static str) -> Measure {
    fn of<const PLACE: usize>(world: &mut Measured<'_>) -> Value<'static> {
        let rated = Rated::ALL[PLACE];
        match Proof::of(world).ok().and_then(|proof| proof.rating()) {
            None => Value::Empty,
            Some(rating) if rated.is_whole() => Value::Whole(whole(rated.of(&rating))),
            Some(rating) => Value::Real(rated.of(&rating)),
        }
    }
    let rated = Rated::ALL[PLACE];
    let measure = if rated.is_whole() {
        Measure::whole(rated.name(), about, of::<PLACE>)
    } else {
        Measure::number(rated.name(), about, of::<PLACE>)
    };
    measure.where_there(Scene::has_walk).on_request()
}
