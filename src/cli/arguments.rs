//! Values of arguments that several commands share.

use std::ffi::OsStr;
use std::num::NonZero;
use std::thread;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Args, value_parser};

use crate::tools::sweep::{Seeds, WorldSeeds};

/// The seeds that a command was asked for: one, several, or none.
#[derive(Args)]
pub(super) struct SeedArguments {
    /// Use this seed instead of the scene's own
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Use each of these seeds, such as 0..1000 or 1..=1000, or with `all` every world that the scene can become
    #[arg(long, value_name = "A..B|all", conflicts_with = "seed")]
    seeds: Option<WorldSeeds>,
    /// With all seeds, give up on a scene with more than N states
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = value_parser!(u32).range(1..))]
    pub(super) states: u32,
}

impl SeedArguments {
    /// Returns the seeds of either option.
    pub(super) fn asked(&self) -> Option<WorldSeeds> {
        let one = self.seed.map(Seeds::one).map(WorldSeeds::Range);
        one.or(self.seeds)
    }
}

/// The number of threads asked for; the number of processors, if none.
pub(super) fn threads(asked: Option<u16>) -> usize {
    let processors = || thread::available_parallelism().map_or(1, NonZero::get);
    asked.map_or_else(processors, usize::from)
}

pub(super) fn values(
    all: impl Iterator<Item = (&'static str, &'static str)>,
) -> PossibleValuesParser {
    PossibleValuesParser::new(all.map(|(name, about)| PossibleValue::new(name).help(about)))
}

/// Any words, of which shells complete these.
#[derive(Clone)]
pub(super) struct CompletedWords(pub(super) Vec<&'static str>);

impl TypedValueParser for CompletedWords {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(PossibleValue::new)))
    }
}
