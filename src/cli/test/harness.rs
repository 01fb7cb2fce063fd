//! Scenes as tests of a crate, by name.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};

use super::output::details;
use super::tester::Tester;
use super::{Begun, Found, RerunCommands, Smallest};
use crate::base::jobs::Jobs;
use crate::base::report::escape_controls;
use crate::cli::paths::{copyable, scene_paths};
use crate::cli::verdict::Reports;
use crate::registry::Registry;
use crate::tools::explore::Explorer;

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
            let target = [::std::file!(), ::std::env!("CARGO_CRATE_NAME")];
            $crate::cli::harness(target, $folder, $registry)
        }
    };
}

/// Runs the scenes below a folder as tests, whose names are their paths in it, without `.ron`. Relative paths begin
/// where Cargo runs tests: in the folder of their crate. The target of these tests has a file and the name of a crate.
///
/// The arguments are those of any test: filters, `--exact`, `--list`, `--test-threads`, and so on. A scene that names
/// seeds or varies fields is tested in all these worlds, and shrunk if it fails. With `watch` and a scene, the
/// arguments are those of `mazetick watch`, which shows it.
pub fn harness(target: [&str; 2], folder: impl AsRef<Path>, registry: Registry) -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let is_watch = arguments.next().is_some_and(|first| first == "watch");
    if is_watch
        && arguments
            .next()
            .is_some_and(|scene| Path::new(&scene).is_file())
    {
        return crate::cli::run(registry);
    }

    let (folder, registry) = (folder.as_ref(), Arc::new(registry));
    let mut trials = Vec::new();
    for path in scene_paths(vec![folder.to_owned()]) {
        let name = name_in(folder, path.as_deref().unwrap_or(folder));
        let call = format!("cargo test --test {} --", copyable(&target_name(target)));
        let test = SceneTest {
            exact: format!("{call} --exact {}", copyable(&name)),
            call,
            path,
            registry: Arc::clone(&registry),
        };
        trials.push(Trial::test(name, move || test.run()));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Returns the name for Cargo of the test target that has a file and a crate name: in the latter, dashes are
/// underscores.
fn target_name([file, crate_name]: [&str; 2]) -> String {
    let file = Path::new(file);
    let stem = file.file_stem();
    let folder = file.parent().and_then(Path::file_name);
    let names = [stem, folder]
        .into_iter()
        .flatten()
        .map(OsStr::to_string_lossy);
    let mut names = names.filter(|name| name.replace('-', "_") == crate_name);
    names
        .next()
        .map_or_else(|| crate_name.to_owned(), std::borrow::Cow::into_owned)
}

/// The name of a test: the path of its scene in the folder, in one line.
fn name_in(folder: &Path, scene: &Path) -> String {
    let below = scene
        .strip_prefix(folder)
        .ok()
        .filter(|below| below.file_name().is_some());
    let name = below.unwrap_or(scene).with_extension("");
    let parts: Vec<_> = name.iter().map(OsStr::to_string_lossy).collect();
    escape_controls(&parts.join("/"))
}

struct SceneTest {
    path: Result<PathBuf, Reports>,
    registry: Arc<Registry>,
    /// The command that runs these tests, before its arguments.
    call: String,
    /// The command that runs this test.
    exact: String,
}

impl SceneTest {
    fn run(&self) -> Result<(), Failed> {
        let tester = Tester {
            blesses: false,
            seeds: None,
            vary: Vec::new(),
            most_failures: u64::MAX,
            states: Explorer::default().states,
            mutates: false,
            registry: &self.registry,
        };
        let mut tested = match tester.test(&self.path, &mut None) {
            Begun::Tested(tested) => *tested,
            Begun::Property(read, property) => {
                // Other tests run on the other threads.
                let jobs = Jobs {
                    threads: 1,
                    ahead: Jobs::FEW_AHEAD,
                };
                let mut tested = tester.test_worlds(read, *property, jobs);
                tested.shrunk = Smallest::find(&tested, &self.registry, jobs.threads, || false);
                tested
            }
        };

        if let Ok(path) = &self.path
            && let Some(bad) = tested.bad_world(path)
        {
            tested.commands = RerunCommands {
                again: self.exact.clone(),
                look: format!("{} {}", self.call, bad.watch()),
            };
        }
        match &tested.found {
            Found::Unread(report) => Err(report.into()),
            _ if tested.has_passed() => Ok(()),
            _ => Err(details(&tested).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_have_their_names_for_cargo() {
        assert_eq!(target_name(["tests/mazes.rs", "mazes"]), "mazes");
        assert_eq!(target_name(["a/tests/my-mazes.rs", "my_mazes"]), "my-mazes");
        assert_eq!(
            target_name(["tests/my-mazes/main.rs", "my_mazes"]),
            "my-mazes"
        );
        assert_eq!(target_name(["tests/all.rs", "mazes"]), "mazes");
    }

    #[test]
    fn names_have_one_line() {
        let name = name_in(Path::new("scenes"), Path::new("scenes/a\nb/c.ron"));
        assert_eq!(name, "a\\nb/c");
    }
}
