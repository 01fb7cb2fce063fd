//! Replaying: a recorded scene is run again and compared.

use super::Record;
use crate::digest::Part;
use crate::scene::SceneError;
use crate::simulation::Simulation;

/// What came of running a recorded scene again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    /// Every digest is as it was.
    Equal,
    /// The run departs from the recorded one.
    Differs(Departure),
    /// The record was made under other rules, so it cannot be compared.
    OtherRules,
}

/// Where a run departs from the recorded one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The last tick that is known to be equal; `None` if the start already differs.
    pub equal_at: Option<u64>,
    /// The first tick that is known to differ: the very next one, where the record has marks or a
    /// digest every tick.
    pub tick: u64,
    /// What differs there.
    pub parts: Vec<Part>,
}

impl Record {
    /// Runs the scene again and compares it with the record.
    ///
    /// # Errors
    /// As [`Simulation::new`].
    pub fn replay(&self) -> Result<Replay, SceneError> {
        if self.rules != crate::RULES {
            return Ok(Replay::OtherRules);
        }
        let mut simulation = Simulation::new(&self.scene)?;
        let mut equal_at = None;
        let ends = self.stretches().map(|(_, to)| to);
        for (place, tick) in std::iter::once(0).chain(ends).enumerate() {
            simulation.advance(tick - simulation.progress().tick.min(tick));
            if tick == self.ticks {
                simulation.run();
            }
            let mut parts: Vec<_> = self.digests[place].differences(simulation.digests()).collect();
            if parts.is_empty() && simulation.progress().tick != tick {
                parts.push(Part::Progress);
            }
            if !parts.is_empty() {
                let departure = Departure { equal_at, tick, parts };
                return Ok(Replay::Differs(self.narrow(&mut simulation, place, departure)?));
            }
            equal_at = Some(tick);
        }
        Ok(Replay::Equal)
    }

    /// Looks, by the marks, where in the stretch that ends with the digest at this place the run
    /// first departs.
    fn narrow(
        &self,
        simulation: &mut Simulation,
        place: usize,
        departure: Departure,
    ) -> Result<Departure, SceneError> {
        let marks = place.checked_sub(1).and_then(|stretch| self.marks.get(stretch));
        let (Some(from), Some(marks)) = (departure.equal_at, marks) else { return Ok(departure) };
        simulation.load(&self.scene)?;
        simulation.advance(from);
        for (tick, recorded) in (from + 1..).zip(&marks.0) {
            simulation.tick();
            let found = simulation.digests().mark();
            let differs = |&part: &Part| recorded[part as usize] != found[part as usize];
            let parts: Vec<_> = Part::ALL.into_iter().filter(differs).collect();
            if !parts.is_empty() {
                return Ok(Departure { equal_at: Some(tick - 1), tick, parts });
            }
        }
        Ok(Departure { equal_at: departure.tick.checked_sub(1), ..departure })
    }
}

impl std::fmt::Display for Replay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Equal => f.write_str("equal"),
            Self::Differs(Departure { equal_at, tick, parts }) => {
                let parts: Vec<String> = parts.iter().map(Part::to_string).collect();
                let parts = parts.join(", ");
                match equal_at {
                    Some(equal) if equal + 1 < *tick => write!(
                        f,
                        "differs at tick {tick} in {parts}; the first tick that differs is one of \
                         {} to {tick}",
                        equal + 1
                    ),
                    _ => write!(f, "differs first at tick {tick}, in {parts}"),
                }
            }
            Self::OtherRules => f.write_str("the rules have changed since it was recorded"),
        }
    }
}
