//! What a page opens on: a puzzle, which is solved by hand, with a mouse and by touch, and printed.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::browser::Browser;
use super::{assert_silent, browser, draw};
use crate::program::mazetick;

pub(super) fn open(browser: &mut Browser, page: &Path, behind: &str) {
    // So that the page is loaded again.
    browser.ask("Page.navigate", json!({ "url": "about:blank" }));
    browser.open(&format!("file://{}{behind}", page.display()));
}

pub(super) fn resize(browser: &mut Browser, width: u32, height: u32) {
    let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
    browser.ask("Emulation.setDeviceMetricsOverride", size);
}

/// The number of shapes of the route, and the pages' sense of what is shown.
const SEEN: &str = "[mazetick.player.board.route.childElementCount > 0, \
    mazetick.player.walk?.isOn ?? false, mazetick.seen().tick]";

#[test]
fn pages_open_on_the_puzzle() {
    let Some(mut browser) = browser() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let page = draw("arrow/sample-1", folder.path());
    open(&mut browser, &page, "");
    assert_eq!(browser.evaluate(SEEN), json!([false, true, 0]));
    let words = "[document.title, document.querySelector('h1').textContent, rules.textContent]";
    let seen = browser.evaluate(words);
    assert_eq!([&seen[0], &seen[1]], [&json!("SAMPLE"); 2]);
    let rules = seen[2].as_str().expect("a text");
    let are_there = ["arrowhead", "sign", "two"].map(|word| rules.contains(word));
    assert!(are_there == [true; 3] && !rules.contains('{'), "{rules}");
    let legend = browser.evaluate("legend.textContent");
    assert!(
        legend
            .as_str()
            .is_some_and(|it| it.contains("a sign for those")),
        "{legend}"
    );
    assert_eq!(
        browser.evaluate(&format!("solve.click(), {SEEN}")),
        json!([true, true, 0])
    );
    assert_eq!(
        browser.evaluate(&format!("solve.click(), {SEEN}")),
        json!([false, true, 0])
    );
    for (behind, seen) in [
        ("#solution", json!([true, true, 0])),
        ("#tick=3", json!([false, false, 3])),
        ("#solution&tick=3", json!([true, false, 3])),
    ] {
        open(&mut browser, &page, behind);
        assert_eq!(browser.evaluate(SEEN), seen, "{behind}");
        assert_eq!(browser.evaluate("location.hash"), json!(behind));
    }
    open(&mut browser, &page, "#embed");
    let shown = "['h1', '#rules', '#board', '#solve']
        .map((it) => document.querySelector(it).checkVisibility())";
    assert_eq!(browser.evaluate(shown), json!([false, false, true, true]));
    // Nothing is shown before its numbers are.
    let watch = "document.addEventListener('readystatechange', () => {
        const look = () => { if (document.body.className !== 'empty') window.atFirst ??= tick.textContent; };
        new MutationObserver(look).observe(document.body, { attributeFilter: ['class'] });
    }, { once: true })";
    browser.ask(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({ "source": watch }),
    );
    open(&mut browser, &page, "#tick=3");
    assert_eq!(browser.evaluate("window.atFirst"), json!("3"));
    // A world without a walk has no puzzle.
    open(&mut browser, &draw("generators/kruskal", folder.path()), "");
    let end = browser.evaluate("[mazetick.seen().phase, solve.checkVisibility()]");
    assert_eq!(end, json!([2, false]));
    assert_silent(&browser, "puzzles");
}

/// Where a cell is on the screen.
fn place(browser: &mut Browser, row: u32, column: u32) -> (f64, f64) {
    let spot = browser.evaluate(&format!(
        "(() => {{
            const box = board.getBoundingClientRect();
            const unit = box.width / (mazetick.player.world.columns * 120 + 60);
            return [box.left + ({column} * 120 - 30) * unit, box.top + ({row} * 120 - 30) * unit];
        }})()"
    ));
    (
        spot[0].as_f64().expect("a number"),
        spot[1].as_f64().expect("a number"),
    )
}

fn mouse(browser: &mut Browser, kind: &str, (x, y): (f64, f64)) {
    let buttons = i32::from(kind != "mouseReleased");
    let event = json!({
        "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1,
    });
    browser.ask("Input.dispatchMouseEvent", event);
}

fn cells(browser: &mut Browser) -> Value {
    browser.evaluate("mazetick.player.walk.cells.map((it) => mazetick.player.board.place(it))")
}

