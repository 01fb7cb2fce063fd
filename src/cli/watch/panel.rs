//! The panel next to the maze.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph, Wrap};

use crate::picture::{Ink, legend};

use super::board::Paints;
use super::keys::{KEYS, Key};
use super::show::Show;
use super::view::View;

/// The panel next to the maze.
#[derive(Default)]
pub(super) struct Panel {
    /// The scene's.
    pub(super) name: String,
    /// Whether it shows the keys instead.
    pub(super) shows_keys: bool,
}

/// Its width next to the maze, and its height below it.
const WIDTH: u16 = 40;
const HEIGHT: u16 = 7;

/// The areas of the maze and of the panel: next to it where the terminal is wide enough, else
/// below; and below if only so a maze of this extent is seen whole.
pub(super) fn split(area: Rect, (width, height): (usize, usize)) -> (Rect, Rect) {
    let room = usize::from(area.width);
    let fits_only_below = width <= room && width + usize::from(WIDTH) > room;
    let goes_below = fits_only_below && height + usize::from(HEIGHT) <= area.height.into();
    let parts = if area.width >= 2 * WIDTH && !goes_below {
        Layout::horizontal([Constraint::Fill(1), Constraint::Length(WIDTH)])
    } else {
        Layout::vertical([Constraint::Fill(1), Constraint::Length(HEIGHT.min(area.height / 2))])
    };
    let [board, panel] = parts.areas(area);
    (board, panel)
}

impl Panel {
    pub(super) fn draw(
        &self,
        show: &Show,
        view: &View,
        doing: &str,
        paints: Paints,
        area: Rect,
        frame: &mut Frame<'_>,
    ) {
        if self.shows_keys {
            return write_keys(&KEYS, paints, area, frame);
        }
        let lines = self.lines(show, view, doing, paints, is_beside(area));
        write(lines, paints, area, frame);
    }

    fn lines(
        &self,
        show: &Show,
        view: &View,
        doing: &str,
        paints: Paints,
        is_beside: bool,
    ) -> Vec<Line<'static>> {
        let accent = paints.of(Ink::Accent, Ink::Paper);
        let faint = paints.of(Ink::Hatch, Ink::Paper);
        let (tick, phase, told) = (tick(show), phase(show), told(show));
        let seed = format!("seed {}", show.seed());
        let stays = if view.follows { "" } else { "not following; f to follow" };
        let hint = "? keys  space play, pause  q quit";
        let mut lines: Vec<Line<'static>> = Vec::new();
        let mut say = |words: String, style: Style| {
            if !words.is_empty() {
                lines.push(Line::styled(words, style));
            }
        };
        let plain = paints.paper();
        if is_beside {
            say(self.name.clone(), plain);
            say(" ".to_owned(), plain);
            say(tick, accent);
            say(phase, plain);
            say(show.counts().to_owned(), plain);
            say(seed, plain);
            say(doing.to_owned(), plain);
            say(stays.to_owned(), faint);
            say(" ".to_owned(), plain);
            say(told, accent);
            say(" ".to_owned(), plain);
            legend(show.picture()).lines().for_each(|line| say(line.to_owned(), plain));
            say(" ".to_owned(), plain);
        } else {
            say(told, accent);
            say(format!("{tick}, {phase}, {doing}"), plain);
            say([show.counts(), &seed].join(", "), plain);
            say(stays.to_owned(), faint);
        }
        say(hint.to_owned(), faint);
        lines
    }
}

/// The displayed tick, and the last if it is known.
fn tick(show: &Show) -> String {
    let end = show.end().map(|end| format!(" of {end}")).unwrap_or_default();
    format!("tick {}{end}", show.picture().tick())
}

/// What the next tick does, or how the world ended.
fn phase(show: &Show) -> String {
    if show.is_at_end() { show.outcome().to_owned() } else { show.picture().phase().to_string() }
}

/// What the displayed tick did.
fn told(show: &Show) -> String {
    let picture = show.picture();
    let told = show.changes().told(picture.grid());
    let has_begun = !told.is_empty() || picture.tick() > 0;
    if has_begun { told } else { "Nothing has happened yet.".to_owned() }
}

/// Whether it is next to the maze, not below it.
pub(super) fn is_beside(area: Rect) -> bool {
    area.x > 0
}

/// Writes lines into the panel.
pub(super) fn write(lines: Vec<Line<'static>>, paints: Paints, area: Rect, frame: &mut Frame<'_>) {
    let edge = if is_beside(area) { Borders::LEFT } else { Borders::TOP };
    let faint = paints.of(Ink::Hatch, Ink::Paper);
    let block = Block::new().borders(edge).border_style(faint).style(paints.paper());
    let words = Paragraph::new(lines).wrap(Wrap { trim: false }).block(block);
    frame.render_widget(words, area);
}

/// Lists keys. In a small terminal they take all of it.
pub(super) fn write_keys(list: &[Key], paints: Paints, area: Rect, frame: &mut Frame<'_>) {
    let area = if is_beside(area) { area } else { frame.area() };
    frame.render_widget(ratatui::widgets::Clear, area);
    write(keys(list, paints), paints, area, frame);
}

/// The keys and their descriptions.
fn keys(list: &[Key], paints: Paints) -> Vec<Line<'static>> {
    let keys = list.iter().map(|(key, what)| {
        Line::from(vec![
            Span::styled(format!("{key:<10} "), paints.of(Ink::Accent, Ink::Paper)),
            Span::styled(*what, paints.paper()),
        ])
    });
    keys.collect()
}
