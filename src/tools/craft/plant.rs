//! Planting: long routes on boards of empty places, which are filled as the route needs them.
//!
//! Of all plans of a number of moves those that look best go on, a move each: a beam. A move fills at most one
//! place. It is refused if what that opens leads from off the route to a later state of it, so that the route
//! of a plan is the only one, until the places that are left empty are filled.

use std::cmp::Reverse;
use std::mem;

use super::heights::UNMET;
use super::move_table::{CraftPlace, EMPTY, MoveTable, Way};
use crate::base::chance::Chance;
use crate::base::count::saturating_usize;
use crate::tools::graph::number;

#[derive(Debug)]
pub(super) struct Planter<'a> {
    table: &'a MoveTable,
    /// The states from which ways lead to a goal, by place.
    doors: Vec<(u32, Way)>,
    plan: PlantedRoute,
    last_move: (u32, u32),
    /// States whose height was changed since the log was cleared, each with its height before.
    log: Vec<(u32, u32)>,
    ahead: Vec<u32>,
}

#[derive(Clone, Debug, Default)]
struct PlantedRoute {
    values: Vec<u32>,
    /// The [heights](super::heights) of the states; the ways from the last state of the route count nothing yet.
    heights: Vec<u32>,
    route: Vec<u32>,
}

const NO_STATE: u32 = u32::MAX;

/// A plan that is a move longer: how good it looks, which plan it goes on, by which of the ways, and with which
/// value of its place.
type Child = (Reverse<u32>, usize, usize, u32);

/// The beam keeps a plan for each so many steps of the budget.
const STEPS_PER_PLAN: u64 = 1 << 12;

/// Beyond this many, ways on and ways into the goal do not count.
const ENOUGH: u32 = 6;

/// The most states that all plans of a number of moves have together.
const STATES: usize = 1 << 20;

impl<'a> Planter<'a> {
    pub(super) fn new(table: &'a MoveTable) -> Self {
        let states = 0..number(table.ways.len());
        let ways = states.flat_map(|from| table.ways(from).iter().map(move |&way| (from, way)));
        let mut doors: Vec<_> = ways
            .filter(|(_, way)| table.goals.contains(&way.to))
            .collect();
        doors.sort_by_key(|(_, way)| way.place);
        let (plan, last_move, log, ahead) = Default::default();
        Self {
            table,
            doors,
            plan,
            last_move,
            log,
            ahead,
        }
    }

