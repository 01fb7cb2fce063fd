//! Validation of scenes.

use super::simulation::BuiltWorld;
use super::{AnyIngredient, Role, Scene, WorldKind};
use crate::base::grid::{Grid, Position};
use crate::base::limits;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep, WALL_FIELDS};
use crate::engine::text::{Need, name_faults};

impl Scene {
    /// Checks the scene; returns the world that was built for it, unless it is not whole.
    pub(super) fn check_and_build(&self) -> Result<Option<BuiltWorld>, SceneError> {
        let mut found = self.check_values().err().unwrap_or_default();
        let roles = self.ingredients.iter().map(|it| it.ingredient_type().role);
        let has_several_walks = roles.filter(|role| *role == Role::Walk).count() > 1;
        let is_whole = self.unread.iter().all(|(_, role)| role.is_none());
        let built = (is_whole && !has_several_walks).then(|| BuiltWorld::new(self)).transpose();
        let built = built.unwrap_or_else(|mut lacking| {
            lacking.faults.retain(|it| found.faults.iter().all(|known| known.path != it.path));
            found.append(lacking);
            None
        });
        found.into_result().map(|()| built)
    }

    /// The nouns of what its worlds count; `None` of a scene with other errors.
    pub(crate) fn counted(&self) -> Option<Vec<&'static str>> {
        let types = self.ingredients.iter().map(|it| it.ingredient_type());
        let walks = types.filter(|it| it.role == Role::Walk).count();
        let is_whole = walks <= 1 && self.unread.is_empty();
        let world = is_whole.then(|| WorldKind::new(self).maze().ok()).flatten()?;
        Some(world.counted().collect())
    }

    /// Checks everything except that the ingredients fit together, which is known when a world is
    /// built.
    pub(crate) fn check_values(&self) -> Result<(), SceneError> {
        let (path, found) = (Vec::new(), SceneError::default());
        let mut check = Check { scene: self, field: None, path, found };
        check.name();
        check.grid_size();
        self.ingredients.iter().for_each(|it| check.ingredient(it.as_ref()));
        check.walks();
        check.text();
        check.expectations();
        check.found.into_result()
    }
}

/// A scene being checked, and the errors so far. Paths begin at the ingredient or expectation that
/// is being checked.
pub struct Check<'a> {
    scene: &'a Scene,
    field: Option<&'static str>,
    path: Vec<SceneStep>,
    found: SceneError,
}

impl<'a> Check<'a> {
    /// The whole scene.
    pub fn scene(&self) -> &'a Scene {
        self.scene
    }

    /// The size of the maze.
    pub fn grid(&self) -> Grid {
        self.scene.grid
    }

    /// Reports an error: `message` says what was found, and what was expected.
    pub fn error(&mut self, path: impl IntoIterator<Item = SceneStep>, message: impl Into<String>) {
        let field = self.field.map(SceneStep::Field);
        let path = field.into_iter().chain(self.path.iter().copied()).chain(path);
        self.found.push(SceneFault::new(path, message));
    }

    /// Reports a position outside the grid; of a grid without squares only the size.
    #[inline]
    pub fn inside(&mut self, path: impl IntoIterator<Item = SceneStep>, at: Position) {
        if !self.grid().contains(at) && self.grid().area() > 0 {
            self.error(path, outside(at, self.grid()));
        }
    }

    /// Reports keys of a map that are positions outside the grid, which is looked up once for all of them.
    pub(crate) fn keys_inside(&mut self, keys: impl Iterator<Item = Position>) {
        let grid = self.grid();
        keys.filter(|&at| !grid.contains(at)).for_each(|at| self.inside([SceneStep::Key(at)], at));
    }

    /// Reports probabilities, each in a field, that are below 0, or above 1 together.
    pub(crate) fn probabilities<const N: usize>(
        &mut self,
        probabilities: [(&'static str, f64); N],
    ) {
        let mut sum = 0.0;
        for (field, probability) in probabilities {
            if [probability, sum + probability].iter().all(|it| (0.0..=1.0).contains(it)) {
                sum += probability;
            } else {
                let others = if N > 1 { " together with the others" } else { "" };
                let message = format!("a probability of {probability}, expected 0 to 1{others}");
                self.error([SceneStep::Field(field)], message);
            }
        }
    }

    /// Reports a number, after words for it, that is not from 0 to `most`.
    pub(crate) fn number(
        &mut self,
        path: impl IntoIterator<Item = SceneStep>,
        words: &str,
        (number, most): (f64, f64),
    ) {
        if !(0.0..=most).contains(&number) {
            self.error(path, format!("{words} {number}, expected 0 to {most}"));
        }
    }

    pub(crate) fn check_ends(&mut self, from: Position, to: Position) {
        self.inside([SceneStep::Field("from")], from);
        if to != from {
            self.inside([SceneStep::Field("to")], to);
        }
    }

    /// Checks a nested value.
    pub fn within(
        &mut self,
        path: impl IntoIterator<Item = SceneStep>,
        check: impl FnOnce(&mut Self),
    ) {
        let depth = self.path.len();
        self.path.extend(path);
        check(self);
        self.path.truncate(depth);
    }

    fn name(&mut self) {
        for message in name_faults(&self.scene.name) {
            self.error([SceneStep::Field("name")], message);
        }
    }

    fn grid_size(&mut self) {
        let grid = self.grid();
        if self.scene.has("grid") {
            return; // it is not known
        }
        for (side, length) in [("rows", grid.rows), ("columns", grid.columns)] {
            if length == 0 {
                let message = format!("a grid of 0 {side}, expected at least 1");
                self.error([SceneStep::Field("grid"), SceneStep::Field(side)], message);
            }
        }
        let cells = grid.area();
        if cells > limits::CELLS {
            let message = format!("a grid of {cells} cells, expected at most {}", limits::CELLS);
            self.error([SceneStep::Field("grid")], message);
        }
    }

    /// Reports a second walk: a world has one.
    fn walks(&mut self) {
        let types = self.scene.ingredients.iter().map(|it| it.ingredient_type());
        for walk in types.filter(|it| it.role == Role::Walk).skip(1) {
            self.error([SceneStep::Field(walk.field)], "a second walk, expected one");
        }
    }

    fn ingredient(&mut self, ingredient: &dyn AnyIngredient) {
        self.field = Some(ingredient.ingredient_type().field);
        ingredient.check(self);
        self.field = None;
    }

    fn text(&mut self) {
        let (scene, text) = (self.scene, self.scene.text);
        let lacking = match text.needs {
            Need::Walls if !scene.has_walls() => {
                format!("draws walls: add {WALL_FIELDS}")
            }
            Need::Route if !scene.has_walk() => "needs a walk: add `walk`".to_owned(),
            _ => return,
        };
        self.error([SceneStep::Field("text")], format!("`{}` {lacking}", text.name));
    }

    fn expectations(&mut self) {
        for (place, expectation) in self.scene.expect.iter().enumerate() {
            self.within([SceneStep::Field("expect"), SceneStep::Index(place)], |check| {
                expectation.check(check);
            });
        }
    }
}

pub(crate) fn outside(at: Position, grid: Grid) -> String {
    format!("{at} is outside the grid, expected (1, 1) to ({}, {})", grid.rows, grid.columns)
}
