//! The memory that is available: of the machine, in the control groups of the process, under
//! `ulimit -v`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Available {
    pub(crate) bytes: u64,
    /// What limits it: the beginning of `this machine has 12`.
    pub(super) limit: &'static str,
    /// The number of threads that the address space has room for.
    pub(crate) threads: usize,
}

struct System {
    root: PathBuf,
}

impl Available {
    /// What was available when the process asked for the first time; without limit if the system
    /// does not tell.
    pub(super) fn to_process() -> Self {
        static AT_FIRST: OnceLock<Available> = OnceLock::new();
        *AT_FIRST.get_or_init(|| {
            System {
                root: PathBuf::from("/"),
            }
            .available()
        })
    }

    #[cfg(test)]
    pub(crate) fn mocked(bytes: u64) -> Self {
        Self {
            bytes,
            limit: "this test has",
            threads: usize::MAX,
        }
    }
}

impl System {
    fn available(&self) -> Available {
        /// Address space of a thread: what it frees is not always available to others.
        const A_THREAD: u64 = 1 << 29;
        let addresses = self.addresses();
        let limits = [
            (
                field(&self.read("proc/meminfo"), "MemAvailable:"),
                "this machine has",
            ),
            (self.groups(), "its control group leaves this process"),
            (addresses, "`ulimit -v` leaves this process"),
        ];
        let threads = addresses.map_or(u64::MAX, |bytes| (bytes / A_THREAD).max(1));
        let threads = usize::try_from(threads).unwrap_or(usize::MAX);
        let limits = limits
            .into_iter()
            .filter_map(|(bytes, limit)| Some((bytes?, limit)));
        let (bytes, limit) = limits.min().unwrap_or((u64::MAX, "this machine has"));
        Available {
            bytes,
            limit,
            threads,
        }
    }

    /// The text of a file; empty if there is none.
    fn read(&self, path: impl AsRef<Path>) -> String {
        fs::read_to_string(self.root.join(path)).unwrap_or_default()
    }

    /// What the control groups of the process leave: its own, and all that contain it. In a
    /// container, the group is the root, whatever its name outside.
    fn groups(&self) -> Option<u64> {
        let groups = self.read("proc/self/cgroup");
        let own = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
        Path::new(own)
            .ancestors()
            .filter_map(|group| self.group(group))
            .min()
    }

    /// What a control group leaves. Inactive files in memory can be dropped.
    fn group(&self, group: &Path) -> Option<u64> {
        let read = |file: &str| self.read(Path::new("sys/fs/cgroup").join(group).join(file));
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let (most, used) = (
            number(&read("memory.max"))?,
            number(&read("memory.current"))?,
        );
        let stat = read("memory.stat");
        let droppable = stat
            .lines()
            .find_map(|line| number(line.strip_prefix("inactive_file ")?));
        Some(most.saturating_sub(used.saturating_sub(droppable.unwrap_or(0))))
    }

    /// The address space that the process may use in addition; `None` if it has no limit.
    fn addresses(&self) -> Option<u64> {
        let limits = self.read("proc/self/limits");
        let line = limits
            .lines()
            .find_map(|line| line.strip_prefix("Max address space"))?;
        let most: u64 = line.split_whitespace().next()?.parse().ok()?;
        Some(most.saturating_sub(field(&self.read("proc/self/status"), "VmSize:")?))
    }
}

/// The bytes in a line such as `VmSize:  12 kB`.
fn field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn available(files: &[(&str, &str)]) -> Available {
        let root = tempfile::tempdir().expect("a folder");
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        System {
            root: root.path().to_owned(),
        }
        .available()
    }

    #[test]
    fn the_narrowest_limit_counts() {
        let machine = ("proc/meminfo", "MemTotal: 9 kB\nMemAvailable:   1000 kB\n");
        let own = ("proc/self/cgroup", "5:cpu:/x\n4:memory:/d/c\n0::/a/b\n");
        let second = [
            ("sys/fs/cgroup/a/b/memory.max", "500000\n"),
            ("sys/fs/cgroup/a/b/memory.current", "300000\n"),
            (
                "sys/fs/cgroup/a/b/memory.stat",
                "anon 1\ninactive_file 50000\n",
            ),
        ];
        let above = [
            ("sys/fs/cgroup/a/memory.max", "400000\n"),
            ("sys/fs/cgroup/a/memory.current", "390000\n"),
        ];
        let unlimited = [("sys/fs/cgroup/a/b/memory.max", "max\n")];
        let status = ("proc/self/status", "VmSize:\t 1000 kB\nVmRSS:\t 10 kB\n");
        let addresses = "Limit  Soft  Hard  Units\nMax address space   2000000000   unlimited\n";
        let addresses = ("proc/self/limits", addresses);
        let no_addresses = (
            "proc/self/limits",
            "Max address space  unlimited unlimited bytes\n",
        );
        for (files, bytes, threads) in [
            (vec![], u64::MAX, usize::MAX),
            (vec![machine], 1_024_000, usize::MAX),
            (
                [&[machine, own][..], &second[..2]].concat(),
                200_000,
                usize::MAX,
            ),
            ([&[machine, own][..], &second].concat(), 250_000, usize::MAX),
            (
                [&[machine, own][..], &second, &above].concat(),
                10_000,
                usize::MAX,
            ),
            (
                [&[machine, own][..], &second[1..], &unlimited].concat(),
                1_024_000,
                usize::MAX,
            ),
            (vec![addresses, status], 2_000_000_000 - 1_024_000, 3),
            (vec![machine, addresses, status], 1_024_000, 3),
            (vec![no_addresses, status], u64::MAX, usize::MAX),
        ] {
            let found = available(&files);
            assert_eq!((found.bytes, found.threads), (bytes, threads), "{files:?}");
        }
    }
}
