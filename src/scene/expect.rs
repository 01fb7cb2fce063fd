//! Expectations: what a scene says must hold of its world.
//!
//! A scene with expectations is a test; [`Simulation::test`](crate::Simulation::test) runs it.

use std::fmt;

use serde::{Deserialize, Deserializer, de};

use crate::arrow::Signs;
use crate::dice::Number;
use crate::digest::Digest;
use crate::grid::Position;
use crate::heading::{Heading, Headings};

/// Something that must hold of a world at its end, or after some ticks.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Expectation {
    /// All of these hold after so many ticks, which the world must reach.
    At(u64, Vec<Expectation>),
    /// The world is drawn like this in the scene's format.
    Text(Drawn),
    /// The world is finished, with this tick as its last.
    Finished {
        /// The number of ticks.
        at: u64,
    },
    /// A walker arrived at the goal.
    Solved {
        /// The length of the shortest route, in moves.
        moves: u32,
    },
    /// No walker can ever arrive.
    NoSolution,
    /// So many walls stand.
    Walls {
        /// In all, the border included.
        #[serde(default)]
        standing: Option<usize>,
        /// Inside the border.
        #[serde(default)]
        built: Option<usize>,
    },
    /// So many walkers are on their way.
    Walkers(usize),
    /// Any two cells are joined by exactly one route.
    Perfect,
    /// The state of the world has this digest.
    Digest(Digest),
    /// A cell is like this.
    Cell(CellState),
    /// A walker like this is on its way.
    Walker(WalkerState),
}

/// What is expected of a cell; what is left out may be anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellState {
    /// Which cell.
    pub at: Position,
    /// The sides on which walls stand, written like `"NW"`.
    #[serde(default)]
    pub walls: Option<Headings>,
    /// Its number.
    #[serde(default)]
    pub number: Option<Number>,
    /// Its signs, written like `"WLF NR"`.
    #[serde(default)]
    pub signs: Option<Signs>,
    /// How many of its poses walkers have claimed.
    #[serde(default)]
    pub claims: Option<usize>,
}

/// What is expected of a walker; what is left out may be anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WalkerState {
    /// Where it stands.
    pub at: Position,
    /// Its direction of travel.
    #[serde(default)]
    pub heading: Option<Heading>,
    /// The number on top of its die.
    #[serde(default)]
    pub top: Option<u8>,
    /// The number in front of its die.
    #[serde(default)]
    pub front: Option<u8>,
}

/// A drawing, as a scene writes it down: a line break right after the opening quote, so that the
/// first line can begin at the left, is no part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn(pub String);

impl Expectation {
    /// How many expectations it is: `At` as many as hold at its tick, or one if it is only about
    /// that tick being reached; any other one.
    #[must_use]
    pub fn count(&self) -> usize {
        match self {
            Self::At(_, those) => those.iter().map(Self::count).sum::<usize>().max(1),
            _ => 1,
        }
    }

    /// The name of its kind.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::At(..) => "At",
            Self::Text(_) => "Text",
            Self::Finished { .. } => "Finished",
            Self::Solved { .. } => "Solved",
            Self::NoSolution => "NoSolution",
            Self::Walls { .. } => "Walls",
            Self::Walkers(_) => "Walkers",
            Self::Perfect => "Perfect",
            Self::Digest(_) => "Digest",
            Self::Cell(_) => "Cell",
            Self::Walker(_) => "Walker",
        }
    }
}

/// As scenes write it, without the brackets.
impl fmt::Display for CellState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at: {}", self.at)?;
        self.walls.iter().try_for_each(|walls| write!(f, ", walls: \"{walls}\""))?;
        self.number.iter().try_for_each(|number| write!(f, ", number: {}", number.0))?;
        self.signs.iter().try_for_each(|signs| write!(f, ", signs: \"{signs}\""))?;
        self.claims.iter().try_for_each(|claims| write!(f, ", claims: {claims}"))
    }
}

/// As scenes write it, without the brackets.
impl fmt::Display for WalkerState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at: {}", self.at)?;
        self.heading.iter().try_for_each(|heading| write!(f, ", heading: {heading:?}"))?;
        self.top.iter().try_for_each(|top| write!(f, ", top: {top}"))?;
        self.front.iter().try_for_each(|front| write!(f, ", front: {front}"))
    }
}

impl<'de> Deserialize<'de> for Drawn {
    fn deserialize<D: Deserializer<'de>>(text: D) -> Result<Self, D::Error> {
        let text = String::deserialize(text)?;
        let text = if text.contains('\r') { with_plain_line_ends(&text) } else { text };
        Ok(Self(text.strip_prefix('\n').map(str::to_owned).unwrap_or(text)))
    }
}

/// The text without carriage returns at the ends of its lines, however many stand there: what is
/// read has none, so it is the same when it is printed and read again.
fn with_plain_line_ends(text: &str) -> String {
    let lines = text.split_inclusive('\n').map(|line| match line.strip_suffix('\n') {
        Some(line) => [line.trim_end_matches('\r'), "\n"],
        None => [line, ""],
    });
    lines.flatten().collect()
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(text: D) -> Result<Self, D::Error> {
        let text = String::deserialize(text)?;
        let is_digest = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let digest = text.parse().ok().filter(|_| is_digest);
        digest.ok_or_else(|| {
            de::Error::custom(format!("found `{text}`, expected a digest: 16 hexadecimal digits"))
        })
    }
}

impl<'de> Deserialize<'de> for Headings {
    fn deserialize<D: Deserializer<'de>>(text: D) -> Result<Self, D::Error> {
        let text = String::deserialize(text)?;
        let sides = text.bytes().map(Heading::from_letter).collect::<Option<Self>>();
        let expected = match sides {
            Some(sides) if sides.len() as usize == text.len() => return Ok(sides),
            Some(_) => "each side once",
            None => "sides, some of N, S, W and E",
        };
        Err(de::Error::custom(format!("found `{text}`, expected {expected}")))
    }
}
