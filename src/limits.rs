//! The limits of what is read, built, drawn and written.

/// Cells of a grid: 8192 × 8192.
pub const CELLS: u64 = 1 << 26;

/// Rows or columns of a scene that `mazetick new` prints: no square grid has more.
pub const SIDE: u32 = 1 << 13;

const _: () = assert!(SIDE as u64 * SIDE as u64 == CELLS);

/// Bytes of a scene file, of a record, or of one maze of contest input: 512 MiB.
pub const TEXT: usize = 1 << 29;

/// Characters of a name.
pub const NAME: usize = 1000;

/// The chance of a flip: beyond it, a maze takes thousands of flips a move.
pub const FLIPS: f64 = 0.999;

/// How deeply values may nest in a scene file.
pub const NESTING: usize = 32;

/// The tick that a scene, a record or a call of the program can name: about a million million.
pub const TICKS: u64 = 1 << 40;

/// Walker entities of a world; a power of two.
///
/// Room is made for as many walkers as the next step could leave: 4 a walker, 3 with a heading. So
/// a search goes on as long as at most 16,777,216 walkers are on their way, 22,369,621 with a
/// heading, and is [crowded](crate::Outcome::Crowded) beyond that.
pub const WALKERS: usize = 1 << 26;

/// Pairs of squares of a maze in which Theseus and the Minotaur walk: a grid of 64 × 64.
pub const PAIRS: u64 = 1 << 24;

/// Cells of a replay page: browsers keep a node for whatever is in each.
pub const PAGE_CELLS: usize = 200 * 200;

/// Ticks of a replay page.
pub const PAGE_TICKS: u64 = 1 << 20;

/// Pixels of a picture: 128 Mi, in four bytes each.
pub const PIXELS: u64 = 1 << 27;

/// Pixels of all frames of an animation together.
pub const FRAME_PIXELS: u64 = 1 << 32;

/// Cells of an SVG or of a picture as text: some 128 bytes are written for each.
pub const DRAWN_CELLS: usize = TEXT / 128;

/// How many faults are reported of one scene or one contest input.
pub const FAULTS: usize = 50;

/// How many lines are shown of the difference between two drawings.
pub const DIFF: usize = 200;

/// How many intersections an arrow maze of a contest may span whatever it lists: 1024 × 1024.
pub const UNLISTED_INTERSECTIONS: u64 = 1 << 20;

/// How many intersections an arrow maze may span for each that it lists, beyond that.
pub const INTERSECTIONS_PER_LISTED: u64 = 16;

/// Worlds of a sweep: 2⁴⁸.
pub const WORLDS: u64 = 1 << 48;

/// Combinations of settings of a sweep.
pub const VARIANTS: usize = 1 << 16;

/// Inner walls of the mazes that a tally tells apart: as many as a number of 64 bits can note, those of a
/// grid of 6 × 6.
pub const TALLY_WALLS: u64 = 64;

/// Different mazes of a tally: twice those of 4 × 5.
pub const TALLY_MAZES: usize = 1 << 23;

/// Panels of a plot, one for each combination of settings.
pub const PANELS: usize = 100;
