//! The standard ingredients, one per line, and shortcuts that use them.

use crate::base::report::TextError;
use crate::contest::ExportError;
use crate::engine::text::TextFormat;
use crate::puzzles::{arrow, dice, foot, johnny, jump, mazing, theseus};
use crate::puzzles::{braid, drawn, growing_tree, kruskal, wilson};
use crate::registry::Ingredients;
use crate::registry::expect;
use crate::registry::measure;
use crate::scene::simulation::Simulation;
use crate::scene::{CheckedScene, Loadable, Scene};
use crate::tools::record::{ReadRecordError, Record};
use crate::tools::trial::{Blessed, Trial};

impl Ingredients {
    /// The standard ingredients.
    #[must_use]
    pub fn standard() -> Self {
        Self::default()
            .with(johnny::plugin)
            .with(lattice)
            .with(mazing::plugin)
            .with(wilson::plugin)
            .with(growing_tree::plugin)
            .with(kruskal::plugin)
            .with(drawn::plugin)
            .with(braid::plugin)
            .with(dice::plugin)
            .with(arrow::plugin)
            .with(foot::plugin)
            .with(jump::plugin)
            .with(theseus::plugin)
            .with(expect::plugin)
            .with(|ingredients| {
                for measure in measure::STANDARD {
                    ingredients.measure(measure);
                }
            })
    }
}

/// Adds the format in which scenes are drawn that are put together in Rust.
fn lattice(ingredients: &mut Ingredients) {
    ingredients.text(TextFormat::LATTICE);
}

impl Scene {
    /// Reads a scene of [standard ingredients](Ingredients::standard) from RON, and checks it. As
    /// the result is a [`CheckedScene`], simulations of it do not check it again.
    ///
    /// # Errors
    /// As [`Ingredients::read`].
    ///
    /// ```
    /// use mazetick::Scene;
    ///
    /// let scene = Scene::from_ron(
    ///     "Scene(
    ///         seed: 1995,
    ///         grid: (rows: 4, columns: 7),
    ///         generate: Johnny(start: (4, 1), flips: 0.2),
    ///         text: Johnny,
    ///     )",
    /// )?;
    /// assert_eq!(Scene::from_ron(&scene.to_ron())?, scene);
    /// # Ok::<(), mazetick::TextError>(())
    /// ```
    pub fn from_ron(text: &str) -> Result<CheckedScene, TextError> {
        Ingredients::standard().read(text)
    }
}

impl Record {
    /// Reads a record of a scene of [standard ingredients](Ingredients::standard), and checks it.
    ///
    /// # Errors
    /// As [`Ingredients::read_record`].
    pub fn from_ron(text: &str) -> Result<Self, ReadRecordError> {
        Ingredients::standard().read_record(text)
    }
}

/// Writes scenes of one contest as its input, with the [standard
/// ingredients](Ingredients::standard).
///
/// # Errors
/// As [`Ingredients::export`].
pub fn export<'a, S: Loadable + 'a>(
    scenes: impl IntoIterator<Item = &'a S>,
) -> Result<String, ExportError> {
    Ingredients::standard().export(scenes)
}

/// Reads a scene of [standard ingredients](Ingredients::standard) and tests it.
///
/// # Errors
/// As [`Ingredients::test`].
pub fn test(text: &str, spare: &mut Option<Simulation>) -> Result<Trial, TextError> {
    Ingredients::standard().test(text, spare)
}

/// Writes the actual values into the text of a scene of [standard
/// ingredients](Ingredients::standard).
///
/// # Errors
/// As [`Ingredients::bless`].
pub fn bless(text: &str, spare: &mut Option<Simulation>) -> Result<Blessed, TextError> {
    Ingredients::standard().bless(text, spare)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Role, WALL_FIELDS};

    #[test]
    fn messages_name_the_fields_that_make_walls() {
        let ingredients = Ingredients::standard();
        let makes_walls = |field: &str| {
            ingredients.recipes.iter().any(|it| it.field == field && it.role == Role::Walls)
        };
        let mut fields = ingredients.fields();
        fields.retain(|field| makes_walls(field));
        let fields: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
        assert_eq!(WALL_FIELDS, fields.join(" or "));
    }
}
