//! The README is true: its commands print what it shows, its scenes are the committed ones, and its
//! example is the one that is tested on the crate's front page.

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

/// The page leaves out what the committed scenes expect.
#[test]
fn scenes_are_the_committed_ones() {
    let readme = read("README.md");
    let scenes = blocks(&readme, "ron");
    let scenes: Vec<_> =
        scenes.into_iter().filter(|(_, scene)| !scene.contains("expect:")).collect();
    assert!(scenes.len() >= 6, "every problem shows a scene");
    for (before, scene) in scenes {
        // The last path before the scene names its file: `scenes/….ron`.
        let path = before.rsplit('`').find(|word| word.starts_with("scenes/")).expect("a path");
        let shown = scene.trim_end().strip_suffix(')').expect("a scene ends so");
        let committed = read(path);
        assert!(committed.contains(shown), "{path} does not contain\n{shown}");
        let mut committed = Scene::from_ron(&committed).expect("a scene");
        committed.expect.clear();
        assert_eq!(Scene::from_ron(scene), Ok(committed), "{path}");
    }
}

#[test]
fn the_example_is_the_one_of_the_front_page() {
    let readme = read("README.md");
    let front_page: Vec<_> = read("src/lib.rs")
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)))
        .collect();
    let front_page = front_page.concat();
    let examples = blocks(&readme, "rust");
    assert_eq!(examples.len(), 1);
    assert!(front_page.contains(examples[0].1), "not in src/lib.rs:\n{}", examples[0].1);
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
