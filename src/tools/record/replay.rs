//! Replaying: a recorded scene is run again and compared.

use super::difference::{Difference, between};
use super::marks::Mark;
use super::read::of_its_scene;
use super::visible_changes::recorded;
use super::{Record, drawn};
use crate::base::digest::{Part, PartDigests, differences};
use crate::base::objection::SceneError;
use crate::picture::Changes;
use crate::scene::simulation::Simulation;

/// The result of running a recorded scene again.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Replay {
    /// Every digest and every mark is equal.
    Equal,
    /// The run departs from the recorded one.
    Differs(Departure),
    /// The world is equal but drawn differently: with another name or in another format.
    DrawnOtherwise,
}

/// Where a run departs from the recorded one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The last recorded tick before it; it and all recorded ticks before it are equal. `None` if
    /// the start already differs.
    pub equal_at: Option<u64>,
    /// The first recorded tick that differs.
    pub tick: u64,
    /// The parts that differ there.
    pub parts: Vec<Part>,
    /// Whether every tick before it was recorded, so that it is the very first that differs.
    pub is_first: bool,
    /// A description of this tick as run now; empty if it is unknown, and at tick 0.
    pub here: String,
    /// The visible differences after this tick; `None` if the record does not hold its
    /// [changes](Record::changes).
    pub seen: Option<Vec<Difference>>,
}

/// The most differences that are shown.
const SHOWN: usize = 20;

/// What a record holds for a tick.
#[derive(Clone, Copy)]
enum Recorded {
    Digests(PartDigests),
    Mark(Mark),
}

impl Record {
    /// Runs the scene again and compares it with the record, at every tick that has a digest or a
    /// mark.
    ///
    /// # Errors
    /// As [`Simulation::new`], and if the record was made in code and does not fit its ticks.
    pub fn replay(&self) -> Result<Replay, SceneError> {
        self.replay_observed(|_| ())
    }

    /// As [`replay`](Self::replay), and calls `observe` repeatedly with the number of ticks done.
    ///
    /// # Errors
    /// As [`replay`](Self::replay).
    pub fn replay_observed(&self, mut observe: impl FnMut(u64)) -> Result<Replay, SceneError> {
        self.check()?;
        let mut simulation = Simulation::new(&self.scene).map_err(of_its_scene)?;
        let (mut equal_at, mut is_first) = (None, true);
        for (tick, recorded) in self.recorded() {
            is_first &= equal_at.is_none_or(|equal| equal + 1 == tick);
            simulation.advance_to(tick);
            observe(tick);
            let found =
                if tick == self.ticks { at_end(&mut simulation) } else { simulation.digests() };
            let mut parts = recorded.differences(found);
            if parts.is_empty() && simulation.progress().tick != tick {
                parts.push(Part::Progress);
            }
            if !parts.is_empty() {
                let departure =
                    Departure { equal_at, tick, parts, is_first, here: String::new(), seen: None };
                return Ok(Replay::Differs(self.look_at(departure)?));
            }
            equal_at = Some(tick);
        }
        let is_drawn_so = self.drawn.is_none_or(|recorded| recorded == drawn(&mut simulation));
        Ok(if is_drawn_so { Replay::Equal } else { Replay::DrawnOtherwise })
    }

    /// Adds the description of the tick, and the visible differences, if all ticks before it are
    /// equal.
    fn look_at(&self, mut departure: Departure) -> Result<Departure, SceneError> {
        let tick = departure.tick;
        if tick == 0 || !departure.is_first {
            return Ok(departure);
        }
        let mut simulation = Simulation::new(&self.scene).map_err(of_its_scene)?;
        simulation.advance_to(tick - 1);
        let before = simulation.picture();
        simulation.tick();
        let here = simulation.picture();
        departure.here = Changes::between(&before, &here).told(self.scene.grid);
        let changes = usize::try_from(tick - 1).ok().and_then(|place| self.changes.get(place));
        if let Some(changes) = changes {
            let recorded = recorded(&before, tick, changes)?;
            departure.seen = Some(between(&recorded, &here));
        }
        Ok(departure)
    }

    /// The recorded digests and marks of the ticks, in order.
    fn recorded(&self) -> impl Iterator<Item = (u64, Recorded)> {
        let ends = std::iter::once(0).chain(self.stretches().map(|(_, to)| to));
        ends.zip(&self.digests).enumerate().flat_map(|(stretch, (at, &digests))| {
            let marks = self.marks.get(stretch).map_or(&[][..], |marks| &marks.0);
            let marks = marks.iter().copied().map(Recorded::Mark);
            std::iter::once((at, Recorded::Digests(digests))).chain((at + 1..).zip(marks))
        })
    }
}

/// The digests at the expected end; a stuck world notices that only when it is advanced.
fn at_end(simulation: &mut Simulation) -> PartDigests {
    let digests = simulation.digests();
    let goes_on = simulation.tick();
    if goes_on { digests } else { simulation.digests() }
}

impl Recorded {
    /// The parts in which a state differs from the record.
    fn differences(self, found: PartDigests) -> Vec<Part> {
        match self {
            Self::Digests(recorded) => recorded.differences(found).collect(),
            Self::Mark(recorded) => differences(recorded, found.mark()).collect(),
        }
    }
}

impl std::fmt::Display for Replay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Equal => f.write_str("equal"),
            Self::Differs(departure) => departure.fmt(f),
            Self::DrawnOtherwise => f.write_str("differs in the drawing at the end"),
        }
    }
}

impl std::fmt::Display for Departure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts: Vec<String> = self.parts.iter().map(Part::to_string).collect();
        let (tick, parts) = (self.tick, parts.join(", "));
        match self.equal_at {
            Some(equal) if !self.is_first => write!(
                f,
                "differs at tick {tick}, in {parts}; tick {equal}, the last one recorded before \
                 it, is equal"
            ),
            _ => {
                write!(f, "differs first at tick {tick}, in {parts}")?;
                if !self.here.is_empty() {
                    write!(f, "; here: {}", self.here)?;
                }
                self.seen.as_deref().map_or(Ok(()), |seen| list(seen, f))
            }
        }
    }
}

/// The first differences, one per line.
fn list(seen: &[Difference], f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
    if seen.is_empty() {
        return f.write_str("\n  no visible difference");
    }
    seen.iter().take(SHOWN).try_for_each(|difference| write!(f, "\n  {difference}"))?;
    match seen.len().saturating_sub(SHOWN) {
        0 => Ok(()),
        more => write!(f, "\n  and {more} more"),
    }
}