#[test]
fn a_walk_is_made_by_mouse_and_by_touch() {
    let Some(mut browser) = browser() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let scene = folder.path().join("open.ron");
    let text = "Scene(grid: (rows: 3, columns: 4), walls: {(1, 2): \"S\"}, \
                walk: Foot(from: (1, 1), to: (3, 4)), text: Lattice)";
    fs::write(&scene, text).expect("a file");
    let page = folder.path().join("page.html");
    let drawn = mazetick(&[])
        .arg("draw")
        .arg(&scene)
        .arg("-o")
        .arg(&page)
        .status();
    assert!(drawn.expect("the program runs").success());
    resize(&mut browser, 600, 500);
    open(&mut browser, &page, "");
    // A click on a neighbour, and one at a square behind a wall, which says why not.
    let at = place(&mut browser, 1, 2);
    let _ = ["mousePressed", "mouseReleased"].map(|kind| mouse(&mut browser, kind, at));
    assert_eq!(cells(&mut browser), json!([[0, 0], [1, 0]]));
    let at = place(&mut browser, 2, 2);
    let _ = ["mousePressed", "mouseReleased"].map(|kind| mouse(&mut browser, kind, at));
    assert_eq!(cells(&mut browser), json!([[0, 0], [1, 0]]));
    let said = browser.evaluate("said.textContent");
    assert!(
        said.as_str().is_some_and(|it| it.contains("wall")),
        "{said}"
    );
    // The walker is dragged along a way.
    let way = [(1, 2), (1, 3), (2, 3)].map(|(row, column)| place(&mut browser, row, column));
    mouse(&mut browser, "mousePressed", way[0]);
    let _ = way.map(|at| mouse(&mut browser, "mouseMoved", at));
    mouse(&mut browser, "mouseReleased", way[2]);
    assert_eq!(cells(&mut browser), json!([[0, 0], [1, 0], [2, 0], [2, 1]]));
    // A swipe anywhere is a step.
    let (x, y) = place(&mut browser, 3, 1);
    let points = [
        ("touchStart", vec![(x, y)]),
        ("touchMove", vec![(x + 60.0, y)]),
        ("touchEnd", vec![]),
    ];
    for (kind, points) in points {
        let points: Vec<Value> = points
            .iter()
            .map(|(x, y)| json!({ "x": x, "y": y }))
            .collect();
        browser.ask(
            "Input.dispatchTouchEvent",
            json!({ "type": kind, "touchPoints": points }),
        );
    }
    assert_eq!(
        cells(&mut browser),
        json!([[0, 0], [1, 0], [2, 0], [2, 1], [3, 1]])
    );
    assert_silent(&browser, "open");
}

#[test]
fn a_walker_in_a_large_maze_stays_in_view() {
    let Some(mut browser) = browser() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let scene = folder.path().join("large.ron");
    let text = "Scene(grid: (rows: 60, columns: 60), walls: {}, \
                walk: Foot(from: (60, 1), to: (1, 60)), text: Lattice)";
    fs::write(&scene, text).expect("a file");
    let page = folder.path().join("page.html");
    let drawn = mazetick(&[])
        .arg("draw")
        .arg(&scene)
        .arg("-o")
        .arg(&page)
        .status();
    assert!(drawn.expect("the program runs").success());
    resize(&mut browser, 500, 400);
    open(&mut browser, &page, "");
    for moves in 0..50 {
        let go = if moves % 2 == 0 { "north" } else { "east" };
        browser.evaluate(&format!("{go}.click()"));
        let (x, y) = place(
            &mut browser,
            60 - (moves / 2 + 1),
            1 + moves.div_ceil(2) - moves % 2,
        );
        let view = browser.evaluate(
            "(() => { const it = view.getBoundingClientRect(); return [it.left, it.top, it.right, it.bottom]; })()",
        );
        let [left, top, right, bottom] =
            [0, 1, 2, 3].map(|at| view[at].as_f64().expect("a number"));
        assert!(
            left < x && x < right && top < y && y < bottom,
            "{moves}: ({x}, {y}) of {view}"
        );
    }
    let side = browser.evaluate("board.clientWidth / 60.5");
    assert!(side.as_f64() >= Some(24.0), "{side} pixels a square");
}

