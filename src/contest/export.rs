//! Writing scenes as contest input.

use super::Contest;
use crate::base::limits;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::scene::{Loadable, Scene};

/// Why scenes cannot be written as contest input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct ExportError {
    /// The index of the scene, counted from 0.
    pub index: usize,
    /// What was found, and what was expected.
    pub message: String,
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
        let refused = |message| ExportError { index, message };
        let own = contest_of(contests, scene.scene());
        let own = own.ok_or_else(|| refused(no_contest(contests, scene.scene())))?;
        let before = *contest.get_or_insert(own);
        if own != before {
            return Err(refused(format!(
                "a scene of the contest {own:?}, but the previous ones are of {before:?}"
            )));
        }
        let start = text.len();
        let written = scene
            .to_checked()
            .and_then(|scene| (own.0.write)(&scene.fixed(), &mut text));
        written.map_err(|error| refused(error.to_string()))?;
        let most = limits::TEXT;
        if text.len() - start > most {
            let message = format!("a maze of more than {most} bytes, expected at most {most}");
            return Err(refused(message));
        }
        count += 1;
    }
    if let Some(contest) = contest {
        (contest.0.enclose)(count, &mut text);
    }
    Ok(text)
}

fn contest_of(contests: &[Contest], scene: &Scene) -> Option<Contest> {
    contests
        .iter()
        .copied()
        .find(|contest| (contest.0.takes)(scene))
}

fn no_contest(contests: &[Contest], scene: &Scene) -> String {
    let found: Vec<String> = scene
        .ingredients()
        .iter()
        .map(|it| it.ingredient_type().shown())
        .collect();
    let found = if found.is_empty() {
        "nothing but a grid".into()
    } else {
        found.join(", ")
    };
    let formats: Vec<&str> = contests.iter().map(|contest| contest.name()).collect();
    let formats = formats.join(", ");
    format!("a scene of {found}, expected one for a contest format: {formats}")
}

/// Reports a scene without a name, or named `END`: for formats in which mazes begin with their name
/// and the input ends with a line `END`.
pub fn check_name(scene: &Scene) -> Result<(), SceneError> {
    let message = match scene.name.as_str() {
        "" => "a maze without a name, expected one",
        "END" => "a maze named END, which ends the input; expected another name",
        _ => return Ok(()),
    };
    Err(SceneFault::new([SceneStep::Field("name")], message).into())
}
