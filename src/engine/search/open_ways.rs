//! The ways that a walker tries, in their order.

use super::gait::Gait;
use crate::base::heading::Heading;

/// The open headings of a walker, in the order in which its gait tries them: two bits each, the first
/// one lowest, with a 1 above the last as the end.
///
/// They are looked up. No branch asks whether a way is open: it is as often open as closed, so it would
/// be mispredicted.
pub(super) struct OpenWays(pub(super) u32);

/// The open ways by the heading of a walker, and by the bits of the set that is open.
pub(super) type OpenSets = [[u32; 16]; 4];

impl OpenWays {
    /// Those of every set; without the way back, if that is not tried.
    pub(super) const fn of_sets<G: Gait>(without_back: bool) -> OpenSets {
        let mut all = [[1; 16]; 4];
        let fan = if G::FAN < 4 { G::FAN } else { 4 }; // more is refused
        let mut at = 0;
        while at < 4 * 16 * fan {
            // From the last heading to the first.
            let (set, travel) = (at % 16, at / 16 % 4);
            let heading = G::ORDERS[travel][fan - 1 - at / 64];
            let is_tried = !without_back || heading as usize != travel ^ 1;
            if is_tried && set >> heading as usize & 1 == 1 {
                let open = &mut all[travel][set];
                *open = *open << 2 | heading as u32;
            }
            at += 1;
        }
        all
    }
}

impl Iterator for OpenWays {
    type Item = Heading;

    #[inline]
    fn next(&mut self) -> Option<Heading> {
        let heading = Heading::from_bits((self.0 & 3) as u8);
        let is_some = self.0 != 1;
        self.0 >>= 2;
        is_some.then_some(heading)
    }
}
