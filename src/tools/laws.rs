//! Laws: what every world keeps, proved for a scene by running it in several ways.
//!
//! The engine relies on ingredients for them: a state that is not declared, or a stage that does
//! more in one run than in several, breaks what digests, records and tests promise.

mod gaits;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::base::digest::StateDigests;
use crate::base::progress::{Outcome, Phase};
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::engine::maze::{Maze, Observer};
use crate::engine::tick::{IDLE, TickPhase};
use crate::registry::Registry;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;
use crate::tools::play::{rule_of_order, rule_that_opens, rule_that_varies, ways_that_lag};

/// A law that every world keeps. Displayed as what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, derive_more::Display)]
#[non_exhaustive]
pub enum Law {
    /// Ticks done one by one, or in pieces of other lengths, lead to the same world as many in a run.
    #[display("ticks singly or in pieces lead to the same world as a run of many")]
    Pieces,
    /// A World that held another maze before leads to the same world as a new one, also beside
    /// another one that is ticked in turn.
    #[display("a reused World leads to the same world as a new one")]
    Reused,
    /// A world that was set back to a checkpoint goes on as it did before: all that decides its
    /// next ticks is declared.
    #[display("a world set back to a checkpoint goes on as it did before")]
    Rewound,
    /// The scene is the same after it was printed and read again, and leads to the same world.
    #[display("a scene that is printed and read again leads to the same world")]
    Printed,
    /// No rule opens a way that another closed, as by moving to a cell the ways of another one.
    #[display("rules only close ways")]
    RulesClose,
    /// A rule closes the same ways whenever it runs in the same world: it keeps nothing of its own.
    #[display("a rule closes the same ways whenever it runs in the same world")]
    RulesRepeat,
    /// The rules that close ways lead to the same ways in any order: none reads what another closes.
    #[display("rules close the same ways in any order")]
    RulesCommute,
    /// The ways that follow [changed cells](crate::engine::search::ChangedCells) are those that the rules close.
    #[display("every cell that changes is noted, with all whose ways hang on it")]
    CellsNoted,
    /// Each system finds, at some time, the entities that it asks for by `Single`.
    #[display("systems find what they ask for")]
    Runs,
    /// The steps of a gait that is [led](crate::engine::Gait::LED) lead where rules redirect them.
    #[display("steps lead where rules redirect them, unless the gait says `LED = false`")]
    StepsAreLed,
    /// Each way back of a search leads to the state from which it came, and poses and ways back are
    /// in range.
    #[display("ways back lead back, and are in range")]
    WaysBack,
    /// Systems do a tick, or end.
    #[display("systems do ticks, and end")]
    Ends,
    /// Each stage, and the walk, ends within ten million ticks more, and ten thousand for each cell.
    #[display("a world ends within 10,000,000 ticks more, and 10,000 for each cell")]
    Finishes,
}

/// A law that a scene breaks. Displayed with the ingredient, the tick, and what was found.
#[derive(Clone, Debug, PartialEq, Eq, derive_more::Display)]
#[display(
    "{}tick {tick}: expected that {law}; found {found}",
    field.map(|it| format!("{it}: ")).unwrap_or_default()
)]
#[non_exhaustive]
pub struct BrokenLaw {
    /// The law.
    pub law: Law,
    /// The first tick that was examined at which it shows.
    pub tick: u64,
    /// The field of the ingredient that breaks it, as far as known: of the only one whose state
    /// differs.
    pub field: Option<&'static str>,
    /// What was found.
    pub found: String,
}

/// The most ticks for which a scene is run.
const MOST: u64 = 20_000;

/// The ticks after those in which a world should finish: more than agents have patience, unless their scene
/// gives them more.
const LASTING: u64 = 10_000_000;

/// The ticks for each cell besides: thirty times what the slowest generator takes.
const LASTING_A_CELL: u64 = 10_000;

/// How many ticks are compared, spread over the run; besides the first three.
const MARKS: u64 = 24;

