//! Single steps of a walk that has its own steps and lists their moves.

use bevy_ecs::prelude::*;

use crate::base::count::saturating_cast;
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::Headings;
use crate::base::walker::Walker;
use crate::engine::columns::column_of_cells;
use crate::engine::search::{
    ByHand, Exits, MoveAnswer, MoveLister, Moves, Placement, SIDES, State, Step, StepProbe, Tried,
};

const WALK: &str = "a world with a walk";

/// The probe of a walk with its own steps, in which the pose of a state is what a walker
/// [holds](Walker::held); `None` if there are too many poses for that.
pub(super) fn own_steps(
    mut tell: MoveLister,
    ByHand {
        mut stand,
        stance,
        why,
    }: ByHand,
    grid: Grid,
    world: &mut World,
) -> Option<StepProbe> {
    let mut begins = None;
    let mut ask = |told: MoveAnswer<'_>| begins = Some((told.start, told.poses));
    tell.initialize(world);
    tell.run_readonly(Moves(&mut ask), world).expect(WALK);
    let (start, poses) = begins?;
    u16::try_from(poses.checked_sub(1)?).ok()?;
    let mut to = Vec::new();
    let try_steps = move |from: &[Placement], world: &mut World| {
        let exits = column_of_cells::<Exits>(world).expect(WALK);
        let mut steps = Vec::new();
        let mut ask = |told: MoveAnswer<'_>| {
            for from in from.iter().map(|it| state(it.walker)) {
                to.clear();
                (told.moves_from)(from, &mut to);
                steps.push(steps_to(&to, from.cell, exits[from.cell].headings(), grid));
            }
        };
        tell.run_readonly(Moves(&mut ask), world).expect(WALK);
        steps
    };
    Some(StepProbe {
        try_steps: Box::new(try_steps),
        stand: Box::new(move |walked, _, world| {
            let states: Vec<State> = walked.iter().map(|&it| state(it)).collect();
            stand.run(&states, world).expect(WALK);
        }),
        wrong_way_back: |_, _| None,
        wrong_lead: |_| None,
        start: Some(walker(start)),
        poses,
        pose: |walker| walker.held.into(),
        posed: |pose| {
            walker(State {
                pose: saturating_cast(pose),
                ..State::default()
            })
        },
        order: |_| SIDES.into(),
        class: None,
        is_headed: false,
        stance: Box::new(move |walker, grid| stance(grid, state(walker))),
        why: Box::new(move |_, _| why.to_owned()),
    })
}

/// The steps to every side, and waiting, of which these states are told.
fn steps_to(to: &[State], from: CellIndex, open: Headings, grid: Grid) -> Tried {
    SIDES.map(|side| {
        let cell = match side {
            None => from,
            Some(way) if open.contains(way) => grid.beside(from, way),
            Some(_) => return Step::Closed,
        };
        let there = to.iter().find(|it| it.cell == cell);
        there.map_or(Step::Never, |&it| Step::Open(walker(it)))
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
        held: saturating_cast(pose),
        ..Walker::default()
    }
}
