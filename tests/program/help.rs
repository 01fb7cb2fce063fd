//! The help, and calls that are refused.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use crate::program::{PROGRAM, run, text};
use crate::says::assert_says;

/// Every option has a text and a place on a page for users, and every example is understood.
#[test]
#[cfg(unix)]
fn the_help_tells_what_each_command_can_do() {
    let pages = fs::read_dir("docs")
        .expect("a folder")
        .map(|it| it.expect("an entry").path());
    let pages = pages.filter(|path| path.extension().is_some_and(|end| end == "md"));
    let pages = pages.chain(["README.md".into()]);
    let pages: String = pages
        .map(|path| fs::read_to_string(path).expect("a page"))
        .collect();
    let is_of_a_name = |c: char| c.is_alphanumeric() || c == '-';
    let words: BTreeSet<&str> = pages.split(|c| !is_of_a_name(c)).collect();
    for command in commands() {
        let help = run(&[&command, "--help"]);
        let help = text(&help.stdout);
        let mut lines = help.lines().map(str::trim_start).peekable();
        while let Some(line) = lines.next() {
            let Some(at) = line.find("--").filter(|_| line.starts_with('-')) else {
                continue;
            };
            let name = line[at..]
                .split(|c| !is_of_a_name(c))
                .next()
                .expect("a word");
            let is_explained = line.contains("  ") || lines.peek().is_some_and(|it| !it.is_empty());
            assert!(is_explained, "{command} {name} has no text");
            let is_of_all = ["--help", "--output"].contains(&name);
            assert!(
                is_of_all || words.contains(name),
                "{command} {name} is on no page"
            );
        }
        let (_, examples) = help.split_once("\nExample").expect(&command);
        let examples = examples.trim_start_matches('s').trim_start_matches(':');
        let script =
            "set -euo pipefail\nmazetick() { \"$MAZETICK\" \"$@\" --help; }\nchromium() { :; }\n";
        let (examples, _) = examples.split_once("\n\n").unwrap_or((examples, ""));
        assert!(
            examples.contains(&format!("mazetick {command} ")),
            "{examples}"
        );
        let home = tempfile::tempdir().expect("a folder");
        for folder in [
            ".zfunc",
            ".config/fish/completions",
            ".local/share/bash-completion/completions",
        ] {
            fs::create_dir_all(home.path().join(folder)).expect("a folder");
        }
        let mut bash = Command::new("bash");
        bash.args(["-c", &[script, examples].concat()])
            .current_dir(home.path());
        let output = bash
            .env("MAZETICK", PROGRAM)
            .env("HOME", home.path())
            .output();
        let output = output.expect("bash runs");
        assert!(
            output.status.success(),
            "{examples}\n{}",
            text(&output.stderr)
        );
    }
}

/// The names in the list of commands.
fn commands() -> Vec<String> {
    let help = run(&["--help"]);
    let (_, commands) = text(&help.stdout)
        .split_once("\nCommands:\n")
        .expect("the commands");
    let (commands, _) = commands.split_once("\n\n").expect("their end");
    let names = commands
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

/// By the table `refusals.txt`: sections by working folder, and two lines a call.
#[test]
#[cfg(unix)]
fn refusals_say_what_would_do() {
    let table = fs::read_to_string("tests/program/refusals.txt").expect("the table");
    let mut folder = ".";
    let mut lines = table.lines().skip(1).filter(|line| !line.is_empty());
    while let Some(line) = lines.next() {
        if let Some(path) = line.strip_prefix("# ") {
            folder = path;
            continue;
        }
        let call = line.strip_prefix("$ mazetick").expect("a call");
        let (code, words) = lines.next().and_then(|it| it.split_once(':')).expect(call);
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &format!("exec \"$0\"{call}"), PROGRAM])
            .current_dir(folder);
        let output = shell.output().expect("the shell runs");
        assert_eq!(text(&output.stdout), "", "{call}");
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), code.parse().ok(), "{call}: {message}");
        assert_says(message, words);
    }
}
