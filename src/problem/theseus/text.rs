//! The listing of a pursuit: where both are, a line per turn.

use bevy_ecs::prelude::*;

use super::Pursuit;
use crate::grid::Grid;
use crate::progress::Progress;
use crate::route::Route;
use crate::text::{Format, MazeName, Need, TextFormat, unsolved};

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
    let at = |cell: u32| {
        let at = grid.position(cell as usize);
        format!("({},{})", at.row, at.column)
    };
    let tracks = pursuit.map(Pursuit::tracks).unwrap_or_default();
    let digits = route.cells().len().to_string().len();
    for (turn, &theseus) in route.cells().iter().enumerate() {
        let minotaur = tracks.get(turn).map(|&cell| format!(", Minotaur {}", at(cell)));
        let line = format!("  {turn:digits$}: {}{}\n", at(theseus), minotaur.unwrap_or_default());
        text.push_str(&line);
    }
}
