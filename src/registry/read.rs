//! From RON to a scene.

use super::Ingredients;
use crate::base::report::Fault;
use crate::engine::text::TextFormat;
use crate::scene::{Expectation, Recipe, RonReader, Scene, unknown_name};

impl Ingredients {
    /// Reads a scene; it is not yet checked.
    pub(crate) fn read_scene(&self, reader: &mut RonReader<'_>) -> Result<Scene, Fault> {
        let mut fields = vec!["name", "seed", "grid"];
        fields.extend(self.fields());
        fields.extend(["text", "expect"]);
        let mut scene = Scene::default();
        let (mut grid, mut text) = (None, None);
        let end = reader.structure("Scene", &fields, |reader, field| {
            match field {
                "name" => scene.name = reader.optional(RonReader::value)?.unwrap_or_default(),
                "seed" => scene.seed = reader.optional(RonReader::value)?.unwrap_or_default(),
                "grid" => grid = Some(reader.value()?),
                "text" => text = Some(self.read_text_format(reader)?),
                "expect" => {
                    let expect = reader.optional(|reader| self.read_expectations(reader))?;
                    scene.expect = expect.unwrap_or_default();
                }
                _ => self.read_ingredient(reader, field, &mut scene)?,
            }
            Ok(())
        })?;
        scene.grid = grid.ok_or_else(|| RonReader::missing("grid", "Scene", end))?;
        scene.text = text.ok_or_else(|| RonReader::missing("text", "Scene", end))?;
        Ok(scene)
    }

    /// Reads what an ingredient's field holds.
    fn read_ingredient(
        &self,
        reader: &mut RonReader<'_>,
        field: &str,
        scene: &mut Scene,
    ) -> Result<(), Fault> {
        let ingredient = reader.optional(|reader| (self.recipe_of(reader, field)?.read)(reader))?;
        if let Some(ingredient) = ingredient {
            scene.set_any(ingredient);
        }
        Ok(())
    }

    /// The recipe of what comes next in a field: the only one, or the one of that name.
    fn recipe_of(&self, reader: &mut RonReader<'_>, field: &str) -> Result<&'static Recipe, Fault> {
        let recipes = || self.recipes.iter().copied().filter(|it| it.field == field);
        if let Some(only) = recipes().find(|it| it.name.is_empty()) {
            return Ok(only);
        }
        let Some(name) = reader.peek_name()? else { return Err(reader.expected_name()) };
        recipes().find(|it| it.name == name.text).ok_or_else(|| {
            let names: Vec<_> = recipes().map(|it| it.name).collect();
            Fault { at: name.at, message: unknown_name(name.text, &names) }
        })
    }

    fn read_text_format(&self, reader: &mut RonReader<'_>) -> Result<TextFormat, Fault> {
        let name = reader.name()?;
        self.texts.iter().copied().find(|it| it.name() == name.text).ok_or_else(|| {
            let names: Vec<_> = self.texts.iter().map(|it| it.name()).collect();
            Fault { at: name.at, message: unknown_name(name.text, &names) }
        })
    }

    fn read_expectations(&self, reader: &mut RonReader<'_>) -> Result<Vec<Expectation>, Fault> {
        let mut expectations = Vec::new();
        reader.list(|reader| {
            expectations.push(self.read_expectation(reader)?);
            Ok(())
        })?;
        Ok(expectations)
    }

    fn read_expectation(&self, reader: &mut RonReader<'_>) -> Result<Expectation, Fault> {
        let Some(name) = reader.peek_name()? else { return Err(reader.expected_name()) };
        if name.text == "At" {
            reader.name()?;
            reader.expect('(', ron::Error::ExpectedStructLike)?;
            let at = reader.nested(|reader| {
                let tick = reader.value()?;
                if !reader.comma()? {
                    return Err(reader.expected_comma());
                }
                let those = self.read_expectations(reader)?;
                reader.comma()?;
                Ok(Expectation::At(tick, those))
            })?;
            reader.expect(')', ron::Error::ExpectedStructLikeEnd)?;
            return Ok(at);
        }
        let kind = self.expectations.iter().find(|it| it.name == name.text).ok_or_else(|| {
            let kinds = self.expectations.iter().map(|it| it.name);
            let names: Vec<_> = std::iter::once("At").chain(kinds).collect();
            Fault { at: name.at, message: unknown_name(name.text, &names) }
        })?;
        (kind.read)(reader, self).map(Expectation::Now)
    }
}
