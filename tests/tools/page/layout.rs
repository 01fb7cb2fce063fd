//! How pages are laid out: on phones and large screens, in small and large text, whatever font a machine has.

use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::json;

use super::browser::Browser;
use super::puzzles::{open, resize};
use super::{assert_silent, draw};

/// Puzzles with long titles, long sentences, and with everything that can be on a page.
const SCENES: [&str; 5] = [
    "theseus/waiting",
    "mixed/everything",
    "mixed/foot-carved",
    "dice/drawn-5x5",
    "arrow/sample-1",
];

/// Phones upright and on their side, a small window, a tablet, a laptop, a large screen.
const SCREENS: [(u32, u32); 8] = [
    (320, 568),
    (375, 667),
    (414, 896),
    (844, 390),
    (500, 400),
    (768, 1024),
    (1280, 800),
    (1920, 1080),
];

/// The texts that stick out of the window or of an element around them, and the words of the title that are broken.
const CUT: &str = "(() => {
    const cut = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode, holder = text.parentElement;
        const isSeen = holder.checkVisibility({ visibilityProperty: true }) && !holder.closest('.unseen, pre, option');
        if (!isSeen || text.data.trim() === '') continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const box of range.getClientRects()) {
            if (box.left < 0 || box.right > innerWidth) cut.push(text.data);
            for (let around = holder; around !== document.body; around = around.parentElement) {
                const edge = around.getBoundingClientRect();
                const isOut = box.left < edge.left - 1 || box.right > edge.right + 1;
                const clips = getComputedStyle(around).overflow !== 'visible' || around.matches('button');
                // Letters of some fonts are higher than their lines.
                const isAway = box.bottom > edge.bottom + 4 || box.top < edge.top - 4;
                if (isOut || (clips && isAway)) cut.push([text.data, around.outerHTML.slice(0, 60)]);
            }
        }
    }
    const longest = document.createElement('span'), speeds = document.getElementById('speed');
    longest.textContent = '10000 ticks/s';
    longest.style.font = getComputedStyle(speeds).font;
    document.body.append(longest);
    // An arrow is beside the words.
    if (speeds.checkVisibility() && speeds.clientWidth < longest.offsetWidth + 24) cut.push('the speed');
    longest.remove();
    const title = document.querySelector('h1').firstChild;
    for (const { index, 0: { length } } of title.data.matchAll(/[^\\s-]+/g)) {
        const word = document.createRange();
        word.setStart(title, index);
        word.setEnd(title, index + length);
        if (word.getClientRects().length > 1) cut.push(word.toString());
    }
    if (document.documentElement.scrollWidth > innerWidth) cut.push('the page is wider than the window');
    return cut;
})()";

/// The controls that lie on each other or on the status, and those too small for a finger.
const CROWDED: &str = "(() => {
    const crowded = [];
    const controls = [...document.querySelectorAll('button, select, input, summary, #view')]
        .filter((control) => control.checkVisibility());
    const words = document.createRange();
    words.selectNodeContents(document.getElementById('said'));
    const boxes = [...words.getClientRects()].map((box) => ['a sentence', box]);
    for (const control of controls) boxes.push([control.outerHTML.slice(0, 60), control.getBoundingClientRect()]);
    boxes.forEach(([name, box], at) => {
        if (name.startsWith('<') && (box.width < 44 || box.height < 44)) crowded.push([name, box.width, box.height]);
        for (const [other, { left, right, top, bottom }] of boxes.slice(at + 1)) {
            const isBeside = box.right <= left + 1 || right <= box.left + 1;
            const isAbove = box.bottom <= top + 4 || bottom <= box.top + 4;
            if (!isBeside && !isAbove && name !== other) crowded.push([name, other]);
        }
    });
    return crowded;
})()";

/// Returns true if the arrows form a cross.
const IS_CROSS: &str = "(() => {
    const [north, south, west, east] = ['north', 'south', 'west', 'east']
        .map((id) => document.getElementById(id).getBoundingClientRect());
    return north.bottom <= west.top && west.bottom <= south.top && west.top === east.top
        && north.left === south.left && west.right <= north.left && north.right <= east.left;
})()";

/// The boxes of whatever must stay in its place.
const PLACES: &str = "['view', 'solve', 'larger', 'north', 'west', 'undo', 'hint'].map((id) => {
    const { left, top, width, height } = document.getElementById(id).getBoundingClientRect();
    return [id, left, top, width, height];
})";

