//! Planting: long routes on boards of empty places, which are filled as the route needs them.
//!
//! Of all plans of a number of moves those that look best go on, a move each: a beam. A move fills at most one
//! place. It is refused if what that opens leads from off the route to a later state of it, so that the route
//! of a plan is always the only one.

use std::cmp::Reverse;

use super::frame::{EMPTY, Frame, Place, Way};
use crate::base::chance::Chance;
use crate::tools::graph::number;

/// Plants routes on the boards of a frame.
#[derive(Debug)]
pub(super) struct Planter<'a> {
    frame: &'a Frame,
    /// The states from which ways lead to the goal, by place.
    doors: Vec<(u32, Way)>,
    plan: Plan,
    /// The last move.
    step: (u32, u32),
    /// The states whose height it changed, and what that was.
    log: Vec<(u32, u32)>,
    ahead: Vec<u32>,
}

/// A route on a board of empty places.
#[derive(Clone, Debug, Default)]
struct Plan {
    /// The values of the places.
    values: Vec<u32>,
    /// The [heights](super::heights) of the states; the ways from the last state of the route count nothing yet.
    heights: Vec<u32>,
    route: Vec<u32>,
}

/// The height of a state that is not met.
const UNMET: u32 = u32::MAX;

/// A plan that is a move longer: how good it looks, which plan it goes on, by which of the ways, and with which
/// value of its place.
type Child = (Reverse<u32>, usize, usize, u32);

/// The plans of a number of moves are 2⁻¹² of the steps.
const WIDTH: u32 = 12;

/// The most states that all plans of a number of moves have together.
const STATES: usize = 1 << 20;

impl<'a> Planter<'a> {
    pub(super) fn new(frame: &'a Frame) -> Self {
        let states = 0..number(frame.states());
        let ways = states.flat_map(|from| frame.ways(from).iter().map(move |&way| (from, way)));
        let mut doors: Vec<_> = ways.filter(|(_, way)| way.to == frame.goal).collect();
        doors.sort_by_key(|(_, way)| way.place);
        let (plan, step, log, ahead) = Default::default();
        Self { frame, doors, plan, step, log, ahead }
    }

    /// The values of a board with a route of at most so many moves, if one is found in about so many steps; and
    /// the number of steps. A step tries a move with a value of its place.
    pub(super) fn plant(
        &mut self,
        places: &[Place],
        (moves, budget): (u32, u64),
        chance: &mut Chance,
        stop: impl Fn() -> bool,
    ) -> (Option<Vec<u32>>, u64) {
        let width = usize::try_from(budget >> WIDTH).unwrap_or(usize::MAX);
        let width = width.clamp(1, (STATES / self.frame.states()).max(1));
        let (mut steps, mut end) = (0, None::<Plan>);
        let (mut plans, mut next) = (vec![self.seed(places.len())], Vec::new());
        let (mut children, mut ends) = (Vec::new(), Vec::new());
        for _ in 0..moves {
            if plans.is_empty() || steps >= budget || stop() {
                break;
            }
            for (parent, plan) in plans.iter().enumerate() {
                self.plan.copy(plan);
                steps += self.try_steps(parent, (&mut children, &mut ends), chance);
            }
            if let Some(&longest) = ends.iter().min() {
                self.go_on(&plans, longest);
                end.get_or_insert_default().copy(&self.plan);
            }
            children.sort_unstable();
            children.truncate(width);
            next.resize_with(children.len(), Plan::default);
            for (plan, &child) in next.iter_mut().zip(&children) {
                self.go_on(&plans, child);
                plan.copy(&self.plan);
            }
            (plans, next) = (next, plans);
            children.clear();
            ends.clear();
        }
        let values = end.map(|end| {
            (self.plan, self.step) = (end, (UNMET, UNMET));
            self.close(places, chance);
            self.plan.values.clone()
        });
        (values, steps)
    }

    /// The plan without a move.
    fn seed(&self, places: usize) -> Plan {
        let mut heights = vec![UNMET; self.frame.states()];
        heights[self.frame.start as usize] = 0;
        Plan { values: vec![self.frame.empty(); places], heights, route: vec![self.frame.start] }
    }

    /// Tries every move that makes the plan longer, or ends it; returns how many there are.
    fn try_steps(
        &mut self,
        parent: usize,
        (children, ends): (&mut Vec<Child>, &mut Vec<Child>),
        chance: &mut Chance,
    ) -> u64 {
        let frame = self.frame;
        let mut steps = 0;
        for (index, &way) in frame.ways(self.last()).iter().enumerate() {
            if self.plan.heights[way.to as usize] != UNMET {
                continue;
            }
            let old = self.plan.values[way.place as usize];
            let fills = frame.fills(way, old);
            for value in (0..=EMPTY).filter(|value| fills >> value & 1 == 1) {
                steps += 1;
                if self.step(way, value) {
                    let (luck, is_end) = (chance.below(500), way.to == frame.goal);
                    let promise = if is_end { Some(0) } else { self.promise() };
                    let child = promise.map(|it| (Reverse(it + luck), parent, index, value));
                    if is_end { &mut *ends } else { &mut *children }.extend(child);
                }
                self.plan.route.pop();
                self.undo(way.place as usize, old);
            }
        }
        steps
    }

