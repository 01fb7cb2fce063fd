//! Agents: many at once in a carved maze, compared for wall followers with a plain version.

use mazetick::base::heading::Turn;
use mazetick::engine::agents::Agent;
use mazetick::prelude::*;
use mazetick::registry::Registry;
use mazetick::scene::CheckedScene;

use crate::paired::{Bench, Name, Work};

/// The ticks for which agents go.
const TICKS: u32 = 2000;

/// The scene of agents of a policy, one for each hundred squares.
fn scene(side: u32, policy: &str) -> CheckedScene {
    let text = format!(
        "Scene(grid: (rows: {side}, columns: {side}), generate: Johnny(start: (1, 1)), \
         agents: [{policy}(to: ({side}, {side}), count: {}, patience: {TICKS})])",
        side * side / 100
    );
    Registry::standard().read(&text).expect("a legal scene")
}

/// Until the maze is carved.
fn carve(simulation: &mut Simulation) {
    let cells = simulation.grid().cells() as u64;
    simulation.advance(2 * cells - 1);
}

fn steps(simulation: &Simulation) -> usize {
    simulation
        .agents()
        .iter()
        .map(|agent| agent.steps as usize)
        .sum()
}

/// Agents go through a carved maze.
fn walk(scene: &CheckedScene) -> Work<'_, Simulation> {
    Work::new(
        |simulation: &mut Simulation| {
            simulation.load(scene).expect("legal");
            carve(simulation);
        },
        |simulation| {
            simulation.advance(TICKS.into());
            steps(simulation)
        },
    )
}

/// Agents of one policy; an item is a step of an agent.
pub(crate) fn alone(bench: &mut Bench, case: &'static str, side: u32, policy: &str) {
    let scene = scene(side, policy);
    let simulation = Simulation::new(&scene).expect("enough memory");
    bench.time(
        Name {
            case,
            side,
            item: "a step",
        },
        simulation,
        walk(&scene),
    );
}

/// Wall followers, compared with some on plain arrays that know as much; an item is a step of an agent.
pub(crate) fn followers(bench: &mut Bench, side: u32) {
    let scene = scene(side, "WallFollower");
    let mut simulation = Simulation::new(&scene).expect("enough memory");
    carve(&mut simulation);
    let first = Followers::new(&simulation);
    let mut plain = first.clone();
    simulation.run();
    plain.run();
    assert_eq!(plain.steps(), steps(&simulation), "both go as far");
    let of_plain = Work::new(
        |plain: &mut Followers| plain.clone_from(&first),
        |plain| {
            plain.run();
            plain.steps()
        },
    );
    let name = Name {
        case: "agents-walls",
        side,
        item: "a step",
    };
    bench.compare(name, (simulation, walk(&scene)), (plain, of_plain));
}

/// Wall followers, each with its right hand at the wall, on plain arrays.
#[derive(Clone)]
struct Followers {
    /// The open ways of each cell, a bit for each heading.
    ways: Vec<u8>,
    agents: Vec<Follower>,
    /// Where they have been, a bit for each cell.
    visited: Vec<u64>,
    /// By heading and open ways, the heading that is taken.
    choices: [[u8; 16]; 4],
    strides: [i32; 4],
}

/// What is known of each.
#[derive(Clone)]
struct Follower {
    cell: u32,
    to: u32,
    heading: u8,
    is_going: bool,
    steps: u32,
    ticks: u32,
    patience: u32,
}

impl Followers {
    fn new(maze: &Simulation) -> Self {
        let grid = maze.grid();
        let open = |at| maze.walls_around(at).expect("a cell with walls").bits() ^ 15;
        let choose = |heading: Heading, ways: usize| {
            let [left, right] = [Turn::Left, Turn::Right].map(|turn| heading.turn(turn));
            let tries = [right, heading, left, heading.opposite()];
            let open = tries.into_iter().find(|&it| ways >> it as usize & 1 == 1);
            open.unwrap_or(heading) as u8
        };
        let agents = maze.agents().into_iter();
        Self {
            ways: grid.positions().map(open).collect(),
            agents: agents.map(Follower::new).collect(),
            visited: vec![0; grid.cells().div_ceil(64)],
            choices: Heading::ALL.map(|heading| std::array::from_fn(|ways| choose(heading, ways))),
            strides: [
                -grid.columns.cast_signed(),
                grid.columns.cast_signed(),
                -1,
                1,
            ],
        }
    }

    fn run(&mut self) {
        for _ in 0..TICKS {
            for it in self.agents.iter_mut().filter(|it| it.is_going) {
                let ways = self.ways[it.cell as usize];
                it.heading = self.choices[usize::from(it.heading & 3)][usize::from(ways & 15)];
                it.cell = it
                    .cell
                    .wrapping_add_signed(self.strides[usize::from(it.heading & 3)]);
                it.steps += 1;
                it.ticks += 1;
                it.is_going = it.cell != it.to && it.ticks < it.patience;
                self.visited[it.cell as usize / 64] |= 1 << (it.cell % 64);
            }
        }
    }

    fn steps(&self) -> usize {
        self.agents.iter().map(|it| it.steps as usize).sum()
    }
}

impl Follower {
    fn new(agent: Agent) -> Self {
        let Agent {
            cell,
            to,
            heading,
            patience,
            ..
        } = agent;
        let [cell, to] = [cell, to].map(|it| it.get() as u32);
        Self {
            cell,
            to,
            heading: heading as u8,
            is_going: true,
            steps: 0,
            ticks: 0,
            patience,
        }
    }
}
