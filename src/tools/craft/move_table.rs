//! Tables of moves: the moves that each value of each place opens, as plain arrays, asked of a world once.

use std::iter;
use std::ops::Range;

use crate::base::walker::Walker;
use crate::engine::search::State;
use crate::scene::simulation::Simulation;
use crate::scene::{Craft, CraftType, Scene};
use crate::tools::graph::{Keys, StateGraph, number};

/// Every move that some value of a place opens.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveTable {
    /// The ways from each state, by its [key](Keys).
    pub(super) ways: Vec<Vec<Way>>,
    /// The states and their ways that each place decides.
    pub(super) by_place: Vec<Vec<(u32, Way)>>,
    pub(super) start: u32,
    pub(super) goals: Range<u32>,
    /// Whether the bits of a value open ways one by one.
    pub(super) is_bitwise: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct CraftPlace {
    pub(super) craft: CraftType,
    pub(super) at: usize,
    pub(super) values: u32,
}

/// A move, and the values of a place that open it, a bit each. One that no place decides has all bits,
/// and 0 as its place, so that it is open whatever value stands there; it is not in `by_place`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) to: u32,
    pub(super) place: u32,
    opens: u64,
}

/// The value of an empty place, unless values are bitwise: above every value, so that only ways that are
/// always open are open.
pub(super) const EMPTY: u32 = 63;

/// The most states of a table times values, and its most ways.
const SIZE: usize = 1 << 24;

/// The place of a way that none decides, while ways are found.
const NOWHERE: u32 = u32::MAX;

impl MoveTable {
    /// Returns the table of a scene, if all places are of one craft that says which of them decides a step, if there are
    /// not too many moves, and unless `stop` says so before it is made.
    pub(super) fn of(
        mut scene: Scene,
        places: &[CraftPlace],
        states: usize,
        stop: impl Fn() -> bool,
    ) -> Option<Self> {
        let most = places.iter().map(|it| it.values).max().unwrap_or(EMPTY + 1);
        let are_of_one = places
            .iter()
            .all(|it| it.craft.field == places[0].craft.field);
        if most > EMPTY || states * most as usize > SIZE || !are_of_one {
            return None;
        }
        let first = scene.clone();
        let craft = (places[0].craft.get)(&first)?;
        let mut table = Self {
            is_bitwise: craft.is_bitwise(),
            ..Self::default()
        };
        for value in 0..most {
            for place in places {
                place.put(value.min(place.values - 1), &mut scene);
            }
            let mut world = Simulation::new(&scene).ok()?;
            world.build_walls();
            let asked = world.failure().is_none()
                && table.ask(&mut world, craft, places, value, &stop).is_some();
            if !asked || stop() {
                return None;
            }
            let ways: usize = table.ways.iter().map(Vec::len).sum();
            if ways > SIZE {
                return None;
            }
        }
        table.by_place = vec![Vec::new(); places.len()];
        for (from, ways) in (0..).zip(&mut table.ways) {
            for way in ways {
                match table.by_place.get_mut(way.place as usize) {
                    Some(ways) => ways.push((from, *way)),
                    None if way.opens == u64::MAX >> (64 - most) => {
                        (way.place, way.opens) = (0, u64::MAX);
                    }
                    // A move depends on values without a place that decides it.
                    None => return None,
                }
            }
        }
        Some(table)
    }

    /// Adds the ways of a world in which every place has a value; `None` if it does not tell them.
    fn ask(
        &mut self,
        world: &mut Simulation,
        craft: &dyn Craft,
        places: &[CraftPlace],
        value: u32,
        stop: impl Fn() -> bool,
    ) -> Option<()> {
        let (grid, goals) = (world.grid(), world.goals());
        let machine = world.added.walk.machine.as_ref()?;
        let poses = machine.gait()?.poses;
        let posed: Vec<Walker> = (0..poses).map(|pose| machine.posed(pose)).collect();
        let walker = |state: State| Walker {
            cell: state.cell,
            ..posed[state.pose as usize]
        };
        let decides = |from, to| {
            let at = craft.decides(grid, walker(from), walker(to))?;
            // All places are of one craft, so they are in the order of `at`.
            places.binary_search_by_key(&at, |it| it.at).ok()
        };
        world.ask_moves(|told| {
            let keys = Keys::new(&told, grid, &goals);
            self.ways.resize(keys.goals.end, Vec::new());
            self.start = number(keys.start);
            self.goals = number(keys.goals.start)..number(keys.goals.end);
            let poses = 0..number(told.poses);
            let all = poses.flat_map(|pose| grid.indices().map(move |cell| State { cell, pose }));
            let others = all
                .map(|it| (keys.of(it), it))
                .filter(|it| !keys.goals.contains(&it.0));
            let mut to = Vec::new();
            for (key, from) in iter::once((keys.start, told.start)).chain(others) {
                if stop() {
                    break;
                }
                (told.moves_from)(from, &mut to);
                for to in to.drain(..) {
                    let place = decides(from, to);
                    if place.is_some_and(|place| value >= places[place].values) {
                        continue;
                    }
                    let (to, place) = (number(keys.of(to)), place.map_or(NOWHERE, number));
                    let ways = &mut self.ways[key];
                    match ways.iter_mut().find(|it| (it.to, it.place) == (to, place)) {
                        Some(way) => way.opens |= 1 << value,
                        None => ways.push(Way {
                            to,
                            place,
                            opens: 1 << value,
                        }),
                    }
                }
            }
        })
    }

    pub(super) fn ways(&self, from: u32) -> &[Way] {
        &self.ways[from as usize]
    }

    pub(super) fn empty(&self) -> u32 {
        if self.is_bitwise { 0 } else { EMPTY }
    }

    /// The values, a bit each, that open a way whose place has this one: itself if it does; another only if the
    /// place is empty, or if its bits are added.
    pub(super) fn openers(&self, way: Way, value: u32) -> u64 {
        match value {
            _ if way.opens(value) => 1 << value,
            _ if self.is_bitwise => 1 << (value | way.opens.trailing_zeros()),
            EMPTY => way.opens,
            _ => 0,
        }
    }

    /// Makes the graph of a board, without the cells and poses of its states.
    pub(super) fn make_graph(&self, values: &[u32], graph: &mut StateGraph) {
        graph.begin(self.start as usize, self.ways.len());
        while let Some(state) = graph.next() {
            let open = self.ways[state].iter().filter(|way| way.is_open(values));
            graph.add_moves(open.map(|way| (way.to as usize, ())), |()| ());
        }
        graph.end(self.goals.start as usize..self.goals.end as usize);
    }
}

impl CraftPlace {
    pub(super) fn put(&self, value: u32, scene: &mut Scene) {
        let grid = scene.grid;
        if let Some(ingredient) = (self.craft.get_mut)(scene) {
            ingredient.put(grid, self.at, value);
        }
    }
}

impl Way {
    #[inline]
    pub(super) fn is_open(self, values: &[u32]) -> bool {
        self.opens(values[self.place as usize])
    }

    #[inline]
    pub(super) fn opens(self, value: u32) -> bool {
        self.opens >> value & 1 == 1
    }
}
