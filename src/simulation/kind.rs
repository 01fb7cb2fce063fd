//! Kinds of worlds: which ingredients there are, and so which components and systems.

use bevy_ecs::prelude::*;
use bevy_ecs::schedule::Schedule;

use super::pool::{self, Spawn};
use super::snapshot::Saver;
use super::{Rule, Setup};
use crate::arrow::Headed;
use crate::arrow::{self, Signs};
use crate::chance::Chance;
use crate::dice::{self, Number};
use crate::dice::{HeadedDie, RollingDie};
use crate::foot::OnFoot;
use crate::grid::{Grid, Position};
use crate::johnny::{self, Johnny, Ways};
use crate::limits;
use crate::mazing::{self, Corner, Mazing};
use crate::progress::{Outcome, Phase};
use crate::scene::{Generate, Objection, Path, Scene, SceneError, Step};
use crate::search::{self, Entry, Exits, Frontier, Gait, Route, SMALLEST, Turns};
use crate::text::{Need, TextFormat};
use crate::wall::{self, Segments, Wall};

/// Which ingredients a world has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    generator: Option<Generator>,
    walk: Option<Walking>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Generator {
    Johnny,
    Mazing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Walking {
    OnFoot,
    Headed,
    RollingDie,
    HeadedDie,
}

impl Kind {
    pub(super) fn of(scene: &Scene) -> Self {
        let generator = scene.generate.as_ref().map(|generate| match generate {
            Generate::Johnny { .. } => Generator::Johnny,
            Generate::Mazing { .. } => Generator::Mazing,
        });
        let walk = scene.walk.as_ref().map(|walk| match (walk.heading(), walk.die()) {
            (None, None) => Walking::OnFoot,
            (Some(_), None) => Walking::Headed,
            (None, Some(_)) => Walking::RollingDie,
            (Some(_), Some(_)) => Walking::HeadedDie,
        });
        Self { generator, walk }
    }

    /// What the first tick does.
    pub(super) fn first_phase(self) -> Phase {
        if self.generator.is_some() { Phase::Generation } else { Phase::Search }
    }

    /// Gives the maze entity its components, and adds the systems.
    pub(super) fn install(
        self,
        maze: &mut EntityWorldMut<'_>,
        setup: &mut Vec<Setup>,
        rules: &mut Vec<Rule>,
        carving: &mut Schedule,
        searching: &mut Schedule,
    ) {
        match self.generator {
            Some(Generator::Johnny) => {
                maze.insert((Johnny::default(), Chance::default()));
                add_setup(setup, johnny::begin);
                carving.add_systems(johnny::carve);
            }
            Some(Generator::Mazing) => {
                maze.insert((Mazing::default(), Chance::default()));
                add_setup(setup, mazing::begin);
                carving.add_systems(mazing::grow);
            }
            None => {}
        }
        match self.walk {
            Some(Walking::OnFoot) => install_walk::<OnFoot>(maze, setup, rules, searching),
            Some(Walking::Headed) => install_walk::<Headed>(maze, setup, rules, searching),
            Some(Walking::RollingDie) => install_walk::<RollingDie>(maze, setup, rules, searching),
            Some(Walking::HeadedDie) => install_walk::<HeadedDie>(maze, setup, rules, searching),
            None => {}
        }
    }

    /// What saves and restores the parts of its worlds.
    pub(super) fn savers(self) -> Vec<Saver> {
        let generator = self.generator.map(|generator| match generator {
            Generator::Johnny => Saver::new(johnny::save, johnny::restore),
            Generator::Mazing => Saver::new(mazing::save, mazing::restore),
        });
        let walk = match self.walk {
            None => Vec::new(),
            Some(Walking::OnFoot) => walk_savers::<OnFoot>(),
            Some(Walking::Headed) => walk_savers::<Headed>(),
            Some(Walking::RollingDie) => walk_savers::<RollingDie>(),
            Some(Walking::HeadedDie) => walk_savers::<HeadedDie>(),
        };
        generator.into_iter().chain(walk).collect()
    }

    /// The kind as a byte for the generator and a byte for the walk.
    pub(super) fn to_bytes(self) -> [u8; 2] {
        [self.generator.map_or(0, |it| 1 + it as u8), self.walk.map_or(0, |it| 1 + it as u8)]
    }

    /// The kind that these bytes stand for.
    pub(super) fn from_bytes([generator, walk]: [u8; 2]) -> Option<Self> {
        let generators = [None, Some(Generator::Johnny), Some(Generator::Mazing)];
        let walks = [
            None,
            Some(Walking::OnFoot),
            Some(Walking::Headed),
            Some(Walking::RollingDie),
            Some(Walking::HeadedDie),
        ];
        let generator = *generators.get(usize::from(generator))?;
        Some(Self { generator, walk: *walks.get(usize::from(walk))? })
    }

    /// Whether its worlds have what a format needs.
    pub(super) fn can_be_drawn_in(self, format: TextFormat) -> bool {
        match format.needs() {
            Need::Walls => self.generator.is_some(),
            Need::Route => self.walk.is_some(),
        }
    }

    /// Whether its worlds can be in this phase with this outcome.
    pub(super) fn can_be_in(self, phase: Phase, outcome: Outcome) -> bool {
        match (phase, outcome) {
            (Phase::Generation, Outcome::Unfinished) => self.generator.is_some(),
            (Phase::Finished, Outcome::Built) => self.walk.is_none(),
            (Phase::Search, Outcome::Unfinished)
            | (Phase::Finished, Outcome::Solved { .. } | Outcome::NoSolution | Outcome::Crowded) => {
                self.walk.is_some()
            }
            (Phase::Finished, Outcome::Stuck(_)) => self.generator == Some(Generator::Johnny),
            _ => false,
        }
    }

    /// How many bytes of a snapshot the cells and walls of such a world take at least.
    pub(super) fn least_bytes(self, grid: Grid) -> usize {
        let walls = if self.generator.is_some() { grid.cells() / 4 } else { 0 };
        walls + self.claim_bytes() * grid.cells()
    }

    /// How many bytes a snapshot of such a world takes at most.
    pub(super) fn most_bytes(self, grid: Grid) -> u64 {
        /// The name, and whatever else has a fixed size.
        const ONCE: u64 = 1 << 16;
        /// Commands: one that takes 5 bytes takes 2 in a text, at least.
        const COMMANDS: u64 = limits::TEXT as u64 * 5 / 2;
        let commands = if self.generator == Some(Generator::Johnny) { COMMANDS } else { 0 };
        // A pose takes half a byte of claims, 6 bytes of walkers, and 4 bytes of the route.
        let a_cell = 4 + 1 + 2 + 1 + self.claim_bytes() as u64 * (1 + 12 + 8);
        ONCE + commands + a_cell * grid.cells() as u64
    }

    /// How many bytes the claims of a cell take.
    fn claim_bytes(self) -> usize {
        match self.walk {
            None => 0,
            Some(Walking::OnFoot) => size_of::<TrailOf<OnFoot>>(),
            Some(Walking::Headed) => size_of::<TrailOf<Headed>>(),
            Some(Walking::RollingDie) => size_of::<TrailOf<RollingDie>>(),
            Some(Walking::HeadedDie) => size_of::<TrailOf<HeadedDie>>(),
        }
    }

    /// Gives a new World its cells, walls and walkers.
    pub(super) fn populate(self, world: &mut World, grid: Grid) {
        let walls = if self.generator.is_some() { Segments::of(grid).count() } else { 0 };
        let walkers = if self.walk.is_some() { SMALLEST } else { 0 };
        pool::spawn_at_once(world, grid.cells() + walls + walkers, |world| {
            self.resize(world, grid);
        });
    }

    /// Gives a World as many cells, walls and walkers as a grid of this size needs.
    pub(super) fn resize(self, world: &mut World, grid: Grid) {
        pool::resize_cells(world, grid, self.spawn_cells());
        if self.generator.is_some() {
            pool::resize_walls(world, grid);
        }
        if self.walk.is_some() {
            pool::spawn_walkers(world);
        }
    }

    /// Refuses a grid whose world the machine has no memory for, before any of it is allocated;
    /// `freed` bytes are there beside what is available.
    pub(super) fn fits_in_memory(self, grid: Grid, freed: u64) -> Result<(), SceneError> {
        let needed = self.bytes(grid);
        match limits::available_memory() {
            Some(available) if needed > available.saturating_add(freed) => {
                let message = format!(
                    "a world of {needed} bytes for {} cells, expected at most the {available} that \
                     this machine has available",
                    grid.cells()
                );
                let path = Path(vec![Step::Field("grid")]);
                Err(SceneError { objections: vec![Objection { path, message }] })
            }
            _ => Ok(()),
        }
    }

    /// About how many bytes such a world takes, without walkers.
    pub(super) fn bytes(self, grid: Grid) -> u64 {
        /// Bytes of an entity without its components: its rows in the World's list, in the archetype
        /// and in the table, and some room.
        const ENTITY: usize = 24 + 16 + 8 + 4;
        /// Bytes of a component: itself and its change ticks.
        const fn column<C>() -> usize {
            size_of::<C>() + 8
        }
        /// Bytes of what a search needs of a cell.
        const fn walked<G: Gait>() -> usize {
            let turns = if G::HEADED { column::<Turns>() } else { 0 };
            let entry = if G::CLASSED { column::<Entry>() } else { 0 };
            column::<G::Trail>() + column::<Exits>() + turns + entry
        }
        let generator = match self.generator {
            None => 0,
            Some(Generator::Johnny) => column::<Ways>() + size_of::<u32>(),
            Some(Generator::Mazing) => column::<Corner>() + 2 * size_of::<u64>(),
        };
        let walls = if self.generator.is_some() { 2 * (ENTITY + column::<Wall>()) } else { 0 };
        let walk = match self.walk {
            None => 0,
            Some(Walking::OnFoot) => walked::<OnFoot>(),
            Some(Walking::Headed) => walked::<Headed>() + column::<Signs>(),
            Some(Walking::RollingDie) => walked::<RollingDie>() + column::<Number>(),
            Some(Walking::HeadedDie) => {
                walked::<HeadedDie>() + column::<Signs>() + column::<Number>()
            }
        };
        let cell = ENTITY + column::<Position>() + generator + walls + walk;
        grid.cells() as u64 * cell as u64
    }

    /// The way to spawn a cell with the components that this kind of world needs.
    fn spawn_cells(self) -> Spawn {
        match self.generator {
            None => self.spawn_generated::<()>(),
            Some(Generator::Johnny) => self.spawn_generated::<Ways>(),
            Some(Generator::Mazing) => self.spawn_generated::<Corner>(),
        }
    }

    fn spawn_generated<G: pool::CellBundle>(self) -> Spawn {
        match self.walk {
            None => pool::spawn_cells::<(G, ())>,
            Some(Walking::OnFoot) => pool::spawn_cells::<(G, (TrailOf<OnFoot>, Exits))>,
            Some(Walking::Headed) => {
                pool::spawn_cells::<(G, (TrailOf<Headed>, Signs, Exits, Turns))>
            }
            Some(Walking::RollingDie) => {
                pool::spawn_cells::<(G, (TrailOf<RollingDie>, Number, Exits, Entry))>
            }
            Some(Walking::HeadedDie) => {
                pool::spawn_cells::<(G, (TrailOf<HeadedDie>, Signs, Number, Exits, Turns, Entry))>
            }
        }
    }
}

/// The trail of a gait.
type TrailOf<G> = <G as Gait>::Trail;

fn install_walk<G: Gait>(
    maze: &mut EntityWorldMut<'_>,
    setup: &mut Vec<Setup>,
    rules: &mut Vec<Rule>,
    searching: &mut Schedule,
) {
    maze.insert((Frontier::default(), Route::default()));
    add_setup(setup, search::begin::<G>);
    add_rule(rules, search::open_exits);
    if G::HEADED {
        add_setup(setup, arrow::begin);
        add_rule(rules, search::open_turns);
        add_rule(rules, arrow::obey);
    }
    if G::CLASSED {
        add_setup(setup, dice::begin);
        add_rule(rules, search::open_entry);
        add_rule(rules, dice::admit);
    }
    add_rule(rules, wall::block);
    if G::HEADED {
        add_rule(rules, search::join_turns);
    }
    searching.add_systems((search::step::<G>, search::enlarge).chain());
}

fn walk_savers<G: Gait>() -> Vec<Saver> {
    let signs = G::HEADED.then(|| Saver::new(arrow::save, arrow::restore));
    let numbers = G::CLASSED.then(|| Saver::new(dice::save, dice::restore));
    let claims = Saver::new(search::save_claims::<G>, search::restore_claims::<G>);
    let walkers = Saver::new(search::save_walkers, search::restore_walkers);
    signs.into_iter().chain(numbers).chain([claims, walkers]).collect()
}

fn add_setup<M>(setup: &mut Vec<Setup>, system: impl IntoSystem<InRef<'static, Scene>, (), M>) {
    setup.push(Box::new(IntoSystem::into_system(system)));
}

fn add_rule<M>(rules: &mut Vec<Rule>, system: impl IntoSystem<(), (), M>) {
    rules.push(Box::new(IntoSystem::into_system(system)));
}
