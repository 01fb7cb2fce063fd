//! The listing of a pursuit: where both are, a line per turn.

use std::fmt::Write as _;

use bevy_ecs::prelude::*;

use super::Pursuit;
use crate::base::grid::{CellIndex, Grid};
use crate::base::progress::Progress;
use crate::base::route::Route;
use crate::engine::text::{Format, MazeName, Need, TextFormat, unsolved, write_position};

impl TextFormat {
    /// The listing of a pursuit: the name, then a line for the start and for each turn: its number,
    /// where Theseus is, where the Minotaur is. For other walks it lists the route.
    pub const THESEUS: Self = Self::new(&Format {
        name: "Theseus",
        needs: Need::Listing,
        drawing: || Box::new(IntoSystem::into_system(list)),
    });
}

/// Lists the turns: `  1: (2,1), Minotaur (1,3)`.
fn list(
    InMut(text): InMut<String>,
    maze: Single<(&MazeName, &Grid, &Progress, &Route, Option<&Pursuit>)>,
) {
    let (name, grid, progress, route, pursuit) = maze.into_inner();
    text.push_str(&name.0);
    text.push('\n');
    if let Some(words) = unsolved(&progress.outcome) {
        text.push_str("  ");
        text.push_str(words);
        text.push('\n');
    }
    let at = |cell: CellIndex| grid.position(cell);
    let tracks = pursuit.map(Pursuit::tracks).unwrap_or_default();
    let digits = route.cells().len().to_string().len();
    for (turn, &theseus) in route.cells().iter().enumerate() {
        let _ = write!(text, "  {turn:digits$}: ");
        write_position(text, at(theseus), ",");
        if let Some(&minotaur) = tracks.get(turn) {
            text.push_str(", Minotaur ");
            write_position(text, at(minotaur), ",");
        }
        text.push('\n');
    }
}
