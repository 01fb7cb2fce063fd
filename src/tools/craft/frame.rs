//! Frames: the moves that each value of each place opens, as plain arrays, asked of a world once.

use std::iter;

use crate::base::walker::Walker;
use crate::engine::search::{Asked, State, StepProbe};
use crate::scene::CraftType;
use crate::scene::simulation::Simulation;
use crate::tools::graph::{Net, number as serial};

/// Every move that some value of a place opens.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// For each state, the end of its ways in `ways`. The start and the goal come last.
    ends: Vec<u32>,
    ways: Vec<Way>,
    /// For each place, the states and their ways that it decides.
    pub(super) of_places: Vec<Vec<(u32, Way)>>,
    pub(super) start: u32,
    pub(super) goal: u32,
    /// Whether the bits of a value open ways one by one.
    pub(super) is_bitwise: bool,
    /// For each state 1 plus its number in the net being made, or 0.
    numbers: Vec<u32>,
    /// The states of that net.
    met: Vec<u32>,
}

/// A place that can be changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The index of its craft.
    pub(super) craft: usize,
    pub(super) at: usize,
    pub(super) values: u32,
}

/// A move, and the values of a place that open it, a bit each. One that is always open has all bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) to: u32,
    pub(super) place: u32,
    opens: u64,
}

/// The value of an empty place: it opens nothing.
pub(super) const EMPTY: u32 = 63;

/// The most states of a frame times values.
const SIZE: usize = 1 << 24;

/// The ways of each state, while they are found: where to, by which place, opened by which values.
type Found = Vec<Vec<(u32, Option<u32>, u64)>>;

impl Frame {
    /// The frame of a craft, if it says which place decides a step. `load` gives the world in which every
    /// place has a value, or its largest one.
    pub(super) fn of(
        craft: &CraftType,
        places: &[Place],
        mut load: impl FnMut(u32) -> Option<Simulation>,
    ) -> Option<Self> {
        let most = places.iter().map(|it| it.values).max().filter(|&it| it <= EMPTY)?;
        let mut frame = Self { is_bitwise: craft.is_bitwise, ..Self::default() };
        let mut ways = Found::new();
        for value in 0..most {
            frame.ask(load(value)?, craft, places, value, &mut ways)?;
        }
        frame.of_places = vec![Vec::new(); places.len()];
        frame.lay_out(ways, u64::MAX >> (64 - most))
    }

    /// Adds the ways of a world in which every place has a value; `None` if there are too many.
    fn ask(
        &mut self,
        mut world: Simulation,
        craft: &CraftType,
        places: &[Place],
        value: u32,
        ways: &mut Found,
    ) -> Option<()> {
        let (grid, goal, probe) = (world.grid(), world.goal_cell(), world.probe()?);
        let mut asked = Asked::default();
        world.ask_moves(&mut asked)?;
        let states = grid.cells() * asked.poses;
        if states * places.iter().map(|it| it.values as usize).max()? > SIZE {
            return None;
        }
        let number = |State { cell, pose }| {
            if cell == goal { states + 1 } else { pose as usize * grid.cells() + cell.get() }
        };
        let is_apart = asked.is_start_apart || asked.start.cell == goal;
        let start = if is_apart { states } else { number(asked.start) };
        (self.start, self.goal) = (serial(start), serial(states + 1));
        ways.resize(states + 2, Vec::new());
        let poses = 0..serial(asked.poses);
        let all = poses.flat_map(|pose| grid.indices().map(move |cell| State { cell, pose }));
        let others = all.filter(|&it| it.cell != goal && number(it) != start);
        asked.from = iter::once(asked.start).chain(others).collect();
        world.ask_moves(&mut asked)?;
        let by_place = |of: usize| places.binary_search_by_key(&of, |it| it.at).ok();
        let mut begin = 0;
        for (at, (&from, &end)) in asked.from.iter().zip(&asked.ends).enumerate() {
            let ways = &mut ways[if at == 0 { start } else { number(from) }];
            for &to in &asked.to[begin..end] {
                let place = (craft.decides)(grid, walker(&probe, from), walker(&probe, to));
                let place = place.and_then(by_place);
                if place.is_some_and(|place| value >= places[place].values) {
                    continue;
                }
                let (to, place) = (serial(number(to)), place.map(serial));
                match ways.iter_mut().find(|it| (it.0, it.1) == (to, place)) {
                    Some(way) => way.2 |= 1 << value,
                    None => ways.push((to, place, 1 << value)),
                }
            }
            begin = end;
        }
        Some(())
    }

