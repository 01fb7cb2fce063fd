//! The terminal: taken over, and restored whatever happens.

use std::io::{self, Stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{panic, process, thread};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};
use ratatui::{Frame, Terminal};
#[cfg(unix)]
use signal_hook::consts::{SIGINT, SIGTERM};
#[cfg(unix)]
use signal_hook::iterator::Signals;

use super::keys::KeyCommand;
use crate::base::scene_fault::SceneError;
use crate::cli::interrupt::Interrupt;
use crate::cli::verdict::{Reports, Verdict};

pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    interrupt: Interrupt,
}

static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// The longest wait for a key.
pub(super) const REST: Duration = Duration::from_millis(100);

/// What is shown on a screen, and obeys keys.
pub(super) trait ScreenContent {
    fn draw(&mut self, frame: &mut Frame<'_>);

    /// How long it waits for a key; then signals are checked.
    fn wait(&self) -> Duration {
        REST
    }

    fn command(&mut self, event: &Event) -> Option<KeyCommand>;

    fn obey(&mut self, command: KeyCommand) -> Result<(), SceneError>;

    fn go_on(&mut self) {}
}

impl Screen {
    /// Shows something until the user quits, or a signal comes.
    pub(super) fn show(
        shown: &mut impl ScreenContent,
        refused: impl Fn(SceneError) -> Reports,
    ) -> Result<Verdict, Reports> {
        let mut screen = Self::take()?;
        loop {
            screen.terminal.draw(|frame| shown.draw(frame))?;
            let mut wait = shown.wait();
            while event::poll(wait)? {
                match shown.command(&event::read()?) {
                    Some(KeyCommand::Quit) => return Ok(Verdict::Done),
                    Some(KeyCommand::Suspend) => screen.suspend()?,
                    Some(command) => shown.obey(command).map_err(&refused)?,
                    None => {}
                }
                wait = Duration::ZERO;
            }
            if let Some(verdict) = screen.interrupt.asked() {
                return Ok(verdict);
            }
            shown.go_on();
        }
    }

    fn take() -> io::Result<Self> {
        let interrupt = Interrupt::watch()?;
        #[cfg(unix)]
        end_after_signals()?;
        // The message of a panic must appear in a restored terminal.
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            give_back();
            usual(panic);
        }));
        let terminal =
            take_over().and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        if terminal.is_err() {
            give_back();
        }
        Ok(Self {
            terminal: terminal?,
            interrupt,
        })
    }

    /// Restores the terminal and stops the process, until it is continued.
    #[cfg(unix)]
    fn suspend(&mut self) -> io::Result<()> {
        give_back();
        signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
        take_over()?;
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

/// Ends the program after a signal to end, if it is still there some time later: then it waits for a terminal that reads
/// nothing.
#[cfg(unix)]
fn end_after_signals() -> io::Result<()> {
    const PATIENCE: Duration = Duration::from_secs(1);
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            thread::sleep(PATIENCE);
            // This may wait, too.
            thread::spawn(give_back);
            thread::sleep(PATIENCE);
            let _ = disable_raw_mode();
            process::exit(128 + signal);
        }
    });
    Ok(())
}

fn take_over() -> io::Result<()> {
    IS_TAKEN.store(true, Ordering::Relaxed);
    enable_raw_mode()?;
    execute!(
        io::stdout(),
        EnterAlternateScreen,
        EnableMouseCapture,
        cursor::Hide
    )
}

/// Restores the terminal, if it is taken over. Errors do not matter: then it is gone.
fn give_back() {
    if IS_TAKEN.swap(false, Ordering::Relaxed) {
        let _ = execute!(
            io::stdout(),
            DisableMouseCapture,
            LeaveAlternateScreen,
            cursor::Show
        );
        let _ = disable_raw_mode();
    }
}
