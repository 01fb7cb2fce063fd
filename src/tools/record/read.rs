//! Reading a record from RON, and checking it.

use std::collections::BTreeMap;

use super::{Record, Versions};
use crate::base::digest::{RULES, StateDigests};
use crate::base::limits;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::registry::Registry;
use crate::scene::{RonReader, Scene};
use crate::tools::ToolError;

impl Registry {
    /// Reads a record from RON, and checks it.
    ///
    /// # Errors
    /// That rules or ingredients have changed since the record was made, whatever else it holds; or
    /// the first error of the RON; or else all errors of record and scene, each with its place in
    /// the text.
    pub fn read_record(&self, text: &str) -> Result<Record, ToolError> {
        const FIELDS: [&str; 3] = ["made_by", "digests", "scene"];
        let mut reader = RonReader::new(text, "record")?;
        let (mut made_by, mut digests, mut scene) = (None, BTreeMap::new(), Scene::default());
        for (field, node) in reader.structure(RonReader::ROOT, "Record", &FIELDS, &FIELDS) {
            match field {
                "made_by" => made_by = reader.value(node),
                "digests" => digests = reader.value(node).unwrap_or_default(),
                _ => scene = self.read_scene(&mut reader, node),
            }
        }
        let made_by = made_by
            .map(|it| self.check_versions(it))
            .transpose()?
            .unwrap_or_default();
        reader.end()?;
        let mut error = faults(&made_by, &digests, &scene);
        match scene.checked() {
            Ok(scene) if error.faults.is_empty() => {
                return Ok(Record {
                    made_by,
                    digests,
                    scene,
                });
            }
            Ok(_) => {}
            Err(of_scene) => error.append(of_its_scene(of_scene)),
        }
        Err(ToolError::Text(error.locate(text)))
    }

    /// Returns these versions, if this release has the same.
    fn check_versions(&self, made_by: Versions) -> Result<Versions, ToolError> {
        let known = |name: &str| {
            self.ingredient_types
                .iter()
                .find(|it| it.full_name() == name)
        };
        let ingredients = made_by.ingredients.iter();
        let ingredients = ingredients
            .map(|(name, &then)| (format!("`{name}`"), then, known(name).map(|it| it.version)));
        let rules = ("rules".to_owned(), made_by.rules, Some(RULES));
        let versions = std::iter::once(rules).chain(ingredients);
        let differing = versions.filter(|&(_, then, now)| now != Some(then));
        let what = differing.map(|(thing, then, now)| {
            let now = now.map_or("unknown".to_owned(), |now| now.to_string());
            format!("{thing}: version {then} then, {now} now")
        });
        let what: Vec<String> = what.collect();
        if what.is_empty() {
            return Ok(made_by);
        }
        Err(ToolError::Changed {
            mazetick: made_by.mazetick,
            what,
        })
    }
}

pub(super) fn faults(
    made_by: &Versions,
    digests: &BTreeMap<u64, StateDigests>,
    scene: &Scene,
) -> SceneError {
    let mut error = SceneError::default();
    let mut report = |field, message: String| {
        error.push(SceneFault::new([SceneStep::Field(field)], message));
    };
    let tick = digests.last_key_value().map_or(0, |(&tick, _)| tick);
    if digests.is_empty() {
        report(
            "digests",
            "found none, expected those of a tick at least".to_owned(),
        );
    }
    if tick > limits::TICKS {
        report(
            "digests",
            format!("found tick {tick}, expected at most {}", limits::TICKS),
        );
    }
    if made_by.ingredients != Versions::of(scene).ingredients {
        report(
            "made_by",
            "found other ingredients than in the scene".to_owned(),
        );
    }
    error
}

/// A scene's error with paths that begin at the record's `scene` field.
pub(super) fn of_its_scene(mut error: SceneError) -> SceneError {
    let paths = error.faults.iter_mut().map(|fault| &mut fault.path.0);
    paths.for_each(|path| path.insert(0, SceneStep::Field("scene")));
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_scene_above_the_limit_are_counted() {
        let text =
            "Scene(grid: (rows: 2, columns: 3), generate: Johnny(start: (1, 1)), text: Lattice)";
        let scene = Scene::from_ron(text).expect("a scene");
        let record = Record::of(&scene, None).expect("a record").to_ron();
        let expect = "NoSolution, ".repeat(limits::FAULTS + 5);
        let wrong = record.replace(
            "text: Lattice",
            &format!("text: Lattice, expect: [{expect}]"),
        );
        let read = Record::from_ron(&wrong);
        let Err(ToolError::Text(error)) = read else {
            panic!("expected errors of a scene without a walk")
        };
        assert_eq!((error.faults.len(), error.more), (limits::FAULTS, 5));
    }
}
