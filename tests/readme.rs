//! The README is correct: its commands print what it shows, its scenes are the committed ones, and
//! its Rust code is from the tested examples and the crate's front page.

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

/// A scene shown with expectations is the whole file; other scenes are shown without their
/// expectations.
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
        let committed = Scene::from_ron(&committed).expect("a scene").without_expectations();
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

/// The contents list every later section in order, with the anchor that GitHub gives it; all other
/// links to sections use such anchors too.
#[test]
fn the_contents_are_those_of_the_page() {
    let readme = read("README.md");
    let anchor = |heading: &str| {
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_');
        heading.to_lowercase().replace(' ', "-").chars().filter(kept).collect::<String>()
    };
    let headings = readme.lines().filter(|line| line.starts_with("##"));
    let anchors: Vec<_> =
        headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect();
    let (_, rest) = readme.split_once("\n## Contents\n").expect("the section");
    let (contents, rest) = rest.split_once("\n## ").expect("the next section");
    let sections = ["## ", rest].concat();
    let sections = sections.lines().filter_map(|line| line.strip_prefix("## "));
    let expected = sections.map(|name| format!("- [{name}](#{})", anchor(name)));
    let lines = contents.lines().filter(|line| !line.is_empty());
    assert!(lines.map(str::to_owned).eq(expected), "other contents:\n{contents}");
    for link in readme.split("](#").skip(1) {
        let link = link.split(')').next().unwrap_or_default();
        assert!(anchors.iter().any(|anchor| anchor == link), "#{link} leads nowhere");
    }
}

/// The pictures at the start are those that the program draws, and are small.
#[test]
#[cfg(unix)]
fn the_pictures_are_up_to_date() {
    let check = std::process::Command::new("docs/pictures.sh")
        .arg("--check")
        .env("MAZETICK", env!("CARGO_BIN_EXE_mazetick"))
        .output()
        .expect("it starts");
    assert!(check.status.success(), "`docs/pictures.sh` draws others: {check:?}");
    let readme = read("README.md");
    let (start, _) = readme.split_once("\n## ").expect("a section");
    let pictures: Vec<_> = start.split("](docs/").skip(1).collect();
    assert_eq!(pictures.len(), 8, "an animation and a still of each problem");
    let bytes = pictures.iter().map(|picture| {
        let (path, _) = picture.split_once(')').expect("a link");
        fs::metadata(format!("docs/{path}")).expect("a file").len()
    });
    assert!(bytes.sum::<u64>() < 500_000);
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
