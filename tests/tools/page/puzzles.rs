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
pub(super) fn print(browser: &mut Browser, width: f64, height: f64) -> Value {
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
