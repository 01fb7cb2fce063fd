//! Stems: walls to grow from, by their ends, and the walls that could be built there.
//!
//! An inner lattice point is named by the cell at whose lower right it lies. From a border point
//! only one wall can grow, straight inward, so it is named by that.

use crate::chance::Chance;
use crate::digest::Hasher;
use crate::grid::Grid;
use crate::heading::Heading;

/// A standing wall, by its two ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stem(pub(super) [End; 2]);

/// An end of a wall, packed: an inner point is its number; a border point has the highest bit set,
/// then two bits for the heading inward and the number of the point that lies there; all bits are
/// set where nothing can grow.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct End(u32);

/// Where an end lies.
pub(super) enum Place {
    /// Inside.
    Inner(usize),
    /// On the border; `far` lies inward.
    Border { heading: Heading, far: usize },
    /// Where nothing can grow.
    Nowhere,
}

/// A wall that could be built: from an end, toward a heading, to a far point.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shoot {
    pub(super) end: End,
    pub(super) far: usize,
    pub(super) heading: Heading,
}

/// Up to six shoots, three at each end of a stem; two more have room, so that a place always does.
#[derive(Default)]
pub(super) struct Shoots {
    list: [Shoot; 8],
    count: u32,
}

impl End {
    const NOWHERE: Self = Self(u32::MAX);
    const BORDER: u32 = 1 << 31;
    const HEADING: u32 = 29;

    /// The inner point at the lower right of a cell.
    #[allow(clippy::cast_possible_truncation)] // a grid has fewer than 2²⁹ cells
    #[inline]
    pub(super) fn inner(cell: usize) -> Self {
        Self(cell as u32)
    }

    /// The border point from which `heading` leads inward to the inner point `far`.
    fn border(heading: Heading, far: usize) -> Self {
        Self(Self::BORDER | (heading as u32) << Self::HEADING | Self::inner(far).0)
    }

    #[inline]
    pub(super) fn place(self) -> Place {
        if self.0 & Self::BORDER == 0 {
            Place::Inner(self.0 as usize)
        } else if self.0 == Self::NOWHERE.0 {
            Place::Nowhere
        } else {
            let heading = Heading::from_bits((self.0 >> Self::HEADING & 3) as u8);
            Place::Border { heading, far: (self.0 & ((1 << Self::HEADING) - 1)) as usize }
        }
    }
}

impl Stem {
    pub(super) fn hash(self, hasher: &mut Hasher) {
        self.0.iter().for_each(|end| hasher.number(u64::from(end.0)));
    }
}

/// The walls of the border: above, below, at the left, at the right.
pub(super) fn border(grid: Grid) -> impl Iterator<Item = Stem> {
    let (rows, columns) = (grid.rows as usize, grid.columns as usize);
    // the border point on a lattice line across or down, from 0, at one of the sides
    let end = move |heading: Heading, line: usize| {
        let (across, down) = match heading {
            Heading::N => (rows - 1, line),
            Heading::S => (1, line),
            Heading::W => (line, columns - 1),
            Heading::E => (line, 1),
        };
        let is_inner = (1..rows).contains(&across) && (1..columns).contains(&down);
        let inner = move || End::border(heading, (across - 1) * columns + down - 1);
        if is_inner { inner() } else { End::NOWHERE }
    };
    [(Heading::S, columns), (Heading::N, columns), (Heading::E, rows), (Heading::W, rows)]
        .into_iter()
        .flat_map(move |(heading, length)| {
            (0..length).map(move |line| Stem([end(heading, line), end(heading, line + 1)]))
        })
}

impl Shoots {
    #[inline]
    pub(super) fn push(&mut self, shoot: Shoot) {
        self.list[(self.count & 7) as usize] = shoot;
        self.count += 1;
    }

    /// One of them, every one as likely; `None` if there is none.
    #[inline]
    pub(super) fn any(&self, chance: &mut Chance) -> Option<Shoot> {
        match self.count {
            0 => None,
            count => Some(self.list[(chance.below(count) & 7) as usize]),
        }
    }
}
