//! Sheets as a browser prints them: no page cuts anything, nothing lies on anything else, and all words are from one
//! table.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::thread;
use std::time::Duration;

use mazetick::registry::Registry;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::browser;
use super::browser::Browser;
use super::layout::browser_with;
use super::puzzles::{print, resize};
use crate::program::mazetick;

/// Twelve puzzles of all kinds: two of dice, with jumps, with signs, Theseus, on foot, over joined edges with and
/// without walls, with everything, between walls, with several goals, made.
const ALL: [&str; 12] = [
    "dice/drawn-5x5",
    "dice/sample-2",
    "jump/four-by-four",
    "arrow/sample-1",
    "theseus/waiting",
    "mixed/foot-carved",
    "wrap/arrows",
    "wrap/torus",
    "mixed/everything",
    "jump/between-walls",
    "ends/nearest",
    "craft/theseus-7x7",
];

/// Everything on the pages that is outside of its page, or on something else, or so small that nobody reads it.
const FAULTS: &str = "(() => {
    const faults = [], about = (it) => it.outerHTML?.slice(0, 60) ?? it.data;
    for (const section of document.querySelectorAll('section')) {
        const page = section.getBoundingClientRect(), boxes = [];
        const texts = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const text = texts.currentNode, range = document.createRange();
            range.selectNodeContents(text);
            for (const box of range.getClientRects()) {
                // The ink of a line is lower than its box.
                const { left, right, top, height } = box;
                boxes.push([text, { left, right, top: top + height / 5, bottom: top + height * 4 / 5 }]);
            }
        }
        for (const svg of section.querySelectorAll('svg')) {
            const box = svg.getBoundingClientRect(), { width, height } = svg.viewBox.baseVal;
            const scale = Math.min(box.width / width, box.height / height);
            const left = box.left + (box.width - width * scale) / 2;
            boxes.push([svg, { left, top: box.top, right: left + width * scale, bottom: box.top + height * scale }]);
            if (svg.matches('.board') && 120 * scale < 7) faults.push(['small', about(svg), 120 * scale]);
            if (height * scale < 8) faults.push(['low', about(svg), height * scale]);
        }
        boxes.forEach(([it, box], at) => {
            const isOut = box.left < page.left - 1 || box.right > page.right + 1
                || box.top < page.top - 1 || box.bottom > page.bottom + 1;
            if (isOut) faults.push(['out', about(it)]);
            for (const [other, { left, right, top, bottom }] of boxes.slice(at + 1)) {
                const isBeside = box.right <= left + 1 || right <= box.left + 1;
                const isAbove = box.bottom <= top + 1 || bottom <= box.top + 1;
                if (!isBeside && !isAbove) faults.push(['on each other', about(it), about(other)]);
            }
        });
    }
    return faults;
})()";

fn paths(scenes: &[&str]) -> Vec<String> {
    let path = |scene: &&str| format!("scenes/{scene}.ron");
    scenes.iter().map(path).collect()
}

/// Makes a sheet of scenes.
fn sheet(scenes: &[&str], options: &[&str], path: &Path) -> Output {
    let mut made = mazetick(&["sheet", "-o"]);
    made.arg(path).args(paths(scenes)).args(options);
    made.output().expect("the program runs")
}

/// The HTML of a sheet of scenes, which must all be puzzles.
fn html(scenes: &[&str], options: &[&str]) -> String {
    let made = sheet(scenes, options, Path::new("-"));
    assert!(made.status.success(), "{made:?}");
    String::from_utf8(made.stdout).expect("a page")
}

