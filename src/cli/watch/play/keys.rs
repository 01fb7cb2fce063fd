//! The keys of a walk by hand.

use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};

use crate::Heading;
use crate::cli::watch::keys::{self, Drag, Key};

/// A command by key or mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
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
pub(super) const KEYS: [Key; 11] = [
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
pub(super) fn order(event: &Event, drag: &mut Drag) -> Option<Order> {
    let key = match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => key,
        Event::Mouse(mouse) => return drag.of_mouse(*mouse).map(Order::View),
        _ => return None,
    };
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c') => Some(Order::Quit),
            KeyCode::Char('z') => Some(Order::Suspend),
            _ => None,
        };
    }
    Some(match key.code {
        KeyCode::Up => Order::Go(Heading::N),
        KeyCode::Down => Order::Go(Heading::S),
        KeyCode::Left => Order::Go(Heading::W),
        KeyCode::Right => Order::Go(Heading::E),
        KeyCode::Char('u') | KeyCode::Backspace => Order::Undo,
        KeyCode::Char('r') => Order::Restart,
        KeyCode::Char('h') => Order::Hint,
        KeyCode::Char('s') => Order::Signs,
        KeyCode::Char('c') => Order::Copy,
        KeyCode::Char('z') => Order::View(keys::Order::NextSize),
        KeyCode::Char('f') => Order::View(keys::Order::Follow),
        KeyCode::Char('?') => Order::Help,
        KeyCode::Char('q') | KeyCode::Esc => Order::Quit,
        _ => return None,
    })
}
