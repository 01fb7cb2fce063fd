//! The digest: one number for the state of a world, by coordinates, never by entity.
//!
//! The state has six parts. Each is hashed by itself, by FNV-1a with 64 bits; the digest is the
//! same hash of the six hashes, in the order of the parts. Numbers are little-endian. What a world
//! does not have adds no bytes. The bytes of the parts:
//!
//! 1. **progress**: rows, columns (u32 each); phase (u8: 0 generation, 1 search, 2 finished);
//!    outcome (u8: 0 unfinished, 1 built, 2 solved, 3 no solution, 4 stuck, 5 crowded); tick
//!    (u64);
//! 2. **walls**: for every wall that can stand a byte, 1 if it stands: the lattice lines from top
//!    to bottom, each from left to right, then the rows from top to bottom, each from left to right;
//! 3. **cells**: for every cell in grid order the bits of its signs (u16: 4 bits a direction of
//!    travel in the order N S W E, one a heading in that order), its number (i8), and its claims
//!    (four bits a pose, the lower bits first: 0 if unclaimed, otherwise 1 and the way back);
//! 4. **generator**, for Johnny's list: its length (u64), row and column (u32 each) of every pending
//!    cell; then, where commands are drawn, the chance of a flip in steps of 2⁻³² (u32), and where
//!    they are given, every unread command: a byte for the heading of a move, or a byte 4 and the
//!    position (u32) of a flip;
//!    for The Mazing: the process (u8: 0 any wall, 1 an eligible one), how many walls there are to
//!    grow from (u64), then the two ends of each (i32 each): 16 × ((row − 1) × columns + column −
//!    1), for lattice lines from 0, plus 1, 2, 4, 8 for the headings N, S, W, E in which a wall
//!    could grow there: all inside, inward on the border;
//! 5. **chance**, where there is a generator: the seed (u64), how many 32-bit words its stream has
//!    drawn (u128);
//! 6. **walkers**, where there is a walk: row and column of the goal (u32 each), how many moves were
//!    made (u32), then every living walker in the order in which they step: row and column of its
//!    cell (u32 each), top and front of its die, its heading (a byte each).
//!
//! A pose is 4 × the place of the orientation + the heading, where each is there. Orientations are
//! counted by top, then front, from the lowest; headings are 0 to 3 for N, S, W, E. A way back is
//! the heading of the last move; with a heading, of the move before it.

use bevy_ecs::prelude::*;

use crate::arrow::{Headed, Signs};
use crate::chance::Chance;
use crate::columns::{Cells, Walls, only_table};
use crate::dice::{HeadedDie, Number, RollingDie};
use crate::foot::OnFoot;
use crate::grid::{Grid, Position};
use crate::johnny::Johnny;
use crate::mazing::Mazing;
use crate::progress::{Outcome, Progress};
use crate::search::{Claims, Frontier, Gait};
use crate::walker::Walker;
use crate::wall::{Segments, Wall};

/// The digest of a world's state, or of a part of it. Displayed as 16 hexadecimal digits.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Digest(pub u64);

/// A part of a world's state that has a digest of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Size, phase, outcome and tick.
    Progress,
    /// Which walls stand.
    Walls,
    /// Signs, numbers and claims.
    Cells,
    /// The state of the generator.
    Generator,
    /// The random source.
    Chance,
    /// Who is on the way, and to where.
    Walkers,
}

/// The digests of all parts of a world's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartDigests(pub [Digest; 6]);

impl Part {
    /// All parts, in the order in which they make up the digest.
    pub const ALL: [Self; 6] =
        [Self::Progress, Self::Walls, Self::Cells, Self::Generator, Self::Chance, Self::Walkers];
}

impl PartDigests {
    /// The digest of the whole state.
    #[must_use]
    pub fn whole(self) -> Digest {
        let mut hasher = Hasher::default();
        self.0.iter().for_each(|part| hasher.number(part.0));
        hasher.digest()
    }

    /// The parts in which two states differ.
    pub fn differences(self, other: Self) -> impl Iterator<Item = Part> {
        differences(self.0, other.0)
    }
}

/// The parts in which two states differ, of each of which there is something of every part.
pub(crate) fn differences<T: PartialEq>(
    one: [T; Part::ALL.len()],
    other: [T; Part::ALL.len()],
) -> impl Iterator<Item = Part> {
    let parts = one.into_iter().zip(other).zip(Part::ALL);
    parts.filter(|((one, other), _)| one != other).map(|(_, part)| part)
}

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

