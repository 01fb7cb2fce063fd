//! The steps of a walk, asked outside its run: for graphs of its states, walks by hand, and laws.

use std::marker::PhantomData;

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::{BoxedSystem, SystemInput};

use super::exits::Passes;
use super::gait::{Gait, Ground, GroundColumns, GroundOfMaze, first_walker, has_die, order};
use super::leads::{ByLeads, Leads, Origins};
use super::moves::{MoveAnswer, Moves, State};
use super::trail::Claims;
use super::{WayColumns, Ways, stand};
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::Heading;
use crate::base::walker::{Start, Walker};
use crate::engine::bevy::run_on_demand;
use crate::engine::columns::{Cells, column_of_cells};

/// The steps of a walk: of a [gait](GaitSteps), or [its own](super::OwnSteps).
///
/// The rules must have closed their ways before it is asked anything about a World.
pub(crate) trait StepMachine: Send + Sync {
    /// Answers where the walk starts, and where its moves lead.
    fn answer(&mut self, question: Moves<'_>, world: &mut World);

    /// Returns the results of the steps from each of these places, toward all [`SIDES`].
    fn try_steps(&mut self, from: &[Placement], world: &mut World) -> Vec<Tried>;

    /// Puts a walker where these have led, one after another, with nothing claimed, and leaving its start or
    /// not; nobody, if there are none.
    fn stand(&mut self, walked: &[Walker], is_leaving: bool, world: &mut World);

    /// Returns true if the walk can be made by hand.
    fn is_playable(&self) -> bool;

    /// Makes a walk with its own steps playable.
    fn play(&mut self, by_hand: ByHand);

    /// Returns the number of a walker's pose.
    fn pose(&self, walker: Walker) -> usize;

    /// Returns the walker with the pose of this number.
    fn posed(&self, pose: usize) -> Walker;

    /// Returns the headings that a walker tries, in order; `None` is waiting.
    fn order(&self, walker: Walker) -> Vec<Option<Heading>>;

    /// Returns the heading by which a walker reads signs, if it has one.
    fn heading(&self, walker: Walker) -> Option<Heading>;

    /// Describes the pose of a walker; empty on foot.
    fn stance(&self, walker: Walker, grid: Grid) -> String;

    /// Returns why a step is not open: the way that rules close, or the walk's own reason in words.
    fn barrier(
        &self,
        from: Placement,
        toward: Option<Heading>,
        step: Step,
        world: &World,
    ) -> Result<ClosedWay, String>;

    /// Returns what the gait declares, if the walk has one.
    fn gait(&self) -> Option<GaitFacts> {
        None
    }

    /// Shows the claims of a search, and the steps of its gait with no way closed. With a `detour` all steps are
    /// redirected to that cell.
    fn examine(&self, _detour: Option<CellIndex>, _world: &mut World, _see: See<'_>) {}
}

/// What sees the claims of a search.
pub(crate) type See<'a> = &'a mut dyn FnMut(&mut dyn ClaimedStates);

/// The sides toward which steps are tried; `None` is waiting.
pub(crate) const SIDES: [Option<Heading>; 5] = [
    Some(Heading::N),
    Some(Heading::S),
    Some(Heading::W),
    Some(Heading::E),
    None,
];

/// The results of the steps toward all [`SIDES`].
pub(crate) type Tried = [Step; SIDES.len()];

pub(crate) fn side(toward: Option<Heading>) -> usize {
    toward.map_or(Heading::ALL.len(), |heading| heading as usize)
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

/// A way that is closed, with all by which rules can distinguish ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClosedWay {
    pub(crate) cell: CellIndex,
    pub(crate) toward: Heading,
    pub(crate) travel: Option<Heading>,
    /// The class of the walker, if rules close ways out of cells by classes.
    pub(crate) class: Option<u8>,
    /// The cell that may not be entered, and the class of the walker.
    pub(crate) entry: Option<(CellIndex, u8)>,
}

/// What a gait declares about itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GaitFacts {
    pub(crate) poses: usize,
    /// The number of poses for which trails have room.
    pub(crate) room: usize,
    pub(crate) ways: u8,
    pub(crate) undoes: bool,
    pub(crate) is_led: bool,
}

/// The claims of a search, and the steps of its gait with no way closed.
pub(crate) trait ClaimedStates {
    fn grid(&self) -> Grid;

    /// Returns the walker that the search started with.
    fn first(&self) -> Walker;

    /// Returns true if rules redirect steps in this world.
    fn is_redirected(&self) -> bool;

    /// Returns the way back from a state; `None` if it is not claimed.
    fn way_back(&self, cell: CellIndex, pose: usize) -> Option<u8>;

