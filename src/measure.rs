//! Measures: what is computed of a finished world, each a column of the tables of sweeps.

mod standard;
mod survey;
mod value;

pub(crate) use standard::STANDARD;
pub use survey::Survey;
pub use value::{Value, ValueKind};

use std::ops::{Deref, DerefMut};

use crate::maze::Maze;
use crate::progress::Progress;
use crate::scene::Scene;

/// A column of tables of worlds. [`Ingredients::measure`](crate::Ingredients::measure) makes it known.
///
/// ```
/// use mazetick::{Ingredients, Measure, Value};
///
/// /// How often the shortest route comes to a square again.
/// const REPEATED: Measure = Measure::whole("repeated", "squares come to again", |maze| {
///     let mut route = maze.route();
///     let length = route.len();
///     route.sort();
///     route.dedup();
///     Value::count(length - route.len())
/// });
///
/// let ingredients = Ingredients::standard().with(|it| drop(it.measure(REPEATED)));
/// assert!(ingredients.measures().iter().any(|it| it.name == "repeated"));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Measure {
    /// The name of the column.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// What its values are.
    pub kind: ValueKind,
    /// Whether all its numbers are whole. Files whose columns have types need to know.
    pub is_whole: bool,
    /// Whether tables have it that name no columns.
    pub is_usual: bool,
    is_in: fn(&Scene) -> bool,
    of: fn(&mut Measured<'_>) -> Value<'static>,
}

/// A finished world that is measured.
pub struct Measured<'m> {
    maze: &'m mut Maze,
    survey: &'m mut Survey,
    progress: Progress,
}

impl Measure {
    /// A measure whose values are numbers.
    #[must_use]
    pub const fn number(
        name: &'static str,
        about: &'static str,
        of: fn(&mut Measured<'_>) -> Value<'static>,
    ) -> Self {
        let (kind, is_whole) = (ValueKind::Number, false);
        Self { name, about, kind, is_whole, is_usual: true, is_in: |_| true, of }
    }

    /// A measure whose values are whole numbers.
    #[must_use]
    pub const fn whole(
        name: &'static str,
        about: &'static str,
        of: fn(&mut Measured<'_>) -> Value<'static>,
    ) -> Self {
        Self { is_whole: true, ..Self::number(name, about, of) }
    }

    /// A measure whose values are words or digests.
    #[must_use]
    pub const fn word(
        name: &'static str,
        about: &'static str,
        of: fn(&mut Measured<'_>) -> Value<'static>,
    ) -> Self {
        Self { kind: ValueKind::Word, ..Self::number(name, about, of) }
    }

    /// Only in tables that name it, as it takes long or few ask for it.
    #[must_use]
    pub const fn on_request(self) -> Self {
        Self { is_usual: false, ..self }
    }

    /// Only in tables of scenes that have something, unless they name it.
    #[must_use]
    pub const fn where_there(self, is_in: fn(&Scene) -> bool) -> Self {
        Self { is_in, ..self }
    }

    /// Whether worlds of a scene can have it.
    #[must_use]
    pub fn is_in(&self, scene: &Scene) -> bool {
        (self.is_in)(scene)
    }

    /// The value of a world.
    #[must_use]
    pub fn of(&self, world: &mut Measured<'_>) -> Value<'static> {
        (self.of)(world)
    }
}

impl<'m> Measured<'m> {
    /// A finished world; the survey is of it alone from now on.
    pub(crate) fn new(maze: &'m mut Maze, survey: &'m mut Survey) -> Self {
        survey.forget();
        let progress = maze.progress().clone();
        Self { maze, survey, progress }
    }

    /// The progress of the world, as [`Maze::progress`], but looked up once for all measures.
    #[must_use]
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// What its walls show; they are looked at once, however many measures ask. `None` in a world
    /// without walls.
    pub fn survey(&mut self) -> Option<&mut Survey> {
        self.survey.look(self.maze).then_some(&mut *self.survey)
    }
}

impl Deref for Measured<'_> {
    type Target = Maze;

    fn deref(&self) -> &Maze {
        self.maze
    }
}

impl DerefMut for Measured<'_> {
    fn deref_mut(&mut self) -> &mut Maze {
        self.maze
    }
}
