//! The steps of a walk that has its own: those that it lists.

use bevy_ecs::prelude::*;
use bevy_ecs::system::ReadOnlySystem;

use super::exits::Exits;
use super::moves::{MoveAnswer, Moves, State};
use super::step_machine::{ByHand, ClosedWay, Placement, SIDES, Step, StepMachine, Tried};
use crate::base::count::saturating_u16;
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::{Heading, Headings};
use crate::base::walker::Walker;
use crate::engine::columns::column_of_cells;

/// The system of a walk that lists its moves. Most worlds are asked nothing, so it is initialized when it is first
/// asked: that takes a tenth of the time of a small world.
pub(crate) type MoveLister = Box<dyn ReadOnlySystem<In = Moves<'static>, Out = ()>>;

/// The steps of a walk that lists its moves. The pose of a state is what a walker [holds](Walker::held).
pub(crate) struct OwnSteps {
    lister: MoveLister,
    by_hand: Option<ByHand>,
}

const WALK: &str = "a world with a walk";

const BY_HAND: &str = "a walk that says how to make it by hand";

impl OwnSteps {
    pub(crate) fn new(lister: MoveLister) -> Self {
        Self {
            lister,
            by_hand: None,
        }
    }

    fn by_hand(&self) -> &ByHand {
        self.by_hand.as_ref().expect(BY_HAND)
    }
}

impl StepMachine for OwnSteps {
    fn answer(&mut self, question: Moves<'_>, world: &mut World) {
        self.lister.initialize(world);
        self.lister.run_readonly(question, world).expect(WALK);
    }

    fn try_steps(&mut self, from: &[Placement], world: &mut World) -> Vec<Tried> {
        let grid = *world.query::<&Grid>().single(world).expect(WALK);
        self.lister.initialize(world);
        let world = &*world;
        let exits = column_of_cells::<Exits>(world).expect(WALK);

        let (mut steps, mut moves) = (Vec::new(), Vec::new());
        let mut ask = |told: MoveAnswer<'_>| {
            for from in from {
                let from = state(from.walker);
                (told.moves_from)(from, &mut moves);
                let open = exits[from.cell].headings();
                steps.push(steps_to(&moves, from.cell, open, grid));
                moves.clear();
            }
        };
        let question = Moves(&mut ask);
        self.lister.run_readonly(question, world).expect(WALK);
        steps
    }

    fn stand(&mut self, walked: &[Walker], _: bool, world: &mut World) {
        let states: Vec<State> = walked.iter().map(|&walker| state(walker)).collect();
        let by_hand = self.by_hand.as_mut().expect(BY_HAND);
        by_hand.stand.run(&states, world).expect(WALK);
    }

    fn is_playable(&self) -> bool {
        self.by_hand.is_some()
    }

    fn play(&mut self, by_hand: ByHand) {
        self.by_hand = Some(by_hand);
    }

    fn pose(&self, walker: Walker) -> usize {
        walker.held.into()
    }

    fn posed(&self, pose: usize) -> Walker {
        Walker {
            held: saturating_u16(pose),
            ..Walker::default()
        }
    }

    fn order(&self, _: Walker) -> Vec<Option<Heading>> {
        SIDES.into()
    }

    fn heading(&self, _: Walker) -> Option<Heading> {
        None
    }

    fn stance(&self, walker: Walker, grid: Grid) -> String {
        (self.by_hand().stance)(grid, state(walker))
    }

    fn barrier(
        &self,
        from: Placement,
        toward: Option<Heading>,
        step: Step,
        _: &World,
    ) -> Result<ClosedWay, String> {
        match toward {
            Some(toward) if step != Step::Never => Ok(ClosedWay {
                cell: from.walker.cell,
                toward,
                travel: None,
                class: None,
                entry: None,
            }),
            _ => Err(self.by_hand().why.to_owned()),
        }
    }
}

/// Returns the steps to every side, and waiting, that lead to these states.
fn steps_to(to: &[State], from: CellIndex, open: Headings, grid: Grid) -> Tried {
    SIDES.map(|side| {
        let cell = match side {
            None => from,
            Some(way) if open.contains(way) => grid.beside(from, way),
            Some(_) => return Step::Closed,
        };
        let there = to.iter().find(|state| state.cell == cell);
        there.map_or(Step::Never, |&state| Step::Open(walker(state)))
    })
}

fn state(walker: Walker) -> State {
    State {
        cell: walker.cell,
        pose: walker.held.into(),
    }
}

fn walker(State { cell, pose }: State) -> Walker {
    Walker {
        cell,
        held: saturating_u16(pose),
        ..Walker::default()
    }
}
