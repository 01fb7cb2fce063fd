//! Shortest ways out of a labyrinth in which the Minotaur hunts Theseus, by how far each pair of
//! squares is from the exit.
//!
//! Squares are (row, column), from 1, with (1, 1) at the upper left.

use std::collections::{HashMap, HashSet};

use super::{Square, Walls};

/// Where Theseus is, and where the Minotaur is.
pub type Both = (Square, Square);

/// A labyrinth.
#[derive(Clone, Debug)]
pub struct Labyrinth {
    /// How many rows of squares there are.
    pub rows: usize,
    /// How many columns of squares there are.
    pub columns: usize,
    /// Neighbours with a wall between them, each pair in both orders.
    pub walls: Walls,
    /// Where Theseus and the Minotaur start.
    pub start: Both,
    /// The square on which Theseus is out.
    pub exit: Square,
}

/// What a turn of Theseus leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// He cannot go there, or the Minotaur catches him.
    Lost,
    /// The hunt goes on.
    Hunted(Both),
    /// He is out; the Minotaur is there.
    Out(Square),
}

impl Labyrinth {
    /// Whether one can go from a square to the other, which may be no square at all.
    fn leads(&self, from: Square, to: Square) -> bool {
        (1..=self.rows).contains(&to.0)
            && (1..=self.columns).contains(&to.1)
            && !self.walls.contains(&(from, to))
    }

    /// A step of the Minotaur: across if that brings him closer and nothing stands there, else up
    /// or down, else none.
    fn minotaur_step(&self, theseus: Square, at: Square) -> Square {
        let across = [(at.0, at.1 - 1), (at.0, at.1 + 1)];
        let down = [(at.0 - 1, at.1), (at.0 + 1, at.1)];
        let is_closer_across = |to: &Square| to.1.abs_diff(theseus.1) < at.1.abs_diff(theseus.1);
        let is_closer_down = |to: &Square| to.0.abs_diff(theseus.0) < at.0.abs_diff(theseus.0);
        let across = across.into_iter().filter(is_closer_across);
        let down = down.into_iter().filter(is_closer_down);
        across
            .chain(down)
            .find(|&to| self.leads(at, to))
            .unwrap_or(at)
    }

    /// What each turn of Theseus leads to: up, down, left, right, waiting.
    pub fn turns(&self, (theseus, minotaur): Both) -> [End; 5] {
        [(-1, 0), (1, 0), (0, -1), (0, 1), (0, 0)].map(|(down, right)| {
            let to = (
                theseus.0.wrapping_add_signed(down),
                theseus.1.wrapping_add_signed(right),
            );
            if to == minotaur || to != theseus && !self.leads(theseus, to) {
                return End::Lost;
            }
            if to == self.exit {
                return End::Out(minotaur);
            }
            let first = self.minotaur_step(to, minotaur);
            let second = self.minotaur_step(to, first);
            if first == to || second == to {
                End::Lost
            } else {
                End::Hunted((to, second))
            }
        })
    }

    /// In how many turns Theseus can be out, for all pairs of squares from which he can. Found by
    /// correcting all numbers until none is wrong.
    fn distances(&self) -> HashMap<Both, usize> {
        let squares = || (1..=self.rows).flat_map(|row| (1..=self.columns).map(move |c| (row, c)));
        let pairs: Vec<Both> = squares()
            .flat_map(|one| squares().map(move |other| (one, other)))
            .collect();
        let mut distances = HashMap::new();
        loop {
            let mut is_settled = true;
            for &both in pairs.iter().filter(|both| both.0 != both.1) {
                let left = |end: End| match end {
                    End::Lost => None,
                    End::Out(_) => Some(0),
                    End::Hunted(both) => distances.get(&both).copied(),
                };
                let nearest = self.turns(both).into_iter().filter_map(left).min();
                let distance = nearest.map(|left| left + 1);
                if distances.get(&both).copied() != distance {
                    distances.extend(distance.map(|distance| (both, distance)));
                    is_settled = false;
                }
            }
            if is_settled {
                return distances;
            }
        }
    }
}

