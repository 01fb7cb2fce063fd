//! Agents: wall followers, Pledge's algorithm, random mice, and Trémaux' algorithm.
//!
//! Agents go one step a tick, beside a walk or without one, until all have arrived or given up.

mod policies;

pub use policies::{Mouse, Pledge, Tremaux, WallFollower};

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::end::End;
use crate::base::grid::{CellIndex, Grid};
use crate::base::limits;
use crate::base::report::FaultKind;
use crate::base::scene_fault::SceneStep;
use crate::engine::agents::{Agent, AgentGroup, AgentState, Crew, Hand, SpawnAgents};
use crate::engine::maze::Build;
use crate::registry::measure::{Measure, Measured, Value};
use crate::registry::{Registry, expect};
use crate::scene::template::Template;
use crate::scene::{Check, Ingredient, Role, Scene};

/// The agents of a scene: `agents: [WallFollower(at: (1, 1), to: (9, 9)), Mouse(count: 10, to: (9,
/// 9))]`. They are numbered from 1 in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Agents(pub Vec<AgentKind>);

/// A group of agents, by policy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum AgentKind {
    /// Keep a hand at the wall.
    WallFollower(AgentGroup),
    /// Keep a hand at the wall until they have turned as often to one side as to the other, then go
    /// straight on in their first heading.
    Pledge(AgentGroup),
    /// Take any way out, each with the same probability.
    Mouse(AgentGroup),
    /// Go no way twice in the same direction.
    Tremaux(AgentGroup),
}

impl AgentKind {
    fn group(&self) -> &AgentGroup {
        self.place_and_group().1
    }

    fn group_mut(&mut self) -> &mut AgentGroup {
        match self {
            Self::WallFollower(group)
            | Self::Pledge(group)
            | Self::Mouse(group)
            | Self::Tremaux(group) => group,
        }
    }

    fn place_and_group(&self) -> (u8, &AgentGroup) {
        match self {
            Self::WallFollower(group) => (0, group),
            Self::Pledge(group) => (1, group),
            Self::Mouse(group) => (2, group),
            Self::Tremaux(group) => (3, group),
        }
    }

    fn check(&self, check: &mut Check<'_>) {
        let group = self.group();
        group.check(check);
        if group.hand == Hand::Left && matches!(self, Self::Mouse(_) | Self::Tremaux(_)) {
            let message = "these agents follow no wall: remove `hand`";
            check.error([SceneStep::Field("hand")], message);
        }
    }
}

