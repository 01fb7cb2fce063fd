//! Trials: scenes compared with their expectations, also with many seeds; and blessing, which writes
//! the actual values into a scene.

mod diff;
mod property;
mod watch;

use std::ops::ControlFlow;

use crate::base::limits;
use crate::base::report::{Fault, TextError};
use crate::base::scene_fault::{SceneError, SceneFault, ScenePath, SceneStep};
use crate::engine::Maze;
use crate::engine::maze::Observer;
use crate::registry::Registry;
use crate::scene::simulation::Simulation;
use crate::scene::{CheckedScene, Expectation, Loadable, Mismatch, Scene, all_hold, places_of};

pub use property::{FailedWorld, Property, Tally};

use diff::diff;
use watch::Watch;

impl Registry {
    /// Reads a scene from RON and tests it as [`Simulation::test`] does, in the simulation `spare`,
    /// or in a new one.
    pub fn test(&self, text: &str, spare: &mut Option<Simulation>) -> Result<Trial, TextError> {
        let scene = self.read(text)?;
        test_in(&scene, spare).map_err(|error| error.locate(text))
    }
}

/// Tests a scene in the simulation `spare`, or in a new one.
pub(crate) fn test_in(
    scene: &CheckedScene,
    spare: &mut Option<Simulation>,
) -> Result<Trial, SceneError> {
    Ok(Simulation::reuse(spare, scene)?.run_and_judge(scene))
}

/// The result of testing a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trial {
    /// The number of expectations, counted by [`Expectation::count`].
    pub expectations: usize,
    /// The failures, including an error that stopped the world; at most [`limits::FAULTS`].
    pub failures: Vec<Failure>,
    /// The number of further failures.
    pub more: usize,
    /// The number of all failures that [`bless`](Registry::bless) can fix.
    pub blessable: usize,
    /// What one of several worlds has not reached, and another must: see [`When::Sometimes`](crate::scene::When::Sometimes).
    pub unreached: Vec<Failure>,
    /// Whether there are [conditions](crate::scene::When::Given), and the world meets none of them.
    pub is_unmet: bool,
}

/// A failed expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The place of the expectation in the scene.
    pub path: ScenePath,
    /// The first tick after which it failed.
    pub tick: u64,
    /// What was expected, and what was found.
    pub message: String,
    /// The diff of a drawing: expected lines after `-`, actual ones after `+`; at most
    /// [`limits::DIFF`] lines.
    pub diff: Option<String>,
}

/// Receives failures, one after another: the place in the scene, the tick, and the mismatch.
type Found<'a> = dyn FnMut(ScenePath, u64, Mismatch) + 'a;

