//! The signs of an intersection: how they are written, what they forbid, how they look.

use std::fmt;

use bevy_ecs::prelude::*;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::heading::{Heading, Turn};
use crate::base::report::with_place;
use crate::engine::ForbiddenStep;
use crate::engine::columns::Cells;
use crate::engine::search::Turns;
use crate::picture::{Depth, Form, Ink, Look, Pen, Place, Stroke, plate, turned};

/// The rule: a walker with a heading turns as the sign for its heading allows.
pub(super) fn obey(mut cells: Cells<(&'static Signs, &'static mut Turns)>) {
    let (signs, turns) = cells.columns();
    for (signs, turns) in signs.iter().zip(turns) {
        turns.close_all_but_bits(signs.0);
    }
}

pub(super) fn describe_refusal(refused: &ForbiddenStep<'_>) -> String {
    let (Some(travel), Some(signs)) = (refused.travel, refused.get::<Signs>(refused.at)) else {
        return String::new(); // the rule is about walkers with a heading
    };
    match signs.sign(travel) {
        Some((sign, turns)) => format!("The sign {sign} allows {turns}."),
        None => format!(
            "There is no sign for heading {}: a dead end.",
            travel.name()
        ),
    }
}

/// The signs of one intersection: for every heading of a walker, the headings in which it may go
/// on. A component of every cell of a maze with signs.
///
/// Four bits for each heading of the walker, one for each heading that the sign allows.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct Signs(pub(super) u16);

impl Signs {
    pub(super) const NONE: Self = Self(0);

    /// Whether a walker that arrives with heading `travel` may go on toward `heading`.
    #[inline]
    pub const fn allow(self, travel: Heading, heading: Heading) -> bool {
        self.0 >> (4 * travel as u16 + heading as u16) & 1 == 1
    }

    /// Allows a turn to walkers that arrive with heading `travel`.
    pub const fn add(&mut self, travel: Heading, turn: Turn) {
        self.0 |= 1 << (4 * travel as u16 + travel.turn(turn) as u16);
    }

    /// Adds everything that the other signs allow.
    pub const fn merge(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Whether nothing is allowed.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The sign for walkers that arrive with heading `travel`, as written and in words, such as
    /// `WFL` and `forward or left`; `None` if there is none.
    fn sign(self, travel: Heading) -> Option<(String, String)> {
        let turns = Turn::ALL
            .into_iter()
            .filter(|&turn| self.allow(travel, travel.turn(turn)));
        let turns: Vec<Turn> = turns.collect();
        let (last, others) = turns.split_last()?;
        let letters: String = turns.iter().map(|turn| turn.letter()).collect();
        let words = others
            .iter()
            .map(|turn| turn.name())
            .collect::<Vec<_>>()
            .join(", ");
        let or = if others.is_empty() { "" } else { " or " };
        Some((
            format!("{}{letters}", travel.letter()),
            format!("{words}{or}{}", last.name()),
        ))
    }

    /// Parses a sign group, a heading followed by turns such as `WLF`; or what is wrong with it.
    pub(super) fn read_group(&mut self, group: &[u8]) -> Result<(), &'static str> {
        let heading = "expected a sign that begins with a heading: N, S, E or W";
        let (&travel, turns) = group.split_first().ok_or(heading)?;
        let travel = Heading::from_letter(travel).ok_or(heading)?;
        if turns.is_empty() {
            return Err("a sign without an arrow, expected one to three of L, F, R after it");
        }
        for &turn in turns {
            let arrow = "expected only the arrows L, F, R after the heading";
            self.add(travel, Turn::from_letter(turn).ok_or(arrow)?);
        }
        Ok(())
    }
}

impl FromIterator<(Heading, Turn)> for Signs {
    fn from_iter<I: IntoIterator<Item = (Heading, Turn)>>(pairs: I) -> Self {
        let mut signs = Self::default();
        pairs
            .into_iter()
            .for_each(|(travel, turn)| signs.add(travel, turn));
        signs
    }
}

impl fmt::Display for Signs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for travel in Heading::ALL {
            let turns = || {
                Turn::ALL
                    .into_iter()
                    .filter(|&t| self.allow(travel, travel.turn(t)))
            };
            if turns().next().is_some() {
                write!(f, "{separator}{}", travel.letter())?;
                turns().try_for_each(|turn| write!(f, "{}", turn.letter()))?;
                separator = " ";
            }
        }
        Ok(())
    }
}

