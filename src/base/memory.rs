//! Memory: one account of the process, in which large allocations are reserved in advance.

mod available;

use std::fmt;
use std::io;
use std::sync::{Mutex, MutexGuard};

use bevy_ecs::resource::Resource;

use crate::base::locked::locked;
use available::{Available, resident};

/// Bytes of an entity in the World's list, whose capacity doubles.
pub(crate) const LISTED_ENTITY: usize = 24;

/// Bytes of an entity in its archetype and in its table, without its components.
pub(crate) const PLACED_ENTITY: usize = 16 + 8;

/// Bytes that change detection keeps for a component.
pub(crate) const CHANGE_TICKS: usize = 8;

/// Bytes reserved for something large, until it is dropped.
///
/// A reservation is refused if the machine, a control group or a limit of the process does not
/// leave that much, in addition to what others have reserved and not yet allocated.
#[derive(Debug, Default)]
pub(crate) struct Reservation {
    bytes: u64,
    /// Whether they are allocated, so that the system counts them itself.
    is_filled: bool,
}

/// Not enough memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// What the memory was for: `a world of 12 bytes`.
    wanted: String,
    /// The available bytes.
    available: u64,
    /// The limit: `this machine`.
    limit: &'static str,
}

/// The memory that a World holds, and the shortage that stopped it. A resource of every World.
#[derive(Resource, Debug, Default)]
pub(crate) struct WorldMemory {
    pub(crate) reservation: Reservation,
    /// The number of walkers that fit into the reservation.
    pub(crate) walkers: usize,
    /// Why the last tick was not done, if memory was short.
    pub(crate) shortage: Option<Shortage>,
}

/// The sums of all reservations of the process, in bytes.
#[derive(Debug)]
struct Account {
    /// Claimed, but perhaps not yet allocated.
    promised: u64,
    /// Claimed and allocated.
    filled: u64,
    /// Freed by the process, but perhaps not yet returned by the allocator to the system.
    released: u64,
    /// What was available when almost nothing was reserved, 0 if unknown: the limit of all
    /// reservations together.
    budget: u64,
}

static ACCOUNT: Mutex<Account> =
    Mutex::new(Account { promised: 0, filled: 0, released: 0, budget: 0 });

/// Reservations up to this size are not checked: asking the system takes longer than filling them.
const SMALL: u64 = 1 << 20;

/// Below this, the process is taken to hold nothing.
const FEW: u64 = 16 * SMALL;

impl Reservation {
    /// Reserves bytes; `wanted` says for what, as in `a world of 12 bytes`.
    pub(crate) fn of(bytes: u64, wanted: impl FnOnce() -> String) -> Result<Self, Shortage> {
        let mut reservation = Self::default();
        reservation.change(bytes, wanted).map(|()| reservation)
    }

    /// Replaces the reservation by one of `bytes` bytes that are not allocated yet. What it held is
    /// released first. If that is refused, the reservation stays unchanged.
    pub(crate) fn change(
        &mut self,
        bytes: u64,
        wanted: impl FnOnce() -> String,
    ) -> Result<(), Shortage> {
        let mut account = account();
        if bytes > SMALL {
            let freed = if self.is_filled { (0, self.bytes) } else { (self.bytes, 0) };
            account.check(freed, bytes, wanted)?;
        }
        account.remove(self);
        account.promised += bytes;
        (self.bytes, self.is_filled) = (bytes, false);
        Ok(())
    }

    /// Enlarges a filled reservation. If that is refused, it stays unchanged.
    pub(crate) fn grow(
        &mut self,
        more: u64,
        wanted: impl FnOnce() -> String,
    ) -> Result<(), Shortage> {
        let mut account = account();
        if more > SMALL {
            account.check((0, 0), more, wanted)?;
        }
        account.filled += more;
        self.bytes += more;
        Ok(())
    }

    /// Sets it to this many bytes that are allocated already, such as a text that was read: it is
    /// never refused, but others take it into account.
    pub(crate) fn hold(&mut self, bytes: usize) {
        let bytes = bytes as u64;
        if (self.bytes, self.is_filled) != (bytes, true) {
            let mut account = account();
            account.remove(self);
            account.filled += bytes;
            account.released = account.released.saturating_sub(bytes);
            (self.bytes, self.is_filled) = (bytes, true);
        }
    }

    /// Marks it as allocated.
    pub(crate) fn fill(&mut self) {
        if !self.is_filled {
            let mut account = account();
            account.promised -= self.bytes;
            account.filled += self.bytes;
            account.released = account.released.saturating_sub(self.bytes);
            self.is_filled = true;
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        account().remove(self);
    }
}

fn account() -> MutexGuard<'static, Account> {
    locked(&ACCOUNT)
}

