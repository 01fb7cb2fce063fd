//! The README is true: its commands print what it shows, its scenes are the committed ones, and its
//! Rust is what is tested as examples and on the crate's front page.

use std::fs;

use mazetick::Scene;

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The fenced blocks of a language, each with the text before it.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<(&'a str, &'a str)> {
    let opening = format!("\n```{language}\n");
    let blocks = page.match_indices(&opening).map(|(at, _)| {
        let block = &page[at + opening.len()..];
        let end = block.find("```\n").expect("the block is closed");
        (&page[..at], &block[..end])
    });
    blocks.collect()
}

#[test]
fn commands_print_what_the_readme_shows() {
    trycmd::TestCases::new().case("README.md");
}

/// A scene that the page shows with what it expects is the whole file; of others the page leaves that
/// out.
#[test]
fn scenes_are_the_committed_ones() {
    let readme = read("README.md");
    let (mut with_expectations, mut without) = (0, 0);
    for (before, scene) in blocks(&readme, "ron") {
        // The last path before the scene names its file: `scenes/….ron`.
        let path = before.rsplit('`').find(|word| word.starts_with("scenes/")).expect("a path");
        let committed = read(path);
        if scene.contains("expect:") {
            with_expectations += 1;
            assert_eq!(scene, committed, "{path}");
            continue;
        }
        without += 1;
        let shown = scene.trim_end().strip_suffix(')').expect("a scene ends so");
        assert!(committed.contains(shown), "{path} does not contain\n{shown}");
        let mut committed = Scene::from_ron(&committed).expect("a scene");
        committed.expect.clear();
        assert_eq!(Scene::from_ron(scene), Ok(committed), "{path}");
    }
    assert!(without >= 6, "every problem shows a scene");
    assert!(with_expectations >= 1, "a scene shows what it expects");
}

/// Rust that follows the name of an example is from there; other Rust is on the front page.
#[test]
fn rust_is_from_the_examples_and_the_front_page() {
    let readme = read("README.md");
    let front_page: Vec<_> = read("src/lib.rs")
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)))
        .collect();
    let front_page = front_page.concat();
    let mut on_the_front_page = 0;
    for (before, code) in blocks(&readme, "rust") {
        let paragraph = before.trim_end().rsplit("\n\n").next().unwrap_or_default();
        if let Some(path) = paragraph.split('`').find(|word| word.starts_with("examples/")) {
            let inside = read(path).replace("\n    ", "\n");
            assert!(inside.contains(code), "not in {path}:\n{code}");
        } else {
            on_the_front_page += 1;
            assert!(front_page.contains(code), "not in src/lib.rs:\n{code}");
        }
    }
    assert_eq!(on_the_front_page, 1);
}

#[test]
fn every_path_of_the_layout_exists() {
    let readme = read("README.md");
    let (_, layout) = readme.split_once("\n## Layout\n").expect("the section");
    let paths = blocks(layout, "text")[0].1.split_whitespace();
    for path in paths.filter(|word| word.starts_with("src/") || word.ends_with('/')) {
        let found = [path.to_owned(), format!("src/{path}")].iter().any(|p| fs::exists(p).unwrap());
        assert!(found, "{path} does not exist");
    }
}
