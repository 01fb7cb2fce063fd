//! Worlds by number: first all seeds of the first variant, then all seeds of the next.

use super::{Seeds, Variant};
use crate::base::count::saturating_usize;
use crate::base::limits;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;
use crate::tools::ToolError;

/// Every variant of scenes with every seed.
#[derive(Clone, Debug)]
pub(crate) struct Worlds {
    pub(crate) variants: Vec<Variant>,
    pub(crate) seeds: Seeds,
}

impl Worlds {
    /// The worlds of these variants, unless they are too many.
    pub(crate) fn new(variants: Vec<Variant>, seeds: Seeds) -> Result<Self, ToolError> {
        let worlds = Self { variants, seeds };
        let count = seeds.count().saturating_mul(worlds.variants.len() as u64);
        if count > limits::WORLDS {
            return Err(format!("{count} worlds, expected at most {}", limits::WORLDS).into());
        }
        Ok(worlds)
    }

    pub(crate) fn count(&self) -> u64 {
        self.seeds.count() * self.variants.len() as u64
    }

    /// The most cells of a world.
    pub(crate) fn cells(&self) -> u64 {
        self.variants
            .iter()
            .map(|it| it.scene.grid.cells() as u64)
            .max()
            .unwrap_or(0)
    }

    /// Returns the number of threads that may run them, whichever of them run at the same time.
    pub(crate) fn most_threads(&self) -> usize {
        let of_variants = self
            .variants
            .iter()
            .map(|variant| variant.scene.most_threads());
        of_variants.min().unwrap_or(1)
    }

    /// The index of the variant of a world, and its seed.
    pub(crate) fn world(&self, number: u64) -> (usize, u64) {
        let (variant, seed) = (number / self.seeds.count(), number % self.seeds.count());
        (saturating_usize(variant), self.seeds.first() + seed)
    }
}

/// Begins one world after another in one simulation.
#[derive(Default)]
pub(crate) struct WorldRunner {
    spare: Option<Simulation>,
    /// The index of the variant that is loaded, and its scene: then only the seed changes.
    loaded: Option<(usize, CheckedScene)>,
}

impl WorldRunner {
    /// Begins a world: the simulation, at tick 0, and its scene.
    pub(crate) fn begin(
        &mut self,
        worlds: &Worlds,
        number: u64,
    ) -> Result<(&mut Simulation, &CheckedScene), ToolError> {
        let (variant, seed) = worlds.world(number);
        match (&mut self.loaded, &mut self.spare) {
            (Some((loaded, scene)), Some(simulation)) if *loaded == variant => {
                scene.set_seed(seed);
                simulation.begin(scene);
            }
            _ => {
                let scene = worlds.variants[variant].scene.clone().seeded(seed);
                let wrong = |error| ToolError::World {
                    variant,
                    seed,
                    error,
                };
                Simulation::reuse(&mut self.spare, &scene).map_err(wrong)?;
                self.loaded = Some((variant, scene));
            }
        }
        let loaded = self.spare.as_mut().zip(self.loaded.as_ref());
        let (simulation, (_, scene)) = loaded.expect("a world that has begun");
        Ok((simulation, scene))
    }
}
