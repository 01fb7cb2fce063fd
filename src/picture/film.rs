//! Films: a picture, and the changes of every tick after it, compactly encoded.

use std::borrow::Cow;
use std::{iter, mem};

use serde::{Deserialize, Serialize};

use super::change::{Change, Changes};
use super::tick_text::TickText;
use super::{Layer, Picture};
use crate::base::count::saturating_usize;
use crate::base::progress::Phase;

/// A picture, and the changes of every tick after it.
#[derive(Clone, Debug)]
pub struct Film {
    empty: Picture,
    phrases: Vec<&'static str>,
    bytes: Vec<u8>,
    ticks: u64,
}

/// A film that grows by the changes of every tick.
#[derive(Debug)]
pub struct FilmBuilder {
    film: Film,
    /// The number of ticks without changes since the last group, and their description.
    still: u64,
    said: Option<TickText>,
    phase: Phase,
}

/// The ticks from one change to the next, as they are encoded.
#[derive(Debug, Serialize, Deserialize)]
struct Group<'a> {
    /// How many ticks without changes come first, and their description.
    still: Option<(u64, Option<Sentence>)>,
    /// The description of the tick after them, its phase, and its changes.
    said: Option<Sentence>,
    phase: Phase,
    list: Cow<'a, [Change]>,
}

/// A description: the index of its phrase, and its values.
type Sentence = (usize, Vec<u32>);

impl Film {
    /// The first picture without any values: its layers, its grid, its start.
    pub fn empty(&self) -> &Picture {
        &self.empty
    }

    /// The number of its ticks, after the first picture.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// The phrases of descriptions.
    pub fn phrases(&self) -> &[&'static str] {
        &self.phrases
    }

    /// The encoded changes.
    ///
    /// The bytes are groups, as [postcard](https://postcard.jamesmunns.com/wire-format) encodes them. The
    /// first one turns the empty picture into the first picture. A group is
    ///
    /// 1. if ticks without changes precede it: how many, and their description, if any;
    /// 2. its description, if any;
    /// 3. its [`Phase`];
    /// 4. its list of [changes](Change), with the distance of each cell or slot to the last in
    ///    place of its index.
    ///
    /// A description is the index of its phrase in [`phrases`](Self::phrases), and its list of
    /// numbers. The last group may have no changes, for final ticks without changes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The changes: from the [empty](Self::empty) picture to the first one, then those of every
    /// tick.
    pub fn changes(&self) -> impl Iterator<Item = Changes> + '_ {
        let (mut left, mut phase) = (&self.bytes[..], Phase::Generation);
        let groups = iter::from_fn(move || {
            let taken = (!left.is_empty()).then(|| postcard::take_from_bytes(left));
            let (group, rest) = taken?.expect("a film holds what was put into it");
            left = rest;
            Some(group)
        });
        let all = groups.flat_map(
            move |Group {
                      still,
                      said,
                      phase: next,
                      list,
                  }: Group<'_>| {
                let (ticks, of_still) = still.unwrap_or_default();
                let phase = mem::replace(&mut phase, next);
                let still = Changes {
                    phase,
                    said: self.said(of_still),
                    ..Changes::default()
                };
                let (list, said) = (list.into_owned(), self.said(said));
                let after = Changes {
                    tick: 0,
                    phase: next,
                    list,
                    said,
                };
                iter::repeat_n(still, saturating_usize(ticks)).chain([after])
            },
        );
        all.zip(self.empty.tick..)
            .map(|(changes, tick)| Changes { tick, ..changes })
    }

    fn said(&self, sentence: Option<Sentence>) -> Option<TickText> {
        let (place, values) = sentence?;
        Some(TickText {
            phrase: self.phrases[place],
            values,
        })
    }

    /// The picture after this many ticks, or the last one.
    pub fn picture(&self, ticks: u64) -> Picture {
        let mut picture = self.empty.clone();
        let counted = self
            .changes()
            .take(saturating_usize(ticks.saturating_add(1)));
        counted.for_each(|changes| picture.apply(&changes));
        picture
    }
}

impl FilmBuilder {
    /// A film that starts with this picture.
    pub fn new(first: &Picture) -> Self {
        let layers = first.layers.iter();
        let layers = layers.map(|layer| Layer {
            kinds: layer.kinds.clone(),
            ..Layer::empty(layer.look, first.grid)
        });
        let layers = layers.collect();
        let empty = Picture {
            layers,
            route: Vec::new(),
            ..first.clone()
        };
        let changes = Changes::between(&empty, first);
        let film = Film {
            empty,
            phrases: Vec::new(),
            bytes: Vec::new(),
            ticks: 0,
        };
        let mut builder = Self {
            film,
            still: 0,
            said: None,
            phase: first.phase,
        };
        builder.group(&changes);
        builder
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

    /// The film, up to this last picture, which knows all ends of the walk.
    pub fn finish(mut self, last: &Picture) -> Film {
        self.film.empty.start.clone_from(&last.start);
        if self.still > 0 {
            let said = self.said.clone();
            self.still -= 1;
            self.group(&Changes {
                phase: self.phase,
                said,
                ..Changes::default()
            });
        }
        self.film
    }

    fn group(&mut self, changes: &Changes) {
        self.phase = changes.phase;
        let (still, said) = (mem::take(&mut self.still), self.said.take());
        let group = Group {
            still: (still > 0).then(|| (still, said.map(|said| self.sentence(&said)))),
            said: changes.said.as_ref().map(|said| self.sentence(said)),
            phase: changes.phase,
            list: Cow::Borrowed(&changes.list),
        };
        let bytes = postcard::to_extend(&group, mem::take(&mut self.film.bytes));
        self.film.bytes = bytes.expect("memory takes every byte");
    }

    fn sentence(&mut self, said: &TickText) -> Sentence {
        let phrases = &mut self.film.phrases;
        let known = phrases.iter().position(|&phrase| phrase == said.phrase);
        let place = known.unwrap_or_else(|| {
            phrases.push(said.phrase);
            phrases.len() - 1
        });
        (place, said.values.clone())
    }
}

impl Changes {
    /// Whether a tick is an event, given the changes of the tick before: a list is flipped, a route
    /// is found, another phase begins, or nothing changes after something did.
    pub fn is_event(&self, before: &Self) -> bool {
        let is_one = |change: &Change| matches!(change, Change::Flip { .. } | Change::Route(_));
        self.phase != before.phase
            || self.list.iter().any(is_one)
            || self.list.is_empty() && !before.list.is_empty()
    }
}

impl Film {
    /// The notable ticks, in ascending order: [events](Changes::is_event).
    pub fn events(&self) -> Vec<u64> {
        let mut all = self.changes();
        let mut before = all.next();
        let events = all.filter_map(|changes| {
            let is_event = before
                .as_ref()
                .is_some_and(|before| changes.is_event(before));
            let tick = changes.tick;
            before = Some(changes);
            is_event.then_some(tick)
        });
        events.collect()
    }
}