/// The text of HTML, without elements.
fn words_of(html: &str) -> String {
    let (_, body) = html.split_once("<body>").expect("a body");
    let texts = body.split('<').filter_map(|it| Some(it.split_once('>')?.1));
    texts
        .flat_map(str::split_whitespace)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Opens a page as it is printed.
fn load(browser: &mut Browser, page: &Path) {
    browser.ask("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    open_on_screen(browser, page);
}

fn open_on_screen(browser: &mut Browser, page: &Path) {
    browser.ask(
        "Page.navigate",
        json!({ "url": format!("file://{}", page.display()) }),
    );
    while browser
        .evaluate("document.readyState === 'complete' && document.querySelector('svg') !== null")
        != json!(true)
    {
        thread::sleep(Duration::from_millis(20));
    }
}

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sheet.html");
    (folder, path)
}

fn check_pages(family: Option<&str>) {
    let (folder, path) = folder();
    let Some(mut browser) = browser_with(family, folder.path()) else {
        return;
    };
    let long = "A title that takes more than the line on which most titles of sheets of puzzles are, and more";
    let calls: [&[&str]; 11] = [
        &["--per-page", "1"],
        &["--per-page", "2", "--coordinates"],
        &["--per-page", "4"],
        &["--per-page", "6", "--no-rules"],
        &["--per-page", "9"],
        &["--per-page", "12", "--coordinates"],
        &["--paper", "a4"],
        &["--paper", "letter", "--title", long],
        &["--per-page", "12", "--words", "words/de.ron"],
        &["--per-page", "9", "--words", "words/pl.ron"],
        &["--per-page", "6", "--words", "words/he.ron"],
    ];
    for options in calls {
        assert!(sheet(&ALL, options, &path).status.success(), "{options:?}");
        load(&mut browser, &path);
        let faults = browser.evaluate(FAULTS);
        assert_eq!(faults, json!([]), "{family:?}, {options:?}");

        let sections = browser.evaluate("document.querySelectorAll('section').length");
        for (width, height) in [(8.27, 11.69), (8.5, 11.0)] {
            let pages = print(&mut browser, width, height);
            assert_eq!(pages, sections, "{options:?} on {width} by {height} inches");
        }
    }
}

#[test]
fn pages_of_sheets_are_whole_in_dejavu() {
    check_pages(Some("DejaVu Sans"));
}

#[test]
fn pages_of_sheets_are_whole_in_noto() {
    check_pages(Some("Noto Sans"));
}

#[test]
fn pages_of_sheets_are_whole_in_liberation() {
    check_pages(Some("Liberation Sans"));
}

#[test]
fn pages_of_sheets_are_whole_without_any_font() {
    check_pages(None);
}

/// Solutions of large boards have as much room as they need, and so have the boards.
#[test]
fn large_boards_can_be_read() {
    let Some(mut browser) = browser() else { return };
    let (_folder, path) = folder();
    let scenes = [
        "arrow/drawn-30x30",
        "dice/drawn-30x30",
        "jump/drawn-8x12",
        "craft/arrows-9x9",
    ];
    assert!(sheet(&scenes, &[], &path).status.success());
    load(&mut browser, &path);
    assert_eq!(browser.evaluate(FAULTS), json!([]));
    // The sides of their squares, in millimetres.
    let sides = "[...document.querySelectorAll('.board')].map((svg) => {
        const { width, height } = svg.viewBox.baseVal, box = svg.getBoundingClientRect();
        return 120 * Math.min(box.width / width, box.height / height) * 25.4 / 96;
    })";
    let sides = browser.evaluate(sides);
    let sides: Vec<f64> = sides
        .as_array()
        .expect("sides")
        .iter()
        .filter_map(Value::as_f64)
        .collect();
    let least = [5.5, 5.5, 14.0, 14.0, 5.5, 3.5, 3.5, 6.0];
    assert_eq!(sides.len(), least.len());
    assert!(
        sides.iter().zip(least).all(|(side, least)| *side >= least),
        "{sides:?}"
    );
}