/// The shortest way out: where both are at the start and after each turn. Of several the one in
/// which Theseus first goes up where he goes down in another, and so on, with waiting last.
pub fn solve(labyrinth: &Labyrinth) -> Option<Vec<Both>> {
    if labyrinth.start.0 == labyrinth.start.1 {
        return None;
    }
    let distances = labyrinth.distances();
    let mut left = *distances.get(&labyrinth.start)?;
    let mut way = vec![labyrinth.start];
    while left > 0 {
        left -= 1;
        let leads = |end: End| match end {
            End::Out(minotaur) if left == 0 => Some((labyrinth.exit, minotaur)),
            End::Hunted(both) if left > 0 && distances.get(&both) == Some(&left) => Some(both),
            _ => None,
        };
        let mut turns = labyrinth.turns(*way.last().unwrap()).into_iter();
        way.push(turns.find_map(leads).unwrap());
    }
    Some(way)
}

/// How many pairs of squares some turns lead to, and after how many rounds of turns no further one
/// was found: for labyrinths without a way out.
pub fn reached(labyrinth: &Labyrinth) -> (usize, usize) {
    let (mut reached, mut last, mut rounds) = (HashSet::new(), vec![labyrinth.start], 0);
    last.retain(|both| both.0 != both.1);
    loop {
        let turns = last.into_iter().flat_map(|both| labyrinth.turns(both));
        let hunted = turns.filter_map(|end| match end {
            End::Hunted(both) => Some(both),
            _ => None,
        });
        last = hunted.filter(|&both| reached.insert(both)).collect();
        rounds += 1;
        if last.is_empty() {
            return (reached.len(), rounds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labyrinth(
        rows: usize,
        columns: usize,
        walls: &[(Square, Square)],
        start: Both,
    ) -> Labyrinth {
        let walls = walls
            .iter()
            .flat_map(|&(one, other)| [(one, other), (other, one)])
            .collect();
        Labyrinth {
            rows,
            columns,
            walls,
            start,
            exit: (rows, columns),
        }
    }

    #[test]
    fn the_minotaur_steps_across_first_then_down_and_never_away() {
        let open = labyrinth(4, 4, &[], ((1, 1), (4, 4)));
        assert_eq!(open.minotaur_step((1, 1), (4, 4)), (4, 3));
        assert_eq!(open.minotaur_step((1, 4), (4, 4)), (3, 4));
        let walled = labyrinth(4, 4, &[((4, 4), (4, 3))], ((1, 1), (4, 4)));
        assert_eq!(walled.minotaur_step((1, 1), (4, 4)), (3, 4));
        assert_eq!(walled.minotaur_step((4, 1), (4, 4)), (4, 4));
    }

    #[test]
    fn he_is_out_before_the_minotaur_steps() {
        let open = labyrinth(1, 3, &[], ((1, 2), (1, 1)));
        assert_eq!(solve(&open), Some(vec![((1, 2), (1, 1)), ((1, 3), (1, 1))]));
        let barred = labyrinth(1, 3, &[], ((1, 2), (1, 3)));
        assert_eq!(solve(&barred), None);
    }

    #[test]
    fn waiting_can_help() {
        // While Theseus waits, the Minotaur moves up below a wall, and has another next to him.
        let walls = [((2, 1), (2, 2)), ((1, 1), (2, 1))];
        let mut pocket = labyrinth(3, 2, &walls, ((1, 1), (3, 1)));
        pocket.exit = (2, 2);
        let way = [
            ((1, 1), (3, 1)),
            ((1, 1), (2, 1)),
            ((1, 2), (2, 1)),
            ((2, 2), (2, 1)),
        ];
        assert_eq!(solve(&pocket), Some(way.to_vec()));
        assert_eq!(
            pocket.turns(((1, 1), (3, 1)))[3],
            End::Hunted(((1, 2), (2, 2)))
        );
    }
}
