//! The keys of one who walks by hand.

use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};

use crate::Heading;
use crate::cli::watch::keys::{self, Drag, Key};

/// What a key or the mouse asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Go(Heading),
    Undo,
    Restart,
    Hint,
    /// All signs, or only the one that is read.
    Signs,
    Copy,
    Help,
    Quit,
    Suspend,
    /// Something about what is seen.
    View(keys::Order),
}

/// What the keys are for, in the order in which they are listed.
pub(super) const KEYS: [Key; 11] = [
    ("↑ ↓ ← →", "go, or tip the die, that way"),
    ("u", "take a move back; also backspace"),
    ("r", "to the start"),
    ("h", "a hint: how to go on"),
    ("s", "only the sign that is read, or all"),
    ("c", "print the walk so far at the end"),
    ("z", "size of cells"),
    ("mouse", "drag to move, wheel for size"),
    ("f", "follow the walker, or not"),
    ("?", "these keys"),
    ("q", "quit; also Ctrl-C"),
];

/// What an event asks for.
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