/// The digest of what is hashed.
fn digest_of(hash: impl FnOnce(&mut Hasher)) -> Digest {
    let mut hasher = Hasher::default();
    hash(&mut hasher);
    hasher.digest()
}

type TrailOf<G> = <G as Gait>::Trail;

type MazeColumns = (
    &'static Grid,
    &'static Progress,
    Option<&'static Johnny>,
    Option<&'static Mazing>,
    Option<&'static Chance>,
    Option<&'static Frontier>,
);

type CellColumns = (
    Option<&'static Signs>,
    Option<&'static Number>,
    Option<&'static TrailOf<OnFoot>>,
    Option<&'static TrailOf<Headed>>,
    Option<&'static TrailOf<RollingDie>>,
    Option<&'static TrailOf<HeadedDie>>,
);

/// The digests of the world as it stands.
pub(crate) fn digest(
    maze: Single<MazeColumns>,
    cells: Cells<CellColumns>,
    walls: Walls<&'static Wall>,
    walkers: Query<&'static Walker>,
) -> PartDigests {
    let (&grid, progress, johnny, mazing, chance, frontier) = maze.into_inner();
    let generator = digest_of(|hasher| {
        if let Some(johnny) = johnny {
            johnny.hash(grid, hasher);
        }
        if let Some(mazing) = mazing {
            mazing.hash(hasher);
        }
    });
    let chance = digest_of(|hasher| {
        if let Some(chance) = chance {
            hasher.number(chance.seed());
            hasher.bytes(&chance.drawn().to_le_bytes());
        }
    });
    let walkers = digest_of(|hasher| {
        if let Some(frontier) = frontier {
            hash_walkers(hasher, grid, frontier, walkers);
        }
    });
    PartDigests([
        digest_of(|hasher| hash_progress(hasher, grid, progress)),
        digest_of(|hasher| hash_walls(hasher, grid, walls)),
        digest_of(|hasher| hash_cells(hasher, cells)),
        generator,
        chance,
        walkers,
    ])
}

fn hash_progress(hasher: &mut Hasher, grid: Grid, progress: &Progress) {
    let outcome = match progress.outcome {
        Outcome::Unfinished => 0,
        Outcome::Built => 1,
        Outcome::Solved { .. } => 2,
        Outcome::NoSolution => 3,
        Outcome::Stuck(_) => 4,
        Outcome::Crowded => 5,
    };
    hasher.bytes(&grid.rows.to_le_bytes());
    hasher.bytes(&grid.columns.to_le_bytes());
    hasher.bytes(&[progress.phase as u8, outcome]);
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

fn hash_cells(hasher: &mut Hasher, mut cells: Cells<CellColumns>) {
    let (positions, (signs, numbers, foot, headed, die, headed_die)) = cells.columns();
    for cell in 0..positions.len() {
        if let Some(signs) = signs {
            hasher.bytes(&signs[cell].bits().to_le_bytes());
        }
        if let Some(numbers) = numbers {
            hasher.bytes(&numbers[cell].0.to_le_bytes());
        }
        let claims = [
            foot.map(|trails| trails[cell].as_bytes()),
            headed.map(|trails| trails[cell].as_bytes()),
            die.map(|trails| trails[cell].as_bytes()),
            headed_die.map(|trails| trails[cell].as_bytes()),
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
    hasher.position(grid.position(frontier.goal() as usize));
    hasher.bytes(&frontier.moves().to_le_bytes());
    let pool = only_table(&mut walkers).unwrap_or_default();
    for walker in frontier.living(pool) {
        hasher.position(grid.position(walker.cell as usize));
        hasher.bytes(&[walker.die.top(), walker.die.front(), walker.heading as u8]);
    }
}

/// As scenes and `--digest` have it, for messages of tests.
impl std::fmt::Debug for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Reads what is displayed.
impl std::str::FromStr for Digest {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u64::from_str_radix(text, 16).map(Self)
    }
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Progress => "progress",
            Self::Walls => "walls",
            Self::Cells => "cells",
            Self::Generator => "generator",
            Self::Chance => "chance",
            Self::Walkers => "walkers",
        })
    }
}
