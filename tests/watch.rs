//! `mazetick watch` in a tmux terminal: sends keys, and checks the screen.
//!
//! This program is `mazetick` too, with an ingredient whose worlds panic after a tick:
//! `watch SCENE` as its first arguments.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs};

use libtest_mimic::{Arguments, Trial};
use mazetick::engine::Build;
use mazetick::registry::Registry;
use mazetick::scene::Ingredient;
use serde::{Deserialize, Serialize};

fn main() -> ExitCode {
    if env::args().nth(1).as_deref() == Some("watch") {
        return mazetick::cli::run(Registry::standard().with(|all| {
            all.add::<Trap>();
        }));
    }
    let has_tmux = Command::new("tmux").arg("-V").output().is_ok();
    if !has_tmux {
        eprintln!("tests of `watch` are ignored: there is no tmux, in which they watch");
    }
    let all: [(&'static str, fn()); 16] = [
        ("keys_go_forward_and_back", keys_go_forward_and_back),
        (
            "a_resized_terminal_is_drawn_anew",
            a_resized_terminal_is_drawn_anew,
        ),
        ("a_large_maze_is_followed", a_large_maze_is_followed),
        (
            "the_goal_is_seen_when_it_is_reached",
            the_goal_is_seen_when_it_is_reached,
        ),
        ("the_terminal_is_whole_after_q", || is_whole_after("q")),
        ("the_terminal_is_whole_after_ctrl_c", || {
            is_whole_after("C-c")
        }),
        (
            "the_terminal_is_whole_after_sigterm",
            the_terminal_is_whole_after_sigterm,
        ),
        (
            "sigterm_ends_it_while_its_terminal_reads_nothing",
            sigterm_ends_it_while_its_terminal_reads_nothing,
        ),
        (
            "the_terminal_is_whole_after_a_panic",
            the_terminal_is_whole_after_a_panic,
        ),
        (
            "the_terminal_is_whole_after_an_error",
            the_terminal_is_whole_after_an_error,
        ),
        ("ctrl_z_suspends", ctrl_z_suspends),
        (
            "colours_are_those_that_are_wanted",
            colours_are_those_that_are_wanted,
        ),
        ("keys_move_who_walks_by_hand", keys_move_who_walks_by_hand),
        ("keys_tip_a_die", keys_tip_a_die),
        (
            "a_panel_makes_room_for_a_maze",
            a_panel_makes_room_for_a_maze,
        ),
        (
            "a_small_maze_fills_its_terminal",
            a_small_maze_fills_its_terminal,
        ),
    ];
    let trial = |(name, test): (&'static str, fn())| {
        let run = move || {
            test();
            Ok(())
        };
        Trial::test(name, run).with_ignored_flag(!has_tmux)
    };
    let trials = all.map(trial);
    libtest_mimic::run(&Arguments::from_args(), trials.into()).exit_code()
}

/// A field of scenes whose worlds panic after the first tick.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
struct Trap(bool);

impl Ingredient for Trap {
    const FIELD: &'static str = "trap";

    fn build(world: &mut Build<'_>) {
        world.describe(|_| panic!("the trap is sprung"));
    }
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_mazetick");
const PROMPT: &str = "ready>";

/// A terminal of its own, with a shell in it.
struct Terminal(String);

impl Terminal {
    fn new(name: &str) -> Self {
        let terminal = Self(format!("mazetick-{}-{name}", std::process::id()));
        terminal.tmux(&[
            "-u",
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            "100",
            "-y",
            "30",
            "env -u NO_COLOR PS1=ready\\> sh -i",
        ]);
        terminal.wait_for(PROMPT);
        terminal
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let mut tmux = Command::new("tmux");
        tmux.args(["-L", &self.0])
            .args(arguments)
            .env_remove("TMUX")
            .stdin(Stdio::null());
        String::from_utf8(tmux.output().expect("tmux runs").stdout).expect("text")
    }

    /// The number of the process that the shell has started.
    fn child(&self) -> String {
        let shell = self.tmux(&["display-message", "-p", "#{pane_pid}"]);
        let mut ps = Command::new("ps");
        ps.args(["-o", "pid=", "--ppid", shell.trim()]);
        let child = String::from_utf8(ps.output().expect("it works").stdout);
        child.expect("it works").trim().to_owned()
    }

    fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Whether the alternate screen is shown, the mouse is captured, and the cursor is visible.
    fn state(&self) -> String {
        let state = "#{alternate_on} #{mouse_any_flag} #{cursor_flag}";
        self.tmux(&["display-message", "-p", state])
            .trim()
            .to_owned()
    }

    /// Waits until this is on the screen.
    #[track_caller]
    fn wait_for(&self, what: &str) -> String {
        self.wait_until(what, |screen| screen.contains(what))
    }

    #[track_caller]
    fn wait_until(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let began = Instant::now();
        loop {
            let screen = self.screen();
            if is_so(&screen) {
                return screen;
            }
            assert!(
                began.elapsed() < Duration::from_secs(20),
                "no {what} on\n{screen}"
            );
            sleep(Duration::from_millis(30));
        }
    }

    /// The screen once all of it is drawn.
    fn settled(&self) -> String {
        let mut before = self.screen();
        loop {
            sleep(Duration::from_millis(200));
            let screen = self.screen();
            if screen == before {
                return screen;
            }
            before = screen;
        }
    }

    /// Starts to watch a scene.
    fn start(name: &str, options: &str, scene: &str) -> Self {
        let terminal = Self::new(name);
        let scene = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("scenes")
            .join(scene);
        let watch = format!("clear; '{PROGRAM}' watch {options} '{}'", scene.display());
        terminal.keys(&[&watch, "Enter"]);
        terminal.wait_for("q quit");
        terminal
    }

    /// Watches a scene, paused.
    fn watch(name: &str, scene: &str) -> Self {
        let terminal = Self::start(name, "", scene);
        terminal.keys(&["Space", "Home"]);
        terminal.wait_for("tick 0");
        terminal.wait_for("paused");
        assert_eq!(terminal.state(), "1 1 0");
        terminal
    }

    /// Waits for the shell, and checks that the terminal is restored.
    #[track_caller]
    fn is_whole(&self) {
        self.wait_until("shell", |screen| screen.trim_end().ends_with(PROMPT));
        assert_eq!(self.state(), "0 0 1");
        self.keys(&["echo is $((6 * 7))", "Enter"]);
        self.wait_for("is 42");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

fn keys_go_forward_and_back() {
    let terminal = Terminal::watch("keys", "johnny/sample-2.ron");
    assert!(terminal.screen().contains("Nothing has happened yet."));
    terminal.keys(&["Right"]);
    terminal.wait_for("The list grows by");
    terminal.wait_for("tick 1");
    let first = terminal.settled();
    terminal.keys(&["End"]);
    terminal.wait_for("at the end");
    terminal.keys(&["Home"]);
    terminal.wait_for("tick 0");
    terminal.keys(&["Right"]);
    terminal.wait_for("tick 1 ");
    let again = terminal.settled();
    let board = |screen: &str| -> Vec<String> {
        screen
            .lines()
            .map(|line| line.chars().take(59).collect())
            .collect()
    };
    assert_eq!(
        board(&again),
        board(&first),
        "back and on again shows the same"
    );
    terminal.keys(&["?"]);
    terminal.wait_for("size of cells");
    terminal.keys(&["?", "r"]);
    terminal.wait_for("seed 1");
    terminal.keys(&["q"]);
    terminal.is_whole();
}

fn a_resized_terminal_is_drawn_anew() {
    let terminal = Terminal::watch("resize", "arrow/sample-1.ron");
    for (width, height) in [("40", "12"), ("5", "3"), ("1", "1"), ("140", "40")] {
        terminal.tmux(&["resize-window", "-x", width, "-y", height]);
        sleep(Duration::from_millis(200));
        terminal.keys(&["Right"]);
    }
    terminal.wait_for("tick 4");
    terminal.keys(&["q"]);
    terminal.is_whole();
}

fn a_large_maze_is_followed() {
    let terminal = Terminal::watch("follow", "johnny/flips.ron");
    for _ in 0..6 {
        terminal.keys(&["S-Right"]);
        sleep(Duration::from_millis(300));
        let board = terminal.screen();
        let shown = board
            .lines()
            .any(|line| line.chars().take(59).any(|letter| letter == '@'));
        assert!(shown, "the last cell of the list is seen\n{board}");
    }
    terminal.wait_for("tick 600");
}

/// In a maze that is a few letters wider than its window.
fn the_goal_is_seen_when_it_is_reached() {
    let terminal = Terminal::watch("goal", "mixed/foot-carved.ron");
    terminal.tmux(&["resize-window", "-x", "100", "-y", "20"]); // too low for the panel below it
    terminal.keys(&["End"]);
    let board = terminal.wait_for("The goal is reached");
    let shown = board
        .lines()
        .any(|line| line.chars().take(59).any(|letter| letter == 'G'));
    assert!(shown, "the goal is seen\n{board}");
}

fn is_whole_after(key: &str) {
    let terminal = Terminal::watch(key, "mazing/six-by-two.ron");
    terminal.keys(&[key]);
    terminal.is_whole();
}

fn the_terminal_is_whole_after_sigterm() {
    let terminal = Terminal::watch("sigterm", "mazing/six-by-two.ron");
    assert!(signal("TERM", &terminal.child()));
    terminal.is_whole();
}

/// Sends a signal; returns whether there is such a process.
fn signal(name: &str, process: &str) -> bool {
    let mut kill = Command::new("kill");
    kill.args([&format!("-{name}"), process])
        .stderr(Stdio::null());
    kill.status().expect("it works").success()
}

/// A stopped tmux reads nothing, so that soon nothing more can be drawn.
fn sigterm_ends_it_while_its_terminal_reads_nothing() {
    let terminal = Terminal::start("deaf", "--speed 50", "johnny/flips.ron");
    terminal.wait_for("q quit");
    let child = terminal.child();
    let tmux = terminal.tmux(&["display-message", "-p", "#{pid}"]);

    assert!(signal("STOP", tmux.trim()));
    sleep(Duration::from_secs(4));
    signal("TERM", &child);
    let begin = Instant::now();
    while signal("0", &child) && begin.elapsed() < Duration::from_secs(20) {
        sleep(Duration::from_millis(50));
    }
    let has_ended = !signal("0", &child);
    signal("CONT", tmux.trim());

    assert!(has_ended, "it still runs");
}

fn the_terminal_is_whole_after_a_panic() {
    let scene = Path::new(env!("CARGO_TARGET_TMPDIR")).join("trap.ron");
    let text = "Scene(grid: (rows: 2, columns: 2), generate: Johnny(start: (1, 1)), trap: true, text: Lattice)";
    fs::write(&scene, text).expect("it works");
    let terminal = Terminal::new("panic");
    let this = env::current_exe().expect("it works");
    terminal.keys(&[
        &format!(
            "clear; RUST_BACKTRACE=0 '{}' watch '{}'",
            this.display(),
            scene.display()
        ),
        "Enter",
    ]);
    terminal.wait_for("the trap is sprung");
    terminal.is_whole();
}

fn the_terminal_is_whole_after_an_error() {
    let scene = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stuck.ron");
    let text = "Scene(grid: (rows: 2, columns: 2), text: Johnny,\n    \
                generate: Johnny(start: (1, 1), commands: \"D U\"))";
    fs::write(&scene, text).expect("it works");
    let terminal = Terminal::new("error");
    terminal.keys(&[
        &format!("clear; '{PROGRAM}' watch '{}'", scene.display()),
        "Enter",
    ]);
    terminal.wait_for("q quit");
    terminal.keys(&["End"]);
    terminal.wait_for("command 2");
    terminal.keys(&["q"]);
    terminal.is_whole();
    terminal.keys(&[
        &format!("clear; '{PROGRAM}' watch '{}.ron'", scene.display()),
        "Enter",
    ]);
    terminal.wait_for("error:");
    terminal.is_whole();
}

/// Dark, light, and none at all.
fn colours_are_those_that_are_wanted() {
    let coloured = |name: &str, before: &str, options: &str| {
        let terminal = Terminal::new(name);
        let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/johnny/sample-2.ron");
        let watch = format!(
            "clear; {before} '{PROGRAM}' watch {options} '{}'",
            scene.display()
        );
        terminal.keys(&[&watch, "Enter"]);
        terminal.wait_for("q quit");
        terminal.keys(&["Space", "End"]);
        terminal.wait_for("at the end");
        terminal.tmux(&["capture-pane", "-e", "-p"])
    };
    let is_coloured = |screen: &str| {
        let mut codes = screen
            .split("\u{1b}[")
            .skip(1)
            .filter_map(|it| it.split_once('m'));
        let is_colour = |code: &str| code.starts_with("38;") || code.starts_with("48;");
        codes.any(|(codes, _)| is_colour(codes) || codes.contains(";38;") || codes.contains(";48;"))
    };
    let dark = coloured("dark", "", "--theme dark");
    let light = coloured("light", "", "--theme light");
    let none = coloured("none", "NO_COLOR=1", "");
    assert!(is_coloured(&dark) && is_coloured(&light) && dark != light);
    assert!(!is_coloured(&none), "{none:?}");
}

fn ctrl_z_suspends() {
    let terminal = Terminal::watch("suspend", "mazing/six-by-two.ron");
    terminal.keys(&["C-z"]);
    terminal.is_whole();
    terminal.keys(&["fg", "Enter"]);
    terminal.wait_for("q quit");
    assert_eq!(terminal.state(), "1 1 0");
    terminal.keys(&["q"]);
    terminal.is_whole();
}

/// It is below the maze if the maze is only then seen whole.
fn a_panel_makes_room_for_a_maze() {
    let terminal = Terminal::start("room", "--play", "mixed/foot-carved.ron");
    let screen = terminal.wait_for("0 moves, the shortest route has 34");
    assert!(
        screen.lines().any(|line| line.trim_end().ends_with("G│")),
        "{screen}"
    );
}

/// A maze of 5 × 7 does so with cells of 19 by 9 letters, until a key sets their size. Keys go on from the speed asked for.
fn a_small_maze_fills_its_terminal() {
    let terminal = Terminal::start("fill", "--speed 7", "theseus/open-field.ron");
    terminal.wait_for("7 ticks a second");
    terminal.keys(&["+"]);
    terminal.wait_for("10 ticks a second");
    let corners = |screen: &str| -> Vec<usize> {
        let line = screen
            .lines()
            .find(|line| line.contains('·'))
            .unwrap_or_default();
        let letters = line.chars().take(160).enumerate();
        letters
            .filter(|&(_, letter)| letter == '·')
            .map(|(at, _)| at)
            .collect()
    };
    let are_apart = |screen: &str, letters: usize| {
        let corners = corners(screen);
        corners.len() == 8 && corners.windows(2).all(|two| two[1] - two[0] == letters)
    };
    assert!(are_apart(&terminal.screen(), 8), "{}", terminal.screen());
    terminal.tmux(&["resize-window", "-x", "200", "-y", "56"]);
    terminal.wait_until("large cells", |screen| are_apart(screen, 20));
    terminal.keys(&["z", "z", "z", "z"]);
    terminal.wait_until("small cells", |screen| are_apart(screen, 4));
}

fn keys_move_who_walks_by_hand() {
    let terminal = Terminal::start("play", "--play", "arrow/sample-1.ron");
    let arrows = |screen: &str| {
        let board = screen.lines().flat_map(|line| line.chars().take(59));
        board.filter(|letter| "↑↓←→".contains(*letter)).count()
    };
    let all = arrows(&terminal.wait_for("0 moves, the shortest route has 14"));
    assert!(all > 15, "{all} arrows");
    terminal.keys(&["Right"]);
    terminal.wait_for("heading, ");
    terminal.keys(&["Up"]);
    terminal.wait_for("1 move, the shortest route has 14");
    terminal.wait_for("(2, 1), travelling north");
    terminal.keys(&["Left"]);
    terminal.wait_for("The sign NF allows forward.");
    terminal.keys(&["s"]);
    assert_eq!(arrows(&terminal.wait_for("only the sign being read")), 1);
    terminal.keys(&["s", "h"]);
    assert_eq!(
        arrows(&terminal.wait_for("Go north: 13 moves to the goal.")),
        all
    );
    terminal.keys(&["u"]);
    terminal.wait_for("0 moves,");
    terminal.keys(&["u"]);
    terminal.wait_for("There is no move to undo.");
    let route = "Up Up Right Down Right Up Left Left Down Right Up Right Down Down";
    terminal.keys(&route.split(' ').collect::<Vec<_>>());
    terminal.wait_for("route is shorter.");
    terminal.keys(&["Up"]);
    terminal.wait_for("The goal is reached.");
    terminal.keys(&["?"]);
    terminal.wait_for("or roll the die");
    terminal.keys(&["?", "c"]);
    terminal.wait_for("The walk of 14 moves will be printed");
    terminal.keys(&["q"]);
    let walk = "SAMPLE\n  (3,1) (2,1) (1,1) (1,2) (2,2) (2,3) (1,3) (1,2) (1,1) (2,1)\n  \
                (2,2) (1,2) (1,3) (2,3) (3,3)\n";
    terminal.wait_for(walk);
    terminal.is_whole();
}

fn keys_tip_a_die() {
    let terminal = Terminal::start("die", "--play", "dice/sample-1.ron");
    terminal.wait_for("(1, 2), 5 on top, 1 in front");
    terminal.keys(&["Right"]);
    terminal.wait_for("The number there is 4, the die has 5 on");
    terminal.keys(&["s"]);
    terminal.wait_for("There are no signs here.");
    terminal.keys(&["Down"]);
    terminal.wait_for("(2, 2), 6 on top, 5 in front");
    terminal.keys(&["r"]);
    terminal.wait_for("0 moves,");
    terminal.keys(&["q"]);
    terminal.is_whole();
}
