//! The top-level modules of the library use one another in one direction: no chain of `crate::…`
//! paths leads from a module back to itself. Tests inside the modules may use what they like.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, iter};

/// The lines on which one module uses another, by both modules.
type Uses = BTreeMap<(String, String), Vec<String>>;

#[test]
fn no_top_level_module_leads_back_to_itself() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let root = Root::read(&src.join("lib.rs"));
    let mut uses = Uses::new();
    for file in files(&src) {
        let path = file.strip_prefix(&src).expect("a file of the library");
        let first = path.iter().next().expect("a path").to_str().expect("plain names");
        let module = first.trim_end_matches(".rs");
        let is_test = file.to_string_lossy().ends_with("tests.rs");
        if is_test || !root.modules.contains(module) {
            continue;
        }
        for (line, used) in root.uses_in(&fs::read_to_string(&file).expect("a file of text")) {
            let edge = (module.to_owned(), used);
            if edge.0 != edge.1 {
                uses.entry(edge).or_default().push(format!("src/{}:{line}", path.display()));
            }
        }
    }
    assert!(uses.len() > 100, "the modules' uses of one another were not found");
    if let Some(circle) = root.modules.iter().find_map(|module| circle_from(module, &uses)) {
        let edges = circle.iter().zip(circle.iter().cycle().skip(1));
        let lines = edges.map(|(user, used)| {
            let lines = uses[&(user.clone(), used.clone())].join("\n    ");
            format!("{user} uses {used}:\n    {lines}\n")
        });
        panic!("a circle of modules:\n{}", lines.collect::<String>());
    }
}

/// The front page of the library: its modules, and the module of each name that it re-exports.
struct Root {
    text: String,
    modules: BTreeSet<String>,
    exports: BTreeMap<String, String>,
}

impl Root {
    fn read(file: &Path) -> Self {
        let text = without_comments(&fs::read_to_string(file).expect("the front page"));
        let mut root = Self { text, modules: BTreeSet::new(), exports: BTreeMap::new() };
        for statement in root.text.split(';') {
            let words: Vec<&str> = statement.split_whitespace().collect();
            if let [.., "mod", name] = words[..] {
                root.modules.insert(name.to_owned());
            } else if let Some((_, path)) = statement.split_once("use ") {
                let names = path.rsplit_once("::").map_or(path, |(_, names)| names);
                for name in names.split(|c: char| !is_of_name(c)).filter(|name| !name.is_empty()) {
                    root.exports.insert(name.to_owned(), first_name(path).to_owned());
                }
            }
        }
        root
    }

    /// The module that a name at the root of the library is, or is re-exported from.
    fn module_of(&self, name: &str) -> Option<String> {
        if self.modules.contains(name) {
            return Some(name.to_owned());
        }
        if self.text.contains(&format!("pub const {name}:")) {
            return None;
        }
        let from = self.exports.get(name).unwrap_or_else(|| panic!("what is `crate::{name}`?"));
        self.module_of(from)
    }

    /// The modules that a file uses by `crate::…`, each with its line.
    fn uses_in(&self, text: &str) -> Vec<(usize, String)> {
        let code = without_comments(text);
        let code = code.split("#[cfg(test)]\nmod tests {").next().expect("a first part");
        let mut uses = Vec::new();
        for (at, root) in code.match_indices("crate::") {
            let path = &code[at + root.len()..];
            let line = code[..at].matches('\n').count() + 1;
            let names = match path.strip_prefix('{') {
                Some(list) => names_of_list(list),
                None => vec![first_name(path)],
            };
            uses.extend(names.into_iter().filter_map(|name| Some((line, self.module_of(name)?))));
        }
        uses
    }
}

/// The first name of each path in a list, up to its closing bracket.
fn names_of_list(list: &str) -> Vec<&str> {
    let mut depth = 1;
    let paths = list.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth == 0 || (c == ',' && depth == 1)
    });
    let names = paths.map(|path| first_name(path.trim_start()));
    names.take_while(|name| !name.is_empty()).collect()
}

fn first_name(path: &str) -> &str {
    path.split(|c: char| !is_of_name(c)).next().unwrap_or_default()
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn without_comments(text: &str) -> String {
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

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}
