//! Progress of long work: a line on standard error, if that is a terminal.
//!
//! Nothing is shown in the first two seconds. Other output appears above the line, and the line is removed at the end.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;
use std::{env, fmt};

use indicatif::{
    HumanBytes, HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};

use crate::base::count::whole_part;
use crate::base::jobs::locked;
use crate::base::progress::Progress;
use crate::engine::maze::{Maze, Observer};

use super::console::LINE;
use super::paths::scene_paths;

/// Shows the progress of work, until it is dropped.
pub(super) struct Meter(Option<ProgressLine>);

struct ProgressLine {
    bar: ProgressBar,
    /// Whether the whole work has several parts, which the bar counts. Then a part is in the message.
    has_parts: bool,
    name: Mutex<String>,
    /// What the bar counts, and whether the total is known.
    counted: Mutex<Option<(Unit, bool)>>,
    /// What begins to show the bar, unless the sender is dropped before. It is a thread as work may report nothing.
    beginning: Option<(Sender<()>, JoinHandle<()>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, derive_more::Display)]
#[display(rename_all = "lowercase")]
pub(super) enum Unit {
    Boards,
    Bytes,
    Frames,
    Scenes,
    Ticks,
    Worlds,
}

/// How long work takes before its progress is shown.
const PATIENCE: Duration = Duration::from_secs(2);

const PERIOD: Duration = Duration::from_millis(100);

impl Meter {
    pub(super) fn new(name: &str) -> Self {
        Self::begin(name, || None)
    }

    pub(super) fn of_many(unit: Unit, total: u64) -> Self {
        Self::begin("", || Some((unit, total)))
    }

    pub(super) fn of_scenes(paths: &[PathBuf]) -> Self {
        Self::begin("", || {
            Some((Unit::Scenes, scene_paths(paths.to_vec()).count() as u64))
        })
    }

    /// Starts showing the progress, if standard error is a terminal.
    fn begin(name: &str, whole: impl FnOnce() -> Option<(Unit, u64)>) -> Self {
        let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        if is_dumb || !io::stderr().is_terminal() {
            return Self(None);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        bar.set_style(template("{spinner} {elapsed}  {wide_msg}"));
        bar.set_message(name.to_owned());

        let (work, is_over) = mpsc::channel();
        let line = bar.clone();
        let show = move || {
            if is_over.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                *locked(&LINE) = Some(line.clone());
                line.set_draw_target(ProgressDrawTarget::stderr());
                line.enable_steady_tick(PERIOD);
            }
        };
        let beginning = Builder::new().spawn(show).ok();

        let whole = whole().filter(|whole| whole.1 > 1);
        let shown = ProgressLine {
            bar,
            beginning: beginning.map(|thread| (work, thread)),
            has_parts: whole.is_some(),
            name: Mutex::new(name.to_owned()),
            counted: Mutex::default(),
        };
        if let Some((unit, total)) = whole {
            shown.count(unit, 0, Some(total));
        }
        Self(Some(shown))
    }

    pub(super) fn begin_item(&self, name: &str) {
        if let Some(shown) = &self.0 {
            name.clone_into(&mut locked(&shown.name));
            shown.bar.set_message(name.to_owned());
        }
    }

    pub(super) fn add_done(&self, parts: u64) {
        let Some(line) = &self.0 else { return };
        if line.has_parts {
            let done = line.bar.position() + parts;
            let most = line.bar.length().unwrap_or(done);
            line.bar.set_position(most.min(done));
        }
    }

    pub(super) fn set_part(&self, unit: Unit, done: u64, total: Option<u64>) {
        let Some(line) = &self.0 else { return };
        if !line.has_parts {
            return line.count(unit, done, total);
        }
        if !line.bar.is_hidden() {
            let name = locked(&line.name);
            let comma = if name.is_empty() { "" } else { ", " };
            let done = amount(done, unit);
            line.bar.set_message(format!("{name}{comma}{done}"));
        }
    }
}

/// An observer of a world, during which a meter shows the ticks.
pub(super) struct Metered<'m, O> {
    meter: &'m Meter,
    observer: &'m mut O,
}

impl Meter {
    /// Runs a world to a tick, or to its end, and shows the ticks.
    pub(super) fn run_to(&self, tick: Option<u64>, maze: &mut Maze) {
        let left = tick.map_or(u64::MAX, |tick| tick.saturating_sub(maze.progress().tick));
        maze.advance_while(left, |progress| {
            self.set_part(Unit::Ticks, progress.tick, tick);
            true
        });
    }

    pub(super) fn ticks_of<'m, O>(&'m self, observer: &'m mut O) -> Metered<'m, O> {
        Metered {
            meter: self,
            observer,
        }
    }
}

impl<O: Observer> Observer for Metered<'_, O> {
    fn next_tick(&self, from: u64) -> Option<u64> {
        self.observer.next_tick(from)
    }

    fn look(&mut self, maze: &mut Maze) -> ControlFlow<()> {
        self.observer.look(maze)
    }

    fn pause(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.meter.set_part(Unit::Ticks, progress.tick, None);
        self.observer.pause(progress)
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        let Some(shown) = &mut self.0 else { return };
        if let Some((work, thread)) = shown.beginning.take() {
            drop(work);
            let _ = thread.join(); // a failure of the display does not matter
        }
        shown.bar.finish_and_clear();
        *locked(&LINE) = None;
    }
}

impl ProgressLine {
    fn count(&self, unit: Unit, done: u64, total: Option<u64>) {
        let counted = Some((unit, total.is_some()));
        if std::mem::replace(&mut *locked(&self.counted), counted) != counted {
            self.bar.set_style(style(unit, total.is_some()));
            self.bar.reset_eta();
            total.map_or_else(
                || self.bar.unset_length(),
                |total| self.bar.set_length(total),
            );
        }
        self.bar
            .set_position(total.map_or(done, |total| total.min(done)));
    }
}

fn amount(done: u64, unit: Unit) -> String {
    match unit {
        Unit::Bytes => HumanBytes(done).to_string(),
        _ => format!("{} {unit}", HumanCount(done)),
    }
}

/// The style of a count: with a bar and the time left, or with its rate.
fn style(unit: Unit, has_total: bool) -> ProgressStyle {
    let style = template(if has_total {
        "{bar:20} {percent:>3} %, {done}, {eta} left  {wide_msg}"
    } else {
        "{spinner} {done}, {elapsed}  {wide_msg}"
    });
    let amount_done = move |state: &ProgressState, line: &mut dyn fmt::Write| {
        let done = amount(state.pos(), unit);
        let _ = match (state.len(), unit) {
            (Some(total), Unit::Bytes) => write!(line, "{done} of {}", HumanBytes(total)),
            (Some(total), _) => {
                write!(
                    line,
                    "{} of {}",
                    HumanCount(state.pos()),
                    amount(total, unit)
                )
            }
            (None, _) => {
                write!(
                    line,
                    "{done}, {} a second",
                    amount(whole_part(state.per_sec()), unit)
                )
            }
        };
    };
    style.progress_chars("=> ").with_key("done", amount_done)
}

fn template(text: &str) -> ProgressStyle {
    ProgressStyle::with_template(text).expect("a template")
}
