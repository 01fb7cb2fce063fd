//! Walks on foot: only walls stop the walker.

use crate::search::{Gait, Trail};
use crate::walker::Walker;

/// On foot: one pose, four ways.
pub(crate) struct OnFoot;

impl Gait for OnFoot {
    type Trail = Trail<1>;
    type Reads = ();
    const POSES: usize = 1;

    fn posed(_: usize) -> Walker {
        Walker::default()
    }

    #[inline]
    fn pose(_: Walker) -> usize {
        0
    }
}
