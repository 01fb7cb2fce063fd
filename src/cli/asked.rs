//! The subcommands that a call may mean: only their arguments are built, as those of all of them take
//! longer than to run a small scene.

use std::env;
use std::ffi::OsString;
use std::sync::LazyLock;

use clap::{ArgMatches, Args, Command, Error, FromArgMatches};

/// The arguments of a subcommand, which has none unless it [is asked for](is_asked).
pub(super) struct Asked<A>(pub(super) A);

/// Whether a subcommand's name is among the words of the call, or that of one that describes all.
pub(super) fn is_asked(name: &str) -> bool {
    static WORDS: LazyLock<Vec<OsString>> = LazyLock::new(|| env::args_os().skip(1).collect());
    WORDS.iter().any(|word| word == name || word == "completions" || word == "man")
}

impl<A: Args> Args for Asked<A> {
    fn augment_args(command: Command) -> Command {
        if is_asked(command.get_name()) { A::augment_args(command) } else { command }
    }

    fn augment_args_for_update(command: Command) -> Command {
        A::augment_args_for_update(command)
    }
}

impl<A: FromArgMatches> FromArgMatches for Asked<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        A::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}
