//! Replay pages in a browser: what they show is what the world looks like, tick by tick.

mod browser;
mod layout;
mod puzzles;
mod sheets;
mod walks;

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::program::mazetick;
use mazetick::picture::Picture;
use mazetick::picture::film::Film;
use mazetick::picture::layer::Layer;
use mazetick::picture::look::{Place, Room, Slot};
use mazetick::picture::shape::Pen;
use mazetick::scene::{Scene, Simulation};
use serde_json::{Value, json};

use browser::Browser;

/// A scene of each problem, and mixtures.
const SCENES: [&str; 8] = [
    "arrow/sample-2",
    "dice/sample-3",
    "johnny/flips",
    "jump/four-by-four",
    "mazing/attempts",
    "mixed/everything",
    "theseus/open-field",
    "generators/wilson-walked",
];

/// A browser; `None`, with a message, if none is installed. If `MAZETICK_BROWSER` is set, a missing
/// browser is a failure.
fn browser() -> Option<Browser> {
    let browser = Browser::start(None);
    if browser.is_none() {
        assert!(
            env::var_os("MAZETICK_BROWSER").is_none(),
            "no Chromium is installed"
        );
        eprintln!("SKIPPED: replay pages are not tested, as no Chromium is installed");
    }
    browser
}

/// Draws a committed scene as a page into a folder.
fn draw(scene: &str, folder: &Path) -> PathBuf {
    draw_with(&[], scene, folder)
}

/// The same with options.
fn draw_with(options: &[&str], scene: &str, folder: &Path) -> PathBuf {
    let page = folder.join("page.html");
    let status = mazetick(&[])
        .args(["draw", &format!("scenes/{scene}.ron"), "-o"])
        .arg(&page)
        .args(options)
        .status();
    assert!(status.expect("the program runs").success(), "{scene}");
    page
}

fn film(scene: &str) -> Film {
    let text = fs::read_to_string(format!("scenes/{scene}.ron")).expect("a scene");
    let scene = Scene::from_ron(&text).expect("a scene");
    Film::new(
        &mut Simulation::new(&scene).expect("a legal scene"),
        u64::MAX,
    )
}

/// Compares what the page shows with a picture.
fn compare(seen: &Value, picture: &Picture, scene: &str) {
    let tick = picture.tick();
    assert_eq!(seen["tick"], json!(tick), "{scene}");
    assert_eq!(
        seen["phase"],
        json!(picture.phase() as u8),
        "{scene}, tick {tick}"
    );
    for (at, layer) in picture.layers().iter().enumerate() {
        let name = layer.look().name;
        assert_eq!(
            seen["layers"][at],
            json!(layer.values()),
            "{scene}, tick {tick}, {name}"
        );
        if let Some(list) = layer.list() {
            assert_eq!(
                seen["lists"][at],
                json!(list.cells),
                "{scene}, tick {tick}, {name}"
            );
            assert_eq!(
                seen["turned"][at],
                json!(list.flipped),
                "{scene}, tick {tick}, {name}"
            );
        }
        let drawn = stamps_of(picture, layer);
        assert_eq!(
            seen["drawn"][at],
            json!(drawn),
            "{scene}, tick {tick}, {name}"
        );
    }
}

/// The number of slots of a layer on which something is drawn.
fn stamps_of(picture: &Picture, layer: &Layer) -> usize {
    let (look, grid) = (layer.look(), picture.grid());
    let keeps_to_middle = picture.has_corners() && !look.takes_corners;
    let is_drawn = |&(slot, &value): &(usize, &u32)| {
        let place = look.place.cell(slot, grid).1;
        let place = if look.place == Place::Walls {
            place / 2
        } else {
            place
        };
        let mut pen = Pen::default();
        if value != 0 {
            (look.shapes)(
                &Slot {
                    value,
                    place,
                    is_fresh: false,
                    keeps_to_middle,
                    room: Room::Corner,
                    grid,
                },
                &mut pen,
            );
        }
        !pen.into_shapes().is_empty()
    };
    layer.values().iter().enumerate().filter(is_drawn).count()
}

