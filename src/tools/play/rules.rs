//! What each rule of a world closes by itself, and why.

use crate::base::count::dedup_in_order;
use crate::base::grid::{CellIndex, Position};
use crate::base::heading::{Heading, Headings};
use crate::base::progress::Phase;
use crate::engine::ForbiddenStep;
use crate::engine::columns::column_of_cells;
use crate::engine::maze::Maze;
use crate::engine::search::{Admits, Exits, Leads, Passes, Turns};
use crate::engine::tick::{PhaseSystems, TickPhase};

/// The ways that are open in a world, as far as rules close them; without rows where the world lacks a column.
#[derive(PartialEq)]
pub(crate) struct RuleEffect {
    leads: Vec<Leads>,
    exits: Vec<Headings>,
    turns: Vec<[Headings; 4]>,
    passes: Vec<[Headings; 8]>,
    admits: Vec<[bool; 8]>,
}

/// A way that is closed, with all by which rules can tell ways apart.
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

fn rules(maze: &Maze) -> impl Iterator<Item = &PhaseSystems> {
    let redirecting = maze.schedule[TickPhase::RedirectSteps].iter();
    redirecting.chain(&maze.schedule[TickPhase::CloseWays])
}

/// Opens all ways, and runs the rules before this one, which redirect steps at most.
fn open_ways(maze: &mut Maze, rules: usize) {
    let (world, schedule) = (&mut maze.world, &mut maze.schedule);
    schedule.run_phase(TickPhase::OpenWays, Phase::Walk, world);
    let redirecting = schedule[TickPhase::RedirectSteps].iter_mut().take(rules);
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

/// Where the ways that changed cells leave are others than those that are closed anew: the fields of the ingredients whose
/// rules read what changes, and a cell.
pub(crate) fn ways_that_lag(maze: &mut Maze) -> Option<(Vec<&'static str>, Position)> {
    if !maze.schedule.are_ways_kept {
        return None;
    }
    let mut closed = || {
        maze.schedule.are_ways_closed = false;
        maze.schedule.close_ways(&mut maze.world);
        let ways = RuleEffect::new(maze).exits;
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
    let closing = rules(maze).zip(effects).filter(|(_, effect)| effect.closes(way));
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
    let closing = rules(maze).zip(effects).filter(|(_, effect)| effect.closes(way));
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
            exits.iter_mut(&mut maze.world).for_each(|mut exits| *exits = Exits::ALL);
            run_rule(maze, rule);
            Self::new(maze)
        });
        let effects = effects.collect();
        maze.schedule.forget_ways();
        maze.schedule.close_ways(&mut maze.world);
        effects
    }

    fn new(maze: &Maze) -> Self {
        let world = &maze.world;
        let exits = column_of_cells(world).unwrap_or_default().iter().map(Exits::headings);
        let turns = column_of_cells::<Turns>(world).unwrap_or_default().iter();
        let passes = column_of_cells::<Passes>(world).unwrap_or_default().iter();
        let admits = column_of_cells::<Admits>(world).unwrap_or_default().iter();
        Self {
            leads: column_of_cells(world).unwrap_or_default().to_vec(),
            exits: exits.collect(),
            turns: turns.map(|turns| Heading::ALL.map(|travel| turns.after(travel))).collect(),
            passes: passes.map(|passes| CLASSES.map(|class| passes.of(class))).collect(),
            admits: admits.map(|admits| CLASSES.map(|class| admits.admits(class))).collect(),
        }
    }

    fn opened_since(&self, before: &Self) -> Option<CellIndex> {
        fn opened<T>(now: &[T], before: &[T], opens: impl Fn(&T, &T) -> bool) -> Option<CellIndex> {
            let mut cells = now.iter().zip(before);
            cells.position(|(now, before)| opens(now, before)).map(CellIndex::new)
        }
        let more = |now: &Headings, then: &Headings| now.bits() & !then.bits() != 0;
        let any =
            |now: &[Headings], then: &[Headings]| now.iter().zip(then).any(|(a, b)| more(a, b));
        opened(&self.exits, &before.exits, more)
            .or_else(|| opened(&self.turns, &before.turns, |now, then| any(now, then)))
            .or_else(|| opened(&self.passes, &before.passes, |now, then| any(now, then)))
            .or_else(|| {
                opened(&self.admits, &before.admits, |now, then| {
                    now.iter().zip(then).any(|(&now, &then)| now && !then)
                })
            })
    }

    fn closes(&self, way: ClosedWay) -> bool {
        let cell = way.cell.get();
        if let Some((entered, class)) = way.entry {
            return self
                .admits
                .get(entered.get())
                .is_some_and(|admits| !admits[usize::from(class)]);
        }
        let is_closed = |open: Headings| !open.contains(way.toward);
        let exits = self.exits.get(cell).copied();
        let turns = way.travel.and_then(|travel| Some(self.turns.get(cell)?[travel as usize]));
        let passes = way.class.and_then(|class| Some(self.passes.get(cell)?[usize::from(class)]));
        [exits, turns, passes].into_iter().flatten().any(is_closed)
    }

    pub(super) fn is_by_class(&self) -> bool {
        !self.passes.is_empty()
    }
}

const CLASSES: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