/// The legend lists what is there, so large that it can be recognized, and the keys that work.
#[test]
fn a_legend_is_of_what_is_shown() {
    let Some(mut browser) = browser() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    open(&mut browser, &draw("mixed/foot-carved", folder.path()), "");
    let seen = "['not yet carved', 'reached', 'a walker'].map((it) => [...legend.children].some(
            (item) => item.checkVisibility() && item.textContent.includes(it)))";
    assert_eq!(browser.evaluate(seen), json!([false, false, true]));
    let replay = format!("walk.click(), mazetick.go(0), {seen}");
    assert_eq!(browser.evaluate(&replay), json!([true, false, true]));
    let keys = "[...document.querySelectorAll('details[aria-label^=Keys]')]
        .filter((it) => it.checkVisibility()).map((it) => it.ariaLabel)";
    assert_eq!(browser.evaluate(keys), json!(["Keys"]));
    assert_eq!(
        browser.evaluate(&format!("walk.click(), {keys}")),
        json!(["Keys for walking"])
    );
    open(&mut browser, &draw("arrow/sample-1", folder.path()), "");
    let small = "[...document.querySelectorAll('#legend li:not([hidden]) svg')].map((it) => {
        const { width, height } = it.getBBox(), [, , side] = it.getAttribute('viewBox').split(' ');
        return Math.max(width, height) / side;
    }).filter((part) => part < 0.6)";
    assert_eq!(browser.evaluate(small), json!([]));
}

/// The number of pages when it is printed on paper of this many inches.
fn print(browser: &mut Browser, width: f64, height: f64) -> Value {
    let paper = json!({ "paperWidth": width, "paperHeight": height, "preferCSSPageSize": true });
    let printed = browser.ask("Page.printToPDF", paper);
    browser.evaluate(&format!(
        "atob({}).match(/\\/Type\\s*\\/Page\\b/g).length",
        printed["data"]
    ))
}

#[test]
fn a_page_is_printed_whole() {
    let Some(mut browser) = browser() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    for scene in ["arrow/drawn-30x30", "generators/one-row"] {
        open(&mut browser, &draw(scene, folder.path()), "");
        for (width, height) in [(8.27, 11.69), (8.5, 11.0)] {
            assert_eq!(
                print(&mut browser, width, height),
                json!(1),
                "{scene} on {width} by {height} inches"
            );
        }
    }
}

