//! How many steps lead to the nearest of some cells.

use std::collections::VecDeque;

use super::exits::Exits;
use super::leads::Leads;
use crate::base::grid::{CellIndex, Grid};

/// The number of steps from each cell to the nearest of some, in grid order: by open ways, which may be one-way, to where
/// they lead. Cells from which none can be reached have `u32::MAX`.
///
/// A system of an ingredient calls it with columns, as in `examples/evacuation.rs`.
pub fn steps_to(
    goals: impl IntoIterator<Item = CellIndex>,
    grid: Grid,
    exits: &[Exits],
    leads: Option<&[Leads]>,
) -> Vec<u32> {
    let moves = || {
        grid.indices().flat_map(move |from| {
            let ways = exits[from].headings().iter();
            ways.filter_map(move |way| Some((from, Leads::of_step(leads, grid, from, way)?)))
        })
    };
    // The cells from which moves lead to each cell, one cell after another; first the ends of their lists, then the starts.
    let mut lists = vec![0; grid.cells() + 1];
    moves().for_each(|(_, to)| lists[to] += 1);
    let mut all = 0;
    for end in &mut lists {
        all += *end;
        *end = all;
    }
    let mut back = vec![CellIndex::NOWHERE; all];
    for (from, to) in moves() {
        lists[to] -= 1;
        back[lists[to]] = from;
    }
    let mut steps = vec![u32::MAX; grid.cells()];
    let mut reached: VecDeque<_> = goals.into_iter().collect();
    for &goal in &reached {
        steps[goal] = 0;
    }
    while let Some(to) = reached.pop_front() {
        for &from in &back[lists[to]..lists[to.get() + 1]] {
            if steps[from] == u32::MAX {
                steps[from] = steps[to] + 1;
                reached.push_back(from);
            }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::chance::{Chance, Purpose};
    use crate::base::heading::{Heading, Headings};

    /// Cells get nearer by any step that leads nearer, until none does.
    fn plain(goals: &[CellIndex], grid: Grid, exits: &[Exits], leads: &[Leads]) -> Vec<u32> {
        let mut far = vec![u32::MAX; grid.cells()];
        for &goal in goals {
            far[goal] = 0;
        }
        loop {
            let before = far.clone();
            for (cell, ways) in grid.indices().zip(exits) {
                for way in ways.headings().iter() {
                    let Some(to) = leads[cell].toward(way) else {
                        continue;
                    };
                    far[cell] = far[cell].min(far[to].saturating_add(1));
                }
            }
            if far == before {
                return far;
            }
        }
    }

    #[test]
    fn steps_are_those_of_a_plain_search() {
        let grid = Grid {
            rows: 5,
            columns: 7,
        };
        let mut chance = Chance::new(46, Purpose::named("test"));
        let cell = |chance: &mut Chance| CellIndex::new(chance.place(grid.cells()));
        for round in 0..300 {
            let any = |_| {
                Exits(Headings::from_bits(
                    chance.below(16).try_into().expect("4 bits"),
                ))
            };
            let exits: Vec<Exits> = grid.indices().map(any).collect();
            let neighbour = |from, way| grid.leads_from(from, way).then(|| grid.beside(from, way));
            let mut leads = vec![Leads::default(); grid.cells()];
            for from in grid.indices() {
                for way in Heading::ALL {
                    let redirected =
                        (round % 3 == 2 && chance.below(4) == 0).then(|| cell(&mut chance));
                    if let Some(to) = redirected.or(neighbour(from, way)) {
                        leads[from].redirect(way, to);
                    }
                }
            }
            let goals: Vec<_> = (0..round % 4).map(|_| cell(&mut chance)).collect();
            let expected = plain(&goals, grid, &exits, &leads);
            assert_eq!(
                steps_to(goals.clone(), grid, &exits, Some(&leads)),
                expected
            );
            if round % 3 != 2 {
                assert_eq!(steps_to(goals, grid, &exits, None), expected);
            }
        }
    }
}
