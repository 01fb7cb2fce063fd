//! The limits of what is read, built, drawn and written.

/// Cells of a grid: 8192 × 8192.
pub const CELLS: u64 = 1 << 26;

/// Rows or columns of a scene that `mazetick new` prints: the side of the largest square grid.
pub const SIDE: u32 = 1 << 13;

const _: () = assert!(SIDE as u64 * SIDE as u64 == CELLS);

/// Bytes of a scene file, of a record, or of one maze of contest input: 512 MiB.
pub const TEXT: usize = 1 << 29;

/// Characters of a name.
pub const NAME: usize = 1000;

/// The probability of a flip: above it, a maze takes thousands of flips per move.
pub const FLIPS: f64 = 0.999;

/// How deeply values may nest in a scene file.
pub const NESTING: usize = 32;

/// The largest tick that a scene, a record or an argument can name: 2⁴⁰.
pub const TICKS: u64 = 1 << 40;

/// Walker entities of any world; a power of two.
///
/// A world may have one for each cell, at least 65,536, and as many as there is room for on an open
/// board of its size, rounded up to a power of two; but never more than this. There must be room for
/// as many walkers as the next step could produce: 4 per walker, 3 with a heading, but at most one
/// for each state. A search that has no room for its next step is
/// [crowded](crate::base::Outcome::Crowded). On foot that is impossible in fewer than 2²⁶ cells.
pub const WALKERS: usize = 1 << 26;

/// Agents of a maze.
pub const AGENTS: u64 = 1 << 17;

/// Squares that all Trémaux agents of a scene may have to remember together.
pub const REMEMBERED: u64 = 1 << 27;

/// The most squares among which groups of agents look for the farthest ones, in all.
pub const SOUGHT: u64 = 1 << 27;

/// Pairs of squares in a maze of Theseus and the Minotaur: a grid of 64 × 64.
pub const PAIRS: u64 = 1 << 24;

/// States of a puzzle that is made: cells and poses, whether they can be reached or not.
pub const CRAFT_STATES: usize = 1 << 24;

/// Cells of a replay page: browsers keep several nodes for each.
pub const PAGE_CELLS: usize = 200 * 200;

/// Ticks of a replay page.
pub const PAGE_TICKS: u64 = 1 << 20;

/// States of a walk by hand on a page: it contains the result of every step in each.
pub const PAGE_STATES: usize = 1 << 18;

/// Puzzles of a sheet.
pub const SHEET_PUZZLES: u64 = 1000;

/// Bytes of a table of words.
pub const WORDS: usize = 1 << 16;

/// Squares of all puzzles of a sheet.
pub const SHEET_CELLS: u64 = 1 << 19;

/// Pixels of a picture: 128 Mi, in four bytes each.
pub const PIXELS: u64 = 1 << 27;

/// Pixels of all frames of an animation together.
pub const FRAME_PIXELS: u64 = 1 << 32;

/// Cells of an SVG or of a picture as text: some 128 bytes are written for each.
pub const DRAWN_CELLS: usize = TEXT / 128;

/// Errors that are reported of one scene or one contest input.
pub const FAULTS: usize = 50;

/// Lines of the diff between two drawings that are shown.
pub const DIFF: usize = 200;

/// Intersections that an arrow maze of a contest may span, however few it lists: 256 × 256. Each takes time,
/// and a maze that lists none takes some 30 bytes.
pub const UNLISTED_INTERSECTIONS: u64 = 1 << 16;

/// Intersections that an arrow maze beyond that may span for each that it lists.
pub const INTERSECTIONS_PER_LISTED: u64 = 16;

/// Worlds of a sweep: 2⁴⁸.
pub const WORLDS: u64 = 1 << 48;

/// Combinations of settings of a sweep.
pub const VARIANTS: usize = 1 << 16;

/// Bytes of the texts of all combinations of settings of a scene, with their values: 64 MiB.
pub const VARIANT_TEXTS: usize = 1 << 26;

/// Rows of a block of worlds with several each, or different values of a plot over ticks: all are in memory at once.
pub const ROWS: usize = 1 << 22;

/// Panels of a plot, one for each combination of settings.
pub const PANELS: usize = 100;
