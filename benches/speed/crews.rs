//! Crews of agents that see more than open ways: those of two examples and an epidemic, compared with plain arrays.
//!
//! Both sides decide by the same rules and keep the same counts: steps and ticks of each agent, the squares in which
//! any has been, and how many go on and have arrived.

use bevy_ecs::prelude::*;
use mazetick::base::chance::Chance;
use mazetick::base::grid::CellIndex;
use mazetick::engine::agents::{
    Agent, AgentGroup, AgentState, Crew, Next, Sight, SightedPolicy, SpawnAgents,
};
use mazetick::engine::maze::Entities;
use mazetick::prelude::*;
use serde::{Deserialize, Serialize};

use crate::paired::{Bench, Name, Work};

#[allow(dead_code, unreachable_pub)] // it is a program, too
#[path = "../../examples/chase.rs"]
mod chase;
#[allow(dead_code, unreachable_pub)] // it is a program, too
#[path = "../../examples/evacuation.rs"]
mod evacuation;

/// A crew on plain arrays.
trait PlainCrew: Clone {
    /// Reads a maze whose walk begins.
    fn new(maze: &mut Simulation) -> Self;

    /// Does a tick of all agents.
    fn tick(&mut self);

    fn map(&self) -> &Map;

    fn agents(&self) -> Vec<Agent>;
}

/// A tenth of the squares has an agent. They leave a maze with loops by two exits, one in a square.
pub(crate) fn evacuation(bench: &mut Bench, side: u32) {
    let scene = format!(
        "Scene(grid: (rows: {side}, columns: {side}), generate: Kruskal, braid: 1.0, \
         evacuation: (exits: [(1, 1), ({side}, {side})], count: {}))",
        side * side / 10
    );
    let registry = Registry::standard().with(evacuation::plugin);
    compare::<Evacuation>(bench, "agents-evacuation", side, &registry, &scene);
}

/// Cops at two edges drive a robber into the corner between the others.
pub(crate) fn chase(bench: &mut Bench, side: u32) {
    let edges = (1..=side).flat_map(|place| [(1, place), (place, 1)]);
    let cops: Vec<String> = edges
        .map(|(row, column)| format!("({row}, {column})"))
        .collect();
    let scene = format!(
        "Scene(grid: (rows: {side}, columns: {side}), chase: (robber: ({middle}, {middle}), cops: [{}]))",
        cops.join(", "),
        middle = side / 2
    );
    let registry = Registry::standard().with(chase::plugin);
    compare::<Chase>(bench, "agents-chase", side, &registry, &scene);
}

/// A tenth of the squares has a person. They walk at random in a maze with loops.
pub(crate) fn epidemic(bench: &mut Bench, side: u32) {
    let scene = format!(
        "Scene(grid: (rows: {side}, columns: {side}), generate: Kruskal, braid: 1.0, epidemic: (count: {}))",
        side * side / 10
    );
    let registry = Registry::standard().with(|registry: &mut Registry| {
        registry.add::<Epidemic>();
    });
    compare::<Population>(bench, "agents-epidemic", side, &registry, &scene);
}

/// Compares a crew with one on plain arrays; an item is a step of an agent.
fn compare<P: PlainCrew>(
    bench: &mut Bench,
    case: &'static str,
    side: u32,
    registry: &Registry,
    scene: &str,
) {
    let scene = registry.read(scene).expect("a legal scene");
    let mut simulation = Simulation::new(&scene).expect("enough memory");
    begin_walk(&mut simulation);

    let first = P::new(&mut simulation);
    let mut plain = first.clone();
    run(&mut plain);
    simulation.run();
    assert_eq!(plain.agents(), simulation.agents(), "both end the same");
    let crew = simulation.entity().get::<Crew>().expect("agents");
    let counts = [crew.steps, crew.visited() as u64, crew.arrived.into()];
    assert_eq!(plain.map().counts(), counts, "both count the same");

    let of_simulation = Work::new(
        |simulation: &mut Simulation| {
            simulation.load(&scene).expect("legal");
            begin_walk(simulation);
        },
        |simulation| {
            simulation.run();
            simulation.entity().get::<Crew>().expect("agents").steps as usize
        },
    );
    let of_plain = Work::new(|plain: &mut P| plain.clone_from(&first), run);
    let name = Name {
        case,
        side,
        item: "a step",
    };
    bench.compare(name, (simulation, of_simulation), (plain, of_plain));
}

