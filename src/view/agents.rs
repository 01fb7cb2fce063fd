//! The look of agents: an arrowhead in the heading of each, or their number; and a ring at their goals.

use bevy_ecs::prelude::*;

use super::walk::is_searched;
use crate::base::heading::Heading;
use crate::base::progress::Phase;
use crate::engine::agents::{Agent, AgentState};
use crate::engine::maze::Build;
use crate::picture::{Depth, Form, Ink, Look, Place, TickDiff, TickText, turned};

pub(super) fn show(world: &mut Build<'_>) {
    world.look_by(&GOALS, goals).look_by(&AGENTS, agents).describe(describe_agents);
}

/// 1 plus its heading for one agent; [`SEVERAL`] plus their number for more.
static AGENTS: Look = Look {
    shapes: |slot, pen| {
        if let Some(count) = slot.value.checked_sub(SEVERAL) {
            pen.fill(Form::Circle { x: 60.0, y: 60.0, r: 30.0 }, Ink::Accent);
            return pen.number_about(count, 60.0, 60.0, 30.0, Ink::Paper);
        }
        let heading = Heading::ALL[slot.value as usize - 1];
        let points = [(60.0, 22.0), (92.0, 92.0), (60.0, 76.0), (28.0, 92.0)];
        let points = points.map(|point| turned(point, heading));
        pen.line(Form::polygon(&points), Ink::Paper, 8.0);
        pen.fill(Form::polygon(&points), Ink::Accent);
    },
    letters: |slot, letters| match slot.value.checked_sub(SEVERAL) {
        Some(count) => letters.middle(&format!("x{count}"), Ink::Accent),
        None => letters.middle(["^", "v", "<", ">"][slot.value as usize - 1], Ink::Accent),
    },
    words: |value| match (value, value.checked_sub(SEVERAL)) {
        (0, _) => "nothing".to_owned(),
        (_, Some(count)) => format!("{count} agents"),
        _ => format!("an agent, heading {}", Heading::ALL[value as usize - 1].letter()),
    },
    meaning: "an agent; a number for several",
    legend: "^ v < > agent, x2 two agents",
    ..Look::new("agents", Place::Cells(1), Depth::Above)
};

static GOALS: Look = Look {
    shapes: |_, pen| pen.line(Form::Circle { x: 60.0, y: 60.0, r: 44.0 }, Ink::Goal, 6.0),
    letters: |_, letters| letters.upper_left("g", Ink::Goal),
    meaning: "the goal of agents",
    legend: "g goal of agents",
    ..Look::new("goals of agents", Place::Cells(1), Depth::Ground)
};

/// Added to the number of agents if there are several: more than any heading.
const SEVERAL: u32 = 16;

fn goals(InMut(values): InMut<[u32]>, agents: Query<&Agent>) {
    values.fill(0);
    agents.iter().for_each(|agent| values[agent.to] = 1);
}

fn agents(InMut(values): InMut<[u32]>, agents: Query<&Agent>) {
    values.fill(0);
    for agent in agents.iter().filter(|agent| agent.state != AgentState::Arrived) {
        let value = &mut values[agent.cell];
        *value = match *value {
            0 => 1 + agent.heading as u32,
            one if one < SEVERAL => SEVERAL + 2,
            several => several + 1,
        };
    }
}

/// Describes the agents, once the search, if there is one, has ended.
fn describe_agents(diff: &TickDiff<'_>) -> Option<TickText> {
    let is_alone = diff.before.start().is_none() || is_searched(diff.before);
    (diff.before.phase() == Phase::Walk && is_alone).then(|| {
        let agents = diff.after.layer(AGENTS.name).map_or(&[][..], |layer| layer.values());
        let count = |&value: &u32| value.checked_sub(SEVERAL).unwrap_or(u32::from(value != 0));
        match agents.iter().map(count).sum() {
            0 => TickText::plain("Every agent has arrived."),
            agents => TickText::new("{agent} in the maze.", [agents]),
        }
    })
}
