//! A lexer of RON: blanks, comments, names, strings, values.

use std::ops::Range;

use memchr::memchr2;

/// The end of the white space and comments that begin here.
pub(super) fn blank(text: &str, mut at: usize) -> usize {
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

/// The text after its leading white space and comments.
pub(super) fn behind_blanks(text: &str) -> &str {
    &text[blank(text, 0)..]
}

/// Whether a character is white space in RON.
fn is_blank(c: char) -> bool {
    matches!(c, '\t'..='\r' | ' ' | '\u{85}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}')
}

/// The length of the comment between `/*` and `*/`, which may be nested, at the start of a text, or
/// of its unfinished part.
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
pub(super) fn name_end(text: &str, at: usize) -> usize {
    let is_in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '#' | '.' | '+' | '-');
    at + text[at..].find(|c| !is_in_name(c)).unwrap_or(text.len() - at)
}

/// The length of the string or byte string at the start of a text, or of its unfinished part.
pub(super) fn string(text: &str) -> Option<usize> {
    let plain = text.strip_prefix('b').unwrap_or(text);
    if let Some(raw) = plain.strip_prefix('r') {
        let content = raw.trim_start_matches('#').strip_prefix('"')?;
        let close = format!("\"{}", "#".repeat(raw.len() - content.len() - 1));
        let inside = content.find(&close).map_or(content.len(), |at| at + close.len());
        return Some(text.len() - content.len() + inside);
    }
    let content = plain.strip_prefix('"')?;
    let before = text.len() - content.len();
    let mut at = 0;
    while let Some(rest) = content.as_bytes().get(at..)
        && let Some(found) = memchr2(b'"', b'\\', rest)
    {
        if rest[found] == b'"' {
            return Some(before + at + found + 1);
        }
        at += found + 2; // an escaped character
    }
    Some(text.len())
}

/// The end of the value that begins here, in valid RON: before the comma, colon or bracket after
/// it, and before blanks there.
pub(super) fn value_end(text: &str, start: usize) -> usize {
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
            b'"' | b'r' | b'b' | b'\'' => {
                at += literal(&text[at..]).map_or(0, |length| length - 1);
            }
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

/// The length of the string, byte string or character at the start of a text, in quotes.
fn literal(text: &str) -> Option<usize> {
    string(text).or_else(|| {
        let inside = text.strip_prefix('\'')?;
        let escaped = inside.strip_prefix('\\');
        let letter =
            escaped.unwrap_or(inside).chars().next()?.len_utf8() + usize::from(escaped.is_some());
        let more = inside[letter..].find('\'').filter(|&more| more == 0 || escaped.is_some())?;
        Some(1 + letter + more + 1)
    })
}

/// The literals of a text, valid or not, and all other characters that are neither blank nor in a
/// comment, each with its place.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = behind_blanks(rest);
        let length = literal(start).or_else(|| start.chars().next().map(char::len_utf8))?;
        rest = &start[length..];
        Some((text.len() - start.len(), &start[..length]))
    })
}

/// The token at or after this byte, as quoted in messages: a string or its beginning, a word or
/// number, or one character.
pub(super) fn token(text: &str, from: usize) -> Range<usize> {
    const LONGEST: usize = 40;
    let start = blank(text, from);
    let rest = &text[start..];
    let end = match (string(rest), name_end(rest, 0)) {
        (Some(length), _) => {
            let line = rest.find('\n').unwrap_or(length);
            rest.floor_char_boundary(length.min(line).min(LONGEST))
        }
        (None, 0) => rest.chars().next().map_or(0, char::len_utf8),
        (None, length) => length,
    };
    start..start + end
}

/// A text in which every line but the first is indented, except inside strings.
pub(crate) fn indented(text: &str) -> String {
    let (mut indented, mut end) = (String::new(), 0);
    for (start, token) in tokens(text).chain([(text.len(), "")]) {
        indented += &text[end..start].replace('\n', "\n    ");
        indented += token;
        end = start + token.len();
    }
    indented
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_blanks() {
        assert_eq!(behind_blanks(" // a\n\t/* b /* c */ */ d // e"), "d // e");
        assert_eq!(behind_blanks("/* a"), "");
    }

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
            "br#\"\"]\"#",
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
    fn unfinished_strings_end_with_the_text() {
        for text in ["\"a", "\"\\", "b\"\\\"", "r#\"a\"", "r\"\u{e9}"] {
            assert_eq!(string(text), Some(text.len()), "{text}");
        }
        assert_eq!((string("r#true"), string("rows: \"\""), string("")), (None, None, None));
    }

    #[test]
    fn tokens_are_what_messages_quote() {
        for (text, token_there) in [
            (" 12, 3", "12"),
            ("\u{85}// a\n r#true)", "r#true"),
            ("\u{a0} 1", "\u{a0}"),
            ("\"a\\\"b\", 1", "\"a\\\"b\""),
            ("\"a\nb\"", "\"a"),
            ("(1)", "("),
            (" // a", ""),
        ] {
            assert_eq!(&text[token(text, 0)], token_there, "{text}");
        }
        let quotes: Vec<_> = tokens("'\"' '\\'' it's \u{e9}'").map(|(_, token)| token).collect();
        assert_eq!(quotes, ["'\"'", "'\\''", "i", "t", "'", "s", "\u{e9}", "'"]);
    }

    #[test]
    fn strings_are_not_indented() {
        let text = "A(\n    a: \"1\n2\\\"\n3\", // \"\n    b: 4,\n)\n";
        assert_eq!(
            indented(text),
            "A(\n        a: \"1\n2\\\"\n3\", // \"\n        b: 4,\n    )\n    "
        );
    }
}
