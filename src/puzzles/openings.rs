//! Openings in the border, where a walk starts and ends.

use bevy_ecs::prelude::*;

use crate::base::openings::Openings;
use crate::engine::maze::Build;
use crate::registry::Registry;
use crate::scene::{Check, Ingredient, Role};

impl Ingredient for Openings {
    const FIELD: &'static str = "openings";
    const ROLE: Role = Role::Changes;

    fn check(&self, check: &mut Check<'_>) {
        if !(check.scene().has_walls() && check.scene().has_walk()) {
            check.error(
                [],
                "openings need walls and a walk: add them, or remove `openings`",
            );
        }
    }

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world.maze::<Self>().on_begin(begin);
    }
}

pub(crate) fn plugin(registry: &mut Registry) {
    registry.add::<Openings>();
}

fn begin(InRef(openings): InRef<Openings>, mut maze: Single<&mut Openings>) {
    **maze = *openings;
}
