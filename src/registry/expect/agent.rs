//! Expectations about agents.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Amount;
use crate::base::count::{plural, plural_grouped};
use crate::base::grid::Position;
use crate::base::heading::Heading;
use crate::base::scene_fault::SceneStep;
use crate::engine::agents::{AgentState, Crew};
use crate::engine::maze::Maze;
use crate::scene::{Check, Expect, Failure, check_tick, printed};

/// There is an agent like this; fields that are left out are not checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Agent", deny_unknown_fields, default)]
pub struct ExpectedAgent {
    /// The number of the agent, from 1.
    pub number: Option<u32>,
    /// The name of its policy, such as `Mouse`.
    pub kind: Option<String>,
    /// The position of the agent.
    pub at: Option<Position>,
    /// The row of the agent, or a range of rows.
    pub row: Option<Amount>,
    /// The column of the agent, or a range of columns.
    pub column: Option<Amount>,
    /// The heading of its last step.
    pub heading: Option<Heading>,
    /// Whether the agent still goes.
    pub state: Option<AgentState>,
    /// The number of its steps.
    pub steps: Option<Amount>,
}

impl Expect for ExpectedAgent {
    const NAME: &'static str = "Agent";

    fn reads_reports(&self) -> bool {
        self.steps.is_some()
    }

    fn check(&self, check: &mut Check<'_>) {
        check_agents(self.number, SceneStep::Field("number"), check);
        if *self == Self::default() {
            check.error(
                [],
                "expects nothing of an agent, expected at least one field, such as `at`",
            );
        }
        if let Some(at) = self.at {
            check.inside([SceneStep::Field("at")], at);
        }
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Failure> {
        if self.holds(maze) {
            return Ok(());
        }
        let agents = maze.agents_by_kind();
        let all = (1..).zip(&agents).map(|(number, (kind, agent))| {
            let (at, state, heading) = (maze.position(*agent), agent.state, agent.heading);
            let steps = Some(Amount::from(u64::from(agent.steps)));
            let kind = self.kind.as_ref().map(|_| (*kind).to_owned());
            let (heading, state) = (self.heading.and(Some(heading)), self.state.and(Some(state)));
            let steps = self.steps.and(steps);
            Self {
                number: Some(number),
                kind,
                at: Some(at),
                heading,
                state,
                steps,
                ..Self::default()
            }
        });
        let is_meant = |it: &Self| self.number.is_none_or(|number| it.number == Some(number));
        let found: Vec<_> = all
            .filter(is_meant)
            .take(9)
            .map(|it| it.to_string())
            .collect();
        let found = if found.is_empty() {
            "no such agent".to_owned()
        } else {
            found.join("; ")
        };
        Err(Failure::new(format!("no agent has {self}; found {found}")))
    }

    fn holds(&self, maze: &mut Maze) -> bool {
        let is_in = |amount: Option<Amount>, number: u32| {
            amount.is_none_or(|it| it.contains(u64::from(number)))
        };
        (1..)
            .zip(maze.agents_by_kind())
            .any(|(number, (kind, agent))| {
                let at = maze.position(agent);
                self.number.is_none_or(|it| it == number)
                    && self.kind.as_ref().is_none_or(|it| it == kind)
                    && self.at.is_none_or(|it| it == at)
                    && is_in(self.row, at.row)
                    && is_in(self.column, at.column)
                    && self.heading.is_none_or(|it| it == agent.heading)
                    && self.state.is_none_or(|it| it == agent.state)
                    && is_in(self.steps, agent.steps)
            })
    }
}

/// Formats the fields as scenes write them, without the parentheses.
impl fmt::Display for ExpectedAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = printed(self);
        f.write_str(fields.trim_start_matches('(').trim_end_matches(')'))
    }
}

/// Reports expectations about agents in a scene without any, and an agent of number 0.
fn check_agents(number: Option<u32>, step: SceneStep, check: &mut Check<'_>) {
    if !check.scene().has_agents() {
        check.error([], "needs agents: add `agents`");
    }
    if number == Some(0) {
        check.error(
            [step],
            "agent 0, expected 1 or more: they are counted from 1",
        );
    }
}

/// Agents have arrived: all of them, `Arrived(all: true)`, or a certain one, `Arrived(agent: 3, at: 412)`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Arrived {
    /// Whether all have.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub all: bool,
    /// The number of one that has, from 1.
    pub agent: Option<u32>,
    /// The tick in which that one has.
    pub at: Option<u64>,
}

impl Expect for Arrived {
    const NAME: &'static str = "Arrived";

    fn reads_reports(&self) -> bool {
        self.at.is_some()
    }

    fn check(&self, check: &mut Check<'_>) {
        check_agents(self.agent, SceneStep::Field("agent"), check);
        if !self.all && self.agent.is_none() {
            check.error([], "expects nothing: add `all: true` or `agent`");
        }
        if let Some(at) = self.at {
            check_tick(at, SceneStep::Field("at"), check);
        }
        if self.at.is_some() && self.agent.is_none() {
            check.error(
                [SceneStep::Field("at")],
                "`at` has no effect without `agent`",
            );
        }
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Failure> {
        let maze_entity = maze.entity();
        let Some(crew) = maze_entity.get::<Crew>() else {
            return Err(Failure::new("there are no agents"));
        };

        if self.all && crew.arrived < crew.total {
            return Err(Failure::new(not_all(crew, maze.is_finished())));
        }

        match self.agent {
            Some(number) => self.judge_one(number, crew, maze),
            None => Ok(()),
        }
    }

    fn holds(&self, maze: &mut Maze) -> bool {
        let Some(&Crew { total, arrived, .. }) = maze.entity().get() else {
            return false;
        };
        let has_all = !self.all || arrived == total;
        has_all && (self.agent.is_none() || self.judge(maze).is_ok())
    }
}

impl Arrived {
    /// Judges a certain agent, by its number.
    fn judge_one(&self, number: u32, crew: &Crew, maze: &Maze) -> Result<(), Failure> {
        let agents = maze.agents();
        let agent = (number as usize).checked_sub(1);
        let Some(agent) = agent.and_then(|place| agents.get(place)) else {
            let all = plural(agents.len(), "agent");
            let message = format!("there is no agent {number}, only {all}");
            return Err(Failure::new(message));
        };

        // The tick of its last step, or of now.
        let last = match agent.state {
            AgentState::Going => maze.progress().tick,
            _ => crew.first_tick + u64::from(agent.ticks) - 1,
        };

        if agent.state != AgentState::Arrived {
            let message = if agent.state == AgentState::GaveUp || maze.is_finished() {
                let ticks = plural_grouped(last, "tick");
                format!("agent {number} never arrives (still going after {ticks})")
            } else {
                format!("agent {number} has not arrived")
            };
            return Err(Failure::new(message));
        }

        match self.at {
            Some(at) if at != last => {
                let message = format!("agent {number} arrives at tick {last}, not {at}");
                let failure = Failure::new(message).on_side(last.cmp(&at));
                Err(failure.with_actual(SceneStep::Field("at"), last.to_string()))
            }
            _ => Ok(()),
        }
    }
}

/// Says how many agents have not arrived.
fn not_all(crew: &Crew, is_finished: bool) -> String {
    let missing = crew.total - crew.arrived;
    let all = plural(crew.total, "agent");
    match (is_finished, missing) {
        (true, 1) => format!("1 of {all} never arrives"),
        (true, _) => format!("{missing} of {all} never arrive"),
        (false, 1) => format!("1 of {all} has not arrived"),
        (false, _) => format!("{missing} of {all} have not arrived"),
    }
}
