//! Single steps of a walk outside its search: for walks by hand.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::ReadOnlySystem;

use super::gait::{Gait, Ground, GroundColumns, GroundOfMaze, has_die, order};
use super::leads::{ByLeads, Origins};
use super::trail::Claims;
use super::{WayColumns, Ways, stand};
use crate::base::grid::Grid;
use crate::base::heading::Heading;
use crate::base::walker::Walker;
use crate::engine::columns::Cells;

/// Tells where a walker can go, and puts a walker anywhere.
pub(crate) struct StepProbe {
    pub(super) try_steps: TrySteps,
    pub(super) stand: Stand,
    pub(super) wrong_way_back: Box<dyn ReadOnlySystem<In = (), Out = Option<String>>>,
    /// The walker at the start, if the scene does not say all of it.
    pub(crate) start: Option<Walker>,
    /// The number of poses, and the poses.
    pub(crate) poses: usize,
    pub(crate) pose: fn(Walker) -> usize,
    pub(crate) posed: fn(usize) -> Walker,
    /// The headings that a walker tries, in order; none is for waiting.
    pub(crate) order: fn(Walker) -> Vec<Option<Heading>>,
    /// The class of a walker, if rules distinguish classes.
    pub(crate) class: Option<fn(Walker) -> u8>,
    pub(crate) is_headed: bool,
    /// The pose of a walker in words; empty on foot.
    pub(crate) stance: Box<dyn Fn(Walker, Grid) -> String + Send + Sync>,
    /// Why a walker does not go to a side, or wait, though no rule forbids that.
    pub(crate) why: Box<dyn Fn(Walker, Option<Heading>) -> String + Send + Sync>,
}

/// Tries steps in a World.
pub(super) type TrySteps = Box<dyn FnMut(&mut Tries, &World) + Send + Sync>;

/// Puts a walker where these have led, one after another, with nothing claimed, and leaving its start
/// or not; nobody, if there are none.
pub(super) type Stand = Box<dyn FnMut(&[Walker], bool, &mut World) + Send + Sync>;

/// Where a step can lead: to every side, and nowhere.
pub(crate) const SIDES: [Option<Heading>; 5] =
    [Some(Heading::N), Some(Heading::S), Some(Heading::W), Some(Heading::E), None];

/// The place of a side among [`SIDES`].
pub(crate) fn side(toward: Option<Heading>) -> usize {
    toward.map_or(Heading::ALL.len(), |it| it as usize)
}

/// A walker at a place in the maze.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    pub(crate) walker: Walker,
    /// Whether it leaves its start: then one with a heading goes straight on.
    pub(crate) is_leaving: bool,
}

/// Steps to try, and their results.
#[derive(Default)]
pub(crate) struct Tries {
    pub(crate) from: Vec<Placement>,
    /// For each, toward all [`SIDES`].
    pub(crate) to: Vec<[Step; 5]>,
}

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The walker does not go that way, whatever rules say.
    Never,
    /// The way is closed.
    Closed,
    /// The way is open, but the walker may not enter there.
    Barred(Walker),
    /// The walker after it.
    Open(Walker),
}

impl StepProbe {
    /// The probe of a gait.
    pub(crate) fn new<G: Gait>(world: &mut World) -> Self {
        let mut try_steps = IntoSystem::into_system(try_steps::<G>);
        let mut stand_system = IntoSystem::into_system(stand::<G>);
        let mut wrong_way_back = Box::new(IntoSystem::into_system(wrong_way_back::<G>));
        try_steps.initialize(world);
        wrong_way_back.initialize(world);
        stand_system.initialize(world);
        Self {
            try_steps: Box::new(move |tries, world| {
                try_steps.run_readonly(tries, world).expect(WALK);
            }),
            stand: Box::new(move |walked, is_leaving, world| {
                let placement = walked.last().map(|&walker| Placement { walker, is_leaving });
                stand_system.run(placement, world).expect(WALK);
            }),
            wrong_way_back,
            start: None,
            poses: G::POSES,
            pose: G::pose,
            posed: G::posed,
            order: |walker| order::<G>(walker).map(Some).collect(),
            class: if G::CLASSED { Some(G::class) } else { None },
            is_headed: G::HEADED,
            stance: Box::new(|walker, _| stance::<G>(walker)),
            why: Box::new(|walker, side| match side {
                Some(heading) => G::why(walker, heading),
                None => "Every move is a step: there is no waiting.".to_owned(),
            }),
        }
    }

