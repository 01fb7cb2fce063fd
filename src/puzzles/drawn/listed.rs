//! Walls listed by cells and sides, and how they are distinguished from a drawing.

use std::fmt;

use serde::de::{self, MapAccess, Visitor};

use super::{DrawnWalls, Form};
use crate::base::grid::Position;
use crate::base::heading::Headings;
use crate::scene::board::{read_map, sort_and_merge};

/// The cells in grid order, each once.
pub(super) fn in_order(
    walls: impl IntoIterator<Item = (Position, Headings)>,
) -> Vec<(Position, Headings)> {
    let mut walls: Vec<_> = walls.into_iter().collect();
    sort_and_merge(&mut walls, |sides, more| *sides = sides.iter().chain(more.iter()).collect());
    walls
}

/// Reads walls in either form.
pub(super) struct DrawnOrListed;

impl<'de> Visitor<'de> for DrawnOrListed {
    type Value = DrawnWalls;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a drawing in quotes, or a map of sides such as {(2, 1): \"NE\"}")
    }

    fn visit_str<E: de::Error>(self, drawing: &str) -> Result<DrawnWalls, E> {
        Ok(DrawnWalls::drawn(drawing))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<DrawnWalls, A::Error> {
        read_map(map).map(|walls| DrawnWalls(Form::Listed(walls)))
    }
}
