//! What a message must say.
#![allow(dead_code)] // no program uses all of it

use std::process::Output;

/// Checks that a call was refused with these words, and printed nothing else.
#[track_caller]
pub(crate) fn assert_refused(output: &Output, words: &str) {
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        (output.status.code(), &*output.stdout),
        (Some(2), &b""[..]),
        "{message}"
    );
    assert_says(&message, words);
}

/// Checks that a message contains all these words, which blanks separate; none as a part of a longer
/// word or number.
#[track_caller]
pub(crate) fn assert_says(message: &str, words: &str) {
    for word in words.split_whitespace() {
        let is_within = |word: char, beside: Option<char>| {
            word.is_alphanumeric() && beside.is_some_and(char::is_alphanumeric)
        };
        let is_whole = |at: usize| {
            let (before, after) = (&message[..at], &message[at + word.len()..]);
            let (first, last) = (
                word.chars().next().unwrap(),
                word.chars().next_back().unwrap(),
            );
            !is_within(first, before.chars().next_back()) && !is_within(last, after.chars().next())
        };
        assert!(
            message.match_indices(word).any(|(at, _)| is_whole(at)),
            "no `{word}`: {message}"
        );
    }
}
