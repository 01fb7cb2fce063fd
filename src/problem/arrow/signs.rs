//! Signs, and the board of all signs of a maze.

use std::fmt;

use bevy_ecs::component::Component;
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};

use crate::grid::Position;
use crate::heading::{Heading, Turn};

/// The signs of one intersection: for every direction of travel, where the walk may go on. A
/// component of every cell of a maze with signs.
///
/// Four bits for each direction of travel, a bit for each heading that its sign allows.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signs(u16);

/// The signs of a maze, in grid order, every intersection once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SignBoard(Vec<(Position, Signs)>);

impl Signs {
    /// Whether a walk that arrives with heading `travel` may go on toward `heading`.
    #[must_use]
    #[inline]
    pub const fn allow(self, travel: Heading, heading: Heading) -> bool {
        self.0 >> (4 * travel as u16 + heading as u16) & 1 == 1
    }

    /// Allows a turn to those who arrive with heading `travel`.
    pub const fn add(&mut self, travel: Heading, turn: Turn) {
        self.0 |= 1 << (4 * travel as u16 + travel.turn(turn) as u16);
    }

    /// Allows whatever the other signs allow too.
    pub const fn merge(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Whether nothing is allowed.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The bits, for digest and snapshot.
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// The signs with these bits.
    pub(super) const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Reads a sign group, a heading followed by turns such as `WLF`; what is wrong, if it is none.
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

impl SignBoard {
    /// The signs, in grid order.
    pub fn iter(&self) -> std::slice::Iter<'_, (Position, Signs)> {
        self.0.iter()
    }

    /// The positions that have signs, each with its place in [`Self::iter`].
    pub(crate) fn positions(&self) -> impl Iterator<Item = (Position, usize)> {
        self.0.iter().enumerate().map(|(place, &(at, _))| (at, place))
    }

    /// Takes all signs down.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Puts up signs; those that stand at one intersection add up.
    pub(crate) fn put_up<E>(
        &mut self,
        each: impl FnOnce(&mut dyn FnMut((Position, Signs))) -> Result<(), E>,
    ) -> Result<(), E> {
        let done = each(&mut |signs| self.0.push(signs));
        self.settle();
        done
    }

    /// Restores grid order, and every intersection once.
    fn settle(&mut self) {
        if !self.0.is_sorted_by(|a, b| a.0 < b.0) {
            self.0.sort_unstable_by_key(|&(at, _)| at);
            self.0.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    kept.1.merge(next.1);
                }
                same
            });
        }
    }

    /// The number of intersections that have signs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no intersection has signs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> IntoIterator for &'a SignBoard {
    type Item = &'a (Position, Signs);
    type IntoIter = std::slice::Iter<'a, (Position, Signs)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Signs from pairs of a direction of travel and a turn that it allows.
impl FromIterator<(Heading, Turn)> for Signs {
    fn from_iter<I: IntoIterator<Item = (Heading, Turn)>>(pairs: I) -> Self {
        let mut signs = Self::default();
        pairs.into_iter().for_each(|(travel, turn)| signs.add(travel, turn));
        signs
    }
}

/// Signs that stand at one intersection add up.
impl FromIterator<(Position, Signs)> for SignBoard {
    fn from_iter<I: IntoIterator<Item = (Position, Signs)>>(signs: I) -> Self {
        let mut board = Self(signs.into_iter().collect());
        board.settle();
        board
    }
}

/// The groups, as they are written: `WLF NR`.
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
                    let read = signs.read_group(group.as_bytes());
                    read.map_err(|fault| E::custom(format!("found `{group}`, {fault}")))?;
                }
                Ok(signs)
            }
        }
        text.deserialize_str(Groups)
    }
}

impl<'de> Deserialize<'de> for SignBoard {
    fn deserialize<D: Deserializer<'de>>(map: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = SignBoard;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map of signs such as {(2, 1): \"WLF NR\"}")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<SignBoard, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry::<Position, Signs>()? {
                    entries.push(entry);
                }
                entries.sort_by_key(|&(at, _)| at);
                match entries.windows(2).find(|pair| pair[0].0 == pair[1].0) {
                    Some(pair) => {
                        let at = pair[0].0;
                        Err(de::Error::custom(format!("found {at} twice, expected it once")))
                    }
                    None => Ok(SignBoard(entries)),
                }
            }
        }
        map.deserialize_map(Entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_the_signs_that_were_put_up() {
        let mut board = SignBoard::default();
        assert!(board.is_empty());
        let signs: Signs = [(Heading::N, Turn::Left)].into_iter().collect();
        assert_eq!((signs.is_empty(), Signs::default().is_empty()), (false, true));
        let _ = board.put_up::<()>(|put_up| {
            put_up((Position::new(2, 1), signs));
            Ok(())
        });
        assert!(!board.is_empty());
        assert!((&board).into_iter().eq(&[(Position::new(2, 1), signs)]));
    }
}
