//! The source reads well: summaries stand alone, names are nouns, and every folder keeps to its lines.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::modules::files;

/// Words that lean on the line above: a summary that opens with one cannot be read alone.
const LEANING: [&str; 30] = [
    "Above", "As", "Behind", "Below", "Besides", "By", "For", "From", "He", "In", "It", "Its",
    "Itself", "Of", "On", "Out", "She", "So", "Such", "That", "Their", "Them", "These", "They",
    "This", "Those", "To", "Under", "With", "Without",
];

/// The lines of Rust that each folder of `src` may have, with the file beside it. A change that needs more raises
/// the figure, and says why in its message.
const LINES: [(&str, usize); 14] = [
    ("base", 2985),
    ("cli", 9065),
    ("contest", 1245),
    ("engine", 7025),
    ("lib", 140),
    ("main", 20),
    ("picture", 4065),
    ("prelude", 20),
    ("puzzles", 7365),
    ("registry", 2415),
    ("scene", 4420),
    ("standard", 115),
    ("tools", 8400),
    ("view", 1065),
];

/// The files of `src`, by their paths below it, with their texts.
fn sources() -> BTreeMap<String, String> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let rust =
        files(&src).into_iter().filter(|file| file.extension().is_some_and(|end| end == "rs"));
    let sources = rust.map(|file| {
        let path = file.strip_prefix(&src).expect("a file of the library").display().to_string();
        (path, fs::read_to_string(&file).expect("a file of text"))
    });
    sources.collect()
}

/// The first words of the doc comments of a text, each with its line.
fn summaries(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut before = None;
    text.lines().enumerate().filter_map(move |(line, text)| {
        let text = text.trim_start();
        let doc = text.strip_prefix("/// ").or_else(|| text.strip_prefix("//! "));
        let is_first =
            before.replace(text.starts_with("///") || text.starts_with("//!")) != Some(true);
        doc.filter(|_| is_first).map(|doc| (line + 1, doc))
    })
}

#[test]
fn summaries_stand_alone() {
    let mut leaning = Vec::new();
    for (path, text) in sources() {
        for (line, summary) in summaries(&text) {
            let first = summary.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            if LEANING.contains(&first) {
                leaning.push(format!("src/{path}:{line}: {summary}"));
            }
        }
    }
    assert!(leaning.is_empty(), "{}", leaning.join("\n"));
}

#[test]
fn folders_keep_to_their_lines() {
    let mut lines = BTreeMap::new();
    for (path, text) in sources() {
        let folder = path.split(['/', '\\', '.']).next().expect("a first name").to_owned();
        *lines.entry(folder).or_insert(0) += text.lines().count();
    }
    for (folder, count) in lines {
        let budget = LINES.iter().find(|(name, _)| *name == folder);
        let (_, budget) = budget.unwrap_or_else(|| panic!("src/{folder} has no budget of lines"));
        assert!(count <= *budget, "src/{folder} has {count} lines, more than its {budget}");
    }
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
        let lines = text.lines().map(str::trim).filter(|line| !line.starts_with("//"));
        found.extend(lines.filter(|line| is_name(line)).map(|line| format!("src/{path}: {line}")));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
