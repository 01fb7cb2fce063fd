//! Openings: where the border is drawn open, as entrance and exit.

use std::borrow::Cow;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::grid::Grid;
use crate::base::heading::Heading;
use crate::base::walker::Start;
use crate::base::wall::{Segments, Wall};

/// Whether the border is drawn open beside the start and the goals of the walk that lie on it: `openings: true`. Nobody
/// leaves the maze there. A component of the maze entity.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Openings(pub bool);

/// Whether the border is open, and the ends; both of the maze entity.
pub(crate) type OpeningsOf = Option<(&'static Openings, &'static Start)>;

impl Openings {
    /// The walls as they are drawn. At a corner the opening is in the upper or lower border; in a maze of one column it is at
    /// the left, as gaps above and below would look like joined edges.
    pub(crate) fn drawn<'w>(
        maze: Option<(&Self, &Start)>,
        grid: Grid,
        walls: &'w [Wall],
    ) -> Cow<'w, [Wall]> {
        let mut walls = Cow::Borrowed(walls);
        if let Some((Self(true), start)) = maze {
            let segments = Segments::new(grid);
            let mut sides = Heading::ALL;
            if grid.columns == 1 {
                sides.rotate_left(2);
            }
            for &at in start.from.positions().iter().chain(start.to.positions()) {
                let side = sides.into_iter().find(|&side| !grid.leads(at, side));
                let (row, column) = (at.row as usize - 1, at.column as usize - 1);
                let wall = side.map(|side| match side {
                    Heading::N => segments.horizontal(row, column),
                    Heading::S => segments.horizontal(row + 1, column),
                    Heading::W => segments.vertical(row, column),
                    Heading::E => segments.vertical(row, column + 1),
                });
                if let Some(wall) = wall {
                    walls.to_mut()[wall] = Wall::OPEN;
                }
            }
        }
        walls
    }
}
