//! Walls that grow from the border of a rectangle, and how many mazes they can make.
//!
//! Lattice points and walls are counted from 0, as the two arrays of
//! [`Lattice`] are; squares are (row, column) from 1 at the upper left.

use std::collections::{BTreeSet, HashSet, VecDeque};

use super::Square;
use crate::random::Random;

/// A wall: whether it is horizontal, and its row and column in that array of the lattice.
pub type Wall = (bool, usize, usize);

/// A lattice point: its row and column, from 0.
type Point = (usize, usize);

/// Which unit segments of a rectangle's lattice carry a wall.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lattice {
    /// How many rows of squares there are.
    pub rows: usize,
    /// How many columns of squares there are.
    pub columns: usize,
    /// The segments above and below the squares: one row more than the squares have.
    pub horizontal: Vec<Vec<bool>>,
    /// The segments left and right of the squares: one column more than the squares have.
    pub vertical: Vec<Vec<bool>>,
}

/// The two end points of a wall.
fn ends((horizontal, row, column): Wall) -> [Point; 2] {
    if horizontal {
        [(row, column), (row, column + 1)]
    } else {
        [(row, column), (row + 1, column)]
    }
}

/// Whether two different walls share an end point.
fn are_adjacent(a: Wall, b: Wall) -> bool {
    a != b && ends(a).iter().any(|end| ends(b).contains(end))
}

impl Lattice {
    /// A rectangle with walls on its border alone.
    pub fn walled(rows: usize, columns: usize) -> Lattice {
        let mut lattice = Lattice {
            rows,
            columns,
            horizontal: vec![vec![false; columns]; rows + 1],
            vertical: vec![vec![false; columns + 1]; rows],
        };
        for column in 0..columns {
            lattice.build((true, 0, column));
            lattice.build((true, rows, column));
        }
        for row in 0..rows {
            lattice.build((false, row, 0));
            lattice.build((false, row, columns));
        }
        lattice
    }

    /// Every place for a wall, with a wall or without.
    fn places(&self) -> Vec<Wall> {
        let mut places = Vec::new();
        for row in 0..=self.rows {
            for column in 0..self.columns {
                places.push((true, row, column));
            }
        }
        for row in 0..self.rows {
            for column in 0..=self.columns {
                places.push((false, row, column));
            }
        }
        places
    }

    /// The places for a wall that end at a point.
    fn places_at(&self, (row, column): Point) -> Vec<Wall> {
        let mut places = Vec::new();
        if row > 0 {
            places.push((false, row - 1, column));
        }
        if row < self.rows {
            places.push((false, row, column));
        }
        if column > 0 {
            places.push((true, row, column - 1));
        }
        if column < self.columns {
            places.push((true, row, column));
        }
        places
    }

    /// The places that touch an end point of a wall's place, that place itself left out.
    fn places_beside(&self, wall: Wall) -> Vec<Wall> {
        ends(wall)
            .iter()
            .flat_map(|&end| self.places_at(end))
            .filter(|&place| place != wall)
            .collect()
    }

    /// Whether a wall stands at a place.
    fn stands(&self, (horizontal, row, column): Wall) -> bool {
        if horizontal {
            self.horizontal[row][column]
        } else {
            self.vertical[row][column]
        }
    }

    /// All walls that stand.
    pub fn walls(&self) -> Vec<Wall> {
        let mut walls = self.places();
        walls.retain(|&wall| self.stands(wall));
        walls
    }

    /// The missing walls next to a wall.
    pub fn adjacent_missing(&self, wall: Wall) -> Vec<Wall> {
        let mut missing = self.places_beside(wall);
        missing.retain(|&place| !self.stands(place));
        missing
    }

    /// Whether `w` may be built from `a`: every wall that it would touch must be `a` itself or
    /// adjacent to `a`.
    pub fn may_build(&self, a: Wall, w: Wall) -> bool {
        self.places_beside(w)
            .into_iter()
            .filter(|&b| self.stands(b))
            .all(|b| b == a || are_adjacent(a, b))
    }

    /// Puts a wall up.
    pub fn build(&mut self, (horizontal, row, column): Wall) {
        if horizontal {
            self.horizontal[row][column] = true;
        } else {
            self.vertical[row][column] = true;
        }
    }

    /// The walls that may be built from `a`.
    pub fn legal_from(&self, a: Wall) -> Vec<Wall> {
        let mut legal = self.adjacent_missing(a);
        legal.retain(|&w| self.may_build(a, w));
        legal
    }

    /// The lattice with one more wall.
    fn with(&self, w: Wall) -> Lattice {
        let mut larger = self.clone();
        larger.build(w);
        larger
    }

    /// Whether a wall stands between two neighbouring squares.
    pub fn blocked(&self, one: Square, other: Square) -> bool {
        let (row, column) = one.min(other);
        if one.0 == other.0 {
            self.vertical[row - 1][column]
        } else {
            self.horizontal[row][column - 1]
        }
    }
}

