//! Keys and their commands, of a watched scene and of a walk by hand.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use crate::base::heading::Heading;

/// A command by key or mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Quit,
    Suspend,
    Pause,
    /// Goes this many ticks forward, or back if negative.
    Step(i64),
    Home,
    End,
    NextEvent,
    PreviousEvent,
    Faster,
    Slower,
    /// Moves the view to the right and down, in halves of it.
    Pan(isize, isize),
    /// Moves the view to the right and down, in characters.
    Drag(isize, isize),
    Follow,
    Larger,
    Smaller,
    NextSize,
    NextSeed,
    Help,
}

pub(super) type Key = (&'static str, &'static str);

pub(super) const KEYS: [Key; 14] = [
    ("space", "pause, play"),
    ("→ ←", "one tick forward, back"),
    ("shift → ←", "a hundred (page down, up)"),
    ("home end", "the start, the end"),
    ("n p", "next event, the one before"),
    ("+ -", "faster, slower"),
    ("z", "size of cells"),
    ("↑ ↓", "move up, down"),
    ("h j k l", "move left, down, up, right"),
    ("mouse", "drag to move, wheel for size"),
    ("f", "follow the action, or not"),
    ("r", "restart with the next seed"),
    ("?", "these keys"),
    ("q", "quit; also Ctrl-C"),
];

/// The mouse: where it last was with its button down.
#[derive(Default)]
pub(super) struct Drag(Option<(u16, u16)>);

impl Drag {
    pub(super) fn order(&mut self, event: &Event) -> Option<Order> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => of_key(*key),
            Event::Mouse(mouse) => self.of_mouse(*mouse),
            _ => None,
        }
    }

    fn of_mouse(&mut self, mouse: MouseEvent) -> Option<Order> {
        let at = (mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.0 = Some(at);
                None
            }
            MouseEventKind::Drag(MouseButton::Left) => {
                let from = self.0.replace(at)?;
                let by = |from: u16, to: u16| {
                    isize::from(from.cast_signed()) - isize::from(to.cast_signed())
                };
                Some(Order::Drag(by(from.0, at.0), by(from.1, at.1)))
            }
            MouseEventKind::ScrollUp => Some(Order::Larger),
            MouseEventKind::ScrollDown => Some(Order::Smaller),
            _ => None,
        }
    }
}

fn of_key(key: KeyEvent) -> Option<Order> {
    let is_shifted = key.modifiers.contains(KeyModifiers::SHIFT);
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c') => Some(Order::Quit),
            KeyCode::Char('z') => Some(Order::Suspend),
            _ => None,
        };
    }
    Some(match key.code {
        KeyCode::Char('q') | KeyCode::Esc => Order::Quit,
        KeyCode::Char(' ') => Order::Pause,
        KeyCode::Right if is_shifted => Order::Step(100),
        KeyCode::Left if is_shifted => Order::Step(-100),
        KeyCode::Right => Order::Step(1),
        KeyCode::Left => Order::Step(-1),
        KeyCode::PageDown => Order::Step(100),
        KeyCode::PageUp => Order::Step(-100),
        KeyCode::Home => Order::Home,
        KeyCode::End => Order::End,
        KeyCode::Char('n') => Order::NextEvent,
        KeyCode::Char('p') => Order::PreviousEvent,
        KeyCode::Char('+' | '=') => Order::Faster,
        KeyCode::Char('-' | '_') => Order::Slower,
        KeyCode::Char('h') => Order::Pan(-1, 0),
        KeyCode::Char('l') => Order::Pan(1, 0),
        KeyCode::Char('j') | KeyCode::Down => Order::Pan(0, 1),
        KeyCode::Char('k') | KeyCode::Up => Order::Pan(0, -1),
        KeyCode::Char('f') => Order::Follow,
        KeyCode::Char('z') => Order::NextSize,
        KeyCode::Char('r') => Order::NextSeed,
        KeyCode::Char('?') => Order::Help,
        _ => return None,
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayOrder {
    /// A step, or `None` for waiting.
    Go(Option<Heading>),
    Undo,
    Restart,
    Hint,
    /// All signs, or only the one being read.
    Signs,
    Copy,
    Other(Order),
}

pub(super) const PLAY_KEYS: [Key; 12] = [
    ("↑ ↓ ← →", "step, or roll the die, that way"),
    ("space", "wait, if the walk can"),
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

pub(super) fn play_order(event: &Event, drag: &mut Drag) -> Option<PlayOrder> {
    if let Event::Key(key) = event
        && key.kind != KeyEventKind::Release
        && !key.modifiers.contains(KeyModifiers::CONTROL)
    {
        return Some(match key.code {
            KeyCode::Up => PlayOrder::Go(Some(Heading::N)),
            KeyCode::Down => PlayOrder::Go(Some(Heading::S)),
            KeyCode::Left => PlayOrder::Go(Some(Heading::W)),
            KeyCode::Right => PlayOrder::Go(Some(Heading::E)),
            KeyCode::Char(' ' | '.') => PlayOrder::Go(None),
            KeyCode::Char('u') | KeyCode::Backspace => PlayOrder::Undo,
            KeyCode::Char('r') => PlayOrder::Restart,
            KeyCode::Char('h') => PlayOrder::Hint,
            KeyCode::Char('s') => PlayOrder::Signs,
            KeyCode::Char('c') => PlayOrder::Copy,
            KeyCode::Esc | KeyCode::Char('z' | 'f' | '?' | 'q') => PlayOrder::Other(of_key(*key)?),
            _ => return None,
        });
    }
    drag.order(event).map(PlayOrder::Other)
}