/// Opens a page without a film.
fn load(browser: &mut Browser, page: &Path) {
    browser.ask(
        "Page.navigate",
        json!({ "url": format!("file://{}", page.display()) }),
    );
    let is_there = "document.readyState === 'complete' && document.images.length > 0 &&
        [...document.images].every((it) => it.complete && it.naturalWidth > 0)";
    while browser.evaluate(is_there) != json!(true) {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn sheets_are_paged_and_pages_have_an_index() {
    let Some(mut browser) = browser() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let sheet = folder.path().join("sheet.html");
    let made = mazetick(&[
        "sheet",
        "scenes/mixed/foot-carved.ron",
        "scenes/jump/four-by-four.ron",
    ])
    .args([
        "--seeds",
        "1..4",
        "--per-page",
        "4",
        "--title",
        "Mazes & more",
        "-o",
    ])
    .arg(&sheet)
    .status();
    assert!(made.expect("the program runs").success());
    load(&mut browser, &sheet);
    let seen = browser.evaluate(
        "[document.title, ...[...document.querySelectorAll('h1, figcaption')].map((it) => it.textContent.split('. ')[1] ?? it.textContent)]",
    );
    let names = [
        "foot-carved, seed 1",
        "foot-carved, seed 2",
        "foot-carved, seed 3",
    ];
    let jumps = ["FOUR, seed 1"];
    let texts = seen.as_array().expect("texts");
    assert_eq!(texts[0], json!("Mazes & more"));
    let starts = |at: usize, name: &str| texts[at].as_str().is_some_and(|it| it.starts_with(name));
    assert!(
        starts(2, names[0]) && starts(4, names[2]) && starts(5, jumps[0]),
        "{seen}"
    );
    // Of jumps, which are the same for every seed, there is one puzzle. A page of puzzles, and one of solutions.
    for (width, height) in [(8.27, 11.69), (8.5, 11.0)] {
        let printed = print(&mut browser, width, height);
        assert_eq!(printed, json!(2), "{width} by {height} inches");
    }
    resize(&mut browser, 390, 844);
    let phone = "[document.querySelector('meta[name=viewport]') !== null,
        document.documentElement.scrollWidth <= 390, document.images[1].getBoundingClientRect().left,
        getComputedStyle(document.querySelector('b')).display]";
    let seen = browser.evaluate(phone);
    assert_eq!(
        [&seen[0], &seen[1], &seen[3]],
        [&json!(true), &json!(true), &json!("block")]
    );
    assert!(
        seen[2]
            .as_f64()
            .is_some_and(|left| (8.0..40.0).contains(&left)),
        "{seen}"
    );
    let dark = json!({ "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    browser.ask("Emulation.setEmulatedMedia", dark);
    let ground = browser.evaluate("getComputedStyle(document.body).backgroundColor");
    assert_eq!(ground, json!("rgb(20, 20, 20)"));
    let pages = folder.path().join("pages");
    let drawn = mazetick(&["draw", "scenes/jump", "--format", "html", "--out-dir"])
        .arg(&pages)
        .status();
    assert!(drawn.expect("the program runs").success());
    load(&mut browser, &pages.join("index.html"));
    let links = browser.evaluate("[...document.links].map((it) => it.getAttribute('href'))");
    for link in links.as_array().expect("links") {
        assert!(
            pages.join(link.as_str().expect("a text")).exists(),
            "{link}"
        );
    }
    let scenes = std::fs::read_dir("scenes/jump").expect("scenes").count();
    assert_eq!(links.as_array().map(Vec::len), Some(scenes));
}

/// Those that have a solution are printed, the others reported.
#[test]
fn a_sheet_is_without_puzzles_that_have_no_solution() {
    let folder = tempfile::tempdir().expect("a folder");
    let sheet = folder.path().join("sheet.html");
    let made = mazetick(&["sheet", "scenes/jump", "-o"])
        .arg(&sheet)
        .output();
    let made = made.expect("the program runs");
    let said = String::from_utf8_lossy(&made.stderr);
    assert_eq!(
        (made.status.code(), said.lines().count()),
        (Some(2), 1),
        "{said}"
    );
    assert!(
        said.starts_with("scenes/jump/without-a-way.ron: error: "),
        "{said}"
    );
    let html = std::fs::read_to_string(sheet).expect("a sheet");
    assert!(html.contains("FOUR") && !html.contains("without-a-way"));
    // Of seeds, it is said once how to find others.
    let seeds = [
        "sheet",
        "scenes/dice/random.ron",
        "--seeds",
        "1..9",
        "-o",
        "-",
    ];
    let made = mazetick(&seeds).output().expect("the program runs");
    assert_eq!(
        String::from_utf8_lossy(&made.stderr)
            .matches("--by moves")
            .count(),
        1
    );
}

/// Those of a large board with signs have a page each; solutions are small, and their moves as letters leave room
/// for them.
#[test]
fn drawings_fill_their_pages() {
    let Some(mut browser) = browser() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let sheet = folder.path().join("sheet.html");
    let made = mazetick(&["sheet", "scenes/craft/arrows-9x9.ron", "-o"])
        .arg(&sheet)
        .status();
    assert!(made.expect("the program runs").success());
    resize(&mut browser, 800, 1100);
    load(&mut browser, &sheet);
    let seen = browser.evaluate(
        "[...document.images].map((it) => Math.min(it.clientWidth, it.clientHeight)
            / it.closest('section').clientWidth)",
    );
    let [puzzle, solution] = [0, 1].map(|at| seen[at].as_f64().unwrap_or_default());
    assert!(puzzle > 0.95 && (0.05..0.3).contains(&solution), "{seen}");
}

/// Where the line of a route is hard to follow, its moves are letters: over an edge, and with waits, too.
#[test]
fn solutions_of_sheets_have_their_moves_as_letters() {
    let folder = tempfile::tempdir().expect("a folder");
    let sheet = folder.path().join("sheet.html");
    let scenes = [
        "arrow/sample-1",
        "theseus/waiting",
        "wrap/arrows",
        "mixed/foot-carved",
    ];
    let scenes = scenes.map(|it| format!("scenes/{it}.ron"));
    // East and west of a square is the same one: letters would not tell which way is open.
    let narrow = folder.path().join("narrow.ron");
    let text = r#"Scene(grid: (rows: 3, columns: 2), walls: {(1, 1): "E", (2, 1): "E", (3, 1): "ES", (3, 2): "S"},
        wrap: Both, walk: Foot(from: (1, 1), to: (3, 2)))"#;
    std::fs::write(&narrow, text).expect("a file");
    // A die that rolls over an edge into its own square does not wait.
    let column = folder.path().join("column.ron");
    let text = "Scene(seed: 2, grid: (rows: 6, columns: 1), wrap: Both, numbers: Random(wild: 0.3, empty: 0),
        walk: Dice(from: (1, 1), to: (4, 1), top: 5, front: 1))";
    std::fs::write(&column, text).expect("a file");
    let made = mazetick(&["sheet", "-o"])
        .arg(&sheet)
        .args(scenes)
        .args([&narrow, &column])
        .status();
    assert!(made.expect("the program runs").success());
    let html = std::fs::read_to_string(sheet).expect("a sheet");
    for words in [
        "</b> NNESE NWWSE NESS<",
        "</b> -EEEW WWWNE<",
        "</b> WWSE<",
        "foot-carved</b> <",
        "narrow</b> <",
        "column</b> <",
    ] {
        assert!(html.contains(words), "{words}");
    }
}

