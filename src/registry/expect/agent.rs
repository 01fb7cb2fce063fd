//! Expectations about agents.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Amount;
use crate::base::grid::Position;
use crate::base::heading::Heading;
use crate::base::scene_fault::SceneStep;
use crate::engine::agents::{AgentState, Crew};
use crate::engine::maze::Maze;
use crate::scene::{Check, Expect, Mismatch, check_tick, printed};

/// There is an agent like this; fields that are left out are not checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Agent {
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

impl Expect for Agent {
    const NAME: &'static str = "Agent";

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

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
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
        Mismatch::unless(false, self, found)
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
impl fmt::Display for Agent {
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

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
        let Some(&Crew {
            total,
            arrived,
            first_tick,
            ..
        }) = maze.entity().get()
        else {
            return Mismatch::unless(false, "agents", "none");
        };
        if self.all {
            Mismatch::unless(
                arrived == total,
                format!("all {total} agents arrived"),
                arrived,
            )?;
        }
        let Some(number) = self.agent else {
            return Ok(());
        };
        let agent = maze
            .agents()
            .get((number as usize).wrapping_sub(1))
            .copied();
        let has_arrived = agent.filter(|agent| agent.state == AgentState::Arrived);
        let tick = has_arrived.map(|agent| first_tick + u64::from(agent.ticks) - 1);
        let found = match (agent, tick) {
            (None, _) => "no such agent".to_owned(),
            (_, None) => "not".to_owned(),
            (_, Some(tick)) => format!("at tick {tick}"),
        };
        let (holds, when) = match self.at {
            Some(at) => (tick == Some(at), format!(" at tick {at}")),
            None => (tick.is_some(), String::new()),
        };
        let wrong = Mismatch::unless(holds, format!("agent {number} arrived{when}"), found);
        wrong.map_err(|wrong| match tick {
            Some(tick) => wrong.mended_by(SceneStep::Field("at"), tick.to_string()),
            None => wrong,
        })
    }

    fn holds(&self, maze: &mut Maze) -> bool {
        let Some(&Crew { total, arrived, .. }) = maze.entity().get() else {
            return false;
        };
        let has_all = !self.all || arrived == total;
        has_all && (self.agent.is_none() || self.judge(maze).is_ok())
    }
}