/// One attempt of the puzzle's own process: whether it built a wall.
pub fn attempt_any(lattice: &mut Lattice, random: &mut Random) -> bool {
    let walls = lattice.walls();
    let a = random.pick(&walls);
    let candidates = lattice.adjacent_missing(a);
    if candidates.is_empty() {
        return false;
    }
    let w = random.pick(&candidates);
    let legal = lattice.may_build(a, w);
    if legal {
        lattice.build(w);
    }
    legal
}

/// One tick of the second process, which draws only what can be built: whether it built a wall,
/// which fails only when the maze is finished.
pub fn attempt_eligible(lattice: &mut Lattice, random: &mut Random) -> bool {
    let mut choices: Vec<Vec<Wall>> = Vec::new();
    for a in lattice.walls() {
        let legal = lattice.legal_from(a);
        if !legal.is_empty() {
            choices.push(legal);
        }
    }
    if choices.is_empty() {
        return false;
    }
    let legal = &choices[random.below(choices.len())];
    lattice.build(random.pick(legal));
    true
}

/// The lattice drawn with `+`, `--` and `|`.
pub fn text(lattice: &Lattice) -> String {
    let mut text = String::new();
    for row in 0..=lattice.rows {
        text.push('+');
        for &wall in &lattice.horizontal[row] {
            text.push_str(if wall { "--+" } else { "  +" });
        }
        text.push('\n');
        if row < lattice.rows {
            let posts = lattice.vertical[row].iter();
            let posts: Vec<&str> = posts.map(|&wall| if wall { "|" } else { " " }).collect();
            text.push_str(&posts.join("  "));
            text.push('\n');
        }
    }
    text
}

/// The pairs of neighbouring squares, the upper or left one first.
fn neighbouring_squares(rows: usize, columns: usize) -> Vec<(Square, Square)> {
    let mut pairs = Vec::new();
    for row in 1..=rows {
        for column in 1..=columns {
            if row < rows {
                pairs.push(((row, column), (row + 1, column)));
            }
            if column < columns {
                pairs.push(((row, column), (row, column + 1)));
            }
        }
    }
    pairs
}

/// Whether exactly one route joins any two squares: all hang together, by one opening fewer than
/// there are squares.
pub fn is_perfect(rows: usize, columns: usize, blocked: &dyn Fn(Square, Square) -> bool) -> bool {
    let mut openings = neighbouring_squares(rows, columns);
    openings.retain(|&(one, other)| !blocked(one, other));
    let openings_count = openings.len();

    let mut ways: HashSet<(Square, Square)> = HashSet::new();
    for (one, other) in openings {
        ways.insert((one, other));
        ways.insert((other, one));
    }
    let mut reached = HashSet::from([(1, 1)]);
    let mut waiting = VecDeque::from([(1, 1)]);
    while let Some((row, column)) = waiting.pop_front() {
        let around = [
            (row - 1, column),
            (row + 1, column),
            (row, column - 1),
            (row, column + 1),
        ];
        for next in around {
            if ways.contains(&((row, column), next)) && reached.insert(next) {
                waiting.push_back(next);
            }
        }
    }
    reached.len() == rows * columns && openings_count == rows * columns - 1
}

/// The finished mazes that some order of building leads to.
fn reachable_mazes(rows: usize, columns: usize) -> BTreeSet<Lattice> {
    let mut finished = BTreeSet::new();
    let mut states = BTreeSet::from([Lattice::walled(rows, columns)]);
    while !states.is_empty() {
        let mut larger_states = BTreeSet::new();
        for state in states {
            let legal: BTreeSet<Wall> = state
                .walls()
                .into_iter()
                .flat_map(|a| state.legal_from(a))
                .collect();
            larger_states.extend(legal.iter().map(|&w| state.with(w)));
            if legal.is_empty() {
                finished.insert(state);
            }
        }
        states = larger_states;
    }
    finished
}

/// How many different finished mazes some order of building leads to, by trying every order.
pub fn count_reachable_mazes(rows: usize, columns: usize) -> usize {
    reachable_mazes(rows, columns).len()
}

/// How many spanning trees the grid of squares has: Kirchhoff's determinant.
pub fn spanning_trees(rows: usize, columns: usize) -> u128 {
    let squares = rows * columns;
    let number = |(row, column): Square| (row - 1) * columns + (column - 1);
    let mut laplacian = vec![vec![0_i128; squares]; squares];
    for (one, other) in neighbouring_squares(rows, columns) {
        let (i, j) = (number(one), number(other));
        laplacian[i][i] += 1;
        laplacian[j][j] += 1;
        laplacian[i][j] -= 1;
        laplacian[j][i] -= 1;
    }
    laplacian.pop();
    for row in &mut laplacian {
        row.pop();
    }
    u128::try_from(determinant(laplacian)).expect("a count is not negative")
}

