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

/// What is shown of a world.
pub(super) struct Shown {
    /// What became of it, for standard error, if that is wanted.
    stats: Option<String>,
    /// For standard output.
    text: String,
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
    /// The drawing of a world or its digest, and what became of it.
    pub(super) fn show(&self, simulation: &mut Simulation, name: &str) -> Shown {
        let stats = self.stats.then(|| {
            let progress = simulation.progress();
            let words = [
                progress.phase.to_string(),
                counted(progress.tick, "tick"),
                simulation.stats().to_string(),
                progress.outcome.to_string(),
            ];
            let words: Vec<String> = words.into_iter().filter(|word| !word.is_empty()).collect();
            format!("{name}: {}", words.join(", "))
        });
        let digest = self.digest.then(|| format!("{}  {name}\n", simulation.digest()));
        Shown { stats, text: digest.unwrap_or_else(|| simulation.text()) }
    }
}

impl Shown {
    /// Only what is for standard output.
    pub(super) fn text(text: String) -> Self {
        Self { stats: None, text }
    }

    /// Says what is for standard error: what is for standard output is left.
    pub(super) fn say(self) -> String {
        if let Some(stats) = self.stats {
            say!("{stats}");
        }
        self.text
    }
}
