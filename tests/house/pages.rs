//! The pages are correct: their commands print what they show, their scenes are the committed ones,
//! their Rust code is from tested files, and what they name exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::modules::STRATA;
use mazetick::base::limits;
use mazetick::scene::Scene;

/// A page: its path from the root of the repository, and its text.
struct Page {
    path: PathBuf,
    text: String,
}

impl Page {
    fn read(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let text = read(&path);
        Self { path, text }
    }

    /// The fenced blocks of a language, each with the text before it.
    fn blocks(&self, language: &str) -> Vec<(&str, &str)> {
        let opening = format!("\n```{language}\n");
        let blocks = self.text.match_indices(&opening).map(|(at, _)| {
            let block = &self.text[at + opening.len()..];
            let end = block.find("```\n").expect("the block is closed");
            (&self.text[..at], &block[..end])
        });
        blocks.collect()
    }

    /// Its lines outside fenced blocks.
    fn prose(&self) -> impl Iterator<Item = &str> {
        let mut is_code = false;
        self.text.lines().filter(move |line| {
            let is_fence = line.starts_with("```");
            is_code ^= is_fence;
            !is_code && !is_fence
        })
    }

    /// The anchors that GitHub gives its headings.
    fn anchors(&self) -> BTreeSet<String> {
        let headings = self.prose().filter(|line| line.starts_with('#'));
        headings
            .map(|line| anchor(line.trim_start_matches('#').trim()))
            .collect()
    }
}

fn read(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_');
    heading
        .to_lowercase()
        .replace(' ', "-")
        .chars()
        .filter(kept)
        .collect()
}

/// The README and the pages in `docs`: those for users.
fn guides() -> Vec<Page> {
    let docs = fs::read_dir("docs")
        .expect("a folder")
        .map(|entry| entry.expect("a file").path());
    let docs = docs.filter(|path| path.extension().is_some_and(|end| end == "md"));
    let mut paths: Vec<PathBuf> = docs.collect();
    paths.sort();
    paths.insert(0, "README.md".into());
    paths.into_iter().map(Page::read).collect()
}

/// All pages.
fn pages() -> Vec<Page> {
    let others = [
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "fuzz/README.md",
    ];
    guides().into_iter().chain(others.map(Page::read)).collect()
}

/// Makes a test of each page, so that several are tested at the same time.
macro_rules! tests_of_pages {
    ($($name:ident $path:literal)*) => {
        /// The pages whose transcripts are tested.
        const TESTED_PAGES: &[&str] = &[$($path),*];

        mod commands_print_what_is_shown {
            $(
                #[test]
                fn $name() {
                    super::assert_transcripts($path);
                }
            )*
        }
    };
}

tests_of_pages! {
    readme "README.md"
    data "docs/data.md"
    extending "docs/extending.md"
    guide "docs/guide.md"
    library "docs/library.md"
    limits "docs/limits.md"
    performance "docs/performance.md"
    program "docs/program.md"
    puzzles "docs/puzzles.md"
    records "docs/records.md"
    scenes "docs/scenes.md"
    sweeps "docs/sweeps.md"
    testing "docs/testing.md"
}

#[test]
fn every_page_has_its_commands_tested() {
    let pages: BTreeSet<PathBuf> = guides().into_iter().map(|page| page.path).collect();
    let tested: BTreeSet<PathBuf> = TESTED_PAGES.iter().map(PathBuf::from).collect();
    assert_eq!(pages, tested);
}

/// Checks that the commands of a page print what it shows. With `TRYCMD=overwrite` it writes what they print, and the files
/// that the page shows.
fn assert_transcripts(path: &str) {
    let page = Page::read(path);
    if is_overwriting() {
        fs::write(path, with_files(&page, |_| ())).expect("the page can be written");
    }

    let cases = trycmd::TestCases::new();
    if page.text.contains("$ explorer ") {
        cases.register_bin("explorer", explorer());
    }
    cases.case(path);
    drop(cases); // which runs them

    for line in page.text.lines() {
        let is_command = line.starts_with("$ mazetick record");
        if let Some((_, output)) = line.split_once(" -o ").filter(|_| is_command) {
            fs::remove_file(output).expect("a file that the page writes");
        }
    }
}

/// The program of `examples/explorer.rs`, which is built if the tests were started without examples.
fn explorer() -> PathBuf {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([
        "build",
        "--quiet",
        "--offline",
        "--locked",
        "--example",
        "explorer",
    ]);
    cargo.env(
        "CARGO_TARGET_DIR",
        concat!(env!("CARGO_TARGET_TMPDIR"), "/.."),
    );
    assert!(cargo.status().expect("cargo runs").success());
    let program = Path::new(env!("CARGO_BIN_EXE_mazetick")).with_file_name("examples");
    program
        .join("explorer")
        .with_extension(std::env::consts::EXE_EXTENSION)
}

