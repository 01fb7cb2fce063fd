//! Walks by hand on pages: what the page does is what [`Play`] does.

use std::fs;
use std::process::Command;

use mazetick::base::{Heading, Position};
use mazetick::scene::{Scene, Simulation};
use mazetick::tools::play::{Hint, Play};
use serde_json::{Value, json};

use super::browser::Browser;
use super::{assert_silent, browser, draw, draw_with};

/// Presses a key, and returns the state of the page.
fn press(browser: &mut Browser, key: &str) -> Value {
    browser.evaluate(&format!(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }})),
         ({{ said: said.textContent, live: live.textContent, count: count.textContent, text: walked.textContent }})"
    ))
}

fn arrow_of(toward: Heading) -> &'static str {
    ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"][toward as usize]
}

/// How the page describes the position of a walk.
fn place(play: &Play) -> String {
    let stance = play.stance();
    let Position { row, column } = play.at();
    format!(
        "Row {row}, column {column}{}{stance}.",
        if stance.is_empty() { "" } else { ", " }
    )
}

/// A walk as `mazetick judge` reads it.
fn positions(walk: &[Position]) -> String {
    let words = walk.iter().map(|at| format!("({},{})", at.row, at.column));
    words.collect::<Vec<_>>().join(" ") + "\n"
}

/// Opens a scene's page, for a walk.
fn walk_on(browser: &mut Browser, page: &std::path::Path) {
    browser.open(&format!("file://{}", page.display()));
}

/// In every scene: each step of the shortest route and each refusal on the way, word by word; and the
/// walk so far.
#[test]
fn a_walk_on_a_page_is_the_walk_of_the_program() {
    let Some(mut browser) = browser() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let scenes = [
        "arrow/sample-1",
        "dice/sample-2",
        "jump/four-by-four",
        "jump/between-walls",
        "mixed/everything",
        "mixed/foot-carved",
        "mixed/die-with-heading",
        "walls/lattice",
    ];
    for name in scenes {
        let text = fs::read_to_string(format!("scenes/{name}.ron")).expect("a scene");
        let scene = Scene::from_ron(&text).expect("a legal scene");
        let mut play = Play::new(&scene).expect("a walk by hand");
        walk_on(&mut browser, &draw(name, folder.path()));
        let shortest = play.shortest().expect("there is a way");
        let mut refusals = 0;
        while let Hint::Go {
            toward: Some(toward),
            left,
        } = play.hint()
        {
            let hint = press(&mut browser, "h");
            let moves = mazetick::base::count::plural(left, "move");
            let words = format!(
                "Go {}: {moves} to the goal. {}",
                toward.name(),
                place(&play)
            );
            assert_eq!(hint["said"], json!(words), "{name}");
            let ways = play.ways();
            for (heading, way) in Heading::ALL.into_iter().zip(ways) {
                let Err(refusal) = way else { continue };
                let seen = press(&mut browser, arrow_of(heading));
                assert_eq!(
                    seen["said"],
                    json!(format!("{refusal} {}", place(&play))),
                    "{name}"
                );
                refusals += 1;
            }
            play.go(toward).expect("a step of the search");
            let seen = press(&mut browser, arrow_of(toward));
            let count = mazetick::base::count::plural(play.moves(), "move");
            let expected = format!("{count}, shortest {shortest}");
            assert_eq!(seen["count"], json!(expected), "{name}");
            assert_eq!(seen["text"], json!(positions(&play.route())), "{name}");
        }
        assert!(refusals > 0, "{name}");
        let mut simulation = Simulation::new(&scene).expect("a small world");
        simulation.run();
        let seen = press(&mut browser, "h");
        assert_eq!(
            seen["text"],
            json!(positions(&simulation.route())),
            "{name}"
        );
        let said = seen["live"].as_str().unwrap_or_default();
        assert!(said.starts_with("The goal is reached."), "{name}: {said}");
        assert_silent(&browser, name);
    }
}