impl Simulation {
    /// Loads a scene, runs it to its end, and reports the expectations that fail, in the order of the
    /// ticks at which they do. Only where some are of every tick, ticks are done one by one.
    ///
    /// Commands that cannot be carried out are a failure too, and so is a search that needs more
    /// walkers than fit.
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
    ///         expect: [Perfect, "walls = 91", "ticks = 56"],
    ///     )",
    /// )?;
    /// let trial = Simulation::new(&scene)?.test(&scene)?;
    /// assert_eq!((trial.expectations, trial.failures.len()), (3, 1));
    /// assert_eq!(trial.failures[0].message, "Holds: expected ticks = 56, found ticks 55");
    /// assert_eq!(trial.failures[0].tick, 55);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn test(&mut self, scene: &impl Loadable) -> Result<Trial, SceneError> {
        self.load(scene)?;
        Ok(self.run_and_judge(scene.scene()))
    }

    /// Runs the loaded scene, and reports failures. No drawing is kept.
    pub(super) fn run_and_judge(&mut self, scene: &Scene) -> Trial {
        let mut trial = self.run_as_one_of_many(scene);
        let unreached = std::mem::take(&mut trial.unreached);
        let room = limits::FAULTS - trial.failures.len();
        trial.more += unreached.len().saturating_sub(room);
        trial.failures.extend(unreached.into_iter().take(room));
        trial
    }

    /// Does the same for a world of several, of which another may reach what this one does not.
    pub(super) fn run_as_one_of_many(&mut self, scene: &Scene) -> Trial {
        let expectations = scene.expect.iter().map(Expectation::count).sum();
        let mut trial = Trial {
            expectations,
            ..Trial::default()
        };
        let end = self.judge_all(scene, &mut |path, tick, mismatch| {
            trial.blessable += usize::from(!mismatch.remedies.is_empty());
            if trial.failures.len() < limits::FAULTS {
                trial.failures.push(Failure::new(path, tick, mismatch));
            } else {
                trial.more += 1;
            }
        });
        if !end.is_reached {
            trial.blessable = 0;
        }
        Trial {
            unreached: end.unreached,
            is_unmet: end.is_unmet,
            ..trial
        }
    }

    fn judge_all(&mut self, scene: &Scene, found: &mut Found<'_>) -> End {
        let (watches, conditions) = Watch::all(&scene.expect);
        // What depends on a condition, which is known at the end, by its index.
        let mut held = Vec::new();
        let pass = |given: Option<usize>, path, tick, mismatch| match given {
            Some(condition) => held.push((condition, path, tick, mismatch)),
            None => found(path, tick, mismatch),
        };
        let mut judging = Judging { watches, pass };
        let _ = self.drive(&mut judging);
        let Judging { watches, mut pass } = judging;

        let tick = self.progress().tick;
        let failure = self.failure();
        let is_reached = failure.is_none();
        for fault in failure.into_iter().flat_map(|error| error.faults) {
            let message = fault.to_string();
            pass(None, fault.path, tick, message.into());
        }
        let mut unreached = Vec::new();
        self.known.get_or_insert_default().clear();
        for watch in watches {
            let given = watch.given;
            if watch.is_of_many() {
                watch.end(self, &mut |path, tick, it| {
                    unreached.push(Failure::new(path, tick, it))
                });
            } else {
                watch.end(self, &mut |path, tick, mismatch| {
                    pass(given, path, tick, mismatch)
                });
            }
        }
        let are_met: Vec<_> = conditions.iter().map(|it| all_hold(it, self)).collect();
        self.known = None;
        let held = held
            .into_iter()
            .filter(|(condition, ..)| are_met[*condition]);
        held.for_each(|(_, path, tick, mismatch)| found(path, tick, mismatch));
        End {
            is_reached,
            unreached,
            is_unmet: !are_met.is_empty() && !are_met.contains(&true),
        }
    }
}

/// The observer that judges expectations, each at its ticks, until it is decided.
struct Judging<'s, P> {
    watches: Vec<Watch<'s>>,
    /// Receives failures, with the index of the condition on which their expectation depends.
    pass: P,
}

impl<P> Observer for Judging<'_, P>
where
    P: FnMut(Option<usize>, ScenePath, u64, Mismatch),
{
    fn next_tick(&self, from: u64) -> Option<u64> {
        let ticks = self
            .watches
            .iter()
            .filter_map(|watch| watch.next_tick(from));
        ticks.min()
    }

    fn look(&mut self, maze: &mut Maze) -> ControlFlow<()> {
        let tick = maze.progress().tick;
        // What is judged together shares what it finds out.
        maze.known.get_or_insert_default().clear();

        let pass = &mut self.pass;
        self.watches.retain_mut(|watch| {
            let given = watch.given;
            watch.goes_on(maze, tick, &mut |path, tick, found| {
                pass(given, path, tick, found);
            })
        });

        ControlFlow::Continue(())
    }
}

struct End {
    /// Whether the world came to it: no error stopped it.
    is_reached: bool,
    unreached: Vec<Failure>,
    is_unmet: bool,
}

impl Failure {
    fn new(path: ScenePath, tick: u64, mismatch: Mismatch) -> Self {
        let diff = mismatch
            .drawings
            .map(|drawings| diff(&drawings.0, &drawings.1));
        Self {
            path,
            tick,
            message: mismatch.message,
            diff,
        }
    }

