//! Ends: where walks and agents start and where they go, as scenes write them.

use serde::{Deserialize, Serialize, Serializer};

use super::chance::Chance;
use super::grid::Position;
use super::squares::Squares;

/// An end of a walk or of agents: `(1, 1)`, any of several as in `[(1, 1), (3, 3)]`, `Random`, or `Farthest`.
///
/// A maze that has begun knows the positions that its seed draws, and one whose walk has begun the farthest one.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, derive_more::Display)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect))]
#[non_exhaustive]
pub enum End {
    /// One position.
    At(Position),
    /// Any of these positions, of a goal: whichever is reached first.
    #[display("{}", _0.iter().map(Position::to_string).collect::<Vec<_>>().join(" or "))]
    AnyOf(Vec<Position>),
    /// One that the seed draws; a goal is not drawn at the start if there are other cells.
    #[display("drawn by the seed")]
    Random,
    /// The goal whose way from the start is the longest, by steps as they are when the walk begins; the first in grid
    /// order where several are as far.
    #[display("the farthest square")]
    Farthest,
}

impl End {
    /// The name of the type for serde, by which scenes know that a position or a list stands alone.
    pub(crate) const TYPE: &'static str = "End";

    /// The positions, as far as they are known: none of a drawn or farthest one.
    pub fn positions(&self) -> &[Position] {
        match self {
            Self::At(at) => std::slice::from_ref(at),
            Self::AnyOf(all) => all,
            Self::Random | Self::Farthest => &[],
        }
    }

    /// Whether this is one of its positions.
    pub fn has(&self, at: Position) -> bool {
        self.positions().contains(&at)
    }

    /// The only position; `None` if there are several, or none is known.
    pub fn only(&self) -> Option<Position> {
        match self.positions() {
            &[only] => Some(only),
            _ => None,
        }
    }

    /// Whether its positions follow from the seed or the walls.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self, Self::Random | Self::Farthest)
    }

    /// Draws a square, if the seed draws this end: another than this one, if there are others.
    pub(crate) fn draw(
        &mut self,
        mut chance: Chance,
        squares: Squares<'_>,
        other: Option<Position>,
    ) {
        if *self == Self::Random {
            let (grid, count) = (squares.grid(), squares.count());
            let other = other.filter(|_| count > 1).map(|at| grid.index(at));
            let drawn = chance.place(count - usize::from(other.is_some()));
            let mut cell = squares.nth(drawn);
            if other.is_some_and(|other| cell >= other) {
                cell = squares.nth(drawn + 1);
            }
            *self = Self::At(grid.position(cell));
        }
    }
}

impl Default for End {
    fn default() -> Self {
        Self::At(Position::default())
    }
}

impl<P: Into<Position>> From<P> for End {
    fn from(at: P) -> Self {
        Self::At(at.into())
    }
}

impl FromIterator<Position> for End {
    fn from_iter<I: IntoIterator<Item = Position>>(all: I) -> Self {
        let all: Vec<_> = all.into_iter().collect();
        if let [only] = all[..] {
            Self::At(only)
        } else {
            Self::AnyOf(all)
        }
    }
}

/// A position or a list stands alone in text, as scenes have it.
impl Serialize for End {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::At(at) if to.is_human_readable() => at.serialize(to),
            Self::AnyOf(all) if to.is_human_readable() => all.serialize(to),
            Self::At(at) => to.serialize_newtype_variant(Self::TYPE, 0, "At", at),
            Self::AnyOf(all) => to.serialize_newtype_variant(Self::TYPE, 1, "AnyOf", all),
            Self::Random => to.serialize_unit_variant(Self::TYPE, 2, "Random"),
            Self::Farthest => to.serialize_unit_variant(Self::TYPE, 3, "Farthest"),
        }
    }
}
