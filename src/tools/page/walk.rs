//! Walks by hand on pages: all steps, encoded, so that the page needs to know no rule.
//!
//! The bytes are codes, as numbers of seven bits per byte: the one before it for a state that cannot be reached, otherwise
//! 1 plus an index in a list of what a step comes to, which is a step or the reason why there is none. For
//! each side and cell come the codes of all poses, by the heading of the sign that they read, and of the walker
//! that leaves its start: beside each other, as a step mostly comes to the same in every pose, which compresses.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::base::grid::CellIndex;
use crate::base::heading::Heading;
use crate::base::limits::PAGE_STATES;
use crate::engine::search::{SIDES, side};
use crate::picture::stamps::Stamps;
use crate::picture::{Layer, Picture, Slot};
use crate::tools::play::{Fate, Play, Steps};

/// A walk by hand, for a page.
#[derive(Debug)]
pub struct PageWalk {
    steps: Steps,
    /// The world without walkers, after generation.
    empty: Picture,
    /// What is seen of a walker in each pose; the last is of one that leaves its start.
    poses: Vec<Vec<SeenSlot>>,
}

/// A maze has more states than a page can hold.
#[derive(Debug, derive_more::Display)]
#[display(
    "This maze has {_0} states, too many to walk on a page (at most {PAGE_STATES}); use \
     `mazetick watch --play`."
)]
pub struct TooManyStates(usize);

/// What is seen in a layer of a walker.
#[derive(Debug)]
struct SeenSlot {
    layer: usize,
    slot: Slot,
    /// The cell of the slot, if it does not move with the walker.
    cell: Option<usize>,
}

impl PageWalk {
    /// The walk of a [`Play`].
    pub fn new(play: &mut Play) -> Result<Self, TooManyStates> {
        let states = play.states();
        if states > PAGE_STATES {
            return Err(TooManyStates(states));
        }
        let empty = play.picture_of(None);
        let ends = [0, empty.grid.cells() - 1].map(CellIndex::new);
        let poses = (0..=play.poses()).map(|pose| {
            let [picture, other] = ends.map(|cell| play.picture_of(Some((pose, cell))));
            let layers = empty
                .layers
                .iter()
                .zip(&picture.layers)
                .zip(&other.layers)
                .enumerate();
            layers
                .flat_map(|(at, ((empty, layer), other))| seen(at, [empty, layer, other], &picture))
                .collect()
        });
        let poses = poses.collect();
        Ok(Self {
            steps: play.steps(),
            empty,
            poses,
        })
    }

    pub(super) fn tick(&self) -> u64 {
        self.steps.tick
    }

    pub(super) fn world(&self, stamps: &mut Stamps) -> (Value, Vec<u8>) {
        let steps = &self.steps;
        let poses = self.poses.iter().map(|seen| {
            let stamps = seen.iter().map(|&SeenSlot { layer, slot, cell }| {
                (stamps.of(self.empty.layers[layer].look, slot).0, cell)
            });
            stamps.collect()
        });
        let poses: Vec<Vec<(u32, Option<usize>)>> = poses.collect();
        let mut walkers: Vec<usize> = self.poses.iter().flatten().map(|it| it.layer).collect();
        walkers.sort_unstable();
        walkers.dedup();
        let layers = self.empty.layers.iter().enumerate();
        let signs = layers
            .filter(|(_, layer)| layer.look.is_sign)
            .map(|(at, _)| at);
        let numbers =
            |order: &[Option<Heading>]| order.iter().map(|&it| side(it)).collect::<Vec<_>>();
        let (bytes, fates) = encoded(steps);
        let world = json!({
            "tick": steps.tick,
            "poses": steps.poses,
            "start": steps.start,
            "goals": steps.goals,
            "stamps": poses,
            "walkers": walkers,
            "signs": signs.collect::<Vec<_>>(),
            "stances": steps.stances,
            "reads": steps.reads.iter().map(|it| it.map(|it| it as u8)).collect::<Vec<_>>(),
            "orders": steps.orders.iter().map(|it| numbers(it)).collect::<Vec<_>>(),
            "fates": fates,
        });
        (world, bytes)
    }
}

/// What a walker in the first cell adds to a layer. It has a cell of its own if it is the same with the walker in the
/// last cell.
fn seen<'a>(
    layer: usize,
    [empty, first, other]: [&'a Layer; 3],
    picture: &'a Picture,
) -> impl Iterator<Item = SeenSlot> + 'a {
    let blank = picture.blank_slot(first.look);
    let slots = empty
        .values
        .iter()
        .zip(&first.values)
        .zip(&other.values)
        .enumerate();
    slots.filter(|(_, ((empty, value), _))| empty != value).map(
        move |(at, ((_, &value), &other))| {
            let (cell, place) = first.look.place.cell(at, picture.grid);
            let cell = (value == other).then_some(cell.get());
            SeenSlot {
                layer,
                slot: Slot {
                    value,
                    place,
                    ..blank
                },
                cell,
            }
        },
    )
}

/// The codes of all steps, and their meanings: the distance to the next cell and its pose, or a reason.
fn encoded(steps: &Steps) -> (Vec<u8>, Vec<Value>) {
    let (mut bytes, mut codes, mut fates) = (Vec::new(), HashMap::new(), Vec::new());
    let Steps {
        cells,
        poses,
        start,
        ..
    } = *steps;
    let (mut order, mut code): (Vec<usize>, _) = ((0..poses).collect(), 0);
    order.sort_by_key(|&pose| steps.reads[pose].map(|it| it as u8));
    for (side, cell) in (0..SIDES.len()).flat_map(|side| (0..cells).map(move |cell| (side, cell))) {
        // The state that leaves the start comes after all others.
        let states = order.iter().map(|pose| pose * cells + cell);
        let start = (start.0.get() == cell).then_some(poses * cells);
        for state in states.map(Some).chain([start]) {
            let fate = state.and_then(|state| Some(steps.steps[state].as_ref()?[side]));
            let sense = fate.map(|fate| match fate {
                Fate::To(to) => {
                    let far = (to as usize % cells).cast_signed() - cell.cast_signed();
                    (far, to as usize / cells)
                }
                Fate::Closed(reason) => (0, usize::MAX - reason as usize),
            });
            code = sense.map_or(code, |sense| {
                *codes.entry(sense).or_insert_with(|| {
                    fates.push(match fate {
                        Some(Fate::Closed(reason)) => json!(steps.reasons[reason as usize]),
                        _ => json!(sense),
                    });
                    fates.len()
                })
            });
            bytes = postcard::to_extend(&code, bytes).expect("memory takes every byte");
        }
    }
    (bytes, fates)
}
