//! What each rule of a world closes by itself, and why.

use bevy_ecs::prelude::Component;

use crate::base::count::dedup_in_order;
use crate::base::grid::{CellIndex, Position};
use crate::base::heading::{Heading, Headings};
use crate::base::progress::Phase;
use crate::engine::ForbiddenStep;
use crate::engine::columns::column_of_cells;
use crate::engine::maze::Maze;
use crate::engine::search::{Admits, ClosedWay, Exits, Leads, Passes, Turns};
use crate::engine::tick::{PhaseSystems, TickPhase};

/// Where steps lead in a world, and which ways are closed.
#[derive(PartialEq)]
pub(crate) struct RuleEffect {
    leads: Vec<Leads>,
    /// The ways of each cell, a bit each: its 4 sides; from [`TURNS`] on the same for walkers of each heading, from
    /// [`PASSES`] on for each class; and from [`ADMITS`] on the classes that may not enter.
    closed: Vec<u64>,
}

const TURNS: u8 = 4;
const PASSES: u8 = TURNS + 4 * 4;
const ADMITS: u8 = PASSES + 4 * 8;

fn rules(maze: &Maze) -> impl Iterator<Item = &PhaseSystems> {
    let redirecting = maze.schedule[TickPhase::RedirectSteps].iter();
    redirecting.chain(&maze.schedule[TickPhase::CloseWays])
}

/// Opens all ways, then runs the first rules of those that redirect steps.
fn open_ways(maze: &mut Maze, count: usize) {
    let (world, schedule) = (&mut maze.world, &mut maze.schedule);
    schedule.run_phase(TickPhase::OpenWays, Phase::Walk, world);
    let redirecting = schedule[TickPhase::RedirectSteps].iter_mut().take(count);
    redirecting.for_each(|rule| rule.run(world));
}

fn run_rule(maze: &mut Maze, place: usize) {
    let redirecting = maze.schedule[TickPhase::RedirectSteps].len();
    let rule = match place.checked_sub(redirecting) {
        None => &mut maze.schedule[TickPhase::RedirectSteps][place],
        Some(place) => &mut maze.schedule[TickPhase::CloseWays][place],
    };
    rule.run(&mut maze.world);
}

/// The first rule that opens a way that was closed before it, as by moving those of another cell: the
/// field of its ingredient, and where. Before the next step of a walk the ways are closed anew.
pub(crate) fn rule_that_opens(maze: &mut Maze) -> Option<(&'static str, Position)> {
    if !maze.schedule.plan().walks() {
        return None; // no rule runs
    }
    open_ways(maze, 0);
    let mut before = RuleEffect::new(maze);
    let fields: Vec<&str> = rules(maze).map(|rule| rule.field).collect();
    let opening = fields.into_iter().enumerate().find_map(|(place, field)| {
        run_rule(maze, place);
        let after = RuleEffect::new(maze);
        let cell = after.opened_since(&before);
        before = after;
        Some((field, cell?))
    });
    maze.schedule.forget_ways();
    opening.map(|(field, cell)| (field, maze.grid().position(cell)))
}

/// The field of the first rule that closes other ways when it runs again in the same world.
pub(crate) fn rule_that_varies(maze: &mut Maze) -> Option<&'static str> {
    /// How often a rule runs: one that counts its runs may begin late.
    const RUNS: usize = 16;
    if !maze.schedule.plan().walks() {
        return None; // no rule runs
    }
    let fields: Vec<&str> = rules(maze).map(|rule| rule.field).collect();
    let mut effect = |place| {
        open_ways(maze, place);
        run_rule(maze, place);
        RuleEffect::new(maze)
    };
    let varying = (0..fields.len()).find(|&place| {
        let first = effect(place);
        (1..RUNS).any(|_| effect(place) != first)
    });
    maze.schedule.forget_ways();
    varying.map(|place| fields[place])
}

