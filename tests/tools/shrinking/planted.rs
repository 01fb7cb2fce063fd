//! Ingredients with a bug each, which their scene names, and what holds of them without it.

use bevy_ecs::prelude::*;
use mazetick::base::Position;
use mazetick::base::grid::CellIndex;
use mazetick::base::wall::Segments;
use mazetick::engine::agents::{Agent, AgentGroup, Hand, SpawnAgents};
use mazetick::prelude::*;
use mazetick::scene::expectation::{Expect, Failure};
use serde::{Deserialize, Serialize};

pub(super) fn plugin(registry: &mut Registry) {
    registry
        .add::<Scout>()
        .add::<Fences>()
        .add::<Comb>()
        .add::<Heights>();
    registry.expectation::<Fenced>().expectation::<Gentle>();
}

/// An agent that remembers all squares, and its way back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Scout {
    bug: ScoutBug,
    from: Position,
    to: Position,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
enum ScoutBug {
    #[default]
    None,
    /// Back from a step to the west it goes north.
    WayBack,
    /// It takes the squares of the last column for known.
    LastColumn,
    /// It remembers four steps.
    ShortTrail,
}

#[derive(Component, Clone, Debug, Default, Serialize)]
struct Scouting {
    bug: ScoutBug,
    grid: Grid,
    known: Vec<CellIndex>,
    trail: Vec<Heading>,
}

impl Policy for Scouting {
    fn choose(&mut self, agent: &Agent, ways: Headings) -> Heading {
        if !self.known.contains(&agent.cell) {
            self.known.push(agent.cell);
        }
        let is_new = |way: &Heading| {
            let next = self.grid.beside(agent.cell, *way);
            let is_missed = self.bug == ScoutBug::LastColumn
                && self.grid.position(next).column == self.grid.columns;
            !self.known.contains(&next) && !is_missed
        };
        if let Some(way) = ways.iter().find(is_new) {
            self.trail.push(way);
            if self.bug == ScoutBug::ShortTrail && self.trail.len() > 4 {
                self.trail.remove(0);
            }
            return way;
        }
        match self.trail.pop() {
            Some(Heading::W) if self.bug == ScoutBug::WayBack => Heading::N,
            last => last.map_or(agent.heading, Heading::opposite),
        }
    }
}

impl Ingredient for Scout {
    const FIELD: &'static str = "scout";
    const ROLE: Role = Role::Agents;

    fn check(&self, check: &mut Check<'_>) {
        check.inside([SceneStep::Field("from")], self.from);
        check.inside([SceneStep::Field("to")], self.to);
    }

    fn build(world: &mut Build<'_>) {
        world.agents::<Scouting>("scout").on_begin(send);
    }
}

fn send(InRef(scout): InRef<Scout>, grid: Single<&Grid>, mut agents: SpawnAgents) {
    let (at, to, heading) = (Some(scout.from), scout.to.into(), Heading::N);
    let (count, hand, solid, patience) = (1, Hand::Right, false, 500);
    let group = AgentGroup {
        at,
        count,
        to,
        heading,
        hand,
        solid,
        patience: Some(patience),
    };
    agents.spawn(&group, |_| Scouting {
        bug: scout.bug,
        grid: **grid,
        ..Scouting::default()
    });
}

/// Squares that nobody enters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Fences {
    bug: FenceBug,
    at: Vec<Position>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum FenceBug {
    /// They are open from the west.
    Side,
    /// Those in the last column are open.
    LastColumn,
    /// They are counted as if rows were as long as columns.
    Stride,
    /// The first one is open.
    First,
}

#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
struct Fence(Option<FenceBug>);

impl Ingredient for Fences {
    const FIELD: &'static str = "fences";

    fn check(&self, check: &mut Check<'_>) {
        for (place, &at) in self.at.iter().enumerate() {
            check.inside([SceneStep::Field("at"), SceneStep::Index(place)], at);
        }
    }

    fn build(world: &mut Build<'_>) {
        world
            .column::<Fence>("fences")
            .on_begin(fence)
            .rule(keep_out);
    }
}

fn fence(InRef(fences): InRef<Fences>, mut cells: Cells<&'static mut Fence>) {
    let (grid, column) = cells.grid_and_columns();
    column.fill(Fence(None));
    fences
        .at
        .iter()
        .for_each(|&at| column[grid.index(at)] = Fence(Some(fences.bug)));
}

