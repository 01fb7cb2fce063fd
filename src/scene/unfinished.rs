//! What a text of RON lacks that ends too early.

use super::lexer::tokens;

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
    fn comments_and_commas_are_no_content() {
        assert_eq!(end_of("(a: \"//\" , // b,\n"), 8);
    }
}
