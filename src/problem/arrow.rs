//! Abbott's arrow mazes (ACM World Finals 2000, problem A): signs that a walker obeys.
//!
//! A sign belongs to an intersection and a direction of travel, and allows any of left, forward
//! and right. An intersection without a sign for the direction of approach is a dead end, unless
//! it is the goal. The walk leaves its entrance in a given direction, whatever signs stand there.

pub(crate) mod contest;
mod gait;
mod signs;
pub(crate) mod text;

pub(crate) use gait::{Headed, tries};
pub use signs::{SignBoard, Signs};

use bevy_ecs::prelude::*;

use crate::columns::Cells;
use crate::scene::Scene;
use crate::search::Turns;
use crate::snapshot::{Reader, SnapshotError, Writer};

/// Puts up the signs of the scene.
pub(crate) fn begin(InRef(scene): InRef<Scene>, mut cells: Cells<&'static mut Signs>) {
    let (_, mut column) = cells.columns();
    let signs = column.bypass_change_detection();
    signs.fill(Signs::default());
    for &(at, sign) in scene.signs.iter().flat_map(SignBoard::iter) {
        signs[scene.grid.index(at)] = sign;
    }
}

/// The rule: a walker with a heading goes on as the sign for it allows.
pub(crate) fn obey(mut cells: Cells<(&'static Signs, &'static mut Turns)>) {
    let (_, (signs, mut turns)) = cells.columns();
    for (signs, turns) in signs.iter().zip(turns.bypass_change_detection()) {
        turns.keep_bits(signs.bits());
    }
}

/// Writes the signs of every cell.
pub(crate) fn save(InMut(writer): InMut<Writer>, mut cells: Cells<&'static Signs>) {
    cells.columns().1.iter().for_each(|signs| writer.bytes(&signs.bits().to_le_bytes()));
}

/// Puts up the signs that were saved; any are legal.
pub(crate) fn restore(
    InMut(reader): InMut<Reader>,
    mut cells: Cells<&'static mut Signs>,
) -> Result<(), SnapshotError> {
    let (positions, mut signs) = cells.columns();
    let bits = reader.bytes(2 * positions.len())?.as_chunks().0;
    for (signs, bits) in signs.bypass_change_detection().iter_mut().zip(bits) {
        *signs = Signs::from_bits(u16::from_le_bytes(*bits));
    }
    Ok(())
}