#[test]
fn moves_are_taken_back_and_signs_taken_down() {
    let Some(mut browser) = browser() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    walk_on(&mut browser, &draw("arrow/sample-1", folder.path()));
    let count = |seen: &Value| seen["count"].as_str().unwrap_or_default().to_owned();
    let signs = "(() => {
        const { board, walk } = mazetick.player;
        const nodes = board.layers[walk.steps.signs[0]].nodes;
        return nodes.filter((node) => node && node.style.display !== 'none').length;
    })()";
    let all = browser.evaluate(signs);
    assert_eq!(all, json!(15));
    press(&mut browser, "s");
    assert_eq!(
        browser.evaluate(signs),
        json!(0),
        "at the start no sign is read"
    );
    let read = "mazetick.player.walk.group.querySelectorAll('[stroke*=Accent]').length";
    assert_eq!(browser.evaluate(read), json!(0));
    press(&mut browser, "ArrowUp");
    assert_eq!(browser.evaluate(read), json!(1));
    assert_eq!(browser.evaluate(signs), json!(1));
    assert!(count(&press(&mut browser, "ArrowUp")).starts_with("2 moves"));
    assert!(count(&press(&mut browser, "u")).starts_with("1 move,"));
    assert!(count(&press(&mut browser, "r")).starts_with("0 moves"));
    let none = press(&mut browser, "u");
    assert!(
        none["said"]
            .as_str()
            .unwrap_or_default()
            .starts_with("There is no move")
    );
    // The same message again is announced again.
    assert_ne!(press(&mut browser, "u")["live"], none["live"]);
    press(&mut browser, "w");
    assert_eq!(browser.evaluate(signs), all, "the replay has all signs");
    assert_eq!(
        browser.evaluate("mazetick.seen().tick"),
        json!(0),
        "the replay begins there"
    );
    // Buttons do the same as keys.
    let buttons = "walk.click(), north.click(), hint.click(), said.textContent";
    let said = browser.evaluate(buttons);
    assert_eq!(
        said,
        json!("Go north: 13 moves to the goal. Row 2, column 1, travelling north.")
    );
    // If the page may not write to the clipboard, the text is selected.
    let copied = "(async () => {
        Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
        await mazetick.player.walk.copy();
        return getSelection().getRangeAt(0).toString();
    })()";
    assert_eq!(
        browser.evaluate(copied).as_str().map(str::trim_end),
        Some("(3,1) (2,1)")
    );
}

