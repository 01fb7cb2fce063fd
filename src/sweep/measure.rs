//! Measures: what is said of each world of a sweep.

use std::ops::{Deref, DerefMut};

use super::survey::Survey;
use super::value::{Kind, Value};
use crate::ingredient::Ingredients;
use crate::maze::Maze;
use crate::progress::Outcome;
use crate::scene::Scene;

/// A column of tables of worlds. [`Ingredients::measure`] makes it known.
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
    pub kind: Kind,
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
}

impl Measure {
    /// A measure whose values are numbers.
    #[must_use]
    pub const fn number(
        name: &'static str,
        about: &'static str,
        of: fn(&mut Measured<'_>) -> Value<'static>,
    ) -> Self {
        let (kind, is_whole) = (Kind::Number, false);
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
        Self { kind: Kind::Word, ..Self::number(name, about, of) }
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
    pub(super) fn new(maze: &'m mut Maze, survey: &'m mut Survey) -> Self {
        survey.forget();
        Self { maze, survey }
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

/// Adds the standard measures, in the order of their columns.
pub(crate) fn standard_measures(ingredients: &mut Ingredients) {
    let walls = |measure: Measure| measure.where_there(Scene::has_walls);
    let walk = |measure: Measure| measure.where_there(Scene::has_walk);
    ingredients
        .measure(Measure::whole("ticks", "how many ticks it took", ticks))
        .measure(Measure::word("outcome", "what came of it, in a word", outcome))
        .measure(walk(Measure::whole("moves", "the length of the shortest route", moves)))
        .measure(walk(Measure::whole("states", "how many states walkers claimed", states)))
        .measure(walls(Measure::whole("walls", "walls that stand, with the border", standing)))
        .measure(walls(Measure::whole("dead_ends", "squares with one way out", dead_ends)))
        .measure(walls(Measure::whole("junctions", "squares with three or four", junctions)))
        .measure(walls(Measure::number("corridor", CORRIDOR, corridor)).on_request())
        .measure(walls(Measure::whole("diameter", DIAMETER, diameter)).on_request())
        .measure(walk(Measure::whole("visited", "squares with a claim", visited)).on_request())
        .measure(Measure::whole("cells", "squares in all", cells).on_request())
        .measure(Measure::word("digest", "the digest of the world", digest).on_request());
}

const CORRIDOR: &str = "moves from a dead end or junction to the next, on average";
const DIAMETER: &str = "the longest of all shortest routes, where the maze is perfect";

fn ticks(world: &mut Measured<'_>) -> Value<'static> {
    Value::Whole(world.progress().tick)
}

fn outcome(world: &mut Measured<'_>) -> Value<'static> {
    Value::Word(world.outcome().word())
}

fn moves(world: &mut Measured<'_>) -> Value<'static> {
    match world.outcome() {
        Outcome::Solved { moves } => Value::Whole(u64::from(*moves)),
        _ => Value::Empty,
    }
}

fn states(world: &mut Measured<'_>) -> Value<'static> {
    world.count("state").map_or(Value::Empty, Value::count)
}

fn standing(world: &mut Measured<'_>) -> Value<'static> {
    world.survey().map_or(Value::Empty, |survey| Value::count(survey.standing()))
}

fn dead_ends(world: &mut Measured<'_>) -> Value<'static> {
    world.survey().map_or(Value::Empty, |survey| Value::count(survey.dead_ends()))
}

fn junctions(world: &mut Measured<'_>) -> Value<'static> {
    world.survey().map_or(Value::Empty, |survey| Value::count(survey.junctions()))
}

fn corridor(world: &mut Measured<'_>) -> Value<'static> {
    let corridors = world.survey().map(|survey| survey.corridors());
    corridors.map_or(Value::Empty, |(moves, corridors)| Value::ratio(moves, corridors))
}

fn diameter(world: &mut Measured<'_>) -> Value<'static> {
    world.survey().and_then(Survey::diameter).map_or(Value::Empty, Value::count)
}

fn visited(world: &mut Measured<'_>) -> Value<'static> {
    world.visited().map_or(Value::Empty, Value::count)
}

fn cells(world: &mut Measured<'_>) -> Value<'static> {
    Value::count(world.grid().cells())
}

fn digest(world: &mut Measured<'_>) -> Value<'static> {
    Value::Digest(world.digest())
}