impl Registry {
    /// Proves that a scene keeps the [laws](Law), as far as its first 20,000 ticks tell; returns
    /// those that it breaks. Only that it [finishes](Law::Finishes) takes more ticks, if it lasts longer.
    ///
    /// # Errors
    /// Returns the errors of [`Simulation::new`], and [why](Simulation::failure) the scene cannot be run to its end.
    pub fn prove(&self, scene: &CheckedScene) -> Result<Vec<BrokenLaw>, SceneError> {
        if let Some(wrong) = first_wrong_rule(scene)? {
            return Ok(vec![wrong]); // such a rule may lead walkers out of the grid, or hide who breaks other laws
        }
        let mut proof = LawProof::new(scene)?;
        proof.cells_noted(scene)?;
        if !proof.broken.is_empty() {
            return Ok(proof.broken); // after a return to a checkpoint all ways are closed anew
        }
        proof.ends();
        proof.ways();
        proof.finishes();
        proof.runs();
        proof.pieces(scene)?;
        proof.reused(scene)?;
        proof.rewound(scene)?;
        proof.printed(scene, self)?;
        if proof.broken.is_empty() {
            proof.world.check_failure()?;
        }
        Ok(proof.broken)
    }
}

/// Returns a rule that opens ways as the walk begins, or closes others when it runs again or in another order.
fn first_wrong_rule(scene: &CheckedScene) -> Result<Option<BrokenLaw>, SceneError> {
    let mut world = Simulation::new(scene)?;
    if world.progress().phase == Phase::Generation {
        world.advance_while(MOST, |progress| progress.phase == Phase::Generation);
    }
    let tick = world.progress().tick;
    let breaks = |law, field, found| BrokenLaw {
        law,
        tick,
        field: Some(field),
        found,
    };

    if let Some((field, at)) = rule_that_opens(&mut world) {
        let found = format!("one that opens a way of {at}");
        return Ok(Some(breaks(Law::RulesClose, field, found)));
    }
    if let Some(field) = rule_that_varies(&mut world) {
        let found = "one that closes others".to_owned();
        return Ok(Some(breaks(Law::RulesRepeat, field, found)));
    }
    if let Some((field, at)) = rule_of_order(&mut world) {
        let found = format!("other ways of {at}, as one reads what others close");
        return Ok(Some(breaks(Law::RulesCommute, field, found)));
    }
    Ok(None)
}

/// The proof of a scene's laws: its world at some ticks, with which others are compared.
struct LawProof {
    marks: Vec<(u64, StateDigests)>,
    /// The world at the last mark, from which it is run on.
    world: Simulation,
    broken: Vec<BrokenLaw>,
}

impl LawProof {
    fn new(scene: &CheckedScene) -> Result<Self, SceneError> {
        let ticks = Simulation::new(scene)?.advance(MOST);
        let spread = (0..=MARKS).map(|mark| (ticks * mark).div_ceil(MARKS));
        let mut at: BTreeSet<u64> = spread.chain([1, 2, 3]).collect();
        at.retain(|&tick| tick <= ticks);
        let at: Vec<u64> = at.into_iter().collect();

        let mut world = Simulation::new(scene)?;
        let mut marks = Vec::new();
        visit(&at, &[], &mut world, |maze, mark| {
            marks.push((at[mark], maze.digests()));
            ControlFlow::Continue(())
        });

        Ok(Self {
            marks,
            world,
            broken: Vec::new(),
        })
    }

    fn ticks(&self) -> Vec<u64> {
        self.marks.iter().map(|&(tick, _)| tick).collect()
    }

    fn agrees(&mut self, law: Law, mark: usize, other: &mut Maze) -> bool {
        let (tick, ref digests) = self.marks[mark];
        let (mut states, mut fields) = (Vec::new(), Vec::new());
        for name in digests.differences(&other.digests()) {
            let field = self.world.field_of_state(name);
            fields.extend(field);
            states.push(field.map_or(name.to_owned(), |field| format!("{name} (of `{field}`)")));
        }
        fields.dedup();
        if !states.is_empty() {
            self.breaks(
                law,
                tick,
                only(&fields),
                format!("other {}", states.join(", ")),
            );
        }
        states.is_empty()
    }