    /// Returns the walker before the step that led to a claimed state.
    fn before(&mut self, state: Walker, way_back: u8) -> Option<Walker>;

    /// Returns the walker after a step, and its way back.
    fn step(&self, from: Walker, heading: Heading) -> Option<(Walker, u8)>;
}

/// The steps of a gait.
pub(crate) struct GaitSteps<G>(PhantomData<fn() -> G>);

impl<G: Gait> GaitSteps<G> {
    pub(crate) fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G: Gait> StepMachine for GaitSteps<G> {
    fn answer(&mut self, question: Moves<'_>, world: &mut World) {
        run_on_demand(world, answer::<G>, question);
    }

    fn try_steps(&mut self, from: &[Placement], world: &mut World) -> Vec<Tried> {
        run_on_demand(world, try_steps::<G>, from)
    }

    fn stand(&mut self, walked: &[Walker], is_leaving: bool, world: &mut World) {
        let last = walked.last();
        let placement = last.map(|&walker| Placement { walker, is_leaving });
        run_on_demand(world, stand::<G>, placement);
    }

    fn is_playable(&self) -> bool {
        true
    }

    fn play(&mut self, _: ByHand) {}

    fn pose(&self, walker: Walker) -> usize {
        G::pose(walker)
    }

    fn posed(&self, pose: usize) -> Walker {
        G::posed(pose)
    }

    fn order(&self, walker: Walker) -> Vec<Option<Heading>> {
        order::<G>(walker).map(Some).collect()
    }

    fn heading(&self, walker: Walker) -> Option<Heading> {
        G::HEADED.then_some(walker.heading)
    }

    fn stance(&self, walker: Walker, _: Grid) -> String {
        let mut stance = Vec::new();
        if G::HEADED {
            stance.push(format!("travelling {}", walker.heading.name()));
        }
        if has_die::<G>() {
            let die = walker.die;
            stance.push(format!("{} on top, {} in front", die.top(), die.front()));
        }
        stance.join(", ")
    }

    fn barrier(
        &self,
        Placement { walker, is_leaving }: Placement,
        toward: Option<Heading>,
        step: Step,
        world: &World,
    ) -> Result<ClosedWay, String> {
        let Some(toward) = toward else {
            return Err("Every move is a step: there is no waiting.".to_owned());
        };
        let entered = match step {
            Step::Never => return Err(G::why(walker, toward)),
            Step::Closed if G::HEADED && is_leaving && toward != walker.heading => {
                let heading = walker.heading.name();
                return Err(format!(
                    "The walk leaves its start with its heading, {heading}."
                ));
            }
            Step::Barred(there) => Some(there.cell),
            Step::Closed | Step::Open(_) => None,
        };

        let is_turn = G::HEADED && !is_leaving && entered.is_none();
        let class = G::CLASSED.then(|| G::class(walker));
        // Asked of classed walkers only, as it takes a query.
        let has_passes = |_: &u8| column_of_cells::<Passes>(world).is_some();
        Ok(ClosedWay {
            cell: walker.cell,
            toward,
            travel: is_turn.then_some(walker.heading),
            class: class.filter(has_passes),
            entry: entered.zip(class),
        })
    }

    fn gait(&self) -> Option<GaitFacts> {
        Some(GaitFacts {
            poses: G::POSES,
            room: G::Trail::ROOM,
            ways: G::WAYS,
            undoes: G::UNDOES,
            is_led: G::LED,
        })
    }

    fn examine(&self, detour: Option<CellIndex>, world: &mut World, see: See<'_>) {
        run_on_demand(world, examine::<G>, Examination { detour, see });
    }
}

fn answer<G: Gait>(
    question: Moves<'_>,
    maze: Single<(GroundOfMaze<G>, &Start)>,
    mut cells: Cells<(WayColumns, GroundColumns<G>)>,
) {
    let (ways, columns) = cells.columns();
    let (of_maze, start) = maze.into_inner();
    let ground = Ground::new(columns, GroundOfMaze::<G>::shrink(of_maze));
    let start = state::<G>(first_walker::<G>(start, ground.grid));
    let open = Ways::<G, _>::new(ways, ground);

    let mut is_leaving = true; // the first question is about the start, as `MoveAnswer` says
    let mut moves_from = |from: State, to: &mut Vec<State>| {
        let walker = Walker {
            cell: from.cell,
            ..G::posed(from.pose as usize)
        };
        let headings = open.of(walker, is_leaving);
        is_leaving = false;

        for heading in order::<G>(walker).filter(|&heading| headings.contains(heading)) {
            if let Step::Open(next) = open.step(walker, heading) {
                to.push(state::<G>(next));
            }
        }
    };
    (question.0)(MoveAnswer {
        start,
        poses: G::POSES,
        is_start_apart: G::HEADED,
        moves_from: &mut moves_from,
    });
}

fn state<G: Gait>(walker: Walker) -> State {
    State {
        cell: walker.cell,
        pose: u32::try_from(G::pose(walker)).expect("few poses"),
    }
}

fn try_steps<G: Gait>(
    InRef(from): InRef<[Placement]>,
    maze: Single<GroundOfMaze<G>>,
    mut cells: Cells<(WayColumns, GroundColumns<G>)>,
) -> Vec<Tried> {
    let (ways, columns) = cells.columns();
    let ground = Ground::new(columns, GroundOfMaze::<G>::shrink(maze.into_inner()));
    let open = Ways::<G, _>::new(ways, ground);

    let mut steps = Vec::new();
    for &Placement { walker, is_leaving } in from {
        let headings = open.of(walker, is_leaving);
        let order = order::<G>(walker);
        steps.push(SIDES.map(|side| match side {
            Some(heading) if !order.clone().any(|tried| tried == heading) => Step::Never,
            Some(heading) if headings.contains(heading) => open.step(walker, heading),
            Some(_) => Step::Closed,
            None => Step::Never,
        }));
    }
    steps
}

/// A question about the claims of a search. It holds what sees them.
struct Examination<'a> {
    detour: Option<CellIndex>,
    see: &'a mut dyn FnMut(&mut dyn ClaimedStates),
}

impl SystemInput for Examination<'_> {
    type Param<'i> = Examination<'i>;
    type Inner<'i> = Examination<'i>;

