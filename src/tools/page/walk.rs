//! Walks by hand on pages: all steps, encoded, so that the page needs to know no rule.
//!
//! The bytes are codes, as numbers of seven bits per byte: 0 for nothing, otherwise 1 plus an index
//! in a list of reasons and steps. First, for each heading of the walker, side and cell, why the
//! way there is closed; then, for each class of walkers, side and cell, why they may not enter
//! there; then, for the poses and sides whose steps differ between cells, the step for each cell.
//! States that cannot be reached have the codes of the previous group, which compress to nothing.

use crate::base::grid::CellIndex;
use std::collections::HashMap;
use std::mem;

use serde_json::{Value, json};

use crate::base::heading::Heading;
use crate::engine::search::{SIDES, side};
use crate::picture::Stamps;
use crate::picture::{Layer, Picture, Slot};
use crate::tools::play::{Fate, Play, Steps};

/// The most states of a page: it contains the result of every step in each.
pub(crate) const STATES: usize = 1 << 18;

/// A walk by hand, for a page.
#[derive(Debug)]
pub struct PageWalk {
    steps: Steps,
    /// The world without walkers, after generation.
    empty: Picture,
    /// For each pose what is seen of a walker; the last is of one that leaves its start.
    poses: Vec<Vec<Sight>>,
}

/// What is seen in a layer of a walker.
#[derive(Debug)]
struct Sight {
    layer: usize,
    slot: Slot,
    /// Its cell, if it does not move with the walker.
    cell: Option<usize>,
}

impl PageWalk {
    /// The walk of a [`Play`].
    ///
    /// # Errors
    /// If it has too many states.
    pub fn new(play: &mut Play) -> Result<Self, String> {
        let states = play.states();
        if states > STATES {
            return Err(format!(
                "This maze has {states} states, too many to walk on a page (at most \
                 {STATES}); use `mazetick watch --play`."
            ));
        }
        let empty = play.picture_of_nobody();
        let ends = [0, empty.grid.cells() - 1].map(CellIndex::new);
        let poses = (0..=play.poses()).map(|pose| {
            let [picture, other] = ends.map(|cell| play.picture_of(pose, cell));
            let layers = empty.layers.iter().zip(&picture.layers).zip(&other.layers).enumerate();
            layers
                .flat_map(|(at, ((empty, layer), other))| seen(at, [empty, layer, other], &picture))
                .collect()
        });
        let poses = poses.collect();
        Ok(Self { steps: play.steps(), empty, poses })
    }

    /// The tick at which it starts.
    pub(super) fn tick(&self) -> u64 {
        self.steps.tick
    }

    /// The data of the walk, and the encoded steps.
    pub(super) fn world(&self, stamps: &mut Stamps) -> (Value, Vec<u8>) {
        let steps = &self.steps;
        let poses = self.poses.iter().map(|seen| {
            let stamps = seen.iter().map(|&Sight { layer, slot, cell }| {
                (stamps.of(self.empty.layers[layer].look, slot).0, cell)
            });
            stamps.collect()
        });
        let poses: Vec<Vec<(u32, Option<usize>)>> = poses.collect();
        let mut walkers: Vec<usize> = self.poses.iter().flatten().map(|it| it.layer).collect();
        walkers.sort_unstable();
        walkers.dedup();
        let layers = self.empty.layers.iter().enumerate();
        let signs = layers.filter(|(_, layer)| layer.look.is_sign).map(|(at, _)| at);
        let numbers =
            |order: &[Option<Heading>]| order.iter().map(|&it| side(it)).collect::<Vec<_>>();
        let Codes { bytes, closed, barred, usual, odd, others, .. } = Codes::new(steps);
        let world = json!({
            "tick": steps.tick,
            "poses": steps.poses,
            "start": steps.start,
            "goal": steps.goal,
            "stamps": poses,
            "walkers": walkers,
            "signs": signs.collect::<Vec<_>>(),
            "stances": steps.stances,
            "reads": steps.reads.iter().map(|it| it.map(|it| it as u8)).collect::<Vec<_>>(),
            "orders": steps.orders.iter().map(|it| numbers(it)).collect::<Vec<_>>(),
            "closed": closed,
            "barred": barred,
            "usual": usual,
            "odd": odd,
            "others": others,
            "first": first_steps(steps),
        });
        (world, bytes)
    }
}

/// What is seen in a layer of a walker in the first cell: besides what is there without one, and
/// wherever it is in the world with the walker in the last cell.
fn seen<'a>(
    layer: usize,
    [empty, there, other]: [&'a Layer; 3],
    picture: &'a Picture,
) -> impl Iterator<Item = Sight> + 'a {
    let blank = picture.sight(there.look);
    let slots = empty.values.iter().zip(&there.values).zip(&other.values).enumerate();
    slots.filter(|(_, ((empty, value), _))| empty != value).map(
        move |(at, ((_, &value), &other))| {
            let (cell, place) = there.look.place.cell(at, picture.grid);
            let cell = (value == other).then_some(cell.get());
            Sight { layer, slot: Slot { value, place, ..blank }, cell }
        },
    )
}

/// Encoded steps.
struct Codes {
    bytes: Vec<u8>,
    /// For each pose, its group in the first part.
    closed: Vec<usize>,
    /// For each pose, its group in the second part.
    barred: Vec<usize>,
    /// For each pose and side, the distance to the next cell, and its pose.
    usual: Vec<(i64, usize)>,
    /// The poses and sides that also have other steps.
    odd: Vec<usize>,
    /// The meaning of codes, from 1 on: reasons, and steps as in `usual`.
    others: Vec<Value>,
    known: HashMap<Sense, u64>,
}

