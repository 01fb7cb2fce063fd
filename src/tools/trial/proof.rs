//! Proofs: a scene's expectations in every world that it can become.
//!
//! Each state decides some expectations, for good or for bad. One is broken if a way through the graph of states leads to
//! a bad state before a good one, or to a state from which neither can be reached any more. So what holds with
//! probability 1 is known without a number.

use super::{Failing, Failure, Tally, path_of};
use crate::base::count::grouped;
use crate::base::scene_fault::{SceneError, ScenePath, SceneStep};
use crate::registry::measure::WallFacts;
use crate::scene::simulation::Simulation;
use crate::scene::{CheckedScene, Expectation, Expected, When, all_hold};
use crate::tools::explore::{Explorer, Graph, last_tick, read_reports};

/// An expectation that is of no times itself, and its time.
struct Item<'s> {
    path: ScenePath,
    /// The time; `None` for the end.
    when: Option<&'s When>,
    /// What must hold; `None` if only a tick must be reached, or if the world must not fail.
    leaf: Option<&'s dyn Expected>,
    /// The condition on which it depends.
    given: Option<&'s [Expectation]>,
}

/// What a state decides of an item: bits.
const GOOD: u8 = 1;
const BAD: u8 = 2;
/// The condition of the item holds at the end.
const MET: u8 = 4;

/// What is noted of an item on the way to a state.
const WAITING: u8 = 0;
const UNDECIDED: u8 = 1;
const BROKEN: u8 = 2;

/// What is seen of a state: what it decides of each item, and which world it is, if it has ended.
type Seen = (Box<[u8]>, Option<u128>);

impl CheckedScene {
    /// Tests every world that the scene can become.
    ///
    /// ```
    /// use mazetick::prelude::*;
    /// use mazetick::tools::explore::Explorer;
    ///
    /// let scene = Scene::from_ron(
    ///     "Scene(
    ///         grid: (rows: 2, columns: 3),
    ///         generate: Wilson,
    ///         agents: [WallFollower(at: TopLeft, to: BottomRight)],
    ///         expect: [Perfect, Arrived(all: true)],
    ///     )",
    /// )?;
    /// let tally = scene.prove(Explorer::default())?;
    /// assert!(tally.failing.is_empty());
    /// assert_eq!(tally.worlds, 15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Explorer::explore`].
    pub fn prove(&self, explorer: Explorer) -> Result<Tally, SceneError> {
        let items = Item::all(&self.expect);
        let reads_reports = explorer.reads_reports || read_reports(&self.expect);
        let explorer = Explorer {
            reads_reports,
            until: last_tick(&self.expect),
            ..explorer
        };
        let graph = explorer.explore(self, |world| {
            let has_ended = world.is_finished();
            let decided = items.iter().map(|item| item.decided(world, has_ended));
            let decided: Box<[u8]> = decided.collect();
            (decided, has_ended.then(|| world.ended_key(false)))
        })?;
        let can_end = graph.can_reach(&|state| graph.has_ended(state) || graph.is_open(state));

        let mut tally = Tally {
            expectations: self.expect.iter().map(Expectation::count).sum(),
            worlds: graph.views().filter(|seen| seen.1.is_some()).count() as u64,
            states: graph.states() as u64,
            is_without_chance: graph.is_whole() && !graph.has_chance(),
            ..Tally::default()
        };
        for (place, item) in items.iter().enumerate() {
            let course = Course {
                graph: &graph,
                item,
                place,
            };
            if let Some(When::Sometimes) = item.when {
                if graph.is_whole() && !graph.views().any(|seen| seen.0[place] & GOOD != 0) {
                    tally.unreached.push(item.failure(0, "never holds"));
                }
            } else if let Some(way) = course.broken_way(&can_end) {
                let failing = course.failing(self, &way)?;
                tally.failed = tally.failed.max(failing.worlds).max(1);
                tally.failing.push(failing);
            }
        }

        if !graph.is_whole() && tally.failing.is_empty() {
            let message = format!(
                "not proved: there are more than {} states (`--states`). Nothing in them breaks it; \
                 how the rest of the worlds ends, with a probability of {:.1e}, is not known",
                grouped(tally.states),
                graph.undecided()
            );
            let path = ScenePath(vec![SceneStep::Field("seeds")]);
            tally.failed = tally.failed.max(1);
            tally.failing.push(Failing {
                failure: Failure {
                    path,
                    ..Failure::new(message)
                },
                worlds: 0,
                first: Vec::new(),
                example: None,
                facts: WallFacts::default(),
            });
        }
        Ok(tally)
    }
}

