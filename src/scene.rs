//! The scene: the description of a world, as data.
//!
//! A scene is a list of ingredients, not the name of a puzzle: a grid, and optionally a generator
//! of walls, boards of numbers or signs, a walk; and a text format and a seed. The ingredients
//! decide which rules apply. Scenes are written in RON; [`Scene::from_ron`] reads them and
//! [`Scene::to_ron`] writes them.

pub(crate) mod board;
pub mod board_source;
mod check;
pub mod checked;
pub mod craft;
pub mod expectation;
mod failure;
mod ingredient;
mod ingredient_type;
mod print;
mod reader;
pub mod rows;
pub(crate) mod simulation;
pub mod template;
mod tree;
mod wording;
pub mod words;
pub(crate) mod world_kind;

pub use board::Board;
pub(crate) use board_source::BoardSource;
pub use check::Check;
pub(crate) use check::outside;
pub use checked::CheckedScene;
pub(crate) use checked::Loadable;
pub(crate) use craft::{Craft, CraftType};
pub(crate) use expectation::{
    Expect, Expectation, Expected, Failure, When, all_hold, all_plain, check_tick,
};
pub use ingredient::Ingredient;
pub use ingredient_type::Role;
pub(crate) use ingredient_type::{AnyIngredient, IngredientType};
pub(crate) use print::{laid_out, plain, printed};
pub(crate) use reader::RonReader;
pub use simulation::Simulation;
pub(crate) use tree::{Node, NodeForm, Places, Tree, elements, plain_path, with_value};
pub(crate) use wording::nearest;
pub(crate) use words::Word;

use std::any::{Any, TypeId};
use std::ops::RangeInclusive;

use crate::base::die::Orientation;
use crate::base::end::End;
use crate::base::grid::Grid;
use crate::base::heading::Heading;
use crate::base::limits;
use crate::base::squares::{Blocked, Mask};
use crate::base::walker::Start;
use crate::engine::text::TextFormat;

/// The description of a world.
///
/// Reading makes a [`CheckedScene`]; a scene made in Rust is checked by [`Self::checked`], or when a
/// [`Simulation`] is loaded with it.
///
/// ```
/// use mazetick::prelude::*;
/// use mazetick::puzzles::{Foot, Mazing, mazing::Pick};
/// use mazetick::registry::expect::Perfect;
///
/// let (from, to) = (Position::new(6, 1), Position::new(1, 12));
/// let scene = Scene::new(6, 12)
///     .seeded(7)
///     .with(Mazing { pick: Pick::EligibleWall })
///     .with(Foot { from: from.into(), to: to.into() })
///     .expecting(Perfect);
/// assert!(Simulation::new(&scene)?.test(&scene)?.failures.is_empty());
/// # Ok::<(), mazetick::base::SceneError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The name of the maze: the first line of a listing.
    pub name: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// The results of the first random choices, in place of those that the seed draws. A choice between `n` things has the
    /// result 0 to `n` - 1; one that something happens has 1, or 0 if it does not; one that has a single possible result
    /// is left out.
    pub draws: Vec<u32>,
    /// The size.
    pub grid: Grid,
    ingredients: Vec<Box<dyn AnyIngredient>>,
    /// How the world is drawn.
    pub text: TextFormat,
    /// The seeds with which it is tested, instead of its own.
    pub seeds: Option<TestSeeds>,
    /// The fields of which it is tested with each of several values.
    pub vary: Vec<String>,
    /// The fields of ingredients that may lack a system without any expectation noticing it, as the rest does the same.
    pub unnoticed: Vec<String>,
    /// Expectations; they do not change the world.
    pub expect: Vec<Expectation>,
    /// Fields that could not be read, with the role of an ingredient. Until that is reported, checks take it
    /// that they hold what is asked for.
    pub(crate) unread: Vec<(&'static str, Option<Role>)>,
}

/// The seeds with which a scene is tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestSeeds {
    /// These.
    Range(RangeInclusive<u64>),
    /// All: every world that the scene can become, whatever seed leads there.
    All,
}

impl TestSeeds {
    fn plain(&self) -> String {
        match self {
            Self::Range(range) => plain("", range),
            Self::All => "All".to_owned(),
        }
    }
}

impl Scene {
    /// An empty scene with this many rows and columns, seed 0, and no text format.
    pub fn new(rows: u32, columns: u32) -> Self {
        Self {
            grid: Grid { rows, columns },
            ..Self::default()
        }
    }

