//! The phases of a tick, as the page on extending lists them.

use std::fs;
use std::path::Path;

#[test]
fn the_page_lists_the_phases_of_a_tick() {
    let read = |path| {
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path))
            .expect("a file of text")
    };
    let source = read("src/engine/tick.rs");
    let (_, variants) = source
        .split_once("pub enum TickPhase {")
        .expect("the enum of phases");
    let (variants, _) = variants.split_once("\n}").expect("the end of the enum");
    let mut rows = vec![
        "| phase | what runs in it |".to_owned(),
        "|---|---|".to_owned(),
    ];
    let mut docs = Vec::new();
    for line in variants.lines().map(str::trim) {
        if let Some(doc) = line.strip_prefix("/// ") {
            docs.push(without_links(doc));
        } else if let Some(variant) = line.strip_suffix(',') {
            rows.push(format!("| `{variant}` | {} |", docs.join(" ")));
            docs.clear();
        }
    }
    assert!(rows.len() > 8, "the phases were not found");
    let page = read("docs/extending.md");
    let from_head = page.lines().skip_while(|&line| line != rows[0]);
    let table: Vec<&str> = from_head.take_while(|line| line.starts_with('|')).collect();
    assert_eq!(table, rows);
}

/// The text with the words of its links in place of the links.
fn without_links(text: &str) -> String {
    let mut parts = text.split('[');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (words, rest) = part.split_once("](").expect("a link");
        text + words + rest.split_once(')').expect("the end of a link").1
    })
}
