//! Text formats: drawings of worlds. Each is registered like an ingredient.
//!
//! The systems that write text cannot change the world: they are [`ReadOnlySystem`]s by type.

mod lattice;
mod listing;

pub(crate) use listing::{Listed, Listing, unsolved, write_position};

use std::fmt;

use bevy_ecs::prelude::*;
use bevy_ecs::system::ReadOnlySystem;

use crate::base::limits;

/// A format for drawing a world. Any world that has what a format needs can be drawn in it.
///
/// The standard ones are constants of this type; [`Registry::text`](crate::registry::Registry::text)
/// registers others. Two are equal if their names are.
#[derive(Clone, Copy)]
pub struct TextFormat(&'static Format);

/// The definition of a text format.
pub struct Format {
    /// Its name in scenes.
    pub name: &'static str,
    /// What a scene must have for it.
    pub needs: Need,
    /// Creates the system that appends a drawing to a text:
    /// `|| Box::new(IntoSystem::into_system(draw))`.
    pub drawing: fn() -> DrawingSystem,
}

/// What a world must have to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Need {
    /// Walls.
    Walls,
    /// A walk.
    Route,
    /// A walk, and a name.
    Listing,
}

impl Need {
    /// Whether a world with or without walls and a walk has it. Every world has a name.
    pub(crate) fn is_met(self, has_walls: bool, has_walk: bool) -> bool {
        match self {
            Self::Walls => has_walls,
            Self::Route | Self::Listing => has_walk,
        }
    }
}

/// A system that appends its drawing of the world to a text.
pub type DrawingSystem = Box<dyn ReadOnlySystem<In = InMut<'static, String>, Out = ()>>;

/// The name of the maze. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct MazeName(pub String);

impl TextFormat {
    /// A text format with this definition.
    #[must_use]
    pub const fn new(format: &'static Format) -> Self {
        Self(format)
    }

    /// Its name in scenes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// What a world must have to be drawn.
    #[must_use]
    pub const fn needs(self) -> Need {
        self.0.needs
    }

    /// The system that draws in this format.
    pub(crate) fn drawing(self) -> DrawingSystem {
        (self.0.drawing)()
    }
}

/// Errors of a name.
pub(crate) fn name_faults(name: &str) -> impl Iterator<Item = String> {
    let length = name.chars().count();
    let too_long = (length > limits::NAME)
        .then(|| format!("a name of {length} characters, expected at most {}", limits::NAME));
    let control = name.chars().find(|c| c.is_control());
    let control = control
        .map(|c| format!("found {c:?} in a name, expected one line of text"))
        .or_else(|| {
            let is_padded = name.trim_matches(is_blank) != name;
            is_padded.then(|| "found a space at an end of the name, expected none".to_owned())
        });
    too_long.into_iter().chain(control)
}

/// Whether a name may neither begin nor end with this: blanks, which are trimmed, and a byte order
/// mark, which is ignored at the start of a file.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

impl Default for TextFormat {
    fn default() -> Self {
        Self::LATTICE
    }
}

impl PartialEq for TextFormat {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for TextFormat {}

/// The name.
impl fmt::Debug for TextFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