/// The meaning of a code.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Sense {
    Step(i64, usize),
    Reason(u32),
}

impl Codes {
    fn new(steps: &Steps) -> Self {
        let (bytes, known) = (Vec::new(), HashMap::new());
        let (closed, barred) = (Vec::new(), Vec::new());
        let (usual, odd, others) = (Vec::new(), Vec::new(), Vec::new());
        let mut codes = Self { bytes, closed, barred, usual, odd, others, known };
        let travels = steps.reads.iter().map(|travel| travel.map_or(0, |it| it as usize)).collect();
        codes.closed = codes.reasons(steps, travels, |fate| match fate {
            Fate::Closed(reason) => Some(Some(reason)),
            Fate::Barred(_) | Fate::To(_) => Some(None),
        });
        let classes = steps.classes.iter().map(|&class| class.into()).collect();
        codes.barred = codes.reasons(steps, classes, |fate| match fate {
            Fate::Barred(reason) => Some(Some(reason)),
            Fate::To(_) => Some(None),
            Fate::Closed(_) => None,
        });
        codes.steps(steps);
        codes
    }

    /// Encodes reasons, which are equal for all poses of a group; if they are not, each pose is a
    /// group of its own. Returns the group of each pose. `reason` tells of a fate: `Some(Some(_))` is closed
    /// for that reason, `Some(None)` is open, and `None` says nothing of this part.
    fn reasons(
        &mut self,
        steps: &Steps,
        groups: Vec<usize>,
        reason: fn(Fate) -> Option<Option<u32>>,
    ) -> Vec<usize> {
        let count = groups.iter().max().map_or(0, |last| last + 1);
        let mut codes = vec![None; count * SIDES.len() * steps.cells];
        for (state, fates) in steps.steps[..steps.poses * steps.cells].iter().enumerate() {
            let (pose, cell) = (state / steps.cells, state % steps.cells);
            for (side, &fate) in fates.iter().flatten().enumerate() {
                let Some(found) = reason(fate) else { continue };
                let code = found.map_or(0, |it| self.code(Sense::Reason(it), steps));
                let there = &mut codes[(groups[pose] * SIDES.len() + side) * steps.cells + cell];
                if there.replace(code).is_some_and(|before| before != code) {
                    return self.reasons(steps, (0..steps.poses).collect(), reason);
                }
            }
        }
        let mut before = vec![0; SIDES.len() * steps.cells];
        for plane in codes.chunks(SIDES.len() * steps.cells) {
            for (before, code) in before.iter_mut().zip(plane) {
                *before = code.unwrap_or(*before);
                self.put(*before);
            }
        }
        groups
    }

    /// Encodes the steps that are not usual.
    fn steps(&mut self, steps: &Steps) {
        for plane in 0..SIDES.len() * steps.poses {
            let (pose, side) = (plane / SIDES.len(), plane % SIDES.len());
            let step = |cell: usize| match steps.steps[pose * steps.cells + cell].as_ref()?[side] {
                Fate::To(state) => Some(step_of(state, cell, steps)),
                _ => None,
            };
            let usual = most_common((0..steps.cells).filter_map(step));
            let is_odd = |cell| step(cell).is_some_and(|step| step != usual);
            if (0..steps.cells).any(is_odd) {
                self.odd.push(plane);
                for cell in 0..steps.cells {
                    let other = step(cell).filter(|step| *step != usual);
                    let code = other.map_or(0, |it| self.code(Sense::Step(it.0, it.1), steps));
                    self.put(code);
                }
            }
            self.usual.push(usual);
        }
    }

    /// Appends a number.
    fn put(&mut self, number: u64) {
        let bytes = postcard::to_extend(&number, mem::take(&mut self.bytes));
        self.bytes = bytes.expect("memory takes every byte");
    }

    /// The code of an unusual step.
    fn code(&mut self, sense: Sense, steps: &Steps) -> u64 {
        let next = self.known.len() as u64 + 1;
        *self.known.entry(sense).or_insert_with(|| {
            self.others.push(match sense {
                Sense::Step(far, pose) => json!([far, pose]),
                Sense::Reason(reason) => json!(steps.reasons[reason as usize]),
            });
            next
        })
    }
}

/// The result of the first step to every side.
fn first_steps(steps: &Steps) -> Vec<Value> {
    let fates = steps.steps[steps.cells * steps.poses].as_ref().expect("every walk begins");
    let fates = fates.iter().map(|&fate| match fate {
        Fate::To(state) => json!(step_of(state, steps.start.0.get(), steps)),
        Fate::Closed(reason) | Fate::Barred(reason) => json!(steps.reasons[reason as usize]),
    });
    fates.collect()
}

/// The distance from one cell to that of a state, and the state's pose.
fn step_of(state: u32, from: usize, steps: &Steps) -> (i64, usize) {
    let state = state as usize;
    let far = (state % steps.cells).cast_signed() - from.cast_signed();
    (far as i64, state / steps.cells)
}

/// The most common step; of several the first.
fn most_common(steps: impl Iterator<Item = (i64, usize)>) -> (i64, usize) {
    let mut counts: Vec<((i64, usize), u32)> = Vec::new();
    for step in steps {
        match counts.iter_mut().find(|(known, _)| *known == step) {
            Some((_, count)) => *count += 1,
            None => counts.push((step, 1)),
        }
    }
    counts.into_iter().rev().max_by_key(|&(_, count)| count).map_or((0, 0), |(step, _)| step)
}
