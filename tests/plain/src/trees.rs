//! The probability of each maze, for generators that open walls one by one, by following every
//! choice.
//!
//! A maze is the set of its passages, a bit each, in the order of [`Walls::new`]. Nothing here is
//! fast, and nothing is shared with the crate.

use std::collections::BTreeMap;

/// A set of walls that were opened, or of cells: a bit each.
pub type Set = u32;

/// How likely each maze is.
pub type Distribution = BTreeMap<Set, f64>;

/// The inner walls of a small rectangle, each by the two cells that it parts. Cells are counted
/// from 0, row by row.
pub struct Walls {
    pub cells: usize,
    pub walls: Vec<[usize; 2]>,
}

/// A growing tree: its list, the cells that were ever listed, the walls that were opened.
type Growing = (Vec<usize>, Set, Set);

/// Johnny's list, where [`SPENT`] is a cell without unvisited neighbours, and the walls that were
/// opened.
type Pending = (Vec<u8>, Set);

const SPENT: u8 = u8::MAX;

/// Which cell of its list a growing tree processes.
#[derive(Clone, Copy, Debug)]
pub enum Pick {
    Newest,
    Oldest,
    Random,
    /// A random one with this probability, otherwise the newest.
    Mixed(f64),
}

impl Walls {
    /// Of each cell the wall below, then the wall at the right.
    pub fn new(rows: usize, columns: usize) -> Walls {
        let mut walls = Vec::new();
        for cell in 0..rows * columns {
            if cell + columns < rows * columns {
                walls.push([cell, cell + columns]);
            }
            if cell % columns + 1 < columns {
                walls.push([cell, cell + 1]);
            }
        }
        Walls {
            cells: rows * columns,
            walls,
        }
    }

    /// For every cell, the number of the heap that contains it if these walls are open.
    fn heaps(&self, open: Set) -> Vec<usize> {
        let mut heaps: Vec<usize> = (0..self.cells).collect();
        for (place, &[one, other]) in self.walls.iter().enumerate() {
            if open >> place & 1 == 1 {
                let (from, to) = (heaps[one], heaps[other]);
                heaps
                    .iter_mut()
                    .filter(|heap| **heap == from)
                    .for_each(|heap| *heap = to);
            }
        }
        heaps
    }

    /// All perfect mazes: those sets of passages, one fewer than cells, that join everything.
    pub fn perfect(&self) -> Vec<Set> {
        let joins = |&open: &Set| {
            let heaps = self.heaps(open);
            open.count_ones() as usize + 1 == self.cells && heaps.iter().all(|&it| it == heaps[0])
        };
        (0..1 << self.walls.len()).filter(joins).collect()
    }

    /// All perfect mazes equally likely.
    #[allow(clippy::cast_precision_loss)] // a few hundred
    pub fn uniform(&self) -> Distribution {
        let mazes = self.perfect();
        let share = 1.0 / mazes.len() as f64;
        mazes.into_iter().map(|maze| (maze, share)).collect()
    }

    /// Walls are processed in random order; each that separates two heaps is opened.
    #[allow(clippy::cast_precision_loss)] // a few walls
    pub fn kruskal(&self) -> Distribution {
        let mut layer: BTreeMap<(Set, Set), f64> = BTreeMap::from([((0, 0), 1.0)]);
        for looked_at in 0..self.walls.len() {
            let mut next = BTreeMap::new();
            let left = (self.walls.len() - looked_at) as f64;
            for ((seen, open), chance) in layer {
                let heaps = self.heaps(open);
                for (place, &[one, other]) in self.walls.iter().enumerate() {
                    if seen >> place & 1 == 0 {
                        let opened = Set::from(heaps[one] != heaps[other]) << place;
                        *next.entry((seen | 1 << place, open | opened)).or_default() +=
                            chance / left;
                    }
                }
            }
            layer = next;
        }
        let mut mazes = Distribution::new();
        for ((_, open), chance) in layer {
            *mazes.entry(open).or_default() += chance;
        }
        mazes
    }

