//! The die: a standard one, seen from above, and how it rolls.
//!
//! Opposite faces add up to seven; with 5 on top and 1 in front (towards the player, the south
//! edge of the maze) 3 is on the right.

use serde::Serialize;

use crate::base::heading::Heading;

/// The orientation of a die, one of 24.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect))]
pub struct Orientation(u8);

pub(crate) const ORIENTATIONS: usize = 24;

impl Orientation {
    /// The orientation with these faces on top and in front.
    ///
    /// Faces are 1 to 6. `None` if one is not, or if they are equal or opposite: no die has these.
    pub const fn new(top: u8, front: u8) -> Option<Self> {
        if top > 6 || front > 6 {
            None
        } else {
            WITH_FACES[top as usize][front as usize]
        }
    }

    /// The number on top.
    pub const fn top(self) -> u8 {
        FACES[self.0 as usize % ROWS].0
    }

    /// The number in front, towards the player.
    pub const fn front(self) -> u8 {
        FACES[self.0 as usize % ROWS].1
    }

    pub(crate) const fn right(self) -> u8 {
        right(self.top(), self.front())
    }

    /// The orientation after a roll over the edge toward `heading`.
    #[must_use]
    pub const fn roll(self, heading: Heading) -> Self {
        ROLL[self.0 as usize % ROWS][heading as usize]
    }

    pub(crate) const fn numbered(number: u8) -> Option<Self> {
        if (number as usize) < ORIENTATIONS {
            Some(Self(number))
        } else {
            None
        }
    }

    #[inline]
    pub(crate) const fn from_bits(number: u8) -> Self {
        Self(number)
    }

    #[inline]
    pub(crate) const fn number(self) -> u8 {
        self.0
    }
}

/// The rows of tables by orientation: a power of two above their number, so that an index needs no check.
const ROWS: usize = 32;

const FACES: [(u8, u8); ROWS] = {
    let mut faces = [(0, 0); ROWS];
    let (mut top, mut index) = (1, 0);
    while top <= 6 {
        let mut front = 1;
        while front <= 6 {
            if front != top && front + top != 7 {
                faces[index] = (top, front);
                index += 1;
            }
            front += 1;
        }
        top += 1;
    }
    faces
};

const WITH_FACES: [[Option<Orientation>; 7]; 7] = {
    let mut all = [[None; 7]; 7];
    let mut index = 0_u8;
    while (index as usize) < ORIENTATIONS {
        let (top, front) = FACES[index as usize];
        all[top as usize][front as usize] = Some(Orientation(index));
        index += 1;
    }
    all
};

const ROLL: [[Orientation; 4]; ROWS] = {
    let mut rolls = [[Orientation(0); 4]; ROWS];
    let mut index = 0;
    while index < ORIENTATIONS {
        let (top, front) = FACES[index];
        let right = right(top, front);
        // toward each heading: the face that comes up, and the one that then is in front
        let after = [
            (front, 7 - top),
            (7 - front, top),
            (right, front),
            (7 - right, front),
        ];
        let mut heading = 0;
        while heading < 4 {
            let Some(rolled) = Orientation::new(after[heading].0, after[heading].1) else {
                panic!("a die rolls from die to die")
            };
            rolls[index][heading] = rolled;
            heading += 1;
        }
        index += 1;
    }
    rolls
};

const fn right(top: u8, front: u8) -> u8 {
    let (low_top, low_front) = (min(top, 7 - top), min(front, 7 - front));
    let face = 6 - low_top - low_front; // the low face of the third axis
    let cyclic = (low_front + 3 - low_top) % 3 == 1;
    if cyclic ^ (top > 3) ^ (front > 3) {
        face
    } else {
        7 - face
    }
}

const fn min(a: u8, b: u8) -> u8 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_opposite_and_unknown_faces_are_no_die() {
        for (top, front) in [(1, 1), (1, 6), (3, 4), (0, 1), (1, 7)] {
            assert_eq!(Orientation::new(top, front), None);
        }
    }
}
