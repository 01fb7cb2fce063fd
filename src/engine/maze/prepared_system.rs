//! Read-only systems for a maze that is borrowed.

use bevy_ecs::prelude::*;
use bevy_ecs::system::ReadOnlySystem;

use super::Maze;

/// A read-only system, prepared for the World of one maze by [`Maze::prepare`]. [`Maze::query_by`]
/// runs it, any number of times.
#[derive(Debug)]
pub struct PreparedSystem<S>(S);

impl Maze {
    /// Prepares a read-only system for this World: registers the components that it reads, for
    /// which the World must change.
    ///
    /// ```
    /// use mazetick::bevy_ecs::prelude::*;
    /// use mazetick::prelude::*;
    ///
    /// let scene = Scene::from_ron(
    ///     "Scene(grid: (rows: 2, columns: 2), generate: Johnny(start: (1, 1)), text: Lattice)",
    /// )?;
    /// let mut simulation = Simulation::new(&scene)?;
    /// let mut standing = simulation
    ///     .prepare(|walls: Query<&Wall>| walls.iter().filter(|it| it.stands).count());
    /// assert_eq!(simulation.query_by(&mut standing), 12);
    /// simulation.run();
    /// assert_eq!(simulation.query_by(&mut standing), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prepare<O, M, I>(&mut self, system: I) -> PreparedSystem<I::System>
    where
        I: IntoSystem<(), O, M, System: ReadOnlySystem>,
    {
        let mut system = IntoSystem::into_system(system);
        system.initialize(&mut self.world);
        PreparedSystem(system)
    }

    /// Runs a prepared system on the World, and returns its output.
    ///
    /// # Panics
    /// If the system was prepared for another maze, or reads something that the World does not
    /// have.
    pub fn query_by<O>(
        &self,
        system: &mut PreparedSystem<impl ReadOnlySystem<In = (), Out = O>>,
    ) -> O {
        let output = system.0.run_readonly((), &self.world);
        output.expect("the World has what the system reads")
    }
}