    /// A tree that grows from one of `starts`, all equally likely.
    #[allow(clippy::cast_precision_loss)] // a few cells
    pub fn growing_tree(&self, starts: &[usize], pick: Pick) -> Distribution {
        let mut mazes = Distribution::new();
        let mut layer: BTreeMap<Growing, f64> = BTreeMap::new();
        for &start in starts {
            layer.insert((vec![start], 1 << start, 0), 1.0 / starts.len() as f64);
        }
        while !layer.is_empty() {
            let mut next = BTreeMap::new();
            for ((list, listed, open), chance) in layer {
                if list.is_empty() {
                    *mazes.entry(open).or_default() += chance;
                    continue;
                }
                for (place, odds) in picks(list.len(), pick) {
                    for (state, share) in self.look(pick, &list, place, listed, open) {
                        *next.entry(state).or_default() += chance * odds * share;
                    }
                }
            }
            layer = next;
        }
        mazes
    }

    /// Johnny's drawn commands: a flip from any position of the list with the chance `flips`,
    /// otherwise a move to any unvisited neighbour of the last cell. Cells without one are all
    /// alike: they are popped when they are the last.
    #[allow(clippy::cast_precision_loss)] // a few cells
    pub fn johnny(&self, start: usize, flips: f64) -> Distribution {
        let mut layer = BTreeMap::from([(self.pending(vec![small(start)], start, 0), 1.0)]);
        for _ in 1..self.cells {
            let mut moved = BTreeMap::new();
            while layer.values().sum::<f64>() > 1e-6 {
                let mut flipped = BTreeMap::new();
                for ((list, open), chance) in layer {
                    let last = *list.last().expect("a cell to move from");
                    let ways = self.unvisited(last.into(), self.visited(start, open));
                    for &(wall, to) in &ways {
                        let grown = list.iter().copied().chain([small(to)]).collect();
                        *moved
                            .entry(self.pending(grown, start, open | 1 << wall))
                            .or_default() += chance * (1.0 - flips) / ways.len() as f64;
                    }
                    for position in (0..list.len()).filter(|_| flips > 0.0) {
                        let mut turned = list.clone();
                        turned[position..].reverse();
                        *flipped.entry((popped(turned), open)).or_default() +=
                            chance * flips / list.len() as f64;
                    }
                }
                layer = flipped;
            }
            layer = moved;
        }
        // What was left of each command, after many flips in succession.
        let found: f64 = layer.values().sum();
        layer
            .into_iter()
            .map(|((_, open), chance)| (open, chance / found))
            .collect()
    }

    /// The list as it is when a command is to be read.
    fn pending(&self, mut list: Vec<u8>, start: usize, open: Set) -> Pending {
        let visited = self.visited(start, open);
        for cell in &mut list {
            if *cell == SPENT || self.unvisited((*cell).into(), visited).is_empty() {
                *cell = SPENT;
            }
        }
        (popped(list), open)
    }

    /// The cells that passages from the start lead to, and the start.
    fn visited(&self, start: usize, open: Set) -> Set {
        let opened = self
            .walls
            .iter()
            .enumerate()
            .filter(|(place, _)| open >> place & 1 == 1);
        opened.fold(1 << start, |visited, (_, [one, other])| {
            visited | 1 << one | 1 << other
        })
    }

    /// The walls between a cell and unvisited neighbours, with these neighbours.
    fn unvisited(&self, here: usize, visited: Set) -> Vec<(usize, usize)> {
        let mut ways = Vec::new();
        for (wall, &[one, other]) in self.walls.iter().enumerate() {
            for (from, to) in [(one, other), (other, one)] {
                if from == here && visited >> to & 1 == 0 {
                    ways.push((wall, to));
                }
            }
        }
        ways
    }

