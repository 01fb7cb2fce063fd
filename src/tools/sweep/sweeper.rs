//! The sweeper: what a thread reuses while it runs blocks of a sweep.

use crate::base::count::fitted;
use std::ops::Range;

use super::columns::Of;
use super::{Row, Sweep, SweepError};
use crate::registry::measure::{Measured, Survey, Value};
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;

/// Runs blocks of a sweep one after another, reusing one simulation and its buffers.
pub struct Sweeper<'s> {
    sweep: &'s Sweep,
    spare: Option<Simulation>,
    survey: Survey,
    cells: Vec<Value<'s>>,
    /// The variant whose worlds it runs, and its scene, in which only the seed changes.
    current: Option<(usize, CheckedScene)>,
    /// The values of that variant's settings.
    settings: Vec<Value<'s>>,
}

impl Sweep {
    /// A sweeper for any number of blocks of this sweep. Each thread needs its own.
    #[must_use]
    pub fn sweeper(&self) -> Sweeper<'_> {
        Sweeper {
            sweep: self,
            spare: None,
            survey: Survey::default(),
            cells: Vec::new(),
            current: None,
            settings: Vec::new(),
        }
    }
}

impl Sweeper<'_> {
    /// Runs the worlds of a block and passes on their rows. A block beyond the end of the sweep has
    /// none.
    ///
    /// # Errors
    /// The first world that cannot be run, as it is too large for instance. The rows before it have
    /// been passed on.
    pub fn block(&mut self, block: u64, mut each: impl FnMut(Row<'_>)) -> Result<(), SweepError> {
        let all = self.sweep.worlds();
        let start = block.saturating_mul(self.sweep.length).min(all);
        let mut worlds = start..all.min(start + self.sweep.length);
        while !worlds.is_empty() {
            let variant = worlds.start / self.sweep.seeds.count();
            let end = worlds.end.min((variant + 1) * self.sweep.seeds.count());
            let of_variant = std::mem::replace(&mut worlds.start, end)..end;
            self.stretch(of_variant, &mut each)?;
        }
        Ok(())
    }

    /// Runs worlds of one variant.
    fn stretch(
        &mut self,
        worlds: Range<u64>,
        each: &mut impl FnMut(Row<'_>),
    ) -> Result<(), SweepError> {
        let Sweep { variants, seeds, columns, condition, .. } = self.sweep;
        let number: usize = fitted(worlds.start / seeds.count());
        let variant = &variants[number];
        if self.current.as_ref().is_none_or(|(current, _)| *current != number) {
            self.settings.clear();
            let values = variant.values.iter().enumerate();
            self.settings.extend(values.map(|(setting, it)| columns.value_of(setting, it)));
            let scene = variant.scene.clone().without_expectations(); // they are unused here
            self.current = Some((number, scene));
        }
        let Some((_, scene)) = &mut self.current else { return Ok(()) };
        let cells = &mut self.cells;
        let (start, first) = (worlds.start, seeds.first() + worlds.start % seeds.count());
        for world in worlds {
            let seed = first + (world - start);
            scene.set_seed(seed);
            let wrong = |error| SweepError { variant: number, seed, error };
            let simulation = Simulation::reuse(&mut self.spare, scene).map_err(wrong)?;
            simulation.run();
            let progress = simulation.progress().clone();
            let mut measured = Measured::new(simulation, progress, &mut self.survey);
            cells.clear();
            cells.extend(columns.all().map(|column| match column.of {
                Of::Scene => Value::Word(&variant.name),
                Of::Setting(setting) => self.settings[setting],
                Of::Seed => Value::Whole(seed),
                Of::Measure(measure) => measure.of(&mut measured),
            }));
            if condition.as_ref().is_none_or(|it| it.holds(cells)) {
                each(Row { world, variant: number, seed, cells, maze: simulation });
            }
        }
        Ok(())
    }
}
