//! The keys of a walk by hand.

use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};

use crate::base::heading::Heading;
use crate::cli::watch::keys::{self, Drag, Key};

/// A command by key or mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayOrder {
    Go(Heading),
    Undo,
    Restart,
    Hint,
    /// All signs, or only the one being read.
    Signs,
    Copy,
    Help,
    Quit,
    Suspend,
    /// A change of the view.
    View(keys::Order),
}

/// The keys with their descriptions, in the order of the list.
pub(super) const PLAY_KEYS: [Key; 11] = [
    ("↑ ↓ ← →", "step, or roll the die, that way"),
    ("u", "undo a move; also backspace"),
    ("r", "back to the start"),
    ("h", "a hint: the next step"),
    ("s", "only the sign being read, or all"),
    ("c", "print the walk when you quit"),
    ("z", "size of cells"),
    ("mouse", "drag to move, wheel for size"),
    ("f", "follow the walker, or not"),
    ("?", "these keys"),
    ("q", "quit; also Ctrl-C"),
];

/// The command of an event.
pub(super) fn order(event: &Event, drag: &mut Drag) -> Option<PlayOrder> {
    let key = match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => key,
        Event::Mouse(mouse) => return drag.of_mouse(*mouse).map(PlayOrder::View),
        _ => return None,
    };
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c') => Some(PlayOrder::Quit),
            KeyCode::Char('z') => Some(PlayOrder::Suspend),
            _ => None,
        };
    }
    Some(match key.code {
        KeyCode::Up => PlayOrder::Go(Heading::N),
        KeyCode::Down => PlayOrder::Go(Heading::S),
        KeyCode::Left => PlayOrder::Go(Heading::W),
        KeyCode::Right => PlayOrder::Go(Heading::E),
        KeyCode::Char('u') | KeyCode::Backspace => PlayOrder::Undo,
        KeyCode::Char('r') => PlayOrder::Restart,
        KeyCode::Char('h') => PlayOrder::Hint,
        KeyCode::Char('s') => PlayOrder::Signs,
        KeyCode::Char('c') => PlayOrder::Copy,
        KeyCode::Char('z') => PlayOrder::View(keys::Order::NextSize),
        KeyCode::Char('f') => PlayOrder::View(keys::Order::Follow),
        KeyCode::Char('?') => PlayOrder::Help,
        KeyCode::Char('q') | KeyCode::Esc => PlayOrder::Quit,
        _ => return None,
    })
}
