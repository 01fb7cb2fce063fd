//! A walker and its image, which steps the other way: a walk with steps of its own, over pairs of squares.
//! `cargo run --example mirror`.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::error::Error;
use std::iter::successors;

use bevy_ecs::prelude::*;
use mazetick::base::grid::CellIndex;
use mazetick::base::limits;
use mazetick::base::route::Route;
use mazetick::base::walker::Start;
use mazetick::engine::search::{Moves, State};
use mazetick::prelude::*;
use mazetick::tools::craft::Proof;
use serde::{Deserialize, Serialize};

/// A walk before a mirror: `walk: Mirror(from: (1, 1), image: (5, 5), to: (5, 3))`. The image steps the other way where
/// that is open, or stays. They must never be on one square.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mirror {
    /// The start of the walker.
    pub from: Position,
    /// The start of the image.
    pub image: Position,
    /// The goal of the walker.
    pub to: Position,
}

/// The squares of a walker and of its image.
type Pair = (CellIndex, CellIndex);

/// The search, which is breadth first. A component of the maze.
#[derive(Component, Clone, Debug, Default, Serialize)]
pub struct Search {
    start: Pair,
    goal: CellIndex,
    /// The pairs that were reached, each with the one before it.
    reached: BTreeMap<Pair, Pair>,
    layer: Vec<Pair>,
    moves: u32,
}

/// Adds the walk.
pub fn plugin(registry: &mut Registry) {
    registry.add::<Mirror>();
}

impl Ingredient for Mirror {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Mirror";
    const ROLE: Role = Role::Walk;

    fn check(&self, check: &mut Check<'_>) {
        check.inside([SceneStep::Field("from")], self.from);
        check.inside([SceneStep::Field("image")], self.image);
        check.inside([SceneStep::Field("to")], self.to);
        if self.from == self.image || self.from == self.to {
            check.error(
                [SceneStep::Field("from")],
                "a taken square, expected one of its own",
            );
        }
        let cells = check.grid().cells() as u64;
        if cells * cells > limits::PAIRS {
            check.error([], format!("{cells} cells, expected 4096 at most"));
        }
    }

    fn start(&self) -> Option<Start> {
        Some(Start {
            from: self.from.into(),
            to: self.to.into(),
            ..Start::default()
        })
    }

    fn build(world: &mut Build<'_>) {
        world.state::<Search>("search").on_begin(begin);
        world.walk_by(walkers, |_| None).steps(step).moves(moves);
    }
}

fn begin(InRef(walk): InRef<Mirror>, maze: Single<(&Grid, &mut Search, &mut Route)>) {
    let (grid, mut search, mut route) = maze.into_inner();
    route.clear();
    let start = (grid.index(walk.from), grid.index(walk.image));
    let (goal, layer) = (grid.index(walk.to), vec![start]);
    let reached = BTreeMap::from([(start, start)]);
    *search = Search {
        start,
        goal,
        reached,
        layer,
        moves: 0,
    };
}

/// The walkers of the layer.
fn walkers(maze: EntityRef<'_>) -> Vec<Walker> {
    let layer = maze
        .get::<Search>()
        .map(|search| &search.layer[..])
        .unwrap_or_default();
    layer
        .iter()
        .map(|&(cell, _)| Walker {
            cell,
            ..Walker::default()
        })
        .collect()
}

/// Where a move leads, for each heading in which the walker can go.
fn next(grid: Grid, exits: &[Exits], (walker, image): Pair) -> impl Iterator<Item = Pair> {
    exits[walker].headings().iter().filter_map(move |heading| {
        let back = heading.opposite();
        let is_open = exits[image].headings().contains(back);
        let there = if is_open {
            grid.beside(image, back)
        } else {
            image
        };
        let walker = grid.beside(walker, heading);
        (walker != there).then_some((walker, there))
    })
}

/// A layer of the search in each of the ticks that are left.
fn step(
    maze: Single<(&Grid, &mut Progress, &mut Search, &mut Route)>,
    mut cells: Cells<&'static Exits>,
) {
    let (&grid, mut progress, mut search, mut route) = maze.into_inner();
    let (exits, search) = (cells.columns(), &mut *search);
    while progress.is_walking() && progress.ticks_left() > 0 {
        search.moves += 1;
        progress.pass(1);
        for from in std::mem::take(&mut search.layer) {
            for pair in next(grid, exits, from) {
                if let Entry::Vacant(place) = search.reached.entry(pair) {
                    place.insert(from);
                    search.layer.push(pair);
                }
            }
        }
        if let Some(&arrival) = search.layer.iter().find(|pair| pair.0 == search.goal) {
            route.extend(&search.back(arrival));
            search.layer.clear();
            progress.finish(Outcome::Solved {
                moves: search.moves,
            });
        } else if search.layer.is_empty() {
            progress.finish(Outcome::NoSolution);
        }
    }
}

impl Search {
    /// The squares of the walker on the way to a pair.
    fn back(&self, pair: Pair) -> Vec<CellIndex> {
        let before = |pair: &Pair| self.reached.get(pair).copied().filter(|it| it != pair);
        let pairs = successors(Some(pair), before).take(self.moves as usize + 1);
        let mut route: Vec<CellIndex> = pairs.map(|(walker, _)| walker).collect();
        route.reverse();
        route
    }
}

/// Tells the moves, for proofs, ratings and judges: a state is where the walker is, which must come to the goal, and as
/// its pose where the image is.
fn moves(moves: Moves<'_>, maze: Single<(&Grid, &Search)>, mut cells: Cells<&'static Exits>) {
    let ((&grid, search), exits) = (maze.into_inner(), cells.columns());
    let state = |(cell, image): Pair| State {
        cell,
        pose: image.into(),
    };
    moves.answer(state(search.start), grid.cells(), |from, to| {
        to.extend(next(grid, exits, (from.cell, from.pose.into())).map(state));
    });
}

/// The image is in the way along the upper row.
pub(crate) const SCENE: &str = r#"Scene(
    name: "MIRROR",
    grid: (rows: 2, columns: 5),
    walk: Mirror(from: (1, 1), image: (1, 5), to: (1, 5)),
    text: Arrow,
)
"#;

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let mut simulation = Simulation::new(&registry.read(SCENE)?)?;
    let outcome = simulation.run().clone();
    println!("{outcome}\n{}", simulation.text());
    let proof = Proof::of(&mut simulation)?;
    assert_eq!(outcome, Outcome::Solved { moves: 6 });
    assert_eq!(proof.moves(), Some(6));
    Ok(())
}
