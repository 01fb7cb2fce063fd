//! Scenes as tests of a crate, by name.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};

use super::Begun;
use super::output::details;
use super::shrink::Shrunk;
use super::tester::Tester;
use crate::base::jobs::Jobs;
use crate::cli::paths::{copyable, scene_paths};
use crate::cli::verdict::Reports;
use crate::registry::Registry;

/// Makes the `main` of a test target in which each scene of a folder is a test, as
/// [`cli::harness`](crate::cli::harness) runs them.
///
/// ```no_run
/// // tests/scenes.rs, with `harness = false` for this target in `Cargo.toml`
/// mazetick::harness!("scenes", mazetick::registry::Registry::standard());
/// ```
#[macro_export]
macro_rules! harness {
    ($folder:expr, $registry:expr $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            $crate::cli::harness($folder, $registry)
        }
    };
}

/// Runs the scenes below a folder as tests, whose names are their paths in it, without `.ron`. Relative paths begin
/// where Cargo runs tests: in the folder of their crate.
///
/// The arguments are those of any test: filters, `--exact`, `--list`, `--test-threads`, and so on. A scene that names
/// seeds or varies fields is tested in all these worlds, and shrunk if it fails.
pub fn harness(folder: impl AsRef<Path>, registry: Registry) -> ExitCode {
    let (folder, registry) = (folder.as_ref(), Arc::new(registry));
    let trials = scene_paths(vec![folder.to_owned()]).map(|path| {
        let name = name_in(folder, path.as_deref().unwrap_or(folder));
        let registry = Arc::clone(&registry);
        Trial::test(name.clone(), move || test(&name, &path, &registry))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

fn name_in(folder: &Path, scene: &Path) -> String {
    let below = scene
        .strip_prefix(folder)
        .ok()
        .filter(|below| below.file_name().is_some());
    let name = below.unwrap_or(scene).with_extension("");
    name.iter()
        .map(OsStr::to_string_lossy)
        .collect::<Vec<_>>()
        .join("/")
}

fn test(name: &str, path: &Result<PathBuf, Reports>, registry: &Registry) -> Result<(), Failed> {
    let (blesses, seeds, vary, most_failures) = (false, None, Vec::new(), u64::MAX);
    let tester = Tester {
        blesses,
        seeds,
        vary,
        most_failures,
        registry,
    };
    let mut result = match tester.test(path, &mut None) {
        Begun::Tested(result) => *result,
        Begun::Property(file, property) => {
            // Other tests run on the other threads.
            let jobs = Jobs {
                threads: 1,
                ahead: Jobs::FEW_AHEAD,
            };
            let mut result = tester.test_worlds(&file, &property, jobs);
            let failed = result.failed.take();
            result.shrunk = failed.map(|it| Shrunk::new(&it, registry, jobs.threads, || false));
            result
        }
    };
    if let Some(answer) = &mut result.answer {
        // There may be no program that has this registry.
        answer.again = format!("cargo test -- --exact {}", copyable(name));
    }
    match &result.unread {
        Some(report) => Err(report.into()),
        None if result.has_passed() => Ok(()),
        None => Err(details(&result).into()),
    }
}
