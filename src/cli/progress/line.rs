//! The line itself.

use crate::base::count::whole;
use std::fmt;
use std::time::Instant;

use indicatif::style::ProgressTracker;
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressState, ProgressStyle};

use super::{Count, Now, Unit};

/// A line of a terminal that is redrawn.
pub(super) struct Line {
    bar: ProgressBar,
    /// The unit, and whether the total is known.
    counted: Option<(Unit, bool)>,
}

impl Line {
    pub(super) fn new(bar: ProgressBar) -> Self {
        bar.set_style(template("{spinner} {elapsed}  {wide_msg}"));
        Self { bar, counted: None }
    }

    /// Draws the progress.
    pub(super) fn draw(&mut self, now: &Now) {
        let (count, beside) = now.shown();
        self.bar.set_message(match beside {
            Some(Count { done, unit, .. }) => format!("{}, {}", now.name, amount(done, unit)),
            None => now.name.clone(),
        });
        if let Some(count) = count {
            self.count(count);
        }
        self.bar.tick();
    }

    fn count(&mut self, count: Count) {
        let counted = (count.unit, count.of.is_some());
        if self.counted.replace(counted) != Some(counted) {
            self.bar.set_style(style(count));
            self.bar.reset_eta();
        }
        if let Some(of) = count.of {
            self.bar.set_length(of.max(count.done));
        }
        self.bar.set_position(count.done);
    }

    /// Removes the line.
    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Now {
    /// The count to draw, and the one in the message: the whole comes first if it has several
    /// parts.
    fn shown(&self) -> (Option<Count>, Option<Count>) {
        match self.whole {
            Some(whole) if whole.of.is_some_and(|of| of > 1) => (Some(whole), self.part),
            _ => (self.part, None),
        }
    }
}

/// An amount with its unit.
fn amount(done: u64, unit: Unit) -> String {
    match unit {
        Unit::Bytes => HumanBytes(done).to_string(),
        _ => format!("{} {}", HumanCount(done), unit.plural()),
    }
}

impl Unit {
    fn plural(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Frames => "frames",
            Self::Scenes => "scenes",
            Self::Ticks => "ticks",
            Self::Worlds => "worlds",
        }
    }
}

/// The style of a count: with a bar and the time left, or with its rate.
fn style(Count { of, unit, .. }: Count) -> ProgressStyle {
    let style = template(match of {
        Some(_) => "{bar:20} {percent:>3} %, {done}, {eta} left  {wide_msg}",
        None => "{spinner} {done}, {elapsed}  {wide_msg}",
    });
    style.progress_chars("=> ").with_key("done", Done(unit))
}

fn template(text: &str) -> ProgressStyle {
    ProgressStyle::with_template(text).expect("a template")
}

/// Writes the amount done, with the total or the rate.
#[derive(Clone)]
struct Done(Unit);

impl ProgressTracker for Done {
    fn clone_box(&self) -> Box<dyn ProgressTracker> {
        Box::new(self.clone())
    }

    fn tick(&mut self, _: &ProgressState, _: Instant) {}

    fn reset(&mut self, _: &ProgressState, _: Instant) {}

    fn write(&self, state: &ProgressState, line: &mut dyn fmt::Write) {
        let done = amount(state.pos(), self.0);
        let rate = whole(state.per_sec());
        let _ = match (state.len(), self.0) {
            (Some(of), Unit::Bytes) => write!(line, "{done} of {}", HumanBytes(of)),
            (Some(of), unit) => {
                write!(line, "{} of {}", HumanCount(state.pos()), amount(of, unit))
            }
            (None, unit) => write!(line, "{done}, {} a second", amount(rate, unit)),
        };
    }
}