/// Returns the first rule that closes other ways when the rules that close ways run in another order: the field of its
/// ingredient, and where. Those that redirect steps run as they are written, as the last of them counts.
pub(crate) fn rule_of_order(maze: &mut Maze) -> Option<(&'static str, Position)> {
    if !maze.schedule.plan().walks() {
        return None; // no rule runs
    }
    let orders = orders(maze.schedule[TickPhase::CloseWays].len());
    let usual = closed_in(maze, &orders[0]);

    let mut found = None;
    for order in &orders {
        let closed = closed_in(maze, order);
        let differs = closed
            .iter()
            .zip(&usual)
            .position(|(now, usual)| now != usual);
        if let Some(cell) = differs {
            let rule =
                first_dependent(maze, &orders[0]).or_else(|| first_dependent(maze, order))?;
            let field = maze.schedule[TickPhase::CloseWays][rule].field;
            found = Some((field, maze.grid().position(CellIndex::new(cell))));
            break;
        }
    }
    maze.schedule.forget_ways();
    found
}

/// Returns orders of things that are numbered from 0, that in which they are written first: all of up to five things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    const MOST: usize = 120;
    let mut all = vec![Vec::new()];
    for next in 0..count {
        let mut longer = Vec::new();
        for order in all {
            for place in (0..=order.len()).rev() {
                let mut order: Vec<usize> = order.clone();
                order.insert(place, next);
                longer.push(order);
            }
        }
        longer.truncate(MOST);
        all = longer;
    }
    all
}

/// Returns the ways that are closed when these rules run, in this order.
fn closed_in(maze: &mut Maze, order: &[usize]) -> Vec<u64> {
    let redirecting = maze.schedule[TickPhase::RedirectSteps].len();
    open_ways(maze, redirecting);
    for rule in order {
        run_rule(maze, redirecting + rule);
    }
    RuleEffect::new(maze).closed
}

/// Returns the first rule in an order that does not close exactly what it closes alone.
fn first_dependent(maze: &mut Maze, order: &[usize]) -> Option<usize> {
    for (place, &rule) in order.iter().enumerate() {
        let alone = closed_in(maze, &[rule]);
        let before = closed_in(maze, &order[..place]);
        let after = closed_in(maze, &order[..=place]);

        let mut cells = after.iter().zip(before.iter().zip(&alone));
        if cells.any(|(after, (before, alone))| *after != before | alone) {
            return Some(rule);
        }
    }
    None
}

/// The first cell whose kept ways differ from ways that are closed from scratch, behind the fields of the ingredients
/// whose rules read what changes.
pub(crate) fn ways_that_lag(maze: &mut Maze) -> Option<(Vec<&'static str>, Position)> {
    if !maze.schedule.are_ways_kept {
        return None;
    }
    let mut closed = || {
        maze.schedule.are_ways_closed = false;
        maze.schedule.close_ways(&mut maze.world);
        let ways = RuleEffect::new(maze).closed;
        maze.schedule.forget_ways();
        ways
    };
    let (now, anew) = (closed(), closed());
    let cell = now.iter().zip(&anew).position(|(now, anew)| now != anew)?;
    let changing = rules(maze).filter(|rule| rule.reads_changes);
    let fields = dedup_in_order(changing.map(|rule| rule.field));
    Some((fields, maze.grid().position(CellIndex::new(cell))))
}

/// The fields of the ingredients whose rules close a way, each once.
pub(super) fn closing(maze: &Maze, effects: &[RuleEffect], way: ClosedWay) -> Vec<&'static str> {
    let closing = rules(maze)
        .zip(effects)
        .filter(|(_, effect)| effect.closes(way));
    dedup_in_order(closing.map(|(rule, _)| rule.field))
}