/// A walk with its own steps: every side and waiting, by keys, by the button and by a click on the
/// walker's own square; the Minotaur is seen where the program sees him.
#[test]
fn theseus_is_led_on_a_page_as_by_the_program() {
    let Some(mut browser) = browser() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let name = "theseus/waiting";
    let text = fs::read_to_string(format!("scenes/{name}.ron")).expect("a scene");
    let mut play = Play::new(&Scene::from_ron(&text).expect("a legal scene")).expect("by hand");
    walk_on(&mut browser, &draw(name, folder.path()));
    let stamps = "[...mazetick.player.walk.group.querySelectorAll(':scope > [transform]')]
        .map((it) => it.getAttribute('transform').match(/\\d+/g).map((far) => far / 120))";
    loop {
        let (toward, words) = match play.hint() {
            Hint::Go {
                toward: Some(it),
                left,
            } => (Some(it), format!("Go {}: {left}", it.name())),
            Hint::Go { toward: None, left } => (None, format!("Wait: {left}")),
            _ => break,
        };
        let said = press(&mut browser, "h")["said"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        assert!(said.starts_with(&words), "{said}, {words}");
        for side in Heading::ALL.map(Some).into_iter().chain([None]) {
            if let Err(refusal) = play.would_go(side) {
                let seen = press(&mut browser, side.map_or(" ", arrow_of));
                assert_eq!(seen["said"], json!(format!("{refusal} {}", place(&play))));
            }
        }
        play.go(toward).expect("a step of the search");
        press(&mut browser, toward.map_or(" ", arrow_of));
        let picture = play.picture();
        let seen = ["theseus", "minotaur"].map(|layer| {
            let values = picture.layer(layer).expect("it is seen").values();
            let cell = values.iter().position(|&it| it != 0).expect("it is there");
            [cell % 5, cell / 5]
        });
        assert_eq!(browser.evaluate(stamps), json!(seen));
    }
    assert!(play.has_arrived());
    let waits = "restart.click(), wait.click(), [said.textContent, wait.hidden, waiting.hidden]";
    let said = json!([
        "Row 4, column 2, the Minotaur in row 2, column 2.",
        false,
        false
    ]);
    assert_eq!(browser.evaluate(waits), said);
    assert_silent(&browser, name);
    walk_on(&mut browser, &draw("walls/lattice", folder.path()));
    assert_eq!(
        browser.evaluate("[wait.hidden, waiting.hidden]"),
        json!([true, true])
    );
}

/// A page says why it has no walk by hand: the scene is too large, or the page does not show its
/// start.
#[test]
fn pages_say_why_there_is_no_walk() {
    let Some(mut browser) = browser() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let numbers = format!(
        "[{}]",
        vec![format!("[{}]", vec!["-1"; 110].join(", ")); 110].join(", ")
    );
    let scene = folder.path().join("large.ron");
    let text = format!(
        "Scene(name: \"LARGE\", grid: (rows: 110, columns: 110), numbers: {numbers},
            walk: Dice(from: (1, 1), top: 5, front: 1, to: (1, 4)), text: Dice)"
    );
    fs::write(&scene, text).expect("a file");
    let walk = |browser: &mut Browser, arguments: &[&str]| {
        let page = folder.path().join("page.html");
        let mut program = Command::new(env!("CARGO_BIN_EXE_mazetick"));
        let status = program
            .arg("draw")
            .args(arguments)
            .arg("-o")
            .arg(&page)
            .status();
        assert!(status.expect("the program runs").success());
        browser.open(&format!("file://{}", page.display()));
        browser.evaluate(
            "[document.getElementById('unwalkable')?.textContent ?? '', !document.getElementById('hand')]",
        )
    };
    let large = walk(&mut browser, &[&scene.display().to_string()]);
    let said = large[0].as_str().unwrap_or_default();
    assert!(
        said.contains("290400 states, too many to walk on a page (at most 262144)"),
        "{said}"
    );
    assert_eq!(large[1], json!(true));
    let later = walk(&mut browser, &["--from", "3", "scenes/arrow/sample-1.ron"]);
    assert!(
        later[0]
            .as_str()
            .unwrap_or_default()
            .contains("does not show the tick at which the walk begins")
    );
}

/// Whether an element is visible.
fn is_shown(browser: &mut Browser, id: &str) -> Value {
    browser.evaluate(&format!(
        "document.getElementById('{id}').checkVisibility()"
    ))
}

#[test]
fn the_solution_is_hidden_during_a_walk() {
    let Some(mut browser) = browser() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    browser.open(&format!(
        "file://{}",
        draw("arrow/sample-1", folder.path()).display()
    ));
    let panels = ["answer", "given"];
    assert_eq!(
        panels.map(|id| is_shown(&mut browser, id)),
        [json!(false), json!(false)]
    );
    press(&mut browser, "w");
    assert_eq!(
        panels.map(|id| is_shown(&mut browser, id)),
        [json!(true), json!(true)]
    );
    assert_eq!(
        browser.evaluate("output.textContent"),
        json!("SAMPLE\n  Not Finished\n")
    );
    press(&mut browser, "w");
    assert_eq!(
        panels.map(|id| is_shown(&mut browser, id)),
        [json!(false), json!(false)]
    );

    let page = draw_with(&["--no-route"], "arrow/sample-1", folder.path());
    browser.open(&format!("file://{}", page.display()));
    press(&mut browser, "w");
    press(&mut browser, "End");
    assert_eq!(
        panels.map(|id| is_shown(&mut browser, id)),
        [json!(false), json!(true)]
    );
    assert_silent(&browser, "arrow/sample-1");
}
