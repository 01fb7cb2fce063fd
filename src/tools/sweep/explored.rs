//! Rows of all worlds that variants can become.

use std::hash::{Hash, Hasher};

use super::columns::ColumnSource;
use super::{Row, Sweep, Sweeper, WorldSeeds};
use crate::base::count::grouped;
use crate::registry::measure::{Measured, Survey, Value};
use crate::scene::simulation::Simulation;
use crate::tools::ToolError;
use crate::tools::explore::Explorer;

/// What is seen of a state: nothing, or which world it is, if it has ended, with its row.
struct Ended<'s>(Option<(u128, Vec<Value<'s>>)>);

impl Ended<'_> {
    fn key(&self) -> Option<u128> {
        self.0.as_ref().map(|ended| ended.0)
    }
}

impl PartialEq for Ended<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Ended<'_> {}

impl Hash for Ended<'_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key().hash(hasher);
    }
}

impl Sweep {
    /// The same, but with a row for each different world that has ended of all that a variant can become, with its
    /// probability. The columns must be [of all seeds](super::Columns::of_all_seeds).
    #[must_use]
    pub fn explored(mut self, explorer: Explorer) -> Self {
        let reads_reports = self.columns.computed().any(|column| match column.source {
            ColumnSource::Measure(measure) => measure.reads_reports,
            _ => false,
        });
        self.block_length = 1;
        self.explorer = Some(Explorer {
            reads_reports,
            ..explorer
        });
        self
    }

    /// The seeds, or that each world has a row.
    pub fn world_seeds(&self) -> WorldSeeds {
        match self.explorer {
            Some(_) => WorldSeeds::All,
            None => WorldSeeds::Range(self.seeds()),
        }
    }
}

impl Sweeper<'_> {
    /// Passes on the rows of all worlds that a variant can become.
    pub(super) fn explore(
        &mut self,
        world: u64,
        explorer: Explorer,
        each: &mut impl FnMut(Row<'_>),
    ) -> Result<bool, ToolError> {
        let (columns, worlds) = (&self.sweep.columns, &self.sweep.worlds);
        let (number, seed) = worlds.world(world);
        let variant = &worlds.variants[number];
        let look = |simulation: &mut Simulation| {
            Ended(simulation.is_finished().then(|| {
                let key = simulation.ended_key(explorer.reads_reports);
                let mut survey = Survey::default();
                let mut measured = Measured::new(simulation, &mut survey);
                (key, columns.cells(variant, seed, &mut measured).collect())
            }))
        };
        let failed = |error| ToolError::World {
            variant: number,
            seed,
            error,
        };
        let graph = explorer.explore(&variant.scene, look).map_err(failed)?;
        if !graph.is_whole() {
            let states = grouped(explorer.states as u64);
            return Err(format!(
                "{}: more than {states} states, expected `--states`",
                variant.name
            )
            .into());
        }

        for (Ended(ended), probability) in graph.worlds() {
            let Some((_, found)) = ended else { continue };
            self.cells.clone_from(found);
            for (cell, column) in self.cells.iter_mut().zip(columns.computed()) {
                if matches!(column.source, ColumnSource::Probability) {
                    *cell = Value::Real(probability);
                }
            }
            self.sweep.pass_on(world, &self.cells, None, each);
        }
        Ok(true)
    }
}
