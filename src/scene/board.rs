//! Boards: things on some of the cells, by position.

use std::collections::BTreeMap;
use std::fmt;
use std::iter;
use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, MapAccess, Visitor};
use serde::{Serialize, Serializer};

use crate::base::grid::{Grid, Position};
use crate::base::scene_fault::SceneStep;
use crate::scene::Check;

/// Things on some of the cells, in grid order, one per position. In scenes a map, such as `{(1, 5):
/// 0, (2, 3): 1}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board<T>(Vec<(Position, T)>);

impl<T> Board<T> {
    /// The things, each with its position.
    pub fn iter(&self) -> std::slice::Iter<'_, (Position, T)> {
        self.0.iter()
    }

    /// The thing at a position.
    pub fn get(&self, at: Position) -> Option<&T> {
        self.0
            .binary_search_by_key(&at, |&(at, _)| at)
            .ok()
            .map(|place| &self.0[place].1)
    }

    /// Reports positions outside the grid.
    pub fn check_inside(&self, check: &mut Check<'_>) {
        let grid = check.grid();
        for &(at, _) in self.iter().filter(|(at, _)| !grid.contains(*at)) {
            check.inside([SceneStep::Key(at)], at);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Lets things be added in any order: `merge` adds a later one to the first one at its position.
    pub(crate) fn add<R>(
        &mut self,
        add: impl FnOnce(&mut Vec<(Position, T)>) -> R,
        merge: impl Fn(&mut T, &mut T),
    ) -> R {
        let done = add(&mut self.0);
        if self.0.is_sorted_by(|one, next| one.0 < next.0) {
            return done;
        }

        // A row and a column 0 count, too: a board may name them, though no maze has them.
        let grid = Grid::spanning(self.0.iter().map(|&(at, _)| at));
        let cells = (u64::from(grid.rows) + 1) * (u64::from(grid.columns) + 1);
        if cells <= 4 * self.0.len() as u64 {
            self.sort_by_table(grid, merge);
        } else {
            self.sort(merge);
        }
        done
    }

    /// Restores grid order by a table of all cells: faster than sorting if many of them have a thing.
    fn sort_by_table(&mut self, grid: Grid, merge: impl Fn(&mut T, &mut T)) {
        let columns = grid.columns as usize + 1;
        let cells = (grid.rows as usize + 1) * columns;
        let mut table: Vec<Option<T>> = iter::repeat_with(|| None).take(cells).collect();

        for (at, mut thing) in self.0.drain(..) {
            match &mut table[at.row as usize * columns + at.column as usize] {
                Some(first) => merge(first, &mut thing),
                empty => *empty = Some(thing),
            }
        }

        for (row, things) in (0..).zip(table.chunks_mut(columns)) {
            for (column, thing) in (0..).zip(things) {
                if let Some(thing) = thing.take() {
                    self.0.push((Position { row, column }, thing));
                }
            }
        }
    }

    fn sort(&mut self, merge: impl Fn(&mut T, &mut T)) {
        self.0.sort_by_key(|&(at, _)| at);
        self.0.dedup_by(|next, first| {
            let is_same = next.0 == first.0;
            if is_same {
                merge(&mut first.1, &mut next.1);
            }
            is_same
        });
    }

    /// Changes the thing at a position; one like the default is none.
    pub(crate) fn change(&mut self, at: Position, change: impl FnOnce(&mut T))
    where
        T: Default + PartialEq,
    {
        let place = self.0.partition_point(|&(there, _)| there < at);
        if self.0.get(place).is_none_or(|&(there, _)| there != at) {
            self.0.insert(place, (at, T::default()));
        }
        change(&mut self.0[place].1);
        if self.0[place].1 == T::default() {
            self.0.remove(place);
        }
    }
}

impl<T: Serialize> Serialize for Board<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(at, thing)| (at, thing)))
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Board<T> {
    fn deserialize<D: Deserializer<'de>>(map: D) -> Result<Self, D::Error> {
        map.deserialize_map(Entries(PhantomData))
    }
}

struct Entries<T>(PhantomData<T>);

impl<'de, T: DeserializeOwned> Visitor<'de> for Entries<T> {
    type Value = Board<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map by positions such as {(2, 1): …}")
    }

    /// Returns an error at the second place of a repeated position.
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Board<T>, A::Error> {
        let (mut sorted, mut others) = (Vec::new(), BTreeMap::new());
        while let Some((at, thing)) = map.next_entry::<Position, T>()? {
            if sorted.last().is_none_or(|&(last, _)| last < at) {
                sorted.push((at, thing)); // most come in order
            } else if sorted.binary_search_by_key(&at, |&(at, _)| at).is_ok()
                || others.insert(at, thing).is_some()
            {
                return Err(A::Error::custom(format!(
                    "found {at} twice, expected it once"
                )));
            }
        }
        sorted.extend(others);
        sorted.sort_by_key(|&(at, _)| at);
        Ok(Board(sorted))
    }
}

impl<T> Default for Board<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// If several things have the same position, the last one is kept.
impl<T> FromIterator<(Position, T)> for Board<T> {
    fn from_iter<I: IntoIterator<Item = (Position, T)>>(things: I) -> Self {
        let mut board = Self::default();
        board.add(|all| all.extend(things), std::mem::swap);
        board
    }
}

impl<'a, T> IntoIterator for &'a Board<T> {
    type Item = &'a (Position, T);
    type IntoIter = std::slice::Iter<'a, (Position, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::chance::{Chance, Purpose};

    #[test]
    fn a_board_has_one_thing_at_a_position() {
        let at = |column| Position::new(1, column);
        let board: Board<u8> = [(at(2), 1), (at(1), 5), (at(2), 3)].into_iter().collect();
        assert_eq!(
            board.iter().copied().collect::<Vec<_>>(),
            [(at(1), 5), (at(2), 3)]
        );
        assert_eq!((board.get(at(2)), board.get(at(3))), (Some(&3), None));
    }

    #[test]
    fn a_board_is_in_grid_order_however_many_cells_have_things() {
        let mut chance = Chance::new(1, Purpose::named("test"));
        for side in (1..40).chain([1000, u32::MAX]) {
            // Nearly all coordinates are those of a maze, which count from 1.
            let least = u32::from(chance.below(2) == 0);
            let mut coordinate = || chance.below(side).saturating_add(least);
            let mut at = || Position::new(coordinate(), coordinate());
            let things: Vec<(Position, u32)> = (0..100).map(|thing| (at(), thing)).collect();

            let board: Board<u32> = things.iter().copied().collect();
            let expected: BTreeMap<_, _> = things.into_iter().collect();
            assert!(board.0.into_iter().eq(expected), "{side}");
        }
    }

    #[test]
    fn a_position_stands_in_a_map_once() {
        let read = |text| ron::from_str::<Board<u8>>(text);
        assert!(read("{(1, 2): 3, (1, 1): 4}").is_ok_and(|board| board.0[0].0 == (1, 1).into()));
        let error = read("{(1, 2): 3, (1, 1): 4, (1, 2): 3}").expect_err("a position twice");
        assert!(
            error
                .to_string()
                .contains("found (1, 2) twice, expected it once"),
            "{error}"
        );
    }
}
