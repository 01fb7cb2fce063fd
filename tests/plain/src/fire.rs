//! Fire on arrays: what burns, and which ways lead to where nothing burns.

/// What has become of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Fuel,
    /// It burns for so many ticks.
    Burning(u8),
    Ashes,
}

/// A fire among squares, which are numbered row by row from 0.
pub struct Fire {
    columns: usize,
    pub states: Vec<State>,
    /// The ways out of each square, a bit each: north, south, west, east.
    pub ways: Vec<u8>,
    burning: Vec<usize>,
    lasts: u8,
}

impl Fire {
    /// Lights a square.
    pub fn new((rows, columns): (usize, usize), first: usize, lasts: u8) -> Self {
        let (states, ways) = (vec![State::Fuel; rows * columns], vec![0; rows * columns]);
        let mut fire = Fire {
            columns,
            states,
            ways,
            burning: vec![first],
            lasts,
        };
        for square in 0..rows * columns {
            for (side, _) in fire.around(square).into_iter().flatten() {
                fire.ways[square] |= 1 << side;
            }
        }
        fire.states[first] = State::Burning(lasts);
        fire.turn_ways(first);
        fire
    }

    /// The neighbours of a square, each with its side.
    fn around(&self, square: usize) -> [Option<(usize, usize)>; 4] {
        let (column, end) = (square % self.columns, self.states.len());
        [
            square.checked_sub(self.columns).map(|it| (0, it)),
            Some((1, square + self.columns)).filter(|it| it.1 < end),
            (column > 0).then(|| (2, square.wrapping_sub(1))),
            (column + 1 < self.columns).then_some((3, square + 1)),
        ]
    }

    /// Closes the ways into a square, or opens them.
    fn turn_ways(&mut self, square: usize) {
        for (side, next) in self.around(square).into_iter().flatten() {
            self.ways[next] ^= 1 << (side ^ 1);
        }
    }

    /// A tick, in which `spreads` is asked for each square that may begin to burn.
    pub fn tick(&mut self, mut spreads: impl FnMut() -> bool) {
        for square in std::mem::take(&mut self.burning) {
            for (_, next) in self.around(square).into_iter().flatten() {
                if self.states[next] == State::Fuel && spreads() {
                    self.states[next] = State::Burning(self.lasts);
                    self.burning.push(next);
                    self.turn_ways(next);
                }
            }
            match &mut self.states[square] {
                State::Burning(ticks) if *ticks > 1 => {
                    *ticks -= 1;
                    self.burning.push(square);
                }
                burnt => {
                    *burnt = State::Ashes;
                    self.turn_ways(square);
                }
            }
        }
    }
}
