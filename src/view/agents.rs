//! The look of agents: a mark in the heading of each, by its kind, or their number; and a ring at their
//! goals.

use bevy_ecs::archetype::Archetype;
use bevy_ecs::prelude::*;

use super::walk::is_searched;
use crate::base::count::saturating_cast;
use crate::base::grid::CellIndex;
use crate::base::heading::Heading;
use crate::base::progress::Phase;
use crate::engine::agents::{Agent, AgentKinds, AgentState, GoalLists, Goals};
use crate::engine::maze::Build;
use crate::picture::ink::Rgb;
use crate::picture::layer::Kinds;
use crate::picture::{Depth, Form, Ink, Look, Place, TickDiff, TickText, turned};

pub(super) fn show(world: &mut Build<'_>) {
    world
        .look_by(&GOALS, goals)
        .look_by(&AGENTS, agents)
        .describe(describe_agents);
}

pub(super) fn kinds(world: &World) -> Option<Kinds> {
    let names = world.get_resource::<AgentKinds>()?.names();
    let place = |value| {
        (1..SEVERAL)
            .contains(&value)
            .then(|| kind_and_heading(value).0)
    };
    Some(Kinds { names, place })
}

/// A mark of a kind of agents: an outline, heading north, and its colour.
pub(super) struct Mark(&'static [(f32, f32)], [Rgb; 3]);

/// The marks by kind; a seventh kind has the first again. No two differ in colour alone.
pub(super) static MARKS: [Mark; 6] = [
    Mark(
        ARROWHEAD,
        [[0xc2, 0x41, 0x0c], [0xfb, 0x91, 0x40], [0x40; 3]],
    ),
    Mark(HOUSE, [[0x08, 0x45, 0x7e], [0x6c, 0xb8, 0xf5], [0; 3]]),
    Mark(BEAK, [[0x9a, 0x5c, 0xcf], [0xc9, 0x9b, 0xf2], [0x70; 3]]),
    Mark(
        PEDESTAL,
        [[0x1f, 0x93, 0x6c], [0x3d, 0xd6, 0xa4], [0x20; 3]],
    ),
    Mark(KITE, [[0x9a, 0x6a, 0x00], [0xf2, 0xd0, 0x4a], [0x58; 3]]),
    Mark(HOURGLASS, [[0x4a; 3], [0xd0; 3], [0x30; 3]]),
];

type Outline = &'static [(f32, f32)];

const ARROWHEAD: Outline = &[(60.0, 22.0), (92.0, 92.0), (60.0, 76.0), (28.0, 92.0)];
const HOUSE: Outline = &[
    (60.0, 20.0),
    (90.0, 50.0),
    (90.0, 92.0),
    (30.0, 92.0),
    (30.0, 50.0),
];
#[rustfmt::skip]
const BEAK: Outline = &[
    (60.0, 16.0), (75.0, 43.0), (90.0, 58.0), (92.0, 76.0), (80.0, 94.0), (60.0, 100.0), (40.0, 94.0),
    (28.0, 76.0), (30.0, 58.0), (45.0, 43.0),
];
#[rustfmt::skip]
const PEDESTAL: Outline = &[
    (60.0, 18.0), (76.0, 68.0), (96.0, 68.0), (96.0, 94.0), (24.0, 94.0), (24.0, 68.0), (44.0, 68.0),
];
const KITE: Outline = &[(60.0, 16.0), (80.0, 60.0), (60.0, 104.0), (40.0, 60.0)];
#[rustfmt::skip]
const HOURGLASS: Outline = &[
    (60.0, 18.0), (84.0, 34.0), (66.0, 62.0), (92.0, 96.0), (28.0, 96.0), (54.0, 62.0), (36.0, 34.0),
];

impl Mark {
    fn numbered(kind: usize) -> &'static Self {
        &MARKS[kind % MARKS.len()]
    }

    pub(super) fn ink(&'static self) -> Ink {
        Ink::Own(&self.1)
    }
}

