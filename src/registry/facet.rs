//! Facets: columns of cells in expectations, as in `Cell(at: (1, 2), number: 5)`.

use bevy_ecs::prelude::Component;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::base::grid::Position;
use crate::base::heading::Headings;
use crate::base::scene_fault::WALL_FIELDS;
use crate::engine::maze::Maze;
use crate::scene::{Node, RonReader, Scene, printed};

/// A field of `Cell(at: …)` in expectations: a component of cells, written as serde writes it.
/// [`Registry::facet`](crate::registry::Registry::facet) registers it.
#[derive(Clone, Copy, Debug)]
pub struct CellFacet {
    pub(crate) name: &'static str,
    /// The field of scenes that it needs, for messages.
    needs: &'static str,
    is_in: fn(&Scene, &str) -> bool,
    /// Whether it may depend on what only [reports](crate::base::digest::report).
    pub(crate) reads_reports: bool,
    pub(crate) read: fn(&mut RonReader<'_>, Node) -> Option<String>,
    pub(crate) found: fn(&Maze, Position) -> Option<String>,
}

impl CellFacet {
    /// The sides with walls, as in `walls: "NW"`: [`Headings`].
    pub const WALLS: Self = Self {
        name: "walls",
        needs: WALL_FIELDS,
        is_in: |scene, _| scene.has_walls(),
        reads_reports: false,
        read: read::<Headings>,
        found: |maze, at| maze.walls_around(at).as_ref().map(printed),
    };

    /// The number of claimed poses, as in `claims: 3`: a `usize`.
    pub const CLAIMS: Self = Self {
        name: "claims",
        needs: "`walk`",
        is_in: |scene, _| scene.has_walk(),
        reads_reports: false,
        read: read::<usize>,
        found: |maze, at| maze.claims(at).as_ref().map(printed),
    };

    /// Returns the facet of a component, by its name in expectations, in scenes with a field.
    pub const fn of<C: Component + Serialize + DeserializeOwned>(
        name: &'static str,
        field: &'static str,
    ) -> Self {
        Self {
            name,
            needs: field,
            is_in: |scene, field| scene.has(field),
            reads_reports: true,
            read: read::<C>,
            found: |maze, at| maze.get::<C>(at).map(printed),
        }
    }

    /// Returns what a scene lacks for it.
    pub(crate) fn lacks(&self, scene: &Scene) -> Option<String> {
        if (self.is_in)(scene, self.needs) {
            return None;
        }
        let is_quoted = self.needs.starts_with('`');
        Some(if is_quoted {
            self.needs.to_owned()
        } else {
            format!("`{}`", self.needs)
        })
    }
}

fn read<T: Serialize + DeserializeOwned>(reader: &mut RonReader<'_>, node: Node) -> Option<String> {
    let value: T = reader.value(node)?;
    Some(printed(&value))
}