/// Also those of a page with several kinds: each once, with the numbers of its puzzles. A large board takes no room
/// from others.
#[test]
fn rules_stand_once_on_a_page() {
    let sheet = |arguments: &[&str]| {
        let made = mazetick(&["sheet", "-o", "-"]).args(arguments).output();
        String::from_utf8(made.expect("the program runs").stdout).expect("a page")
    };
    let seeds = [
        "scenes/mixed/foot-carved.ron",
        "--seeds",
        "1..=24",
        "--per-page",
        "12",
    ];
    let html = sheet(&seeds);
    assert_eq!(html.matches("Find a way").count(), 2);
    assert_eq!(html.matches("<section").count(), 3);
    let [foot, dice, large] = ["mixed/foot-carved", "dice/sample-1", "craft/arrows-9x9"]
        .map(|it| format!("scenes/{it}.ron"));
    let html = sheet(&[&dice, &foot, &dice, "--per-page", "3", "--coordinates"]);
    assert!(
        html.contains("<p dir=\"auto\">1, 3: Roll the die"),
        "{html}"
    );
    assert!(html.contains("<p dir=\"auto\">2: Find a way"), "{html}");
    assert_eq!(
        html.matches("The die shows 5 on top, 1 in front and 3 at the right.</fig")
            .count(),
        2
    );
    // Dice that lie alike are one drawing above their boards.
    let html = sheet(&[&dice, &dice, &dice, "--no-rules", "--per-page", "3"]);
    assert!(html.contains("<p dir=\"auto\">The die shows 5"), "{html}");
    assert_eq!(
        ["<svg", "at the right.</fig"].map(|it| html.matches(it).count()),
        [1, 0]
    );
    let html = sheet(&[&foot, &foot, &foot, &dice, &foot, "--per-page", "12"]);
    assert!(
        html.contains("<p dir=\"auto\">1 to 3, 5: Find a way"),
        "{html}"
    );
    let html = sheet(&[&foot, &foot, &large, &foot, &foot]);
    assert_eq!(
        html.matches("<section").count(),
        4,
        "two, one, two, and the solutions"
    );
    let html = sheet(&[&foot, "--no-rules"]);
    assert!(!html.contains("Find a way"));
}

/// A class reads its own language, and gets the solutions later.
#[test]
fn rules_and_solutions_are_files_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let [rules, sheet, solutions] = ["r.txt", "s.html", "l.html"].map(|it| folder.path().join(it));
    std::fs::write(&rules, "מצא דרך\nZnajdź drogę").expect("a file");
    let sheet_with = |output: &Path| {
        let mut made = mazetick(&["sheet", "scenes/mixed/foot-carved.ron", "--rules"]);
        made.arg(&rules)
            .arg("--solutions")
            .arg(&solutions)
            .arg("-o")
            .arg(output);
        made.output().expect("the program runs")
    };
    assert_eq!(sheet_with(&sheet).status.code(), Some(0));
    let [sheet, written] =
        [&sheet, &solutions].map(|it| std::fs::read_to_string(it).expect("a page"));
    assert!(sheet.contains("<p dir=\"auto\">מצא דרך</p>\n<p dir=\"auto\">Znajdź drogę</p>"));
    assert!(!sheet.contains("Solutions") && !sheet.contains("Find a way"));
    assert!(written.contains("Solutions") && written.matches("<img").count() == 1);
    assert!(
        sheet_with(&solutions).status.code() == Some(2),
        "one file for both"
    );

    let has_words_on_the_die = |more: &[&str]| {
        let mut made = mazetick(&["sheet", "scenes/dice/sample-1.ron"]);
        let made = made
            .args(more)
            .args(["-o", "-"])
            .output()
            .expect("the program runs");
        String::from_utf8_lossy(&made.stdout)
            .split("<img")
            .next()
            .unwrap()
            .contains("on top")
    };
    assert!(has_words_on_the_die(&["--no-rules"]));
    assert!(!has_words_on_the_die(&[
        "--rules",
        rules.to_str().expect("text")
    ]));
}
