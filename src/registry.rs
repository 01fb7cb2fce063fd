//! The registry of ingredients, texts, expectations, facets of cells, contests, templates and
//! measures.

pub(crate) mod condition;
pub mod expect;
pub mod facet;
pub mod measure;
mod read;
mod serde_name;
pub mod words;

pub use facet::CellFacet;
pub(crate) use measure::{Measure, Measured, Value};

use std::sync::Arc;

use bevy_ecs::prelude::Resource;
use serde::de::DeserializeOwned;

use crate::base::count::dedup_in_order;
use crate::base::report::TextError;
use crate::base::scene_fault::SceneError;
use crate::contest::{Contest, ExportError, export};
use crate::engine::text::TextFormat;
use crate::registry::serde_name::serde_name;
use crate::scene::template::Template;
use crate::scene::{
    CheckedScene, Craft, CraftType, Expect, Expected, Ingredient, IngredientType, Loadable, Node,
    Places, RonReader, Scene, When,
};

/// Everything that scenes can have.
///
/// [`Registry::standard`] are mazetick's own; [`with`](Self::with) adds others, by the function
/// of a plugin. To add what has a name that is taken, or one that cannot be written in a scene or a condition, panics.
#[derive(Resource, Clone, Debug, Default)]
pub struct Registry {
    pub(crate) ingredient_types: Vec<&'static IngredientType>,
    pub(crate) crafts: Vec<CraftType>,
    pub(crate) texts: Vec<TextFormat>,
    pub(crate) expectations: Vec<Readable>,
    pub(crate) facets: Vec<CellFacet>,
    pub(crate) contests: Vec<Contest>,
    pub(crate) templates: Vec<Template>,
    pub(crate) measures: Vec<Measure>,
    /// The names by which people know an ingredient of a field, each with what to write instead.
    known: Vec<(&'static str, &'static str, &'static str)>,
}

/// The name of a kind of expectations, and its parser.
#[derive(Clone, Debug)]
pub(crate) struct Readable {
    pub(crate) name: &'static str,
    pub(crate) read: fn(&mut RonReader<'_>, Node) -> Option<Arc<dyn Expected>>,
}

impl Registry {
    /// Adds everything that a plugin registers.
    #[must_use]
    pub fn with(mut self, plugin: impl FnOnce(&mut Self)) -> Self {
        plugin(&mut self);
        self
    }

    /// Adds a type of ingredients.
    ///
    /// # Panics
    /// If [`try_add`](Self::try_add) returns an error.
    pub fn add<T: Ingredient>(&mut self) -> &mut Self {
        self.try_add::<T>()
            .unwrap_or_else(|error| panic!("{error}"))
    }

    /// Adds a type of ingredients, if its field and name are free.
    ///
    /// # Errors
    /// If another type has them, if they can't be written in a scene, or if the name is not the one that serde reads.
    pub fn try_add<T: Ingredient>(&mut self) -> Result<&mut Self, NameError> {
        let new = IngredientType::of_all::<T>();
        let (field, name, type_name) = (new.field, new.name, (new.type_name)());

        let of_field = self.ingredient_types.iter().filter(|it| it.field == field);
        for other in of_field {
            if other.name == name || other.name.is_empty() || name.is_empty() {
                let other_type = (other.type_name)();
                let full_name = other.shown();
                return Err(NameError(format!(
                    "{type_name} can't be added for {}: {other_type} is {full_name} already",
                    new.shown()
                )));
            }
        }
        check_word("ingredient", field, &SCENE_FIELDS)?;
        if !name.is_empty() {
            check_word("name", name, &[])?;
            check_serde_name::<T>(name)?;
        }

        self.ingredient_types.push(new);
        Ok(self)
    }