/// A number fills half of its square, in the middle, unless it shares the square; coordinates are smaller and lighter.
#[test]
fn numbers_fill_their_squares() {
    let Some(mut browser) = browser() else { return };
    let (_folder, path) = folder();
    assert!(
        sheet(&["dice/drawn-5x5"], &["--coordinates"], &path)
            .status
            .success()
    );
    load(&mut browser, &path);
    let seen = browser.evaluate(
        "(() => {
            const board = document.querySelector('.board'), numbers = [], edges = [];
            for (const it of board.querySelectorAll('use')) {
                const { x, y, width, height } = it.getBBox();
                const inside = (at) => ((at % 120) + 120) % 120;
                if (height < 70) numbers.push([height, inside(x + width / 2), inside(y + height / 2)]);
            }
            for (const it of board.querySelectorAll(':scope > path[stroke=\"#7d7d7d\"]')) {
                edges.push(it.getBBox().height);
            }
            return [numbers, edges];
        })()",
    );
    let rows = |at: usize| seen[at].as_array().expect("rows").clone();
    let numbers: Vec<[f64; 3]> = rows(0)
        .iter()
        .map(|row| [0, 1, 2].map(|at| row[at].as_f64().expect("a number")))
        .collect();
    let is_full = |[height, x, y]: &[f64; 3]| {
        (*height - 60.0).abs() < 2.0 && (*x - 60.0).abs() < 6.0 && (*y - 60.0).abs() < 2.0
    };
    // The die shares one of the 25 squares.
    assert_eq!(
        numbers.iter().filter(|it| is_full(it)).count(),
        24,
        "{numbers:?}"
    );
    let beside = numbers
        .iter()
        .filter(|it| !is_full(it) && it[1] < 50.0 && it[2] < 50.0);
    assert_eq!(beside.count(), 1, "{numbers:?}");
    let edges = rows(1);
    assert_eq!(edges.len(), 10);
    assert!(edges.iter().all(|it| it.as_f64() < Some(40.0)), "{edges:?}");
}

/// Whatever it is, a board ends at a line.
#[test]
fn boards_have_frames() {
    let html = html(&ALL, &[]);
    let boards: Vec<&str> = html.split("<svg class=\"board").skip(1).collect();
    assert_eq!(boards.len(), 24);
    for board in boards {
        let (board, _) = board.split_once("</svg>").expect("an end");
        let is_walled = board.starts_with(" walled");
        assert!(is_walled || board.contains("class=\"edge\""), "{board}");
    }
}

#[test]
fn a_sheet_for_readers_from_right_to_left() {
    let Some(mut browser) = browser() else { return };
    let (_folder, path) = folder();
    let options = ["--words", "words/he.ron", "--per-page", "4"];
    assert!(sheet(&ALL, &options, &path).status.success());
    load(&mut browser, &path);
    let seen = browser.evaluate(
        "[document.documentElement.lang, getComputedStyle(document.querySelector('h1')).direction,
        ...[...document.querySelectorAll('figure')].slice(0, 2).map((it) => it.getBoundingClientRect().left)]",
    );
    assert_eq!([&seen[0], &seen[1]], [&json!("he"), &json!("rtl")]);
    assert!(seen[2].as_f64() > seen[3].as_f64(), "{seen}");
}

