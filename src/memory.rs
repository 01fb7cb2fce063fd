//! Memory: one account of the process, in which everything large is claimed before it is allocated.

mod available;

use std::fmt;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bevy_ecs::resource::Resource;

use available::{Available, resident};

/// Bytes that were claimed for something large, until it is dropped.
///
/// Whoever claims is refused where the machine, a control group or a limit of the process does not
/// leave that much, beside what others have claimed and not yet allocated.
#[derive(Debug, Default)]
pub(crate) struct Claim {
    bytes: u64,
    /// Whether they are allocated, so that the system counts them itself.
    is_filled: bool,
}

/// The process cannot have as much memory as something takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// What it was wanted for: `a world of 12 bytes`.
    wanted: String,
    /// The bytes that can be had.
    available: u64,
    /// What limits them: `this machine`.
    limit: &'static str,
}

/// What a World holds, and what it could not have. A resource of every World.
#[derive(Resource, Debug, Default)]
pub(crate) struct WorldMemory {
    pub(crate) claim: Claim,
    /// How many walkers there is room for in the claim.
    pub(crate) walkers: usize,
    /// Why the last tick was not done, if that was for want of memory.
    pub(crate) shortage: Option<Shortage>,
}

/// All claims of the process, by their bytes.
#[derive(Debug)]
struct Account {
    /// Claimed, but not known to be allocated.
    promised: u64,
    /// Claimed and allocated.
    filled: u64,
    /// Given back to the allocator, which may not have given it back to the system.
    released: u64,
    /// What was available when next to nothing was claimed, 0 if that is not known: all claims together
    /// are no more than that.
    budget: u64,
}

static ACCOUNT: Mutex<Account> =
    Mutex::new(Account { promised: 0, filled: 0, released: 0, budget: 0 });

/// Claims up to this size are not held against what is available: to ask the system takes longer than
/// to fill them.
const SMALL: u64 = 1 << 20;

/// Claims that are next to nothing.
const FEW: u64 = 16 * SMALL;

impl Claim {
    /// Claims bytes; `wanted` says what for, as in `a world of 12 bytes`.
    pub(crate) fn of(bytes: u64, wanted: impl FnOnce() -> String) -> Result<Self, Shortage> {
        let mut claim = Self::default();
        claim.change(bytes, wanted).map(|()| claim)
    }

    /// Makes it a claim of so many bytes, none of them allocated: what it was for is given back first.
    /// If that is refused, the claim stays as it is.
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

    /// Makes a filled claim larger. If that is refused, it stays as it is.
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

    /// Makes it a claim of so many bytes that are there already, such as a text that was read: it is not
    /// refused, but others see it.
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

    /// Says that what it is for is allocated.
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

impl Drop for Claim {
    fn drop(&mut self) {
        account().remove(self);
    }
}

fn account() -> MutexGuard<'static, Account> {
    ACCOUNT.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Account {
    /// Refuses bytes, if they cannot be had once so many promised ones and so many filled ones are given
    /// back.
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

    /// Takes a claim out of the account.
    fn remove(&mut self, claim: &Claim) {
        if claim.is_filled {
            self.filled -= claim.bytes;
            self.released += claim.bytes;
        } else {
            self.promised -= claim.bytes;
        }
    }
}

/// Whether so many bytes can be allocated, with an eighth beside them for what allocators round up: in
/// four pieces, as no column of a world is larger. What an allocator got back from other threads need not
/// be in one piece. Nothing is written to them, so this costs next to nothing.
pub(crate) fn can_reserve(bytes: u64) -> bool {
    let piece = usize::try_from(bytes.saturating_add(bytes / 8).div_ceil(4));
    let mut pieces: [Vec<u8>; 4] = Default::default();
    piece.is_ok_and(|piece| pieces.iter_mut().all(|it| it.try_reserve_exact(piece).is_ok()))
}

/// How many threads there are addresses for. Under a limit of addresses each is given half a gibibyte: what
/// one has given back to the allocator, others cannot always have.
pub(crate) fn threads(wanted: usize) -> usize {
    const A_THREAD: u64 = 1 << 29;
    let most = available::limit_of_addresses().map_or(u64::MAX, |bytes| bytes / A_THREAD);
    wanted.min(usize::try_from(most).unwrap_or(usize::MAX)).max(1)
}

/// Makes room for more bytes behind those that are there, if they can be had.
pub(crate) fn make_room(bytes: &mut Vec<u8>, more: usize) -> io::Result<()> {
    /// Room grows by half, and by no more than this.
    const STEP: usize = 1 << 26;
    let wanted = bytes.len().saturating_add(more);
    if wanted > bytes.capacity() {
        let capacity = wanted.max(bytes.len() + (bytes.len() / 2).min(STEP));
        let text = || format!("{capacity} bytes for a text");
        let _claim = Claim::of(capacity as u64, text).map_err(out_of_memory)?;
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

    /// Claims are refused beyond all that there can be, and what was held is held still.
    #[test]
    fn a_claim_changes_grows_and_is_refused() {
        let wanted = || "bytes".to_owned();
        let mut claim = Claim::of(2 * SMALL, wanted).expect("two mebibytes");
        assert_eq!(claim.change(u64::MAX / 2, wanted).expect_err("too much").wanted, "bytes");
        assert_eq!(claim.bytes, 2 * SMALL);
        claim.fill();
        assert!(claim.grow(u64::MAX / 2, wanted).is_err());
        assert_eq!(claim.grow(3 * SMALL, wanted), Ok(()));
        assert_eq!(claim.bytes, 5 * SMALL);
        assert_eq!(claim.change(SMALL, wanted), Ok(()));
        assert_eq!((claim.bytes, claim.is_filled), (SMALL, false));
    }

    /// Many small claims, none of which was held against anything, leave room for others.
    #[test]
    fn small_claims_come_before_large_ones() {
        let wanted = || "bytes".to_owned();
        let small = (0..40).map(|_| Claim::of(SMALL, wanted).expect("a mebibyte"));
        let mut small: Vec<_> = small.collect();
        small.iter_mut().for_each(Claim::fill);
        assert!(Claim::of(2 * SMALL, wanted).is_ok());
    }
}
