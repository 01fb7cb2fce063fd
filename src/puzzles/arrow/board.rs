//! The board of all signs of a maze.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Signs, look};
use crate::base::grid::Position;
use crate::base::scene_fault::SceneStep;
use crate::engine::columns::Cells;
use crate::engine::maze::{Build, ForbiddenStep};
use crate::engine::search::Turns;
use crate::scene::board::{read_entries, sort_and_merge, write_entries};
use crate::scene::{Check, Ingredient};

/// The signs of a maze, in grid order, every intersection once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SignBoard(Vec<(Position, Signs)>);

impl Ingredient for SignBoard {
    const FIELD: &'static str = "signs";

    fn check(&self, check: &mut Check<'_>) {
        if check.scene().start().is_none_or(|start| start.heading.is_none()) {
            let message = "found signs without a walker that has a heading, \
                           expected an `Arrow` walk or a `Dice` walk with `heading`";
            check.error([], message);
        }
        self.iter().for_each(|&(at, _)| check.inside([SceneStep::Key(at)], at));
    }

    fn build(world: &mut Build<'_>) {
        world.column::<Signs>("signs").on_begin(put_up).rule(obey).why(say);
        world.look_by(&look::SIGNS, look::signs);
    }
}

/// Writes the signs of the scene into the cells.
fn put_up(InRef(board): InRef<SignBoard>, mut cells: Cells<&'static mut Signs>) {
    let grid = cells.grid();
    let column = cells.columns();
    let signs = column;
    signs.fill(Signs::default());
    for &(at, sign) in board {
        signs[grid.index(at)] = sign;
    }
}

/// The rule: a walker with a heading turns as the sign for its heading allows.
fn obey(mut cells: Cells<(&'static Signs, &'static mut Turns)>) {
    let (signs, turns) = cells.columns();
    for (signs, turns) in signs.iter().zip(turns) {
        turns.close_all_but_bits(signs.bits());
    }
}

/// The reason, from the sign: `The sign WFL allows forward or left.`
fn say(refused: &ForbiddenStep<'_>) -> String {
    let (Some(travel), Some(signs)) = (refused.travel, refused.get::<Signs>(refused.at)) else {
        return String::new(); // the rule is about walkers with a heading
    };
    match signs.sign(travel) {
        Some((sign, turns)) => format!("The sign {sign} allows {turns}."),
        None => format!("There is no sign for heading {}: a dead end.", travel.name()),
    }
}

impl SignBoard {
    /// The signs, in grid order.
    pub fn iter(&self) -> std::slice::Iter<'_, (Position, Signs)> {
        self.0.iter()
    }

    /// Removes all signs.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds signs; those of one intersection are merged.
    pub(crate) fn put_up<E>(
        &mut self,
        each: impl FnOnce(&mut dyn FnMut((Position, Signs))) -> Result<(), E>,
    ) -> Result<(), E> {
        let done = each(&mut |signs| self.0.push(signs));
        self.sort_and_merge();
        done
    }

    /// Restores grid order, with each intersection once.
    fn sort_and_merge(&mut self) {
        sort_and_merge(&mut self.0, |signs, more| signs.merge(*more));
    }

    /// The number of intersections that have signs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no intersection has signs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> IntoIterator for &'a SignBoard {
    type Item = &'a (Position, Signs);
    type IntoIter = std::slice::Iter<'a, (Position, Signs)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Signs of one intersection are merged.
impl FromIterator<(Position, Signs)> for SignBoard {
    fn from_iter<I: IntoIterator<Item = (Position, Signs)>>(signs: I) -> Self {
        let mut board = Self(signs.into_iter().collect());
        board.sort_and_merge();
        board
    }
}

impl Serialize for SignBoard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_entries(&self.0, serializer)
    }
}

impl<'de> Deserialize<'de> for SignBoard {
    fn deserialize<D: Deserializer<'de>>(map: D) -> Result<Self, D::Error> {
        read_entries(map, "a map of signs such as {(2, 1): \"WLF NR\"}").map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::heading::{Heading, Turn};

    #[test]
    fn a_board_has_the_signs_that_were_put_up() {
        let mut board = SignBoard::default();
        assert!(board.is_empty());
        let signs: Signs = [(Heading::N, Turn::Left)].into_iter().collect();
        assert_eq!((signs.is_empty(), Signs::default().is_empty()), (false, true));
        let _ = board.put_up::<()>(|put_up| {
            put_up((Position::new(2, 1), signs));
            Ok(())
        });
        assert!(!board.is_empty());
        assert!((&board).into_iter().eq(&[(Position::new(2, 1), signs)]));
    }
}