/// On a phone a sheet is one column, and its paper is dark where the reader's is.
#[test]
fn a_sheet_on_a_screen() {
    let Some(mut browser) = browser() else { return };
    let (folder, path) = folder();
    assert!(sheet(&ALL, &["--per-page", "12"], &path).status.success());
    resize(&mut browser, 390, 844);
    open_on_screen(&mut browser, &path);
    let phone = "[document.documentElement.scrollWidth,
        new Set([...document.querySelectorAll('figure')].map((it) => it.getBoundingClientRect().left)).size]";
    let seen = browser.evaluate(phone);
    assert!(
        seen[0].as_u64() <= Some(390) && seen[1] == json!(1),
        "{seen}"
    );
    let dark = json!({ "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    browser.ask("Emulation.setEmulatedMedia", dark);
    let ground = "getComputedStyle(document.body).backgroundColor";
    assert_eq!(browser.evaluate(ground), json!("rgb(20, 20, 20)"));

    let pages = folder.path().join("pages");
    let drawn = mazetick(&["draw", "scenes/jump", "--format", "html", "--out-dir"])
        .arg(&pages)
        .status();
    assert!(drawn.expect("the program runs").success());
    open_on_screen(&mut browser, &pages.join("index.html"));
    let links = browser.evaluate("[...document.links].map((it) => it.getAttribute('href'))");
    for link in links.as_array().expect("links") {
        let page = pages.join(link.as_str().expect("a text"));
        assert!(page.exists(), "{link}");
    }
    let scenes = fs::read_dir("scenes/jump").expect("scenes").count();
    assert_eq!(links.as_array().map(Vec::len), Some(scenes));
    let drawings = browser.evaluate("document.querySelectorAll('a .board').length");
    assert_eq!(drawings, json!(scenes));
}

/// A sheet in another language has no English word, and every word that it has is from the table.
#[test]
fn all_words_are_from_the_table() {
    let registry = Registry::standard();
    let english = registry.words();
    for language in ["de", "pl", "he"] {
        let file = format!("words/{language}.ron");
        let table = fs::read_to_string(&file).expect("a table");
        let words = registry.read_words(&table).expect("a table");
        let html = html(&ALL, &["--words", &file, "--per-page", "12"]);
        let text = words_of(&html);

        let mut used = 0;
        for line in english
            .to_string()
            .lines()
            .filter(|it| it.starts_with("    "))
        {
            let key = line.trim().split(':').next().expect("a key");
            let pieces = |sentence: &str| -> Vec<String> {
                let parts = sentence.split(['{', '}']).step_by(2);
                parts
                    .map(|it| it.trim().to_owned())
                    .filter(|it| it.len() > 3)
                    .collect()
            };
            let own = pieces(words.get(key).expect("a word"));
            let foreign = pieces(english.get(key).expect("a word"));
            let has =
                |piece: &String| text.contains(&**piece) || html.contains(&format!("\"{piece}: "));
            used += usize::from(!own.is_empty() && own.iter().all(has));
            let is_same = own == foreign;
            assert!(
                is_same || !foreign.iter().any(has),
                "{language}: {foreign:?} in {text}"
            );
        }
        assert!(used > 25, "{language}: {used} of {text}");
    }
}

/// A table that lacks words leaves them English, and says so unless it is English itself.
#[test]
fn words_that_a_table_lacks_are_noted() {
    let (folder, path) = folder();
    let table = folder.path().join("words.ron");
    for (text, is_noted) in [
        ("Words(language: \"fr\", solutions: \"Réponses\")", true),
        ("Words(solutions: \"Réponses\")", false),
    ] {
        fs::write(&table, text).expect("a file");
        let made = sheet(
            &ALL[..1],
            &["--words", table.to_str().expect("text")],
            &path,
        );
        let said = String::from_utf8_lossy(&made.stderr);
        assert_eq!(
            (made.status.code(), said.contains("`page`")),
            (Some(0), is_noted),
            "{said}"
        );
        let text = words_of(&fs::read_to_string(&path).expect("a sheet"));
        assert!(
            text.contains("Réponses") && text.contains("Page 1/2"),
            "{text}"
        );
    }
    let printed = mazetick(&["sheet", "--words", "help"])
        .output()
        .expect("the program runs");
    fs::write(&table, &printed.stdout).expect("a file");
    let made = sheet(
        &ALL[..1],
        &["--words", table.to_str().expect("text")],
        &path,
    );
    assert_eq!((made.status.code(), made.stderr.len()), (Some(0), 0));
}

/// A rule is printed once on a page, after the numbers of its puzzles; and only if it is about something there.
#[test]
fn rules_are_of_what_is_on_the_page() {
    let text = words_of(&html(
        &["mixed/foot-carved"],
        &["--seeds", "1..=24", "--per-page", "12"],
    ));
    assert_eq!(text.matches("Lead the dot").count(), 2);
    assert_eq!(text.matches("through a wall").count(), 2);

    let mixed = [
        "dice/sample-1",
        "mixed/foot-carved",
        "dice/sample-1",
        "dice/sample-1",
    ];
    let text = words_of(&html(&mixed, &["--per-page", "12"]));
    assert!(text.contains("1, 3, 4 Roll the die"), "{text}");
    assert!(text.contains("2 Lead the dot"), "{text}");

    let none = words_of(&html(&ALL, &["--no-rules"]));
    for rule in Registry::standard()
        .words()
        .to_string()
        .lines()
        .filter(|it| it.contains('.'))
    {
        let (_, sentence) = rule.split_once('"').expect("a sentence");
        let (start, _) = sentence
            .split_once(' ')
            .map_or((sentence, ""), |_| sentence.split_at(12));
        assert!(!none.contains(start), "{start} in {none}");
    }
}

/// Random boards have what their seeds draw, and rules about that alone.
#[test]
fn rules_of_random_boards_are_of_what_is_drawn() {
    let (folder, path) = folder();
    let scene = folder.path().join("scene.ron");
    let text = "Scene(grid: (rows: 2, columns: 2), numbers: Random(wild: 0.3, empty: 0.1),
        walk: Dice(from: (1, 1), to: (1, 2), top: 5, front: 1))";
    fs::write(&scene, text).expect("a file");

    let mut seen = BTreeSet::new();
    for number in 0..80 {
        let number = number.to_string();
        let mut made = mazetick(&["sheet", "--seed", &number, "-o"]);
        let made = made.arg(&path).arg(&scene).output();
        if !made.expect("the program runs").status.success() {
            continue; // there is no route
        }

        let mut fixed = mazetick(&["draw", "--format", "ron", "-o", "-", "--seed", &number]);
        let fixed = fixed.arg(&scene).output().expect("the program runs");
        let fixed = String::from_utf8(fixed.stdout).expect("a scene");
        let (_, board) = fixed.split_once("numbers:").expect("a board");
        let (board, _) = board.split_once("walk").expect("a walk");
        let has = [board.contains('?'), board.contains('0')];

        let text = words_of(&fs::read_to_string(&path).expect("a sheet"));
        let said = ["question mark", "hatched"].map(|word| text.contains(word));
        assert_eq!(said, has, "{board}");
        seen.insert(has);
    }
    assert!(seen.len() >= 3, "{seen:?}");
}

