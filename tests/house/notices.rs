//! The notices of the packages that are compiled into the program.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

/// `.ci/notices` writes the file anew.
#[test]
fn notices_list_what_is_compiled_into_the_program() {
    let options = "--locked --offline --features parquet --target x86_64-unknown-linux-gnu --package mazetick \
                   --edges normal --prefix none";
    let mut tree = Command::new(env!("CARGO"));
    tree.arg("tree")
        .args(options.split_whitespace())
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    let tree = tree.output().expect("cargo runs");
    assert!(
        tree.status.success(),
        "{}",
        String::from_utf8_lossy(&tree.stderr)
    );
    let tree = String::from_utf8(tree.stdout).expect("text");
    let package = |line: &str| {
        let mut words = line.split_whitespace();
        Some((
            words.next()?.to_owned(),
            words.next()?.trim_start_matches('v').to_owned(),
        ))
    };
    let compiled: BTreeSet<_> = tree.lines().skip(1).filter_map(package).collect();
    let notices = concat!(env!("CARGO_MANIFEST_DIR"), "/NOTICES.txt");
    let notices = fs::read_to_string(notices).expect("a file");
    let list = notices.split("\n\n").nth(1).expect("a list");
    let listed: BTreeSet<_> = list.lines().filter_map(package).collect();
    assert!(!listed.is_empty() && listed == compiled, "run .ci/notices");
}
