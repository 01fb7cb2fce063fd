//! The length of a record: it must fit into the limit of a text.

use std::num::NonZero;

use super::marks::MARK_BYTES;
use super::visible_changes::BYTES;
use super::{Record, RecordingError};

/// Bytes of a line of digests: 8 blanks, the digests with blanks between them, quotes and a comma.
const DIGESTS_BYTES: u64 = 8 + (6 * 16 + 5) + 4;

/// The most bytes of everything that occurs once.
const ONCE: u64 = 640;

impl Record {
    /// Rejects a record that would take more bytes than the limit, before its digests are computed.
    pub(super) fn fits(&self, limit: u64) -> Result<(), RecordingError> {
        let once = self.bytes_without_digests();
        let stretches = self.ticks.div_ceil(self.every.get());
        let bytes = once + DIGESTS_BYTES * (stretches + 1);
        if bytes <= limit {
            return Ok(());
        }
        let most_stretches = (limit.saturating_sub(once) / DIGESTS_BYTES).saturating_sub(1);
        let every = self.ticks.checked_div(most_stretches);
        let every = every.and_then(|_| NonZero::new(self.ticks.div_ceil(most_stretches)));
        Err(RecordingError::TooLong { bytes, every })
    }

    /// The most bytes of the scene and the marks.
    fn bytes_without_digests(&self) -> u64 {
        let scene = self.scene.to_ron();
        let scene = scene.len() + 4 * scene.lines().count();
        let marks = if self.has_marks() { (MARK_BYTES + 12) * self.ticks } else { 0 };
        let seen = if self.is_seen() { BYTES as u64 + 12 * self.ticks } else { 0 };
        ONCE + scene as u64 + marks + seen
    }
}

#[cfg(test)]
mod tests {
    use super::super::MARKED_TICKS;
    use super::*;
    use crate::base::grid::Position;
    use crate::puzzles::johnny::Johnny;
    use crate::scene::Scene;

    #[test]
    fn the_least_number_of_ticks_that_fits_is_named() {
        let johnny = Johnny { flips: 0.2, ..Johnny::from(Position::new(60, 1)) };
        let scene = Scene::new(60, 60).seeded(1).with(johnny);
        let every_tick = Record::of(&scene, NonZero::new(1)).unwrap();
        assert!(every_tick.ticks > MARKED_TICKS);
        for limit in [2_000, 10_000, 100_000, 400_000] {
            let Err(RecordingError::TooLong { bytes, every }) = every_tick.fits(limit) else {
                panic!("it is too long");
            };
            assert!((bytes - ONCE..=bytes).contains(&(every_tick.to_ron().len() as u64)));
            let every = every.unwrap();
            let record = Record::of(&scene, Some(every)).unwrap();
            assert_eq!(record.fits(limit), Ok(()));
            assert!(record.to_ron().len() as u64 <= limit);
            let less = NonZero::new(every.get() - 1).unwrap();
            assert!(Record::of(&scene, Some(less)).unwrap().fits(limit).is_err());
        }
        let scene_alone = every_tick.fits(700);
        assert!(matches!(scene_alone, Err(RecordingError::TooLong { every: None, .. })));
    }
}