/// A browser that has one font.
struct Reader {
    browser: Browser,
    pages: Vec<PathBuf>,
    // The pages and the file of fonts are in it.
    _folder: tempfile::TempDir,
}

/// Starts a browser that finds only the fonts of this family, or none at all. Returns `None`, with a message, if the
/// machine has no browser or not this font; if `MAZETICK_BROWSER` is set, that is a failure.
fn reader(family: Option<&str>) -> Option<Reader> {
    let folder = tempfile::tempdir().expect("a folder");
    let browser = browser_with(family, folder.path())?;

    let mut pages = Vec::new();
    for scene in SCENES {
        let own = folder.path().join(scene);
        fs::create_dir_all(&own).expect("a folder");
        pages.push(draw(scene, &own));
    }

    Some(Reader {
        browser,
        pages,
        _folder: folder,
    })
}

/// Starts a browser as [`reader`] does. The folder is for the file of fonts.
pub(super) fn browser_with(family: Option<&str>, folder: &Path) -> Option<Browser> {
    let fonts = folder.join("fonts.conf");
    fs::write(&fonts, selection(family)).expect("a file");

    let browser = Browser::start(Some(&fonts));
    let browser = browser.and_then(|mut browser| match family {
        Some(family) => has_font(&mut browser, family).then_some(browser),
        None => Some(browser),
    });

    if browser.is_none() {
        let lacking = format!("no Chromium, or not the font {family:?}, is installed");
        assert!(env::var_os("MAZETICK_BROWSER").is_none(), "{lacking}");
        eprintln!("SKIPPED: the layout of pages is not tested, as {lacking}");
    }
    browser
}

/// A file for Fontconfig that selects the fonts of a family from those of the machine.
fn selection(family: Option<&str>) -> String {
    let rules = family.map_or_else(String::new, |family| {
        format!(
            "<include ignore_missing=\"yes\">/etc/fonts/fonts.conf</include>
             <selectfont>
             <acceptfont><pattern><patelt name=\"family\"><string>{family}</string></patelt></pattern></acceptfont>
             <rejectfont><pattern></pattern></rejectfont>
             </selectfont>"
        )
    });
    format!("<?xml version=\"1.0\"?><fontconfig>{rules}</fontconfig>")
}

/// Returns true if the browser writes in this font.
fn has_font(browser: &mut Browser, family: &str) -> bool {
    browser.evaluate("document.body.textContent = 'Maze', document.body.offsetHeight");
    let document = browser.ask("DOM.getDocument", json!({ "depth": -1 }));
    let body = &document["root"]["children"][0]["children"][1]["nodeId"];
    let fonts = browser.ask("CSS.getPlatformFontsForNode", json!({ "nodeId": body }));

    fonts["fonts"][0]["familyName"] == json!(family)
}

/// Sets the size of text that the user of the browser prefers, in pixels.
fn set_text_size(browser: &mut Browser, pixels: u32) {
    let sizes = json!({ "fontSizes": { "standard": pixels, "fixed": pixels * 13 / 16 } });
    browser.ask("Page.setFontSizes", sizes);
}

/// Waits until the page has seen that the window has another size.
fn settle(browser: &mut Browser) {
    browser.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
}

/// Checks every page on every screen.
fn check_layout(reader: &mut Reader) {
    let browser = &mut reader.browser;

    for page in &reader.pages {
        resize(browser, 320, 568);
        open(browser, page, "");

        for (width, height) in SCREENS {
            let place = format!("{}, {width} by {height}", page.display());
            resize(browser, width, height);
            settle(browser);

            assert_eq!(browser.evaluate(IS_CROSS), json!(true), "{place}");
            for mode in ["", "walk.click(), mazetick.go(9),", "walk.click(),"] {
                let seen = browser.evaluate(&format!("{mode} [{CUT}, {CROWDED}]"));
                assert_eq!(seen, json!([[], []]), "{place}, {mode}");
            }
        }
    }
    assert_silent(browser, "layout");
}

/// Checks that whatever is pressed nothing that can be pressed moves, and what was said is read.
fn check_that_nothing_moves(reader: &mut Reader) {
    let browser = &mut reader.browser;

    for page in &reader.pages {
        resize(browser, 320, 568);
        open(browser, page, "");
        settle(browser);
        let places = browser.evaluate(PLACES);

        for button in [
            "north", "south", "west", "east", "wait", "hint", "undo", "restart", "solve",
        ] {
            let after = browser.evaluate(&format!("{button}.click(), {PLACES}"));
            assert_eq!(after, places, "{}, {button}", page.display());
            let crowded = browser.evaluate(&format!("[{CUT}, {CROWDED}]"));
            assert_eq!(crowded, json!([[], []]), "{}, {button}", page.display());
        }
    }
}