/// Builds the walls, and whatever is measured from them.
fn begin_walk(simulation: &mut Simulation) {
    simulation.advance_while(u64::MAX, |progress| progress.phase == Phase::Generation);
}

/// Runs a crew until nobody goes on; returns the number of steps.
fn run<P: PlainCrew>(crew: &mut P) -> usize {
    while crew.map().going > 0 {
        crew.tick();
    }
    crew.map().steps as usize
}

/// A maze on plain arrays, and what is counted of those who walk in it.
#[derive(Clone)]
struct Map {
    grid: Grid,
    /// The open ways of each cell.
    ways: Vec<Headings>,
    strides: [i32; 4],
    /// The squares in which any agent has been, a bit for each.
    visited: Vec<u64>,
    steps: u64,
    going: u32,
    arrived: u32,
}

impl Map {
    fn new(maze: &Simulation) -> Self {
        let grid = maze.grid();
        // Without walls, only the edges are closed.
        let ways = |at| {
            if let Some(walls) = maze.walls_around(at) {
                return Headings::from_bits(!walls.bits());
            }
            let inside = Heading::ALL.into_iter().filter(|&way| grid.leads(at, way));
            inside.collect()
        };
        let mut map = Self {
            grid,
            ways: grid.positions().map(ways).collect(),
            strides: Heading::ALL.map(|heading| grid.stride(heading)),
            visited: vec![0; grid.cells().div_ceil(64)],
            steps: 0,
            going: maze.agents().len() as u32,
            arrived: 0,
        };
        for agent in maze.agents() {
            map.visit(agent.cell);
        }
        map
    }

    fn counts(&self) -> [u64; 3] {
        let visited = self.visited.iter().map(|cells| cells.count_ones());
        [self.steps, visited.sum::<u32>().into(), self.arrived.into()]
    }

    fn visit(&mut self, cell: CellIndex) {
        self.visited[cell.get() / 64] |= 1 << (cell.get() % 64);
    }

    fn beside(&self, cell: CellIndex, way: Heading) -> CellIndex {
        cell.offset(self.strides[way as usize])
    }

    fn step(&mut self, agent: &mut Agent, way: Heading) {
        agent.heading = way;
        agent.cell = self.beside(agent.cell, way);
        agent.steps += 1;
        self.steps += 1;
        self.visit(agent.cell);
    }

    fn arrive(&mut self, agent: &mut Agent) {
        agent.state = AgentState::Arrived;
        self.arrived += 1;
        self.going -= 1;
    }

    fn give_up(&mut self, agent: &mut Agent) {
        agent.state = AgentState::GaveUp;
        self.going -= 1;
    }
}

/// An evacuation on plain arrays.
#[derive(Clone)]
struct Evacuation {
    map: Map,
    agents: Vec<Agent>,
    /// The steps from each cell to the nearest exit.
    far: Vec<u32>,
    /// The cells in which somebody stands.
    taken: Vec<bool>,
}

impl PlainCrew for Evacuation {
    fn new(maze: &mut Simulation) -> Self {
        let grid = maze.grid();
        let far = |at| maze.get::<evacuation::Far>(at).expect("a cell").0;
        let mut taken = vec![false; grid.cells()];
        for agent in maze.agents() {
            taken[agent.cell.get()] = true;
        }
        Self {
            map: Map::new(maze),
            agents: maze.agents(),
            far: grid.positions().map(far).collect(),
            taken,
        }
    }

