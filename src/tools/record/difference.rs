//! Differences: what was visible at a tick when it was recorded, and what is visible now.

use crate::base::grid::{CellIndex, Grid};
use crate::picture::{Layer, Picture};

/// A visible difference after a tick of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// Its name and place, such as `walls E of (2, 3)`.
    pub what: String,
    /// What was recorded.
    pub recorded: String,
    /// What is there now.
    pub here: String,
}

/// The differences of two pictures of a world.
pub(super) fn between(recorded: &Picture, here: &Picture) -> Vec<Difference> {
    let grid = here.grid();
    let layers = recorded.layers().iter().zip(here.layers());
    let mut found: Vec<Difference> = layers
        .flat_map(|(recorded, here)| match (recorded.list(), here.list()) {
            (Some(_), Some(_)) => in_list(recorded, here, grid),
            _ => in_slots(recorded, here, grid),
        })
        .collect();
    if recorded.route() != here.route() {
        let moves = |route: &[CellIndex]| match route.len() {
            0 => "none".to_owned(),
            cells => format!("{} moves", cells - 1),
        };
        let (recorded, here) = (moves(recorded.route()), moves(here.route()));
        found.push(Difference { what: "the route".to_owned(), recorded, here });
    }
    found
}

/// The slots of a layer with different values.
fn in_slots(recorded: &Layer, here: &Layer, grid: Grid) -> Vec<Difference> {
    let look = recorded.look();
    let values = recorded.values().iter().zip(here.values()).enumerate();
    let differ = values.filter(|(_, (recorded, here))| recorded != here);
    let described = differ.map(|(slot, (&recorded, &here))| Difference {
        what: look.place.in_words(look.name, slot, grid),
        recorded: (look.words)(recorded),
        here: (look.words)(here),
    });
    described.collect()
}

/// The first place at which two lists differ.
fn in_list(recorded: &Layer, here: &Layer, grid: Grid) -> Vec<Difference> {
    let cells = |layer: &Layer| layer.list().map(|list| list.cells.clone()).unwrap_or_default();
    let (name, recorded, here) = (recorded.look().name, cells(recorded), cells(here));
    let Some(place) =
        (0..recorded.len().max(here.len())).find(|&it| recorded.get(it) != here.get(it))
    else {
        return Vec::new();
    };
    let cell = |cells: &[CellIndex]| match cells.get(place) {
        Some(&cell) => grid.position(cell).to_string(),
        None => "nothing".to_owned(),
    };
    let what = format!("place {} of the {name}", place + 1);
    vec![Difference { what, recorded: cell(&recorded), here: cell(&here) }]
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { what, recorded, here } = self;
        write!(f, "{what}: recorded {recorded}, here {here}")
    }
}
