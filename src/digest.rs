//! The digest: one number for the state of a world, by coordinates, never by entity.
//!
//! It is the 64-bit FNV-1a hash of these bytes, numbers little-endian, in this order:
//!
//! 1. rows, columns (u32 each); phase (0 generation, 1 search, 2 finished), as u64; tick (u64);
//! 2. for every wall that can stand a byte, 1 if it stands: the lattice lines from top to bottom,
//!    each from left to right, then the rows from top to bottom, each from left to right;
//! 3. for every cell in grid order: the bits of its signs (u16: 4 bits a direction of travel in
//!    the order N S W E, one a heading in that order), its number (i8), its claims (bytes of four
//!    bits a pose), each only where there is such a board or search;
//! 4. for Johnny's list: its length (u64), row and column (u32 each) of every pending cell, and,
//!    where the commands are given, how many were carried out (u64);
//! 5. for The Mazing: how many walls there are to grow from (u64), then the two ends of each (i32
//!    each): 16 × ((row − 1) × columns + column − 1), for lattice lines from 0, plus 1, 2, 4, 8 for
//!    the headings N, S, W, E in which a wall could grow there: all inside, inward on the border;
//! 6. where there is a generator, how many 32-bit words its stream has drawn (u128);
//! 7. where there is a walk, every living walker in the order in which they step: row and column
//!    of its cell (u32 each), top and front of its die, its heading (a byte each).

use bevy_ecs::prelude::*;

use crate::arrow::Signs;
use crate::chance::Chance;
use crate::columns::{Cells, Walls, only_table};
use crate::dice::Number;
use crate::grid::{Grid, Position};
use crate::johnny::Johnny;
use crate::mazing::Mazing;
use crate::progress::Progress;
use crate::search::{Frontier, Trail};
use crate::walker::Walker;
use crate::wall::{Segments, Wall};

/// The digest of a world's state. Displayed as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digest(pub u64);

/// FNV-1a, 64 bits.
pub(crate) struct Hasher(u64);

impl Default for Hasher {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher {
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub(crate) fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    pub(crate) fn position(&mut self, at: Position) {
        self.bytes(&at.row.to_le_bytes());
        self.bytes(&at.column.to_le_bytes());
    }

    pub(crate) fn digest(&self) -> Digest {
        Digest(self.0)
    }
}

type MazeState = (
    &'static Grid,
    &'static Progress,
    Option<&'static Johnny>,
    Option<&'static Mazing>,
    Option<&'static Chance>,
    Option<&'static Frontier>,
);

type CellState = (
    Option<&'static Signs>,
    Option<&'static Number>,
    Option<&'static Trail<1>>,
    Option<&'static Trail<2>>,
    Option<&'static Trail<12>>,
    Option<&'static Trail<48>>,
);

/// The digest of the world as it stands.
pub(crate) fn digest(
    maze: Single<MazeState>,
    cells: Cells<CellState>,
    walls: Walls<&'static Wall>,
    walkers: Query<&'static Walker>,
) -> Digest {
    let (&grid, progress, johnny, mazing, chance, frontier) = maze.into_inner();
    let mut hasher = Hasher::default();
    hash_progress(&mut hasher, grid, progress);
    hash_walls(&mut hasher, grid, walls);
    hash_cells(&mut hasher, cells);
    if let Some(johnny) = johnny {
        johnny.hash(grid, &mut hasher);
    }
    if let Some(mazing) = mazing {
        mazing.hash(&mut hasher);
    }
    if let Some(chance) = chance {
        hasher.bytes(&chance.drawn().to_le_bytes());
    }
    if let Some(frontier) = frontier {
        hash_walkers(&mut hasher, grid, frontier, walkers);
    }
    hasher.digest()
}

fn hash_progress(hasher: &mut Hasher, grid: Grid, progress: &Progress) {
    hasher.bytes(&grid.rows.to_le_bytes());
    hasher.bytes(&grid.columns.to_le_bytes());
    hasher.number(progress.phase as u64);
    hasher.number(progress.tick);
}

fn hash_walls(hasher: &mut Hasher, grid: Grid, mut walls: Walls<&'static Wall>) {
    let Some(walls) = walls.columns() else { return };
    let segments = Segments::of(grid);
    let (rows, columns) = (grid.rows as usize, grid.columns as usize);
    let horizontals = (0..=rows).flat_map(|line| (0..columns).map(move |c| (line, c)));
    for (line, column) in horizontals {
        hasher.bytes(&[walls[segments.horizontal(line, column)].stands.into()]);
    }
    let verticals = (0..rows).flat_map(|row| (0..=columns).map(move |line| (row, line)));
    for (row, line) in verticals {
        hasher.bytes(&[walls[segments.vertical(row, line)].stands.into()]);
    }
}

fn hash_cells(hasher: &mut Hasher, mut cells: Cells<CellState>) {
    let (positions, (signs, numbers, foot, headed, die, headed_die)) = cells.columns();
    for cell in 0..positions.len() {
        if let Some(signs) = signs {
            hasher.bytes(&signs[cell].bits().to_le_bytes());
        }
        if let Some(numbers) = numbers {
            hasher.bytes(&numbers[cell].0.to_le_bytes());
        }
        let claims = [
            foot.map(|trails| trails[cell].bytes()),
            headed.map(|trails| trails[cell].bytes()),
            die.map(|trails| trails[cell].bytes()),
            headed_die.map(|trails| trails[cell].bytes()),
        ];
        claims.into_iter().flatten().for_each(|bytes| hasher.bytes(bytes));
    }
}

fn hash_walkers(
    hasher: &mut Hasher,
    grid: Grid,
    frontier: &Frontier,
    mut walkers: Query<&'static Walker>,
) {
    let pool = only_table(&mut walkers).unwrap_or_default();
    for walker in frontier.living(pool) {
        hasher.position(grid.position(walker.cell as usize));
        hasher.bytes(&[walker.die.top(), walker.die.front(), walker.heading as u8]);
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