    fn breaks(&mut self, law: Law, tick: u64, field: Option<&'static str>, found: String) {
        self.broken.push(BrokenLaw {
            law,
            tick,
            field,
            found,
        });
    }

    /// Runs another world in pieces of these lengths, and compares it at each mark. Runs a third one to the same ticks.
    fn compare(
        &mut self,
        law: Law,
        other: &mut Simulation,
        pieces: &[u64],
        mut beside: Option<Simulation>,
    ) {
        visit(&self.ticks(), pieces, other, |maze, mark| {
            if let Some(beside) = &mut beside {
                beside.advance_to(maze.progress().tick);
            }
            if self.agrees(law, mark, maze) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
    }

    /// Checks [`Law::CellsNoted`]: ways are closed anew in vain.
    fn cells_noted(&mut self, scene: &CheckedScene) -> Result<(), SceneError> {
        let mut world = Simulation::new(scene)?;
        let mut lagging = None;
        visit(&self.ticks(), &[], &mut world, |maze, _| {
            lagging = ways_that_lag(maze).map(|lag| (maze.progress().tick, lag));
            if lagging.is_none() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });

        if let Some((tick, (fields, at))) = lagging {
            self.breaks(
                Law::CellsNoted,
                tick,
                only(&fields),
                format!("other ways of {at}"),
            );
        }
        Ok(())
    }

    fn pieces(&mut self, scene: &CheckedScene) -> Result<(), SceneError> {
        let pieces = [1, 1, 1, 2, 7, 64];
        self.compare(Law::Pieces, &mut Simulation::new(scene)?, &pieces, None);
        Ok(())
    }

    /// Checks [`Law::Reused`]: a World is loaded again, whatever lies in its cells, while another one is ticked in turn.
    fn reused(&mut self, scene: &CheckedScene) -> Result<(), SceneError> {
        let other = scene.clone().seeded(scene.seed.wrapping_add(1));
        let mut world = Simulation::new(&other)?;
        world.advance(self.marks[self.marks.len() / 2].0);
        world.scramble();
        world.load(scene)?;
        let beside = Simulation::new(&other)?;
        self.compare(Law::Reused, &mut world, &[], Some(beside));
        Ok(())
    }

    /// Checks [`Law::Rewound`]: goes from each mark to the next in a World that was set back.
    fn rewound(&mut self, scene: &CheckedScene) -> Result<(), SceneError> {
        let mut world = Simulation::new(scene)?;
        for mark in 1..self.marks.len() {
            let then = world.checkpoint();
            world.advance_to(self.marks[mark].0);
            world.rewind(&then).expect("a checkpoint of this world");
            if !self.goes_on(mark, &mut world) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether a world that was set back to the mark before agrees there, and at this one.
    fn goes_on(&mut self, mark: usize, world: &mut Simulation) -> bool {
        self.agrees(Law::Rewound, mark - 1, world) && {
            world.advance_to(self.marks[mark].0);
            self.agrees(Law::Rewound, mark, world)
        }
    }

    fn printed(&mut self, scene: &CheckedScene, registry: &Registry) -> Result<(), SceneError> {
        let again = match registry.read(&scene.to_ron()) {
            Ok(again) if again == *scene => again,
            Ok(again) => {
                let mut ingredients = scene.ingredients().iter();
                let changed = ingredients.find(|it| !again.ingredients().contains(it));
                let field = changed.map(|it| it.ingredient_type().field);
                self.breaks(Law::Printed, 0, field, "another scene".to_owned());
                return Ok(());
            }
            Err(error) => {
                self.breaks(Law::Printed, 0, None, error.faults[0].message.clone());
                return Ok(());
            }
        };
        let last = self.marks.len() - 1;
        let mut world = Simulation::new(&again)?;
        world.advance_to(self.marks[last].0);
        self.agrees(Law::Printed, last, &mut world);
        Ok(())
    }

    fn ends(&mut self) {
        let tick = self.world.progress().tick;
        self.world.advance(u64::from(tick < MOST)); // one more, in which idle systems show
        if let Outcome::Stuck(SceneFault { path, message, .. }) = self.world.outcome()
            && message == IDLE
        {
            let field = if let [SceneStep::Field(field)] = path.0[..] {
                Some(field)
            } else {
                None
            };
            self.breaks(Law::Ends, tick, field, "a run that did neither".to_owned());
        }
    }

    /// Checks [`Law::Runs`]: systems find what they ask for.
    fn runs(&mut self) {
        let phases = self.world.schedule.all();
        let vain = phases.filter_map(|systems| Some((systems.field, systems.asked_in_vain()?)));
        for (field, asked) in vain.collect::<Vec<_>>() {
            let (tick, found) = (
                self.world.progress().tick,
                format!("a system that never finds {asked}"),
            );
            self.breaks(Law::Runs, tick, Some(field), found);
        }
    }

    /// Checks [`Law::WaysBack`]: ways back lead back; and [`Law::StepsAreLed`].
    fn ways(&mut self) {
        let tick = self.world.progress().tick;
        let maze = &mut *self.world;
        let Some(steps) = maze.schedule[TickPhase::Step].first() else {
            return;
        };

        let field = steps.field;
        if let Some(found) = gaits::wrong_way_back(maze) {
            self.breaks(Law::WaysBack, tick, Some(field), found);
        } else if let Some(found) = gaits::wrong_lead(maze) {
            self.breaks(Law::StepsAreLed, tick, Some(field), found);
        }
    }

    fn finishes(&mut self) {
        let cells = self.world.grid().cells() as u64;
        self.world.advance(LASTING + LASTING_A_CELL * cells);
        let fields = self.world.schedule.running(self.world.world());
        if !fields.is_empty() {
            let found = format!("that {} goes on", fields.join(" or "));
            self.breaks(
                Law::Finishes,
                self.world.progress().tick,
                only(&fields),
                found,
            );
        }
    }
}

/// Looks at a world at these ticks, or at its end if that comes first, until `look` breaks. Runs it in pieces of these
/// lengths in turn.
fn visit(
    ticks: &[u64],
    pieces: &[u64],
    maze: &mut Maze,
    look: impl FnMut(&mut Maze, usize) -> ControlFlow<()>,
) {
    let mut visitor = Visitor {
        ticks,
        next: 0,
        pieces: pieces.iter().copied().cycle(),
        look,
    };
    let _ = maze.drive(&mut visitor);
}

struct Visitor<'v, P, F> {
    ticks: &'v [u64],
    /// The index of the next of the ticks.
    next: usize,
    pieces: P,
    look: F,
}

impl<P, F> Observer for Visitor<'_, P, F>
where
    P: Iterator<Item = u64> + Clone,
    F: FnMut(&mut Maze, usize) -> ControlFlow<()>,
{
    fn next_tick(&self, from: u64) -> Option<u64> {
        let tick = self.ticks[self.next];
        let piece = self.pieces.clone().next();
        let end = piece.map_or(tick, |piece| from.saturating_sub(1) + piece);
        Some(tick.min(end))
    }

    fn look(&mut self, maze: &mut Maze) -> ControlFlow<()> {
        self.pieces.next();

        while let Some(&tick) = self.ticks.get(self.next) {
            if maze.progress().tick < tick && !maze.is_finished() {
                return ControlFlow::Continue(());
            }
            (self.look)(maze, self.next)?;
            self.next += 1;
        }
        ControlFlow::Break(())
    }
}

fn only(fields: &[&'static str]) -> Option<&'static str> {
    if let [only] = fields {
        Some(only)
    } else {
        None
    }
}
