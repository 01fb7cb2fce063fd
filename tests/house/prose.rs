//! Names in the source are nouns.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::modules::files;

/// The files of `src`, by their paths below it, with their texts.
fn sources() -> BTreeMap<String, String> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let rust = files(&src)
        .into_iter()
        .filter(|file| file.extension().is_some_and(|end| end == "rs"));
    let sources = rust.map(|file| {
        let path = file
            .strip_prefix(&src)
            .expect("a file of the library")
            .display()
            .to_string();
        (path, fs::read_to_string(&file).expect("a file of text"))
    });
    sources.collect()
}

#[test]
fn no_field_or_parameter_is_called_of() {
    let is_name = |line: &str| {
        line.match_indices("of:").any(|(at, _)| {
            let is_word = line[..at].ends_with([' ', '(', '{', '|']) || at == 0;
            is_word && !line[at..].starts_with("of::")
        })
    };
    let mut found = Vec::new();
    for (path, text) in sources() {
        let lines = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.starts_with("//"));
        found.extend(
            lines
                .filter(|line| is_name(line))
                .map(|line| format!("src/{path}: {line}")),
        );
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
