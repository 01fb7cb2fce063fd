//! The look of a walk: walkers, and the reached states, darker the farther from the start.
//!
//! On foot and with a die the cell is tinted; for a die a tray shows the orientations reached there.
//! With a heading, also of a die, the plate of that heading is tinted, where its sign is.

use bevy_ecs::prelude::*;

use super::{looks, walkers};
use crate::heading::Heading;
use crate::maze::Build;
use crate::picture::{Passed, Said};
use crate::progress::Phase;
use crate::search::{Distances, Gait, has_die};

/// Adds the looks of a walk of this gait.
pub(super) fn sight<G: Gait>(world: &mut Build<'_>) {
    /// What each layer of distances keeps.
    const A_POSE: usize = size_of::<u32>();
    match (G::HEADED, has_die::<G>()) {
        (false, false) => world.look_by(&looks::CELLS, cells::<G>),
        (false, true) => {
            world.look_by(&looks::CELLS_WITH_TRAYS, cells::<G>).look_by(&looks::FACES, faces::<G>)
        }
        (true, _) => world.look_by(&looks::PLATES, plates::<G>),
    };
    let layers = if !G::HEADED && has_die::<G>() { 2 } else { 1 };
    world.takes_when_seen(layers * A_POSE * G::POSES);
    match (G::HEADED, has_die::<G>()) {
        (_, true) => world.look_by(&walkers::DICE, walkers::dice::<G>),
        (true, false) => world.look_by(&walkers::HEADED, walkers::headed),
        (false, false) => world.look_by(&walkers::ON_FOOT, walkers::on_foot),
    };
    world.tell(tell);
}

/// The distance of each cell.
fn cells<G: Gait>(InMut(values): InMut<[u32]>, mut distances: Distances<G>) {
    for (value, poses) in values.iter_mut().zip(distances.find().chunks_exact(G::POSES)) {
        *value = least(poses.iter().copied());
    }
}

/// The distance of each heading in which a cell was entered.
fn plates<G: Gait>(InMut(values): InMut<[u32]>, mut distances: Distances<G>) {
    let headings: Vec<Heading> = (0..G::POSES).map(|pose| G::posed(pose).heading).collect();
    let distances = distances.find().chunks_exact(G::POSES);
    for (values, poses) in values.chunks_exact_mut(4).zip(distances) {
        values.fill(0);
        for (heading, &distance) in headings.iter().zip(poses) {
            let value = &mut values[*heading as usize];
            *value = least([*value, distance].into_iter());
        }
    }
}

/// The distance of each orientation of a die on a cell.
fn faces<G: Gait>(InMut(values): InMut<[u32]>, mut distances: Distances<G>) {
    values.copy_from_slice(distances.find());
}

/// The least of the distances that are known, 0 for none.
fn least(distances: impl Iterator<Item = u32>) -> u32 {
    distances.filter(|&distance| distance != 0).min().unwrap_or_default()
}

/// How far the walkers have come.
#[allow(clippy::cast_possible_truncation)] // far fewer states than 2³²
fn tell(passed: &Passed<'_>) -> Option<Said> {
    if passed.before.phase() != Phase::Search {
        return None;
    }
    let is_over = passed.after.phase() == Phase::Finished;
    let route = passed.after.route();
    if !route.is_empty() {
        let moves = route.len() as u32 - 1;
        return Some(Said::new("The goal is reached: the shortest route has {move}.", [moves]));
    }
    if is_over {
        return Some(Said::new("The search ends: no walker gets any farther.", []));
    }
    let has_faces = passed.after.layer(looks::FACES.name).is_some();
    let layer = if has_faces { looks::FACES.name } else { looks::CELLS.name };
    let reached = passed.set(layer).filter(|&(value, _)| value != 0);
    let (step, count) = reached.fold((0, 0), |(step, count), (value, slots)| {
        (step.max(value), count + slots.len() as u32)
    });
    Some(match count {
        0 => Said::new("The walkers make a step.", []),
        _ => Said::new("Step {}: {new place} reached.", [step, count]),
    })
}
