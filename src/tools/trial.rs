//! Trials: scenes compared with their expectations, also with many seeds; and blessing, which writes
//! the actual values into a scene.

mod mutation;
mod proof;
mod property;
pub(crate) mod watch;

use std::cmp::Reverse;
use std::ops::ControlFlow;

use crate::base::limits;
use crate::base::report::{Fault, TextError};
use crate::base::scene_fault::{SceneError, SceneFault, ScenePath, SceneStep};
use crate::engine::Maze;
use crate::engine::maze::Observer;
use crate::picture;
use crate::registry::Registry;
use crate::scene::simulation::Simulation;
use crate::scene::{Expectation, Loadable, Places, Scene, all_hold};

pub use crate::scene::expectation::Failure;
pub use property::{Failing, Property, Tally};

use watch::{Standing, Watch};

impl Registry {
    /// Reads a scene from RON and tests it as [`Simulation::test`] does, in the simulation `spare`,
    /// or in a new one. Its failures have their places in the text.
    pub fn test(&self, text: &str, spare: &mut Option<Simulation>) -> Result<Trial, TextError> {
        let (scene, places) = self.read_with_places(text)?;
        let simulation = Simulation::reuse(spare, &scene).map_err(|error| error.locate(text))?;
        Ok(simulation.test_located(&scene, &places, text))
    }
}

/// The result of testing a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trial {
    /// The number of expectations, counted by [`Expectation::count`].
    pub expectations: usize,
    /// The failures, including an error that stopped the world, in the order of their ticks; at most
    /// [`limits::FAULTS`].
    pub failures: Vec<Failure>,
    /// The number of further failures.
    pub more: usize,
    /// What one of several worlds has not reached, and another must: see [`When::Sometimes`](crate::scene::When::Sometimes).
    pub unreached: Vec<Failure>,
    /// Whether there are [conditions](crate::scene::When::Given), and the world meets none of them.
    pub is_unmet: bool,
    /// The values that would hold, also those of further failures, each with its place in the scene.
    actual: Vec<(ScenePath, String)>,
    /// The length of these values in bytes. Those that would make a text longer than [`limits::TEXT`] are left out.
    actual_length: usize,
}

impl Trial {
    fn add(&mut self, failure: Failure) {
        for (step, value) in &failure.actual {
            self.actual_length += value.len();
            if self.actual_length <= limits::TEXT {
                self.actual
                    .push((failure.path.then([*step]), value.clone()));
            }
        }

        if self.failures.len() < limits::FAULTS {
            self.failures.push(failure);
        } else {
            self.more += 1;
        }
    }

    /// Sorts the failures by their ticks. What depends on a condition is known late.
    fn sort(&mut self) {
        self.failures.sort_by(|one, other| {
            let ticks = one.tick.cmp(&other.tick);
            ticks.then_with(|| indices(&one.path).cmp(indices(&other.path)))
        });

        // The drawing of the first tick belongs to the first failure.
        let Some(tick) = self.failures.first().map(|failure| failure.tick) else {
            return;
        };
        let mut drawing = String::new();
        for failure in &mut self.failures {
            let own = std::mem::take(&mut failure.drawing);
            if failure.tick == tick && drawing.is_empty() {
                drawing = own;
            }
        }
        self.failures[0].drawing = drawing;
    }
}

/// Finds the places of failures in the text of their scene.
fn locate<'f>(failures: impl IntoIterator<Item = &'f mut Failure>, places: &Places, text: &str) {
    let mut failures: Vec<_> = failures.into_iter().collect();
    if failures.is_empty() {
        return;
    }
    let ranges = places.find(text, failures.iter().map(|failure| &failure.path));
    for (failure, at) in failures.iter_mut().zip(ranges) {
        failure.at = at;
    }
}

/// The places in lists on a path, by which expectations are in the order of their scene.
pub(super) fn indices(path: &ScenePath) -> impl Iterator<Item = usize> {
    path.0.iter().filter_map(|step| match step {
        SceneStep::Index(index) => Some(*index),
        _ => None,
    })
}

