//! Signs: a component of cells.

use std::fmt;

use bevy_ecs::prelude::*;
use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::{Serialize, Serializer};

use crate::base::grid::Position;
use crate::base::heading::{Heading, Turn};
use crate::base::report::with_place;
use crate::engine::maze::Maze;
use crate::registry::facet::CellFacet;

/// The signs of one intersection: for every heading of a walker, the headings in which it may go
/// on. A component of every cell of a maze with signs.
///
/// Four bits for each heading of the walker, one for each heading that the sign allows.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct Signs(u16);

impl Signs {
    /// Whether a walker that arrives with heading `travel` may go on toward `heading`.
    #[must_use]
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
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The sign for walkers that arrive with heading `travel`, as written and in words, such as
    /// `WFL` and `forward or left`; `None` if there is none.
    pub(super) fn sign(self, travel: Heading) -> Option<(String, String)> {
        let turns = Turn::ALL.into_iter().filter(|&turn| self.allow(travel, travel.turn(turn)));
        let turns: Vec<Turn> = turns.collect();
        let (last, others) = turns.split_last()?;
        let letters: String = turns.iter().map(|turn| turn.letter()).collect();
        let words = others.iter().map(|turn| turn.name()).collect::<Vec<_>>().join(", ");
        let or = if others.is_empty() { "" } else { " or " };
        Some((format!("{}{letters}", travel.letter()), format!("{words}{or}{}", last.name())))
    }

    /// The bits, for the rule.
    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    /// The signs with these bits.
    pub(super) const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Parses a sign group, a heading followed by turns such as `WLF`; or what is wrong with it.
    pub(crate) fn read_group(&mut self, group: &[u8]) -> Result<(), SignFault> {
        let (&travel, turns) = group.split_first().ok_or(SignFault::Heading)?;
        let travel = Heading::from_letter(travel).ok_or(SignFault::Heading)?;
        if turns.is_empty() {
            return Err(SignFault::NoArrow);
        }
        for &turn in turns {
            self.add(travel, Turn::from_letter(turn).ok_or(SignFault::Arrow)?);
        }
        Ok(())
    }
}

/// What is wrong with a sign group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SignFault {
    Heading,
    NoArrow,
    Arrow,
}

/// Signs from pairs of a walker's heading and an allowed turn.
impl FromIterator<(Heading, Turn)> for Signs {
    fn from_iter<I: IntoIterator<Item = (Heading, Turn)>>(pairs: I) -> Self {
        let mut signs = Self::default();
        pairs.into_iter().for_each(|(travel, turn)| signs.add(travel, turn));
        signs
    }
}

/// The groups, as they are written in scenes: `WLF NR`.
impl fmt::Display for Signs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for travel in Heading::ALL {
            let turns = || Turn::ALL.into_iter().filter(|&t| self.allow(travel, travel.turn(t)));
            if turns().next().is_some() {
                write!(f, "{separator}{}", travel.letter())?;
                turns().try_for_each(|turn| write!(f, "{}", turn.letter()))?;
                separator = " ";
            }
        }
        Ok(())
    }
}

impl fmt::Display for SignFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Heading => "expected a sign that begins with a heading: N, S, E or W",
            Self::NoArrow => "a sign without an arrow, expected one to three of L, F, R after it",
            Self::Arrow => "expected only the arrows L, F, R after the heading",
        })
    }
}

/// In texts the groups, as state their bits.
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
        struct Groups;
        impl Visitor<'_> for Groups {
            type Value = Signs;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string of signs such as \"WLF NR\"")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Signs, E> {
                let mut signs = Signs::default();
                for group in text.split_ascii_whitespace() {
                    signs.read_group(group.as_bytes()).map_err(|fault| {
                        let start = group.as_ptr() as usize - text.as_ptr() as usize;
                        let at = start..start + group.len();
                        E::custom(with_place(&at, &format!("found `{group}`, {fault}")))
                    })?;
                }
                Ok(signs)
            }
        }
        text.deserialize_str(Groups)
    }
}

impl CellFacet for Signs {
    const NAME: &'static str = "signs";
    const NEEDS: &'static [&'static str] = &["signs"];

    fn of(maze: &Maze, at: Position) -> Option<Self> {
        maze.get(at).copied()
    }
}
