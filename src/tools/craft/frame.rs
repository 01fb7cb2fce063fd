//! Frames: the moves that each value of each place opens, as plain arrays, asked of a world once.

use crate::base::grid::CellIndex;
use crate::base::walker::Walker;
use crate::engine::search::{Moves, State, StepProbe};
use crate::scene::CraftType;
use crate::scene::simulation::Simulation;
use crate::tools::graph::{Net, number as serial};

/// Every move that some value of a place opens.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// For each state, the end of its ways in `ways`. The start and the goal come last.
    ends: Vec<u32>,
    ways: Vec<Way>,
    start: u32,
    goal: u32,
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

/// A move, and the values of a place that open it, a bit each.
#[derive(Clone, Copy, Debug)]
struct Way {
    to: u32,
    place: u32,
    opens: u64,
}

/// The most values of a place, and the most states of a frame times values.
const VALUES: u32 = 64;
const SIZE: usize = 1 << 24;

impl Frame {
    /// The frame of a craft, if it says which place decides a step. `load` gives the world in which every
    /// place has a value, or its largest one.
    pub(super) fn of(
        craft: &CraftType,
        places: &[Place],
        mut load: impl FnMut(u32) -> Option<Simulation>,
    ) -> Option<Self> {
        let most = places.iter().map(|it| it.values).max().filter(|&it| it <= VALUES)?;
        let by_place = |of: usize| places.iter().position(|it| it.at == of);
        let mut frame = Self::default();
        let mut ways: Vec<Vec<(u32, Option<usize>, u64)>> = Vec::new();
        for value in 0..most {
            let mut world = load(value)?;
            let (grid, goal, probe) = (world.grid(), world.goal_cell(), world.probe()?);
            let mut moves = Moves::default();
            world.ask_moves(|tell| tell(&mut moves))?;
            let poses = u32::try_from(moves.poses).ok()?;
            let states = grid.cells() * moves.poses;
            if states.checked_mul(most as usize).is_none_or(|size| size > SIZE) {
                return None;
            }
            let number = |state: State| {
                if state.cell == goal {
                    states + 1
                } else {
                    state.pose as usize * grid.cells() + state.cell.get()
                }
            };
            let is_apart = moves.is_start_apart || moves.start.cell == goal;
            let start = if is_apart { states } else { number(moves.start) };
            ways.resize(states + 2, Vec::new());
            (frame.start, frame.goal) = (serial(start), serial(states + 1));
            let all =
                (0..poses).flat_map(|pose| grid.indices().map(move |cell| State { cell, pose }));
            let all: Vec<State> = all.filter(|it| it.cell != goal).collect();
            for (from, is_leaving) in [(vec![moves.start], true), (all, false)] {
                (moves.from, moves.is_leaving) = (from, is_leaving);
                world.ask_moves(|tell| tell(&mut moves))?;
                let mut begin = 0;
                for (&from, &end) in moves.from.iter().zip(&moves.ends) {
                    let of = if is_leaving { start } else { number(from) };
                    // The start is asked apart.
                    let is_asked = is_leaving || of != start;
                    for &to in moves.to[begin..end].iter().filter(|_| is_asked) {
                        let place = (craft.decides)(grid, walker(&probe, from), walker(&probe, to));
                        let place = place.and_then(by_place);
                        if place.is_some_and(|place| value >= places[place].values) {
                            continue;
                        }
                        let to = serial(number(to));
                        match ways[of].iter_mut().find(|it| (it.0, it.1) == (to, place)) {
                            Some(way) => way.2 |= 1 << value,
                            None => ways[of].push((to, place, 1 << value)),
                        }
                    }
                    begin = end;
                }
            }
        }
        frame.lay_out(ways, most)
    }

    /// Lays the ways out; `None` if a move depends on values without a place that decides it.
    fn lay_out(mut self, ways: Vec<Vec<(u32, Option<usize>, u64)>>, most: u32) -> Option<Self> {
        let always = u64::MAX >> (VALUES - most);
        self.numbers = vec![0; ways.len()];
        for ways in ways {
            for (to, place, opens) in ways {
                let way = match place {
                    Some(place) => Way { to, place: serial(place), opens },
                    None if opens == always => Way { to, place: 0, opens: u64::MAX },
                    None => return None,
                };
                self.ways.push(way);
            }
            self.ends.push(serial(self.ways.len()));
        }
        Some(self)
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
            let begin = if state == 0 { 0 } else { self.ends[state as usize - 1] as usize };
            let row = net.to.len();
            for way in &self.ways[begin..self.ends[state as usize] as usize] {
                if way.opens >> values[way.place as usize] & 1 == 0 {
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

fn walker(probe: &StepProbe, state: State) -> Walker {
    let cell: CellIndex = state.cell;
    Walker { cell, ..(probe.posed)(state.pose as usize) }
}