/// 1 plus its heading and four times its kind for one agent; [`SEVERAL`] plus their number for more.
pub(super) static AGENTS: Look = Look {
    shapes: |slot, pen| {
        if let Some(count) = slot.value.checked_sub(SEVERAL) {
            pen.fill(
                Form::Circle {
                    x: 60.0,
                    y: 60.0,
                    r: 30.0,
                },
                Ink::Accent,
            );
            return pen.number_about(count, 60.0, 60.0, 30.0, Ink::Paper);
        }
        let (kind, heading) = kind_and_heading(slot.value);
        let mark = Mark::numbered(kind);
        let points: Vec<_> = mark.0.iter().map(|&point| turned(point, heading)).collect();
        pen.line(Form::polygon(&points), Ink::Paper, 10.0);
        pen.fill(Form::polygon(&points), mark.ink());
    },
    letters: |slot, letters| {
        if let Some(count) = slot.value.checked_sub(SEVERAL) {
            return letters.middle(&format!("x{count}"), Ink::Accent);
        }
        let (kind, heading) = kind_and_heading(slot.value);
        letters.middle(
            ["^", "v", "<", ">"][heading as usize],
            Mark::numbered(kind).ink(),
        );
    },
    words: |value| match (value, value.checked_sub(SEVERAL)) {
        (0, _) => "nothing".to_owned(),
        (_, Some(count)) => format!("{count} agents"),
        _ => format!("an agent, heading {}", kind_and_heading(value).1.letter()),
    },
    meaning: "several agents, in number",
    legend: &[("^v<>", "agent"), ("x", "several agents, with their number")],
    ..Look::new("agents", Place::Cells(1), Depth::Above)
};

static GOALS: Look = Look {
    shapes: |_, pen| {
        pen.line(
            Form::Circle {
                x: 60.0,
                y: 60.0,
                r: 44.0,
            },
            Ink::Goal,
            6.0,
        )
    },
    letters: |_, letters| letters.upper_left("g", Ink::Goal),
    meaning: "the goal of agents",
    legend: &[("g", "goal of agents")],
    ..Look::new("goals of agents", Place::Cells(1), Depth::Ground)
};

/// Added to the number of agents if there are several: more than any heading.
const SEVERAL: u32 = 1 << 16;

/// The kind and the heading of an agent by its value.
fn kind_and_heading(value: u32) -> (usize, Heading) {
    let at = value as usize - 1;
    (at / 4, Heading::ALL[at % 4])
}

fn goals(
    InMut(values): InMut<[u32]>,
    lists: Single<&GoalLists>,
    agents: Query<&Agent, Without<Goals>>,
) {
    values.fill(0);
    // A farthest one is not known before the walk begins.
    let known = agents
        .iter()
        .map(|agent| agent.to)
        .filter(|&it| it != CellIndex::NOWHERE);
    lists.iter().chain(known).for_each(|goal| values[goal] = 1);
}

fn agents(
    InMut(values): InMut<[u32]>,
    agents: Query<(&Agent, &Archetype)>,
    kinds: Res<AgentKinds>,
) {
    values.fill(0);
    for (agent, table) in agents
        .iter()
        .filter(|(it, _)| it.state != AgentState::Arrived)
    {
        let value = &mut values[agent.cell];
        *value = match *value {
            0 => 1 + agent.heading as u32 + 4 * saturating_cast::<u32, _>(kinds.place(table)),
            one if one < SEVERAL => SEVERAL + 2,
            several => several + 1,
        };
    }
}

/// Describes the agents, once the search, if there is one, has ended.
fn describe_agents(diff: &TickDiff<'_>) -> Option<TickText> {
    let is_alone = diff.before.start().is_none() || is_searched(diff.before);
    (diff.before.phase() == Phase::Walk && is_alone).then(|| {
        let agents = diff
            .after
            .layer(AGENTS.name)
            .map_or(&[][..], |layer| layer.values());
        let count = |&value: &u32| value.checked_sub(SEVERAL).unwrap_or(u32::from(value != 0));
        match agents.iter().map(count).sum() {
            0 => TickText::plain("Every agent has arrived."),
            agents => TickText::new("{agent} in the maze.", [agents]),
        }
    })
}