    /// Tries steps. The rules must have closed their ways before.
    pub(crate) fn try_steps(&mut self, tries: &mut Tries, world: &World) {
        (self.try_steps)(tries, world);
    }

    /// What is wrong with the ways back of the claimed states, if anything is.
    pub(crate) fn wrong_way_back(&mut self, world: &World) -> Option<String> {
        self.wrong_way_back.run_readonly((), world).expect(WALK)
    }

    /// Puts a single walker where these have led, one after another, with nothing claimed; nobody, if
    /// there are none.
    pub(crate) fn stand(&mut self, walked: &[Walker], is_leaving: bool, world: &mut World) {
        (self.stand)(walked, is_leaving, world);
    }
}

pub(super) const WALK: &str = "a world with a walk";

fn stance<G: Gait>(walker: Walker) -> String {
    let heading = G::HEADED.then(|| format!("travelling {}", walker.heading.name()));
    let die = walker.die;
    let faces = has_die::<G>().then(|| format!("{} on top, {} in front", die.top(), die.front()));
    heading.into_iter().chain(faces).collect::<Vec<_>>().join(", ")
}

fn try_steps<G: Gait>(
    InMut(tries): InMut<Tries>,
    maze: Single<GroundOfMaze<G>>,
    mut cells: Cells<(WayColumns, GroundColumns<G>)>,
) {
    let (ways, columns) = cells.columns();
    let open =
        Ways::<G, _>::new(ways, Ground::new(columns, GroundOfMaze::<G>::shrink(maze.into_inner())));
    tries.to.clear();
    for &Placement { walker, is_leaving } in &tries.from {
        let ways = open.of(walker, is_leaving);
        let order = order::<G>(walker);
        tries.to.push(SIDES.map(|side| {
            let Some(heading) = side.filter(|&it| order.clone().any(|way| way == it)) else {
                return Step::Never;
            };
            if !ways.contains(heading) {
                return Step::Closed;
            }
            open.step(walker, heading)
        }));
    }
}

/// What is wrong with the way back of the first claimed state for which something is.
fn wrong_way_back<G: Gait>(
    maze: Single<(Option<&Origins>, GroundOfMaze<G>)>,
    mut cells: Cells<(&'static G::Trail, GroundColumns<G>)>,
) -> Option<String> {
    let (trails, columns) = cells.columns();
    let (origins, of_maze) = maze.into_inner();
    let origins = origins.map(|origins| &origins.0[..]).unwrap_or_default();
    let mut ground = Ground::<G, _>::new(columns, GroundOfMaze::<G>::shrink(of_maze));
    for (cell, trail) in ground.grid.indices().zip(trails) {
        for (pose, way) in (0..G::POSES).filter_map(|pose| Some((pose, trail.way_back(pose)?))) {
            let here = Walker { cell, ..G::posed(pose) };
            if G::pose(here) != pose {
                return Some(format!("the pose {pose} as {}", G::pose(here)));
            }
            let before = ground.before(here, way, origins);
            let is_to_undo = G::UNDOES && origins.is_empty();
            if let Some(found) = wrong_way(before, way, here, &ground, is_to_undo) {
                return Some(format!("at {} in pose {pose} {found}", ground.grid.position(cell)));
            }
        }
    }
    None
}

/// What is wrong with a way back to a walker `before`, from which a step must lead `here`.
fn wrong_way<'w, G: Gait>(
    before: Option<Walker>,
    way: u8,
    here: Walker,
    ground: &Ground<'w, '_, G, ByLeads<'w>>,
    is_to_undo: bool,
) -> Option<String> {
    let is = |it: Walker, state: Walker| it.cell == state.cell && G::pose(it) == G::pose(state);
    let step = |from: Walker, heading| {
        ground.leads(from.cell, heading).then(|| G::step(from, heading, ground)).flatten()
    };
    let leading_here = before.and_then(|before| {
        let mut steps = order::<G>(before).filter_map(|way| Some((way, step(before, way)?)));
        let comes_here = |&(heading, there): &(Heading, Walker)| {
            is(there, here) && G::way_back(before, heading, there, ground) == way
        };
        Some((before, steps.find(comes_here)?.1))
    });
    match leading_here {
        _ if way >= G::WAYS => Some(format!("the way back {way}, of {}", G::WAYS)),
        None => Some(format!("the way back {way}, which does not lead to where a step came from")),
        Some((before, there)) => {
            let undone = step(there, there.heading.opposite());
            let is_undone = undone.is_some_and(|it| is(it, before));
            (is_to_undo && !is_undone).then(|| "a step that the step back does not undo".to_owned())
        }
    }
}