/// The reasons of the rules that close a way. The edge of the maze is the reason only if no rule is.
pub(super) fn reasons(maze: &Maze, effects: &[RuleEffect], way: ClosedWay) -> Vec<String> {
    let grid = maze.grid();
    let forbidden = ForbiddenStep {
        world: &maze.world,
        grid,
        at: grid.position(way.cell),
        toward: way.toward,
        travel: way.travel,
        class: way.class,
        entry: way.entry.map(|(cell, class)| (grid.position(cell), class)),
    };
    let closing = rules(maze)
        .zip(effects)
        .filter(|(_, effect)| effect.closes(way));
    let reasons = closing.map(|(rule, _)| {
        let silent = || format!("The rule of `{}` closes that way.", rule.field);
        rule.why.map_or_else(silent, |why| why(&forbidden))
    });
    let mut reasons: Vec<String> = reasons.collect();
    if reasons.is_empty() {
        reasons.push("The maze ends there.".to_owned());
    }
    reasons
}

impl RuleEffect {
    /// What each rule closes by itself, with steps redirected, in rule order. Afterwards the ways are
    /// closed as all rules together close them.
    pub(super) fn of_all(maze: &mut Maze) -> Vec<Self> {
        let mut exits = maze.world.query::<&mut Exits>();
        let count = rules(maze).count();
        let effects = (0..count).map(|rule| {
            open_ways(maze, rule);
            // Those out of the grid, too: rules may close them.
            exits
                .iter_mut(&mut maze.world)
                .for_each(|mut exits| *exits = Exits::ALL);
            run_rule(maze, rule);
            Self::new(maze)
        });
        let effects = effects.collect();
        maze.schedule.forget_ways();
        maze.schedule.close_ways(&mut maze.world);
        effects
    }

    fn new(maze: &Maze) -> Self {
        fn close<C: Component>(maze: &Maze, closed: &mut [u64], shut: impl Fn(&C) -> u64) {
            let column = column_of_cells::<C>(&maze.world).unwrap_or_default();
            closed
                .iter_mut()
                .zip(column)
                .for_each(|(closed, ways)| *closed |= shut(ways));
        }
        let at = |open: Headings, first: u8| u64::from(open.others().bits()) << first;
        let of_turns = |it: &Turns, travel| at(it.after(travel), TURNS + 4 * travel as u8);
        let of_class = |it: &Passes, class| at(it.of(class), PASSES + 4 * class);
        let of_entry = |it: &Admits, class| u64::from(!it.admits(class)) << (ADMITS + class);
        let mut closed = vec![0; maze.grid().cells()];
        close(maze, &mut closed, |it: &Exits| at(it.headings(), 0));
        close(maze, &mut closed, |it| {
            Heading::ALL.map(|travel| of_turns(it, travel)).iter().sum()
        });
        close(maze, &mut closed, |it| {
            (0..8).map(|class| of_class(it, class)).sum()
        });
        close(maze, &mut closed, |it| {
            (0..8).map(|class| of_entry(it, class)).sum()
        });
        Self {
            leads: column_of_cells(&maze.world).unwrap_or_default().to_vec(),
            closed,
        }
    }

    fn opened_since(&self, before: &Self) -> Option<CellIndex> {
        let mut cells = self.closed.iter().zip(&before.closed);
        cells
            .position(|(now, before)| before & !now != 0)
            .map(CellIndex::new)
    }

    fn closes(
        &self,
        ClosedWay {
            cell,
            toward,
            travel,
            class,
            entry,
        }: ClosedWay,
    ) -> bool {
        let is_closed = |cell: CellIndex, at: u8| self.closed[cell] >> at & 1 == 1;
        if let Some((entered, class)) = entry {
            return is_closed(entered, ADMITS + class);
        }
        let turns = travel.map(|travel| TURNS + 4 * travel as u8);
        let passes = class.map(|class| PASSES + 4 * class);
        let firsts = [Some(0), turns, passes].into_iter().flatten();
        firsts
            .into_iter()
            .any(|first| is_closed(cell, first + toward as u8))
    }
}
