//! Scenes put together in Rust, an ingredient a call.

use super::{Expectation, Generate, Scene, Walk};
use crate::arrow::SignBoard;
use crate::dice::Numbers;
use crate::grid::Grid;
use crate::text::TextFormat;

/// Nothing is checked here; [`Scene::check`] and [`Simulation::new`](crate::Simulation::new) say
/// what stands against a scene.
///
/// ```
/// use mazetick::{Expectation, Generate, Pick, Position, Scene, Simulation, Walk};
///
/// let (from, to) = (Position::new(6, 1), Position::new(1, 12));
/// let scene = Scene::new(6, 12)
///     .seeded(7)
///     .generated(Generate::Mazing { pick: Pick::EligibleWall })
///     .walked(Walk::Foot { from, to })
///     .expecting([Expectation::Perfect]);
/// assert_eq!(Simulation::new(&scene)?.test(&scene)?, []);
/// # Ok::<(), mazetick::SceneError>(())
/// ```
impl Scene {
    /// A scene of this many rows and columns, with seed 0 and nothing in it. It is drawn as a
    /// [lattice](TextFormat::Lattice), for which it needs walls, unless [`Self::drawn`] says
    /// otherwise.
    #[must_use]
    pub fn new(rows: u32, columns: u32) -> Self {
        Self { grid: Grid { rows, columns }, ..Self::default() }
    }

    /// With this name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// With this seed of all chance.
    #[must_use]
    pub fn seeded(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// With walls that this builds or carves.
    #[must_use]
    pub fn generated(self, generate: Generate) -> Self {
        Self { generate: Some(generate), ..self }
    }

    /// With these numbers for a die: as they are written, `.numbered([[-1, 5], [0, 6]])`.
    #[must_use]
    pub fn numbered(self, numbers: impl Into<Numbers>) -> Self {
        Self { numbers: Some(numbers.into()), ..self }
    }

    /// With these signs for a walker with a heading.
    ///
    /// ```
    /// use mazetick::{Heading, Position, Scene, SignBoard, Signs, Turn};
    ///
    /// let signs = Signs::from_iter([(Heading::W, Turn::Left), (Heading::W, Turn::Forward)]);
    /// let scene = Scene::new(3, 3).signed(SignBoard::from_iter([(Position::new(2, 1), signs)]));
    /// assert!(scene.to_ron().contains(r#"(2, 1): "WFL""#));
    /// ```
    #[must_use]
    pub fn signed(self, signs: SignBoard) -> Self {
        Self { signs: Some(signs), ..self }
    }

    /// With this walk.
    #[must_use]
    pub fn walked(self, walk: Walk) -> Self {
        Self { walk: Some(walk), ..self }
    }

    /// Drawn in this format.
    #[must_use]
    pub fn drawn(self, text: TextFormat) -> Self {
        Self { text, ..self }
    }

    /// Expecting this, after what it expects already.
    #[must_use]
    pub fn expecting(mut self, expectations: impl IntoIterator<Item = Expectation>) -> Self {
        self.expect.extend(expectations);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrow::Signs;
    use crate::grid::Position;
    use crate::heading::{Heading, Turn};

    #[test]
    fn a_scene_put_together_is_the_one_that_is_read() {
        let at = Position::new;
        let signs = Signs::from_iter([(Heading::W, Turn::Left), (Heading::N, Turn::Right)]);
        let scene = Scene::new(1, 2)
            .named("DIE")
            .seeded(7)
            .generated(Generate::Johnny { start: at(1, 1), flips: 0.5, commands: None })
            .numbered([[-1, 5]])
            .signed(SignBoard::from_iter([(at(1, 2), signs)]))
            .walked(Walk::Dice {
                from: at(1, 1),
                top: 5,
                front: 1,
                heading: Some(Heading::E),
                to: Some(at(1, 2)),
            })
            .drawn(TextFormat::Dice)
            .expecting([Expectation::Perfect])
            .expecting([Expectation::Solved { moves: 1 }]);
        let read = Scene::from_ron(
            r#"Scene(
                name: "DIE",
                seed: 7,
                grid: (rows: 1, columns: 2),
                generate: Johnny(start: (1, 1), flips: 0.5),
                numbers: [[-1, 5]],
                signs: {(1, 2): "WL NR"},
                walk: Dice(from: (1, 1), top: 5, front: 1, heading: E, to: (1, 2)),
                text: Dice,
                expect: [Perfect, Solved(moves: 1)],
            )"#,
        );
        assert_eq!(read, Ok(scene));
    }
}