impl Simulation {
    /// Loads a scene, runs it to its end, and reports the expectations that fail, in the order of the
    /// ticks at which they do. Only where some are of every tick, ticks are done one by one.
    ///
    /// Commands that cannot be carried out are a failure too, and so is a search that needs more
    /// walkers than there may be: the world is judged as it was before.
    ///
    /// # Errors
    /// Returns the errors of [`Self::load`].
    ///
    /// ```
    /// use mazetick::prelude::*;
    ///
    /// let scene = Scene::from_ron(
    ///     "Scene(
    ///         seed: 7,
    ///         grid: (rows: 6, columns: 12),
    ///         generate: Mazing(pick: EligibleWall),
    ///         text: Lattice,
    ///         expect: [Perfect, \"walls = 91\", \"ticks = 56\"],
    ///     )",
    /// )?;
    /// let trial = Simulation::new(&scene)?.test(&scene)?;
    /// assert_eq!((trial.expectations, trial.failures.len()), (3, 1));
    /// assert_eq!(trial.failures[0].message, "\"ticks = 56\" is false: ticks = 55");
    /// assert_eq!(trial.failures[0].tick, 55);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn test(&mut self, scene: &impl Loadable) -> Result<Trial, SceneError> {
        self.load(scene)?;
        Ok(self.run_and_judge(scene.scene()))
    }

    /// Runs the loaded scene, and judges it, with the places of failures in its text.
    pub(crate) fn test_located(&mut self, scene: &Scene, places: &Places, text: &str) -> Trial {
        let mut trial = self.run_and_judge(scene);
        locate(&mut trial.failures, places, text);
        trial
    }

    /// Runs the loaded scene, and judges it.
    pub(crate) fn run_and_judge(&mut self, scene: &Scene) -> Trial {
        let mut trial = self.run_as_one_of_many(scene, true);
        for mut failure in std::mem::take(&mut trial.unreached) {
            if trial.failures.is_empty() {
                failure.drawing = drawing(self);
            }
            trial.add(failure);
        }
        trial
    }

    /// Runs and judges it as a world of several, of which another may reach what this one does not. If `draws`, the first
    /// failure gets a drawing.
    pub(super) fn run_as_one_of_many(&mut self, scene: &Scene, draws: bool) -> Trial {
        self.judge_to(scene, u64::MAX, draws)
    }

    /// Runs it up to a tick, and judges it. If the world goes on there, what is expected of its end is left out.
    pub(super) fn run_and_judge_to(&mut self, scene: &Scene, tick: u64) -> Trial {
        self.judge_to(scene, tick, true)
    }

    fn judge_to(&mut self, scene: &Scene, last: u64, draws: bool) -> Trial {
        let mut trial = Trial {
            expectations: scene.expect.iter().map(Expectation::count).sum(),
            ..Trial::default()
        };
        let mut found = |failure| trial.add(failure);
        let mut judge = Judge::new(&scene.expect, draws, &mut found);
        judge.last = last;
        if self.drive(&mut judge).is_break() {
            judge.of_a_tick.clear();
            judge.of_every_tick.clear();
            judge.of_the_end.clear();
        }

        let error = self.failure();
        let is_stopped = error.is_some();
        let tick = self.progress().tick;
        for fault in error.into_iter().flat_map(|error| error.faults) {
            let failure = Failure {
                tick,
                ..Failure::new(fault.to_string())
            };
            let path = fault.path;
            judge.report.add(None, Failure { path, ..failure }, self);
        }

        let (unreached, is_unmet) = judge.end(self);
        trial.unreached = unreached;
        trial.is_unmet = is_unmet;
        if is_stopped {
            trial.actual.clear(); // the state in which a world stops is no result worth expecting
        }
        trial.sort();
        trial
    }
}

/// The observer that judges the expectations of a scene, each at its ticks.
struct Judge<'s, 'f> {
    /// Those of a single tick, the last one first.
    of_a_tick: Vec<Watch<'s>>,
    /// Those of every tick that are not over, each with what is decided of it.
    of_every_tick: Vec<(Watch<'s>, Standing)>,
    of_the_end: Vec<Watch<'s>>,
    conditions: Vec<&'s [Expectation]>,
    /// The tick at which a world that goes on is left.
    last: u64,
    report: Report<'f>,
}

/// Receives what fails.
struct Report<'f> {
    found: &'f mut dyn FnMut(Failure),
    /// Failures that count if a condition holds at the end: its index, and the failure.
    held: Vec<(usize, Failure)>,
    /// Whether first failures get drawings.
    draws: bool,
    /// The conditions for which the first failure is known; `None` for no condition.
    known: Vec<Option<usize>>,
}

