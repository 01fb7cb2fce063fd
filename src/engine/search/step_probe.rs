//! Single steps of a walk outside its search: for walks by hand.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;

use super::gait::{Gait, Ground, GroundColumns, GroundOfMaze, first_walker, has_die, order};
use super::leads::{ByLeads, Leads, Origins};
use super::trail::Claims;
use super::{WayColumns, Ways, stand};
use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::heading::Heading;
use crate::base::walker::{Start, Walker};
use crate::engine::bevy::run_on_demand;
use crate::engine::columns::Cells;

/// Tells where a walker can go, and puts a walker anywhere.
pub(crate) struct StepProbe {
    /// Where steps lead from these places, each toward all [`SIDES`]. The rules must have closed their ways
    /// before.
    pub(crate) try_steps: TrySteps,
    /// Puts a walker where these have led, one after another, with nothing claimed, and leaving its start or
    /// not; nobody, if there are none.
    pub(crate) stand: Stand,
    pub(crate) wrong_way_back: fn(&mut World, bool) -> Option<String>,
    /// Where a step does not go where rules redirect it, though the gait is led.
    pub(crate) wrong_lead: fn(&mut World) -> Option<Position>,
    /// The walker at the start, if the scene does not say all of it.
    pub(crate) start: Option<Walker>,
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

type TrySteps = Box<dyn FnMut(&[Placement], &mut World) -> Vec<Tried> + Send + Sync>;
type Stand = Box<dyn FnMut(&[Walker], bool, &mut World) + Send + Sync>;

pub(crate) const SIDES: [Option<Heading>; 5] = [
    Some(Heading::N),
    Some(Heading::S),
    Some(Heading::W),
    Some(Heading::E),
    None,
];

pub(crate) type Tried = [Step; SIDES.len()];

pub(crate) fn side(toward: Option<Heading>) -> usize {
    toward.map_or(Heading::ALL.len(), |it| it as usize)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    pub(crate) walker: Walker,
    /// Whether it leaves its start: then one with a heading goes straight on.
    pub(crate) is_leaving: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The walker does not go that way, whatever rules say.
    Never,
    Closed,
    /// The way is open, but the walker may not enter there.
    Barred(Walker),
    Open(Walker),
}

impl StepProbe {
    pub(crate) fn new<G: Gait>() -> Self {
        Self {
            try_steps: Box::new(|from, world| run_on_demand(world, try_steps::<G>, from)),
            stand: Box::new(|walked, is_leaving, world| {
                let placement = walked
                    .last()
                    .map(|&walker| Placement { walker, is_leaving });
                run_on_demand(world, stand::<G>, placement);
            }),
            wrong_way_back: |world, is_steady| run_on_demand(world, wrong_way_back::<G>, is_steady),
            wrong_lead: |world| run_on_demand(world, wrong_lead::<G>, ()),
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
}

fn stance<G: Gait>(walker: Walker) -> String {
    let heading = G::HEADED.then(|| format!("travelling {}", walker.heading.name()));
    let die = walker.die;
    let faces = has_die::<G>().then(|| format!("{} on top, {} in front", die.top(), die.front()));
    heading
        .into_iter()
        .chain(faces)
        .collect::<Vec<_>>()
        .join(", ")
}

fn try_steps<G: Gait>(
    InRef(from): InRef<[Placement]>,
    maze: Single<GroundOfMaze<G>>,
    mut cells: Cells<(WayColumns, GroundColumns<G>)>,
) -> Vec<Tried> {
    let (ways, columns) = cells.columns();
    let open = Ways::<G, _>::new(
        ways,
        Ground::new(columns, GroundOfMaze::<G>::shrink(maze.into_inner())),
    );
    let steps = from.iter().map(|&Placement { walker, is_leaving }| {
        let ways = open.of(walker, is_leaving);
        let order = order::<G>(walker);
        SIDES.map(
            |side| match side.filter(|&it| order.clone().any(|way| way == it)) {
                None => Step::Never,
                Some(heading) if ways.contains(heading) => open.step(walker, heading),
                Some(_) => Step::Closed,
            },
        )
    });
    steps.collect()
}

/// What is wrong with the way back of the first claimed state for which something is. Steps are done again
/// only in a steady world, in which they are what they were.
fn wrong_way_back<G: Gait>(
    In(is_steady): In<bool>,
    maze: Single<(Option<&Origins>, &Start, GroundOfMaze<G>)>,
    mut cells: Cells<(&'static G::Trail, GroundColumns<G>)>,
) -> Option<String> {
    let (trails, columns) = cells.columns();
    let (origins, start, of_maze) = maze.into_inner();
    let origins = origins.map(|origins| &origins.0[..]).unwrap_or_default();
    let mut ground = Ground::<G, _>::new(columns, GroundOfMaze::<G>::shrink(of_maze));
    let first = first_walker::<G>(start, ground.grid);
    let is_reached = |it: &Walker| {
        let pose = Some(G::pose(*it)).filter(|&pose| pose < G::POSES);
        let trail = trails.get(it.cell.get()).zip(pose);
        let is_claimed = trail.is_some_and(|(trail, pose)| trail.way_back(pose).is_some());
        is_claimed || is::<G>(*it, first)
    };
    for (cell, trail) in ground.grid.indices().zip(trails) {
        let claimed = |pose| Some((pose, trail.way_back(pose)?));
        for (pose, way) in (0..G::Trail::ROOM).filter_map(claimed) {
            let at = ground.grid.position(cell);
            if pose >= G::POSES {
                return Some(format!("at {at} the pose {pose}, of {}", G::POSES));
            }
            let state = Walker {
                cell,
                ..G::posed(pose)
            };
            if G::pose(state) != pose {
                return Some(format!("the pose {pose} as {}", G::pose(state)));
            }
            if way >= G::WAYS {
                return Some(format!(
                    "at {at} in pose {pose} the way back {way}, of {}",
                    G::WAYS
                ));
            }
            let before = ground.before(state, way, origins).filter(is_reached);
            let is_to_undo = G::UNDOES && origins.is_empty();
            let found = match before {
                Some(before) if is_steady => wrong_way(before, way, state, &ground, is_to_undo),
                Some(_) => None,
                None => Some(leads_elsewhere(way)),
            };
            if let Some(found) = found {
                return Some(format!("at {at} in pose {pose} {found}"));
            }
        }
    }
    None
}

/// What is wrong with a way back to a walker `before`, from which a step must lead `after`.
fn wrong_way<'w, G: Gait>(
    before: Walker,
    way: u8,
    after: Walker,
    ground: &Ground<'w, '_, G, ByLeads<'w>>,
    is_to_undo: bool,
) -> Option<String> {
    let leads = Some(ground.lead.0).filter(|leads| !leads.is_empty());
    let step = |from: Walker, heading| {
        Leads::of_step(leads, ground.grid, from.cell, heading)?; // it leads somewhere, open or closed
        G::step(from, heading, ground)
    };
    let leading = order::<G>(before).find_map(|heading| {
        let next = step(before, heading).filter(|&next| is::<G>(next, after))?;
        (G::way_back(before, heading, next, ground) == way).then_some(next)
    });
    let Some(next) = leading else {
        return Some(leads_elsewhere(way));
    };
    let undone = step(next, next.heading.opposite());
    let is_undone = undone.is_some_and(|it| is::<G>(it, before));
    (is_to_undo && !is_undone).then(|| "a step that the step back does not undo".to_owned())
}

fn leads_elsewhere(way: u8) -> String {
    format!("the way back {way}, which does not lead to where a step came from")
}

fn is<G: Gait>(walker: Walker, state: Walker) -> bool {
    walker.cell == state.cell && G::pose(walker) == G::pose(state)
}

/// Where a step of a gait that is [led](Gait::LED), or a way back of it, does not follow the rules that redirect steps:
/// where all steps from the claimed states are redirected to one cell.
fn wrong_lead<G: Gait>(
    maze: Single<GroundOfMaze<G>>,
    mut cells: Cells<(&'static G::Trail, GroundColumns<G>)>,
) -> Option<Position> {
    let cells_of_grid = cells.grid_and_columns().0.cells();
    let end = CellIndex::new(cells_of_grid - 1);
    let leads = vec![Leads::from([end.into(); 4]); cells_of_grid];
    let origins = vec![end; cells_of_grid * G::POSES];
    let (trails, columns) = cells.columns();
    let mut ground = Ground::<G, _>::new(columns, GroundOfMaze::<G>::shrink(maze.into_inner()));
    ground.lead = ByLeads(&leads);
    let mut wrong = ground.grid.indices().zip(trails).filter(|&(cell, trail)| {
        let claimed = |pose| {
            Some((
                Walker {
                    cell,
                    ..G::posed(pose)
                },
                trail.way_back(pose)?,
            ))
        };
        (0..G::POSES).filter_map(claimed).any(|(state, way)| {
            let steps = order::<G>(state).filter_map(|heading| G::step(state, heading, &ground));
            let mut ends: Vec<Walker> = steps.collect();
            ends.extend(ground.before(state, way, &origins));
            ends.iter().any(|it| it.cell != end)
        })
    });
    let found = wrong.next().map(|(cell, _)| cell);
    drop(wrong);
    found
        .filter(|_| G::LED)
        .map(|cell| ground.grid.position(cell))
}
