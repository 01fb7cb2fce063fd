//! The ends of things in valid RON.

use memchr::{memchr2, memmem};

/// Where the first value of a text begins, after a byte order mark and the enabled extensions.
pub(super) fn start(text: &str) -> usize {
    let mut at = blank(text, if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 });
    while text[at..].starts_with("#!") {
        let length = text[at..].find(']').map_or(text.len() - at, |close| close + 1);
        at = blank(text, at + length);
    }
    at
}

/// The end of the white space and comments that begin here.
pub(in crate::scene) fn blank(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let trimmed = rest.trim_start_matches(is_blank);
        at += rest.len() - trimmed.len();
        if trimmed.starts_with("//") {
            at += trimmed.find('\n').unwrap_or(trimmed.len());
        } else if trimmed.starts_with("/*") {
            at += comment_end(trimmed);
        } else {
            return at;
        }
    }
}

/// Whether a character is white space in RON.
fn is_blank(c: char) -> bool {
    matches!(c, '\t'..='\r' | ' ' | '\u{85}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}')
}

/// The length of a comment between `/*` and `*/`, which may be nested.
fn comment_end(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    loop {
        let Some(found) = memchr2(b'/', b'*', &text.as_bytes()[at..]) else { return text.len() };
        at += found;
        match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
}

/// The end of the name that begins here; here, if there is none.
pub(in crate::scene) fn name_end(text: &str, at: usize) -> usize {
    let is_in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '#' | '.' | '+' | '-');
    at + text[at..].find(|c| !is_in_name(c)).unwrap_or(text.len() - at)
}

/// The end of the value that begins here: before the comma, colon or bracket after it, and before
/// blanks there.
pub(in crate::scene) fn value_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let (mut depth, mut at, mut end) = (0_usize, start, start);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b',' | b':' | b')' | b']' | b'}' if depth == 0 => break,
            b'/' | b' ' | b'\t'..=b'\r' => {
                at = blank(text, at).max(at + 1);
                continue;
            }
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b'"' => at = string_end(bytes, at) - 1,
            b'\'' => at = letter_end(bytes, at) - 1,
            0x80.. if text[at..].starts_with(is_blank) => {
                at = blank(text, at);
                continue;
            }
            0x80.. => at += text[at..].chars().next().map_or(1, char::len_utf8) - 1,
            _ => {}
        }
        at = (at + 1).min(bytes.len());
        end = at;
    }
    end
}

/// The end of the string that opens here.
fn string_end(bytes: &[u8], open: usize) -> usize {
    let hashes = bytes[..open].iter().rev().take_while(|&&byte| byte == b'#').count();
    let inside = &bytes[open + 1..];
    if bytes[..open - hashes].ends_with(b"r") {
        let close = [b"\"", &vec![b'#'; hashes][..]].concat();
        let found = memmem::find(inside, &close);
        return found.map_or(bytes.len(), |found| open + 1 + found + close.len());
    }
    let mut at = 0;
    while let Some(found) = memchr2(b'"', b'\\', &inside[at.min(inside.len())..]) {
        at += found;
        if inside[at] == b'"' {
            return open + 1 + at + 1;
        }
        at += 2; // an escaped character
    }
    bytes.len()
}

/// The end of the character literal that opens here.
fn letter_end(bytes: &[u8], open: usize) -> usize {
    let inside = &bytes[open + 1..];
    let letter = usize::from(inside.first() == Some(&b'\\')) + 1;
    let close = inside.iter().skip(letter).position(|&byte| byte == b'\'');
    close.map_or(bytes.len(), |close| open + 1 + letter + close + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_where_they_do() {
        for value in [
            "-1.5",
            "Perfect",
            "r#true",
            "\"a, \\\" ]\"",
            "r\"\\\"",
            "r##\"a\"#,\"##",
            "b\"\\\\\"",
            "'\\''",
            "'\"'",
            "'\u{e9}'",
            "Foot /* ( */ (from: (1, 2), to: [3, // ]\n 4], at: {1: ')'})",
            "(/* /* , */ ) */ 1)",
            "\u{e9}t\u{e9}",
        ] {
            for behind in ["", ",", " , 2", "\u{2028})", " // ,\n]", "/* */: 3"] {
                let text = format!("{value}{behind}");
                assert_eq!(value_end(&text, 0), value.len(), "{text}");
            }
        }
    }

    #[test]
    fn a_text_starts_behind_what_it_enables() {
        for before in
            ["", "\u{feff}", "\u{feff} // a\n", "#![enable(implicit_some)]\n #![enable(a, b)] "]
        {
            assert_eq!(start(&format!("{before}Scene()")), before.len());
        }
    }
}
