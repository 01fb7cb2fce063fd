//! Chance: the only source of randomness.
//!
//! `ChaCha8` from `rand_chacha`, seeded by the scene, one stream per purpose. Bounded integers are
//! drawn by our own unbiased method on the raw 32-bit words, so that no other crate's definition of
//! a range can change a maze; golden values in the tests pin it.

use std::convert::Infallible;

use bevy_ecs::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng, TryRng};
use serde::{Serialize, Serializer};

use super::count::{saturating_u32, whole_part};
use super::digest::is_compared;
use super::draws;
use super::heading::{Heading, Headings};

/// A stream of random numbers. A component of the maze entity if something is drawn.
///
/// What its methods draw stays the same as long as [`RULES`](crate::RULES). It is a source for the crate `rand`, too,
/// whose shuffles and distributions are another crate's: an update of it may draw something else.
///
/// ```
/// use mazetick::base::chance::{Chance, Purpose};
/// use rand::seq::SliceRandom;
///
/// let mut cards = [1, 2, 3, 4, 5];
/// let mut chance = Chance::new(1995, Purpose::named("cards"));
/// cards.shuffle(&mut chance);
/// assert_eq!((cards, chance.drawn()), ([2, 1, 3, 4, 5], 1));
/// ```
#[derive(Component, Clone, Debug)]
pub struct Chance {
    seed: u64,
    /// All ones; 0 if answers may take the place of the stream. Then every draw takes its rare path, as it does for a
    /// word of 0: so the usual path needs no branch.
    mask: u32,
    stream: ChaCha8Rng,
}

/// A purpose of random numbers. A seed has 2⁶⁴ streams; each purpose uses one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purpose(u64);

impl Purpose {
    /// Building or carving walls.
    pub const WALLS: Self = Self(1);
    /// The boards of a new scene.
    pub const BOARDS: Self = Self(2);

    /// A purpose of an ingredient's own, by a name that no other one uses.
    ///
    /// ```
    /// use mazetick::base::chance::{Chance, Purpose};
    ///
    /// let rain = Purpose::named("rain");
    /// let mut drops = (0..3).map(|cloud| Chance::new(1995, rain.numbered(cloud)).below(100));
    /// assert!(drops.eq([47, 33, 96]));
    /// ```
    pub const fn named(name: &str) -> Self {
        let (mut hash, mut at) = (0xcbf2_9ce4_8422_2325_u64, 0); // FNV-1a
        while at < name.len() {
            hash = (hash ^ name.as_bytes()[at] as u64).wrapping_mul(0x0100_0000_01b3);
            at += 1;
        }
        Self(hash)
    }

    /// One of several of the same purpose, each with a stream of its own.
    #[must_use]
    pub const fn numbered(self, number: u64) -> Self {
        Self(
            self.0
                .wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        )
    }
}

/// The number of different words.
const WORDS: f64 = 4_294_967_296.0;

/// A probability, from 0 to 1, in steps of 2⁻³².
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Odds(u64);

impl Chance {
    /// The stream for a purpose under a seed.
    pub fn new(seed: u64, purpose: Purpose) -> Self {
        let mut stream = ChaCha8Rng::seed_from_u64(seed);
        stream.set_stream(purpose.0);
        let mask = if draws::are_lent() { 0 } else { u32::MAX };
        Self { seed, mask, stream }
    }

    /// A number below `bound`, uniformly; `bound` is at least 1.
    ///
    /// Lemire's multiplication method: one word per draw, rarely two.
    ///
    /// # Panics
    /// If the bound is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        let word = self.stream.next_u32();
        let (high, low) = halves(u64::from(word & self.mask) * u64::from(bound));
        // A low half that is the bound is never drawn again; it is 0 for a bound of 0.
        if low <= bound {
            self.rarely_below(word, bound)
        } else {
            high
        }
    }

    #[cold]
    fn rarely_below(&mut self, word: u32, bound: u32) -> u32 {
        assert!(
            bound > 0,
            "no number is below 0, and no place in an empty list"
        );
        if let Some(answer) = self.answer(bound, None) {
            return answer;
        }

        let threshold = bound.wrapping_neg() % bound;
        let (mut high, mut low) = halves(u64::from(word) * u64::from(bound));
        while low < threshold {
            (high, low) = halves(u64::from(self.stream.next_u32()) * u64::from(bound));
        }
        high
    }

    /// Returns the answer that takes the place of the stream, if there is one.
    #[cold]
    fn answer(&self, options: u32, weights: Option<&[f64]>) -> Option<u32> {
        if self.mask == 0 {
            draws::answer(options, weights)
        } else {
            None
        }
    }

    /// Returns a place in a list of this length, uniformly.
    ///
    /// # Panics
    /// If the list is empty, or has 2³² places or more.
    #[inline]
    pub fn place(&mut self, length: usize) -> usize {
        let bound = u32::try_from(length).expect("fewer than 2³² places");
        self.below(bound) as usize
    }

    /// Draws one of these headings uniformly. There must be at least one.
    #[inline]
    pub(crate) fn heading(&mut self, headings: Headings) -> Heading {
        headings.at(self.below(headings.len()))
    }

    /// True with these odds. Odds of 0 draw no word.
    #[inline]
    pub fn happens(&mut self, odds: Odds) -> bool {
        if odds.0 == 0 {
            return false;
        }
        let word = self.stream.next_u32();
        u64::from(word & self.mask) < odds.0 && (self.mask != 0 || self.happens_rarely(word, odds))
    }

    #[cold]
    fn happens_rarely(&mut self, word: u32, odds: Odds) -> bool {
        let share = odds.0 as f64 / WORDS;
        match self.answer(2, Some(&[1.0 - share, share])) {
            Some(answer) => answer == 1,
            None => u64::from(word) < odds.0,
        }
    }

    /// Which of some events happens, of which at most one does, by their probabilities; `N` if none
    /// does. One word is drawn: the probabilities are those given, within 2⁻³².
    pub fn event<const N: usize>(&mut self, probabilities: [f64; N]) -> usize {
        let word = self.stream.next_u32();
        if self.mask == 0 {
            let mut weights = probabilities.to_vec();
            weights.push((1.0 - probabilities.iter().sum::<f64>()).max(0.0));
            if let Some(answer) = self.answer(saturating_u32(N + 1), Some(&weights)) {
                return answer as usize;
            }
        }

        let drawn = f64::from(word) / WORDS;
        let mut end = 0.0;
        let happens = |probability: &f64| {
            end += probability;
            drawn < end
        };
        probabilities.iter().position(happens).unwrap_or(N)
    }

    fn check_is_stream(&self) {
        if self.mask == 0 {
            draws::refuse();
        }
    }

    /// The number of words drawn.
    pub fn drawn(&self) -> u128 {
        self.stream.get_word_pos()
    }
}

