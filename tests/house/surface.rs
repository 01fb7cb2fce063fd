//! How many names meet who uses the library: in the prelude, and at the top of its modules.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::modules::{statements, without_comments};

/// The code of a module at the top of the library.
fn code(module: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src")
        .join(module)
        .with_extension("rs");
    without_comments(&fs::read_to_string(path).expect("a module of the library"))
}

/// The names that a module offers itself: what it defines and what it passes on.
fn names(module: &str) -> BTreeSet<String> {
    let code = code(module);
    let public = code.lines().filter(|line| !line.starts_with("pub(crate)"));
    let public: String = public.flat_map(|line| [line, "\n"]).collect();
    let defined = public.lines().filter_map(|line| {
        let (kind, name) = line.strip_prefix("pub ")?.split_once(' ')?;
        let is_module = ["mod", "use"].contains(&kind);
        (!is_module).then(|| {
            name.split(|c: char| !c.is_alphanumeric() && c != '_')
                .next()
        })?
    });
    let passed_on = statements(&public)
        .into_iter()
        .filter(|(is_passed_on, _)| *is_passed_on);
    let last = |path: String| path.rsplit("::").next().expect("a last name").to_owned();
    defined
        .map(str::to_owned)
        .chain(passed_on.map(|(_, path)| last(path)))
        .collect()
}

#[test]
fn the_prelude_is_short() {
    let names = names("prelude");
    assert!(
        names.contains("Scene") && names.contains("Sweep"),
        "{names:?}"
    );
    assert!(names.len() <= 33, "{} names: {names:?}", names.len());
}

#[test]
fn few_names_are_at_the_top_of_modules() {
    let root = code("lib");
    let modules = root
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let modules: Vec<&str> = modules.collect();
    let all: BTreeSet<String> = modules
        .iter()
        .copied()
        .chain(["lib"])
        .flat_map(names)
        .collect();
    assert!(modules.contains(&"puzzles") && all.contains("RULES") && all.contains("Registry"));
    assert!(all.len() <= 67, "{} names: {all:?}", all.len());
}
