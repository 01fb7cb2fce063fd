//! Planting: long routes on boards of empty places, which are filled as the route needs them.
//!
//! Of all plans of a number of moves those that look best go on, a move each: a beam. A move fills at most one
//! place. It is refused if what that opens leads from off the route to a later state of it, so that the route
//! of a plan is always the only one.

use std::cmp::Reverse;
use std::mem;

use super::frame::{EMPTY, Frame, Place, Way};
use crate::base::chance::Chance;
use crate::base::count::fitted;
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
        let most = (STATES / self.frame.states()).max(1);
        let width = fitted::<usize, _>(budget >> WIDTH).clamp(1, most);
        let (mut steps, mut end) = (0, None);
        let mut plans = vec![self.seed(places.len())];
        for _ in 0..moves {
            if plans.is_empty() || steps >= budget || stop() {
                break;
            }
            let mut found = [Vec::new(), Vec::new()];
            for (parent, plan) in plans.iter_mut().enumerate() {
                mem::swap(&mut self.plan, plan);
                steps += self.try_steps(parent, &mut found, chance);
                mem::swap(&mut self.plan, plan);
            }
            let [mut children, ends] = found;
            end = ends.into_iter().min().map(|longest| self.longer(&plans, longest)).or(end);
            children.sort_unstable();
            children.truncate(width);
            plans = children.into_iter().map(|child| self.longer(&plans, child)).collect();
        }
        let values = end.map(|end| {
            (self.plan, self.step) = (end, (UNMET, UNMET));
            self.close(places, chance);
            mem::take(&mut self.plan.values)
        });
        (values, steps)
    }

    /// The plan without a move.
    fn seed(&self, places: usize) -> Plan {
        let mut heights = vec![UNMET; self.frame.states()];
        heights[self.frame.start as usize] = 0;
        Plan { values: vec![self.frame.empty(); places], heights, route: vec![self.frame.start] }
    }

    /// Tries every move that makes the plan longer, or ends it, which are kept apart; returns how many there are.
    fn try_steps(
        &mut self,
        parent: usize,
        found: &mut [Vec<Child>; 2],
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
                    found[usize::from(is_end)].extend(child);
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

    /// A plan that is a move longer than one of these.
    fn longer(&mut self, plans: &[Plan], (_, parent, way, value): Child) -> Plan {
        self.plan = plans[parent].clone();
        self.step(self.frame.ways(self.last())[way], value);
        mem::take(&mut self.plan)
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
        let old = mem::replace(&mut self.plan.values[place as usize], value);
        old == value
            || self.frame.of_places[place as usize].iter().all(|&(from, way)| {
                let height = self.plan.heights[from as usize];
                let is_new = way.opens(value) && !way.opens(old);
                !is_new || height == UNMET || from == self.step.1 || self.meet(from, way.to, height)
            })
    }

    /// Meets what a move at a height leads to; false if that is a later state of the route.
    fn meet(&mut self, from: u32, to: u32, height: u32) -> bool {
        let frame = self.frame;
        self.ahead.clear();
        self.ahead.extend(Some(to).filter(|&to| (from, to) != self.step));
        while let Some(here) = self.ahead.pop() {
            let there = self.plan.heights[here as usize];
            if there <= height {
                continue;
            }
            if here == frame.goal || self.plan.route.get(there as usize) == Some(&here) {
                return false;
            }
            self.set(here, height);
            let open = frame.ways(here).iter().filter(|it| it.is_open(&self.plan.values));
            self.ahead.extend(open.map(|it| it.to));
        }
        true
    }

    fn set(&mut self, state: u32, height: u32) {
        let there = &mut self.plan.heights[state as usize];
        self.log.push((state, mem::replace(there, height)));
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
