//! The available memory: of the machine, the control groups of the process, its own limits.

use std::fs;
use std::path::{Path, PathBuf};

/// Available bytes, and the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Available {
    pub(super) bytes: u64,
    /// The end of "the 12 that …".
    pub(super) limit: &'static str,
}

/// Where the system publishes its numbers.
struct System {
    root: PathBuf,
}

/// The available bytes, without evicting anything else; `None` if the system does not tell.
pub(super) fn now() -> Option<Available> {
    System::here().available()
}

/// The address space that is left to the process.
pub(super) fn addresses() -> Available {
    let bytes = System::here().addresses().unwrap_or(0);
    Available { bytes, limit: "this process can have" }
}

/// The address space that is left to the process; `None` if there is no known limit.
pub(super) fn limit_of_addresses() -> Option<u64> {
    System::here().addresses()
}

/// The resident bytes of this process; 0 if the system does not tell.
pub(super) fn resident() -> u64 {
    System::here().of_the_process("VmRSS:").unwrap_or(0)
}

impl System {
    fn here() -> Self {
        Self { root: PathBuf::from("/") }
    }

    fn read(&self, path: impl AsRef<Path>) -> Option<String> {
        fs::read_to_string(self.root.join(path)).ok()
    }

    fn available(&self) -> Option<Available> {
        let machine = field(&self.read("proc/meminfo")?, "MemAvailable:");
        let machine = machine.map(|bytes| Available { bytes, limit: "this machine has available" });
        let groups = self.of_the_groups();
        let groups =
            groups.map(|bytes| Available { bytes, limit: "its control group leaves this process" });
        machine.into_iter().chain(groups).min_by_key(|available| available.bytes)
    }

    /// What the control groups of the process leave: its own, and all that contain it.
    fn of_the_groups(&self) -> Option<u64> {
        let groups = self.read("proc/self/cgroup").unwrap_or_default();
        let of_line = |line: &str| {
            let mut parts = line.splitn(3, ':');
            let (hierarchy, controllers, path) = (parts.next()?, parts.next()?, parts.next()?);
            let files = match (hierarchy, controllers) {
                ("0", "") => &SECOND,
                _ if controllers.split(',').any(|it| it == "memory") => &FIRST,
                _ => return None,
            };
            let path = path.trim_start_matches('/');
            let above =
                Path::new(path).ancestors().map(|group| files.root.to_owned() + &inside(group));
            above.filter_map(|group| self.of_group(&group, files)).min()
        };
        groups.lines().filter_map(of_line).min()
    }

    /// What a control group leaves. Pages of inactive files could be evicted.
    fn of_group(&self, group: &str, files: &GroupFiles) -> Option<u64> {
        let number = |file: &str| self.read(format!("{group}/{file}"))?.trim().parse::<u64>().ok();
        let most = number(files.most)?;
        let used = number(files.used)?;
        let stat = self.read(format!("{group}/memory.stat")).unwrap_or_default();
        let droppable = stat.lines().find_map(|line| line.strip_prefix(files.droppable));
        let droppable = droppable.and_then(|number| number.trim().parse().ok()).unwrap_or(0);
        Some(most.saturating_sub(used.saturating_sub(droppable)))
    }

    /// The address space that the process may use in addition; `None` if there is no limit.
    fn addresses(&self) -> Option<u64> {
        let limits = self.read("proc/self/limits")?;
        let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
        let most: u64 = line.split_whitespace().next()?.parse().ok()?;
        Some(most.saturating_sub(self.of_the_process("VmSize:")?))
    }

    fn of_the_process(&self, name: &str) -> Option<u64> {
        field(&self.read("proc/self/status")?, name)
    }
}

/// The bytes in a line such as `VmRSS:  12 kB`.
fn field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// A group's path below the root of all groups.
fn inside(group: &Path) -> String {
    match group.to_string_lossy() {
        group if group.is_empty() => String::new(),
        group => format!("/{group}"),
    }
}