/// The determinant of a matrix of whole numbers whose leading minors are positive, by Bareiss's
/// elimination, where each division comes out even.
fn determinant(mut matrix: Vec<Vec<i128>>) -> i128 {
    let size = matrix.len();
    let mut previous = 1;
    for k in 0..size {
        let pivot = matrix[k][k];
        assert!(pivot > 0, "a leading minor is not positive");
        for i in k + 1..size {
            for j in k + 1..size {
                let kept = pivot.checked_mul(matrix[i][j]);
                let taken = matrix[i][k].checked_mul(matrix[k][j]);
                let numerator = kept.zip(taken).and_then(|(a, b)| a.checked_sub(b));
                matrix[i][j] = numerator.expect("the numbers fit") / previous;
            }
        }
        previous = pivot;
    }
    previous
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a lattice is a perfect maze with a wall for every inner point.
    fn is_finished(lattice: &Lattice) -> bool {
        let (rows, columns) = (lattice.rows, lattice.columns);
        let border = 2 * (rows + columns);
        is_perfect(rows, columns, &|one, other| lattice.blocked(one, other))
            && lattice.walls().len() == border + (rows - 1) * (columns - 1)
    }

    #[test]
    fn the_six_by_two_start_comes_out_byte_for_byte() {
        let expected = "\
+--+--+--+--+--+--+
|                 |
+  +  +  +  +  +  +
|                 |
+--+--+--+--+--+--+
";
        assert_eq!(text(&Lattice::walled(2, 6)), expected);
    }

    #[test]
    fn walls_are_drawn_where_they_stand() {
        let mut lattice = Lattice::walled(2, 3);
        lattice.build((true, 1, 1));
        lattice.build((false, 0, 1));
        let expected = "\
+--+--+--+
|  |     |
+  +--+  +
|        |
+--+--+--+
";
        assert_eq!(text(&lattice), expected);
        assert!(lattice.blocked((1, 1), (1, 2)));
        assert!(lattice.blocked((2, 2), (1, 2)));
        assert!(!lattice.blocked((1, 2), (1, 3)));
        assert!(!lattice.blocked((1, 1), (2, 1)));
    }

    #[test]
    fn growth_and_kirchhoff_count_alike() {
        let counts = [
            ((1, 1), 1),
            ((1, 5), 1),
            ((2, 2), 4),
            ((2, 3), 15),
            ((3, 3), 192),
            ((3, 4), 2415),
            ((4, 3), 2415),
        ];
        for ((rows, columns), count) in counts {
            assert_eq!(count_reachable_mazes(rows, columns), count);
            assert_eq!(spanning_trees(rows, columns), count as u128);
        }
        assert_eq!(spanning_trees(4, 4), 100_352);
        assert_eq!(spanning_trees(5, 5), 557_568_000);
    }

    #[test]
    fn no_order_of_building_gets_stuck() {
        for (rows, columns) in [(1, 1), (1, 4), (2, 2), (2, 5), (3, 3), (4, 3)] {
            assert!(reachable_mazes(rows, columns).iter().all(is_finished));
        }
    }

    #[test]
    fn the_literal_condition_asks_for_a_bare_far_end() {
        let mut random = Random::new(2);
        for (rows, columns) in [(1, 3), (3, 3), (5, 4), (6, 6)] {
            let mut lattice = Lattice::walled(rows, columns);
            loop {
                for a in lattice.walls() {
                    let mut missing = lattice.places();
                    missing.retain(|&w| !lattice.stands(w) && are_adjacent(a, w));
                    let mut given = lattice.adjacent_missing(a);
                    given.sort_unstable();
                    missing.sort_unstable();
                    assert_eq!(given, missing);
                    for w in missing {
                        let [one, other] = ends(w);
                        let far = if ends(a).contains(&one) { other } else { one };
                        let at_far = lattice.places_at(far);
                        let bare = !at_far.into_iter().any(|place| lattice.stands(place));
                        assert_eq!(lattice.may_build(a, w), bare);
                    }
                }
                if !attempt_eligible(&mut lattice, &mut random) {
                    break;
                }
            }
        }
    }

    #[test]
    fn both_processes_end_in_perfect_mazes() {
        let mut random = Random::new(3);
        for (rows, columns) in [(1, 1), (1, 6), (2, 6), (7, 5), (9, 9)] {
            let mut built = 0;
            let mut lattice = Lattice::walled(rows, columns);
            while attempt_eligible(&mut lattice, &mut random) {
                built += 1;
            }
            assert_eq!(built, (rows - 1) * (columns - 1));
            assert!(is_finished(&lattice));

            let mut lattice = Lattice::walled(rows, columns);
            let mut missing = built;
            while missing > 0 {
                missing -= usize::from(attempt_any(&mut lattice, &mut random));
            }
            assert!(is_finished(&lattice));
            assert!(!attempt_any(&mut lattice, &mut random));
        }
    }

    #[test]
    fn mazes_with_a_loop_or_a_closed_part_are_not_perfect() {
        let open = |_, _| false;
        assert!(is_perfect(1, 1, &open));
        assert!(is_perfect(1, 9, &open));
        assert!(!is_perfect(2, 2, &open));
        assert!(!is_perfect(1, 2, &|_, _| true));
        // A ring of eight squares around a closed one: as many openings as a perfect maze has.
        assert!(!is_perfect(3, 3, &|one, other| one == (2, 2) || other == (2, 2)));
    }
}
