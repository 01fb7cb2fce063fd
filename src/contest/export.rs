//! From scenes back to contest input.

use super::Contest;
use crate::ingredient::Ingredients;
use crate::limits;
use crate::objection::SceneError;
use crate::scene::Scene;

/// Why scenes cannot be written as contest input. Places count scenes from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExportError {
    /// A scene has ingredients that no contest has.
    NoContest {
        /// Which scene.
        place: usize,
        /// What stands in the way.
        why: &'static str,
    },
    /// Two scenes belong to two contests, whose input cannot be mixed.
    Mixed {
        /// The first scene of another contest than those before it.
        place: usize,
        /// The contest of those before it.
        before: Contest,
        /// Its own contest.
        own: Contest,
    },
    /// A scene cannot become a world.
    Scene {
        /// Which scene.
        place: usize,
        /// What stands against it.
        error: SceneError,
    },
    /// A maze would be longer than [`limits::TEXT`] lets it be, and could not be read again.
    TooLong {
        /// Which scene.
        place: usize,
    },
}

impl Ingredients {
    /// Writes scenes of one contest as its input. A seeded Johnny is written as the commands that it
    /// draws.
    ///
    /// # Errors
    /// If a scene has no contest form, if the scenes are of several contests, if one is not legal, or
    /// if what would be written could not be read again.
    pub fn export<'a>(
        &self,
        scenes: impl IntoIterator<Item = &'a Scene>,
    ) -> Result<String, ExportError> {
        let mut text = String::new();
        let mut contest = None;
        let mut count = 0;
        for (place, scene) in scenes.into_iter().enumerate() {
            let own =
                self.contest_of(scene).map_err(|why| ExportError::NoContest { place, why })?;
            let before = *contest.get_or_insert(own);
            if own != before {
                return Err(ExportError::Mixed { place, before, own });
            }
            let start = text.len();
            (own.0.write)(scene, &mut text).map_err(|error| ExportError::Scene { place, error })?;
            if text.len() - start > limits::TEXT {
                return Err(ExportError::TooLong { place });
            }
            count += 1;
        }
        if let Some(contest) = contest {
            (contest.0.frame)(count, &mut text);
        }
        Ok(text)
    }

    /// The contest that can hold a scene; what stands in the way, if none can.
    fn contest_of(&self, scene: &Scene) -> Result<Contest, &'static str> {
        let taken = |contest: &Contest| Some((*contest, (contest.0.takes)(scene)?));
        match self.contests.iter().find_map(taken) {
            Some((contest, taken)) => taken.map(|()| contest),
            None if scene.has_walls() && scene.has_walk() => {
                Err("no contest has both a generator and a walk")
            }
            None if scene.has_walls() => Err("this generator has no input format"),
            None => Err("no contest has only walkers on foot, or nothing at all"),
        }
    }
}

/// What stands in the way of a contest whose mazes have names.
pub(crate) fn check_name(scene: &Scene) -> Result<(), &'static str> {
    match scene.name.as_str() {
        "" => Err("a contest's maze needs a name"),
        "END" => Err("a contest's maze cannot be named END, which ends the input"),
        _ => Ok(()),
    }
}

/// Ends mazes with names by a line.
pub(crate) fn end_by_line(_: usize, text: &mut String) {
    text.push_str("END\n");
}

impl ExportError {
    /// Which scene it is about, counted from 0.
    #[must_use]
    pub fn place(&self) -> usize {
        match *self {
            Self::NoContest { place, .. }
            | Self::Mixed { place, .. }
            | Self::Scene { place, .. }
            | Self::TooLong { place } => place,
        }
    }
}

impl std::fmt::Display for ExportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoContest { why, .. } => f.write_str(why),
            Self::Mixed { before, own, .. } => {
                write!(f, "a scene of the contest {own:?}, but those before it are of {before:?}")
            }
            Self::Scene { error, .. } => error.fmt(f),
            Self::TooLong { .. } => {
                let most = limits::TEXT;
                write!(f, "a maze of more than {most} bytes, expected at most {most}")
            }
        }
    }
}

impl std::error::Error for ExportError {}
