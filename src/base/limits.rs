//! The limits of what is read, built, drawn and written.

use super::grid::Grid;

/// Cells of a grid: 4096 × 4096.
pub const CELLS: u64 = 1 << 24;

/// Rows or columns of a grid: 2²⁰. A longer, narrower grid would have up to half as many walls again for each cell.
pub const SIDE: u32 = 1 << 20;

/// States of a world with a walk: its cells times the poses of the walker.
pub const STATES: u64 = 3 << 24;

/// Bytes of a scene file or a record: 64 MiB. Reading takes up to 40 bytes for each.
pub const TEXT: usize = 1 << 26;

/// Bytes of contest input: 1 GiB.
pub const INPUT: usize = 1 << 30;

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
/// [crowded](crate::base::Outcome::Crowded). On foot that is impossible.
pub const WALKERS: usize = 1 << 25;

/// Agents of a maze.
pub const AGENTS: u64 = 1 << 17;

/// Squares that all Trémaux agents of a scene may have to remember together.
pub const REMEMBERED: u64 = 1 << 25;

/// The most squares among which groups of agents look for the farthest ones, in all.
pub const SOUGHT: u64 = 1 << 27;

/// Pairs of squares in a maze of Theseus and the Minotaur: a grid of 64 × 64.
pub const PAIRS: u64 = 1 << 24;

/// States of a graph of states: cells times poses, whether they can be reached or not. A graph takes up to
/// 68 bytes for each.
pub const GRAPH_STATES: u64 = 1 << 24;

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

/// Cells of a world that is drawn. A picture takes up to 40 bytes for each of their layers, and an SVG some 128
/// for each cell.
pub const DRAWN_CELLS: usize = 1 << 22;

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

/// Returns an error message if a grid has more than [`CELLS`], or a side longer than [`SIDE`].
pub(crate) fn check_grid(grid: Grid) -> Result<(), String> {
    let cells = grid.area();
    let longest = grid.rows.max(grid.columns);

    if cells > CELLS {
        let side = CELLS.isqrt();
        return Err(format!(
            "a grid of {cells} cells, expected at most {CELLS}, such as {side} rows and {side} columns"
        ));
    }
    if longest > SIDE {
        return Err(format!(
            "a grid with a side of {longest}, expected at most {SIDE}"
        ));
    }
    Ok(())
}

/// Returns an error message if a walk with this many poses has more than [`STATES`] in a grid.
pub(crate) fn check_states(grid: Grid, poses: usize) -> Result<(), String> {
    let (cells, poses) = (grid.area(), poses as u64);
    let states = cells.saturating_mul(poses);
    if states <= STATES {
        return Ok(());
    }

    let fit = STATES / poses;
    Err(format!(
        "{cells} cells of {poses} poses each are {states} states, expected at most {STATES}: \
         {fit} cells would fit"
    ))
}

/// Returns the number of worlds of a size that may exist at the same time: as many as have no more cells and states
/// together than a single world may have.
pub(crate) fn worlds_at_once(grid: Grid, poses: usize) -> usize {
    let cells = grid.area().max(1);
    let states = (cells * poses as u64).max(1);
    let most = (CELLS / cells).min(STATES / states).max(1);

    usize::try_from(most).unwrap_or(usize::MAX)
}

/// Returns an error message if a grid has more than [`DRAWN_CELLS`].
#[cfg(feature = "cli")]
pub(crate) fn check_drawn(grid: Grid) -> Result<(), String> {
    let cells = grid.cells();
    if cells <= DRAWN_CELLS {
        return Ok(());
    }

    Err(format!(
        "{cells} cells are too many for a picture, expected at most {DRAWN_CELLS}, such as 2048 rows and \
         2048 columns"
    ))
}
