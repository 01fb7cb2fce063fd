//! The standard measures.

use super::{Measure, Measured, Survey, Value};
use crate::base::grid::Position;
use crate::base::progress::Outcome;
use crate::base::walker::Start;
use crate::registry::Registry;
use crate::scene::Scene;

/// Adds the measures of any world; agents and crafts have their own.
pub(crate) fn plugin(registry: &mut Registry) {
    for measure in MEASURES
        .into_iter()
        .chain(ON_REQUEST.map(Measure::on_request))
    {
        registry.measure(measure);
    }
}

const MEASURES: [Measure; 7] = [
    Measure::whole("ticks", "the number of ticks", |it| {
        Value::Whole(it.progress().tick)
    }),
    Measure::word("outcome", "the result, as a word", |it| {
        Value::Word(it.outcome().word())
    })
    .of_state(),
    walk(Measure::whole(
        "moves",
        "the length of the shortest route",
        |it| match it.outcome() {
            Outcome::Solved { moves } => Value::Whole(moves.into()),
            _ => Value::Empty,
        },
    )),
    walk(Measure::whole(
        "states",
        "how many states were reached",
        |it| known(it.count("state")),
    )),
    walls(Measure::whole(
        "walls",
        "standing walls, with the border",
        |it| known(it.count("wall")),
    )),
    walls(Measure::whole(
        "dead_ends",
        "squares with one way out",
        |it| known(it.survey().map(|survey| survey.dead_ends())),
    )),
    walls(Measure::whole(
        "junctions",
        "squares with three or four ways out",
        |it| known(it.survey().map(|survey| survey.junctions())),
    )),
];

const ON_REQUEST: [Measure; 11] = [
    walls(Measure::number("corridor", CORRIDOR, |it| {
        let (moves, corridors) = it.survey().map_or((0, 0), |survey| survey.corridors());
        Value::ratio(moves, corridors)
    })),
    walls(Measure::whole("diameter", DIAMETER, |it| {
        known(it.survey().and_then(Survey::diameter))
    })),
    walk(Measure::whole(
        "visited",
        "squares that were reached",
        |it| known(it.visited()),
    )),
    walk(Measure::whole(
        "walkers",
        "active walkers: 0 once the walk has ended",
        |it| Value::count(it.walker_count()),
    )),
    walk(Measure::whole("from_row", "the row of the start", |it| {
        row(start(it))
    })),
    walk(Measure::whole(
        "from_column",
        "the column of the start",
        |it| column(start(it)),
    )),
    walk(Measure::whole(
        "to_row",
        "the row of the goal, of several the one that was reached",
        |it| row(goal(it)),
    )),
    walk(Measure::whole(
        "to_column",
        "the column of that goal",
        |it| column(goal(it)),
    )),
    Measure::whole("cells", "the number of squares", |it| {
        Value::count(it.squares().count())
    })
    .of_state(),
    Measure::word("maze", "the digest of walls and boards alone", |it| {
        Value::Digest(it.maze_digest())
    })
    .of_state(),
    Measure::word("digest", "the digest of the world", |it| {
        Value::Digest(it.digest())
    }),
];

const CORRIDOR: &str = "moves from a dead end or junction to the next, on average";
const DIAMETER: &str = "the longest shortest route of a perfect maze, in moves";

const fn walls(measure: Measure) -> Measure {
    measure.where_there(Scene::has_walls).of_state()
}

const fn walk(measure: Measure) -> Measure {
    measure.where_there(Scene::has_walk).of_state()
}

fn known(count: Option<usize>) -> Value<'static> {
    count.map_or(Value::Empty, Value::count)
}

fn start(world: &Measured<'_>) -> Option<Position> {
    world.entity().get().map(Start::at)
}

fn goal(world: &Measured<'_>) -> Option<Position> {
    let only = world
        .entity()
        .get()
        .and_then(|start: &Start| start.to.only());
    only.or_else(|| world.route().last().copied())
}

fn row(at: Option<Position>) -> Value<'static> {
    known(at.map(|at| at.row as usize))
}

fn column(at: Option<Position>) -> Value<'static> {
    known(at.map(|at| at.column as usize))
}