/// Writes the groups in texts, and the bits in state.
impl Serialize for Signs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u16(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Signs {
    fn deserialize<D: Deserializer<'de>>(text: D) -> Result<Self, D::Error> {
        if !text.is_human_readable() {
            return u16::deserialize(text).map(Self);
        }
        let (text, mut signs) = (String::deserialize(text)?, Self::default());
        for group in text.split_ascii_whitespace() {
            signs.read_group(group.as_bytes()).map_err(|fault| {
                let start = group.as_ptr() as usize - text.as_ptr() as usize;
                let at = start..start + group.len();
                D::Error::custom(with_place(&at, &format!("found `{group}`, {fault}")))
            })?;
        }
        Ok(signs)
    }
}

/// Plates at the side where walkers enter, with arrows as they point on the map: a sign for each
/// direction of travel; the value has a bit for each [`Turn`].
pub(super) static SIGNS: Look = Look {
    takes_corners: true,
    is_sign: true,
    shapes: |slot, pen| {
        let travel = Heading::ALL[slot.place & 3];
        pen.line(plate(travel), Ink::Grid, 2.5);
        turns_of(slot.value).for_each(|turn| arrow(travel, turn, pen));
    },
    letters: |slot, letters| {
        let travel = Heading::ALL[slot.place & 3];
        let heads = |heading: Heading| match heading {
            Heading::N => letters.choose('↑', '^'),
            Heading::S => letters.choose('↓', 'v'),
            Heading::W => letters.choose('←', '<'),
            Heading::E => letters.choose('→', '>'),
        };
        let word: String = turns_of(slot.value)
            .map(|turn| heads(travel.turn(turn)))
            .collect();
        letters.corner(travel, &word, Ink::Text);
    },
    meaning: "a sign for those who come in at its side",
    legend: &[(
        " ^v<>↑↓←→",
        "arrows: signs, at the right of the entering walker",
    )],
    ..Look::new("signs", Place::Cells(4), Depth::Board)
};

pub(super) fn signs(InMut(values): InMut<[u32]>, mut cells: Cells<&'static Signs>) {
    let signs = cells.columns();
    for (values, signs) in values.chunks_exact_mut(4).zip(signs) {
        for (value, travel) in values.iter_mut().zip(Heading::ALL) {
            let allowed = Turn::ALL
                .into_iter()
                .filter(|&it| signs.allow(travel, travel.turn(it)));
            *value = allowed.map(|turn| 1 << turn as u32).sum();
        }
    }
}

fn turns_of(value: u32) -> impl Iterator<Item = Turn> {
    Turn::ALL
        .into_iter()
        .filter(move |&turn| value >> turn as u32 & 1 == 1)
}

fn arrow(travel: Heading, turn: Turn, pen: &mut Pen) {
    use Stroke::{Curve, Line, To};
    let (strokes, head): (&[Stroke], [(f32, f32); 3]) = match turn {
        Turn::Forward => (
            &[To(93.0, 106.0), Line(93.0, 84.0)],
            [(93.0, 75.0), (87.0, 86.0), (99.0, 86.0)],
        ),
        Turn::Left => (
            &[
                To(93.0, 106.0),
                Line(93.0, 98.0),
                Curve([93.0, 93.0, 93.0, 93.0, 87.0, 93.0]),
            ],
            [(77.5, 93.0), (88.0, 87.0), (88.0, 99.0)],
        ),
        Turn::Right => (
            &[
                To(93.0, 106.0),
                Line(93.0, 98.0),
                Curve([93.0, 93.0, 93.0, 93.0, 99.0, 93.0]),
            ],
            [(108.5, 93.0), (98.0, 87.0), (98.0, 99.0)],
        ),
    };
    let strokes = strokes
        .iter()
        .map(|&stroke| stroke.map(|point| turned(point, travel)))
        .collect();
    pen.line(Form::Path(strokes), Ink::Text, 4.0);
    pen.fill(
        Form::polygon(&head.map(|point| turned(point, travel))),
        Ink::Text,
    );
}
