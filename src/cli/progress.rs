//! Progress of long work: a line on standard error, if that is a terminal.
//!
//! Nothing is shown in the first two seconds. Then a thread draws the line ten times a second from
//! the noted progress, so the work never waits for the terminal. Other output appears above the
//! line, and the line is removed at the end.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;
use std::{env, fmt};

use indicatif::{
    HumanBytes, HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};

use crate::base::count::whole_part;
use crate::base::jobs::locked;

use super::console::LINE;
use super::paths::scene_paths;

/// Shows the progress of work, until it is dropped.
pub(super) struct Meter(Option<Shown>);

struct Shown {
    now: Arc<Mutex<Now>>,
    /// Dropped when the work is done.
    work: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Clone, Debug, Default)]
struct Now {
    name: String,
    /// The whole work, if its parts are counted.
    whole: Option<Count>,
    part: Option<Count>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Count {
    done: u64,
    total: Option<u64>,
    unit: Unit,
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

/// How often the line is drawn.
const PERIOD: Duration = Duration::from_millis(100);

impl Meter {
    pub(super) fn new(name: &str) -> Self {
        Self::begin(|| Now { name: name.to_owned(), ..Now::default() })
    }

    pub(super) fn of_many(unit: Unit, total: u64) -> Self {
        let whole = Some(Count { done: 0, total: Some(total), unit });
        Self::begin(|| Now { whole, ..Now::default() })
    }

    pub(super) fn of_scenes(paths: &[PathBuf]) -> Self {
        Self::begin(|| {
            let total = Some(scene_paths(paths.to_vec()).count() as u64);
            let whole = Some(Count { done: 0, total, unit: Unit::Scenes });
            Now { whole, ..Now::default() }
        })
    }

    /// Starts showing the progress, if standard error is a terminal.
    fn begin(now: impl FnOnce() -> Now) -> Self {
        let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        if is_dumb || !io::stderr().is_terminal() {
            return Self(None);
        }
        let now = Arc::new(Mutex::new(now()));
        let (work, is_over) = mpsc::channel();
        let noted = Arc::clone(&now);
        let thread = Builder::new().spawn(move || show(&noted, &is_over)).ok();
        Self(Some(Shown { now, work: Some(work), thread }))
    }

    pub(super) fn begin_item(&self, name: &str) {
        if let Some(mut now) = self.now() {
            name.clone_into(&mut now.name);
            now.part = None;
        }
    }

    pub(super) fn add_done(&self, parts: u64) {
        if let Some(mut now) = self.now()
            && let Some(whole) = &mut now.whole
        {
            whole.done += parts;
        }
    }

    pub(super) fn set_part(&self, unit: Unit, done: u64, total: Option<u64>) {
        if let Some(mut now) = self.now() {
            now.part = Some(Count { done, total, unit });
        }
    }

    fn now(&self) -> Option<MutexGuard<'_, Now>> {
        self.0.as_ref().map(|shown| locked(&shown.now))
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        let Some(shown) = &mut self.0 else { return };
        drop(shown.work.take());
        if let Some(thread) = shown.thread.take() {
            let _ = thread.join(); // a failure of the display does not matter
        }
    }
}

fn show(now: &Mutex<Now>, is_over: &Receiver<()>) {
    let goes_on = |time| is_over.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
    if !goes_on(PATIENCE) {
        return;
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    *locked(&LINE) = Some(bar.clone());
    bar.set_style(template("{spinner} {elapsed}  {wide_msg}"));
    let mut line = Line { bar, counted: None };
    line.draw(&locked(now).clone());
    while goes_on(PERIOD) {
        line.draw(&locked(now).clone());
    }
    line.bar.finish_and_clear();
    *locked(&LINE) = None;
}

struct Line {
    bar: ProgressBar,
    /// The unit, and whether the total is known.
    counted: Option<(Unit, bool)>,
}

impl Line {
    fn draw(&mut self, now: &Now) {
        // The whole comes first if it has several parts; the part is then in the message.
        let whole = now.whole.filter(|whole| whole.total.is_some_and(|total| total > 1));
        self.bar.set_message(match whole.and(now.part) {
            Some(Count { done, unit, .. }) if now.name.is_empty() => amount(done, unit),
            Some(Count { done, unit, .. }) => format!("{}, {}", now.name, amount(done, unit)),
            None => now.name.clone(),
        });
        if let Some(count) = whole.or(now.part) {
            self.count(count);
        }
        self.bar.tick();
    }

    fn count(&mut self, count: Count) {
        let counted = (count.unit, count.total.is_some());
        if self.counted.replace(counted) != Some(counted) {
            self.bar.set_style(style(count));
            self.bar.reset_eta();
        }
        if let Some(total) = count.total {
            self.bar.set_length(total.max(count.done));
        }
        self.bar.set_position(count.done);
    }
}

fn amount(done: u64, unit: Unit) -> String {
    match unit {
        Unit::Bytes => HumanBytes(done).to_string(),
        _ => format!("{} {unit}", HumanCount(done)),
    }
}

/// The style of a count: with a bar and the time left, or with its rate.
fn style(Count { total, unit, .. }: Count) -> ProgressStyle {
    let style = template(match total {
        Some(_) => "{bar:20} {percent:>3} %, {done}, {eta} left  {wide_msg}",
        None => "{spinner} {done}, {elapsed}  {wide_msg}",
    });
    let amount_done = move |state: &ProgressState, line: &mut dyn fmt::Write| {
        let done = amount(state.pos(), unit);
        let _ = match (state.len(), unit) {
            (Some(total), Unit::Bytes) => write!(line, "{done} of {}", HumanBytes(total)),
            (Some(total), _) => {
                write!(line, "{} of {}", HumanCount(state.pos()), amount(total, unit))
            }
            (None, _) => {
                write!(line, "{done}, {} a second", amount(whole_part(state.per_sec()), unit))
            }
        };
    };
    style.progress_chars("=> ").with_key("done", amount_done)
}

fn template(text: &str) -> ProgressStyle {
    ProgressStyle::with_template(text).expect("a template")
}
