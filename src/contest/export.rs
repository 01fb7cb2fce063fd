//! Writing scenes as contest input.

use super::Contest;
use crate::base::limits;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::scene::{Loadable, Scene};

/// Why scenes cannot be written as contest input. Scenes are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExportError {
    /// No contest format can express a scene.
    NoContest {
        /// The index of the scene.
        index: usize,
        /// The scene's ingredients, and the formats.
        why: String,
    },
    /// Two scenes belong to different contests, whose input cannot be mixed.
    Mixed {
        /// The first scene of another contest than the previous ones.
        index: usize,
        /// The contest of the previous ones.
        before: Contest,
        /// Its own contest.
        own: Contest,
    },
    /// A scene is invalid, or its contest format cannot express something in it.
    Scene {
        /// The index of the scene.
        index: usize,
        /// The error.
        error: SceneError,
    },
    /// A maze would be longer than [`limits::TEXT`], and could not be read back.
    TooLong {
        /// The index of the scene.
        index: usize,
    },
}

/// Writes scenes of one of these contests as its input:
/// [`Registry::export`](crate::registry::Registry::export).
pub(crate) fn export<'a, S: Loadable + 'a>(
    contests: &[Contest],
    scenes: impl IntoIterator<Item = &'a S>,
) -> Result<String, ExportError> {
    let mut text = String::new();
    let mut contest = None;
    let mut count = 0;
    for (index, scene) in scenes.into_iter().enumerate() {
        let own = contests.iter().copied().find(|contest| (contest.0.takes)(scene.scene()));
        let own = own.ok_or_else(|| ExportError::NoContest {
            index,
            why: no_contest(contests, scene.scene()),
        })?;
        let before = *contest.get_or_insert(own);
        if own != before {
            return Err(ExportError::Mixed { index, before, own });
        }
        let start = text.len();
        let written = scene.to_checked().and_then(|scene| (own.0.write)(&scene.fixed(), &mut text));
        written.map_err(|error| ExportError::Scene { index, error })?;
        if text.len() - start > limits::TEXT {
            return Err(ExportError::TooLong { index });
        }
        count += 1;
    }
    if let Some(contest) = contest {
        (contest.0.enclose)(count, &mut text);
    }
    Ok(text)
}

/// The message about a scene that no contest can express.
fn no_contest(contests: &[Contest], scene: &Scene) -> String {
    let found: Vec<String> =
        scene.ingredients().iter().map(|it| it.ingredient_type().shown()).collect();
    let found = if found.is_empty() { "nothing but a grid".into() } else { found.join(", ") };
    let formats: Vec<&str> = contests.iter().map(|contest| contest.name()).collect();
    let formats = formats.join(", ");
    format!("a scene of {found}, expected one for a contest format: {formats}")
}

/// Reports a scene without a name, or named `END`: for formats in which mazes begin with their name
/// and the input ends with a line `END`.
///
/// # Errors
/// The error, if any.
pub fn check_name(scene: &Scene) -> Result<(), SceneError> {
    let message = match scene.name.as_str() {
        "" => "a maze without a name, expected one",
        "END" => "a maze named END, which ends the input; expected another name",
        _ => return Ok(()),
    };
    Err(SceneFault::new([SceneStep::Field("name")], message).into())
}

impl ExportError {
    /// The index of the scene, counted from 0.
    #[must_use]
    pub fn index(&self) -> usize {
        match *self {
            Self::NoContest { index, .. }
            | Self::Mixed { index, .. }
            | Self::Scene { index, .. }
            | Self::TooLong { index } => index,
        }
    }
}

impl std::fmt::Display for ExportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoContest { why, .. } => f.write_str(why),
            Self::Mixed { before, own, .. } => {
                write!(f, "a scene of the contest {own:?}, but the previous ones are of {before:?}")
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
