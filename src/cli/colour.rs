//! Colours of messages on a terminal.
//!
//! Reports of errors are made as plain text. When they are printed, control characters are escaped,
//! and then the reports are coloured by their shape; so no text from outside can colour anything.

use std::ffi::OsString;

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use clap::Args;
use clap::builder::styling::{AnsiColor, Style};

#[derive(Args)]
pub(super) struct Colour {
    /// Whether messages are coloured: auto, always or never
    #[arg(
        long,
        global = true,
        display_order = 900,
        value_name = "WHEN",
        default_value_t,
        hide_possible_values = true,
        hide_default_value = true
    )]
    color: clap::ColorChoice,
}

pub(super) const FAULT: Style = AnsiColor::Red.on_default().bold();
pub(super) const WELL: Style = AnsiColor::Green.on_default().bold();
pub(super) const FRAME: Style = AnsiColor::Blue.on_default().bold();
const OLD: Style = AnsiColor::Red.on_default();
const NEW: Style = AnsiColor::Green.on_default();

impl Colour {
    /// Applies the choice to everything printed from here on.
    pub(super) fn obey(&self) {
        let choice = match self.color {
            clap::ColorChoice::Auto => ColorChoice::Auto,
            clap::ColorChoice::Always => ColorChoice::Always,
            clap::ColorChoice::Never => ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// The value of `--color`, found before parsing, so that errors of the arguments obey it too.
pub(super) fn asked(arguments: impl Iterator<Item = OsString>) -> clap::ColorChoice {
    let mut asked = clap::ColorChoice::Auto;
    let mut is_next = false;
    for argument in arguments.take_while(|argument| argument != "--") {
        let argument = argument.to_string_lossy();
        let value = if is_next { Some(&*argument) } else { argument.strip_prefix("--color=") };
        asked = value.and_then(|value| value.parse().ok()).unwrap_or(asked);
        is_next = argument == "--color";
    }
    asked
}

/// Adds colours to texts, or leaves them plain.
#[derive(Clone, Copy)]
pub(super) struct Painter {
    pub(super) has_colours: bool,
}

impl Painter {
    pub(super) const PLAIN: Self = Self { has_colours: false };

    /// With colours if standard output, or standard error, shows them.
    pub(super) fn on(stream: &impl RawStream) -> Self {
        Self { has_colours: AutoStream::choice(stream) != ColorChoice::Never }
    }

    pub(super) fn styled(self, style: Style, text: &str) -> String {
        if self.has_colours { of(style, text) } else { text.to_owned() }
    }

    pub(super) fn report(self, report: &str) -> String {
        if !self.has_colours {
            return report.to_owned();
        }
        report.split('\n').map(line).collect::<Vec<_>>().join("\n")
    }

    pub(super) fn diff(self, diff: &str) -> String {
        let line = |line: &str| match line.as_bytes() {
            [b'-', ..] => self.styled(OLD, line),
            [b'+', ..] => self.styled(NEW, line),
            [b'@', b'@', ..] => self.styled(FRAME, line),
            _ => line.to_owned(),
        };
        diff.lines().map(line).collect::<Vec<_>>().join("\n")
    }
}

/// A line of a report in colours: the frame and the mark of an excerpt, or the word `error`.
fn line(line: &str) -> String {
    if let Some((frame, excerpt)) = excerpt(line) {
        let is_mark = frame.trim_start() == "|" && excerpt.trim_start().starts_with('^');
        let excerpt = if is_mark { of(FAULT, excerpt) } else { excerpt.to_owned() };
        return of(FRAME, frame) + &excerpt;
    }
    match line.split_once(": error: ") {
        Some((place, message)) => format!("{place}: {} {message}", of(FAULT, "error:")),
        None => line.to_owned(),
    }
}

/// The frame of an excerpt's line, `12 |`, and the excerpt.
fn excerpt(line: &str) -> Option<(&str, &str)> {
    let (frame, _) = line.split_once('|')?;
    let number = frame.strip_suffix(' ')?.trim_start_matches(' ');
    number.bytes().all(|byte| byte.is_ascii_digit()).then(|| line.split_at(frame.len() + 1))
}

fn of(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `Painter::report`, with `<` before what is coloured and `>` after it.
    fn marked(report: &str) -> String {
        let mut marked = Painter { has_colours: true }.report(report).replace("\u{1b}[0m", ">");
        for style in [FAULT, FRAME] {
            marked = marked.replace(&style.to_string(), "<");
        }
        marked
    }

    #[test]
    fn reports_are_coloured_by_their_shape() {
        let report = "a.ron:6:5: error: found: error: it\n   |\n12 | two | three\n   |     ^^^^^";
        let coloured =
            "a.ron:6:5: <error:> found: error: it\n<   |>\n<12 |> two | three\n<   |><     ^^^^^>";
        assert_eq!(marked(report), coloured);
        assert_eq!(marked("a | b\nfinished, 3 ticks"), "a | b\nfinished, 3 ticks");
    }

    #[test]
    fn what_is_asked_for_is_seen_before_the_arguments_are_read() {
        let asked = |words: &[&str]| asked(words.iter().map(OsString::from));
        assert_eq!(asked(&["run", "--color", "never", "x"]), clap::ColorChoice::Never);
        assert_eq!(asked(&["--color=always", "run"]), clap::ColorChoice::Always);
        assert_eq!(asked(&["run", "--color", "blue"]), clap::ColorChoice::Auto);
        assert_eq!(asked(&["run", "--", "--color=never"]), clap::ColorChoice::Auto);
    }
}