    fn tick(&mut self) {
        let Self {
            map,
            agents,
            far,
            taken,
        } = self;

        for agent in agents {
            if agent.state != AgentState::Going {
                continue;
            }

            // The first free way of those that lead nearest to an exit.
            let mut nearest = far[agent.cell];
            let mut nearer = None;
            for way in map.ways[agent.cell].iter() {
                let beside = map.beside(agent.cell, way);
                if far[beside] < nearest && !taken[beside.get()] {
                    nearest = far[beside];
                    nearer = Some(way);
                }
            }

            agent.ticks += 1;
            if let Some(way) = nearer {
                taken[agent.cell.get()] = false;
                map.step(agent, way);
                taken[agent.cell.get()] = true;
            }

            if nearest == 0 {
                taken[agent.cell.get()] = false;
                map.arrive(agent);
            } else if agent.ticks >= agent.patience {
                map.give_up(agent);
            }
        }
    }

    fn map(&self) -> &Map {
        &self.map
    }

    fn agents(&self) -> Vec<Agent> {
        self.agents.clone()
    }
}

/// A chase on plain arrays.
#[derive(Clone)]
struct Chase {
    map: Map,
    robber: Agent,
    cops: Vec<Agent>,
}

impl Chase {
    /// Returns the number of steps on an open board from a cell to the nearest cop.
    fn distance_to_cops(&self, cell: CellIndex) -> u32 {
        let far = |cop: &Agent| self.map.grid.distance(cell, cop.cell);
        self.cops.iter().map(far).min().expect("a cop")
    }

    /// Moves the robber away from the nearest cop, unless it is caught.
    fn flee(&mut self) {
        let mut robber = self.robber;
        let mut farthest = self.distance_to_cops(robber.cell);
        let mut farther = None;

        if farthest > 0 {
            for way in self.map.ways[robber.cell].iter() {
                let far = self.distance_to_cops(self.map.beside(robber.cell, way));
                // Of ways that lead as far the last.
                if far > farthest || far == farthest && farther.is_some() {
                    farthest = far;
                    farther = Some(way);
                }
            }
        }

        robber.ticks += 1;
        if let Some(way) = farther {
            self.map.step(&mut robber, way);
        }
        if self.cops.iter().any(|cop| cop.cell == robber.cell) || robber.ticks >= robber.patience {
            self.map.give_up(&mut robber);
        }
        self.robber = robber;
    }
}

impl PlainCrew for Chase {
    fn new(maze: &mut Simulation) -> Self {
        let agents = maze.agents();
        Self {
            map: Map::new(maze),
            robber: agents[0],
            cops: agents[1..].to_vec(),
        }
    }

    fn tick(&mut self) {
        // The cops see the robber as it was when the tick began.
        let seen = self.robber;
        if seen.state == AgentState::Going {
            self.flee();
        }

        let map = &mut self.map;
        for cop in &mut self.cops {
            if cop.state != AgentState::Going {
                continue;
            }

            let mut nearest = map.grid.distance(cop.cell, seen.cell);
            let mut nearer = None;
            for way in map.ways[cop.cell].iter() {
                let far = map.grid.distance(map.beside(cop.cell, way), seen.cell);
                if far < nearest {
                    nearest = far;
                    nearer = Some(way);
                }
            }

            cop.ticks += 1;
            if let Some(way) = nearer {
                map.step(cop, way);
            }
            if seen.state == AgentState::GaveUp {
                map.arrive(cop);
            } else if cop.ticks >= cop.patience {
                map.give_up(cop);
            }
        }
    }

    fn map(&self) -> &Map {
        &self.map
    }

    fn agents(&self) -> Vec<Agent> {
        let robber = [self.robber];
        robber.iter().chain(&self.cops).copied().collect()
    }
}

/// People who walk at random, one of them ill: `epidemic: (count: 100)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Epidemic {
    count: u32,
}

/// True where somebody stands who is ill. A component of every cell.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Infectious(bool);

/// A person who walks at random. A component of an agent.
#[derive(Component, Clone, Serialize)]
struct Person {
    health: Health,
    chance: Chance,
}