/// The files of a version of control groups.
struct GroupFiles {
    root: &'static str,
    most: &'static str,
    used: &'static str,
    /// The line of `memory.stat` with evictable bytes.
    droppable: &'static str,
}

const FIRST: GroupFiles = GroupFiles {
    root: "sys/fs/cgroup/memory",
    most: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    droppable: "total_inactive_file ",
};

const SECOND: GroupFiles = GroupFiles {
    root: "sys/fs/cgroup",
    most: "memory.max",
    used: "memory.current",
    droppable: "inactive_file ",
};

#[cfg(test)]
mod tests {
    use super::*;

    /// A system with these files.
    fn system(files: &[(&str, &str)]) -> (tempfile::TempDir, System) {
        let root = tempfile::tempdir().expect("a folder");
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let system = System { root: root.path().to_owned() };
        (root, system)
    }

    const MEMINFO: (&str, &str) = ("proc/meminfo", "MemTotal: 9 kB\nMemAvailable:   1000 kB\n");

    #[track_caller]
    fn assert_leaves(files: &[(&str, &str)], bytes: Option<u64>) {
        let (_root, system) = system(files);
        assert_eq!(system.available().map(|available| available.bytes), bytes);
    }

    #[test]
    fn the_machine_alone() {
        assert_leaves(&[], None);
        assert_leaves(&[MEMINFO], Some(1_024_000));
    }

    #[test]
    fn a_group_of_the_second_version() {
        let own = ("proc/self/cgroup", "0::/a/b\n");
        let most = ("sys/fs/cgroup/a/b/memory.max", "500000\n");
        let used = ("sys/fs/cgroup/a/b/memory.current", "300000\n");
        assert_leaves(&[MEMINFO, own, most, used], Some(200_000));
        let stat = ("sys/fs/cgroup/a/b/memory.stat", "anon 1\ninactive_file 50000\n");
        assert_leaves(&[MEMINFO, own, most, used, stat], Some(250_000));
        let above = ("sys/fs/cgroup/a/memory.max", "400000\n");
        let used_above = ("sys/fs/cgroup/a/memory.current", "390000\n");
        assert_leaves(&[MEMINFO, own, most, used, above, used_above], Some(10_000));
        let unlimited = ("sys/fs/cgroup/a/b/memory.max", "max\n");
        assert_leaves(&[MEMINFO, own, unlimited, used], Some(1_024_000));
    }

    /// In a container the group is the root, whatever its name outside.
    #[test]
    fn a_group_of_the_first_version() {
        let own = ("proc/self/cgroup", "5:cpu:/x\n4:memory:/docker/abc\n0::/docker/abc\n");
        let most = ("sys/fs/cgroup/memory/memory.limit_in_bytes", "150000\n");
        let used = ("sys/fs/cgroup/memory/memory.usage_in_bytes", "100000\n");
        assert_leaves(&[MEMINFO, own, most, used], Some(50_000));
        let stat =
            ("sys/fs/cgroup/memory/memory.stat", "inactive_file 7\ntotal_inactive_file 20000\n");
        assert_leaves(&[MEMINFO, own, most, used, stat], Some(70_000));
    }

    #[test]
    fn a_limit_of_addresses() {
        let limits = "Limit  Soft  Hard  Units\nMax address space   5000000   unlimited   bytes\n";
        let status = ("proc/self/status", "VmSize:\t 1000 kB\nVmRSS:\t 10 kB\n");
        let (_root, limited) = system(&[("proc/self/limits", limits), status]);
        assert_eq!(limited.addresses(), Some(5_000_000 - 1_024_000));
        assert_eq!(limited.of_the_process("VmRSS:"), Some(10_240));
        let (_root, free) = system(&[
            ("proc/self/limits", "Max address space  unlimited unlimited bytes\n"),
            status,
        ]);
        assert_eq!(free.addresses(), None);
    }
}