impl<'s> Item<'s> {
    /// Returns what must hold of the worlds of a scene; first, that they do not fail.
    fn all(expect: &'s [Expectation]) -> Vec<Self> {
        let mut items = vec![Self {
            path: ScenePath::default(),
            when: None,
            leaf: None,
            given: None,
        }];
        for (place, expectation) in expect.iter().enumerate() {
            let path = path_of(place);
            if let Expectation::When(When::Given(given), list) = expectation {
                for (inner, expectation) in list.iter().enumerate() {
                    let path = path.then([SceneStep::Index(1), SceneStep::Index(inner)]);
                    Self::add(&mut items, path, expectation, Some(given));
                }
            } else {
                Self::add(&mut items, path, expectation, None);
            }
        }
        items
    }

    fn add(
        items: &mut Vec<Self>,
        path: ScenePath,
        expectation: &'s Expectation,
        given: Option<&'s [Expectation]>,
    ) {
        let item = |path, when, leaf| Self {
            path,
            when,
            leaf,
            given,
        };
        let (when, list) = match expectation {
            Expectation::Now(leaf) => return items.push(item(path, None, Some(&**leaf))),
            Expectation::When(when, list) => (when, list),
        };
        if list.is_empty() {
            return items.push(item(path, Some(when), None));
        }
        for (place, leaf) in list.iter().enumerate() {
            if let Expectation::Now(leaf) = leaf {
                let path = path.then([SceneStep::Index(when.list()), SceneStep::Index(place)]);
                items.push(item(path, Some(when), Some(&**leaf)));
            }
        }
    }

    fn failure(&self, tick: u64, message: impl Into<String>) -> Failure {
        Failure {
            path: self.path.clone(),
            tick,
            ..Failure::new(message)
        }
    }

    /// Returns what the state of a world decides.
    fn decided(&self, world: &mut Simulation, has_ended: bool) -> u8 {
        let tick = world.progress().tick;
        let has_failed = world.failure().is_some();
        let is_met = has_ended && self.given.is_some_and(|given| all_hold(given, world));
        let turn = self.when.and_then(When::turn);
        let has_turned = turn.is_some_and(|turn| all_hold(turn, world));
        let mut holds = || self.leaf.is_none_or(|leaf| leaf.holds(world));

        let good_or_bad = |is_good| if is_good { GOOD } else { BAD };
        let if_bad = |is_bad| if is_bad { BAD } else { 0 };
        let decided = match self.when {
            None if !has_ended => 0,
            None if self.leaf.is_none() => good_or_bad(!has_failed),
            None => good_or_bad(holds()),
            Some(When::At(at)) if tick == *at => good_or_bad(holds()),
            Some(When::At(at)) => if_bad(has_ended && tick < *at),
            Some(When::Always | When::Given(_)) => if_bad(!holds()),
            Some(When::Never) => if_bad(holds()),
            Some(When::Eventually | When::Sometimes | When::By(_)) if holds() => GOOD,
            Some(When::Eventually | When::Sometimes) => if_bad(has_ended),
            Some(When::By(last)) => if_bad(has_ended || tick >= *last),
            Some(When::Until(_)) if has_turned => GOOD,
            Some(When::Until(_)) => if_bad(has_ended || !holds()),
            Some(When::After(_)) => if_bad(!holds()) | u8::from(has_turned),
        };
        decided | if is_met { MET } else { 0 }
    }
}