fn is_overwriting() -> bool {
    std::env::var_os("TRYCMD").is_some_and(|it| it == "overwrite")
}

/// Commands that no test runs, as they take long or need something else, have options that exist.
#[test]
#[cfg(unix)]
fn commands_without_output_are_understood() {
    const STAND_INS: &str = "set -euo pipefail
        mazetick() { \"$MAZETICK\" \"$@\" --help >/dev/null; }
        cargo() { :; }
        sbatch() { cat >/dev/null; }
        chromium() { :; }\n";
    let home = tempfile::tempdir().expect("a folder");
    for page in guides() {
        for (_, script) in page.blocks("sh") {
            let mut bash = Command::new("bash");
            bash.args(["-c", &[STAND_INS, script].concat()])
                .current_dir(home.path());
            bash.env("MAZETICK", env!("CARGO_BIN_EXE_mazetick"))
                .env("HOME", home.path());
            let output = bash.output().expect("bash runs");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.success(),
                "{}:\n{script}\n{said}",
                page.path.display()
            );
        }
    }
}

/// The Python of the pages prints what they show below it.
#[test]
#[cfg(unix)]
fn python_prints_what_the_pages_show() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3");
        return;
    }
    let program = Path::new(env!("CARGO_BIN_EXE_mazetick"));
    let folder = program.parent().expect("a folder").to_string_lossy();
    let path = format!("{folder}:{}", std::env::var("PATH").expect("a path"));
    let has_xxhash = Command::new("python3")
        .args(["-c", "import xxhash"])
        .output();
    let has_xxhash = has_xxhash.is_ok_and(|output| output.status.success());
    let mut run = 0;
    for page in guides() {
        for (before, script) in page.blocks("python") {
            if script.contains("xxhash") && !has_xxhash {
                continue; // `a_digest_is_computed_from_the_data_of_a_world` does the same
            }
            let shown = &page.text[before.len() + "\n```python\n".len() + script.len()..];
            let shown = shown
                .strip_prefix("```\n\n```text\n")
                .and_then(|it| it.split_once("```"));
            let output = Command::new("python3")
                .args(["-c", script])
                .env("PATH", &path)
                .output();
            let output = output.expect("python runs");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{script}\n{said}");
            assert_eq!(
                String::from_utf8_lossy(&output.stdout),
                shown.expect("its output").0
            );
            run += 1;
        }
    }
    assert!(run > 0);
}

/// Scenes are shown without their expectations, if not whole.
#[test]
fn scenes_are_the_committed_ones() {
    let mut shown = 0;
    for page in guides() {
        for (before, scene) in page.blocks("ron") {
            if scene.contains("expect:") {
                continue;
            }
            shown += 1;
            let path = scene_before(before);
            let committed = read(path);
            let lines = scene.trim_end().strip_suffix(')').expect("a scene ends so");
            assert!(
                committed.contains(lines),
                "{path} does not contain\n{lines}"
            );
            let committed = Scene::from_ron(&committed)
                .expect("a scene")
                .without_expectations();
            assert_eq!(Scene::from_ron(scene), Ok(committed), "{path}");
        }
    }
    assert!(shown >= 6, "every problem shows a scene");
}

/// The last path before a scene names its file: `scenes/….ron` or `examples/….ron`.
fn scene_before(before: &str) -> &str {
    let is_scene = |word: &&str| {
        let is_in_a_folder = word.starts_with("scenes/") || word.starts_with("examples/");
        let is_ron = Path::new(word).extension().is_some_and(|end| end == "ron");
        is_in_a_folder && is_ron
    };
    before.rsplit('`').find(is_scene).expect("a path")
}

/// Rust that follows the name of an example is from there, indented or not; other Rust is on the
/// crate's front page.
#[test]
fn rust_is_from_tested_files() {
    let front_page: Vec<_> = read("src/lib.rs")
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)))
        .collect();
    let front_page = front_page.concat();
    let mut on_the_front_page = 0;
    for page in guides() {
        for (before, code) in page.blocks("rust") {
            if let Some(path) = file_before(before).filter(|path| path.starts_with("examples/")) {
                let file = read(path);
                let is_there = file.contains(code) || file.replace("\n    ", "\n").contains(code);
                assert!(is_there, "not in {path}:\n{code}");
            } else {
                on_the_front_page += 1;
                assert!(front_page.contains(code), "not in src/lib.rs:\n{code}");
            }
        }
    }
    assert_eq!(on_the_front_page, 1);
}