#[test]
fn pages_show_the_worlds() {
    let Some(mut browser) = browser() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    for scene in SCENES {
        let page = draw(scene, folder.path());
        let film = film(scene);
        let last = film.ticks();
        browser.open(&format!("file://{}", page.display()));
        compare(
            &browser.evaluate(&format!("mazetick.go({last}), mazetick.seen()")),
            &film.picture(last),
            scene,
        );
        assert_eq!(browser.evaluate("mazetick.player.isPlaying"), json!(false));
        for tick in [
            last / 2,
            last / 3,
            last / 3 + 1,
            0,
            1,
            last / 5,
            last * 3 / 4,
            last - 1,
        ] {
            let expression = format!(
                "scrub.value = {tick}, scrub.dispatchEvent(new Event('input')), mazetick.seen()"
            );
            let seen = browser.evaluate(&expression);
            compare(&seen, &film.picture(tick), scene);
            let text = fs::read_to_string(format!("scenes/{scene}.ron")).expect("a scene");
            let world = Scene::from_ron(&text).expect("a scene");
            let mut simulation = Simulation::new(&world).expect("a legal scene");
            simulation.advance(tick);
            let text = browser.evaluate("output.textContent");
            assert_eq!(text, json!(simulation.text()), "{scene}, {tick}");
            let changes = film
                .changes()
                .nth(usize::try_from(tick).expect("few"))
                .expect("a tick");
            if tick > 0 {
                assert_eq!(
                    seen["told"],
                    json!(changes.describe(film.empty().grid())),
                    "{scene}, {tick}"
                );
            }
        }
        assert_plays(&mut browser, scene);
        compare(
            &browser.evaluate("mazetick.seen()"),
            &film.picture(last),
            scene,
        );
        assert_eq!(
            browser.evaluate("location.hash"),
            json!(format!("#tick={last}"))
        );
        assert_silent(&browser, scene);
    }
}

/// Plays to the end; only the end is announced.
fn assert_plays(browser: &mut Browser, scene: &str) {
    let said = browser.evaluate(
        "(async () => {
            mazetick.go(0);
            speed.value = 1000;
            let said = 0;
            const observer = new MutationObserver((changes) => said += changes.length);
            observer.observe(live, { childList: true, characterData: true, subtree: true });
            play.click();
            while (mazetick.player.isPlaying) await new Promise((done) => setTimeout(done, 20));
            await new Promise((done) => setTimeout(done, 0));
            observer.disconnect();
            return said;
        })()",
    );
    assert_eq!(said, json!(1), "{scene}");
}

/// The page has thrown no exception, logged nothing, and requested nothing.
fn assert_silent(browser: &Browser, scene: &str) {
    for method in [
        "Runtime.exceptionThrown",
        "Runtime.consoleAPICalled",
        "Log.entryAdded",
    ] {
        assert_eq!(browser.told(method).next(), None, "{scene}");
    }
    let requests = browser.told("Network.requestWillBeSent");
    let requests = requests.map(|it| it["params"]["request"]["url"].as_str().unwrap_or_default());
    let others: Vec<&str> = requests
        .filter(|url| !url.starts_with("data:") && !url.ends_with("/page.html"))
        .collect();
    assert_eq!(others, [""; 0], "{scene}");
}

#[test]
fn keys_lead_the_page() {
    let Some(mut browser) = browser() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let page = draw("mixed/everything", folder.path());
    browser.open(&format!("file://{}#tick=7", page.display()));
    for (key, tick) in [
        ("", 7),
        ("ArrowRight", 8),
        ("ArrowLeft", 7),
        ("Home", 0),
        ("End", 55),
    ] {
        let press = format!(
            "document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }})), \
             mazetick.seen().tick"
        );
        assert_eq!(browser.evaluate(&press), json!(tick), "{key}");
    }
    let events = film("mixed/everything").events();
    let events: Vec<u64> = events
        .into_iter()
        .rev()
        .filter(|&event| event < 55)
        .collect();
    assert!(!events.is_empty());
    for event in events {
        assert_eq!(
            browser.evaluate("previous.click(), mazetick.seen().tick"),
            json!(event)
        );
    }
}

