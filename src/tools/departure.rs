//! Where a replay departs from its record, or the world of one scene from that of another.

use std::fmt;

use crate::engine::maze::ChangedState;

/// Where a run departs from the recorded one, or a world from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The last compared tick before it; it and all compared ticks before it are equal. `None` if
    /// the first one differs.
    pub equal_at: Option<u64>,
    /// The first compared tick that differs.
    pub tick: u64,
    /// The names of the digests that differ there.
    pub digests: Vec<String>,
    /// A description of this tick as run now; empty if earlier ticks may differ, and at tick 0.
    pub here: String,
    /// The description of this tick in the other world, if two worlds are compared; empty at tick 0.
    pub there: Option<String>,
    /// If two worlds are compared, the values in which they differ. Otherwise what this tick changes, as run now, of the [state](crate::engine::Maze::changes) that differs; empty as `here` is.
    pub changed: Vec<ChangedState>,
}

const SHOWN: usize = 20;

impl Departure {
    /// Whether every tick before it was recorded, so that it is the very first that differs.
    pub fn is_first(&self) -> bool {
        self.equal_at
            .map_or(self.tick == 0, |equal| equal + 1 == self.tick)
    }
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (tick, names) = (self.tick, self.digests.join(", "));
        if self.is_first() {
            write!(f, "differs first at tick {tick}, in {names}")?;
            let word = match &self.there {
                Some(there) => {
                    for (name, said) in [("one", &self.here), ("other", there)] {
                        if !said.is_empty() {
                            write!(f, "\n  the {name}: {said}")?;
                        }
                    }
                    ""
                }
                None if self.here.is_empty() => "changed here: ",
                None => {
                    write!(f, "; here: {}", self.here)?;
                    "changed here: "
                }
            };
            for change in self.changed.iter().take(SHOWN) {
                write!(f, "\n  {word}{change}")?;
            }
            return match self.changed.len().saturating_sub(SHOWN) {
                0 => Ok(()),
                more => write!(f, "\n  and {more} more"),
            };
        }
        write!(f, "differs at tick {tick}, in {names}; ")?;
        match self.equal_at {
            Some(equal) => write!(f, "tick {equal}, the last one recorded before it, is equal"),
            None => f.write_str("no tick before it was recorded"),
        }
    }
}
