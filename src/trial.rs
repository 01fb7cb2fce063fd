//! Trials: scenes held against what they expect.

mod diff;

use crate::expectation::{Expectation, Expected};
use crate::ingredient::Ingredients;
use crate::objection::{Objection, SceneError, ScenePath, SceneStep};
use crate::progress::Outcome;
use crate::report::{Fault, TextError};
use crate::scene::{Scene, places_of};
use crate::simulation::Simulation;

use diff::diff;

impl Ingredients {
    /// Reads a scene from RON and tests it as [`Simulation::test`] does, in the simulation that is
    /// there, or in a new one.
    ///
    /// # Errors
    /// As [`Self::read`] and [`Simulation::load`].
    pub fn test(&self, text: &str, there: &mut Option<Simulation>) -> Result<Trial, TextError> {
        let scene = self.read(text)?;
        let simulation = Simulation::reuse(there, &scene).map_err(|error| error.locate(text))?;
        let failures = simulation.run_and_judge(&scene);
        Ok(Trial { expectations: scene.expect.iter().map(Expectation::count).sum(), failures })
    }

    /// The text of a scene with what was found in place of what was expected, where a drawing, a
    /// digest or a number of ticks differs; nothing else of it is changed. A drawing's lines end as
    /// those of the text do.
    ///
    /// # Errors
    /// If what comes of it is no scene, which would be a fault of this function.
    pub fn bless(&self, text: &str, failures: &[Failure]) -> Result<String, TextError> {
        let (paths, values): (Vec<_>, Vec<_>) = failures.iter().filter_map(Failure::edit).unzip();
        let mut edits: Vec<_> = places_of(text, &paths).into_iter().zip(values).collect();
        edits.sort_by_key(|(at, _)| at.start);
        let mut blessed = String::with_capacity(text.len());
        let mut done = 0;
        for (at, value) in edits {
            blessed.push_str(&text[done..at.start]);
            blessed.push_str(&value.replace('\n', line_end(text)));
            done = at.end;
        }
        blessed.push_str(&text[done..]);
        self.read(&blessed)?;
        Ok(blessed)
    }
}

/// What came of testing a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// How many expectations the scene has, counted by [`Expectation::count`].
    pub expectations: usize,
    /// What does not hold: no more than that, and whatever kept the world from its end.
    pub failures: Vec<Failure>,
}

/// An expectation that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Where the expectation stands in the scene.
    pub path: ScenePath,
    /// What was expected, and what was found.
    pub message: String,
    /// For a drawing its lines: those that were only expected after `-`, those that were only
    /// found after `+`; no more of them than [`limits::DIFF`](crate::limits::DIFF).
    pub diff: Option<String>,
    /// What would hold: a value as RON, and the step to it from the expectation.
    remedy: Option<Box<(SceneStep, String)>>,
}

