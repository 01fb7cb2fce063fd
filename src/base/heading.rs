//! Headings: the four directions, turns from one to another, and sets of headings.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A direction on the grid; north is up.
///
/// The order of the variants is the order in which a walker without a heading tries its moves: up,
/// down, left, right (the tie rule of the dice mazes).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect))]
#[repr(u8)]
pub enum Heading {
    /// North: up.
    #[default]
    N,
    /// South: down.
    S,
    /// West: left.
    W,
    /// East: right.
    E,
}

/// A turn relative to the heading.
///
/// The order of the variants is the order in which a walker with a heading tries its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Go straight on.
    Forward,
    /// Turn left.
    Left,
    /// Turn right.
    Right,
}

/// A set of headings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect))]
pub struct Headings(u8);

impl Heading {
    /// All four, in the order up, down, left, right.
    pub const ALL: [Self; 4] = [Self::N, Self::S, Self::W, Self::E];

    /// The heading with this number, 0 to 3 in the order of [`Self::ALL`]; higher bits are ignored.
    pub const fn from_bits(bits: u8) -> Self {
        match bits & 3 {
            0 => Self::N,
            1 => Self::S,
            2 => Self::W,
            _ => Self::E,
        }
    }

    pub(crate) const fn is_vertical(self) -> bool {
        matches!(self, Self::N | Self::S)
    }

    /// The heading that leads back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::from_bits(self as u8 ^ 1)
    }

    /// The heading after a turn.
    #[must_use]
    pub const fn turn(self, turn: Turn) -> Self {
        /// Forward, left and right of N, S, W, E.
        const TURNED: [[Heading; 3]; 4] = [
            [Heading::N, Heading::W, Heading::E],
            [Heading::S, Heading::E, Heading::W],
            [Heading::W, Heading::S, Heading::N],
            [Heading::E, Heading::N, Heading::S],
        ];
        TURNED[self as usize][turn as usize]
    }

    /// The letter: `N`, `S`, `W` or `E`.
    pub const fn letter(self) -> char {
        ['N', 'S', 'W', 'E'][self as usize]
    }

    /// The name, such as `north`.
    pub const fn name(self) -> &'static str {
        ["north", "south", "west", "east"][self as usize]
    }

    /// The heading of a letter.
    pub const fn from_letter(letter: u8) -> Option<Self> {
        match letter {
            b'N' => Some(Self::N),
            b'S' => Some(Self::S),
            b'W' => Some(Self::W),
            b'E' => Some(Self::E),
            _ => None,
        }
    }
}

impl Turn {
    /// All three, in the order forward, left, right.
    pub const ALL: [Self; 3] = [Self::Forward, Self::Left, Self::Right];

    /// The letter: `F`, `L` or `R`.
    pub const fn letter(self) -> char {
        ['F', 'L', 'R'][self as usize]
    }

    /// The name, such as `forward`.
    pub const fn name(self) -> &'static str {
        ["forward", "left", "right"][self as usize]
    }

    /// The turn of a letter.
    pub const fn from_letter(letter: u8) -> Option<Self> {
        match letter {
            b'F' => Some(Self::Forward),
            b'L' => Some(Self::Left),
            b'R' => Some(Self::Right),
            _ => None,
        }
    }
}

impl Headings {
    /// All four headings.
    pub const ALL: Self = Self(15);

    /// Whether the set contains this heading.
    pub const fn contains(self, heading: Heading) -> bool {
        self.0 >> heading as u8 & 1 == 1
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of headings in the set.
    #[allow(clippy::len_without_is_empty)] // it is right above
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Adds a heading.
    pub const fn insert(&mut self, heading: Heading) {
        self.0 |= 1 << heading as u8;
    }

    /// Removes a heading.
    pub const fn remove(&mut self, heading: Heading) {
        self.0 &= !(1 << heading as u8);
    }

    #[must_use]
    pub(crate) const fn others(self) -> Self {
        Self(self.0 ^ Self::ALL.0)
    }

    /// The headings that are in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[must_use]
    pub(crate) const fn intersect_one(self, heading: Heading) -> Self {
        Self(self.0 & 1 << heading as u8)
    }

    /// The set of the lowest four bits, as [`Self::bits`] gives them; higher bits are ignored.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 15)
    }

    /// The set as four bits, the lowest for north, then south, west, east.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The headings of the set, in the order up, down, left, right.
    pub fn iter(self) -> impl Iterator<Item = Heading> {
        Heading::ALL
            .into_iter()
            .filter(move |&heading| self.contains(heading))
    }

    /// Returns the heading at this index, from 0, in the order of [`Self::iter`].
    ///
    /// # Panics
    /// If the index is not below [`Self::len`].
    pub const fn nth(self, place: u32) -> Heading {
        assert!(place < self.len(), "the set has fewer headings");
        self.at(place)
    }

    /// Returns the heading at an index that is below the length by the way it was found, such as a drawn one.
    pub(crate) const fn at(self, place: u32) -> Heading {
        const NTH: [[Heading; 4]; 16] = nth_of_every_set();
        NTH[(self.0 & 15) as usize][(place & 3) as usize]
    }
}

/// The headings of every set, in order; entries beyond its length are N.
const fn nth_of_every_set() -> [[Heading; 4]; 16] {
    let mut table = [[Heading::N; 4]; 16];
    let mut set = 0;
    while set < 16 {
        let (mut heading, mut place) = (0, 0);
        while heading < 4 {
            if set >> heading & 1 == 1 {
                table[set][place] = Heading::from_bits(heading);
                place += 1;
            }
            heading += 1;
        }
        set += 1;
    }
    table
}

impl FromIterator<Heading> for Headings {
    fn from_iter<I: IntoIterator<Item = Heading>>(headings: I) -> Self {
        let mut set = Self::default();
        headings.into_iter().for_each(|heading| set.insert(heading));
        set
    }
}

impl std::fmt::Display for Headings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.iter()
            .try_for_each(|heading| write!(f, "{}", heading.letter()))
    }
}

/// Serializes letters in scenes, otherwise bits.
impl Serialize for Headings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Headings {
    fn deserialize<D: Deserializer<'de>>(text: D) -> Result<Self, D::Error> {
        if !text.is_human_readable() {
            return u8::deserialize(text).map(Self::from_bits);
        }
        let text = String::deserialize(text)?;
        let sides = text
            .bytes()
            .map(Heading::from_letter)
            .collect::<Option<Self>>();
        let expected = match sides {
            Some(sides) if sides.len() as usize == text.len() => return Ok(sides),
            Some(_) => "each side once",
            None => "sides, some of N, S, W and E",
        };
        Err(de::Error::custom(format!(
            "found `{text}`, expected {expected}"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "the set has fewer headings")]
    fn a_set_has_no_heading_beyond_its_last() {
        let _ = Headings::from_bits(1).nth(1);
    }
}
