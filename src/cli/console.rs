//! Messages on standard error: safe to print, in colour, above the line of progress.
//!
//! Text from outside is escaped before anything is coloured, so it cannot colour anything.

use std::io::Write;
use std::sync::Mutex;

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use clap::builder::styling::{AnsiColor, Style};
use indicatif::ProgressBar;

use crate::base::jobs::locked;
use crate::base::report::escape_controls_in_lines;

/// Prints a message on standard error. Control characters are escaped, except for our own colours.
/// If standard error is closed, the message is dropped.
macro_rules! say {
    ($($words:tt)*) => { $crate::cli::console::say(&format!($($words)*)) };
}

pub(super) const FAULT: Style = AnsiColor::Red.on_default().bold();
pub(super) const WELL: Style = AnsiColor::Green.on_default().bold();

pub(super) static LINE: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Prints a message, the word `error` of a report in colour.
pub(super) fn say(words: &str) {
    let words = escape_controls_in_lines(words);
    let words = words.replacen(": error: ", &format!(": {FAULT}error:{FAULT:#} "), 1);
    let _ = aside(|| writeln!(anstream::stderr(), "{words}"));
}

/// Prints something above the line of progress, if there is one.
pub(super) fn aside<T>(print: impl FnOnce() -> T) -> T {
    let line = locked(&LINE).clone();
    match line {
        Some(line) => line.suspend(print),
        None => print(),
    }
}

pub(super) fn choose_colours(choice: clap::ColorChoice) {
    let choice = match choice {
        clap::ColorChoice::Auto => ColorChoice::Auto,
        clap::ColorChoice::Always => ColorChoice::Always,
        clap::ColorChoice::Never => ColorChoice::Never,
    };
    choice.write_global();
}

pub(super) fn shows_colours(output: &impl RawStream) -> bool {
    AutoStream::choice(output) != ColorChoice::Never
}