    /// The values of a board with a route of at most so many moves, if one is found in about so many steps; and
    /// the number of steps. A step tries a move with a value of its place.
    pub(super) fn plant(
        &mut self,
        places: &[CraftPlace],
        (moves, budget): (u32, u64),
        chance: &mut Chance,
        stop: impl Fn() -> bool,
    ) -> (Option<Vec<u32>>, u64) {
        let most = (STATES / self.table.ways.len()).max(1);
        let width = saturating_usize(budget / STEPS_PER_PLAN).clamp(1, most);
        let (mut steps, mut end) = (0, None);
        let (start, mut heights) = (self.table.start, vec![UNMET; self.table.ways.len()]);
        heights[start as usize] = 0;
        let values = vec![self.table.empty(); places.len()];
        let mut plans = vec![PlantedRoute {
            values,
            heights,
            route: vec![start],
        }];
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
            // Ends of this pass are longer than those of any before; which of them is left to luck.
            end = ends
                .into_iter()
                .min()
                .map(|luckiest| self.longer(&plans, luckiest))
                .or(end);
            children.sort_unstable();
            children.truncate(width);
            plans = children
                .into_iter()
                .map(|child| self.longer(&plans, child))
                .collect();
        }
        let values = end.map(|end| {
            (self.plan, self.last_move) = (end, (NO_STATE, NO_STATE));
            self.fill_rest(places, chance);
            mem::take(&mut self.plan.values)
        });
        (values, steps)
    }

    /// Tries every move that makes the plan longer, or ends it, which are kept apart; returns how many there are.
    fn try_steps(
        &mut self,
        parent: usize,
        found: &mut [Vec<Child>; 2],
        chance: &mut Chance,
    ) -> u64 {
        let table = self.table;
        let mut steps = 0;
        for (index, &way) in table.ways(self.last()).iter().enumerate() {
            if self.plan.heights[way.to as usize] != UNMET {
                continue;
            }
            let old = self.plan.values[way.place as usize];
            let openers = table.openers(way, old);
            for value in (0..u64::BITS).filter(|value| openers >> value & 1 == 1) {
                steps += 1;
                if self.go(way, value) {
                    let (luck, is_end) = (chance.below(500), table.goals.contains(&way.to));
                    let outlook = if is_end { Some(0) } else { self.outlook() };
                    let child = outlook.map(|it| (Reverse(it + luck), parent, index, value));
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
    fn outlook(&self) -> Option<u32> {
        let PlantedRoute {
            values, heights, ..
        } = &self.plan;
        let is_way_on = |way: &&Way| {
            let openers = self.table.openers(**way, values[way.place as usize]);
            openers != 0 && heights[way.to as usize] == UNMET
        };
        let onward = number(
            self.table
                .ways(self.last())
                .iter()
                .filter(is_way_on)
                .count(),
        );
        let empty = number(
            values
                .iter()
                .filter(|&&it| it == self.table.empty())
                .count(),
        );
        let ways_in = self.ways_in();
        (onward > 0 && ways_in > 0)
            .then(|| 1000 * empty + 200 * (ways_in + ENOUGH - onward.min(ENOUGH)))
    }

    fn longer(&mut self, plans: &[PlantedRoute], (_, parent, way, value): Child) -> PlantedRoute {
        self.plan = plans[parent].clone();
        self.go(self.table.ways(self.last())[way], value);
        mem::take(&mut self.plan)
    }

    /// Goes on by a way whose place gets a value; whether that is allowed. Changes the plan either way.
    fn go(&mut self, way: Way, value: u32) -> bool {
        let height = number(self.plan.route.len() - 1);
        self.last_move = (self.last(), way.to);
        self.log.clear();
        self.set(way.to, height + 1);
        self.plan.route.push(way.to);
        let (table, from) = (self.table, self.last_move.0);
        let mut others = table.ways(from).iter(); // which count from now on
        self.fill(way.place, value)
            && others.all(|it| !it.is_open(&self.plan.values) || self.meet(from, it.to, height))
    }

    /// Takes back the value of a place, and the heights that it has changed; the route is the caller's.
    fn undo(&mut self, place: usize, value: u32) {
        self.plan.values[place] = value;
        for (state, height) in self.log.drain(..).rev() {
            self.plan.heights[state as usize] = height;
        }
    }

    /// Puts a value in a place, and meets what that opens; false if that leads to a later state of the route,
    /// or to a goal.
    fn fill(&mut self, place: u32, value: u32) -> bool {
        let old = mem::replace(&mut self.plan.values[place as usize], value);
        old == value
            || self.table.by_place[place as usize]
                .iter()
                .all(|&(from, way)| {
                    let height = self.plan.heights[from as usize];
                    let is_new = way.opens(value) && !way.opens(old);
                    !is_new
                        || height == UNMET
                        || from == self.last_move.1
                        || self.meet(from, way.to, height)
                })
    }

    /// Lowers to this height all states that a move leads to and that are above it, and those after
    /// them; false if one is a goal or a later state of the route. The last move itself is not met.
    fn meet(&mut self, from: u32, to: u32, height: u32) -> bool {
        let table = self.table;
        self.ahead.clear();
        self.ahead
            .extend(Some(to).filter(|&to| (from, to) != self.last_move));
        while let Some(state) = self.ahead.pop() {
            let known = self.plan.heights[state as usize];
            if known <= height {
                continue;
            }
            let is_ahead = self.plan.route.get(known as usize) == Some(&state);
            if is_ahead || table.goals.contains(&state) {
                return false;
            }
            self.set(state, height);
            let open = table
                .ways(state)
                .iter()
                .filter(|it| it.is_open(&self.plan.values));
            self.ahead.extend(open.map(|it| it.to));
        }
        true
    }

    fn set(&mut self, state: u32, height: u32) {
        let known = &mut self.plan.heights[state as usize];
        self.log.push((state, mem::replace(known, height)));
    }

    /// How many values of places still let the route enter the goal, up to [`ENOUGH`]. Values that would
    /// also let in a state already met are no use: they open another route.
    fn ways_in(&self) -> u32 {
        let last = self.last();
        let of_place = |doors: &[(u32, Way)]| {
            let (mut open, mut shut) = (0_u64, 0_u64);
            for &(from, way) in doors {
                let openers = self
                    .table
                    .openers(way, self.plan.values[way.place as usize]);
                let is_ahead = from == last || self.plan.heights[from as usize] == UNMET;
                *(if is_ahead { &mut open } else { &mut shut }) |= openers;
            }
            (open & !shut).count_ones()
        };
        self.doors
            .chunk_by(|a, b| a.1.place == b.1.place)
            .map(of_place)
            .sum::<u32>()
            .min(ENOUGH)
    }

    /// Fills what is empty: with any value that leads to no later state of the route, or with any if none does;
    /// of values whose bits open ways one by one, with every such bit.
    fn fill_rest(&mut self, places: &[CraftPlace], chance: &mut Chance) {
        let mut order: Vec<usize> = (0..places.len()).collect();
        for last in (1..order.len()).rev() {
            order.swap(last, chance.place(last + 1));
        }
        for place in order {
            let CraftPlace { values: count, .. } = places[place];
            if self.table.is_bitwise {
                for bit in (0..count.ilog2()).map(|bit| 1 << bit) {
                    self.try_fill(place, self.plan.values[place] | bit);
                }
            } else if self.plan.values[place] == EMPTY {
                let first = chance.below(count);
                if !(0..count).any(|it| self.try_fill(place, (first + it) % count)) {
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