/// The ways through a graph, as far as one item is concerned.
struct Course<'a, 's> {
    graph: &'a Graph<Seen>,
    item: &'a Item<'s>,
    place: usize,
}

impl Course<'_, '_> {
    fn decided(&self, state: usize) -> u8 {
        self.graph.view(state).map_or(0, |seen| seen.0[self.place])
    }

    /// Returns the states of a shortest way on which the item is broken, or after which nothing decides it any more.
    fn broken_way(&self, can_end: &[bool]) -> Option<Vec<usize>> {
        let Self { graph, item, .. } = *self;

        // A world without an end breaks nothing that is of all its ticks, and without expectations it is no error.
        let can_be_decided = match item.when {
            _ if item.path.0.is_empty() => None,
            None => Some(can_end.to_vec()),
            _ if item.given.is_some() => Some(can_end.to_vec()),
            Some(When::Eventually | When::Until(_)) => {
                Some(graph.can_reach(&|state| self.decided(state) != 0 || graph.is_open(state)))
            }
            _ => None,
        };
        let is_lost = |state: usize| can_be_decided.as_ref().is_some_and(|can| !can[state]);
        let has_bad = graph.views().any(|seen| seen.0[self.place] & BAD != 0);
        if !has_bad && !(0..=graph.states()).any(is_lost) {
            return None;
        }

        let waits = matches!(item.when, Some(When::After(_)));
        let enter = |note: u8, state: usize| {
            let decided = self.decided(state);
            let has_turned = note == WAITING && decided & GOOD != 0;
            let note = if has_turned { UNDECIDED } else { note };
            match note {
                UNDECIDED if decided & BAD != 0 => Some(BROKEN),
                UNDECIDED if decided & GOOD != 0 && !waits => None,
                _ => Some(note),
            }
        };
        let is_goal = |note: u8, state: usize| {
            let is_broken = note == BROKEN && item.given.is_none();
            is_broken
                || note == BROKEN && self.decided(state) & MET != 0
                || note != BROKEN && is_lost(state)
        };
        let first = if waits { WAITING } else { UNDECIDED };
        graph.shortest(first, &enter, &is_goal)
    }

    /// Returns how the item fails in the world to which a way leads, and in how many worlds. If that world never comes to
    /// what is expected, its scene is of all seeds: of whatever is drawn then.
    fn failing(&self, scene: &CheckedScene, way: &[usize]) -> Result<Failing, SceneError> {
        let Self { graph, item, .. } = *self;
        let tick = way.len() as u64 - 1;
        let draws = graph.draws_along(scene, way)?;
        let mut example = scene.clone().of_one_world().with_draws(draws);
        let mut world = Simulation::new(&example)?;
        let trial = world.run_and_judge_to(&example, tick);

        let is_of_world = item.path.0.is_empty();
        let mut failures = trial.failures.into_iter();
        let failure = failures.find(|failure| is_of_world || failure.path == item.path);
        let failure = failure.unwrap_or_else(|| {
            example = example.clone().with_all_seeds();
            let message = match item.when {
                None => format!("from tick {tick} on, the world can never end"),
                Some(_) => format!("from tick {tick} on, it can never come true"),
            };
            Failure {
                drawing: super::drawing(&mut world),
                ..item.failure(tick, message)
            }
        });

        // Of what is expected of the end, it is known which worlds fail.
        let ended = graph.views().filter(|seen| seen.1.is_some());
        let is_of_end = item.when.is_none() && item.given.is_none() && graph.is_whole();
        let worlds = if is_of_end {
            ended.filter(|seen| seen.0[self.place] & BAD != 0).count()
        } else {
            0
        };
        Ok(Failing {
            failure,
            worlds: worlds as u64,
            first: vec![(0, scene.seed)],
            facts: WallFacts::of(&world),
            example: Some(Box::new(example)),
        })
    }
}