/// Whole files are the ones that the text before them names: scenes with expectations; Rust code
/// from its first `use` on, without the scene that an example ends with.
#[test]
fn whole_files_are_the_tested_ones() {
    let mut paths = Vec::new();
    for page in guides() {
        let text = with_files(&page, |path| paths.push(path.to_owned()));
        let path = page.path.display();
        assert!(
            page.text == text || is_overwriting(),
            "{path}: a file that it shows has changed"
        );
    }
    let expected = [
        "examples/short-way.ron",
        "tests/outside/src/lib.rs",
        "tests/outside/src/main.rs",
        "examples/binary_tree.rs",
        "tests/outside/tests/ticks.rs",
        "tests/outside/tests/mazes.rs",
        "scenes/agents/proved.ron",
        "examples/explorer/forgetful.ron",
        "examples/explorer/loop.ron",
        "scenes/mixed/expectations.ron",
    ];
    assert_eq!(paths, expected);
}

/// The text of a page with the files as they are now.
fn with_files(page: &Page, mut tell: impl FnMut(&str)) -> String {
    let mut text = page.text.clone();
    for (before, shown) in page.blocks("rust,no_run") {
        let path = file_before(before).expect("a path");
        text = text.replace(shown, &code_of(&read(path)));
        tell(path);
    }
    for (before, shown) in page.blocks("ron") {
        if shown.contains("expect:") && !shown.starts_with("expect:") {
            let path = scene_before(before);
            text = text.replace(shown, &read(path));
            tell(path);
        }
    }
    text
}

/// What a page shows of a Rust file.
fn code_of(file: &str) -> String {
    let code = &file[file.find("\nuse ").expect("a use") + 1..];
    let mut paragraphs: Vec<&str> = code.split("\n\n").collect();
    let is_scene = |it: &&str| it.contains("pub(crate) const SCENE");
    paragraphs.truncate(
        paragraphs
            .iter()
            .position(is_scene)
            .unwrap_or(paragraphs.len()),
    );
    [paragraphs.join("\n\n").trim_end(), "\n"].concat()
}

/// The Rust file that the paragraph before a block names.
fn file_before(before: &str) -> Option<&str> {
    let paragraph = before.trim_end().rsplit("\n\n").next().unwrap_or_default();
    let is_rust = |word: &str| Path::new(word).extension().is_some_and(|end| end == "rs");
    paragraph
        .split('`')
        .find(|word| word.contains('/') && is_rust(word))
}

/// Links lead to files, and to headings by the anchors that GitHub gives them.
#[test]
fn links_lead_somewhere() {
    let pages = pages();
    for page in &pages {
        let folder = page.path.parent().expect("a file");
        for link in page.prose().flat_map(|line| line.split("](").skip(1)) {
            let link = link.split(')').next().unwrap_or_default();
            if link.contains("://") {
                continue;
            }
            let from = page.path.display();
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let file = if file.is_empty() {
                page.path.clone()
            } else {
                folder.join(file)
            };
            let found = fs::canonicalize(&file);
            let found = found.unwrap_or_else(|_| panic!("{from}: {link} leads nowhere"));
            if !heading.is_empty() {
                let mut there = pages
                    .iter()
                    .filter(|it| fs::canonicalize(&it.path).is_ok_and(|path| path == found));
                let there = there
                    .next()
                    .unwrap_or_else(|| panic!("{from}: {link} is no page"));
                assert!(
                    there.anchors().contains(heading),
                    "{from}: {link} leads nowhere"
                );
            }
        }
    }
}

/// A list of contents names every later section, in order. Long pages have one.
#[test]
fn contents_are_those_of_the_page() {
    for page in guides().iter().skip(1) {
        let (head, _) = page.text.split_once("\n## ").expect("a section");
        let contents: Vec<&str> = head
            .lines()
            .filter(|line| line.starts_with("- ["))
            .collect();
        let sections = page.prose().filter_map(|line| line.strip_prefix("## "));
        let sections: Vec<_> = sections
            .map(|name| format!("- [{name}](#{})", anchor(name)))
            .collect();
        let is_long = page.text.lines().count() > 100;
        let expected = if is_long { sections } else { Vec::new() };
        assert_eq!(contents, expected, "{}", page.path.display());
    }
}

