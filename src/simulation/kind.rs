//! Kinds of worlds: which ingredients there are, and so which components and systems.

use bevy_ecs::prelude::*;
use bevy_ecs::schedule::Schedule;

use super::pool::{self, Spawn};
use super::{Setup, TickSystems, enlarge};
use crate::arrow::{self, Signs};
use crate::chance::Chance;
use crate::dice::{self, Number};
use crate::grid::Grid;
use crate::johnny::{self, Johnny, Ways};
use crate::limits;
use crate::mazing::{self, Corner, Mazing};
use crate::progress::Phase;
use crate::scene::{Generate, Objection, Path, Scene, SceneError, Step};
use crate::search::{self, Frontier, Gait, Headed, HeadedDie, OnFoot, RollingDie, Route};

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
        ticks: &mut Schedule,
    ) {
        match self.generator {
            Some(Generator::Johnny) => {
                maze.insert((Johnny::default(), Chance::default()));
                add_setup(setup, johnny::begin);
                ticks.add_systems(johnny::carve.in_set(TickSystems::Generation));
            }
            Some(Generator::Mazing) => {
                maze.insert((Mazing::default(), Chance::default()));
                add_setup(setup, mazing::begin);
                ticks.add_systems(mazing::grow.in_set(TickSystems::Generation));
            }
            None => {}
        }
        match self.walk {
            Some(Walking::OnFoot) => install_walk::<OnFoot>(maze, setup, ticks),
            Some(Walking::Headed) => install_walk::<Headed>(maze, setup, ticks),
            Some(Walking::RollingDie) => install_walk::<RollingDie>(maze, setup, ticks),
            Some(Walking::HeadedDie) => install_walk::<HeadedDie>(maze, setup, ticks),
            None => {}
        }
    }

    /// Gives the World as many cells, walls and walkers as a grid of this size needs.
    pub(super) fn resize(self, world: &mut World, grid: Grid) {
        pool::resize_cells(world, grid, self.spawn_cells());
        if self.generator.is_some() {
            pool::resize_walls(world, grid);
        }
        if self.walk.is_some() {
            pool::spawn_walkers(world);
        }
    }

    /// Refuses a grid whose world the machine has no memory for, before any of it is allocated.
    pub(super) fn fits_in_memory(self, grid: Grid) -> Result<(), SceneError> {
        /// Bytes of an entity, its list's growth included, without its components.
        const ENTITY: u64 = 80;
        /// Bytes of a component's change ticks.
        const TICKS: u64 = 8;
        let walking = match self.walk {
            None => 0,
            Some(Walking::OnFoot) => TICKS + 1,
            Some(Walking::Headed) => 2 * TICKS + 4,
            Some(Walking::RollingDie) => 2 * TICKS + 13,
            Some(Walking::HeadedDie) => 3 * TICKS + 51,
        };
        let walls = if self.generator.is_some() { 2 * (ENTITY + TICKS + 1) + TICKS + 9 } else { 0 };
        let cell = ENTITY + TICKS + 8 + walking + walls;
        let needed = grid.cells() as u64 * cell;
        match limits::available_memory() {
            Some(available) if needed > available => {
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

    /// The way to spawn a cell with the components that this kind of world needs.
    fn spawn_cells(self) -> Spawn {
        match self.generator {
            None => self.spawn_generated::<()>(),
            Some(Generator::Johnny) => self.spawn_generated::<Ways>(),
            Some(Generator::Mazing) => self.spawn_generated::<Corner>(),
        }
    }

    fn spawn_generated<G: pool::Part>(self) -> Spawn {
        match self.walk {
            None => pool::spawn_cells::<(G, ())>,
            Some(Walking::OnFoot) => pool::spawn_cells::<(G, Trail<OnFoot>)>,
            Some(Walking::Headed) => pool::spawn_cells::<(G, (Trail<Headed>, Signs))>,
            Some(Walking::RollingDie) => pool::spawn_cells::<(G, (Trail<RollingDie>, Number))>,
            Some(Walking::HeadedDie) => pool::spawn_cells::<(G, (Trail<HeadedDie>, Signs, Number))>,
        }
    }
}

/// The trail of a gait.
type Trail<G> = <G as Gait>::Trail;

fn install_walk<G: Gait>(
    maze: &mut EntityWorldMut<'_>,
    setup: &mut Vec<Setup>,
    ticks: &mut Schedule,
) {
    maze.insert((Frontier::default(), Route::default()));
    add_setup(setup, search::begin::<G>);
    if G::HEADED {
        add_setup(setup, arrow::begin);
    }
    if G::ROLLS {
        add_setup(setup, dice::begin);
    }
    ticks.add_systems((
        search::step::<G>.in_set(TickSystems::Search),
        enlarge.in_set(TickSystems::Room),
    ));
}

fn add_setup<M>(setup: &mut Vec<Setup>, system: impl IntoSystem<InRef<'static, Scene>, (), M>) {
    setup.push(Box::new(IntoSystem::into_system(system)));
}
