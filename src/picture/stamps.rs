//! Stamps: groups of shapes that are defined once and reused for slots that look the same.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::base::count::saturating_u32;

use super::Look;
use super::look::Slot;
use super::shape::{Pen, Shape};

/// A stamp, by its number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stamp(pub u32);

/// The stamps of a world's pictures.
#[derive(Debug, Default)]
pub struct Stamps {
    shapes: Vec<Vec<Shape>>,
    known: HashMap<u64, Vec<Stamp>>,
}

impl Stamps {
    /// The stamp of a slot in a layer with this look.
    pub fn of(&mut self, look: &'static Look, slot: Slot) -> Stamp {
        let mut pen = Pen::default();
        (look.shapes)(&slot, &mut pen);
        let shapes = pen.into_shapes();
        let alike = self.known.entry(sketch(&shapes)).or_default();
        let same = alike
            .iter()
            .find(|stamp| self.shapes[stamp.0 as usize] == shapes);
        same.copied().unwrap_or_else(|| {
            let next = Stamp(saturating_u32(self.shapes.len()));
            alike.push(next);
            self.shapes.push(shapes);
            next
        })
    }

    /// The shapes of a stamp.
    pub fn shapes(&self, stamp: Stamp) -> &[Shape] {
        &self.shapes[stamp.0 as usize]
    }

    /// The shapes of all stamps, in the order of their numbers.
    pub fn all(&self) -> impl Iterator<Item = &[Shape]> {
        self.shapes.iter().map(Vec::as_slice)
    }

    /// The number of stamps; they are numbered from 0.
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }
}

/// A number that is the same for the same shapes, and mostly another for others.
fn sketch(shapes: &[Shape]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for shape in shapes {
        shape.bounds().map(f32::to_bits).hash(&mut hasher);
        shape.paint.ink().hash(&mut hasher);
    }
    hasher.finish()
}