fn keep_out(mut cells: Cells<(&'static Fence, &'static mut Exits)>) {
    let (grid, (fences, exits)) = cells.grid_and_columns();
    let closed = grid
        .positions()
        .zip(fences)
        .filter_map(|(at, fence)| Some((at, fence.0?)));
    for (place, (at, bug)) in closed.enumerate() {
        let is_open = bug == FenceBug::LastColumn && at.column == grid.columns
            || bug == FenceBug::First && place == 0;
        let strange = ((at.row - 1) * grid.rows + at.column - 1) as usize;
        let cell = match bug {
            FenceBug::Stride if strange < grid.cells() => CellIndex::new(strange),
            _ => grid.index(at),
        };
        let at = grid.position(cell);
        for side in Heading::ALL
            .into_iter()
            .filter(|&side| grid.leads(at, side) && !is_open)
        {
            if side != Heading::W || bug != FenceBug::Side {
                exits[grid.beside(cell, side)].close(side.opposite());
            }
        }
    }
}

/// That no walker is in a fenced square.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Fenced;

impl Expect for Fenced {
    const NAME: &'static str = "Fenced";

    fn judge(&self, maze: &mut Maze) -> Result<(), Failure> {
        let is_in = |at: &Position| {
            maze.get::<Fence>(*at).is_some_and(|it| it.0.is_some()) && maze.claims(*at) > Some(0)
        };
        let entered = maze.grid().positions().filter(is_in).count();
        Failure::unless_equal(0, entered)
    }
}

/// Walls like a comb: the first row is open, and so is each column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Comb")]
struct Comb {
    bug: CombBug,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum CombBug {
    /// It knows three columns.
    Overflow,
    /// The last column is shut off.
    Last,
    /// The third row is open at its first wall, too.
    Loop,
}

impl Ingredient for Comb {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "Comb";
    const ROLE: Role = Role::Walls;

    fn build(world: &mut Build<'_>) {
        world.walls().on_begin(comb);
    }
}

fn comb(InRef(comb): InRef<Comb>, grid: Single<&Grid>, mut walls: Walls<&'static mut Wall>) {
    let (grid, segments, walls) = (**grid, Segments::new(**grid), walls.columns());
    walls.fill(Wall::STANDING);
    for at in grid.positions() {
        let is_missed = match comb.bug {
            CombBug::Overflow => at.column > 3,
            CombBug::Last => at.column == grid.columns,
            CombBug::Loop => false,
        };
        let is_loop = comb.bug == CombBug::Loop && at == Position::new(3, 1);
        if grid.leads(at, Heading::S) && !is_missed {
            walls[segments.beside(grid.index(at), Heading::S)] = Wall::OPEN;
        }
        if grid.leads(at, Heading::E) && (at.row == 1 || is_loop) {
            walls[segments.beside(grid.index(at), Heading::E)] = Wall::OPEN;
        }
    }
}

/// Heights of squares: nobody climbs more than 1, but its rule forgets steps to the south.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
struct Heights(Vec<Vec<u8>>);

#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
struct Height(u8);

impl Ingredient for Heights {
    const FIELD: &'static str = "heights";

    fn check(&self, check: &mut Check<'_>) {
        let Grid { rows, columns } = check.grid();
        let is_row = |row: &Vec<u8>| row.len() == columns as usize;
        if self.0.len() != rows as usize || !self.0.iter().all(is_row) {
            check.error([], "other heights than squares");
        }
    }

    fn build(world: &mut Build<'_>) {
        world
            .column::<Height>("heights")
            .on_begin(raise)
            .rule(climb);
    }
}

fn raise(InRef(heights): InRef<Heights>, mut cells: Cells<&'static mut Height>) {
    let (_, column) = cells.grid_and_columns();
    column
        .iter_mut()
        .zip(heights.0.iter().flatten())
        .for_each(|(it, &height)| it.0 = height);
}

fn climb(mut cells: Cells<(&'static Height, &'static mut Exits)>) {
    let (grid, (heights, exits)) = cells.grid_and_columns();
    for (cell, at) in grid.indices().zip(grid.positions()) {
        for side in [Heading::N, Heading::E, Heading::W] {
            let is_steep = |next: CellIndex| heights[next].0 > heights[cell].0 + 1;
            if grid.leads(at, side) && is_steep(grid.beside(cell, side)) {
                exits[cell].close(side);
            }
        }
    }
}

/// That no step of the route climbs more than 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Gentle;

impl Expect for Gentle {
    const NAME: &'static str = "Gentle";

    fn judge(&self, maze: &mut Maze) -> Result<(), Failure> {
        let height = |at: &Position| maze.get::<Height>(*at).map_or(0, |it| it.0);
        let heights: Vec<_> = maze.route().iter().map(height).collect();
        let steepest = heights
            .windows(2)
            .map(|it| it[1].saturating_sub(it[0]))
            .max();
        Failure::unless(steepest <= Some(1), "1 at most", steepest.unwrap_or(0))
    }
}
