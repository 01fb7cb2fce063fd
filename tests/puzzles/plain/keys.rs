//! The shortest walk among walls, mud, one-way doors, keys and gates.
//!
//! Cells are (row, column), from 1, with (1, 1) at the upper left.

use std::collections::{BTreeMap, BTreeSet, HashSet};

/// A cell's row and column.
pub type Cell = (u32, u32);

/// A maze.
#[derive(Clone, Debug, Default)]
pub struct Maze {
    /// How many rows and columns there are.
    pub size: (u32, u32),
    /// The pairs of neighbours without a wall between them, either way round.
    pub passages: BTreeSet<(Cell, Cell)>,
    /// The cells that cannot be entered.
    pub mud: BTreeSet<Cell>,
    /// The steps from one cell to the next that cannot be taken back.
    pub one_way: BTreeSet<(Cell, Cell)>,
    /// The key on each cell that has one.
    pub keys: BTreeMap<Cell, u8>,
    /// The key that each gate asks for.
    pub gates: BTreeMap<Cell, u8>,
}

impl Maze {
    /// How many moves the shortest walk takes, of one move at least.
    pub fn shortest(&self, from: Cell, to: Cell) -> Option<u32> {
        let mut layer = vec![(from, BTreeSet::new())];
        let mut seen = HashSet::new();
        for moves in 1.. {
            let mut next = Vec::new();
            for (at, keys) in layer {
                for there in self.neighbours(at) {
                    if !self.may_go(at, there, &keys) {
                        continue;
                    }
                    if there == to {
                        return Some(moves);
                    }
                    let mut keys = keys.clone();
                    keys.extend(self.keys.get(&there));
                    if seen.insert((there, keys.clone())) {
                        next.push((there, keys));
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        None
    }

    fn neighbours(&self, (row, column): Cell) -> impl Iterator<Item = Cell> {
        let (rows, columns) = self.size;
        let all = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
        all.into_iter().filter(move |&(r, c)| (1..=rows).contains(&r) && (1..=columns).contains(&c))
    }

    fn may_go(&self, at: Cell, there: Cell, keys: &BTreeSet<u8>) -> bool {
        let is_open = self.passages.contains(&(at, there)) || self.passages.contains(&(there, at));
        let opens = self.gates.get(&there).is_none_or(|key| keys.contains(key));
        is_open && opens && !self.mud.contains(&there) && !self.one_way.contains(&(there, at))
    }
}
