//! The standard measures.

use super::{Measure, Measured, Survey, Value};
use crate::base::progress::Outcome;
use crate::registry::Registry;
use crate::scene::Scene;

/// Adds the measures of any world; agents and crafts have their own.
pub(crate) fn plugin(registry: &mut Registry) {
    for measure in MEASURES {
        registry.measure(measure);
    }
}

/// The measures of any world, in the order of their columns.
const MEASURES: [Measure; 12] = [
    Measure::whole("ticks", "the number of ticks", ticks),
    Measure::word("outcome", "the result, as a word", outcome),
    walk(Measure::whole("moves", "the length of the shortest route", moves)),
    walk(Measure::whole("states", "how many states were reached", states)),
    walls(Measure::whole("walls", "standing walls, with the border", standing)),
    walls(Measure::whole("dead_ends", "squares with one way out", dead_ends)),
    walls(Measure::whole("junctions", "squares with three or four ways out", junctions)),
    walls(Measure::number("corridor", CORRIDOR, corridor)).on_request(),
    walls(Measure::whole("diameter", DIAMETER, diameter)).on_request(),
    walk(Measure::whole("visited", "squares that were reached", visited)).on_request(),
    Measure::whole("cells", "the number of squares", cells).on_request(),
    Measure::word("digest", "the digest of the world", digest).on_request(),
];

const fn walls(measure: Measure) -> Measure {
    measure.where_there(Scene::has_walls)
}

const fn walk(measure: Measure) -> Measure {
    measure.where_there(Scene::has_walk)
}

const CORRIDOR: &str = "moves from a dead end or junction to the next, on average";
const DIAMETER: &str = "the longest shortest route of a perfect maze, in moves";

fn ticks(world: &mut Measured<'_>) -> Value<'static> {
    Value::Whole(world.progress().tick)
}

fn outcome(world: &mut Measured<'_>) -> Value<'static> {
    Value::Word(world.progress().outcome.word())
}

fn moves(world: &mut Measured<'_>) -> Value<'static> {
    match world.progress().outcome {
        Outcome::Solved { moves } => Value::Whole(u64::from(moves)),
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
