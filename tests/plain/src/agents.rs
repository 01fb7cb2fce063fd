//! Agents, step by step: squares as pairs, directions as steps, nothing shared with the crate.

use std::collections::HashMap;

use super::Square;

/// A step to a neighbour: rows, columns.
pub type Step = (i32, i32);

/// To the north, south, west and east.
pub const STEPS: [Step; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// What an agent of each policy remembers.
#[derive(Clone, Debug)]
pub enum Mind {
    /// The side of the hand: 1 turns to the left, 3 to the right, counted in turns to the left.
    Follower { hand: usize },
    /// Also quarter turns away from the hand.
    Pledge { hand: usize, turns: i32 },
    /// How often each side of a square was marked.
    Tremaux { marks: HashMap<(Square, Step), u32> },
}

/// An agent somewhere, facing somewhere.
#[derive(Clone, Debug)]
pub struct Agent {
    pub at: Square,
    pub facing: Step,
    pub mind: Mind,
}

fn left((rows, columns): Step, turns: usize) -> Step {
    (0..turns).fold((rows, columns), |(rows, columns), _| (-columns, rows))
}

/// The square that a step leads to.
pub fn beside((row, column): Square, (rows, columns): Step) -> Square {
    let add = |one: usize, other: i32| one.checked_add_signed(other as isize).expect("in the grid");
    (add(row, rows), add(column, columns))
}

impl Agent {
    /// One step, where a way leads out in these directions; at least one does.
    pub fn go(&mut self, is_open: impl Fn(Square, Step) -> bool) {
        let at = self.at;
        let ahead = |facing| is_open(at, facing);
        match &mut self.mind {
            Mind::Follower { hand } => {
                // A turn to the hand, then turns away from it until there is no wall ahead.
                self.facing = left(self.facing, *hand);
                while !ahead(self.facing) {
                    self.facing = left(self.facing, 4 - *hand);
                }
            }
            Mind::Pledge { hand, turns } => {
                if *turns != 0 {
                    self.facing = left(self.facing, *hand);
                    *turns -= 1;
                }
                while !ahead(self.facing) {
                    self.facing = left(self.facing, 4 - *hand);
                    *turns += 1;
                }
            }
            Mind::Tremaux { marks } => {
                let back = left(self.facing, 2);
                let has_come = !marks.is_empty();
                let is_known = STEPS.iter().any(|&step| marks.contains_key(&(at, step)));
                if has_come {
                    *marks.entry((at, back)).or_default() += 1;
                }
                let count = |step| marks.get(&(at, step)).copied().unwrap_or(0);
                self.facing = if has_come && is_known && count(back) == 1 {
                    back
                } else {
                    let ways = STEPS.into_iter().filter(|&step| ahead(step));
                    ways.min_by_key(|&step| count(step)).expect("a way out")
                };
                *marks.entry((at, self.facing)).or_default() += 1;
            }
        }
        self.at = beside(at, self.facing);
    }
}

/// The expected number of steps of a random walk to a square, from every square from which it can
/// be reached: the solution of a system of linear equations, one a square.
#[allow(clippy::cast_precision_loss)] // at most four ways
pub fn hitting_times(
    squares: &[Square],
    to: Square,
    is_open: impl Fn(Square, Step) -> bool,
) -> HashMap<Square, f64> {
    // Each row: that the time less the mean of the times beside it is 1.
    let place = |square| {
        squares
            .iter()
            .position(|&it| it == square)
            .expect("a square")
    };
    let n = squares.len();
    let mut rows = vec![vec![0.0; n + 1]; n];
    for (row, &square) in rows.iter_mut().zip(squares) {
        row[place(square)] = 1.0;
        if square != to {
            let ways: Vec<Step> = STEPS
                .into_iter()
                .filter(|&it| is_open(square, it))
                .collect();
            for &way in &ways {
                row[place(beside(square, way))] -= 1.0 / ways.len() as f64;
            }
            row[n] = 1.0;
        }
    }
    for pivot in 0..n {
        let largest =
            (pivot..n).max_by(|&a, &b| rows[a][pivot].abs().total_cmp(&rows[b][pivot].abs()));
        rows.swap(pivot, largest.expect("a row"));
        let chosen = rows[pivot].clone();
        for (_, row) in rows
            .iter_mut()
            .enumerate()
            .filter(|&(number, _)| number != pivot)
        {
            let factor = row[pivot] / chosen[pivot];
            row.iter_mut()
                .zip(&chosen)
                .for_each(|(value, with)| *value -= factor * with);
        }
    }
    let times = rows
        .iter()
        .enumerate()
        .map(|(number, row)| row[n] / row[number]);
    squares.iter().copied().zip(times).collect()
}