impl Account {
    /// Errs if `bytes` more do not fit after the given promised and filled bytes are released.
    fn check(
        &mut self,
        (unpromised, freed): (u64, u64),
        bytes: u64,
        wanted: impl FnOnce() -> String,
    ) -> Result<(), Shortage> {
        let (promised, filled) = (self.promised - unpromised, self.filled - freed);
        if let Some(Available { bytes: now, limit }) = available::now() {
            let kept = resident().saturating_sub(self.filled).min(self.released);
            let available = now.saturating_add(freed).saturating_add(kept);
            if self.budget == 0 || promised + filled <= FEW {
                self.budget = (now + filled).max(self.budget.min(available + filled));
            }
            let available = available.min(self.budget.saturating_sub(filled));
            let available = available.saturating_sub(promised);
            if bytes > available {
                return Err(Shortage { wanted: wanted(), available, limit });
            }
        }
        if can_reserve(bytes.saturating_add(promised).saturating_sub(freed)) {
            return Ok(());
        }
        let Available { bytes: available, limit } = available::addresses();
        Err(Shortage { wanted: wanted(), available, limit })
    }

    /// Removes a reservation from the account.
    fn remove(&mut self, reservation: &Reservation) {
        if reservation.is_filled {
            self.filled -= reservation.bytes;
            self.released += reservation.bytes;
        } else {
            self.promised -= reservation.bytes;
        }
    }
}

/// Whether this many bytes can be allocated, plus an eighth that allocators round up: in four
/// pieces, as no column of a world is larger, and since memory freed by other threads may be
/// fragmented. They are not written to, so this is cheap.
pub(crate) fn can_reserve(bytes: u64) -> bool {
    let piece = usize::try_from(bytes.saturating_add(bytes / 8).div_ceil(4));
    let mut pieces: [Vec<u8>; 4] = Default::default();
    piece.is_ok_and(|piece| pieces.iter_mut().all(|it| it.try_reserve_exact(piece).is_ok()))
}

/// The number of threads that fit into the address space. If that is limited, each is given half a
/// gibibyte: memory that one thread has freed is not always available to others.
pub(crate) fn threads_that_fit(wanted: usize) -> usize {
    const A_THREAD: u64 = 1 << 29;
    let most = available::limit_of_addresses().map_or(u64::MAX, |bytes| bytes / A_THREAD);
    wanted.min(usize::try_from(most).unwrap_or(usize::MAX)).max(1)
}

/// Reserves room for more bytes at the end, if there is memory.
pub(crate) fn make_room(bytes: &mut Vec<u8>, more: usize) -> io::Result<()> {
    /// Capacity grows by half, and by at most this.
    const STEP: usize = 1 << 26;
    let wanted = bytes.len().saturating_add(more);
    if wanted > bytes.capacity() {
        let capacity = wanted.max(bytes.len() + (bytes.len() / 2).min(STEP));
        let text = || format!("{capacity} bytes for a text");
        let _reservation = Reservation::of(capacity as u64, text).map_err(out_of_memory)?;
        bytes.try_reserve_exact(capacity - bytes.len()).map_err(|_| {
            let Available { bytes: available, limit } = available::addresses();
            out_of_memory(Shortage { wanted: text(), available, limit })
        })?;
    }
    Ok(())
}

fn out_of_memory(shortage: Shortage) -> io::Error {
    io::Error::new(io::ErrorKind::OutOfMemory, shortage)
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wanted, available, limit } = self;
        write!(f, "{wanted}, expected at most the {available} that {limit}")
    }
}

impl std::error::Error for Shortage {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reservations are refused beyond what is available, and those that were granted stay.
    #[test]
    fn a_claim_changes_grows_and_is_refused() {
        let wanted = || "bytes".to_owned();
        let mut reservation = Reservation::of(2 * SMALL, wanted).expect("two mebibytes");
        assert_eq!(reservation.change(u64::MAX / 2, wanted).expect_err("too much").wanted, "bytes");
        assert_eq!(reservation.bytes, 2 * SMALL);
        reservation.fill();
        assert!(reservation.grow(u64::MAX / 2, wanted).is_err());
        assert_eq!(reservation.grow(3 * SMALL, wanted), Ok(()));
        assert_eq!(reservation.bytes, 5 * SMALL);
        assert_eq!(reservation.change(SMALL, wanted), Ok(()));
        assert_eq!((reservation.bytes, reservation.is_filled), (SMALL, false));
    }

    /// Many small reservations, which are not checked, still leave room for others.
    #[test]
    fn small_claims_come_before_large_ones() {
        let wanted = || "bytes".to_owned();
        let small = (0..40).map(|_| Reservation::of(SMALL, wanted).expect("a mebibyte"));
        let mut small: Vec<_> = small.collect();
        small.iter_mut().for_each(Reservation::fill);
        assert!(Reservation::of(2 * SMALL, wanted).is_ok());
    }
}
