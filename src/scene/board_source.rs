//! Where a board comes from: the scene, or its seed.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{EnumAccessDeserializer, MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, EnumAccess, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

/// Where the board of a scene comes from. In scenes it is the board itself, or `Random(…)`.
///
/// ```
/// use mazetick::prelude::*;
/// use mazetick::puzzles::Jumps;
///
/// let scene = Scene::from_ron(
///     "Scene(seed: 7, grid: (rows: 1, columns: 3), jumps: Random(longest: 2), walk: Jump(from: (1, 1), to: (1, 3)))",
/// )?;
/// assert_eq!(scene.fixed().get(), Some(&Jumps::from([[2, 1, 2]])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub enum BoardSource<F, R> {
    /// The seed of the scene draws it, in this way.
    Random(R),
    /// The scene has all of it.
    #[serde(untagged)]
    Fixed(F),
}

impl<F, R> BoardSource<F, R> {
    /// How it is drawn, if it is.
    pub fn random(&self) -> Option<&R> {
        match self {
            Self::Random(random) => Some(random),
            Self::Fixed(_) => None,
        }
    }

    /// The board, if the scene has all of it.
    pub(crate) fn fixed(&self) -> Option<&F> {
        match self {
            Self::Random(_) => None,
            Self::Fixed(board) => Some(board),
        }
    }

    /// The board, to be changed; an empty one takes the place of a random one.
    pub(crate) fn fixed_mut(&mut self) -> &mut F
    where
        Self: Default,
    {
        if let Self::Random(_) = self {
            *self = Self::default();
        }
        let Self::Fixed(board) = self else {
            unreachable!("the default is fixed")
        };
        board
    }
}

impl<F: Default, R> Default for BoardSource<F, R> {
    fn default() -> Self {
        Self::Fixed(F::default())
    }
}

impl<T, F: FromIterator<T>, R> FromIterator<T> for BoardSource<F, R> {
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Self {
        Self::Fixed(things.into_iter().collect())
    }
}

/// A list or a map is a board, a name a way to draw one.
impl<'de, F: Deserialize<'de>, R: Deserialize<'de>> Deserialize<'de> for BoardSource<F, R> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(BoardVisitor(PhantomData))
    }
}

struct BoardVisitor<S>(PhantomData<S>);

#[derive(Deserialize)]
enum AtRandom<R> {
    Random(R),
}

impl<'de, F: Deserialize<'de>, R: Deserialize<'de>> Visitor<'de>
    for BoardVisitor<BoardSource<F, R>>
{
    type Value = BoardSource<F, R>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a board in `{` and `}` or `[` and `]`, or `Random(…)`")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        F::deserialize(SeqAccessDeserializer::new(list)).map(BoardSource::Fixed)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        F::deserialize(MapAccessDeserializer::new(map)).map(BoardSource::Fixed)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, way: A) -> Result<Self::Value, A::Error> {
        let AtRandom::Random(random) = AtRandom::deserialize(EnumAccessDeserializer::new(way))?;
        Ok(BoardSource::Random(random))
    }
}