const POLICIES: [fn(&mut Build<'_>); 4] = [
    |world| _ = world.agents::<WallFollower>("wall followers"),
    |world| _ = world.agents::<Pledge>("pledge"),
    |world| _ = world.agents::<Mouse>("mice"),
    |world| _ = world.agents::<Tremaux>("tremaux"),
];

pub(crate) fn plugin(registry: &mut Registry) {
    registry
        .add::<Agents>()
        .template(TEMPLATE)
        .expectation::<expect::Arrived>()
        .expectation::<expect::ExpectedAgent>();
    for measure in MEASURES {
        registry.measure(measure.where_there(Scene::has_agents));
    }
}

const TEMPLATE: Template = Template {
    name: "agents",
    about: "Agents of four kinds in one maze, each on its own way to the goal",
    text: include_str!("templates/agents.ron"),
};

const MEASURES: [Measure; 3] = [
    Measure::whole(
        "arrived",
        "how many agents have arrived; arrived[2]: whether the second has",
        |world| crew_value(world, |crew| crew.arrived.into()),
    )
    .with_each(|world, number| {
        agent_value(world, number, |it| (it.state == AgentState::Arrived).into())
    })
    .of_state(),
    Measure::whole(
        "steps",
        "the steps of all agents; steps[2]: of the second",
        |world| crew_value(world, |crew| crew.steps),
    )
    .with_each(|world, number| agent_value(world, number, |it| it.steps)),
    Measure::whole("trodden", "squares in which an agent has been", |world| {
        crew_value(world, |crew| crew.visited() as u64)
    }),
];

fn crew_value(world: &mut Measured<'_>, read: fn(&Crew) -> u64) -> Value<'static> {
    world
        .entity()
        .get::<Crew>()
        .map_or(Value::Empty, |crew| Value::Whole(read(crew)))
}

fn agent_value(world: &Measured<'_>, number: usize, read: fn(&Agent) -> u32) -> Value<'static> {
    let agent = world.agents().get(number - 1).copied();
    agent.map_or(Value::Empty, |agent| Value::Whole(read(&agent).into()))
}

impl Ingredient for Agents {
    const FIELD: &'static str = "agents";
    const ROLE: Role = Role::Agents;

    fn check(&self, check: &mut Check<'_>) {
        let counts = || self.0.iter().map(|kind| u64::from(kind.group().count));
        let (all, most) = (counts().sum::<u64>(), limits::AGENTS);
        let each_fits = counts().all(|count| (1..=most).contains(&count)); // or that is reported
        if each_fits && !(1..=most).contains(&all) {
            let message = format!("{all} agents, expected 1 to {most}");
            check.error_of_kind(FaultKind::OverLimit, [], message);
        }
        let solid = self
            .0
            .iter()
            .map(AgentKind::group)
            .filter(|group| group.solid);
        let (solid, area) = (
            solid.map(|it| u64::from(it.count)).sum::<u64>(),
            check.squares().count() as u64,
        );
        if solid > area && area > 0 {
            check.error(
                [],
                format!("{solid} solid agents, expected at most {area}, one a square"),
            );
        }
        let (known, most) = (self.remembered(check.grid()), limits::REMEMBERED);
        if known > most {
            let message = format!(
                "the Trémaux agents remember up to {known} squares, expected at most {most}: give them \
                 less `patience`, or take fewer"
            );
            check.error_of_kind(FaultKind::OverLimit, [], message);
        }
        let seeking = self
            .0
            .iter()
            .filter(|kind| kind.group().to == End::Farthest)
            .count();
        let (squares, most) = (
            check.grid().area().saturating_mul(seeking as u64),
            limits::SOUGHT,
        );
        if squares > most {
            let message = format!(
                "{seeking} groups of agents look for the farthest of {} squares, expected at most \
                 {most} squares in all",
                check.grid().area()
            );
            check.error_of_kind(FaultKind::OverLimit, [], message);
        }
        for (place, kind) in self.0.iter().enumerate() {
            check.within([SceneStep::Index(place)], |check| kind.check(check));
        }
    }

    fn fixed(&self, scene: &Scene) -> Option<Self> {
        let is_open = |kind: &AgentKind| kind.group().to.is_open();
        let maze = self
            .0
            .iter()
            .any(is_open)
            .then(|| scene.with_walls_built())??;
        let kinds = ["WallFollower", "Pledge", "Mouse", "Tremaux"];
        let mut agents = maze
            .agents_by_kind()
            .into_iter()
            .filter(|(kind, _)| kinds.contains(kind));
        let mut fixed = self.clone();
        for kind in &mut fixed.0 {
            let group = kind.group_mut();
            let (_, first) = agents.next()?;
            if group.to.is_open() && first.to != CellIndex::NOWHERE {
                group.to = maze.grid().position(first.to).into();
            }
            agents
                .by_ref()
                .take(group.count as usize - 1)
                .for_each(drop);
        }
        Some(fixed)
    }

    fn kind(&self) -> u8 {
        self.0
            .iter()
            .fold(0, |kinds, kind| kinds | 1 << kind.place_and_group().0)
    }

    fn reads_reports(&self) -> bool {
        // By its steps, one of these knows whether it has moved.
        self.0
            .iter()
            .any(|kind| matches!(kind, AgentKind::Tremaux(_)))
    }

    fn build(world: &mut Build<'_>) {
        let kinds = world.kind();
        for (place, add) in POLICIES.iter().enumerate() {
            if kinds >> place & 1 == 1 {
                add(world);
            }
        }
        world.on_begin(spawn);
    }
}

impl Agents {
    fn remembered(&self, grid: Grid) -> u64 {
        let groups = self
            .0
            .iter()
            .filter(|kind| matches!(kind, AgentKind::Tremaux(_)));
        let squares = groups
            .map(AgentKind::group)
            .map(|group| grid.area().min(group.ticks().into()) * u64::from(group.count));
        squares.sum()
    }
}

impl AgentGroup {
    /// The most ticks for which an agent goes.
    fn ticks(&self) -> u32 {
        self.patience.unwrap_or(Agent::ENDLESS)
    }

    /// Reports errors of a group: for ingredients that have agents.
    pub fn check(&self, check: &mut Check<'_>) {
        if let Some(at) = self.at {
            check.inside([SceneStep::Field("at")], at);
        }
        check.check_goal(&self.to);
        let start_apart = self.at.is_none() || self.solid && self.count > 1;
        if self.to == End::Farthest && start_apart {
            let message = "these agents start at several squares, expected `at` and no `solid`";
            check.error([SceneStep::Field("to")], message);
        }
        let most = limits::AGENTS;
        if !(1..=most).contains(&u64::from(self.count)) {
            let message = format!("{} agents, expected 1 to {most}", self.count);
            check.error([SceneStep::Field("count")], message);
        }
        if self.patience == Some(0) {
            check.error(
                [SceneStep::Field("patience")],
                "no ticks, expected at least 1",
            );
        }
    }
}

fn spawn(InRef(agents): InRef<Agents>, mut maze: SpawnAgents) {
    for kind in &agents.0 {
        let group = kind.group();
        match kind {
            AgentKind::WallFollower(_) => maze.spawn(group, |_| WallFollower { hand: group.hand }),
            AgentKind::Pledge(_) => maze.spawn(group, |_| Pledge {
                hand: group.hand,
                turns: 0,
            }),
            AgentKind::Mouse(_) => maze.spawn(group, Mouse),
            AgentKind::Tremaux(_) => maze.spawn(group, |_| Tremaux::default()),
        }
    }
}
