//! The program in a terminal: progress, signals, colours, completions, manual pages.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::program::{PROGRAM, folder};

/// Longer than any test waits.
const LONG: &str = "Scene(
    grid: (rows: 700, columns: 700),
    generate: Mazing(pick: AnyWall),
    text: Lattice,
)";

/// Longer than the delay before progress is shown.
const PATIENCE: Duration = Duration::from_millis(3500);

/// Longer than the program takes to begin.
const SOON: Duration = Duration::from_secs(1);

fn mazetick(arguments: &[&str]) -> Command {
    let mut command = crate::program::mazetick(arguments);
    let variables = ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"];
    for name in variables {
        command.env_remove(name);
    }
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// The bytes that a terminal receives while a shell command runs in it.
fn in_terminal(command: &str) -> String {
    text(&terminal(command).output().expect("`script` runs").stdout)
}

/// The same for a call that takes long, which is interrupted as soon as it has shown this.
fn in_terminal_until(shown: &str, call: &str) -> String {
    let call = format!("sh -c 'echo $$; exec timeout --foreground -s INT 9 mazetick {call}'");
    let mut script = terminal(&call)
        .stdout(Stdio::piped())
        .spawn()
        .expect("`script` runs");
    let mut output = script.stdout.take().expect("a pipe");
    let (mut all, mut some, mut is_interrupted) = (Vec::new(), [0; 4096], false);
    loop {
        let length = output.read(&mut some).expect("it can be read");
        if length == 0 {
            break;
        }
        all.extend_from_slice(&some[..length]);
        let said = text(&all);
        if !is_interrupted && said.contains(shown) {
            signal(
                said.lines().next().expect("the number of the process"),
                "-INT",
            );
            is_interrupted = true;
        }
    }
    script.wait().expect("it ends");
    text(&all)
}

fn terminal(command: &str) -> Command {
    let command = command.replace("mazetick ", &format!("\"{PROGRAM}\" "));
    // `script` ends with the command, and may lose what it has not read by then.
    let command = format!("{command}; sleep 1");
    let mut script = Command::new("script");
    script
        .args(["-qec", &command, "/dev/null"])
        .stdin(Stdio::null());
    script.env("TERM", "xterm").env_remove("NO_COLOR");
    script
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A scene that takes long, in a folder of its own; the folder and its path.
fn long(name: &str) -> (PathBuf, String) {
    let folder = folder(name);
    let path = folder.join("long.ron");
    fs::write(&path, LONG).expect("a scene");
    (folder, path.to_str().expect("text").to_owned())
}

fn signal(process: &str, name: &str) {
    let kill = Command::new("kill").args([name, process]).status();
    assert!(kill.expect("`kill` runs").success());
}

/// Runs a command, and sends it a signal after this time.
fn after_signal(mut command: Command, name: &str, time: Duration) -> Output {
    let child = command.spawn().expect("it starts");
    sleep(time);
    signal(&child.id().to_string(), name);
    child.wait_with_output().expect("it ends")
}

#[test]
fn a_signal_ends_a_run_and_a_second_one_ends_any_command() {
    let (folder, scene) = long("kills");
    // Not SIGINT, which is ignored if the test runs in the background.
    let ended = after_signal(mazetick(&["run", &scene]), "-TERM", SOON);
    assert_eq!(
        (ended.status.signal(), text(&ended.stderr)),
        (Some(15), String::new())
    );

    // Nobody reads what it prints, so it waits to go on printing.
    let small = folder.join("small.ron");
    fs::write(&small, LONG.replace("700", "2")).expect("a scene");
    let small = small.to_str().expect("text");
    let sweep = mazetick(&["sweep", small, "--seeds", "0..9999999", "--jobs", "1"]).spawn();
    let mut sweep = sweep.expect("it starts");
    sleep(SOON);
    signal(&sweep.id().to_string(), "-INT");
    sleep(SOON);
    assert!(
        sweep.try_wait().expect("it can be asked").is_none(),
        "it is still printing"
    );
    signal(&sweep.id().to_string(), "-INT");
    assert_eq!(sweep.wait().expect("it ends").signal(), Some(2));
}

#[test]
fn a_terminal_shows_how_far_long_work_is() {
    let (folder, scene) = long("shown");
    let shown = in_terminal_until(" ticks a second, ", &format!("run \"{scene}\""));
    assert!(
        shown.contains(" ticks, ") && shown.contains(" ticks a second, "),
        "{shown:?}"
    );

    let assert_shown = |expected: &str, call: String| {
        let shown = in_terminal_until(expected, &call);
        assert!(shown.contains(expected), "{shown:?}");
    };
    assert_shown(
        " of 99,999,999,999 ticks, ",
        format!("run \"{scene}\" --ticks 99999999999"),
    );

    fs::write(folder.join("short.ron"), LONG.replace("700", "2")).expect("a scene");
    for command in ["run", "test --jobs 1"] {
        assert_shown(
            " of 2 scenes, ",
            format!("{command} \"{}\"", folder.display()),
        );
    }
    let walk = "walk: Foot(from: (1, 1), to: (2, 2))";
    fs::write(
        &scene,
        LONG.replace("700", "500").replace("text: Lattice", walk),
    )
    .expect("a scene");
    let file = |name: &str| folder.join(name).display().to_string();
    assert_shown(
        " of 2 worlds, ",
        format!("sheet \"{scene}\" --seeds 0..2 -o \"{}\"", file("x.html")),
    );
    assert_shown(
        " ticks a second, ",
        format!("draw \"{scene}\" -o \"{}\"", file("x.svg")),
    );
}

#[test]
fn pages_show_their_ticks_and_animations_how_much_is_left() {
    let folder = folder("films");
    let scene = folder.join("scene.ron").display().to_string();
    for (side, generate, drawn, expected) in [
        (200, "Wilson", "html", " ticks a second, "),
        (
            50,
            "Johnny(start: (1, 1))",
            "gif --every 1",
            " of 5,000 frames, ",
        ),
    ] {
        let grid = format!("grid: (rows: {side}, columns: {side})");
        fs::write(&scene, format!("Scene({grid}, generate: {generate})")).expect("a scene");
        let call = format!(
            "draw \"{scene}\" -o \"{}/x\" --format {drawn}",
            folder.display()
        );
        let shown = in_terminal_until(expected, &call);
        assert!(shown.contains(expected), "{shown:?}");
    }
}

#[test]
fn progress_is_not_shown_for_short_work_or_outside_terminals() {
    let short = in_terminal("mazetick run scenes/walls/listed.ron");
    assert!(
        !short.contains('\u{1b}') && !short.contains("tick"),
        "{short:?}"
    );
    let (_, scene) = long("hidden");
    let dumb = in_terminal(&format!(
        "TERM=dumb timeout -s INT 4 mazetick run \"{scene}\""
    ));
    assert!(!dumb.contains("ticks"), "{dumb:?}");
    let piped = after_signal(mazetick(&["run", &scene]), "-TERM", PATIENCE);
    assert_eq!(
        (text(&piped.stdout), text(&piped.stderr)),
        (String::new(), String::new())
    );
}

#[test]
fn a_contest_shows_how_many_bytes_are_read() {
    let folder = folder("contest");
    let input = folder.join("many.in");
    // 14 bytes each: a walk that leaves the grid at once.
    fs::write(&input, "A\n1 1 N 1 1\n0\n".repeat(1 << 20)).expect("a file");
    let call = format!("contest arrow \"{}\" > /dev/null", input.display());
    let shown = in_terminal_until(" of 14.00 MiB, ", &call);
    assert!(shown.contains(" of 14.00 MiB, "), "{shown:?}");
}

#[test]
fn reports_have_colours_where_they_are_wanted() {
    let error = "tests/bad/scene/no-cells.ron";
    let [red, off] = ["\u{1b}[1m\u{1b}[31merror:\u{1b}[0m", "\u{1b}["];
    let said = |color: &str, variables: &[(&str, &str)]| {
        let mut run = mazetick(&["run", error, color]);
        run.envs(variables.iter().copied());
        text(&run.output().expect("it runs").stderr)
    };
    assert!(
        !said("--color=auto", &[]).contains(off),
        "this is no terminal"
    );
    assert!(said("--color=always", &[]).contains(red));
    assert!(said("--color=always", &[("NO_COLOR", "1")]).contains(red));
    assert!(said("--color=auto", &[("CLICOLOR_FORCE", "1")]).contains(red));
    assert!(
        !said(
            "--color=auto",
            &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]
        )
        .contains(off)
    );
    assert!(!said("--color=never", &[("CLICOLOR_FORCE", "1")]).contains(off));
    assert!(in_terminal(&format!("mazetick run {error}")).contains(red));
    assert!(!in_terminal(&format!("NO_COLOR=1 mazetick run {error}")).contains(off));

    for (color, is_coloured) in [("--color=always", true), ("--color=never", false)] {
        let tested = mazetick(&["test", color, "scenes/dice"])
            .output()
            .expect("it runs");
        assert_eq!(text(&tested.stdout).contains(off), is_coloured);
        let drawn = mazetick(&["run", color, "scenes/walls/listed.ron"])
            .output()
            .expect("it runs");
        assert!(
            !text(&drawn.stdout).contains(off),
            "results stay as they are"
        );
    }
}

#[test]
fn shells_take_the_completions() {
    for (shell, check) in [("bash", Some("bash")), ("zsh", None), ("fish", None)] {
        let script = mazetick(&["completions", shell])
            .output()
            .expect("it runs")
            .stdout;
        for word in [
            "sweep",
            "seed",
            "each-tick",
            "lattice",
            "dead_ends",
            "trodden",
        ] {
            assert!(text(&script).contains(word), "{shell}: {word}");
        }
        let Some(shell) = check else { continue };
        let mut check = Command::new(shell);
        let mut check = check
            .arg("-n")
            .stdin(Stdio::piped())
            .spawn()
            .expect("it starts");
        check
            .stdin
            .take()
            .expect("an input")
            .write_all(&script)
            .expect("it reads");
        assert!(check.wait().expect("it ends").success());
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = folder("man");
    let out = folder.join("man1");
    let pages = mazetick(&["man", "--out-dir", out.to_str().expect("text")])
        .output()
        .expect("it runs");
    assert_eq!(
        (pages.status.code(), text(&pages.stderr)),
        (Some(0), String::new())
    );
    let main = mazetick(&["man"]).output().expect("it runs").stdout;
    assert_eq!(
        text(&fs::read(out.join("mazetick.1")).expect("a page")),
        text(&main)
    );
    let help = text(&mazetick(&["--help"]).output().expect("it runs").stdout);
    let (_, commands) = help.split_once("Commands:\n").expect("a list");
    let (commands, _) = commands.split_once("\n\n").expect("its end");
    let names = commands
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    for name in names.filter(|&name| name != "help") {
        let page = fs::read_to_string(out.join(format!("mazetick-{name}.1"))).expect("a page");
        for heading in [".TH ", ".SH NAME\n", ".SH SYNOPSIS\n", ".SH OPTIONS\n"] {
            assert!(page.contains(heading), "{name}: {heading}");
        }
        assert!(
            text(&main).contains(&format!("mazetick\\-{name}(1)")),
            "{name} is listed"
        );
    }
}
