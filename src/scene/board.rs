//! Boards: things on some of the cells, by position.

use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde::{Serialize, Serializer};

use crate::base::grid::{Grid, Position};
use crate::base::limits;
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
        self.0.binary_search_by_key(&at, |&(at, _)| at).ok().map(|place| &self.0[place].1)
    }

    /// Reports positions outside the grid.
    pub fn check_inside(&self, check: &mut Check<'_>) {
        check.keys_inside(self.iter().map(|&(at, _)| at));
    }
}

pub(crate) fn write_entries<T: Serialize, S: Serializer>(
    entries: &[(Position, T)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(entries.iter().map(|(at, thing)| (at, thing)))
}

/// Puts entries in grid order, one per position: `merge` adds a later thing to the first one there.
pub(crate) fn sort_and_merge<T>(entries: &mut Vec<(Position, T)>, merge: impl Fn(&mut T, &mut T)) {
    if entries.is_sorted_by(|one, next| one.0 < next.0) {
        return;
    }
    let grid = Grid::spanning(entries.iter().map(|&(at, _)| at));
    // With a row and a column 0, which a board may name, though no maze has them.
    let cells = (u64::from(grid.rows) + 1).saturating_mul(u64::from(grid.columns) + 1);
    if cells <= limits::CELLS.min(4 * entries.len() as u64) {
        return put_by_cell(entries, grid, merge);
    }
    entries.sort_by_key(|&(at, _)| at);
    entries.dedup_by(|next, first| {
        let is_same = next.0 == first.0;
        if is_same {
            merge(&mut first.1, &mut next.1);
        }
        is_same
    });
}

/// Does so by a list of all cells, which takes less than sorting where a quarter of them or more have an entry.
fn put_by_cell<T>(entries: &mut Vec<(Position, T)>, grid: Grid, merge: impl Fn(&mut T, &mut T)) {
    let (rows, columns) = (grid.rows as usize + 1, grid.columns as usize + 1);
    let mut cells = Vec::new();
    cells.resize_with(rows * columns, || None);
    for (at, mut thing) in entries.drain(..) {
        match &mut cells[at.row as usize * columns + at.column as usize] {
            Some(first) => merge(first, &mut thing),
            none => *none = Some(thing),
        }
    }
    for (row, things) in (0..).zip(cells.chunks_mut(columns)) {
        for (column, thing) in (0..).zip(things) {
            if let Some(thing) = thing.take() {
                entries.push((Position { row, column }, thing));
            }
        }
    }
}

/// Changes the thing at a position; one like the default is none.
pub(crate) fn change_entry<T: Default + PartialEq>(
    entries: &mut Vec<(Position, T)>,
    at: Position,
    change: impl FnOnce(&mut T),
) {
    let place = entries.partition_point(|&(there, _)| there < at);
    if entries.get(place).is_none_or(|&(there, _)| there != at) {
        entries.insert(place, (at, T::default()));
    }
    change(&mut entries[place].1);
    if entries[place].1 == T::default() {
        entries.remove(place);
    }
}

/// Parses a map by positions, in grid order; a repeated position is an error. `expecting` describes
/// the map.
pub(crate) fn read_entries<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    map: D,
    expecting: &'static str,
) -> Result<Vec<(Position, T)>, D::Error> {
    map.deserialize_map(Entries { expecting, things: PhantomData })
}

struct Entries<T> {
    expecting: &'static str,
    things: PhantomData<T>,
}

impl<'de, T: DeserializeOwned> Visitor<'de> for Entries<T> {
    type Value = Vec<(Position, T)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expecting)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        read_map(map)
    }
}

/// Parses the entries of a map by positions, in grid order; a repeated position is an error at its
/// second place.
pub(crate) fn read_map<'de, T: DeserializeOwned, A: MapAccess<'de>>(
    mut map: A,
) -> Result<Vec<(Position, T)>, A::Error> {
    let mut entries = Vec::new();
    let mut met = Met::default();
    while let Some(at) = map.next_key::<Position>()? {
        let thing = map.next_value()?;
        if !met.is_new(at, &entries) {
            return Err(de::Error::custom(format!("found {at} twice, expected it once")));
        }
        entries.push((at, thing));
    }
    entries.sort_by_key(|&(at, _)| at);
    Ok(entries)
}

/// Detects repeated keys. While they come in order, nothing is stored.
#[derive(Default)]
struct Met(Option<HashSet<Position>>);

impl Met {
    fn is_new<T>(&mut self, at: Position, before: &[(Position, T)]) -> bool {
        if self.0.is_none() && before.last().is_none_or(|&(last, _)| last < at) {
            return true;
        }
        let all = || before.iter().map(|&(at, _)| at).collect();
        self.0.get_or_insert_with(all).insert(at)
    }
}

impl<T: Serialize> Serialize for Board<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_entries(&self.0, serializer)
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Board<T> {
    fn deserialize<D: Deserializer<'de>>(map: D) -> Result<Self, D::Error> {
        read_entries(map, "a map by positions such as {(2, 1): …}").map(Self)
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
        let mut board = Vec::from_iter(things);
        sort_and_merge(&mut board, std::mem::swap);
        Self(board)
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
    use std::collections::BTreeMap;

    use super::*;
    use crate::base::chance::{Chance, Purpose};

    #[test]
    fn a_board_has_one_thing_at_a_position() {
        let at = |column| Position::new(1, column);
        let board: Board<u8> = [(at(2), 1), (at(1), 5), (at(2), 3)].into_iter().collect();
        assert_eq!(board.iter().copied().collect::<Vec<_>>(), [(at(1), 5), (at(2), 3)]);
        assert_eq!((board.get(at(2)), board.get(at(3))), (Some(&3), None));
    }

    #[test]
    fn a_board_is_in_grid_order_however_many_cells_have_things() {
        let mut chance = Chance::new(1, Purpose::named("test"));
        for side in (1..40).chain([1000, u32::MAX]) {
            let mut coordinate = || match chance.below(side) {
                0 => 0,
                below => below + 1,
            };
            let mut at = || Position::new(coordinate(), coordinate());
            let things: Vec<(Position, u32)> = (0..100).map(|thing| (at(), thing)).collect();
            let expected: BTreeMap<_, _> = things.iter().copied().collect();
            let positive = things.iter().copied().filter(|(at, _)| at.row.min(at.column) > 0);
            for things in [things.clone(), positive.collect()] {
                let board: Board<u32> = things.iter().copied().collect();
                let of_these = |(at, _): &(&Position, _)| things.iter().any(|(it, _)| it == *at);
                let expected = expected.iter().filter(of_these);
                assert!(board.iter().map(|(at, thing)| (at, thing)).eq(expected), "{side}");
            }
        }
    }

    #[test]
    fn a_position_stands_in_a_map_once() {
        let read = |text| ron::from_str::<Board<u8>>(text);
        assert!(read("{(1, 2): 3, (1, 1): 4}").is_ok_and(|board| board.0[0].0 == (1, 1).into()));
        let error = read("{(1, 2): 3, (1, 1): 4, (1, 2): 3}").expect_err("a position twice");
        assert!(error.to_string().contains("found (1, 2) twice, expected it once"), "{error}");
    }
}
