//! The look of a walk: walkers, and the reached states.

use super::{claims, walkers};
use crate::base::count::fitted;
use crate::base::progress::Phase;
use crate::engine::maze::Build;
use crate::engine::search::{Gait, has_die};
use crate::picture::{TickDiff, TickText};

/// Adds the looks of a walk of this gait.
pub(super) fn look<G: Gait>(world: &mut Build<'_>) {
    match (G::HEADED, has_die::<G>()) {
        (false, false) => world.look_by(&claims::CELLS, claims::cells::<G>),
        (false, true) => world
            .look_by(&claims::CELLS_WITH_TRAYS, claims::cells::<G>)
            .look_by(&claims::FACES, claims::faces::<G>),
        (true, _) => world.look_by(&claims::PLATES, claims::plates::<G>),
    };
    match (G::HEADED, has_die::<G>()) {
        (_, true) => world.look_by(&walkers::DICE, walkers::dice::<G>),
        (true, false) => world.look_by(&walkers::HEADED, walkers::headed),
        (false, false) => world.look_by(&walkers::ON_FOOT, walkers::on_foot),
    };
    world.tell(tell);
}

/// How far the walkers have come.
fn tell(diff: &TickDiff<'_>) -> Option<TickText> {
    if diff.before.phase() != Phase::Search {
        return None;
    }
    let is_over = diff.after.phase() == Phase::Finished;
    let route = diff.after.route();
    if !route.is_empty() {
        let moves = fitted::<u32, _>(route.len() - 1);
        return Some(TickText::new("The goal is reached: the shortest route has {move}.", [moves]));
    }
    if is_over {
        return Some(TickText::plain("The search ends: no walker gets any farther."));
    }
    let has_faces = diff.after.layer(claims::FACES.name).is_some();
    let layer = if has_faces { claims::FACES.name } else { claims::CELLS.name };
    let reached = diff.set(layer).filter(|&(value, _)| value != 0);
    let (step, count) = reached.fold((0, 0), |(step, count), (value, slots)| {
        (step.max(value), count + fitted::<u32, _>(slots.len()))
    });
    Some(match count {
        0 => TickText::plain("The walkers make a step."),
        _ => TickText::new("Step {}: {new place} reached.", [step, count]),
    })
}