/// A symbol that a rule names is drawn in it.
#[test]
fn rules_show_the_symbols() {
    for (scene, symbols) in [
        ("theseus/waiting", 4),
        ("arrow/sample-1", 4),
        ("mixed/foot-carved", 3),
        ("dice/drawn-5x5", 1),
    ] {
        let html = html(&[scene], &[]);
        let (_, rules) = html.split_once("<div class=\"rules\">").expect("rules");
        let (rules, _) = rules.split_once("</div>").expect("an end");
        assert_eq!(rules.matches("<svg ").count(), symbols, "{scene}: {rules}");
        assert!(!rules.contains('{'), "{rules}");
    }
}

/// Puzzles are numbered, the easiest first if that is asked for, and have their name if no other has it.
#[test]
fn puzzles_are_numbered_and_rated() {
    let scenes = [
        "craft/dice-10x10",
        "craft/dice-5x5",
        "mixed/foot-carved",
        "jump/four-by-four",
    ];
    let captions = |html: &str| -> Vec<String> {
        let captions = html.split("<figcaption>").skip(1).take(4);
        captions
            .map(|it| it.split("</figcaption>").next().expect("one").to_owned())
            .collect()
    };
    let stars = |caption: &String| {
        let (_, stars) = caption.split_once("\"Difficulty: ").expect("stars");
        let drawn = caption.matches("fill=\"#000\" stroke").count();
        assert!(stars.starts_with(&format!("{drawn}/5\"")), "{caption}");
        drawn
    };
    let plain = captions(&html(&scenes, &[]));
    assert_eq!(plain.iter().map(stars).collect::<Vec<_>>(), [5, 3, 3, 1]);
    let sorted = captions(&html(&scenes, &["--easiest-first"]));
    assert_eq!(sorted.iter().map(stars).collect::<Vec<_>>(), [1, 3, 3, 5]);
    for (number, caption) in (1..).zip(&sorted) {
        assert!(caption.contains(&format!("<b>{number}</b>")), "{caption}");
    }
    assert!(plain[3].contains("FOUR") && !plain[2].contains("foot-carved"));
    let twice = html(
        &["jump/four-by-four", "craft/dice-5x5", "jump/four-by-four"],
        &[],
    );
    assert!(!twice.contains("FOUR") && twice.contains("TUMBLE"));
}

/// The footer has the seeds of what is random on the page.
#[test]
fn footers_have_seeds_and_pages() {
    let text = words_of(&html(
        &["mixed/foot-carved"],
        &["--seeds", "3..=8", "--per-page", "4"],
    ));
    for footer in [
        "Seed 3–6 Page 1/3",
        "Seed 7, 8 Page 2/3",
        "Seed 3–8 Page 3/3",
    ] {
        assert!(text.contains(footer), "{footer} in {text}");
    }
    let text = words_of(&html(&["jump/four-by-four"], &[]));
    assert!(
        text.contains("Page 1/2") && !text.contains("Seed"),
        "{text}"
    );
}

