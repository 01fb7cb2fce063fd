//! How `run` and `resume` go on with a world, and what they show of it.

use std::io;
use std::num::NonZero;
use std::path::PathBuf;

use crate::{Simulation, counted, limits};
use clap::{Args, value_parser};

use super::target::path_to_write;
use super::writer::Writer;

/// How far to go, and when to save.
#[derive(Args)]
pub(super) struct Going {
    /// Stop after this many ticks from here and draw the world as it stands
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(..=limits::TICKS))]
    ticks: Option<u64>,
    /// Save the world as it then stands, to go on with `mazetick resume`
    #[arg(long, value_name = "FILE", value_parser = path_to_write())]
    pub(super) save: Option<PathBuf>,
    /// Save every N ticks on the way, too
    #[arg(long, value_name = "N", requires = "save")]
    save_every: Option<NonZero<u64>>,
}

/// What to show of a world.
#[derive(Args)]
pub(super) struct Showing {
    /// Print the digest of each world and its path instead of the drawing
    #[arg(long)]
    pub(super) digest: bool,
    /// Say on standard error what became of each world
    #[arg(long)]
    stats: bool,
}

impl Going {
    /// Advances the world and saves it.
    pub(super) fn advance(&self, simulation: &mut Simulation) -> io::Result<()> {
        let writer = Writer::lasting();
        let mut left = self.ticks.unwrap_or(u64::MAX);
        let bite = self.save_every.map_or(u64::MAX, NonZero::get);
        loop {
            let wanted = left.min(bite);
            let done = simulation.advance(wanted);
            left -= done;
            if let Some(path) = &self.save {
                writer.replace_by(path, |file| simulation.save_onto(file))?;
            }
            if done < wanted || left == 0 {
                return Ok(());
            }
        }
    }
}

impl Showing {
    /// The drawing of the world or its digest; statistics are said at once.
    pub(super) fn show(&self, simulation: &mut Simulation, name: &str) -> String {
        if self.stats {
            let progress = simulation.progress();
            let words = [
                progress.phase.to_string(),
                counted(progress.tick, "tick"),
                simulation.stats().to_string(),
                progress.outcome.to_string(),
            ];
            let words: Vec<String> = words.into_iter().filter(|word| !word.is_empty()).collect();
            say!("{name}: {}", words.join(", "));
        }
        if self.digest { format!("{}  {name}\n", simulation.digest()) } else { simulation.text() }
    }
}
