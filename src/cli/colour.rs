//! Colours of messages on a terminal.
//!
//! Text from outside is escaped before anything is coloured, so it cannot colour anything.

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use clap::builder::styling::{AnsiColor, Style};

pub(super) const FAULT: Style = AnsiColor::Red.on_default().bold();
pub(super) const WELL: Style = AnsiColor::Green.on_default().bold();

/// Applies a choice to everything printed from here on.
pub(super) fn choose(choice: clap::ColorChoice) {
    let choice = match choice {
        clap::ColorChoice::Auto => ColorChoice::Auto,
        clap::ColorChoice::Always => ColorChoice::Always,
        clap::ColorChoice::Never => ColorChoice::Never,
    };
    choice.write_global();
}

/// Whether an output shows colours.
pub(super) fn are_shown_on(output: &impl RawStream) -> bool {
    AutoStream::choice(output) != ColorChoice::Never
}

/// The report of an error with the word `error` in colour, for an output that takes colours away where none
/// are wanted.
pub(super) fn report(report: &str) -> String {
    report.replacen(": error: ", &format!(": {FAULT}error:{FAULT:#} "), 1)
}