    /// How good the plan looks: the more empty places it has, the more values by which the goal can still be
    /// entered, and the fewer ways on, as other routes seldom come by, the better. `None` if it leads nowhere.
    fn promise(&self) -> Option<u32> {
        let Plan { values, heights, .. } = &self.plan;
        let is_way_on = |way: &&Way| {
            let fills = self.frame.fills(**way, values[way.place as usize]);
            fills != 0 && heights[way.to as usize] == UNMET
        };
        let onward = number(self.frame.ways(self.last()).iter().filter(is_way_on).count());
        let empty = number(values.iter().filter(|&&it| it == self.frame.empty()).count());
        let doors = self.doors();
        (onward.min(doors) > 0).then(|| 1000 * empty + 200 * (doors + 6 - onward.min(6)))
    }

    /// Takes a step again.
    fn go_on(&mut self, plans: &[Plan], (_, parent, way, value): Child) {
        self.plan.copy(&plans[parent]);
        self.step(self.frame.ways(self.last())[way], value);
    }

    /// Goes on by a way whose place gets a value; whether that is allowed.
    fn step(&mut self, way: Way, value: u32) -> bool {
        let height = number(self.plan.route.len() - 1);
        self.step = (self.last(), way.to);
        self.log.clear();
        self.set(way.to, height + 1);
        self.plan.route.push(way.to);
        let (frame, from) = (self.frame, self.step.0);
        let mut others = frame.ways(from).iter();
        self.fill(way.place, value)
            && others.all(|it| !it.is_open(&self.plan.values) || self.meet(from, it.to, height))
    }

    /// Takes back the value of a place, and the heights that it has changed.
    fn undo(&mut self, place: usize, value: u32) {
        self.plan.values[place] = value;
        for (state, height) in self.log.drain(..).rev() {
            self.plan.heights[state as usize] = height;
        }
    }

    /// Puts a value in a place, and meets what that opens; false if that leads to a later state of the route.
    fn fill(&mut self, place: u32, value: u32) -> bool {
        let old = std::mem::replace(&mut self.plan.values[place as usize], value);
        old == value
            || self.frame.of_places[place as usize].iter().all(|&(from, way)| {
                let height = self.plan.heights[from as usize];
                let is_new = way.opens(value) && !way.opens(old);
                !is_new || height == UNMET || from == self.step.1 || self.meet(from, way.to, height)
            })
    }

    /// Meets what a move at a height leads to; false if that is a later state of the route.
    fn meet(&mut self, from: u32, to: u32, height: u32) -> bool {
        if (from, to) == self.step {
            return true;
        }
        let frame = self.frame;
        self.ahead.clear();
        if !self.meet_one(to, height) {
            return false;
        }
        while let Some(here) = self.ahead.pop() {
            for way in frame.ways(here) {
                if way.is_open(&self.plan.values) && !self.meet_one(way.to, height) {
                    return false;
                }
            }
        }
        true
    }

    fn meet_one(&mut self, to: u32, height: u32) -> bool {
        let there = self.plan.heights[to as usize];
        if there <= height {
            return true;
        }
        if to == self.frame.goal || self.plan.route.get(there as usize) == Some(&to) {
            return false;
        }
        self.set(to, height);
        self.ahead.push(to);
        true
    }

    fn set(&mut self, state: u32, height: u32) {
        let there = &mut self.plan.heights[state as usize];
        self.log.push((state, std::mem::replace(there, height)));
    }

    /// By how many values of places the goal can still be entered, up to 6.
    fn doors(&self) -> u32 {
        let last = self.last();
        let of_place = |doors: &[(u32, Way)]| {
            let (mut open, mut shut) = (0_u64, 0_u64);
            for &(from, way) in doors {
                let fills = self.frame.fills(way, self.plan.values[way.place as usize]);
                let is_ahead = from == last || self.plan.heights[from as usize] == UNMET;
                *(if is_ahead { &mut open } else { &mut shut }) |= fills;
            }
            (open & !shut).count_ones()
        };
        self.doors.chunk_by(|a, b| a.1.place == b.1.place).map(of_place).sum::<u32>().min(6)
    }

    /// Fills what is empty: with any value that leads to no later state of the route, or with any if none does;
    /// of values whose bits open ways one by one, with every such bit.
    fn close(&mut self, places: &[Place], chance: &mut Chance) {
        let mut order: Vec<usize> = (0..places.len()).collect();
        for last in (1..order.len()).rev() {
            order.swap(last, chance.place(last + 1));
        }
        for place in order {
            let Place { values, .. } = places[place];
            if self.frame.is_bitwise {
                for bit in (0..values.ilog2()).map(|bit| 1 << bit) {
                    self.try_fill(place, self.plan.values[place] | bit);
                }
            } else if self.plan.values[place] == EMPTY {
                let first = chance.below(values);
                if !(0..values).any(|it| self.try_fill(place, (first + it) % values)) {
                    self.plan.values[place] = first;
                }
            }
        }
    }

    fn try_fill(&mut self, place: usize, value: u32) -> bool {
        let old = self.plan.values[place];
        self.log.clear();
        let is_allowed = self.fill(number(place), value);
        if !is_allowed {
            self.undo(place, old);
        }
        is_allowed
    }

    fn last(&self) -> u32 {
        self.plan.route[self.plan.route.len() - 1]
    }
}

impl Plan {
    /// Becomes another one, in its own memory.
    fn copy(&mut self, other: &Self) {
        self.values.clone_from(&other.values);
        self.heights.clone_from(&other.heights);
        self.route.clone_from(&other.route);
    }
}
