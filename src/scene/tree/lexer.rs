//! The words of RON: blanks, comments, names, numbers, strings.

use std::ops::Range;

use memchr::memchr2;

use crate::base::report::visible;

/// The end of the white space and comments that begin here; or the start of a comment that does not
/// end.
#[inline]
pub(super) fn blank(text: &str, mut at: usize) -> Result<usize, usize> {
    let bytes = text.as_bytes();
    at += bytes[at..]
        .iter()
        .take_while(|byte| matches!(byte, b'\t'..=b'\r' | b' '))
        .count();
    match bytes.get(at) {
        Some(b'/' | 0x80..) => blank_of_any_kind(text, at),
        _ => Ok(at),
    }
}

fn blank_of_any_kind(text: &str, mut at: usize) -> Result<usize, usize> {
    loop {
        let rest = &text[at..];
        let trimmed = rest.trim_start_matches(is_blank);
        at += rest.len() - trimmed.len();
        if trimmed.starts_with("//") {
            at += memchr2(b'\n', b'\r', trimmed.as_bytes()).unwrap_or(trimmed.len());
        } else if trimmed.starts_with("/*") {
            at += comment(trimmed).ok_or(at)?;
        } else {
            return Ok(at);
        }
    }
}

fn is_blank(c: char) -> bool {
    matches!(
        c,
        '\t'..='\r' | ' ' | '\u{85}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}'
    )
}

/// The length of the comment between `/*` and `*/`, which may be nested, at the start of a text.
fn comment(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0, 0);
    loop {
        at += memchr2(b'/', b'*', &text.as_bytes()[at..])?;
        match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

pub(super) fn begins_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The length of the name, number, or range of numbers at the start of a text.
pub(super) fn word(text: &str) -> usize {
    let is_in_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '#' | '.' | '+' | '-');
    let length = |text: &str| {
        let is_short = |&byte: &u8| byte.is_ascii() && is_in_word(byte.into());
        let ascii = text.bytes().take_while(is_short).count();
        match text.as_bytes().get(ascii) {
            Some(0x80..) => text.find(|c| !is_in_word(c)).unwrap_or(text.len()),
            _ => ascii,
        }
    };
    let end = if text.starts_with('#') {
        0
    } else {
        length(text)
    };
    match text[end..].strip_prefix('=') {
        Some(rest) if text[..end].ends_with("..") => end + 1 + length(rest),
        _ => end,
    }
}

/// The length of the string, byte string or character at the start of a text; `Err` with the rest of
/// the text if a string does not end.
pub(super) fn literal(text: &str) -> Option<Result<usize, usize>> {
    let plain = text.strip_prefix('b').unwrap_or(text);
    if let Some(raw) = plain.strip_prefix('r') {
        let content = raw.trim_start_matches('#').strip_prefix('"')?;
        let close = format!("\"{}", "#".repeat(raw.len() - content.len() - 1));
        let end = content
            .find(&close)
            .map(|at| text.len() - content.len() + at + close.len());
        return Some(end.ok_or(text.len()));
    }
    let Some(content) = plain.strip_prefix('"') else {
        return character(plain).map(Ok);
    };
    let before = text.len() - content.len();
    let mut at = 0;
    while let Some(rest) = content.as_bytes().get(at..)
        && let Some(found) = memchr2(b'"', b'\\', rest)
    {
        if rest[found] == b'"' {
            return Some(Ok(before + at + found + 1));
        }
        at += found + 2; // an escaped character
    }
    Some(Err(text.len()))
}

fn character(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('\'')?;
    let escaped = inside.strip_prefix('\\');
    let letter = escaped.unwrap_or(inside).chars().next()?.len_utf8();
    let letter = letter + usize::from(escaped.is_some());
    let more = inside[letter..]
        .find('\'')
        .filter(|&more| more == 0 || escaped.is_some())?;
    Some(1 + letter + more + 1)
}

/// The token at this byte, as messages quote it: a string or its beginning, a word, or one
/// character.
pub(super) fn token(text: &str, start: usize) -> Range<usize> {
    const LONGEST: usize = 40;
    let rest = &text[start..];
    let length = match (literal(rest), word(rest)) {
        (Some(Ok(length) | Err(length)), _) => {
            crate::base::work::count(length);
            let shown = &rest[..rest.floor_char_boundary(length.min(LONGEST))];
            shown.find('\n').unwrap_or(shown.len())
        }
        (None, 0) => rest.chars().next().map_or(0, char::len_utf8),
        (None, length) => length,
    };
    start..start + length
}

pub(super) fn quoted(token: &str) -> String {
    match token {
        "" => "the end of the file".to_owned(),
        found => format!("`{}`", visible(found)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_blanks() {
        assert_eq!(blank(" // a\n\t/* b /* c */ */ d // e", 0), Ok(23));
        assert_eq!(blank(" // a\r// b\r\n c", 0), Ok(13));
        assert_eq!(blank(" /* a", 0), Err(1));
    }

    #[test]
    fn unfinished_strings_end_with_the_text() {
        for text in ["\"a", "\"\\", "b\"\\\"", "r#\"a\"", "r\"\u{e9}"] {
            assert_eq!(literal(text), Some(Err(text.len())), "{text}");
        }
        assert_eq!(
            (literal("r#true"), literal("rows: \"\""), literal("")),
            (None, None, None)
        );
    }

    #[test]
    fn tokens_are_what_messages_quote() {
        for (text, expected) in [
            ("12, 3", "12"),
            ("3..=9)", "3..=9"),
            ("r#true)", "r#true"),
            ("\u{a0} 1", "\u{a0}"),
            ("\"a\\\"b\", 1", "\"a\\\"b\""),
            ("\"a\nb\"", "\"a"),
            ("(1)", "("),
            ("'\\'' 'a'", "'\\''"),
            ("", ""),
        ] {
            assert_eq!(&text[token(text, 0)], expected, "{text}");
        }
    }
}