    /// The possible results of processing the cell at an index of the list, with their
    /// probabilities.
    #[allow(clippy::cast_precision_loss)] // four neighbours
    fn look(
        &self,
        pick: Pick,
        list: &[usize],
        place: usize,
        listed: Set,
        open: Set,
    ) -> Vec<(Growing, f64)> {
        let here = list[place];
        let ways = self.unvisited(here, listed);
        if ways.is_empty() {
            let mut list = list.to_vec();
            match pick {
                Pick::Oldest => drop(list.remove(place)),
                _ => drop(list.swap_remove(place)),
            }
            return vec![((list, listed, open), 1.0)];
        }
        let share = 1.0 / ways.len() as f64;
        let grown = |&(wall, to): &(usize, usize)| {
            let mut list: Vec<_> = list.iter().copied().chain([to]).collect();
            if matches!(pick, Pick::Random) {
                list.sort_unstable(); // the order does not matter
            }
            ((list, listed | 1 << to, open | 1 << wall), share)
        };
        ways.iter().map(grown).collect()
    }
}

/// A list without the cells at its end that have no unvisited neighbour.
fn popped(mut list: Vec<u8>) -> Vec<u8> {
    while list.last() == Some(&SPENT) {
        list.pop();
    }
    list
}

fn small(cell: usize) -> u8 {
    u8::try_from(cell).expect("a few cells")
}

/// The places in a list of this length that can be picked, and how likely each is.
#[allow(clippy::cast_precision_loss)] // a few cells
fn picks(length: usize, pick: Pick) -> Vec<(usize, f64)> {
    let any = |all: f64| (0..length).map(move |place| (place, all / length as f64));
    match pick {
        Pick::Newest => vec![(length - 1, 1.0)],
        Pick::Oldest => vec![(0, 1.0)],
        Pick::Random => any(1.0).collect(),
        Pick::Mixed(odds) => any(odds).chain([(length - 1, 1.0 - odds)]).collect(),
    }
}

impl Walls {
    /// A walk to any unvisited neighbour; without one, from the first unvisited cell beside a visited one.
    #[allow(clippy::cast_precision_loss)] // four neighbours
    pub fn hunt_and_kill(&self) -> Distribution {
        let mut layer = BTreeMap::from([((0, 0), 1.0)]);
        for _ in 1..self.cells {
            let mut next = BTreeMap::new();
            for ((here, open), chance) in layer {
                let visited = self.visited(0, open);
                let mut ways = self.unvisited(here, visited);
                if ways.is_empty() {
                    let hunted = (0..self.cells).filter(|cell| visited >> cell & 1 == 0);
                    let mut hunted = hunted.map(|cell| (cell, self.unvisited(cell, !visited)));
                    let (cell, met) = hunted
                        .find(|(_, met)| !met.is_empty())
                        .expect("it is joined");
                    ways = met.into_iter().map(|(wall, _)| (wall, cell)).collect();
                }
                for &(wall, to) in &ways {
                    *next.entry((to, open | 1 << wall)).or_default() += chance / ways.len() as f64;
                }
            }
            layer = next;
        }
        ends(layer)
    }

    /// Any cell beside the tree joins any of its neighbours in it; it starts anywhere.
    #[allow(clippy::cast_precision_loss)] // a few cells
    pub fn prim(&self) -> Distribution {
        let mut layer: BTreeMap<(usize, Set), f64> = (0..self.cells)
            .map(|start| ((start, 0), 1.0 / self.cells as f64))
            .collect();
        for _ in 1..self.cells {
            let mut next = BTreeMap::new();
            for ((start, open), chance) in layer {
                let visited = self.visited(start, open);
                let outside = (0..self.cells).filter(|cell| visited >> cell & 1 == 0);
                let beside = outside.map(|cell| self.unvisited(cell, !visited));
                let beside: Vec<_> = beside.filter(|met| !met.is_empty()).collect();
                for met in &beside {
                    for (wall, _) in met {
                        *next.entry((start, open | 1 << wall)).or_default() +=
                            chance / beside.len() as f64 / met.len() as f64;
                    }
                }
            }
            layer = next;
        }
        ends(layer)
    }

