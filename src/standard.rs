//! Everything that is mazetick's own, a plugin a line, and how scenes and records of them are read.

use crate::base::report::TextError;
use crate::engine::text::TextFormat;
use crate::puzzles::{agents, arrow, dice, foot, johnny, jump, mazing, theseus};
use crate::puzzles::{aldous_broder::AldousBroder, eller::Eller, hunt_and_kill::HuntAndKill};
use crate::puzzles::{blocked, braid, drawn, growing_tree, kruskal, openings, wilson, wrap};
use crate::puzzles::{prim::Prim, recursive_division::RecursiveDivision};
use crate::registry::Registry;
use crate::registry::expect;
use crate::registry::measure;
use crate::scene::{CheckedScene, Scene};
use crate::tools::ToolError;
use crate::tools::craft;
use crate::tools::record::Record;

impl Registry {
    /// Returns a registry of mazetick's own ingredients, texts, expectations, contests, templates and measures.
    pub fn standard() -> Self {
        Self::default()
            .with(johnny::plugin)
            .with(lattice)
            .with(mazing::plugin)
            .with(wilson::plugin)
            .with(growing_tree::plugin)
            .with(kruskal::plugin)
            .with(textbook_generators)
            .with(drawn::plugin)
            .with(blocked::plugin)
            .with(braid::plugin)
            .with(wrap::plugin)
            .with(openings::plugin)
            .with(dice::plugin)
            .with(arrow::plugin)
            .with(foot::plugin)
            .with(jump::plugin)
            .with(theseus::plugin)
            .with(agents::plugin)
            .with(expect::plugin)
            .with(measure::plugin)
            .with(craft::plugin)
    }
}

/// Adds the format in which scenes are drawn that are put together in Rust.
fn lattice(registry: &mut Registry) {
    registry.text(TextFormat::LATTICE);
}

/// Adds the generators of textbooks, and what people call those that have other names here.
fn textbook_generators(registry: &mut Registry) {
    const NEWEST: [&str; 5] = [
        "RecursiveBacktracker",
        "Backtracker",
        "DFS",
        "DepthFirst",
        "DepthFirstSearch",
    ];
    const NEAREST: [&str; 5] = [
        "BFS",
        "BreadthFirst",
        "BreadthFirstSearch",
        "Dijkstra",
        "AStar",
    ];
    registry
        .add::<Prim>()
        .add::<AldousBroder>()
        .add::<HuntAndKill>()
        .add::<Eller>()
        .add::<RecursiveDivision>()
        .known_as(
            "generate",
            &NEWEST,
            "`GrowingTree(pick: Newest)`, which is the same algorithm",
        )
        .known_as(
            "generate",
            &["BinaryTree"],
            "the generator of `examples/binary_tree.rs`",
        )
        .known_as(
            "generate",
            &["Sidewinder"],
            "the generator of `examples/sidewinder.rs`",
        )
        .known_as(
            "walk",
            &NEAREST,
            "`Foot(from: …, to: …)`: every search is breadth-first",
        );
}

impl Scene {
    /// Reads a scene of [standard ingredients](Registry::standard) from RON, and checks it. As the
    /// result is a [`CheckedScene`], simulations of it do not check it again.
    ///
    /// ```
    /// use mazetick::prelude::*;
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
    /// # Ok::<(), mazetick::base::report::TextError>(())
    /// ```
    pub fn from_ron(text: &str) -> Result<CheckedScene, TextError> {
        Registry::standard().read(text)
    }
}

impl Record {
    /// Reads a record of a scene of [standard ingredients](Registry::standard), and checks it.
    pub fn from_ron(text: &str) -> Result<Self, ToolError> {
        Registry::standard().read_record(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::scene_fault::WALL_FIELDS;
    use crate::scene::Role;

    #[test]
    fn messages_name_the_fields_that_make_walls() {
        let registry = Registry::standard();
        let makes_walls = |field: &str| {
            registry
                .ingredient_types
                .iter()
                .any(|it| it.field == field && it.role == Role::Walls)
        };
        let mut fields = registry.fields();
        fields.retain(|field| makes_walls(field));
        let mut fields: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
        let last = fields.pop().expect("a field");
        assert_eq!(WALL_FIELDS, format!("{} or {last}", fields.join(", ")));
    }
}