/// Pages are small: 30,000 ticks of the puzzle's own process are at most 50 kB, others 150 kB, with
/// all the steps of a walk by hand; 180 kB those of a die that obeys signs and numbers.
#[test]
fn pages_are_small() {
    let folder = tempfile::tempdir().expect("a folder");
    let walled =
        "generate: Johnny(start: (39, 1)), walk: Foot(from: (39, 1), to: (1, 39)), text: Lattice";
    let scenes = [
        (
            "mazing",
            "generate: Mazing(pick: AnyWall), text: Lattice".to_owned(),
            50_000,
        ),
        (
            "johnny",
            "generate: Johnny(start: (39, 1), flips: 0.2), text: Johnny".to_owned(),
            150_000,
        ),
        ("foot", walled.to_owned(), 150_000),
        ("arrow", format!("signs: {}, {}", signs(), arrow()), 150_000),
        (
            "dice",
            format!("numbers: {}, {}", numbers(), die("")),
            150_000,
        ),
        (
            "both",
            format!(
                "numbers: {}, signs: {}, {}",
                numbers(),
                signs(),
                die("heading: N, ")
            ),
            180_000,
        ),
    ];
    for (name, rest, most) in scenes {
        let scene = folder.path().join(name).with_extension("ron");
        let text = format!("Scene(seed: 1, grid: (rows: 39, columns: 39), {rest})");
        fs::write(&scene, text).expect("a file");
        let page = scene.with_extension("html");
        let program = mazetick(&[])
            .args([
                "draw".as_ref(),
                scene.as_os_str(),
                "-o".as_ref(),
                page.as_os_str(),
            ])
            .status();
        assert!(program.expect("the program runs").success());
        let size = fs::metadata(&page).expect("a file").len();
        println!("{name}: {size} bytes");
        assert!(size <= most, "{name}: {size} bytes");
    }
}

fn arrow() -> &'static str {
    "name: \"A\", walk: Arrow(from: (39, 1), heading: N, to: (1, 39)), text: Arrow"
}

fn die(heading: &str) -> String {
    format!(
        "name: \"D\", walk: Dice(from: (39, 1), top: 5, front: 1, {heading}to: (1, 39)), text: Dice"
    )
}

/// An endless series of numbers below this one, the same in every run.
fn drawn(below: u64) -> impl Iterator<Item = u64> {
    let mut state: u64 = 11;
    std::iter::repeat_with(move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % below
    })
}

/// About two in three squares are wild.
fn numbers() -> String {
    let mut drawn = drawn(18);
    let mut row = || {
        let numbers = (0..39).map(|_| match drawn.next() {
            Some(number @ 1..=6) => number.to_string(),
            _ => "-1".to_owned(),
        });
        format!("[{}]", numbers.collect::<Vec<_>>().join(", "))
    };
    format!(
        "[{}]",
        (0..39).map(|_| row()).collect::<Vec<_>>().join(", ")
    )
}

/// About three in four arrows are present.
fn signs() -> String {
    let mut drawn = drawn(4);
    let mut signs = Vec::new();
    for (row, column) in (1..=39).flat_map(|row| (1..=39).map(move |column| (row, column))) {
        let sign = |travel: char, drawn: &mut dyn Iterator<Item = u64>| {
            let turns: String = "FLR".chars().filter(|_| drawn.next() != Some(0)).collect();
            if turns.is_empty() {
                turns
            } else {
                format!(" {travel}{turns}")
            }
        };
        let groups: String = "NSWE"
            .chars()
            .map(|travel| sign(travel, &mut drawn))
            .collect();
        if !groups.is_empty() {
            signs.push(format!("({row}, {column}): \"{}\"", groups.trim_start()));
        }
    }
    format!("{{{}}}", signs.join(", "))
}
