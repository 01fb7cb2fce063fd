//! Scenes with known mistakes, made from any bytes: each mistake is reported where it is.
//!
//! The bytes determine the order of the signs, half of which are outside the grid, and the words
//! and line breaks of a list of commands.
#![no_main]

use std::collections::BTreeSet;
use std::fmt::Write as _;

use libfuzzer_sys::fuzz_target;
use mazetick::base::limits;
use mazetick::base::report::Fault;
use mazetick::prelude::*;
use mazetick_fuzz::report;

fuzz_target!(|bytes: &[u8]| {
    signs(bytes);
    commands(bytes);
});

/// Signs on a grid of 8 × 8, in any order, half of them outside.
fn signs(bytes: &[u8]) {
    let mut text = "Scene(name: \"A\", grid: (rows: 8, columns: 8), signs: {".to_owned();
    let (mut met, mut outside) = (BTreeSet::new(), BTreeSet::new());
    for &byte in bytes {
        let (row, column) = (byte >> 4, byte & 15);
        if met.insert(byte) {
            let start = text.len();
            let _ = write!(text, "({row}, {column})");
            if !(1..=8).contains(&row) || !(1..=8).contains(&column) {
                outside.insert((start, text.len()));
            }
            text.push_str(if byte % 3 == 0 {
                ": \"NF\",\n"
            } else {
                ": \"NF\", // (1, 1)\n\n"
            });
        }
    }
    text.push_str("}, walk: Arrow(from: (8, 1), heading: N, to: (1, 8)), text: Arrow)");
    let faults = faults(&text);
    let places: BTreeSet<_> = faults
        .iter()
        .map(|fault| (fault.at.start, fault.at.end))
        .collect();
    assert!(places.is_subset(&outside), "{faults:?} of {text}");
    assert_eq!(
        places.len(),
        outside.len().min(limits::FAULTS),
        "{faults:?} of {text}"
    );
}

/// Commands with any line breaks between them, and one word that is not a command.
fn commands(bytes: &[u8]) {
    const WORDS: [&str; 7] = ["U", "D", "L", "R", "F 1", "F 12", "F\n3"];
    const BREAKS: [&str; 4] = [" ", "\n", " \n  ", "\t"];
    const WRONG: [&str; 4] = ["X", "u", "+", ","];
    let Some((&first, bytes)) = bytes.split_first() else {
        return;
    };
    let mut text = "Scene(grid: (rows: 8, columns: 8), text: Johnny,\n generate: \
                    Johnny(start: (1, 1), commands: \""
        .to_owned();
    let wrong = usize::from(first) % (bytes.len() + 1);
    let mut place = 0..0;
    for (index, &byte) in bytes.iter().chain(&[0]).enumerate() {
        if index == wrong {
            let word = WRONG[usize::from(first) % 4];
            place = text.len()..text.len() + word.len();
            text.push_str(word);
            break;
        }
        text.push_str(WORDS[usize::from(byte) % 7]);
        text.push_str(BREAKS[usize::from(byte / 7) % 4]);
    }
    text.push_str("\"))");
    let faults = faults(&text);
    let at = faults.first().map(|fault| fault.at.clone());
    assert_eq!(at, Some(place), "{faults:?} of {text}");
}

/// The faults of a text, all of which can be reported.
fn faults(text: &str) -> Vec<Fault> {
    match Scene::from_ron(text) {
        Ok(_) => Vec::new(),
        Err(error) => {
            report(text, &error);
            error.faults
        }
    }
}