/// Files, folders, test programs, examples and tests that a page names exist.
#[test]
fn what_pages_name_exists() {
    const ROOTS: [&str; 8] = [
        "src/",
        "tests/",
        "scenes/",
        "examples/",
        "benches/",
        "docs/",
        "fuzz/",
        ".ci/",
    ];
    for page in pages() {
        let prose: String = page.prose().flat_map(|line| [line, "\n"]).collect();
        let layouts: String = page
            .blocks("text")
            .iter()
            .map(|(_, block)| *block)
            .collect();
        let spans = prose.split('`').skip(1).step_by(2).chain([&*layouts]);
        let words: Vec<&str> = spans.flat_map(str::split_whitespace).collect();
        let from = page.path.display();
        for path in words
            .iter()
            .filter(|word| ROOTS.iter().any(|root| word.starts_with(root)))
        {
            let is_pattern = path.contains(['*', '…']);
            assert!(
                is_pattern || fs::exists(path).unwrap(),
                "{from}: {path} does not exist"
            );
        }
        let exists = |folder: &str, name: &str| {
            ["", "/main"]
                .iter()
                .any(|end| fs::exists(format!("{folder}/{name}{end}.rs")).unwrap())
        };
        for pair in words.windows(2) {
            let folders = match pair[0] {
                "--test" => ["tests", "tests/outside/tests"],
                "--example" => ["examples"; 2],
                _ => continue,
            };
            assert!(
                folders.iter().any(|folder| exists(folder, pair[1])),
                "{from}: no {} {}",
                pair[0],
                pair[1]
            );
        }
    }
}

/// Types and their functions that a page names, such as `Maze::draw`, are in the source.
#[test]
fn names_of_rust_are_in_the_source() {
    let folders = ["src", "tests", "examples"];
    let code: String = folders.iter().flat_map(rust_files).map(read).collect();
    let words: BTreeSet<&str> = code
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    // The changelog also names what is gone.
    let is_changelog = |page: &Page| page.path.ends_with("CHANGELOG.md");
    for page in pages().into_iter().filter(|page| !is_changelog(page)) {
        let prose: String = page.prose().flat_map(|line| [line, "\n"]).collect();
        for span in prose.split('`').skip(1).step_by(2) {
            let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            let is_of_rust = span.contains("::") || span.starts_with(char::is_uppercase);
            let is_variable = !span.contains(char::is_lowercase);
            if span.chars().all(is_name) && is_of_rust && !is_variable {
                let mut parts = span.split("::");
                let is_there = parts.all(|part| words.contains(part));
                assert!(is_there, "{}: there is no {span}", page.path.display());
            }
        }
    }
}

/// Every invariant names the tests that hold it.
#[test]
fn invariants_are_held_by_tests() {
    let page = Page::read("ARCHITECTURE.md");
    let code: String = ["src", "tests"]
        .iter()
        .flat_map(rust_files)
        .map(read)
        .collect();
    let mut invariants = 0;
    for paragraph in page.text.split("\n\n") {
        if !paragraph.contains("**Architecture Invariant:**") {
            continue;
        }
        invariants += 1;
        let (_, held_by) = paragraph
            .split_once("Held by")
            .unwrap_or_else(|| panic!("{paragraph}"));
        let names = held_by.split('`').skip(1).step_by(2);
        for name in names.filter(|name| name.contains('_') && !name.contains(['/', ' ', '(', ':']))
        {
            let is_there = code.contains(&format!("fn {name}("));
            assert!(is_there, "there is no `fn {name}`: {paragraph}");
        }
    }
    assert!(invariants >= 10, "{invariants} invariants");
}

fn rust_files(folder: impl AsRef<Path>) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(folder).into_iter();
    let files = files.map(|entry| entry.expect("a folder can be read").into_path());
    files
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .collect()
}

/// The map of the source has every folder of it, and the strata from the top to the bottom.
#[test]
fn the_map_shows_the_strata() {
    let page = Page::read("ARCHITECTURE.md");
    let (_, map) = page.blocks("text")[0];
    let shown: Vec<&str> = map
        .split_whitespace()
        .filter_map(|word| word.strip_prefix("src/"))
        .map(|word| word.trim_end_matches('/').trim_end_matches(".rs"))
        .filter(|word| *word != "main" && *word != "lib")
        .collect();
    let strata: Vec<&str> = STRATA.into_iter().rev().collect();
    assert_eq!(shown, strata);
}

#[test]
fn the_readme_is_a_front_page() {
    let lines = read("README.md").lines().count();
    assert!(lines <= 250, "{lines} lines");
}

