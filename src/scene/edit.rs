//! Editing values in the text of a scene, leaving the rest unchanged.

use super::lexer::{blank, name_end, value_end};
use super::locate::{Part, find};

/// The text of a scene with another value at a path such as `generate.flips` or `numbers[0][2]`. A
/// missing field is inserted. `Err` if there is no such place.
///
/// The text must be valid; the result may not be, with an unsuitable value.
pub(crate) fn with_value(text: &str, path: &str, value: &str) -> Result<String, String> {
    let parts = parts_of(path)?;
    let place = find(text, std::slice::from_ref(&parts)).remove(0);
    let there = &text[place.at.clone()];
    let (before, behind) = (&text[..place.at.start], &text[place.at.end..]);
    match (place.left, parts.last(), first_field(there)) {
        (0, ..) => Ok(format!("{before}{value}{behind}")),
        (1, Some(Part::Field(name)), Some(first)) => {
            let (start, fields) = there.split_at(first);
            Ok(format!("{before}{start}{name}: {value}, {fields}{behind}"))
        }
        _ => Err(format!("the scene has no place `{path}`, expected one such as `grid.rows`")),
    }
}

/// The parts of a path, or why it is invalid.
fn parts_of(path: &str) -> Result<Vec<Part<'_>>, String> {
    let wrong =
        || format!("found the path `{path}`, expected one such as `grid.rows` or `numbers[0][2]`");
    let mut parts = Vec::new();
    for field in path.split('.') {
        let (name, indices) = field.split_at(field.find('[').unwrap_or(field.len()));
        let is_in_name = |c: char| c.is_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_in_name) {
            return Err(wrong());
        }
        parts.push(Part::Field(name));
        if !indices.is_empty() {
            let inside = indices.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
            for index in inside.ok_or_else(wrong)?.split("][") {
                let number = index.parse::<usize>().map_err(|_| wrong())?;
                if number.to_string() != index {
                    return Err(wrong()); // one way to write a path
                }
                parts.push(Part::Index(number));
            }
        }
    }
    Ok(parts)
}

/// Where the first field of a struct is, or would be; `None` for other values.
fn first_field(value: &str) -> Option<usize> {
    let open = blank(value, name_end(value, 0));
    let inside = open + value[open..].strip_prefix('(').map(|_| 1)?;
    let first = blank(value, inside);
    let behind_name = blank(value, name_end(value, first));
    let is_struct = value[first..].starts_with(')') || value[behind_name..].starts_with(':');
    is_struct.then_some(inside)
}

/// The comma-separated values in a text, each as written; `None` if there is anything else. A
/// single list in square brackets is replaced by its elements.
pub(crate) fn elements(text: &str) -> Option<Vec<&str>> {
    let text = text.trim();
    let is_list = text.starts_with('[') && text.ends_with(']') && value_end(text, 0) == text.len();
    let text = if is_list { text[1..text.len() - 1].trim() } else { text };
    let mut values = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = blank(text, at);
        let end = value_end(text, start);
        let next = blank(text, end);
        if end == start || !(next == text.len() || text[next..].starts_with(',')) {
            return None;
        }
        values.push(&text[start..end]);
        at = next + 1;
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Scene(grid: (rows: 1, columns: 2), // size
        generate: Johnny(start: (1, 1)), numbers: [[1, 2]], text: Lattice)";

    #[test]
    fn a_value_is_replaced_or_put_in() {
        for (path, value, old, new) in [
            ("grid.rows", "7", "rows: 1", "rows: 7"),
            ("grid", "(rows: 3, columns: 3)", "(rows: 1, columns: 2)", "(rows: 3, columns: 3)"),
            ("numbers[0][1]", "6", "[1, 2]", "[1, 6]"),
            ("generate", "Kruskal", "Johnny(start: (1, 1))", "Kruskal"),
            ("generate.flips", "0.5", "Johnny(", "Johnny(flips: 0.5, "),
            ("seed", "9", "Scene(", "Scene(seed: 9, "),
        ] {
            assert_eq!(with_value(TEXT, path, value), Ok(TEXT.replace(old, new)), "{path}");
        }
        for path in ["grid.rows.x", "generate.start.row", "numbers[1]", "text.x", "a.b", "", "[0]"]
        {
            assert!(with_value(TEXT, path, "1").is_err(), "{path}");
        }
        for path in
            ["grid.", "a[x]", "a[0", "a]0[", "a[0]b", "a b", "numbers[00][1]", "numbers[+0][1]"]
        {
            assert!(with_value(TEXT, path, "1").is_err(), "{path}");
        }
    }

    #[test]
    fn values_are_separated_by_commas() {
        for (text, values) in [
            ("1, 2,3", &["1", "2", "3"][..]),
            ("(1, 2), \"a,b\"", &["(1, 2)", "\"a,b\""]),
            ("[[1, 2], [3]]", &["[1, 2]", "[3]"]),
            ("[1], [2]", &["[1]", "[2]"]),
            ("Foot(from: (1, 1)), Kruskal,", &["Foot(from: (1, 1))", "Kruskal"]),
            ("", &[]),
        ] {
            assert_eq!(elements(text).as_deref(), Some(values), "{text}");
        }
        for wrong in [",", "1,,2", "1)", "1:2", "1]"] {
            assert_eq!(elements(wrong), None, "{wrong}");
        }
    }
}
