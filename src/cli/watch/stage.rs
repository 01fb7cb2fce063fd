//! The stage in the terminal: the maze, and the panel next to it.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear, Paragraph, Wrap};

use crate::picture::{Changes, Ink, Picture};

use super::board::{self, Paints};
use super::keys::{Drag, Key};
use super::view::View;

pub(super) struct Stage {
    pub(super) name: String,
    pub(super) view: View,
    pub(super) drag: Drag,
    pub(super) paints: Paints,
    pub(super) is_ascii: bool,
    pub(super) shows_keys: bool,
}

/// What the panel says, one below the other. Empty words take no line.
pub(super) type Words = Vec<(String, Ink)>;

pub(super) fn gap() -> (String, Ink) {
    (" ".to_owned(), Ink::Text)
}

impl Stage {
    pub(super) fn new(name: String, picture: &Picture, paints: Paints, is_ascii: bool) -> Self {
        let (view, drag) = (View::new(picture), Drag::default());
        Self {
            name,
            view,
            drag,
            paints,
            is_ascii,
            shows_keys: false,
        }
    }

    /// Draws a picture and what has changed in it, and the words or the keys. The view, once it has the size of
    /// its area, follows what it is to follow.
    pub(super) fn draw(
        &mut self,
        (picture, changes): (&Picture, &Changes),
        (keys, words): (&[Key], &Words),
        [board, panel]: [Rect; 2],
        follow: impl FnOnce(&mut View),
        frame: &mut Frame<'_>,
    ) {
        let area = frame.area();
        frame.buffer_mut().set_style(area, self.paints.paper());
        self.view.fit(board.as_size(), picture.grid());
        follow(&mut self.view);
        let (paints, buffer) = (self.paints, frame.buffer_mut());
        board::draw(
            (picture, changes),
            &self.view,
            paints,
            self.is_ascii,
            board,
            buffer,
        );
        let style = |ink| self.paints.of(ink, Ink::Paper);
        if !self.shows_keys {
            let lines = words
                .iter()
                .flat_map(|(words, ink)| words.lines().map(|line| Line::styled(line, style(*ink))));
            return self.write(lines.collect(), panel, frame);
        }
        let keys = keys.iter().map(|(key, what)| {
            let key = Span::styled(format!("{key:<10} "), style(Ink::Accent));
            Line::from(vec![key, Span::styled(*what, self.paints.paper())])
        });
        // In a small terminal they take all of it.
        let area = if is_beside(panel) { panel } else { area };
        frame.render_widget(Clear, area);
        self.write(keys.collect(), area, frame);
    }

    fn write(&self, lines: Vec<Line<'_>>, area: Rect, frame: &mut Frame<'_>) {
        let edge = if is_beside(area) {
            Borders::LEFT
        } else {
            Borders::TOP
        };
        let faint = self.paints.of(Ink::Hatch, Ink::Paper);
        let block = Block::new()
            .borders(edge)
            .border_style(faint)
            .style(self.paints.paper());
        let words = Paragraph::new(lines)
            .wrap(Wrap { trim: false })
            .block(block);
        frame.render_widget(words, area);
    }
}

/// The width of the panel next to the maze, and its height below it.
const WIDTH: u16 = 40;
const HEIGHT: u16 = 7;

/// The areas of the maze and of the panel: next to it where the terminal is wide enough, else below; and below if so
/// the whole maze is seen with larger cells.
pub(super) fn split(area: Rect, view: &View) -> [Rect; 2] {
    let panel = Constraint::Length(HEIGHT.min(area.height / 2));
    let below: [Rect; 2] = Layout::vertical([Constraint::Fill(1), panel]).areas(area);
    let beside: [Rect; 2] =
        Layout::horizontal([Constraint::Fill(1), Constraint::Length(WIDTH)]).areas(area);
    let largest = |areas: &[Rect; 2]| view.largest(areas[0].as_size());
    if area.width >= 2 * WIDTH && largest(&beside) >= largest(&below) {
        beside
    } else {
        below
    }
}

pub(super) fn is_beside(area: Rect) -> bool {
    area.x > 0
}