/// Checks that on a small screen everything that is used is on it.
fn check_the_fold(reader: &mut Reader) {
    let browser = &mut reader.browser;
    let lowest = "Math.max(...[...document.querySelectorAll('button, #view, #scrub, #said')]
        .filter((part) => part.checkVisibility())
        .map((part) => part.getBoundingClientRect().bottom))";

    for page in &reader.pages {
        for (width, height) in [(500, 400), (390, 844)] {
            resize(browser, width, height);
            open(browser, page, "");
            for mode in ["", "walk.click(),", "last.click(),", "solve.click(),"] {
                let lowest = browser.evaluate(&format!("{mode} {lowest}"));
                assert!(
                    lowest.as_f64() <= Some(f64::from(height)),
                    "{}, {mode} {lowest} of {height}",
                    page.display()
                );
            }
        }
    }
}

/// Checks that the board takes the width of a phone, and that the rules are seen to begin below, and that it takes
/// the height of a large screen.
fn check_the_board(reader: &mut Reader) {
    let browser = &mut reader.browser;

    for page in &reader.pages {
        resize(browser, 390, 844);
        open(browser, page, "");
        let seen = browser.evaluate("[board.clientWidth, rules.getBoundingClientRect().top]");
        let [width, rules] = [0, 1].map(|at| seen[at].as_f64());
        assert!(
            width >= Some(350.0) && rules <= Some(744.0),
            "{}: {seen}",
            page.display()
        );
    }

    // Of a square puzzle: wider ones take the width that the words leave.
    for (width, height) in [(1280, 720), (1280, 800), (1920, 1080)] {
        resize(browser, width, height);
        open(browser, &reader.pages[3], "");
        let high = browser.evaluate("board.clientHeight");
        assert!(
            high.as_f64() >= Some(f64::from(height) - 20.0),
            "{high} of {height} pixels"
        );
    }
}

/// Checks that the Minotaur's column is read.
fn check_the_status(reader: &mut Reader) {
    let browser = &mut reader.browser;
    resize(browser, 320, 568);
    open(browser, &reader.pages[0], "");

    let words = browser.evaluate("said.textContent");
    let words = words.as_str().unwrap_or_default();
    assert!(
        words.ends_with("the Minotaur in row 1, column 3."),
        "{words}"
    );
    assert_eq!(browser.evaluate(CUT), json!([]));
}

fn check(family: Option<&str>) {
    let Some(mut reader) = reader(family) else {
        return;
    };

    for text_size in [19, 16] {
        set_text_size(&mut reader.browser, text_size);
        check_layout(&mut reader);
        check_that_nothing_moves(&mut reader);
        check_the_status(&mut reader);
    }
    check_the_board(&mut reader);
    check_the_fold(&mut reader);
}

#[test]
fn pages_are_laid_out_in_dejavu() {
    check(Some("DejaVu Sans"));
}

#[test]
fn pages_are_laid_out_in_noto() {
    check(Some("Noto Sans"));
}

#[test]
fn pages_are_laid_out_in_liberation() {
    check(Some("Liberation Sans"));
}

#[test]
fn pages_are_laid_out_without_any_font() {
    check(None);
}

/// Every control and picture has an accessible name.
#[test]
fn controls_have_names() {
    let Some(mut browser) = super::browser() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    open(&mut browser, &draw("mixed/everything", folder.path()), "");
    assert_named(&mut browser);
    browser.evaluate("walk.click()");
    assert_named(&mut browser);
}
fn assert_named(browser: &mut Browser) {
    let tree = browser.ask("Accessibility.getFullAXTree", json!({}));
    let mut named = 0;
    for node in tree["nodes"].as_array().expect("nodes") {
        let role = node["role"]["value"].as_str().unwrap_or_default();
        let roles = [
            "button",
            "slider",
            "combobox",
            "group",
            "region",
            "image",
            "DisclosureTriangle",
        ];
        if roles.contains(&role) && node["ignored"] == json!(false) {
            assert_ne!(
                node["name"]["value"].as_str().unwrap_or_default(),
                "",
                "{node}"
            );
            named += 1;
        }
    }
    assert!(named >= 15, "{named} named nodes");
}
