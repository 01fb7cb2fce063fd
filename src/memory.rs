//! Memory: how much the machine has left.

use std::fmt;
use std::fs;

/// The machine lacks memory for a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge {
    /// The bytes that the world takes, about.
    pub(crate) needed: u64,
    /// The cells that it has.
    pub(crate) cells: usize,
    /// The bytes that are available.
    pub(crate) available: u64,
}

/// Refuses a world that would take more bytes than the machine has available; `freed` bytes are there
/// beside that.
pub(crate) fn check(needed: u64, cells: usize, freed: u64) -> Result<(), TooLarge> {
    match available() {
        Some(available) if needed > available.saturating_add(freed) => {
            Err(TooLarge { needed, cells, available })
        }
        _ => Ok(()),
    }
}

/// The memory, in bytes, that can be had without pushing anything else out; `None` where the
/// system does not say.
pub(crate) fn available() -> Option<u64> {
    of_the_machine().into_iter().chain(of_the_group()).min()
}

/// What the control group leaves free that this process sees as the uppermost: that of its container,
/// if it runs in one. Pages that the system could drop count as used there.
fn of_the_group() -> Option<u64> {
    let read = |file: &str| fs::read_to_string(format!("/sys/fs/cgroup/memory.{file}")).ok();
    let number = |text: String| text.trim().parse::<u64>().ok();
    Some(number(read("max")?)?.saturating_sub(number(read("current")?)?))
}

/// What the machine has available.
fn of_the_machine() -> Option<u64> {
    let meminfo = fs::read_to_string("/proc/meminfo").ok()?;
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a world of {} bytes for {} cells, expected at most the {} that this machine has \
             available",
            self.needed, self.cells, self.available
        )
    }
}
