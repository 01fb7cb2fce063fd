//! Abbott's arrow mazes (ACM World Finals 2000, problem A): signs that a walker obeys.
//!
//! A sign belongs to an intersection and a direction of travel, and allows any of left, forward
//! and right. An intersection without a sign for the direction of approach is a dead end, unless
//! it is the goal. The walk leaves its entrance in a given direction, whatever signs stand there.

pub(crate) mod contest;
mod signs;
pub(crate) mod text;

pub use signs::{SignBoard, Signs};

use bevy_ecs::prelude::*;

use crate::columns::Cells;
use crate::scene::Scene;

/// Puts up the signs of the scene.
pub(crate) fn begin(InRef(scene): InRef<Scene>, mut cells: Cells<&'static mut Signs>) {
    let (_, mut column) = cells.columns();
    let signs = column.bypass_change_detection();
    signs.fill(Signs::default());
    for &(at, sign) in scene.signs.iter().flat_map(SignBoard::iter) {
        signs[scene.grid.index(at)] = sign;
    }
}
