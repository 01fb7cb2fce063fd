//! Keys and their commands, of a watched scene and of a walk by hand.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use crate::base::heading::Heading;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyCommand {
    Quit,
    Suspend,
    Pause,
    /// Goes this many ticks forward, or back if negative.
    Step(i64),
    Home,
    End,
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
    /// A step of a walk by hand, or `None` for waiting.
    Go(Option<Heading>),
    Undo,
    Restart,
    Hint,
    /// All signs, or only the one being read.
    Signs,
    Copy,
}

pub(super) type Key = (&'static str, &'static str);

pub(super) const KEYS: [Key; 13] = [
    ("space", "pause, play"),
    ("→ ←", "one tick forward, back"),
    ("shift → ←", "a hundred (page down, up)"),
    ("home end", "the start, the end"),
    ("+ -", "faster, slower"),
    ("z", "size of cells"),
    ("↑ ↓", "move up, down"),
    ("h j k l", "move left, down, up, right"),
    ("mouse", "drag to move, wheel for size"),
    ("f", "follow the action, or not"),
    ("r", "restart with the next seed"),
    ("?", "these keys"),
    ("q", "quit; also Esc, Ctrl-C"),
];

/// The mouse: where it last was with its button down.
#[derive(Default)]
pub(super) struct Drag(Option<(u16, u16)>);

impl Drag {
    /// The command of an event, for those who watch or who play.
    pub(super) fn command(&mut self, event: &Event, is_play: bool) -> Option<KeyCommand> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => of_key(*key, is_play),
            Event::Mouse(mouse) => self.of_mouse(*mouse),
            _ => None,
        }
    }

    fn of_mouse(&mut self, mouse: MouseEvent) -> Option<KeyCommand> {
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
                Some(KeyCommand::Drag(by(from.0, at.0), by(from.1, at.1)))
            }
            MouseEventKind::ScrollUp => Some(KeyCommand::Larger),
            MouseEventKind::ScrollDown => Some(KeyCommand::Smaller),
            _ => None,
        }
    }
}

fn of_key(key: KeyEvent, is_play: bool) -> Option<KeyCommand> {
    let is_shifted = key.modifiers.contains(KeyModifiers::SHIFT);
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c') => Some(KeyCommand::Quit),
            KeyCode::Char('z') => Some(KeyCommand::Suspend),
            _ => None,
        };
    }
    Some(match key.code {
        KeyCode::Char('q') | KeyCode::Esc => KeyCommand::Quit,
        KeyCode::Char('f') => KeyCommand::Follow,
        KeyCode::Char('z') => KeyCommand::NextSize,
        KeyCode::Char('?') => KeyCommand::Help,
        KeyCode::Up if is_play => KeyCommand::Go(Some(Heading::N)),
        KeyCode::Down if is_play => KeyCommand::Go(Some(Heading::S)),
        KeyCode::Left if is_play => KeyCommand::Go(Some(Heading::W)),
        KeyCode::Right if is_play => KeyCommand::Go(Some(Heading::E)),
        KeyCode::Char(' ' | '.') if is_play => KeyCommand::Go(None),
        KeyCode::Char('u') | KeyCode::Backspace if is_play => KeyCommand::Undo,
        KeyCode::Char('r') if is_play => KeyCommand::Restart,
        KeyCode::Char('h') if is_play => KeyCommand::Hint,
        KeyCode::Char('s') if is_play => KeyCommand::Signs,
        KeyCode::Char('c') if is_play => KeyCommand::Copy,
        _ if is_play => return None,
        KeyCode::Char(' ') => KeyCommand::Pause,
        KeyCode::Right if is_shifted => KeyCommand::Step(100),
        KeyCode::Left if is_shifted => KeyCommand::Step(-100),
        KeyCode::Right => KeyCommand::Step(1),
        KeyCode::Left => KeyCommand::Step(-1),
        KeyCode::PageDown => KeyCommand::Step(100),
        KeyCode::PageUp => KeyCommand::Step(-100),
        KeyCode::Home => KeyCommand::Home,
        KeyCode::End => KeyCommand::End,
        KeyCode::Char('+' | '=') => KeyCommand::Faster,
        KeyCode::Char('-' | '_') => KeyCommand::Slower,
        KeyCode::Char('h') => KeyCommand::Pan(-1, 0),
        KeyCode::Char('l') => KeyCommand::Pan(1, 0),
        KeyCode::Char('j') | KeyCode::Down => KeyCommand::Pan(0, 1),
        KeyCode::Char('k') | KeyCode::Up => KeyCommand::Pan(0, -1),
        KeyCode::Char('r') => KeyCommand::NextSeed,
        _ => return None,
    })
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
    ("q", "quit; also Esc, Ctrl-C"),
];