    fn wrap(this: Self::Inner<'_>) -> Self::Param<'_> {
        this
    }
}

fn examine<G: Gait>(
    Examination { detour, see }: Examination<'_>,
    maze: Single<(Option<&Origins>, &Start, GroundOfMaze<G>)>,
    mut cells: Cells<(&'static G::Trail, GroundColumns<G>)>,
) {
    // All steps of a detour lead to one cell, and all ways back, too.
    let count = cells.grid_and_columns().0.cells();
    let detours = detour.map(|to| {
        let leads = vec![Leads([to; 4]); count];
        (leads, vec![to; count * G::POSES])
    });

    let (trails, columns) = cells.columns();
    let (origins, start, of_maze) = maze.into_inner();
    let mut ground = Ground::<G, _>::new(columns, GroundOfMaze::<G>::shrink(of_maze));
    let mut origins = origins.map(|origins| &origins.0[..]).unwrap_or_default();
    if let Some((leads, from)) = &detours {
        ground.lead = ByLeads(leads);
        origins = from;
    }

    let first = first_walker::<G>(start, ground.grid);
    see(&mut Claimed {
        first,
        trails,
        ground,
        origins,
    });
}

struct Claimed<'w, 's, G: Gait> {
    first: Walker,
    trails: &'w [G::Trail],
    ground: Ground<'w, 's, G, ByLeads<'w>>,
    origins: &'w [CellIndex],
}

impl<G: Gait> ClaimedStates for Claimed<'_, '_, G> {
    fn grid(&self) -> Grid {
        self.ground.grid
    }

    fn first(&self) -> Walker {
        self.first
    }

    fn is_redirected(&self) -> bool {
        !self.origins.is_empty()
    }

    fn way_back(&self, cell: CellIndex, pose: usize) -> Option<u8> {
        self.trails[cell].way_back(pose)
    }

    fn before(&mut self, state: Walker, way_back: u8) -> Option<Walker> {
        self.ground.before(state, way_back, self.origins)
    }

    fn step(&self, from: Walker, heading: Heading) -> Option<(Walker, u8)> {
        let leads = Some(self.ground.lead.0).filter(|leads| !leads.is_empty());
        Leads::of_step(leads, self.ground.grid, from.cell, heading)?; // it leads out of the maze

        let there = G::step(from, heading, &self.ground)?;
        let way_back = G::way_back(from, heading, there, &self.ground);
        Some((there, way_back))
    }
}

/// How a walk with its own steps is made by hand.
pub(crate) struct ByHand {
    /// Puts the walk where these states have led it, with nothing searched; nowhere, if there are none.
    pub(crate) stand: BoxedSystem<InRef<'static, [State]>>,
    pub(crate) stance: fn(Grid, State) -> String,
    /// Why no move leads somewhere, though no rule forbids it.
    pub(crate) why: &'static str,
}
