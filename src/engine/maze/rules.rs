//! Rules: systems that close ways or redirect steps, and the reasons that they give.

use bevy_ecs::prelude::*;

use super::keeper::copies;
use super::part::Part;
use super::{Build, Maze};
use crate::base::count::each_once;
use crate::base::grid::{CellIndex, Position};
use crate::base::heading::{Heading, Headings};
use crate::engine::columns::column_of_cells;
use crate::engine::search::{Admits, Exits, Passes, Turns};

/// A system that closes ways or redirects steps.
pub(super) struct Rule {
    pub(super) part: Part,
    /// Its reason for the closed ways.
    pub(super) why: Option<fn(&ForbiddenStep<'_>) -> String>,
}

/// A step that a rule forbids, passed to the rule for the reason: [`Build::why`].
#[derive(Clone, Copy)]
pub struct ForbiddenStep<'a> {
    maze: &'a Maze,
    /// The position of the walker.
    pub at: Position,
    /// Where it would go.
    pub toward: Heading,
    /// The heading of the walker, if it has one and the way is closed for that heading.
    pub travel: Option<Heading>,
    /// The [class](crate::engine::Gait::class) of the walker, if rules close ways out of cells by classes.
    pub class: Option<u8>,
    /// The cell that it may not enter, if that is why, and the [class](crate::engine::Gait::class) of the
    /// walker: for a die the number on top.
    pub entry: Option<(Position, u8)>,
}

/// A copy of the columns in which rules close ways; without rows if the world lacks one.
pub(crate) struct RuleEffect {
    exits: Vec<Exits>,
    turns: Vec<Turns>,
    passes: Vec<Passes>,
    admits: Vec<Admits>,
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

impl ForbiddenStep<'_> {
    /// A component of the cell at a position, such as its [`Number`](crate::puzzles::Number).
    #[must_use]
    pub fn get<C: Component>(&self, at: Position) -> Option<&C> {
        self.maze.get(at)
    }
}

impl Build<'_> {
    /// Sets the reason why the last added rule forbids a step, a sentence such as
    /// `Mud blocks the way.`, shown in walks by hand ([`Play`](crate::tools::Play)). By default, the field
    /// of the rule's ingredient is named.
    ///
    /// # Panics
    /// If no rule was added.
    pub fn why(&mut self, why: fn(&ForbiddenStep<'_>) -> String) -> &mut Self {
        self.systems.rules.last_mut().expect("a rule that was added").why = Some(why);
        self
    }
}

impl Maze {
    /// What each rule closes by itself, with steps redirected, in rule order. Afterwards the ways are
    /// closed as all rules together close them.
    pub(crate) fn effects(&mut self) -> Vec<RuleEffect> {
        let mut exits = self.world.query::<&mut Exits>();
        let effects = (0..self.systems.rules.len()).map(|rule| {
            self.open_ways();
            let (before, rules) = self.systems.rules.split_at_mut(rule);
            let redirecting = before.iter_mut().take(self.systems.redirecting);
            redirecting.for_each(|before| before.part.run(&mut self.world));
            // Those out of the grid, too: rules may close them.
            exits.iter_mut(&mut self.world).for_each(|mut exits| *exits = Exits::ALL);
            rules[0].part.run(&mut self.world);
            RuleEffect::new(&self.world)
        });
        let effects = effects.collect();
        self.are_ways_closed = false;
        self.close_ways();
        effects
    }

    /// The first rule that opens a way that was closed before it, as by moving those of another cell: the
    /// field of its ingredient, and where. Before the next step of a walk the ways are closed anew.
    pub(crate) fn rule_that_opens(&mut self) -> Option<(&'static str, Position)> {
        if !self.systems.plan().walks() {
            return None; // no rule runs
        }
        self.open_ways();
        let mut before = RuleEffect::new(&self.world);
        let opening = self.systems.rules.iter_mut().find_map(|rule| {
            rule.part.run(&mut self.world);
            let after = RuleEffect::new(&self.world);
            let cell = after.opened_since(&before);
            before = after;
            Some((rule.part.field, cell?))
        });
        self.are_ways_closed = false;
        opening.map(|(field, cell)| (field, self.grid().position(cell)))
    }

    /// The fields of the ingredients whose rules close a way, each once.
    pub(crate) fn closing(&self, effects: &[RuleEffect], way: ClosedWay) -> Vec<&'static str> {
        let rules = self.systems.rules.iter().zip(effects);
        let closing = rules.filter(|(_, effect)| effect.closes(way));
        each_once(closing.map(|(rule, _)| rule.part.field))
    }

    /// The reasons of the rules that close a way. The edge of the maze is the reason only if no
    /// rule is.
    pub(crate) fn reasons(&self, effects: &[RuleEffect], way: ClosedWay) -> Vec<String> {
        let grid = self.grid();
        let forbidden = ForbiddenStep {
            maze: self,
            at: grid.position(way.cell),
            toward: way.toward,
            travel: way.travel,
            class: way.class,
            entry: way.entry.map(|(cell, class)| (grid.position(cell), class)),
        };
        let rules = self.systems.rules.iter().zip(effects);
        let reasons = rules.filter(|(_, effect)| effect.closes(way)).map(|(rule, _)| {
            let silent = || format!("The rule of `{}` closes that way.", rule.part.field);
            rule.why.map_or_else(silent, |why| why(&forbidden))
        });
        let mut reasons: Vec<String> = reasons.collect();
        if reasons.is_empty() {
            reasons.push("The maze ends there.".to_owned());
        }
        reasons
    }
}

impl RuleEffect {
    /// The closed ways in a World.
    fn new(world: &World) -> Self {
        Self {
            exits: copies(column_of_cells(world).unwrap_or_default()),
            turns: copies(column_of_cells(world).unwrap_or_default()),
            passes: copies(column_of_cells(world).unwrap_or_default()),
            admits: copies(column_of_cells(world).unwrap_or_default()),
        }
    }

    /// The first cell with a way that was closed before.
    fn opened_since(&self, before: &Self) -> Option<CellIndex> {
        fn opened<C>(now: &[C], before: &[C], open: fn(&C) -> u32) -> Option<CellIndex> {
            let mut cells = now.iter().zip(before);
            cells.position(|(now, then)| open(now) & !open(then) != 0).map(CellIndex::new)
        }
        opened(&self.exits, &before.exits, |it| it.0.bits().into())
            .or_else(|| opened(&self.turns, &before.turns, |it| it.0.into()))
            .or_else(|| opened(&self.passes, &before.passes, |it| it.0))
            .or_else(|| opened(&self.admits, &before.admits, |it| it.0.into()))
    }

    fn closes(&self, way: ClosedWay) -> bool {
        let cell = way.cell.get();
        if let Some((entered, class)) = way.entry {
            return self.admits.get(entered.get()).is_some_and(|it| !it.admits(class));
        }
        let is_closed = |open: Headings| !open.contains(way.toward);
        let exits = self.exits.get(cell).map(Exits::headings);
        let turns = way.travel.and_then(|travel| Some(self.turns.get(cell)?.after(travel)));
        let passes = way.class.and_then(|class| Some(self.passes.get(cell)?.of(class)));
        [exits, turns, passes].into_iter().flatten().any(is_closed)
    }

    /// Whether it closes ways out of cells by the classes of walkers.
    pub(crate) fn is_by_class(&self) -> bool {
        !self.passes.is_empty()
    }
}
