//! The limits, all in one place.

/// Cells of a grid: 8192 × 8192.
pub const CELLS: u64 = 1 << 26;

/// Characters of a name.
pub const NAME: usize = 1000;

/// How deeply values may nest in a scene file.
pub const NESTING: usize = 32;

/// How many faults are reported of one scene or one contest input.
pub const FAULTS: usize = 100;

/// How many intersections an arrow maze of a contest may span whatever it lists: 1024 × 1024.
pub const UNLISTED_INTERSECTIONS: u64 = 1 << 20;

/// How many intersections an arrow maze may span for each that it lists, beyond that.
pub const INTERSECTIONS_PER_SIGN: u64 = 16;

/// The memory, in bytes, that can be had without pushing anything else out; `None` where the
/// system does not say.
#[must_use]
pub fn available_memory() -> Option<u64> {
    let meminfo = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}
