//! Reports of what is wrong with a scene.

use super::Scene;
use crate::base::end::End;
use crate::base::grid::{Grid, Position};
use crate::base::report::FaultKind;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::base::squares::{Mask, Squares};

/// A scene being checked, and the errors so far. Paths begin at the ingredient or expectation that
/// is being checked.
pub struct Check<'a> {
    scene: &'a Scene,
    path: Vec<SceneStep>,
    found: SceneError,
    mask: Option<Mask>,
}

impl<'a> Check<'a> {
    pub(super) fn new(scene: &'a Scene) -> Self {
        Self {
            scene,
            path: Vec::new(),
            found: SceneError::default(),
            mask: scene.mask(),
        }
    }

    pub(super) fn end(self) -> Result<(), SceneError> {
        self.found.into_result()
    }

    /// The whole scene.
    pub fn scene(&self) -> &'a Scene {
        self.scene
    }

    /// The size of the maze.
    pub fn grid(&self) -> Grid {
        self.scene.grid
    }

    /// Reports an error: `message` says what was found, and what was expected.
    pub fn error(&mut self, path: impl IntoIterator<Item = SceneStep>, message: impl Into<String>) {
        self.error_of_kind(FaultKind::Invalid, path, message);
    }

    /// Reports an error of a kind that programs can react to.
    pub fn error_of_kind(
        &mut self,
        kind: FaultKind,
        path: impl IntoIterator<Item = SceneStep>,
        message: impl Into<String>,
    ) {
        let path = self.path.iter().copied().chain(path);
        self.found
            .push(SceneFault::new(path, message).of_kind(kind));
    }

    /// The squares of the maze.
    pub fn squares(&self) -> Squares<'_> {
        Squares::from((&self.scene.grid, self.mask.as_ref()))
    }

    /// Reports a position that is blocked or outside the grid; of a grid without squares only the size.
    #[inline]
    pub fn inside(&mut self, path: impl IntoIterator<Item = SceneStep>, at: Position) {
        if !self.grid().contains(at) && self.grid().area() > 0 {
            self.error_of_kind(FaultKind::OutsideGrid, path, outside(at, self.grid()));
        } else if self.is_blocked(at) {
            self.error(path, format!("{at} is blocked, expected another square"));
        }
    }

    fn is_blocked(&self, at: Position) -> bool {
        let mask = self.mask.as_ref();
        mask.is_some_and(|mask| mask.has(self.grid().index(at)))
    }

    /// Reports positions of a list that are blocked or outside the grid.
    pub fn all_inside(&mut self, path: impl IntoIterator<Item = SceneStep>, all: &[Position]) {
        self.within(path, |check| {
            for (place, &at) in all.iter().enumerate() {
                check.inside([SceneStep::Index(place)], at);
            }
        });
    }

    /// Reports probabilities, each in a field, that are below 0, or above 1 together.
    pub(crate) fn probabilities<const N: usize>(
        &mut self,
        probabilities: [(&'static str, f64); N],
    ) {
        let mut sum = 0.0;
        for (field, probability) in probabilities {
            if [probability, sum + probability]
                .iter()
                .all(|it| (0.0..=1.0).contains(it))
            {
                sum += probability;
            } else {
                let others = if N > 1 {
                    " together with the others"
                } else {
                    ""
                };
                let message = format!("a probability of {probability}, expected 0 to 1{others}");
                self.error([SceneStep::Field(field)], message);
            }
        }
    }

    /// Reports a number, after words for it, that is not from 0 to `most`.
    pub(crate) fn number(
        &mut self,
        path: impl IntoIterator<Item = SceneStep>,
        words: &str,
        (number, most): (f64, f64),
    ) {
        if !(0.0..=most).contains(&number) {
            self.error(path, format!("{words} {number}, expected 0 to {most}"));
        }
    }

    /// Reports what is wrong with the ends of a walk, in its fields `from` and `to`.
    pub fn check_ends(&mut self, from: &End, to: &End) {
        if let End::AnyOf(_) | End::Farthest = from {
            self.error(
                [SceneStep::Field("from")],
                "a start must be one position, or `Random`",
            );
        }
        from.positions()
            .iter()
            .take(1)
            .for_each(|&at| self.inside([SceneStep::Field("from")], at));
        if to != from {
            self.check_goal(to);
        }
    }

    /// Reports goals outside the grid, in the field `to`.
    pub(crate) fn check_goal(&mut self, to: &End) {
        match to {
            End::AnyOf(all) if all.is_empty() => {
                self.error([SceneStep::Field("to")], "no goals, expected at least 1");
            }
            End::AnyOf(all) => self.all_inside([SceneStep::Field("to")], all),
            End::At(at) => self.inside([SceneStep::Field("to")], *at),
            End::Random | End::Farthest => {}
        }
    }

    /// Checks a nested value.
    pub fn within(
        &mut self,
        path: impl IntoIterator<Item = SceneStep>,
        check: impl FnOnce(&mut Self),
    ) {
        let depth = self.path.len();
        self.path.extend(path);
        check(self);
        self.path.truncate(depth);
    }
}

pub(crate) fn outside(at: Position, grid: Grid) -> String {
    format!(
        "{at} is outside the grid, expected (1, 1) to ({}, {})",
        grid.rows, grid.columns
    )
}
