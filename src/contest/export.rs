//! From scenes back to contest input.

use super::Contest;
use crate::scene::{Generate, Scene, SceneError, Walk};
use crate::{arrow, dice, johnny, limits};

/// Why scenes cannot be written as contest input. Places count scenes from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// Writes scenes of one contest as its input. A seeded Johnny is written as the commands that it
/// draws.
///
/// # Errors
/// If a scene has no contest form, if the scenes are of several contests, if one is not legal, or if
/// what would be written could not be read again.
pub fn export<'a>(scenes: impl IntoIterator<Item = &'a Scene>) -> Result<String, ExportError> {
    let mut text = String::new();
    let mut contest = None;
    let mut count = 0;
    for (place, scene) in scenes.into_iter().enumerate() {
        let own = Contest::of(scene).map_err(|why| ExportError::NoContest { place, why })?;
        let before = *contest.get_or_insert(own);
        if own != before {
            return Err(ExportError::Mixed { place, before, own });
        }
        let start = text.len();
        let written = match own {
            Contest::Johnny => johnny::contest::write(scene, &mut text),
            Contest::Arrow => arrow::contest::write(scene, &mut text),
            Contest::Dice => {
                dice::contest::write(scene, &mut text);
                Ok(())
            }
        };
        written.map_err(|error| ExportError::Scene { place, error })?;
        if text.len() - start > limits::TEXT {
            return Err(ExportError::TooLong { place });
        }
        count += 1;
    }
    match contest {
        Some(Contest::Johnny) => text.insert_str(0, &format!("{count}\n")),
        Some(Contest::Arrow | Contest::Dice) => text.push_str("END\n"),
        None => {}
    }
    Ok(text)
}

impl Contest {
    /// The contest that can hold a scene; what stands in the way, if none can.
    fn of(scene: &Scene) -> Result<Self, &'static str> {
        let contest = match (&scene.generate, &scene.walk) {
            (Some(Generate::Johnny { .. }), None) => return Ok(Self::Johnny),
            (None, Some(Walk::Arrow { .. })) => Self::Arrow,
            (None, Some(Walk::Dice { from, heading: None, to, .. }))
                if to.is_none_or(|to| to == *from) =>
            {
                Self::Dice
            }
            (None, Some(Walk::Dice { heading: Some(_), .. })) => {
                return Err("no contest has a die with a heading");
            }
            (None, Some(Walk::Dice { .. })) => {
                return Err("a contest's die comes back to its start, this one goes elsewhere");
            }
            (Some(Generate::Mazing { .. }), None) => return Err("The Mazing has no input format"),
            (Some(_), Some(_)) => return Err("no contest has both a generator and a walk"),
            (None, _) => return Err("no contest has only walkers on foot, or nothing at all"),
        };
        match scene.name.as_str() {
            "" => Err("a contest's maze needs a name"),
            "END" => Err("a contest's maze cannot be named END, which ends the input"),
            _ => Ok(contest),
        }
    }
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
