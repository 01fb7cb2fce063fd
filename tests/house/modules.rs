//! The library is built in strata: each uses only those that stand below it. Within a stratum, no
//! chain of paths leads from a module back to itself. A stratum's own file may use what it passes on:
//! its type is what they are about, as a scene is made of ingredients, which are checked in a scene. Tests
//! inside the modules may use what they like.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, iter};

/// From the lowest to the highest.
pub(crate) const STRATA: [&str; 11] = [
    "base", "engine", "picture", "view", "scene", "contest", "registry", "tools", "puzzles",
    "standard", "cli",
];

/// The lines on which one module uses another, by both modules.
type Uses = BTreeMap<(String, String), Vec<String>>;

#[test]
fn strata_use_only_lower_ones() {
    let mut wrong = Vec::new();
    for ((user, used), lines) in uses() {
        if height(&used) > height(&user) {
            wrong.push(format!("{user} uses {used}:\n    {}", lines.join("\n    ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_module_leads_back_to_itself() {
    let uses = uses();
    let modules: BTreeSet<&String> = uses.keys().map(|(user, _)| user).collect();
    if let Some(circle) = modules
        .into_iter()
        .find_map(|module| circle_from(module, &uses))
    {
        let edges = circle.iter().zip(circle.iter().cycle().skip(1));
        let lines = edges.map(|(user, used)| {
            let lines = uses[&(user.clone(), used.clone())].join("\n    ");
            format!("{user} uses {used}:\n    {lines}\n")
        });
        panic!("a circle of modules:\n{}", lines.collect::<String>());
    }
}

/// Files in one folder: none leads back to itself by `super::…`.
#[test]
fn no_file_leads_back_to_itself() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut edges = Uses::new();
    for file in files(&src) {
        let folder = file.parent().expect("a folder").to_owned();
        let text = without_comments(&fs::read_to_string(&file).expect("a file of text"));
        let code = text
            .split("#[cfg(test)]\nmod tests {")
            .next()
            .expect("a first part");
        for (at, _) in code
            .match_indices("use super::")
            .filter(|&(at, _)| !code[..at].ends_with(' '))
        {
            for path in paths(&code[at + "use super::".len()..]) {
                let name = path.split("::").next().expect("a first name");
                let beside = folder.join(name).with_extension("rs");
                if beside.is_file() && beside != file {
                    let edge = (file.display().to_string(), beside.display().to_string());
                    edges.entry(edge).or_default().push(path);
                }
            }
        }
    }
    assert!(
        edges.len() > 100,
        "the files' uses of one another were not found"
    );
    let files: BTreeSet<&String> = edges.keys().map(|(user, _)| user).collect();
    let circle = files.into_iter().find_map(|file| circle_from(file, &edges));
    assert_eq!(circle, None, "a circle of files");
}

fn height(module: &str) -> usize {
    let stratum = module.split("::").next().expect("a first name");
    let place = STRATA.iter().position(|it| *it == stratum);
    place.unwrap_or_else(|| panic!("`{stratum}` is no stratum"))
}

/// Who uses whom in `src`.
fn uses() -> Uses {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut uses = Uses::new();
    for file in files(&src) {
        let path = file.strip_prefix(&src).expect("a file of the library");
        let names: Vec<&str> = path
            .iter()
            .map(|name| name.to_str().expect("a name"))
            .collect();
        let name = names.join("::").trim_end_matches(".rs").to_owned();
        if ["lib", "main", "prelude"].contains(&name.as_str()) || name.ends_with("tests") {
            continue;
        }
        let from = module(&name);
        for (line, used) in uses_in(&fs::read_to_string(&file).expect("a file of text"), &names) {
            if from != used {
                let line = format!("src/{}:{line}", path.display());
                uses.entry((from.clone(), used)).or_default().push(line);
            }
        }
    }
    assert!(
        uses.len() > 100,
        "the modules' uses of one another were not found"
    );
    uses
}

/// The module that a path is in: a stratum, or a module of one. A name that the stratum's own file passes on is in
/// the module that has it.
fn module(path: &str) -> String {
    let names: Vec<&str> = path.split("::").collect();
    let (stratum, Some(name)) = (names[0], names.get(1)) else {
        return path.to_owned();
    };
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    if src.join(stratum).join(name).with_extension("rs").is_file() {
        return format!("{stratum}::{name}");
    }
    let root = fs::read_to_string(src.join(stratum).with_extension("rs")).expect("a stratum");
    let passed_on =
        statements(&without_comments(&root))
            .into_iter()
            .find_map(|(is_passed, path)| {
                let (module, names) = path.split_once("::").filter(|_| is_passed)?;
                names
                    .split("::")
                    .last()
                    .filter(|it| it == name)
                    .map(|_| module.to_owned())
            });
    passed_on.map_or_else(
        || stratum.to_owned(),
        |module| format!("{stratum}::{module}"),
    )
}

/// The paths of the `use` statements of a file, each with whether it is passed on.
pub(crate) fn statements(code: &str) -> Vec<(bool, String)> {
    let mut statements = Vec::new();
    for line in code.match_indices("use ") {
        let before = code[..line.0].rsplit('\n').next().expect("a line");
        if before.is_empty() || before.starts_with("pub") {
            let is_passed = !before.is_empty();
            statements.extend(paths(&code[line.0 + 4..]).map(|path| (is_passed, path)));
        }
    }
    statements
}

/// The modules that a file uses by `crate::…` or `super::…`, and a stratum's own file by the names of its
/// modules, each with its line.
fn uses_in(text: &str, names: &[&str]) -> Vec<(usize, String)> {
    let code = without_comments(text);
    let code = code
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .expect("a first part");
    let line = |at: usize| code[..at].matches('\n').count() + 1;
    let mut uses = Vec::new();
    for (at, root) in code.match_indices("crate::") {
        if !code[..at].ends_with("in ") {
            let paths = paths(&code[at + root.len()..]);
            uses.extend(paths.map(|path| (line(at), module(&path))));
        }
    }
    for (at, root) in code.match_indices("super::") {
        let above = code[..at]
            .rsplit(|c: char| c != ':' && !is_of_name(c))
            .next()
            .unwrap_or_default();
        let steps = above.matches("super::").count() + 1;
        let behind = &code[at + root.len()..];
        if steps < names.len() && !behind.starts_with("super::") {
            let folder = names[..names.len() - steps].join("::");
            let paths = paths(behind).map(|path| format!("{folder}::{path}"));
            uses.extend(paths.map(|path| (line(at), module(&path))));
        }
    }
    if let [stratum] = names {
        let stratum = stratum.trim_end_matches(".rs");
        let own = code.lines().filter(|line| !line.starts_with("pub"));
        let own = own.collect::<Vec<_>>().join("\n");
        let modules = code.lines().filter_map(|line| {
            line.split_once("mod ")
                .and_then(|(_, name)| name.strip_suffix(';'))
        });
        let inner = modules.filter(|name| {
            let path = format!("{name}::");
            let mut places = own.match_indices(&path).map(|(at, _)| at);
            places.any(|at| !own[..at].ends_with(|c| c == ':' || is_of_name(c)))
        });
        uses.extend(inner.map(|name| (1, module(&format!("{stratum}::{name}")))));
    }
    uses
}

/// The paths behind a `crate::`: one, or those of a list.
fn paths(code: &str) -> impl Iterator<Item = String> + '_ {
    let mut depth = 0;
    let end = code.find(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth <= 0 && !is_of_name(c) && !":{}".contains(c)
    });
    let code = &code[..end.unwrap_or(code.len())];
    let (first, names) = code.split_once('{').unwrap_or((code, ""));
    let names = names.trim_end().strip_suffix('}').unwrap_or(names);
    let mut depth = 0;
    names
        .split(move |c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            c == ',' && depth == 0
        })
        .map(move |name| format!("{first}{}", name.trim()))
        .filter(|path| !path.is_empty() && !path.ends_with("::"))
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

pub(crate) fn without_comments(text: &str) -> String {
    text.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .flat_map(|it| [it, "\n"])
        .collect()
}

/// The shortest cycle through a module, if there is one: each module uses the next, the last the
/// first.
fn circle_from(module: &str, uses: &Uses) -> Option<Vec<String>> {
    let mut ways = vec![vec![module.to_owned()]];
    let mut seen = BTreeSet::new();
    for place in 0.. {
        let way = ways.get(place)?.clone();
        for (_, used) in uses.keys().filter(|(user, _)| Some(user) == way.last()) {
            if used == module {
                return Some(way);
            }
            if seen.insert(used) {
                ways.push(way.iter().chain(iter::once(used)).cloned().collect());
            }
        }
    }
    None
}

pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}