impl Simulation {
    /// Loads a scene, runs it to its end, and says which of its expectations do not hold: those at
    /// ticks first, then those at the end.
    ///
    /// Commands that cannot be carried out are a failure too, and so is a search for whose walkers
    /// there is no room.
    ///
    /// # Errors
    /// As [`Self::load`].
    ///
    /// ```
    /// use mazetick::{Scene, Simulation};
    ///
    /// let scene = Scene::from_ron(
    ///     "Scene(
    ///         seed: 7,
    ///         grid: (rows: 6, columns: 12),
    ///         generate: Mazing(pick: EligibleWall),
    ///         text: Lattice,
    ///         expect: [Perfect, Walls(built: 55), Finished(at: 56)],
    ///     )",
    /// )?;
    /// let failures = Simulation::new(&scene)?.test(&scene)?;
    /// assert_eq!(failures.len(), 1);
    /// assert_eq!(failures[0].message, "Finished: expected tick 56, found tick 55");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn test(&mut self, scene: &Scene) -> Result<Vec<Failure>, SceneError> {
        self.load(scene)?;
        Ok(self.run_and_judge(scene))
    }

    /// Runs the scene that was loaded, and says what does not hold.
    fn run_and_judge(&mut self, scene: &Scene) -> Vec<Failure> {
        let mut failures = Vec::new();
        let expectations = || scene.expect.iter().enumerate();
        let mut moments: Vec<_> = expectations()
            .filter_map(|(place, expectation)| match expectation {
                Expectation::At(tick, those) => Some((*tick, expected(place), those)),
                _ => None,
            })
            .collect();
        moments.sort_by_key(|&(tick, ..)| tick);
        for (tick, path, those) in moments {
            failures.extend(self.test_at(tick, &path, those));
        }
        let objections = match self.run() {
            Outcome::Stuck(objection) => vec![objection.clone()],
            crowded @ Outcome::Crowded => {
                vec![Objection::new([SceneStep::Field("walk")], crowded.to_string())]
            }
            _ => Vec::new(),
        };
        let comes_to_its_end = objections.is_empty();
        failures.extend(objections.into_iter().map(|objection| {
            let message = objection.to_string();
            Failure { path: objection.path, message, diff: None, remedy: None }
        }));
        for (place, expectation) in expectations() {
            if let Expectation::Now(expectation) = expectation {
                failures.extend(self.judge(expectation.as_ref(), expected(place)));
            }
        }
        for failure in &mut failures {
            failure.remedy.take_if(|_| !comes_to_its_end);
        }
        failures
    }

    /// Advances to a tick, and says what does not hold there.
    fn test_at(&mut self, tick: u64, path: &ScenePath, those: &[Expectation]) -> Vec<Failure> {
        self.advance_to(tick);
        let reached = self.progress().tick;
        if reached < tick {
            let message = format!("At: expected tick {tick}, found the end at tick {reached}");
            return vec![Failure { path: path.clone(), message, diff: None, remedy: None }];
        }
        let mut failures = Vec::new();
        for (place, expectation) in those.iter().enumerate() {
            if let Expectation::Now(expectation) = expectation {
                let path = path.then([SceneStep::Index(1), SceneStep::Index(place)]);
                failures.extend(self.judge(expectation.as_ref(), path));
            }
        }
        failures
    }

    /// Holds the world, as it stands, against an expectation.
    fn judge(&mut self, expectation: &dyn Expected, path: ScenePath) -> Option<Failure> {
        let mismatch = expectation.judge(self).err()?;
        let message = format!("{}: {}", expectation.name(), mismatch.message);
        let diff = mismatch.drawings.map(|drawings| diff(&drawings.0, &drawings.1));
        Some(Failure { path, message, diff, remedy: mismatch.remedy })
    }
}

impl Failure {
    /// The failure with its place in the text that the scene was read from.
    #[must_use]
    pub fn locate(&self, text: &str) -> Fault {
        Self::locate_all([self], text).remove(0)
    }

    /// As [`Self::locate`], for many failures in one reading of the text.
    #[must_use]
    pub fn locate_all<'f>(
        failures: impl IntoIterator<Item = &'f Self, IntoIter: Clone>,
        text: &str,
    ) -> Vec<Fault> {
        let failures = failures.into_iter();
        let places = places_of(text, failures.clone().map(|failure| &failure.path));
        let located = places.into_iter().zip(failures);
        located.map(|(at, failure)| Fault { at, message: failure.message.clone() }).collect()
    }

    /// Whether [`bless`](Ingredients::bless) can mend it: a drawing, a digest or a number of ticks differs, in a world
    /// that came to an end.
    #[must_use]
    pub fn can_be_blessed(&self) -> bool {
        self.remedy.is_some()
    }

    /// The path of the value that does not hold, and what to write there instead.
    fn edit(&self) -> Option<(ScenePath, &str)> {
        let (step, value) = self.remedy.as_deref()?;
        Some((self.path.then([*step]), value))
    }
}

/// How the lines of a text end: as the first does.
fn line_end(text: &str) -> &'static str {
    let first = text.split_inclusive('\n').next().unwrap_or_default();
    if first.ends_with("\r\n") { "\r\n" } else { "\n" }
}

/// The path of an expectation.
fn expected(place: usize) -> ScenePath {
    ScenePath(vec![SceneStep::Field("expect"), SceneStep::Index(place)])
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
        let failures = simulation.run_and_judge(&scene);
        assert_eq!(failures.len(), 2);
        assert_eq!(failures[0].message, "walk: crowded: no room for more than 67108864 walkers");
        assert!(text[failures[0].locate(text).at].starts_with("Foot("));
        assert!(!failures.iter().any(Failure::can_be_blessed));
    }
}
