//! Numbers that look random and are the same in every run: splitmix64.

/// A source of random numbers.
pub struct Random(u64);

impl Random {
    /// The source with this seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A number in `0..n`, every one equally likely but for less than one in 2⁴⁰.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^= word >> 31;
        let scaled = (u128::from(word) * n as u128) >> 64;
        usize::try_from(scaled).expect("below n")
    }

    /// True `times` times in a hundred.
    pub fn percent(&mut self, times: usize) -> bool {
        self.below(100) < times
    }

    /// A square of a grid of so many rows and columns, which are counted from 1.
    pub fn square(&mut self, (rows, columns): (usize, usize)) -> (usize, usize) {
        (1 + self.below(rows), 1 + self.below(columns))
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}
