//! Options of drawings.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};

use crate::base::grid::Grid;
use crate::base::limits;
use crate::picture::{TextStyle, Theme};

#[derive(Args)]
pub(crate) struct Options {
    /// Draw the world after this many ticks, or at its end if that is earlier; a page opens there
    #[arg(long, value_name = "N", value_parser = ticks(), conflicts_with_all = ["from", "to", "every"])]
    pub(super) tick: Option<u64>,
    /// Begin an animation or a page after this many ticks
    #[arg(long, value_name = "N", value_parser = ticks(), default_value_t = 0, hide_default_value = true)]
    pub(super) from: u64,
    /// End an animation or a page after this many ticks
    #[arg(long, value_name = "N", value_parser = ticks())]
    pub(super) to: Option<u64>,
    /// Ticks per frame [default: as few as keep it to 300 frames]
    #[arg(long, value_name = "K", value_parser = value_parser!(u64).range(1..))]
    pub(super) every: Option<u64>,
    /// Frames per second, at most 50
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=50), default_value_t = 20)]
    pub(super) fps: u16,
    /// Leave the route out
    #[arg(long)]
    no_route: bool,
    /// Colours on white, colours on black, or greys
    #[arg(long, value_name = "THEME", value_parser = themes(), default_value = "light")]
    pub(super) theme: Theme,
    /// Pixels per cell [default: 4 to 120, by the size of the maze]
    #[arg(long, value_name = "PIXELS", value_parser = value_parser!(u32).range(1..=1000))]
    size: Option<u32>,
    /// Use this seed instead of the scene's own
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Draw text with box-drawing characters instead of ASCII
    #[arg(long)]
    unicode: bool,
}

impl Options {
    pub(super) fn seed(&self) -> Option<u64> {
        self.seed
    }

    pub(super) fn shows_route(&self) -> bool {
        !self.no_route
    }

    pub(super) fn text_style(&self) -> TextStyle {
        TextStyle { is_unicode: self.unicode, room: None }
    }

    /// Pixels per cell: a picture of a small maze is about 800 pixels wide or high.
    pub(super) fn side(&self, grid: Grid) -> u32 {
        self.size.unwrap_or_else(|| (800 / grid.rows.max(grid.columns)).clamp(4, 120))
    }
}

fn ticks() -> impl TypedValueParser<Value = u64> {
    value_parser!(u64).range(..=limits::TICKS)
}

pub(crate) fn themes() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(["light", "dark", "print"]).map(|name| match name.as_str() {
        "dark" => Theme::Dark,
        "print" => Theme::Print,
        _ => Theme::Light,
    })
}
