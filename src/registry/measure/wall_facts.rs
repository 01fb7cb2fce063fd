//! Facts about the walls of worlds, which smaller scenes keep.

use super::survey::Survey;
use crate::base::wall::Segments;
use crate::engine::Maze;

/// Which facts hold of the walls of a world, or of the walls of each of several worlds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct WallFacts {
    /// Any two squares are joined.
    are_joined: bool,
    /// Any two squares are joined by exactly one route.
    are_perfect: bool,
    /// Every square has more than one way out.
    are_without_dead_ends: bool,
    /// No wall is inside the border.
    are_outside: bool,
}

impl WallFacts {
    /// Finds the facts of a world.
    pub(crate) fn of(maze: &Maze) -> Self {
        let passages = maze.passages();
        let survey = Survey::of(maze);
        let walls = maze.walls().unwrap_or_default();
        let border = Segments::new(maze.grid()).border();
        let in_border = border.filter(|&segment| walls.get(segment).is_some_and(|it| it.stands));
        let in_border = in_border.count();

        Self {
            are_joined: passages.reached == passages.cells,
            are_perfect: passages.are_perfect(),
            are_without_dead_ends: survey.as_ref().is_none_or(|it| it.dead_ends() == 0),
            are_outside: survey.is_none_or(|it| it.standing() == in_border),
        }
    }

    /// Returns the facts that hold of these walls and of others.
    pub(crate) fn shared(self, other: Self) -> Self {
        Self {
            are_joined: self.are_joined && other.are_joined,
            are_perfect: self.are_perfect && other.are_perfect,
            are_without_dead_ends: self.are_without_dead_ends && other.are_without_dead_ends,
            are_outside: self.are_outside && other.are_outside,
        }
    }

    /// Returns true if all these facts hold of a world.
    pub(crate) fn hold_of(self, maze: &Maze) -> bool {
        self.shared(Self::of(maze)) == self
    }
}