    /// Lays the ways out; `None` if a move depends on values without a place that decides it.
    fn lay_out(mut self, ways: Found, always: u64) -> Option<Self> {
        self.numbers = vec![0; ways.len()];
        for (from, ways) in (0..).zip(ways) {
            for (to, place, opens) in ways {
                let way = match place {
                    Some(place) => Way { to, place, opens },
                    None if opens == always => Way { to, place: 0, opens: u64::MAX },
                    None => return None,
                };
                self.ways.push(way);
                if let Some(place) = place {
                    self.of_places[place as usize].push((from, way));
                }
            }
            self.ends.push(serial(self.ways.len()));
        }
        Some(self)
    }

    /// The ways from a state.
    pub(super) fn ways(&self, from: u32) -> &[Way] {
        let begin = if from == 0 { 0 } else { self.ends[from as usize - 1] as usize };
        &self.ways[begin..self.ends[from as usize] as usize]
    }

    /// The number of states.
    pub(super) fn states(&self) -> usize {
        self.ends.len()
    }

    /// The value of an empty place: it opens nothing.
    pub(super) fn empty(&self) -> u32 {
        if self.is_bitwise { 0 } else { EMPTY }
    }

    /// The values, a bit each, that open a way whose place has this one: itself if it does; another only if the
    /// place is empty, or if its bits are added.
    pub(super) fn fills(&self, way: Way, value: u32) -> u64 {
        match value {
            _ if way.opens(value) => 1 << value,
            _ if self.is_bitwise => 1 << (value | way.opens.trailing_zeros()),
            EMPTY => way.opens,
            _ => 0,
        }
    }

    /// The net of a board, in place of another.
    pub(super) fn fill(&mut self, values: &[u32], net: &mut Net) {
        net.clear();
        for state in self.met.drain(..) {
            self.numbers[state as usize] = 0;
        }
        self.met.push(self.start);
        self.numbers[self.start as usize] = 1;
        net.before.push(0);
        let mut number = 0;
        while let Some(&state) = self.met.get(number as usize) {
            let row = net.to.len();
            let begin = if state == 0 { 0 } else { self.ends[state as usize - 1] as usize };
            for way in &self.ways[begin..self.ends[state as usize] as usize] {
                if !way.is_open(values) {
                    continue;
                }
                let known = &mut self.numbers[way.to as usize];
                if *known == 0 {
                    self.met.push(way.to);
                    net.before.push(number);
                    *known = serial(self.met.len());
                    if way.to == self.goal {
                        net.goal = Some(*known - 1);
                    }
                }
                if *known > 1 && !net.to[row..].contains(&(*known - 1)) {
                    net.to.push(*known - 1);
                }
            }
            net.ends.push(serial(net.to.len()));
            number += 1;
        }
    }
}

impl Way {
    /// Whether the values of places open it.
    #[inline]
    pub(super) fn is_open(self, values: &[u32]) -> bool {
        self.opens(values[self.place as usize])
    }

    /// Whether a value of its place opens it.
    #[inline]
    pub(super) fn opens(self, value: u32) -> bool {
        self.opens >> value & 1 == 1
    }
}

fn walker(probe: &StepProbe, state: State) -> Walker {
    Walker { cell: state.cell, ..(probe.posed)(state.pose as usize) }
}
