//! A lexer of RON: comments, strings, brackets.

/// The text after its leading blanks and comments.
pub(super) fn behind_blanks(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some(length) = comment(rest) {
        rest = rest[length..].trim_start();
    }
    rest
}

/// The bracket that would close the innermost open one.
pub(super) fn missing_bracket(text: &str) -> Option<char> {
    let mut missing = Vec::new();
    for (_, token) in tokens(text) {
        match token {
            "(" => missing.push(')'),
            "[" => missing.push(']'),
            "{" => missing.push('}'),
            ")" | "]" | "}" => drop(missing.pop()),
            _ => {}
        }
    }
    missing.pop()
}

/// The end of the content of a text: before trailing blanks, comments and a comma.
pub(super) fn end_of(text: &str) -> usize {
    let said = tokens(text).filter(|&(_, token)| token != ",");
    said.last().map_or(0, |(start, token)| start + token.len())
}

/// The strings of a text, and all other characters that are neither blank nor in a comment, each
/// with its place.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = behind_blanks(rest);
        let length = string(start).or_else(|| start.chars().next().map(char::len_utf8))?;
        rest = &start[length..];
        Some((text.len() - start.len(), &start[..length]))
    })
}

/// The length of the comment at the start of a text, or of its unfinished part.
fn comment(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    let mut rest = text.strip_prefix("/*")?;
    let mut depth = 1;
    while depth > 0 {
        let Some(at) = rest.find(['/', '*']) else { return Some(text.len()) };
        let (step, length) = match rest[at..].get(..2) {
            Some("/*") => (1, 2),
            Some("*/") => (-1, 2),
            _ => (0, 1),
        };
        depth += step;
        rest = &rest[at + length..];
    }
    Some(text.len() - rest.len())
}

/// The length of the string or byte string at the start of a text, or of its unfinished part.
pub(super) fn string(text: &str) -> Option<usize> {
    let plain = text.strip_prefix('b').unwrap_or(text);
    if let Some(raw) = plain.strip_prefix('r') {
        let hashes = &raw[..raw.len() - raw.trim_start_matches('#').len()];
        let content = raw[hashes.len()..].strip_prefix('"')?;
        let end = content.find(&format!("\"{hashes}"));
        return Some(
            text.len() - content.len() + end.map_or(content.len(), |at| at + 1 + hashes.len()),
        );
    }
    let content = plain.strip_prefix('"')?;
    let mut letters = content.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some(text.len() - content.len() + at + 1),
            '\\' => drop(letters.next()),
            _ => {}
        }
    }
    Some(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_strings_and_comments_do_not_count() {
        for (text, missing) in [
            ("Scene(grid: (rows: 1), expect: [", Some(']')),
            ("Scene(grid: (rows: 1), expect: []", Some(')')),
            ("(a: \")\", b: \"\\\")\", c: r#\")\")\"#", Some(')')),
            ("({ // }\n/* } /* } */ } */", Some('}')),
            ("(rows: r, \")", Some(')')),
            ("{[()]}", None),
            ("(/*", Some(')')),
            (")]", None),
        ] {
            assert_eq!(missing_bracket(text), missing, "{text}");
        }
    }

    #[test]
    fn comments_are_blanks() {
        assert_eq!(end_of("(a: \"//\" , // b,\n"), 8);
        assert_eq!(behind_blanks(" // a\n\t/* b /* c */ */ d // e"), "d // e");
        assert_eq!(behind_blanks("/* a"), "");
    }
}
