//! Expectations about agents.

use serde::{Deserialize, Serialize};

use super::Amount;
use crate::base::scene_fault::SceneStep;
use crate::engine::agents::{AgentState, Crew};
use crate::engine::maze::Maze;
use crate::scene::{Check, Expect, Mismatch, check_tick};

/// Agents have arrived: all of them, `Arrived(all: true)`; so many, `Arrived(agents: 3)`; or a certain
/// one, `Arrived(agent: 3, at: 412)`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Arrived {
    /// Whether all have.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub all: bool,
    /// How many have.
    pub agents: Option<Amount>,
    /// The number of one that has, from 1.
    pub agent: Option<u32>,
    /// The tick in which that one has.
    pub at: Option<u64>,
}

impl Expect for Arrived {
    const NAME: &'static str = "Arrived";

    fn check(&self, check: &mut Check<'_>) {
        if !check.scene().has_agents() {
            check.error([], "needs agents: add `agents`");
        }
        if !self.all && self.agents.is_none() && self.agent.is_none() {
            check.error([], "expects nothing: add `all`, `agents` or `agent`");
        }
        if self.agent == Some(0) {
            check.error(
                [SceneStep::Field("agent")],
                "agent 0, expected 1 or more: they are counted from 1",
            );
        }
        if let Some(at) = self.at {
            check_tick(at, SceneStep::Field("at"), check);
        }
        if self.at.is_some() && self.agent.is_none() {
            check.error([SceneStep::Field("at")], "`at` has no effect without `agent`");
        }
        if let Some(agents) = self.agents {
            agents.check(SceneStep::Field("agents"), check);
        }
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
        let Some(Crew { of, arrived, .. }) = maze.entity().get().cloned() else {
            return Mismatch::unless(false, "agents", "none");
        };
        if self.all {
            Mismatch::unless(arrived == of, format!("all {of} agents arrived"), arrived)?;
        }
        if let Some(agents) = self.agents {
            let holds = agents.contains(arrived.into());
            Mismatch::unless(holds, format!("arrived: {agents}"), arrived)?;
        }
        self.agent.map_or(Ok(()), |number| self.judge_one(maze, number))
    }
}

impl Arrived {
    fn judge_one(&self, maze: &Maze, number: u32) -> Result<(), Mismatch> {
        let first_tick = maze.entity().get::<Crew>().map_or(0, |crew| crew.first_tick);
        let agent = maze.agents().get((number as usize).wrapping_sub(1)).copied();
        let has_arrived = agent.filter(|agent| agent.state == AgentState::Arrived);
        let tick = has_arrived.map(|agent| first_tick + u64::from(agent.ticks) - 1);
        let found = match (agent, tick) {
            (None, _) => "no such agent".to_owned(),
            (_, None) => "not".to_owned(),
            (_, Some(tick)) => format!("at tick {tick}"),
        };
        match self.at {
            None => Mismatch::unless(tick.is_some(), format!("agent {number} arrived"), found),
            Some(at) => {
                let expected = format!("agent {number} arrived at tick {at}");
                Mismatch::unless(tick == Some(at), expected, found).map_err(|wrong| match tick {
                    Some(tick) => wrong.mended_by(SceneStep::Field("at"), tick.to_string()),
                    None => wrong,
                })
            }
        }
    }
}
