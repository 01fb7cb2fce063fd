//! The look of agents: a mark in the heading of each, by its kind, or their number; and a ring at their
//! goals.

use bevy_ecs::archetype::Archetype;
use bevy_ecs::prelude::*;

use super::walk::is_searched;
use crate::base::count::saturating_u32;
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
    let sample = |kind: usize| 1 + 4 * saturating_u32(kind);
    Some(Kinds {
        names,
        place,
        sample,
    })
}

/// What tells a kind of agents from others, each alone: an outline, heading north; a colour in each theme; the dashes
/// of its trail.
pub(super) struct AgentMark {
    outline: Outline,
    colours: [Rgb; 3],
    #[cfg_attr(
        not(feature = "cli"),
        allow(dead_code, reason = "only the program draws it")
    )]
    pub(super) dashes: Option<[f32; 4]>,
}

/// The marks by kind; a seventh kind has the first again.
pub(super) static MARKS: [AgentMark; 6] = [
    AgentMark {
        outline: ARROWHEAD,
        colours: [[0xb4, 0x38, 0x03], [0xf5, 0x89, 0x38], [0x4a; 3]],
        dashes: None,
    },
    AgentMark {
        outline: HOUSE,
        colours: [[0x1c, 0x43, 0x7b], [0x3f, 0x8b, 0xca], [0; 3]],
        dashes: Some([36.0, 24.0, 36.0, 24.0]),
    },
    AgentMark {
        outline: BEAK,
        colours: [[0xa0, 0x61, 0xd7], [0xd4, 0xa7, 0xfe], [0x81; 3]],
        dashes: Some([1.0, 14.0, 1.0, 14.0]),
    },
    AgentMark {
        outline: PEDESTAL,
        colours: [[0x1b, 0x96, 0x6e], [0x46, 0xd5, 0xa3], [0x2a; 3]],
        dashes: Some([14.0, 16.0, 14.0, 16.0]),
    },
    AgentMark {
        outline: KITE,
        colours: [[0xb1, 0x81, 0x24], [0xff, 0xdf, 0x57], [0xa0; 3]],
        dashes: Some([25.0, 17.0, 1.0, 17.0]),
    },
    AgentMark {
        outline: HOURGLASS,
        colours: [[0x47, 0x43, 0x43], [0xd5, 0xd6, 0xda], [0x67; 3]],
        dashes: Some([1.0, 29.0, 1.0, 29.0]),
    },
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

impl AgentMark {
    fn numbered(kind: usize) -> &'static Self {
        &MARKS[kind % MARKS.len()]
    }

    pub(super) fn ink(&'static self) -> Ink {
        Ink::Own(&self.colours)
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
        let mark = AgentMark::numbered(kind);
        let points: Vec<_> = mark
            .outline
            .iter()
            .map(|&point| turned(point, heading))
            .collect();
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
            AgentMark::numbered(kind).ink(),
        );
    },
    words: |value| match (value, value.checked_sub(SEVERAL)) {
        (0, _) => "nothing".to_owned(),
        (_, Some(count)) => format!("{count} agents"),
        _ => format!("an agent, heading {}", kind_and_heading(value).1.letter()),
    },
    meaning: "several agents, in number",
    legend: &[
        ("^v<>", "agent"),
        ("x", "several agents, with their number"),
    ],
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
        );
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
            0 => 1 + agent.heading as u32 + 4 * saturating_u32(kinds.place(table)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Theme;

    /// Colours as eyes of each kind see them, in light: usual ones, and those that lack one kind of cones (Machado,
    /// Oliveira and Fernandes, 2009).
    const EYES: [[[f32; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    fn by(matrix: [[f32; 3]; 3], colour: [f32; 3]) -> [f32; 3] {
        matrix.map(|row| row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2])
    }

    /// A colour in L*a*b*, as these eyes see it.
    fn lab(colour: Rgb, eyes: [[f32; 3]; 3]) -> [f32; 3] {
        /// Light as XYZ, relative to white.
        const XYZ: [[f32; 3]; 3] = [
            [0.433_95, 0.376_22, 0.189_83],
            [0.212_67, 0.715_16, 0.072_17],
            [0.017_76, 0.109_47, 0.872_77],
        ];
        let light = colour.map(|part| {
            let part = f32::from(part) / 255.0;
            if part <= 0.040_45 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        let seen = by(eyes, light).map(|part| part.clamp(0.0, 1.0));
        let [x, y, z] = by(XYZ, seen).map(|part| {
            if part > 0.008_856 {
                part.cbrt()
            } else {
                7.787 * part + 16.0 / 116.0
            }
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// How different two colours look: the formula of 2000.
    fn difference(one: [f32; 3], other: [f32; 3]) -> f32 {
        let part = |chroma: f32| (chroma.powi(7) / (chroma.powi(7) + 25.0_f32.powi(7))).sqrt();
        let stretch = 1.5
            - 0.5
                * part(f32::midpoint(
                    one[1].hypot(one[2]),
                    other[1].hypot(other[2]),
                ));
        let polar = |lab: [f32; 3]| {
            let red = lab[1] * stretch;
            (
                lab[0],
                red.hypot(lab[2]),
                lab[2].atan2(red).to_degrees().rem_euclid(360.0),
            )
        };
        let ((light_1, chroma_1, hue_1), (light_2, chroma_2, hue_2)) = (polar(one), polar(other));
        let is_grey = chroma_1 * chroma_2 < 1e-3;
        let turn = (hue_2 - hue_1 + 180.0).rem_euclid(360.0) - 180.0;
        let turn = if is_grey { 0.0 } else { turn };
        let light = f32::midpoint(light_1, light_2);
        let chroma = f32::midpoint(chroma_1, chroma_2);
        let hue = if is_grey {
            hue_1 + hue_2
        } else {
            hue_1 + turn / 2.0
        };

        let cosine = |degrees: f32| degrees.to_radians().cos();
        let by_hue = 1.0 - 0.17 * cosine(hue - 30.0)
            + 0.24 * cosine(2.0 * hue)
            + 0.32 * cosine(3.0 * hue + 6.0)
            - 0.20 * cosine(4.0 * hue - 63.0);
        let from_middle = (light - 50.0).powi(2);
        let lightness =
            (light_2 - light_1) / (1.0 + 0.015 * from_middle / (20.0 + from_middle).sqrt());
        let chromas = (chroma_2 - chroma_1) / (1.0 + 0.045 * chroma);
        let hues = 2.0 * (chroma_1 * chroma_2).sqrt() * (turn / 2.0).to_radians().sin()
            / (1.0 + 0.015 * chroma * by_hue);
        let blue = (-((hue.rem_euclid(360.0) - 275.0) / 25.0).powi(2)).exp();
        let both = -2.0 * part(chroma) * (60.0 * blue).to_radians().sin() * chromas * hues;
        (lightness.powi(2) + chromas.powi(2) + hues.powi(2) + both).sqrt()
    }

    /// The formula has the values of its authors (Sharma, Wu and Dalal, 2005), and the colours of each theme differ by ten
    /// for all eyes.
    #[test]
    fn everyone_tells_agents_apart_by_their_colours() {
        for (one, other, expected) in [
            ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
            ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
            (
                [2.0776, 0.0795, -1.1350],
                [0.9033, -0.0636, -0.5514],
                0.9082,
            ),
            (
                [60.2574, -34.0099, 36.2677],
                [60.4626, -34.1751, 39.4387],
                1.2644,
            ),
        ] {
            let found = difference(one, other);
            assert!((found - expected).abs() < 2e-3, "{found}, {expected}");
        }
        for theme in [Theme::Light, Theme::Dark, Theme::Print] {
            for (kind, eyes) in EYES.into_iter().enumerate() {
                let seen: Vec<_> = MARKS
                    .iter()
                    .map(|mark| lab(theme.rgb(mark.ink()), eyes))
                    .collect();
                for (at, &one) in seen.iter().enumerate() {
                    for (after, &other) in seen[at + 1..].iter().enumerate() {
                        let found = difference(one, other);
                        let pair = (at, at + 1 + after);
                        assert!(found > 10.0, "{theme:?}, eyes {kind}, {pair:?}: {found}");
                    }
                }
            }
        }
    }

    /// On paper no two kinds have the same dashes.
    #[test]
    fn trails_differ_in_their_dashes() {
        for (at, mark) in MARKS.iter().enumerate() {
            assert!(
                MARKS[at + 1..]
                    .iter()
                    .all(|other| mark.dashes != other.dashes)
            );
        }
    }
}
