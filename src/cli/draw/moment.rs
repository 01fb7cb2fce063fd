//! The tick of a drawing: its number, or its name.

use std::str::FromStr;

use crate::base::limits;

/// A tick of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// After so many ticks.
    After(u64),
    /// When the walk begins: the walls stand, and nobody has made a step.
    Walk,
    /// When the world has ended.
    End,
}

impl FromStr for Moment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "walk" => Ok(Self::Walk),
            "end" => Ok(Self::End),
            _ => {
                let ticks = text.parse().ok().filter(|&ticks| ticks <= limits::TICKS);
                ticks.map(Self::After).ok_or_else(|| {
                    format!("expected a number of ticks up to {}, `walk` or `end`", limits::TICKS)
                })
            }
        }
    }
}