impl TryRng for Chance {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.check_is_stream();
        self.stream.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.check_is_stream();
        self.stream.try_next_u64()
    }

    fn try_fill_bytes(&mut self, to: &mut [u8]) -> Result<(), Infallible> {
        self.check_is_stream();
        self.stream.try_fill_bytes(to)
    }
}

/// The seed, the stream, and the number of words drawn; of no account if answers take the place of all words.
impl Serialize for Chance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if is_compared() {
            return serializer.serialize_unit();
        }
        (self.seed, self.stream.get_stream(), self.drawn()).serialize(serializer)
    }
}

/// The seed of all random choices of a maze. A component of the maze entity.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct Seed(pub u64);

impl Default for Chance {
    fn default() -> Self {
        Self::new(0, Purpose::WALLS)
    }
}

impl Odds {
    /// Returns the odds of a probability, rounded down to a multiple of 2⁻³².
    ///
    /// # Panics
    /// If it is not from 0 to 1.
    pub fn new(probability: f64) -> Self {
        assert!(
            (0.0..=1.0).contains(&probability),
            "a probability of {probability}, expected 0 to 1"
        );
        Self(whole_part(probability * WORDS))
    }
}

#[inline]
#[allow(clippy::cast_possible_truncation)] // that is the point
fn halves(product: u64) -> (u32, u32) {
    ((product >> 32) as u32, product as u32)
}

#[cfg(test)]
mod tests {
    use std::iter;

    use super::*;

    #[test]
    fn golden_draws() {
        let mut chance = Chance::new(1995, Purpose::WALLS);
        let draws: Vec<u32> = [4, 4, 4, 6, 39, 1000, 3_000_000_000, 3_000_000_000]
            .into_iter()
            .map(|bound| chance.below(bound))
            .collect();
        assert_eq!(draws, GOLDEN);
    }

    #[test]
    fn purposes_have_streams_of_their_own() {
        let draws = |purpose| {
            let mut chance = Chance::new(7, purpose);
            (0..8).map(|_| chance.below(u32::MAX)).collect::<Vec<_>>()
        };
        assert_ne!(draws(Purpose::WALLS), draws(Purpose::BOARDS));
    }

    #[test]
    fn every_number_below_a_bound_is_equally_likely() {
        let mut chance = Chance::new(1, Purpose::WALLS);
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[chance.below(6) as usize] += 1;
        }
        assert!(
            counts.iter().all(|count| (9_600..10_400).contains(count)),
            "{counts:?}"
        );
    }

    /// Some of the 2³² words are drawn again to avoid bias: for the first of these bounds three in
    /// ten, for the second none.
    #[test]
    fn words_in_surplus_are_drawn_again() {
        for bound in [3_000_000_000, 1 << 31] {
            let mut chance = Chance::new(1, Purpose::WALLS);
            let mut words = Chance::new(1, Purpose::WALLS).stream;
            let surplus = (1 << 32) % u64::from(bound);
            for _ in 0..100 {
                let mut products =
                    iter::repeat_with(|| u64::from(words.next_u32()) * u64::from(bound));
                let even = products.find(|product| product % (1 << 32) >= surplus);
                assert_eq!(
                    Some(u64::from(chance.below(bound))),
                    even.map(|product| product >> 32)
                );
            }
        }
    }

    #[test]
    fn odds_count_the_words_below_them() {
        let chance = || Chance::new(1, Purpose::WALLS);
        let word = u64::from(chance().stream.next_u32());
        assert!(!chance().happens(Odds(word)));
        assert!(chance().happens(Odds(word + 1)));
    }

    #[test]
    fn odds_of_zero_draw_nothing() {
        let mut chance = Chance::new(1, Purpose::WALLS);
        assert!((0..100).all(|_| !chance.happens(Odds::new(0.0))));
        assert_eq!(chance.drawn(), 0);
    }

    #[test]
    fn certainty_happens_always() {
        let mut chance = Chance::new(1, Purpose::WALLS);
        assert!((0..100).all(|_| chance.happens(Odds::new(1.0))));
    }

    #[test]
    #[should_panic(expected = "a probability of NaN, expected 0 to 1")]
    fn no_probability_is_refused() {
        let _ = Odds::new(f64::NAN);
    }

    #[test]
    #[should_panic(expected = "no number is below 0, and no place in an empty list")]
    fn no_place_is_in_an_empty_list() {
        Chance::new(1, Purpose::WALLS).place(0);
    }

    const GOLDEN: [u32; 8] = [3, 0, 0, 5, 32, 929, 2_707_843_273, 848_463_705];
}
