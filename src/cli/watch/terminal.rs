//! The terminal: taken over, and restored whatever happens.

use std::io::{self, Stdout};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};
use ratatui::{Frame, Terminal};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level;

use super::keys::Command;
use crate::base::scene_fault::SceneError;

pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    /// The signal to end; 0 for none.
    signal: Arc<AtomicUsize>,
}

static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// The signals after which it is restored. Not SIGHUP: then the terminal is gone, and reading from
/// it would block.
const SIGNALS: [i32; 2] = [SIGTERM, SIGINT];

/// The longest wait for a key.
pub(super) const REST: Duration = Duration::from_millis(100);

/// How long after a signal the program may go on. A terminal that does not read keeps it waiting.
const PATIENCE: Duration = Duration::from_secs(2);

/// What is shown on a screen, and obeys keys.
pub(super) trait Shown {
    fn draw(&mut self, frame: &mut Frame<'_>);

    /// How long it waits for a key; then signals are checked.
    fn wait(&self) -> Duration {
        REST
    }

    fn command(&mut self, event: &Event) -> Option<Command>;

    fn obey(&mut self, command: Command) -> Result<(), SceneError>;

    fn go_on(&mut self) {}
}

impl Screen {
    /// Shows something until the user quits. The error of what it cannot obey is inside.
    pub(super) fn show(shown: &mut impl Shown) -> io::Result<Result<(), SceneError>> {
        let mut screen = Self::take()?;
        loop {
            screen.terminal.draw(|frame| shown.draw(frame))?;
            let mut wait = shown.wait();
            while event::poll(wait)? {
                match shown.command(&event::read()?) {
                    Some(Command::Quit) => return Ok(Ok(())),
                    Some(Command::Suspend) => screen.suspend()?,
                    Some(command) => {
                        if let Err(error) = shown.obey(command) {
                            return Ok(Err(error));
                        }
                    }
                    None => {}
                }
                wait = Duration::ZERO;
            }
            if screen.signal.load(Ordering::Relaxed) != 0 {
                return screen.end().map(Ok);
            }
            shown.go_on();
        }
    }

    fn take() -> io::Result<Self> {
        let signal = Arc::new(AtomicUsize::new(0));
        let (mut signals, noted) = (Signals::new(SIGNALS)?, Arc::clone(&signal));
        thread::spawn(move || {
            for number in &mut signals {
                noted.store(number.unsigned_abs() as usize, Ordering::Relaxed);
                thread::sleep(PATIENCE);
                end_in_spite_of_terminal(number);
            }
        });
        // The message of a panic must appear in a restored terminal.
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            give_back();
            usual(panic);
        }));
        let terminal = take().and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        if terminal.is_err() {
            give_back();
        }
        Ok(Self { terminal: terminal?, signal })
    }

    /// Restores the terminal, then ends the program as the signal would have.
    fn end(self) -> io::Result<()> {
        let signal = i32::try_from(self.signal.load(Ordering::Relaxed)).unwrap_or(SIGTERM);
        drop(self);
        low_level::emulate_default_handler(signal)?;
        Err(io::Error::other("ended by a signal"))
    }

    /// Restores the terminal and stops the process, until it is continued.
    #[cfg(unix)]
    fn suspend(&mut self) -> io::Result<()> {
        give_back();
        low_level::raise(signal_hook::consts::SIGTSTP)?;
        take()?;
        self.terminal.clear()
    }

    #[cfg(not(unix))]
    #[allow(clippy::unused_self, clippy::unnecessary_wraps)] // as on Unix
    fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Ends the program as a signal would have, without writing to the terminal.
fn end_in_spite_of_terminal(signal: i32) {
    let _ = disable_raw_mode();
    let _ = low_level::emulate_default_handler(signal);
}

fn take() -> io::Result<()> {
    IS_TAKEN.store(true, Ordering::Relaxed);
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)
}

/// Restores the terminal, if it is taken over. Errors do not matter: then it is gone.
fn give_back() {
    if IS_TAKEN.swap(false, Ordering::Relaxed) {
        let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
        let _ = disable_raw_mode();
    }
}