impl<'s, 'f> Judge<'s, 'f> {
    fn new(expect: &'s [Expectation], draws: bool, found: &'f mut dyn FnMut(Failure)) -> Self {
        let (watches, conditions) = Watch::all(expect);
        let mut judge = Self {
            of_a_tick: Vec::new(),
            of_every_tick: Vec::new(),
            of_the_end: Vec::new(),
            conditions,
            last: u64::MAX,
            report: Report {
                found,
                held: Vec::new(),
                draws,
                known: Vec::new(),
            },
        };

        for watch in watches {
            if watch.tick().is_some() {
                judge.of_a_tick.push(watch);
            } else if watch.is_of_every_tick() {
                let standing = watch.start();
                judge.of_every_tick.push((watch, standing));
            } else {
                judge.of_the_end.push(watch);
            }
        }
        judge.of_a_tick.sort_by_key(|watch| Reverse(watch.tick()));
        judge
    }

    /// Judges what is undecided at the end of the world; returns what it has not reached, and true if it meets none of
    /// its conditions.
    fn end(mut self, maze: &mut Maze) -> (Vec<Failure>, bool) {
        maze.known.get_or_insert_default().clear();

        let mut unreached = Vec::new();
        let of_a_tick = self.of_a_tick.drain(..).rev();
        let of_the_end = self.of_the_end.drain(..);
        let others = of_a_tick.chain(of_the_end).map(|watch| {
            let standing = watch.start();
            (watch, standing)
        });
        for (watch, standing) in others.chain(self.of_every_tick.drain(..)) {
            let is_of_many = watch.is_of_many();
            let given = watch.given;
            watch.end(standing, maze, &mut |failure, maze| {
                if is_of_many {
                    unreached.push(failure);
                } else {
                    self.report.add(given, failure, maze);
                }
            });
        }

        let are_met: Vec<_> = self
            .conditions
            .iter()
            .map(|it| all_hold(it, maze))
            .collect();
        maze.known = None;
        for (condition, failure) in self.report.held {
            if are_met[condition] {
                (self.report.found)(failure);
            }
        }
        (unreached, !are_met.is_empty() && !are_met.contains(&true))
    }
}

impl Observer for Judge<'_, '_> {
    fn next_tick(&self, from: u64) -> Option<u64> {
        if self.of_every_tick.is_empty() {
            let next = self.of_a_tick.last().and_then(Watch::tick);
            Some(next.map_or(self.last, |tick| tick.max(from).min(self.last)))
        } else {
            Some(from)
        }
    }

    fn look(&mut self, maze: &mut Maze) -> ControlFlow<()> {
        let tick = maze.progress().tick;
        let report = &mut self.report;

        // What is judged together shares what it finds out.
        maze.known.get_or_insert_default().clear();

        while let Some(watch) = self.of_a_tick.pop_if(|watch| watch.tick() <= Some(tick)) {
            let mut standing = watch.start();
            watch.judge(&mut standing, maze, &mut |failure, maze| {
                report.add(watch.given, failure, maze);
            });
        }

        self.of_every_tick.retain_mut(|(watch, standing)| {
            watch.judge(standing, maze, &mut |failure, maze| {
                report.add(watch.given, failure, maze);
            });
            !standing.is_over
        });

        if tick >= self.last && !maze.is_finished() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl Report<'_> {
    fn add(&mut self, given: Option<usize>, mut failure: Failure, maze: &mut Maze) {
        if self.draws && !self.known.contains(&given) {
            self.known.push(given);
            failure.drawing = drawing(maze);
        }

        match given {
            Some(condition) => self.held.push((condition, failure)),
            None => (self.found)(failure),
        }
    }
}

/// Draws a world that is small enough to be looked at.
pub(crate) fn drawing(maze: &mut Maze) -> String {
    /// The longest side of a drawing that is looked at.
    const SIDE: u32 = 12;

    let grid = maze.grid();
    if grid.rows.max(grid.columns) > SIDE {
        return String::new();
    }
    picture::text(&maze.picture(), false)
}

/// The path of the expectation at a place in the list of a scene.
pub(super) fn path_of(place: usize) -> ScenePath {
    ScenePath(vec![SceneStep::Field("expect"), SceneStep::Index(place)])
}

/// A scene's text with actual values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Blessed {
    /// The new text.
    pub text: String,
    /// The number of changed values.
    pub values: usize,
    /// The test of the scene as it was before.
    pub trial: Trial,
}

