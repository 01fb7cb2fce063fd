//! The growing tree: every tick picks a cell of a list, and the maze grows from it.
//!
//! Source: J. Buck, "Mazes for Programmers", chapter 12. At first every cell is walled in and the
//! list holds one cell. A tick picks a cell of the list. If it has neighbours that were never
//! listed, one of them is drawn, the wall between is removed, and the neighbour is appended to the
//! list; otherwise the cell is removed from the list and the last cell takes its place (if the
//! oldest is picked, those after it move up). The maze is finished when the list is empty: the
//! number of ticks is the number of cells plus the number of passages.

use bevy_ecs::prelude::*;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::base::chance::{Chance, Odds};
use crate::base::digest::unordered;
use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::heading::{Heading, Headings};
use crate::base::progress::Progress;
use crate::base::scene_fault::SceneStep;
use crate::base::squares::{Squares, SquaresOf};
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::{Cells, Walls, single};
use crate::engine::maze::Build;
use crate::picture::{Depth, Ink, Look, Place, TickDiff, TickText};
use crate::registry::Registry;
use crate::scene::template::Template;
use crate::scene::{Check, Ingredient, Role};

/// The growing tree: `generate: GrowingTree(pick: Random)`. A tick processes one cell of its list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrowingTree {
    /// The cell of the list that a tick picks.
    pub pick: NextCell,
    /// The first cell of the list; if omitted, it is drawn.
    #[serde(default)]
    pub start: Option<Position>,
}

/// The cell of its list that a growing tree picks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum NextCell {
    /// The last: a depth-first search, with long passages.
    #[default]
    Newest,
    /// The first: straight passages away from the start.
    Oldest,
    /// A random one, uniformly: similar to Prim's algorithm, with many short dead ends.
    Random,
    /// A first draw decides which: with this probability, 0 to 1, a random one, otherwise the last.
    Mixed(f64),
}

impl Ingredient for GrowingTree {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "GrowingTree";
    const ROLE: Role = Role::Walls;

    fn check(&self, check: &mut Check<'_>) {
        if let NextCell::Mixed(share) = self.pick {
            check.probabilities([("pick", share)]);
        }
        if let Some(start) = self.start {
            check.inside([SceneStep::Field("start")], start);
        }
    }

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world.walls().chance().cells::<Unlisted>();
        world
            .state::<GrowingList>("growing_tree")
            .on_begin(begin)
            .stage(grow);
        world.look_by(&LISTED, listed).describe(describe_tick);
    }
}

pub(crate) fn plugin(registry: &mut Registry) {
    registry.add::<GrowingTree>().template(TEMPLATE);
}

/// The list of cells. A component of the maze entity.
#[derive(Component, Clone, Debug, Default)]
struct GrowingList {
    pick: PickWithOdds,
    /// The list, from `first` on. The cells before it were removed as the oldest.
    cells: Vec<CellIndex>,
    first: usize,
}

/// If a random cell is picked, the order of the list makes no difference.
impl Serialize for GrowingList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Unordered<'a>(#[serde(serialize_with = "unordered")] &'a Vec<CellIndex>);

        let mut fields = serializer.serialize_struct("GrowingList", 3)?;
        fields.serialize_field("pick", &self.pick)?;
        match self.pick {
            PickWithOdds::Random => fields.serialize_field("cells", &Unordered(&self.cells))?,
            _ => fields.serialize_field("cells", &self.cells)?,
        }
        fields.serialize_field("first", &self.first)?;
        fields.end()
    }
}

impl GrowingList {
    fn cells(&self) -> &[CellIndex] {
        self.cells.get(self.first..).unwrap_or_default()
    }

    /// Draws the place in the list that this tick looks at.
    #[inline]
    fn pick(&self, chance: &mut Chance) -> usize {
        let newest = self.cells.len() - 1;
        match self.pick {
            PickWithOdds::Oldest => self.first,
            PickWithOdds::Random => chance.place(self.cells.len()),
            PickWithOdds::Mixed(odds) if chance.happens(odds) => chance.place(self.cells.len()),
            PickWithOdds::Newest | PickWithOdds::Mixed(_) => newest,
        }
    }

