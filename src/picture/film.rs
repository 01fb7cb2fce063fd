//! Films: a picture, and the changes of every tick after it, compactly encoded.

mod pack;

use super::change::{Change, Changes};
use super::sentence::Said;
use super::varint::{put, take};
use super::{Layer, Picture};
use crate::base::progress::Phase;

/// A picture, and the changes of every tick after it.
#[derive(Clone, Debug)]
pub struct Film {
    /// The picture without any values.
    empty: Picture,
    phrases: Vec<&'static str>,
    bytes: Vec<u8>,
    ticks: u64,
}

/// A film being recorded.
#[derive(Debug)]
pub struct Reel {
    film: Film,
    /// The number of ticks without changes since the last group, and their description.
    still: u64,
    said: Option<Said>,
    phase: Phase,
}

/// Decodes the groups of a film.
struct Groups<'a> {
    film: &'a Film,
    left: &'a [u8],
    tick: u64,
    /// Ticks without changes that are still to be yielded, then a group.
    still: (u64, Option<Said>),
    next: Option<Changes>,
    phase: Phase,
}

impl Film {
    /// The first picture without any values: its layers, its grid, its start.
    #[must_use]
    pub fn empty(&self) -> &Picture {
        &self.empty
    }

    /// The number of its ticks, after the first picture.
    #[must_use]
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// The phrases of descriptions.
    #[must_use]
    pub fn phrases(&self) -> &[&'static str] {
        &self.phrases
    }

    /// The encoded changes.
    ///
    /// They are numbers of seven bits per byte, the lowest first, the highest bit set in all but a
    /// number's last byte. The first group turns the empty picture into the first one. A group is
    ///
    /// 1. how many ticks without changes precede it, and if any, their description;
    /// 2. its description;
    /// 3. its [`Phase`]: 0 generation, 1 search, 2 finished;
    /// 4. how many changes it has, then each: 5 × its layer, plus its kind, then
    ///    - 0, slots set: the value, how many, the first slot, then the distance of each to the last;
    ///    - 1, cells removed from the end of a list: how many;
    ///    - 2, cells appended: how many, the first, then the distance of each to the last (signed);
    ///    - 3, a list reversed: from which place;
    ///    - 4, a route (layer 0): how many cells, then as with 2.
    ///
    /// A description is 0 for none, otherwise 1 plus the index of the phrase in
    /// [`phrases`](Self::phrases), then its numbers. A signed number is encoded as twice its value,
    /// a negative one as twice its absolute value minus 1. The last group may have no changes, for
    /// final ticks without changes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The changes: from the [empty](Self::empty) picture to the first one, then those of every
    /// tick.
    pub fn changes(&self) -> impl Iterator<Item = Changes> + '_ {
        Groups {
            film: self,
            left: &self.bytes,
            tick: self.empty.tick,
            still: (0, None),
            next: None,
            phase: Phase::Generation,
        }
    }

    /// The picture after this many ticks, or the last one.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // a film has no more
    pub fn picture(&self, ticks: u64) -> Picture {
        let mut picture = self.empty.clone();
        let counted = self.changes().take((ticks as usize).saturating_add(1));
        counted.for_each(|changes| picture.apply(&changes));
        picture
    }
}

impl Reel {
    /// A film that starts with this picture.
    #[must_use]
    pub fn new(first: &Picture) -> Self {
        let layers = first.layers.iter();
        let layers = layers.map(|layer| Layer::empty(layer.look, first.grid)).collect();
        let empty = Picture { layers, route: Vec::new(), ..first.clone() };
        let changes = Changes::between(&empty, first);
        let film = Film { empty, phrases: Vec::new(), bytes: Vec::new(), ticks: 0 };
        let mut reel = Self { film, still: 0, said: None, phase: first.phase };
        reel.group(&changes);
        reel
    }

    /// Adds the changes of the next tick.
    pub fn push(&mut self, changes: Changes) {
        self.film.ticks += 1;
        let is_still = changes.list.is_empty() && changes.phase == self.phase;
        if is_still && (self.still == 0 || self.said == changes.said) {
            self.still += 1;
            self.said = changes.said;
        } else {
            self.group(&changes);
        }
    }

    /// The film.
    #[must_use]
    pub fn finish(mut self) -> Film {
        if self.still > 0 {
            let said = self.said.clone();
            self.still -= 1;
            self.group(&Changes { phase: self.phase, said, ..Changes::default() });
        }
        self.film
    }

    fn group(&mut self, changes: &Changes) {
        put(&mut self.film.bytes, self.still);
        if std::mem::take(&mut self.still) > 0 {
            let said = self.said.take();
            self.say(said.as_ref());
        }
        self.say(changes.said.as_ref());
        self.phase = changes.phase;
        let bytes = &mut self.film.bytes;
        put(bytes, changes.phase.code().into());
        put(bytes, changes.list.len() as u64);
        changes.list.iter().for_each(|change| change.pack(bytes));
    }

    fn say(&mut self, said: Option<&Said>) {
        let Film { phrases, bytes, .. } = &mut self.film;
        let Some(said) = said else { return put(bytes, 0) };
        let known = phrases.iter().position(|&phrase| phrase == said.phrase);
        let place = known.unwrap_or_else(|| {
            phrases.push(said.phrase);
            phrases.len() - 1
        });
        put(bytes, place as u64 + 1);
        let values = said.values.iter().copied().chain(std::iter::repeat(0));
        values.take(Said::count(said.phrase)).for_each(|value| put(bytes, value.into()));
    }
}

impl Groups<'_> {
    #[allow(clippy::cast_possible_truncation)] // as they were encoded
    fn said(&mut self) -> Option<Said> {
        let place = (take(&mut self.left) as usize).checked_sub(1)?;
        let phrase = *self.film.phrases.get(place)?;
        let values = (0..Said::count(phrase)).map(|_| take(&mut self.left) as u32).collect();
        Some(Said { phrase, values })
    }

    fn open(&mut self) {
        let still = take(&mut self.left);
        self.still = (still, if still > 0 { self.said() } else { None });
        let said = self.said();
        let phase = Phase::of_code(take(&mut self.left));
        let list = (0..take(&mut self.left)).map(|_| Change::unpack(&mut self.left)).collect();
        self.next = Some(Changes { tick: 0, phase, list, said });
    }
}

impl Iterator for Groups<'_> {
    type Item = Changes;

    fn next(&mut self) -> Option<Changes> {
        if self.next.is_none() {
            if self.left.is_empty() {
                return None;
            }
            self.open();
        }
        let tick = self.tick;
        self.tick += 1;
        if self.still.0 > 0 {
            self.still.0 -= 1;
            let (phase, said) = (self.phase, self.still.1.clone());
            return Some(Changes { tick, phase, list: Vec::new(), said });
        }
        let changes = self.next.take()?;
        self.phase = changes.phase;
        Some(Changes { tick, ..changes })
    }
}