impl Registry {
    /// Returns the text of a scene with actual values in place of expected ones, where a drawing, a digest, a number of
    /// ticks or a rating differs; everything else is unchanged. A drawing's lines end as those of the text do. The scene
    /// runs in the simulation `spare`, or in a new one. If its world does not come to its end, nothing is changed.
    ///
    /// # Errors
    /// Returns the errors of [`Self::test`], and one if the text would become longer than [`limits::TEXT`].
    pub fn bless(&self, text: &str, spare: &mut Option<Simulation>) -> Result<Blessed, TextError> {
        let (scene, places) = self.read_with_places(text)?;
        let simulation = Simulation::reuse(spare, &scene).map_err(|error| error.locate(text))?;
        let trial = simulation.test_located(&scene, &places, text);
        if trial.actual.is_empty() {
            return Ok(Blessed {
                text: text.to_owned(),
                values: 0,
                trial,
            });
        }

        let is_short = text.len() + trial.actual_length <= limits::TEXT;
        let blessed = is_short.then(|| replaced(text, &places, &trial.actual));
        let Some(blessed) = blessed.filter(|text| text.len() <= limits::TEXT) else {
            let most = limits::TEXT;
            let message = format!(
                "after blessing, a scene of more than {most} bytes, expected at most {most}"
            );
            return Err(TextError::one_fault(text, Fault::new(0..0, message)));
        };

        Ok(Blessed {
            values: trial.actual.len(),
            trial: self.test(&blessed, spare)?,
            text: blessed,
        })
    }
}

/// Returns a text with the values at these paths replaced.
fn replaced(text: &str, places: &Places, actual: &[(ScenePath, String)]) -> String {
    let paths = actual.iter().map(|(path, _)| path);
    let mut edits: Vec<_> = places.find(text, paths).into_iter().zip(actual).collect();
    edits.sort_by_key(|(at, _)| at.start);

    let mut blessed = String::new();
    let mut end = 0;
    for (at, (_, value)) in edits {
        let Some(between) = text.get(end..at.start) else {
            continue; // the same place again
        };
        blessed += between;
        blessed += &value.replace('\n', line_end(text));
        end = at.end;
    }
    blessed + &text[end..]
}

/// The line ending of a text: that of its first line.
fn line_end(text: &str) -> &'static str {
    let first = text.split_inclusive('\n').next().unwrap_or_default();
    if first.ends_with("\r\n") {
        "\r\n"
    } else {
        "\n"
    }
}

/// Reports expectations that hold for one seed only, and a scene without expectations.
fn check_any_seed(scene: &Scene) -> Result<(), SceneError> {
    let mut error = SceneError::default();
    for (place, expectation) in scene.expect.iter().enumerate() {
        for (steps, expected) in expectation
            .leaves()
            .into_iter()
            .filter(|(_, it)| it.is_of_one_seed())
        {
            let name = expected.name();
            let message =
                format!("`{name}` holds for one seed only, expected something that holds for all");
            let ScenePath(path) = path_of(place).then(steps);
            error.push(SceneFault::new(path, message));
        }
    }
    if scene.expect.is_empty() {
        let message = "`expect` is empty: add something that is true for every seed";
        error.push(SceneFault::new([SceneStep::Field("expect")], message));
    }
    error.into_result()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_that_is_crowded_fails() {
        let text = "Scene(name: \"OPEN\", grid: (rows: 11, columns: 11), \
                    walk: Foot(from: (6, 6), to: (1, 1)), text: Arrow, \
                    expect: [Digest(\"0000000000000000\")])";
        let scene = Scene::from_ron(text).expect("a legal scene");
        let mut simulation = Simulation::new(&scene).expect("a legal scene");
        simulation.limit_walkers(64);
        let trial = simulation.run_and_judge(&scene);
        assert_eq!(trial.failures.len(), 2);
        assert_eq!(
            trial.failures[0].message,
            "walk: crowded: no room for the walkers of the next step"
        );
        assert_eq!(trial.actual, [], "nothing is blessed");
    }
}
