//! Single steps of a gait outside the search: for walks by hand.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::{BoxedSystem, ReadOnlySystem};

use super::gait::{Gait, Ground, GroundColumns, GroundOfMaze, has_die, order};
use super::leads::Origins;
use super::trail::Claims;
use super::{WayColumns, Ways, stand};
use crate::base::heading::Heading;
use crate::base::walker::Walker;
use crate::engine::columns::Cells;

/// Tells where a walker of a gait can go, and puts a walker anywhere.
pub(crate) struct StepProbe {
    try_steps: Box<dyn ReadOnlySystem<In = InMut<'static, Tries>, Out = ()>>,
    stand: BoxedSystem<In<Placement>, ()>,
    wrong_way_back: Box<dyn ReadOnlySystem<In = (), Out = Option<String>>>,
    /// The number of poses, and the poses.
    pub(crate) poses: usize,
    pub(crate) pose: fn(Walker) -> usize,
    pub(crate) posed: fn(usize) -> Walker,
    /// The headings that a walker tries, in order.
    pub(crate) order: fn(Walker) -> Vec<Heading>,
    /// The class of a walker, if rules distinguish classes.
    pub(crate) class: Option<fn(Walker) -> u8>,
    pub(crate) is_headed: bool,
    pub(crate) has_die: bool,
    /// The reason why the gait does not go somewhere.
    pub(crate) never: &'static str,
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
    /// For each, toward every heading.
    pub(crate) to: Vec<[Step; 4]>,
}

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The gait does not go that way.
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
        let mut try_steps = Box::new(IntoSystem::into_system(try_steps::<G>));
        let mut stand = Box::new(IntoSystem::into_system(stand::<G>));
        let mut wrong_way_back = Box::new(IntoSystem::into_system(wrong_way_back::<G>));
        try_steps.initialize(world);
        wrong_way_back.initialize(world);
        stand.initialize(world);
        Self {
            try_steps,
            stand,
            wrong_way_back,
            poses: G::POSES,
            pose: G::pose,
            posed: G::posed,
            order: |walker| order::<G>(walker).collect(),
            class: if G::CLASSED { Some(G::class) } else { None },
            is_headed: G::HEADED,
            has_die: has_die::<G>(),
            never: G::NEVER,
        }
    }

    /// Tries steps. The rules must have closed their ways before.
    pub(crate) fn try_steps(&mut self, tries: &mut Tries, world: &World) {
        self.try_steps.run_readonly(tries, world).expect("a world with a walk");
    }

    /// What is wrong with the ways back of the claimed states, if anything is.
    pub(crate) fn wrong_way_back(&mut self, world: &World) -> Option<String> {
        self.wrong_way_back.run_readonly((), world).expect("a world with a walk")
    }

    /// The pose of a walker in words; empty on foot.
    pub(crate) fn stance(&self, walker: Walker) -> String {
        let heading = self.is_headed.then(|| format!("travelling {}", walker.heading.name()));
        let die = walker.die;
        let faces = self.has_die.then(|| format!("{} on top, {} in front", die.top(), die.front()));
        heading.into_iter().chain(faces).collect::<Vec<_>>().join(", ")
    }

    /// Puts a single walker at a place, with nothing claimed.
    pub(crate) fn stand(&mut self, stand: Placement, world: &mut World) {
        self.stand.run(stand, world).expect("a world with a walk");
    }
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
        tries.to.push(Heading::ALL.map(|heading| {
            if !order.clone().any(|it| it == heading) {
                return Step::Never;
            }
            if !ways.contains(heading) {
                return Step::Closed;
            }
            open.step(walker, heading)
        }));
    }
}

/// The first claimed state whose way back does not lead to a state with a step to it.
fn wrong_way_back<G: Gait>(
    maze: Single<(Option<&Origins>, GroundOfMaze<G>)>,
    mut cells: Cells<(&'static G::Trail, GroundColumns<G>)>,
) -> Option<String> {
    let (trails, columns) = cells.columns();
    let (origins, of_maze) = maze.into_inner();
    let origins = origins.map(Origins::as_slice).unwrap_or_default();
    let mut ground = Ground::<G, _>::new(columns, GroundOfMaze::<G>::shrink(of_maze));
    let grid = ground.grid;
    for (cell, trail) in grid.indices().zip(trails) {
        for (pose, way) in (0..G::POSES).filter_map(|pose| Some((pose, trail.way_back(pose)?))) {
            let here = Walker { cell, ..G::posed(pose) };
            let before = ground.before(here, way, origins);
            let leading_here = |before: Walker| {
                let order = order::<G>(before);
                order.filter(|&way| ground.leads(before.cell, way)).find_map(|heading| {
                    G::step(before, heading, &ground).filter(|&there| {
                        let is_here = there.cell == cell && G::pose(there) == pose;
                        is_here && G::way_back(before, heading, there, &ground) == way
                    })
                })
            };
            let is_undone = |there: Walker, before: Walker| {
                let back = there.heading.opposite();
                let undone = ground.leads(cell, back).then(|| G::step(there, back, &ground));
                let is_before =
                    |it: Walker| it.cell == before.cell && G::pose(it) == G::pose(before);
                undone.flatten().is_some_and(is_before)
            };
            let at = grid.position(cell);
            if way >= G::WAYS {
                return Some(format!("at {at} in pose {pose} the way back {way}, of {}", G::WAYS));
            }
            if G::pose(here) != pose {
                return Some(format!("the pose {pose} as {}", G::pose(here)));
            }
            let Some((there, before)) = before.and_then(|it| Some((leading_here(it)?, it))) else {
                let found = "which does not lead to where a step came from";
                return Some(format!("at {at} in pose {pose} the way back {way}, {found}"));
            };
            if G::UNDOES && origins.is_empty() && !is_undone(there, before) {
                return Some(format!(
                    "at {at} in pose {pose} a step that the step back does not undo"
                ));
            }
        }
    }
    None
}
