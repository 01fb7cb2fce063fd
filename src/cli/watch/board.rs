//! The maze in the terminal: the characters of its cells, its walls between them, and their colours.

use std::{env, io};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use crate::cli::console;
use crate::picture::ink::Rgb;
use crate::picture::letters::Letter;
use crate::picture::{Change, Changes, Ink, LetterWriter, Picture, Place, Theme};

use super::view::View;

/// Draws the visible part of the maze, and what has changed in it, centred if there is room for more.
pub(super) fn draw(
    (picture, changes): (&Picture, &Changes),
    view: &View,
    paints: Paints,
    is_ascii: bool,
    area: Rect,
    buffer: &mut Buffer,
) {
    let (across, down) = view.pitch();
    let (left, top) = view.corner();
    let fresh = fresh_walls(picture, changes);
    let place = |at: usize, origin: usize, seen: u16, all: usize| {
        let at = u16::try_from(at.checked_sub(origin)?)
            .ok()
            .filter(|&at| at < seen)?;
        let free = usize::from(seen).saturating_sub(all) / 2;
        u16::try_from(free).ok().map(|free| at + free)
    };
    let extent = view.extent();
    let mut put = |x: usize, y: usize, letter: char, style: Style| {
        let x = place(x, left, area.width, extent.0);
        let y = place(y, top, area.height, extent.1);
        if let (Some(x), Some(y)) = (x, y)
            && let Some(cell) = buffer.cell_mut((area.x + x, area.y + y))
        {
            cell.set_char(letter).set_style(style);
        }
    };
    let mut writer = LetterWriter::new(picture, view.room, !is_ascii).tinted();
    let wall = |segment: usize| {
        let is_fresh = fresh.iter().any(|slots| {
            slots
                .binary_search_by_key(&segment, |&slot| slot as usize)
                .is_ok()
        });
        if is_fresh { Ink::Accent } else { Ink::Wall }
    };
    let (rows, columns) = (
        picture.grid().rows as usize,
        picture.grid().columns as usize,
    );
    for row in (top / down)..=((top + area.height as usize) / down).min(rows) {
        for column in (left / across)..=((left + area.width as usize) / across).min(columns) {
            writer.write(
                row,
                column,
                wall,
                |x,
                 y,
                 Letter {
                     letter,
                     ink,
                     ground,
                 }| {
                    put(
                        column * across + x,
                        row * down + y,
                        letter,
                        paints.of(ink, ground),
                    );
                },
            );
        }
    }
}

/// The walls that the last tick changed, by layers.
fn fresh_walls<'a>(picture: &Picture, changes: &'a Changes) -> Vec<&'a [u32]> {
    let walls = changes.list.iter().filter_map(|change| match change {
        Change::Set { layer, slots, .. }
            if picture.layers()[*layer].look().place == Place::Walls =>
        {
            Some(&slots[..])
        }
        _ => None,
    });
    walls.collect()
}

/// How inks are shown. Unless colours are off, every character has its own background, so it is readable in any
/// terminal.
#[derive(Clone, Copy)]
pub(super) struct Paints {
    theme: Theme,
    colours: ColourSupport,
}

#[derive(Clone, Copy)]
enum ColourSupport {
    All,
    /// 6 × 6 × 6 and 24 greys.
    Few,
    Off,
}

impl Paints {
    /// The colours of the terminal by its environment; none if colours are off.
    pub(super) fn new(theme: Theme) -> Self {
        let says = |name: &str| env::var(name).unwrap_or_default();
        let colours = match says("COLORTERM").as_str() {
            _ if !console::shows_colours(&io::stdout()) => ColourSupport::Off,
            "truecolor" | "24bit" => ColourSupport::All,
            _ => ColourSupport::Few,
        };
        Self { theme, colours }
    }

    pub(super) fn paper(self) -> Style {
        self.of(Ink::Text, Ink::Paper)
    }

    pub(super) fn of(self, ink: Ink, ground: Ink) -> Style {
        if matches!(self.colours, ColourSupport::Off) {
            return Style::new().add_modifier(match ink {
                Ink::Accent | Ink::Start | Ink::Goal => Modifier::BOLD,
                Ink::Grid | Ink::Rock | Ink::Hatch => Modifier::DIM,
                _ => Modifier::empty(),
            });
        }
        Style::new().fg(self.colour(ink)).bg(self.colour(ground))
    }

    fn colour(self, ink: Ink) -> Color {
        let rgb = self.theme.rgb(ink);
        match self.colours {
            ColourSupport::All => Color::Rgb(rgb[0], rgb[1], rgb[2]),
            _ => Color::Indexed(indexed(rgb)),
        }
    }
}

/// The nearest of the 6 × 6 × 6 colours and the 24 greys.
fn indexed(rgb: Rgb) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let far = |other: Rgb| {
        rgb.iter()
            .zip(other)
            .map(|(a, b)| u32::from(a.abs_diff(b)).pow(2))
            .sum::<u32>()
    };
    let cube = (0..216_u8).map(|at| {
        (
            16 + at,
            [at / 36, at / 6 % 6, at % 6].map(|step| STEPS[usize::from(step)]),
        )
    });
    let greys = (0..24_u8).map(|at| (232 + at, [8 + 10 * at; 3]));
    cube.chain(greys)
        .min_by_key(|&(_, other)| far(other))
        .map_or(0, |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_colour_of_a_palette_is_taken() {
        let near = [
            [0, 0, 0],
            [255; 3],
            [250, 10, 0],
            [0x14, 0x17, 0x1c],
            [0, 96, 140],
        ];
        assert_eq!(near.map(indexed), [16, 231, 196, 234, 24]);
    }
}
