//! Laws of gaits: their ways back lead back, and their steps follow the rules that redirect steps.

use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::Heading;
use crate::base::progress::Phase;
use crate::base::walker::Walker;
use crate::engine::maze::Maze;
use crate::engine::search::{ClaimedStates, GaitFacts, StepMachine};

/// Returns what is wrong with the way back of the first claimed state for which something is.
pub(super) fn wrong_way_back(maze: &mut Maze) -> Option<String> {
    // Steps are made again only in a world where they are what they were.
    let is_steady = !maze.schedule.ticks_singly(Phase::Walk);

    let machine = maze.added.walk.machine.as_deref()?;
    let gait = ClaimedGait {
        facts: machine.gait()?,
        machine,
    };
    let mut found = None;
    machine.examine(None, &mut maze.world, &mut |search| {
        found = first_claimed(search, gait.facts.room, |search, cell, pose, way| {
            let found = gait.wrong_claim(search, cell, pose, way, is_steady)?;
            let at = search.grid().position(cell);
            Some(format!("at {at} {found}"))
        });
    });
    found
}

/// Returns the first step of a [led](crate::engine::Gait::LED) gait, or way back, that does not follow the rules that
/// redirect steps: all steps from the claimed states are redirected to one cell. A step may also stay.
pub(super) fn wrong_lead(maze: &mut Maze) -> Option<String> {
    let end = CellIndex::new(maze.grid().cells() - 1);
    let machine = maze.added.walk.machine.as_deref()?;
    let facts = machine.gait().filter(|facts| facts.is_led)?;

    let mut found = None;
    machine.examine(Some(end), &mut maze.world, &mut |search| {
        found = first_claimed(search, facts.poses, |search, cell, pose, way| {
            let (grid, walker) = (search.grid(), at_cell(machine, cell, pose));
            let is_wrong = |to: &Walker| to.cell != end && to.cell != cell;
            let stance = machine.stance(walker, grid);
            let pose = match stance.as_str() {
                "" if facts.poses == 1 => String::new(),
                "" => format!(", in pose {pose},"),
                _ => format!(", {stance},"),
            };
            let from = grid.position(cell);
            let end = grid.position(end);

            for heading in machine.order(walker).into_iter().flatten() {
                let step = search.step(walker, heading);
                if let Some((to, _)) = step.filter(|(to, _)| is_wrong(to)) {
                    let (heading, to) = (heading.name(), place(to.cell, grid));
                    return Some(format!(
                        "a step from {from}{pose} {heading} to {to}, redirected to {end}"
                    ));
                }
            }
            let before = search.before(walker, way).filter(is_wrong)?;
            let before = place(before.cell, grid);
            Some(format!(
                "a way back from {from}{pose} to {before}, of a step from {end}"
            ))
        });
    });
    found
}

fn place(cell: CellIndex, grid: Grid) -> String {
    if cell.get() < grid.cells() {
        grid.position(cell).to_string()
    } else {
        "a place out of the grid".to_owned()
    }
}

/// Returns what `wrong` finds first, among the claimed states in grid order.
fn first_claimed(
    search: &mut dyn ClaimedStates,
    poses: usize,
    wrong: impl Fn(&mut dyn ClaimedStates, CellIndex, usize, u8) -> Option<String>,
) -> Option<String> {
    for cell in search.grid().indices() {
        for pose in 0..poses {
            let Some(way) = search.way_back(cell, pose) else {
                continue;
            };
            let found = wrong(search, cell, pose, way);
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

fn at_cell(machine: &dyn StepMachine, cell: CellIndex, pose: usize) -> Walker {
    Walker {
        cell,
        ..machine.posed(pose)
    }
}

struct ClaimedGait<'a> {
    machine: &'a dyn StepMachine,
    facts: GaitFacts,
}

impl ClaimedGait<'_> {
    /// Returns what is wrong with a claimed state, or with its way back.
    fn wrong_claim(
        &self,
        search: &mut dyn ClaimedStates,
        cell: CellIndex,
        pose: usize,
        way: u8,
        is_steady: bool,
    ) -> Option<String> {
        let GaitFacts { poses, ways, .. } = self.facts;
        if pose >= poses {
            return Some(format!("the pose {pose}, of {poses}"));
        }
        let state = at_cell(self.machine, cell, pose);
        let posed = self.machine.pose(state);
        if posed != pose {
            return Some(format!("the pose {pose} as {posed}"));
        }
        if way >= ways {
            return Some(format!("in pose {pose} the way back {way}, of {ways}"));
        }

        let before = search.before(state, way);
        let Some(before) = before.filter(|before| self.is_reached(search, *before)) else {
            return Some(format!("in pose {pose} {}", leads_elsewhere(way)));
        };
        if !is_steady {
            return None;
        }
        let found = self.wrong_way(search, before, way, state)?;
        Some(format!("in pose {pose} {found}"))
    }

    /// Returns true if the search started with a walker, or has claimed its state.
    fn is_reached(&self, search: &dyn ClaimedStates, walker: Walker) -> bool {
        if self.is(walker, search.first()) {
            return true;
        }
        let pose = self.machine.pose(walker);
        let is_known = walker.cell.get() < search.grid().cells() && pose < self.facts.poses;
        is_known && search.way_back(walker.cell, pose).is_some()
    }

    /// Returns what is wrong with a way back to `before`, from which a step must lead to `after`.
    fn wrong_way(
        &self,
        search: &dyn ClaimedStates,
        before: Walker,
        way: u8,
        after: Walker,
    ) -> Option<String> {
        let mut there = None;
        for heading in self.machine.order(before).into_iter().flatten() {
            let step = search.step(before, heading);
            let leads = |(next, way_back): &(Walker, u8)| self.is(*next, after) && *way_back == way;
            there = there.or(step.filter(leads));
        }
        let Some((there, _)) = there else {
            return Some(leads_elsewhere(way));
        };

        if !self.facts.undoes || search.is_redirected() {
            return None;
        }
        let back: Heading = there.heading.opposite();
        let undone = search.step(there, back);
        let is_undone = undone.is_some_and(|(walker, _)| self.is(walker, before));
        (!is_undone).then(|| "a step that the step back does not undo".to_owned())
    }

    /// Returns true if two walkers are in the same state.
    fn is(&self, walker: Walker, state: Walker) -> bool {
        walker.cell == state.cell && self.machine.pose(walker) == self.machine.pose(state)
    }
}

fn leads_elsewhere(way: u8) -> String {
    format!("the way back {way}, which does not lead to where a step came from")
}