/// The table of commands has every subcommand that the help lists.
#[test]
fn the_table_of_commands_is_whole() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_mazetick"));
    let help = program.arg("--help").output().expect("it starts");
    let help = String::from_utf8(help.stdout).expect("text");
    let (_, commands) = help.split_once("\nCommands:\n").expect("the commands");
    let (commands, _) = commands.split_once("\n\n").expect("their end");
    let mut commands: BTreeSet<&str> = commands
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    commands.remove("help");
    let page = Page::read("docs/program.md");
    let rows = page
        .prose()
        .filter_map(|line| line.strip_prefix("| `mazetick "));
    let shown = rows.filter_map(|row| row.split([' ', '`']).next());
    assert_eq!(shown.collect::<BTreeSet<_>>(), commands);
}

/// Each has a place in the table, also if another is as large.
#[test]
fn the_limits_are_those_of_the_crate() {
    let page = read("docs/limits.md");
    let numbers = [
        limits::CELLS,
        limits::STATES,
        limits::SIDE.into(),
        limits::TEXT as u64,
        limits::INPUT as u64,
        limits::WALKERS as u64,
        limits::TICKS,
        limits::NAME as u64,
        limits::WORLDS,
        limits::VARIANTS as u64,
        limits::VARIANT_TEXTS as u64,
        limits::ROWS as u64,
        limits::PANELS as u64,
        limits::NESTING as u64,
        limits::FAULTS as u64,
        limits::DIFF as u64,
        limits::PAGE_CELLS as u64,
        limits::PAGE_TICKS,
        limits::PAGE_STATES as u64,
        limits::SHEET_PUZZLES,
        limits::SHEET_CELLS,
        limits::WORDS as u64,
        limits::PIXELS,
        limits::FRAME_PIXELS,
        limits::DRAWN_CELLS as u64,
        limits::PAIRS,
        limits::AGENTS,
        limits::REMEMBERED,
        limits::SOUGHT,
        limits::GRAPH_STATES,
        limits::UNLISTED_INTERSECTIONS,
        limits::INTERSECTIONS_PER_LISTED,
    ];
    let rows: String = page
        .split_inclusive('\n')
        .filter(|line| line.starts_with('|'))
        .collect();
    let words = rows.split(|c: char| !c.is_ascii_digit() && c != ',');
    let mut words: Vec<_> = words
        .map(|word| word.trim_matches(',').replace(',', ""))
        .collect();
    for number in numbers {
        let place = words.iter().position(|word| *word == number.to_string());
        words.swap_remove(place.unwrap_or_else(|| panic!("{number} is not on the page")));
    }
    let declared = read("src/base/limits.rs").matches("\npub const ").count();
    assert_eq!(
        numbers.len() + 1,
        declared,
        "all of them but the chance of a flip"
    );
    assert!(rows.contains(&limits::FLIPS.to_string()));
}

/// The lines of mud, without its look and its contest, are as many as the page says.
#[test]
fn an_ingredient_costs_what_the_page_says() {
    let mud = read("examples/mud.rs");
    let (mud, _) = mud
        .split_once("/// A walk around the mud.")
        .expect("the scene");
    let (before, look) = mud.split_once("static LOOK").expect("the look");
    let (_, after) = look.split_once("\n};\n").expect("its end");
    let is_counted = |line: &&str| {
        let line = line.trim();
        let of_others = [
            "mod contest;",
            "#[path",
            "use mazetick::picture",
            "world.look",
        ];
        !line.is_empty()
            && !line.starts_with("//")
            && !of_others.iter().any(|it| line.starts_with(it))
    };
    let lines = [before, after].concat().lines().filter(is_counted).count();
    let page = read("docs/extending.md");
    assert!(
        page.contains(&format!("it has {lines} lines")),
        "{lines} lines"
    );
}

/// The pictures of the pages are those that the program draws, and are small.
#[test]
#[cfg(unix)]
fn the_pictures_are_up_to_date() {
    let check = Command::new("docs/pictures.sh")
        .arg("--check")
        .env("MAZETICK", env!("CARGO_BIN_EXE_mazetick"))
        .output()
        .expect("it starts");
    assert!(
        check.status.success(),
        "`docs/pictures.sh` draws others: {check:?}"
    );

    let pages = read("README.md") + &read("docs/scenes.md");
    let mut bytes = 0;
    for entry in fs::read_dir("docs/pictures").expect("a folder") {
        let entry = entry.expect("a file");
        let name = entry.file_name().into_string().expect("text");
        let link = format!("pictures/{name})");
        assert!(pages.contains(&link), "no page shows {name}");
        bytes += entry.metadata().expect("a file").len();
    }
    assert!(bytes < 500_000, "{bytes} bytes");
}
