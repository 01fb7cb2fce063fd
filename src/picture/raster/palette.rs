//! The colours of an animation: antialiasing makes more than fit, so each is mapped to the nearest
//! of the theme's own colours and some mixtures.

use crate::base::count::saturating_u8;
use std::collections::HashMap;

use crate::picture::ink::{Ink, Rgb, Theme};

/// Up to 255 colours, and the index of each colour seen so far.
pub(super) struct Palette {
    colours: Vec<Rgb>,
    nearest: HashMap<[u8; 4], u8>,
    last: ([u8; 4], u8),
}

const PLAIN: [Ink; 12] = [
    Ink::Paper,
    Ink::Grid,
    Ink::Wall,
    Ink::Text,
    Ink::Rock,
    Ink::Hatch,
    Ink::Start,
    Ink::Goal,
    Ink::Accent,
    Ink::Die,
    Ink::DieSide,
    Ink::Pip,
];

/// Pairs of an ink over another one, whose edges have colours in between.
const EDGES: [(Ink, Ink); 14] = [
    (Ink::Text, Ink::Paper),
    (Ink::Text, Ink::Claim(8)),
    (Ink::Text, Ink::Claim(24)),
    (Ink::Text, Ink::List(16)),
    (Ink::Text, Ink::Rock),
    (Ink::Pip, Ink::Die),
    (Ink::Pip, Ink::DieSide),
    (Ink::Accent, Ink::Paper),
    (Ink::Accent, Ink::List(16)),
    (Ink::Start, Ink::Paper),
    (Ink::Goal, Ink::Paper),
    (Ink::Route(8), Ink::Paper),
    (Ink::Route(24), Ink::Paper),
    (Ink::Claim(16), Ink::Paper),
];

impl Palette {
    pub(super) const TRANSPARENT: u8 = 255;

    pub(super) fn new(theme: Theme, own: impl Iterator<Item = Ink>) -> Self {
        let steps =
            (0..=Ink::DARKEST).flat_map(|it| [Ink::Claim(it), Ink::List(it), Ink::Route(it)]);
        let inks = PLAIN
            .into_iter()
            .chain(own)
            .chain(steps)
            .map(|ink| theme.rgb(ink));
        let edges = EDGES.into_iter().flat_map(|(over, under)| {
            (1..8).map(move |part| mix(theme.rgb(over), theme.rgb(under), part))
        });
        let mut colours: Vec<Rgb> = Vec::new();
        for colour in inks.chain(edges) {
            if !colours.contains(&colour) && colours.len() < usize::from(Self::TRANSPARENT) {
                colours.push(colour);
            }
        }
        Self {
            colours,
            nearest: HashMap::new(),
            last: ([0; 4], Self::TRANSPARENT),
        }
    }

    /// The colours as in a GIF, 256 of them.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colours.concat();
        bytes.resize(256 * 3, 0);
        bytes
    }

    /// The opacity of each of the 256: all but the last are opaque.
    pub(super) fn opacity() -> Vec<u8> {
        let mut opacity = vec![255; 256];
        opacity[usize::from(Self::TRANSPARENT)] = 0;
        opacity
    }

    /// Appends the index of each pixel's colour, or the transparent index for unchanged ones.
    pub(super) fn append_changed(&mut self, now: &[u8], before: &[u8], places: &mut Vec<u8>) {
        let pairs = now.as_chunks().0.iter().zip(before.as_chunks::<4>().0);
        places.extend(pairs.map(|(&now, before)| {
            if now == *before {
                Self::TRANSPARENT
            } else {
                self.place(now)
            }
        }));
    }

    fn place(&mut self, pixel: [u8; 4]) -> u8 {
        if self.last.0 == pixel && self.last.1 != Self::TRANSPARENT {
            return self.last.1;
        }
        let colours = &self.colours;
        let place = *self.nearest.entry(pixel).or_insert_with(|| {
            let far = |colour: &Rgb| distance(*colour, [pixel[0], pixel[1], pixel[2]]);
            let nearest = colours
                .iter()
                .enumerate()
                .min_by_key(|(_, colour)| far(colour));
            nearest.map_or(0, |(place, _)| saturating_u8(place))
        });
        self.last = (pixel, place);
        place
    }
}

fn mix(one: Rgb, other: Rgb, part: u32) -> Rgb {
    let part = |at: usize| (u32::from(one[at]) * part + u32::from(other[at]) * (8 - part)) / 8;
    std::array::from_fn(|at| saturating_u8(part(at)))
}

/// The distance of two colours, weighted as eyes perceive it.
fn distance(a: Rgb, b: Rgb) -> u32 {
    let square = |at: usize| u32::from(a[at].abs_diff(b[at])).pow(2);
    3 * square(0) + 6 * square(1) + 2 * square(2)
}