    #[inline]
    fn remove(&mut self, place: usize) {
        match self.pick {
            PickWithOdds::Oldest => self.first += 1,
            _ => drop(self.cells.swap_remove(place)),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
enum PickWithOdds {
    #[default]
    Newest,
    Oldest,
    Random,
    Mixed(Odds),
}

impl From<NextCell> for PickWithOdds {
    fn from(pick: NextCell) -> Self {
        match pick {
            NextCell::Newest => Self::Newest,
            NextCell::Oldest => Self::Oldest,
            NextCell::Random => Self::Random,
            NextCell::Mixed(share) if share >= 1.0 => Self::Random,
            NextCell::Mixed(share) => Self::Mixed(Odds::new(share)),
        }
    }
}

/// The headings of neighbours that were never listed. A component of every cell.
#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
struct Unlisted(Headings);

impl Unlisted {
    #[inline]
    fn remove(&mut self, heading: Heading) {
        self.0.remove(heading);
    }
}

/// Walls in every cell, and lists the first one.
fn begin(
    InRef(tree): InRef<GrowingTree>,
    mut maze: Query<(&mut GrowingList, &mut Chance, SquaresOf)>,
    mut cells: Cells<&'static mut Unlisted>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (mut list, mut chance, squares) = single(&mut maze);
    let squares = Squares::from(squares);
    let grid = squares.grid();
    let unlisted = cells.columns();

    walls.columns().fill(Wall::STANDING);
    squares.fill_inside(unlisted, || Unlisted(Headings::ALL), Unlisted::remove);

    let start = match tree.start {
        Some(start) => grid.index(start),
        None => squares.nth(chance.place(squares.count())),
    };
    grid.tell_neighbours(unlisted, start, Unlisted::remove);

    list.pick = tree.pick.into();
    list.first = 0;
    list.cells.clear();
    list.cells.push(start);
}

/// Picks a cell of the list in each tick, and grows the maze from it or removes it.
fn grow(
    mut maze: Query<(&Grid, &mut Progress, &mut GrowingList, &mut Chance)>,
    mut cells: Cells<&'static mut Unlisted>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (&grid, mut progress, mut list, mut chance) = single(&mut maze);
    let list = &mut *list;
    let unlisted = cells.columns();
    let walls = walls.columns();

    progress.do_ticks(|| {
        let place = list.pick(&mut chance);
        let cell = list.cells[place];
        let ways = unlisted[cell].0;

        if ways.is_empty() {
            list.remove(place);
        } else {
            let heading = chance.heading(ways);
            let neighbour = grid.beside(cell, heading);
            walls[Segments::new(grid).beside(cell, heading)] = Wall::OPEN;
            grid.tell_neighbours(unlisted, neighbour, Unlisted::remove);
            list.cells.push(neighbour);
        }

        list.cells().is_empty()
    });
}

static LISTED: Look = Look {
    shapes: |_, pen| pen.fill_cell(Ink::List(Ink::DARKEST / 2)),
    letters: |_, letters| letters.listed(Ink::DARKEST / 2),
    legend: &[(":", "in the list")],
    meaning: "in the list",
    ..Look::new("listed", Place::Cells(1), Depth::Ground)
};

fn listed(InMut(values): InMut<[u32]>, list: Single<&GrowingList>) {
    values.fill(0);
    for &cell in list.cells() {
        values[cell] = 1;
    }
}

fn describe_tick(diff: &TickDiff<'_>) -> Option<TickText> {
    let (value, cells) = diff.set(LISTED.name).next()?;
    let phrase = match value {
        0 => "{@} leaves the list: it has no new neighbour.",
        _ => "{@} joins the list: the wall on the way there is removed.",
    };
    Some(TickText::new(phrase, cells.first().copied()))
}

const TEMPLATE: Template = Template {
    name: "growing-tree",
    about: "A maze that grows from the cells of a list",
    text: include_str!("templates/growing_tree.ron"),
};
