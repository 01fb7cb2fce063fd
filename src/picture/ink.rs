//! Inks: colours by purpose, and the themes that define them.
//!
//! Start, goal, and other things that must be told apart differ in lightness too: with deuteranopia
//! teal and magenta of equal lightness look alike.

use crate::base::count::saturating_u8;

/// A colour: red, green and blue.
pub type Rgb = [u8; 3];

/// The purpose of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Ink {
    /// The background.
    Paper,
    /// The faint lines between cells, and the edges of plates.
    Grid,
    /// Walls.
    Wall,
    /// Numbers and arrows.
    Text,
    /// Cells that are not carved yet, and those that cannot be entered.
    Rock,
    /// Lines across [`Rock`](Self::Rock).
    Hatch,
    /// The start.
    Start,
    /// The goal.
    Goal,
    /// What the last tick changed, and the place of action.
    Accent,
    /// A reached cell or pose, darker the later.
    Claim(u8),
    /// A cell of a list, darker the later in it.
    List(u8),
    /// The route, darker the later.
    Route(u8),
    /// The top of a die.
    Die,
    /// The sides of a die.
    DieSide,
    /// The pips of a die.
    Pip,
    /// An ingredient's own colour: light, dark, print.
    Own(&'static [Rgb; 3]),
}

/// The themes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Theme {
    /// Dark on white.
    #[default]
    Light,
    /// Light on near black.
    Dark,
    /// Greys on white.
    Print,
}

impl Ink {
    /// The last step of inks that have steps from light to dark.
    pub const DARKEST: u8 = 31;
}

impl Theme {
    /// The colour of an ink.
    pub fn rgb(self, ink: Ink) -> Rgb {
        let [light, dark, print] = match ink {
            Ink::Paper => [0xff_ffff, 0x14_171c, 0xff_ffff],
            Ink::Grid => [0xdc_dfe5, 0x33_373f, 0xcc_cccc],
            Ink::Wall => [0x1c_1f2b, 0xe4_e7ee, 0],
            Ink::Text => [0x1c_1f2b, 0xf1_f3f7, 0],
            Ink::Rock => [0xc3_c8d2, 0x3a_3f4a, 0xb9_b9b9],
            Ink::Hatch => [0x8f_95a3, 0x62_6875, 0x7d_7d7d],
            Ink::Start => [0x17_a67c, 0x5e_ead0, 0],
            Ink::Goal => [0x7d_1148, 0xe0_528f, 0],
            Ink::Accent => [0xc2_410c, 0xfb_9140, 0x40_4040],
            Ink::Die => [0xff_fdf5, 0xf4_f1e6, 0xff_ffff],
            Ink::DieSide => [0xe0_dbc8, 0xb9_b5a6, 0xdd_dddd],
            Ink::Pip => [0x1c_1f2b, 0x14_171c, 0],
            Ink::Own(colours) => return colours[self as usize],
            Ink::Claim(step) => return self.between(step, CLAIM),
            Ink::List(step) => return self.between(step, LIST),
            Ink::Route(step) => return self.between(step, ROUTE),
        };
        split([light, dark, print][self as usize])
    }

    fn between(self, step: u8, ends: [[u32; 2]; 3]) -> Rgb {
        let [from, to] = ends[self as usize].map(split);
        let (step, all) = (u32::from(step.min(Ink::DARKEST)), u32::from(Ink::DARKEST));
        std::array::from_fn(|at| {
            saturating_u8((u32::from(from[at]) * (all - step) + u32::from(to[at]) * step) / all)
        })
    }
}

const CLAIM: [[u32; 2]; 3] = [
    [0xe8_f2fd, 0x4a_8ad0],
    [0x18_283c, 0x3d_86d8],
    [0xf4_f4f4, 0xa4_a4a4],
];
const LIST: [[u32; 2]; 3] = [
    [0xff_f3d9, 0xf9_ae2e],
    [0x3b_2f17, 0xb5_7d12],
    [0xf6_f6f6, 0xc4_c4c4],
];
const ROUTE: [[u32; 2]; 3] = [
    [0xf2_6ba3, 0xa8_124f],
    [0xb0_3a74, 0xff_8fc0],
    [0x70_7070, 0x38_3838],
];

fn split(colour: u32) -> Rgb {
    let [_, red, green, blue] = colour.to_be_bytes();
    [red, green, blue]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lightness([red, green, blue]: Rgb) -> u32 {
        (u32::from(red) * 299 + u32::from(green) * 587 + u32::from(blue) * 114) / 255
    }

    #[test]
    fn start_goal_and_route_differ_in_lightness() {
        for theme in [Theme::Light, Theme::Dark] {
            let [start, goal] = [Ink::Start, Ink::Goal].map(|ink| lightness(theme.rgb(ink)));
            assert!(start.abs_diff(goal) > 150, "{theme:?}: {start} {goal}");
        }
    }

    #[test]
    fn what_is_written_on_tints_is_read() {
        for theme in [Theme::Light, Theme::Dark, Theme::Print] {
            let text = lightness(theme.rgb(Ink::Text));
            for step in 0..=Ink::DARKEST {
                for ink in [Ink::Claim(step), Ink::List(step)] {
                    assert!(
                        lightness(theme.rgb(ink)).abs_diff(text) > 330,
                        "{theme:?} {ink:?}"
                    );
                }
            }
        }
    }
}