    /// Sets the name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..self
        }
    }

    /// Sets the seed.
    #[must_use]
    pub fn seeded(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Adds this ingredient, replacing any in its field.
    #[must_use]
    pub fn with<T: Ingredient>(mut self, ingredient: T) -> Self {
        self.set(ingredient);
        self
    }

    /// Sets the text format.
    #[must_use]
    pub fn drawn(self, text: TextFormat) -> Self {
        Self { text, ..self }
    }

    /// Adds an expectation.
    #[must_use]
    pub fn expecting(mut self, expectation: impl Into<Expectation>) -> Self {
        self.expect.push(expectation.into());
        self
    }

    /// The ingredient of a type.
    pub fn get<T: Ingredient>(&self) -> Option<&T> {
        self.any(TypeId::of::<T>())?.downcast_ref()
    }

    /// Adds an ingredient, replacing any in its field.
    pub fn set<T: Ingredient>(&mut self, ingredient: T) {
        match self.get_mut() {
            Some(old) => *old = ingredient,
            None => self.set_any(Box::new(ingredient)),
        }
    }

    /// The ingredient of a type, mutably; a default one is added if there is none.
    pub fn get_or_default<T: Ingredient + Default>(&mut self) -> &mut T {
        if self.get::<T>().is_none() {
            self.set(T::default());
        }
        self.get_mut().expect("it was set")
    }

    /// Removes the ingredient of a field.
    pub fn remove(&mut self, field: &str) {
        self.ingredients
            .retain(|it| it.ingredient_type().field != field);
    }

    /// Whether a field has an ingredient.
    pub fn has(&self, field: &str) -> bool {
        self.ingredients
            .iter()
            .any(|it| it.ingredient_type().field == field)
            || self.unread.iter().any(|it| it.0 == field)
    }

    /// Whether it has an ingredient of a type, or a field for one that could not be read, which is reported
    /// anyway: for checks.
    pub fn may_have<T: Ingredient>(&self) -> bool {
        self.get::<T>().is_some() || self.unread.iter().any(|it| it.0 == T::FIELD)
    }

    fn has_role(&self, role: Role) -> bool {
        self.ingredients
            .iter()
            .any(|it| it.ingredient_type().role == role)
            || self.unread.iter().any(|it| it.1 == Some(role))
    }

    /// Whether only these fields have ingredients.
    pub fn has_only(&self, fields: &[&str]) -> bool {
        self.ingredients
            .iter()
            .all(|it| fields.contains(&it.ingredient_type().field))
    }

    /// Whether an ingredient builds or carves walls.
    pub fn has_walls(&self) -> bool {
        self.has_role(Role::Walls)
    }

    /// Whether there is a walk.
    pub fn has_walk(&self) -> bool {
        self.has_role(Role::Walk)
    }

    /// Returns the blocked cells, if the scene has any and its grid is not too large.
    pub(crate) fn mask(&self) -> Option<Mask> {
        let blocked = self.get::<Blocked>()?;
        (self.grid.area() <= limits::CELLS).then(|| blocked.mask(self.grid))
    }

    /// Whether an ingredient has the role of agents: it brings some, or is about them.
    pub fn has_agents(&self) -> bool {
        self.has_role(Role::Agents)
    }

    /// The world of the scene with its walls built; `None` of a scene with errors.
    pub(crate) fn with_walls_built(&self) -> Option<Simulation> {
        let mut maze = Simulation::new(self).ok()?;
        maze.build_walls();
        Some(maze)
    }

    /// The start and the goal of its walk as its world has them, if the seed or the walls decide one of them.
    pub fn known_ends(&self) -> Option<[End; 2]> {
        let is_open = |start: Start| start.from.is_open() || start.to.is_open();
        let maze = self
            .start()
            .is_some_and(is_open)
            .then(|| self.with_walls_built())??;
        maze.entity()
            .get()
            .map(|Start { from, to, .. }| [from.clone(), to.clone()])
    }

    /// The start and the goal of its walk, if there is one.
    pub fn start(&self) -> Option<Start> {
        let (heading, die) = (Some(Heading::N), Some(Orientation::default()));
        let is_unread = self.unread.iter().any(|it| it.1 == Some(Role::Walk));
        let any = || {
            is_unread.then(|| Start {
                heading,
                die,
                ..Start::default()
            })
        };
        self.ingredients
            .iter()
            .find_map(|it| it.start())
            .or_else(any)
    }

    /// Whether an ingredient can fail when it runs, such as a list of commands.
    pub fn must_run(&self) -> bool {
        !self.draws.is_empty() || self.ingredients.iter().any(|it| it.must_run())
    }

    pub(crate) fn ingredients(&self) -> &[Box<dyn AnyIngredient>] {
        &self.ingredients
    }

    pub(crate) fn any(&self, type_id: TypeId) -> Option<&dyn Any> {
        self.ingredients
            .iter()
            .map(|it| &**it as &dyn Any)
            .find(|&it| it.type_id() == type_id)
    }

    /// Adds an ingredient, replacing any in its field.
    pub(crate) fn set_any(&mut self, ingredient: Box<dyn AnyIngredient>) {
        self.remove(ingredient.ingredient_type().field);
        let order = ingredient.ingredient_type().order();
        let place = self
            .ingredients
            .partition_point(|it| it.ingredient_type().order() < order);
        self.ingredients.insert(place, ingredient);
    }

    pub(crate) fn get_mut<T: Ingredient>(&mut self) -> Option<&mut T> {
        self.ingredients
            .iter_mut()
            .find_map(|it| (&mut **it as &mut dyn Any).downcast_mut())
    }

    /// The scene as RON; [`Scene::from_ron`] reads it back.
    pub fn to_ron(&self) -> String {
        laid_out(&self.plain(), 0) + "\n"
    }

    pub(crate) fn plain(&self) -> String {
        let mut fields = Vec::new();
        if !self.name.is_empty() {
            fields.push(("name", plain("", &self.name)));
        }
        if self.seed != 0 {
            fields.push(("seed", self.seed.to_string()));
        }
        if !self.draws.is_empty() {
            fields.push(("draws", plain("", &self.draws)));
        }
        fields.push(("grid", plain("", &self.grid)));
        fields.extend(
            self.ingredients
                .iter()
                .map(|it| (it.ingredient_type().field, it.plain())),
        );
        if self.text != TextFormat::NONE {
            fields.push(("text", self.text.name.to_owned()));
        }
        if let Some(seeds) = &self.seeds {
            fields.push(("seeds", seeds.plain()));
        }
        if !self.vary.is_empty() {
            fields.push(("vary", plain("", &self.vary)));
        }
        if !self.unnoticed.is_empty() {
            fields.push(("unnoticed", plain("", &self.unnoticed)));
        }
        if !self.expect.is_empty() {
            fields.push(("expect", all_plain(&self.expect)));
        }
        let fields: Vec<_> = fields
            .iter()
            .map(|(name, value)| format!("{name}:{value}"))
            .collect();
        format!("Scene({})", fields.join(","))
    }
}