    /// Says what to write in a field instead of names by which people know it.
    pub fn known_as(
        &mut self,
        field: &'static str,
        names: &[&'static str],
        instead: &'static str,
    ) -> &mut Self {
        self.known
            .extend(names.iter().map(|&name| (field, name, instead)));
        self
    }

    /// Adds what of a type of ingredients can be changed to make puzzles.
    pub fn craft<T: Ingredient + Craft>(&mut self) -> &mut Self {
        self.crafts.push(CraftType::new::<T>());
        self
    }

    /// Adds a text format.
    pub fn text(&mut self, text: TextFormat) -> &mut Self {
        check_new_name(
            "text format",
            text.name,
            self.texts.iter().map(|it| it.name),
        );
        expect_added(check_word("text format", text.name, &[]));
        self.texts.push(text);
        self
    }

    /// Adds a kind of expectations.
    pub fn expectation<T: Expect>(&mut self) -> &mut Self {
        check_new_name(
            "expectation",
            T::NAME,
            self.expectations.iter().map(|it| it.name),
        );
        expect_added(check_word("expectation", T::NAME, &When::NAMES));
        expect_added(check_serde_name::<T>(T::NAME));
        let read = |reader: &mut RonReader<'_>, node| Some(Arc::new(reader.value::<T>(node)?) as _);
        self.expectations.push(Readable {
            name: T::NAME,
            read,
        });
        self
    }

    /// Adds a property of a cell for expectations: a field of `Cell(at: …)`.
    pub fn facet(&mut self, facet: CellFacet) -> &mut Self {
        check_new_name(
            "facet of cells",
            facet.name,
            self.facets.iter().map(|it| it.name),
        );
        expect_added(check_word("facet of cells", facet.name, &["at"]));
        self.facets.push(facet);
        self
    }

    /// Adds a contest format.
    pub fn contest(&mut self, contest: Contest) -> &mut Self {
        check_new_name(
            "contest format",
            contest.name(),
            self.contests.iter().map(|it| it.name()),
        );
        self.contests.push(contest);
        self
    }

    /// Adds a template.
    pub fn template(&mut self, template: Template) -> &mut Self {
        check_new_name(
            "template",
            template.name,
            self.templates.iter().map(|it| it.name),
        );
        self.templates.push(template);
        self
    }

    /// Adds a column of tables of worlds.
    pub fn measure(&mut self, measure: Measure) -> &mut Self {
        check_new_name(
            "measure",
            measure.name,
            self.measures.iter().map(|it| it.name),
        );
        expect_added(check_word("measure", measure.name, &["scene", "seed"]));
        self.measures.push(measure);
        self
    }

    /// Reads a scene from RON, and checks it.
    ///
    /// # Errors
    /// The first place at which the text is no RON; or else all errors of values, and of the scene as far
    /// as that can be read, each with its place in the text.
    pub fn read(&self, text: &str) -> Result<CheckedScene, TextError> {
        self.read_with_places(text).map(|(scene, _)| scene)
    }

    /// Reads a scene as [`read`](Self::read) does, and returns the places of its values, too.
    pub(crate) fn read_with_places(&self, text: &str) -> Result<(CheckedScene, Places), TextError> {
        self.read_and_check(text, Scene::checked)
    }

    /// Reads a scene that a world is built from next. Building it reports ingredients that do not fit together.
    #[cfg(feature = "cli")]
    pub(crate) fn read_for_world(&self, text: &str) -> Result<CheckedScene, TextError> {
        let read = self.read_and_check(text, Scene::checked_for_world);
        read.map(|(scene, _)| scene)
    }

    fn read_and_check(
        &self,
        text: &str,
        check: fn(Scene) -> Result<CheckedScene, SceneError>,
    ) -> Result<(CheckedScene, Places), TextError> {
        let mut reader = RonReader::new(text, "scene")?;
        let scene = self.read_scene(&mut reader, RonReader::ROOT);
        reader.check(&scene);
        let tree = reader.end()?;
        match check(scene) {
            Ok(scene) => Ok((scene, tree.into_places())),
            Err(error) => Err(error.locate_in(&tree)),
        }
    }

    /// Writes scenes of one contest as its input: with the commands, the numbers and the signs that their
    /// seeds draw.
    ///
    /// # Errors
    /// If a scene has no contest form, if the scenes are of several contests, if one is invalid, or
    /// if the text could not be read back.
    pub fn export<'a, S: Loadable + 'a>(
        &self,
        scenes: impl IntoIterator<Item = &'a S>,
    ) -> Result<String, ExportError> {
        export(&self.contests, scenes)
    }

    /// The text formats.
    pub fn texts(&self) -> &[TextFormat] {
        &self.texts
    }

    /// The contest formats.
    pub fn contests(&self) -> &[Contest] {
        &self.contests
    }

    /// The templates.
    pub fn templates(&self) -> &[Template] {
        &self.templates
    }

    /// The measures, in the order of their columns.
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }

    /// The fields of scenes for ingredients, in the order in which they were added.
    pub fn fields(&self) -> Vec<&'static str> {
        dedup_in_order(self.ingredient_types.iter().map(|it| it.field))
    }
}

pub(super) const SCENE_FIELDS: [&str; 7] =
    ["name", "seed", "grid", "text", "seeds", "vary", "expect"];

/// Why an ingredient can't be added to a registry: its names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NameError(String);

/// Returns an error if a type reads another name than the one that it has.
fn check_serde_name<T: DeserializeOwned>(name: &str) -> Result<(), NameError> {
    match serde_name::<T>() {
        Some(read) if read != name => Err(NameError(format!(
            "{} has the name `{name}`, but serde reads it as `{read}`: rename one of them",
            std::any::type_name::<T>()
        ))),
        _ => Ok(()),
    }
}

fn check_new_name(kind: &str, name: &str, mut others: impl Iterator<Item = &'static str>) {
    assert!(
        others.all(|other| other != name),
        "a second {kind} `{name}`"
    );
    assert!(
        !name.is_empty() && name.len() <= 255,
        "a {kind} `{name}`: expected 1 to 255 bytes"
    );
}

/// Rejects a name that is not a word in RON, or that has another meaning there.
fn check_word(kind: &str, name: &str, taken: &[&str]) -> Result<(), NameError> {
    let is_word = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let begins = name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    if !(is_word && begins) {
        let message = format!("a {kind} `{name}`: expected letters, digits and `_`");
        return Err(NameError(message));
    }
    if taken.contains(&name) {
        return Err(NameError(format!("a {kind} `{name}`: the name is taken")));
    }
    Ok(())
}

/// Panics if something can't be added.
fn expect_added(result: Result<(), NameError>) {
    result.unwrap_or_else(|error| panic!("{error}"));
}
