//! Shortest ways through a number maze, by how far each square is from the goal.
//!
//! Squares are (row, column), from 1, with (1, 1) at the upper left.

use std::collections::HashSet;

use super::{Square, Walls};

/// A number maze.
#[derive(Clone, Debug)]
pub struct Maze {
    /// By row and column, from 0: how far one jumps from there.
    pub lengths: Vec<Vec<usize>>,
    /// Neighbours with a wall between them, each pair in both orders.
    pub walls: Walls,
    /// Where the walk starts.
    pub start: Square,
    /// Where it is to arrive.
    pub goal: Square,
}

impl Maze {
    /// Where a jump from a square leads, up, down, left and right; `None` where there is none.
    pub fn jumps(&self, from: Square) -> [Option<Square>; 4] {
        [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|toward| self.jump(from, toward))
    }

    /// Goes a jump, square by square.
    fn jump(&self, from: Square, (down, right): (isize, isize)) -> Option<Square> {
        let length = self.lengths[from.0 - 1][from.1 - 1];
        let mut here = from;
        for _ in 0..length {
            let next = (
                here.0.wrapping_add_signed(down),
                here.1.wrapping_add_signed(right),
            );
            let is_inside = (1..=self.lengths.len()).contains(&next.0)
                && (1..=self.lengths[0].len()).contains(&next.1);
            if !is_inside || self.walls.contains(&(here, next)) {
                return None;
            }
            here = next;
        }
        (length > 0).then_some(here)
    }

    /// By row and column, from 0: in how many jumps, at least one, the goal can be reached. Found
    /// by correcting all numbers until none is wrong.
    fn distances(&self) -> Vec<Vec<Option<usize>>> {
        let mut distances = vec![vec![None; self.lengths[0].len()]; self.lengths.len()];
        loop {
            let mut is_settled = true;
            for row in 1..=self.lengths.len() {
                for column in 1..=self.lengths[0].len() {
                    let left = |to: Square| {
                        if to == self.goal {
                            Some(0)
                        } else {
                            distances[to.0 - 1][to.1 - 1]
                        }
                    };
                    let jumps = self.jumps((row, column)).into_iter().flatten();
                    let distance = jumps.filter_map(left).min().map(|left| left + 1);
                    if distances[row - 1][column - 1] != distance {
                        distances[row - 1][column - 1] = distance;
                        is_settled = false;
                    }
                }
            }
            if is_settled {
                return distances;
            }
        }
    }
}

/// The shortest route, start and goal included; of several the one that first goes up where another
/// goes down, down where another goes left, left where another goes right.
pub fn solve(maze: &Maze) -> Option<Vec<Square>> {
    let distances = maze.distances();
    let mut route = vec![maze.start];
    let mut left = distances[maze.start.0 - 1][maze.start.1 - 1]?;
    while left > 0 {
        left -= 1;
        let leads = |&to: &Square| match left {
            0 => to == maze.goal,
            _ => to != maze.goal && distances[to.0 - 1][to.1 - 1] == Some(left),
        };
        let jumps = maze.jumps(*route.last().unwrap()).into_iter().flatten();
        route.push(jumps.into_iter().find(leads).unwrap());
    }
    Some(route)
}

/// Every square that can be reached by a jump from another that can, and after how many rounds of
/// jumps no further one was: for mazes without a solution.
pub fn reached(maze: &Maze) -> (usize, usize) {
    let (mut reached, mut last, mut rounds) = (HashSet::new(), vec![maze.start], 0);
    while !last.is_empty() {
        let next = last.into_iter().flat_map(|from| maze.jumps(from)).flatten();
        last = next.filter(|&to| reached.insert(to)).collect();
        rounds += 1;
    }
    (reached.len(), rounds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn maze(lengths: &[&[usize]], start: Square, goal: Square) -> Maze {
        let lengths = lengths.iter().map(|row| row.to_vec()).collect();
        Maze {
            lengths,
            walls: HashSet::new(),
            start,
            goal,
        }
    }

    #[test]
    fn a_jump_is_as_long_as_its_square_says() {
        let maze = maze(&[&[2, 1, 1], &[1, 1, 1], &[1, 1, 0]], (1, 1), (3, 3));
        assert_eq!(maze.jumps((1, 1)), [None, Some((3, 1)), None, Some((1, 3))]);
        assert_eq!(maze.jumps((3, 3)), [None; 4]);
        let route = vec![(1, 1), (3, 1), (3, 2), (3, 3)];
        assert_eq!(solve(&maze), Some(route));
    }

    #[test]
    fn the_goal_must_be_hit() {
        let maze = maze(&[&[2, 1, 2]], (1, 1), (1, 2));
        assert_eq!(solve(&maze), None);
        assert_eq!(reached(&maze), (2, 3));
    }

    #[test]
    fn no_jump_leads_over_a_wall() {
        let mut maze = maze(&[&[2, 1, 0]], (1, 1), (1, 3));
        assert_eq!(solve(&maze).map(|route| route.len()), Some(2));
        maze.walls.extend([((1, 2), (1, 3)), ((1, 3), (1, 2))]);
        assert_eq!(solve(&maze), None);
    }
}