    /// Row by row: neighbours that are apart are joined or not, in the last row always; then floors are opened or not, the
    /// last one of joined cells if no other was.
    pub fn eller(&self, columns: usize) -> Distribution {
        let wall = |one: usize, other: usize| {
            1 << self
                .walls
                .iter()
                .position(|it| *it == [one, other])
                .expect("a wall")
        };
        let mut mazes = Distribution::from([(0, 1.0)]);
        for start in (0..self.cells).step_by(columns) {
            let (row, is_last) = (start..start + columns, start + columns == self.cells);
            for cell in row.clone().skip(1) {
                mazes = split(mazes, wall(cell - 1, cell), |open| {
                    let heaps = self.heaps(open);
                    match heaps[cell - 1] == heaps[cell] {
                        true => 0.0,
                        false if is_last => 1.0,
                        false => 0.5,
                    }
                });
            }
            for cell in row.clone().filter(|_| !is_last) {
                mazes = split(mazes, wall(cell, cell + columns), |open| {
                    let heaps = self.heaps(open);
                    let mut joined = row.clone().filter(|&it| heaps[it] == heaps[cell]);
                    let is_open = joined.clone().any(|it| open & wall(it, it + columns) != 0);
                    if joined.next_back() == Some(cell) && !is_open {
                        1.0
                    } else {
                        0.5
                    }
                });
            }
        }
        mazes
    }

    /// Chambers are divided across their longer sides, by a wall with a gap, the last one first.
    #[allow(clippy::cast_precision_loss)] // a few cells
    pub fn recursive_division(&self, rows: usize, columns: usize) -> Distribution {
        type State = (Vec<[usize; 4]>, Set);
        let between = |one: [usize; 2], other: [usize; 2]| {
            let pair = [one, other].map(|[row, column]| row * columns + column);
            1 << self
                .walls
                .iter()
                .position(|it| *it == pair)
                .expect("a wall")
        };
        let (mut mazes, all) = (Distribution::new(), (1 << self.walls.len()) - 1);
        let mut layer: BTreeMap<State, f64> =
            BTreeMap::from([((vec![[0, 0, rows, columns]], all), 1.0)]);
        while !layer.is_empty() {
            let mut next = BTreeMap::new();
            for ((mut chambers, open), chance) in layer {
                let Some([row, column, height, width]) = chambers.pop() else {
                    *mazes.entry(open).or_default() += chance;
                    continue;
                };
                if height == 1 || width == 1 {
                    *next.entry((chambers, open)).or_default() += chance;
                    continue;
                }
                let ways: &[bool] = match height.cmp(&width) {
                    std::cmp::Ordering::Greater => &[true],
                    std::cmp::Ordering::Less => &[false],
                    std::cmp::Ordering::Equal => &[true, false],
                };
                for &is_across in ways {
                    let (depth, length) = if is_across {
                        (height, width)
                    } else {
                        (width, height)
                    };
                    for (line, gap) in
                        (1..depth).flat_map(|line| (0..length).map(move |gap| (line, gap)))
                    {
                        let walls = (0..length).filter(|&at| at != gap).map(|at| {
                            if is_across {
                                between([row + line - 1, column + at], [row + line, column + at])
                            } else {
                                between([row + at, column + line - 1], [row + at, column + line])
                            }
                        });
                        let mut left = chambers.clone();
                        left.extend(if is_across {
                            [
                                [row, column, line, width],
                                [row + line, column, height - line, width],
                            ]
                        } else {
                            [
                                [row, column, height, line],
                                [row, column + line, height, width - line],
                            ]
                        });
                        let closed = walls.fold(open, |open: Set, wall: Set| open & !wall);
                        *next.entry((left, closed)).or_default() +=
                            chance / ways.len() as f64 / (depth - 1) as f64 / length as f64;
                    }
                }
            }
            layer = next;
        }
        mazes
    }
}

/// The mazes of states, each with something that does not matter any more.
fn ends<T>(layer: BTreeMap<(T, Set), f64>) -> Distribution {
    let mut mazes = Distribution::new();
    for ((_, open), chance) in layer {
        *mazes.entry(open).or_default() += chance;
    }
    mazes
}

/// Opens a wall with a chance that depends on what is open.
fn split(mazes: Distribution, wall: Set, odds: impl Fn(Set) -> f64) -> Distribution {
    let mut next = Distribution::new();
    for (open, chance) in mazes {
        let odds = odds(open);
        for (open, share) in [(open | wall, odds), (open, 1.0 - odds)] {
            if share > 0.0 {
                *next.entry(open).or_default() += chance * share;
            }
        }
    }
    next
}
