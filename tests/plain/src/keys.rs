//! The shortest walk among walls, mud, one-way doors, keys and gates.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use super::{Square, Walls, around};

/// A maze.
#[derive(Clone, Debug)]
pub struct Maze {
    /// How many rows and columns there are.
    pub size: Square,
    /// Where no step leads.
    pub walls: Walls,
    /// The cells that cannot be entered.
    pub mud: BTreeSet<Square>,
    /// The steps from one cell to the next that cannot be taken back.
    pub one_way: BTreeSet<(Square, Square)>,
    /// The key on each cell that has one.
    pub keys: BTreeMap<Square, u8>,
    /// The key that each gate asks for.
    pub gates: BTreeMap<Square, u8>,
    /// Where the walk starts.
    pub start: Square,
    /// Where it is to arrive.
    pub goal: Square,
}

/// The shortest walk, of one move at least: of several the one that comes up by trying up, down,
/// left, right everywhere, first come first served.
pub fn solve(maze: &Maze) -> Option<Vec<Square>> {
    let mut waiting = VecDeque::from([(vec![maze.start], BTreeSet::new())]);
    let mut seen = HashSet::new();
    while let Some((route, keys)) = waiting.pop_front() {
        let here = route[route.len() - 1];
        for there in around(here)
            .into_iter()
            .filter(|&there| maze.may_go(here, there, &keys))
        {
            let longer = [&route[..], &[there]].concat();
            if there == maze.goal {
                return Some(longer);
            }
            let mut keys = keys.clone();
            keys.extend(maze.keys.get(&there));
            if seen.insert((there, keys.clone())) {
                waiting.push_back((longer, keys));
            }
        }
    }
    None
}

impl Maze {
    fn may_go(&self, here: Square, there: Square, keys: &BTreeSet<u8>) -> bool {
        let (rows, columns) = self.size;
        let is_inside = (1..=rows).contains(&there.0) && (1..=columns).contains(&there.1);
        let is_open = is_inside && !self.walls.contains(&(here, there));
        let opens = self.gates.get(&there).is_none_or(|key| keys.contains(key));
        is_open && opens && !self.mud.contains(&there) && !self.one_way.contains(&(there, here))
    }
}