/// Solutions can be handed out later.
#[test]
fn solutions_are_a_file_of_their_own() {
    let (folder, path) = folder();
    let solutions = folder.path().join("solutions.html");
    let options = [
        "--solutions",
        solutions.to_str().expect("text"),
        "--title",
        "Friday",
    ];
    assert!(sheet(&ALL, &options, &path).status.success());
    let [sheet, written] = [&path, &solutions].map(|it| fs::read_to_string(it).expect("a page"));
    assert!(!words_of(&sheet).contains("Solutions") && words_of(&sheet).contains("Page 1/6"));
    assert!(words_of(&written).starts_with("Friday – Solutions"));
    assert_eq!(written.matches("<figure>").count(), 12);
}

/// Where the line of a route is hard to follow, its moves are letters: over an edge, and with waits, too.
#[test]
fn solutions_have_their_moves_as_letters() {
    let (folder, path) = folder();
    // East and west of a square is the same one: letters would not tell which way is open.
    let narrow = folder.path().join("narrow.ron");
    let text = r#"Scene(grid: (rows: 3, columns: 2), walls: {(1, 1): "E", (2, 1): "E", (3, 1): "ES", (3, 2): "S"},
        wrap: Both, walk: Foot(from: (1, 1), to: (3, 2)))"#;
    fs::write(&narrow, text).expect("a file");
    // A die that rolls over an edge into its own square does not wait.
    let column = folder.path().join("column.ron");
    let text = "Scene(seed: 2, grid: (rows: 6, columns: 1), wrap: Both, numbers: Random(wild: 0.3, empty: 0),
        walk: Dice(from: (1, 1), to: (4, 1), top: 5, front: 1))";
    fs::write(&column, text).expect("a file");
    let more = [narrow, column].map(|it| it.display().to_string());
    let scenes = [
        "arrow/sample-1",
        "theseus/waiting",
        "wrap/arrows",
        "mixed/foot-carved",
    ];
    let made = sheet(&scenes, &[&more[0], &more[1]], &path);
    assert!(made.status.success(), "{made:?}");
    let html = fs::read_to_string(path).expect("a sheet");
    let moves = html.split("class=\"moves\"").skip(1).map(|it| {
        let (_, moves) = it.split_once('>').expect("an end");
        moves.split('<').next().expect("moves")
    });
    let moves: Vec<&str> = moves.collect();
    assert_eq!(
        moves,
        ["NNESE NWWSE NESS", "-EEEW WWWNE", "WWSE", "", "", ""]
    );
}

/// Whatever has a solution is printed, everything else reported.
#[test]
fn what_is_no_puzzle_is_reported() {
    let (folder, path) = folder();
    let made = sheet(
        &["jump/four-by-four", "jump/without-a-way", "johnny/flips"],
        &[],
        &path,
    );
    let said = String::from_utf8_lossy(&made.stderr);
    assert_eq!(
        (made.status.code(), said.lines().count()),
        (Some(2), 2),
        "{said}"
    );
    for scene in [
        "scenes/jump/without-a-way.ron: error: ",
        "scenes/johnny/flips.ron: error: ",
    ] {
        assert!(said.contains(scene), "{said}");
    }
    let html = fs::read_to_string(&path).expect("a sheet");
    assert_eq!(html.matches("<figure>").count(), 2);

    let none = folder.path().join("none.html");
    for scene in [
        "johnny/flips",
        "agents/crew",
        "mazing/attempts",
        "jump/without-a-way",
    ] {
        let made = sheet(&[scene], &[], &none);
        assert!(
            made.status.code() == Some(2) && !none.exists(),
            "{scene}: {made:?}"
        );
    }
    // Of seeds, it is said once how to find others.
    let made = sheet(&["dice/random"], &["--seeds", "1..9"], Path::new("-"));
    assert_eq!(
        String::from_utf8_lossy(&made.stderr)
            .matches("--by moves")
            .count(),
        1
    );
}