#[derive(Clone, Copy, PartialEq, Serialize)]
enum Health {
    Susceptible,
    /// For this many more ticks.
    Ill(u32),
    Recovered,
}

impl Health {
    /// The ticks for which somebody is ill.
    const LENGTH: u32 = 100;

    /// Returns the health after a tick that ends where somebody is ill, or where nobody is.
    fn after(self, is_exposed: bool) -> Self {
        match self {
            Self::Susceptible if is_exposed => Self::Ill(Self::LENGTH),
            Self::Ill(0) => Self::Recovered,
            Self::Ill(left) => Self::Ill(left - 1),
            Self::Susceptible | Self::Recovered => self,
        }
    }
}

impl Ingredient for Epidemic {
    const FIELD: &'static str = "epidemic";
    const ROLE: Role = Role::Agents;

    fn build(world: &mut Build<'_>) {
        world
            .column::<Infectious>("infectious")
            .agents::<Person>("people")
            .on_begin(populate)
            .each_tick(Phase::Walk, infect);
    }
}

fn populate(
    InRef(epidemic): InRef<Epidemic>,
    mut cells: Cells<&'static mut Infectious>,
    mut agents: SpawnAgents,
) {
    cells.columns().fill(Infectious(false));
    let group = AgentGroup {
        at: None,
        count: epidemic.count,
        patience: Some(500),
        ..AgentGroup::at(Position::new(1, 1))
    };
    let mut health = Health::Ill(Health::LENGTH);
    agents.spawn(&group, |chance| Person {
        health: std::mem::replace(&mut health, Health::Susceptible),
        chance,
    });
}

/// Marks the cells in which somebody is ill.
fn infect(
    mut people: Entities<(&'static Agent, &'static Person)>,
    mut cells: Cells<&'static mut Infectious>,
) {
    let cells = cells.columns();
    cells.fill(Infectious(false));
    for (agents, people) in people.tables() {
        for (agent, person) in agents.iter().zip(people) {
            if let Health::Ill(_) = person.health {
                cells[agent.cell] = Infectious(true);
            }
        }
    }
}

impl SightedPolicy for Person {
    type Cells = &'static Infectious;
    type OfMaze = ();

    fn decide(&mut self, _: &Agent, ways: Headings, _: &Sight<Self>) -> Option<Heading> {
        Some(ways.nth(self.chance.below(ways.len())))
    }

    fn next(&mut self, at: &Agent, _: bool, sight: &Sight<Self>) -> Next {
        self.health = self.health.after(sight.cells[at.cell].0);
        Next::Go
    }
}

/// An epidemic on plain arrays.
#[derive(Clone)]
struct Population {
    map: Map,
    agents: Vec<Agent>,
    people: Vec<Person>,
    infectious: Vec<bool>,
}

impl PlainCrew for Population {
    fn new(maze: &mut Simulation) -> Self {
        let people =
            maze.query(|people: Query<&Person>| people.iter().cloned().collect::<Vec<_>>());
        Self {
            map: Map::new(maze),
            agents: maze.agents(),
            people,
            infectious: vec![false; maze.grid().cells()],
        }
    }

    fn tick(&mut self) {
        for (agent, person) in self.agents.iter_mut().zip(&mut self.people) {
            if agent.state != AgentState::Going {
                continue;
            }

            agent.ticks += 1;
            let ways = self.map.ways[agent.cell];
            if !ways.is_empty() {
                let way = ways.nth(person.chance.below(ways.len()));
                self.map.step(agent, way);
            }

            person.health = person.health.after(self.infectious[agent.cell.get()]);
            if agent.ticks >= agent.patience {
                self.map.give_up(agent);
            }
        }

        self.infectious.fill(false);
        for (agent, person) in self.agents.iter().zip(&self.people) {
            if let Health::Ill(_) = person.health {
                self.infectious[agent.cell.get()] = true;
            }
        }
    }

    fn map(&self) -> &Map {
        &self.map
    }

    fn agents(&self) -> Vec<Agent> {
        self.agents.clone()
    }
}