    /// The failure with its place in the text of the scene.
    pub fn locate(&self, text: &str) -> Fault {
        Self::locate_all([self], text).remove(0)
    }

    /// The failures with their places, in one scan of the text.
    pub fn locate_all<'f>(
        failures: impl IntoIterator<Item = &'f Self, IntoIter: Clone>,
        text: &str,
    ) -> Vec<Fault> {
        let failures = failures.into_iter();
        let places = places_of(text, failures.clone().map(|failure| &failure.path));
        let located = places.into_iter().zip(failures);
        located
            .map(|(at, failure)| Fault {
                at,
                message: failure.message.clone(),
            })
            .collect()
    }
}

/// The path of the expectation at a place in the list of a scene.
pub(super) fn path_of(place: usize) -> ScenePath {
    ScenePath(vec![SceneStep::Field("expect"), SceneStep::Index(place)])
}

/// A scene's text with actual values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blessed {
    /// The new text.
    pub text: String,
    /// The number of changed values.
    pub values: usize,
}

impl Registry {
    /// The text of a scene with actual values in place of expected ones, where a drawing, a digest, a
    /// number of ticks or a rating differs; everything else is unchanged. A drawing's lines end as those
    /// of the text do. The scene runs in the simulation `spare`, or in a new one. If its world does
    /// not come to its end, nothing is changed.
    ///
    /// # Errors
    /// Returns the errors of [`Self::test`], and one if the text would become longer than [`limits::TEXT`].
    pub fn bless(&self, text: &str, spare: &mut Option<Simulation>) -> Result<Blessed, TextError> {
        let scene = self.read(text)?;
        let simulation = Simulation::reuse(spare, &scene).map_err(|error| error.locate(text))?;
        let (mut paths, mut values, mut length) = (Vec::new(), Vec::new(), text.len());
        let end = simulation.judge_all(&scene, &mut |path, _, mismatch| {
            for (step, value) in mismatch.remedies {
                length += value.len();
                if length <= limits::TEXT {
                    paths.push(path.then([step]));
                    values.push(value);
                }
            }
        });
        if !end.is_reached {
            return Ok(Blessed {
                text: text.to_owned(),
                values: 0,
            });
        }
        let blessed = if length <= limits::TEXT {
            replaced(text, &paths, &values)
        } else {
            None
        };
        let Some(blessed) = blessed else {
            let most = limits::TEXT;
            let message = format!(
                "after blessing, a scene of more than {most} bytes, expected at most {most}"
            );
            return Err(TextError::one_fault(text, Fault { at: 0..0, message }));
        };
        self.read(&blessed)?;
        Ok(Blessed {
            text: blessed,
            values: values.len(),
        })
    }
}

/// A text with the values at these paths replaced; `None` if it is too long.
fn replaced(text: &str, paths: &[ScenePath], values: &[String]) -> Option<String> {
    let mut edits: Vec<_> = places_of(text, paths).into_iter().zip(values).collect();
    edits.sort_by_key(|(at, _)| at.start);
    let (mut blessed, mut end) = (String::new(), 0);
    for (at, value) in edits {
        let Some(between) = text.get(end..at.start) else {
            continue;
        }; // the same place again
        blessed += between;
        blessed += &value.replace('\n', line_end(text));
        end = at.end;
    }
    blessed += &text[end..];
    (blessed.len() <= limits::TEXT).then_some(blessed)
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
            error.push(SceneFault {
                path: path_of(place).then(steps),
                message,
            });
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
        let Trial {
            failures,
            blessable,
            ..
        } = simulation.run_and_judge(&scene);
        assert_eq!(failures.len(), 2);
        assert_eq!(
            failures[0].message,
            "walk: crowded: no room for the walkers of the next step"
        );
        assert!(text[failures[0].locate(text).at].starts_with("Foot("));
        assert_eq!(blessable, 0);
    }
}
