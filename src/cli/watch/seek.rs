//! Seeking: to a tick, or to the next or the previous event.

use std::time::Instant;

use crate::base::scene_fault::SceneError;

use super::show::{PATIENCE, Show};

/// Where the picture is going, until a key changes it.
#[derive(Clone, Copy)]
pub(super) enum Goal {
    /// Nowhere: it stays.
    Rest,
    /// Forward, tick by tick.
    Play,
    /// To this tick, or the end.
    To(u64),
    /// To the next event, or the end.
    Next,
    /// To the last event in a range of ticks, or in the range before it.
    Last(Stretch),
}

/// A range of ticks in which an event is sought.
#[derive(Clone, Copy)]
pub(super) struct Stretch {
    /// The tick before its first.
    from: u64,
    /// The tick after its last.
    until: u64,
    /// Whether the picture has entered it.
    is_entered: bool,
    /// The last event found so far.
    found: Option<u64>,
}

impl Goal {
    /// The last event before this tick.
    pub(super) fn before(tick: u64) -> Self {
        Self::Last(Stretch::up_to(tick, 64))
    }

    /// This many ticks from here, or from where it is going: keys can come faster than pictures.
    pub(super) fn step(self, here: u64, ticks: i64) -> Self {
        let from = match self {
            Self::To(tick) if tick != u64::MAX => tick,
            _ => here,
        };
        Self::To(from.saturating_add_signed(ticks))
    }
}

impl Stretch {
    fn up_to(until: u64, length: u64) -> Self {
        let from = until.saturating_sub(length.saturating_add(1));
        Self { from, until, is_entered: false, found: None }
    }

    /// The range before it, and longer.
    fn earlier(self) -> Self {
        Self::up_to(self.from + 1, (self.until - self.from).saturating_mul(4))
    }
}

impl Show {
    /// Pursues a goal for a few milliseconds; once reached, it becomes `Rest`.
    pub(super) fn pursue(&mut self, goal: &mut Goal) -> Result<(), SceneError> {
        match goal {
            Goal::Rest | Goal::Play => {}
            Goal::To(tick) => {
                if self.approach(*tick)? {
                    *goal = Goal::Rest;
                }
            }
            Goal::Next => {
                if self.come_back()? && self.find_next() {
                    *goal = Goal::Rest;
                }
            }
            Goal::Last(stretch) => {
                if !stretch.is_entered {
                    stretch.is_entered = self.approach(stretch.from)?;
                } else if let Some(next) = self.find_last(stretch) {
                    *goal = next;
                }
            }
        }
        Ok(())
    }

    /// Advances the world to the tick of the picture; whether it is reached.
    fn come_back(&mut self) -> Result<bool, SceneError> {
        let shown = self.picture().tick();
        Ok(self.reached() == shown || self.approach(shown)? && self.reached() == shown)
    }

    /// Seeks the next event for a few milliseconds; whether it, or the end, was found.
    fn find_next(&mut self) -> bool {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            let before = self.changes().clone();
            if !self.step() || self.changes().is_event(&before) {
                return true;
            }
        }
        false
    }

    /// Seeks the last event of a range for a few milliseconds: where to go then.
    fn find_last(&mut self, stretch: &mut Stretch) -> Option<Goal> {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if self.picture().tick() + 1 >= stretch.until {
                return Some(match stretch.found {
                    Some(tick) => Goal::To(tick),
                    None if stretch.from == 0 => Goal::To(0),
                    None => Goal::Last(stretch.earlier()),
                });
            }
            let before = self.changes().clone();
            self.step();
            if self.changes().is_event(&before) {
                stretch.found = Some(self.picture().tick());
            }
        }
        None
    }
}
