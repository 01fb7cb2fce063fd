//! Inks as the colours of a terminal.

use std::env;

use ratatui::style::{Color, Modifier, Style};

use crate::cli::colour;
use crate::picture::{Ink, Rgb, Theme};

/// How inks are shown. Every character has its own background, so it is readable in any terminal.
#[derive(Clone, Copy)]
pub(super) struct Paints {
    theme: Theme,
    colours: Colours,
}

/// The colours of a terminal.
#[derive(Clone, Copy)]
enum Colours {
    /// All.
    All,
    /// 6 × 6 × 6 and 24 greys.
    Some,
    /// None wanted.
    None,
}

impl Paints {
    /// Those of the terminal by its environment; none if colours are off.
    pub(super) fn new(theme: Theme) -> Self {
        let says = |name: &str| env::var(name).unwrap_or_default();
        let colours = match says("COLORTERM").as_str() {
            _ if colour::is_unwanted() => Colours::None,
            "truecolor" | "24bit" => Colours::All,
            _ => Colours::Some,
        };
        Self { theme, colours }
    }

    /// The style of an empty background.
    pub(super) fn paper(self) -> Style {
        self.of(Ink::Text, Ink::Paper)
    }

    /// The style of an ink on a background.
    pub(super) fn of(self, ink: Ink, ground: Ink) -> Style {
        if matches!(self.colours, Colours::None) {
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
            Colours::All => Color::Rgb(rgb[0], rgb[1], rgb[2]),
            _ => Color::Indexed(indexed(rgb)),
        }
    }
}

/// The nearest of the 6 × 6 × 6 colours and the 24 greys.
fn indexed(rgb: Rgb) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let far = |other: Rgb| {
        rgb.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum::<u32>()
    };
    let cube = (0..216_u8)
        .map(|at| (16 + at, [at / 36, at / 6 % 6, at % 6].map(|step| STEPS[usize::from(step)])));
    let greys = (0..24_u8).map(|at| (232 + at, [8 + 10 * at; 3]));
    cube.chain(greys).min_by_key(|&(_, other)| far(other)).map_or(0, |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_colour_of_a_palette_is_taken() {
        let near = [[0, 0, 0], [255; 3], [250, 10, 0], [0x14, 0x17, 0x1c], [0, 96, 140]];
        assert_eq!(near.map(indexed), [16, 231, 196, 234, 24]);
    }
}
