//! Messages about names.

pub(crate) fn unknown_name(found: &str, expected: &[&str]) -> String {
    format!("unknown name `{found}`, {}", nearest(found, expected))
}

pub(super) fn unknown_field(found: &str, name: Option<&str>, expected: &[&str]) -> String {
    format!(
        "unknown field `{found}`{}, {}",
        of_struct(name),
        nearest(found, expected)
    )
}

/// The message about fields that a struct lacks, each with the names that could stand there, and about
/// others that it could have. Its name may stand alone.
pub(super) fn missing_fields(
    lacking: &[(&str, &[&str])],
    others: &[&str],
    name: Option<&str>,
    is_alone: bool,
) -> String {
    let form = |&(field, names): &(&str, &[&str])| match names {
        [] => format!("{field}: …"),
        _ => format!("{field}: {}", names.join(" | ")),
    };
    let forms = lacking.iter().map(form).collect::<Vec<_>>().join(", ");
    let names = lacking
        .iter()
        .map(|(name, _)| format!("`{name}`"))
        .collect::<Vec<_>>();
    let (fields, are) = if lacking.len() == 1 {
        ("field", "is")
    } else {
        ("fields", "are")
    };
    let expected = match name.filter(|_| is_alone) {
        Some(name) => format!("`{name}({forms})`"),
        None => format!("`{forms}` before this"),
    };
    let also = if others.is_empty() {
        ""
    } else {
        "; it can also have "
    };
    format!(
        "the {fields} {}{} {are} missing, expected {expected}{also}{}",
        listed(&names),
        of_struct(name),
        others.join(", ")
    )
}

fn listed(names: &[String]) -> String {
    match names.split_last() {
        Some((last, others @ [_, ..])) => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}

fn of_struct(name: Option<&str>) -> String {
    name.filter(|name| !name.is_empty())
        .map(|name| format!(" of `{name}`"))
        .unwrap_or_default()
}

/// Names of the same thing, each in its place: generators, walks and agents have different ones.
const SAME: [&[&str]; 2] = [
    &["start", "from", "at"],
    &["goal", "to", "end", "target", "finish"],
];

/// Returns the expected name that was probably meant; a letter only as the first of what was found.
pub(super) fn similar<'n>(found: &str, expected: &[&'n str]) -> Option<&'n str> {
    let same = SAME.iter().find(|names| names.contains(&found));
    let same = same.and_then(|names| expected.iter().find(|name| names.contains(name)));
    if let Some(name) = same {
        return Some(name);
    }

    let nearest = expected
        .iter()
        .max_by(|a, b| likeness(found, a).total_cmp(&likeness(found, b)))?;
    (likeness(found, nearest) > 0.0).then_some(nearest)
}

/// Returns how alike two names are, up to 1; 0 if one is hardly meant by the other.
fn likeness(found: &str, name: &str) -> f64 {
    const LIKE: f64 = 0.7;

    let [found, name] = [found, name].map(str::to_lowercase);
    if name.len() == 1 {
        return if found.starts_with(&name) { LIKE } else { 0.0 };
    }

    let likeness = strsim::jaro_winkler(&found, &name);
    let changes = strsim::osa_distance(&found, &name);
    let length = found.chars().count().max(name.chars().count());
    let is_near = changes <= 2 && 2 * changes < name.len();
    if is_near || likeness > LIKE && 2 * changes <= length {
        likeness
    } else {
        0.0
    }
}

pub(crate) fn nearest(found: &str, expected: &[&str]) -> String {
    match (similar(found, expected), expected) {
        (Some(name), [_]) => format!("did you mean `{name}`?"),
        (Some(name), _) => format!("did you mean `{name}`? expected {}", one_of(expected)),
        (None, _) => format!("expected {}", one_of(expected)),
    }
}

/// Returns the names of which a value should have been one, and which of them was probably meant.
pub(super) fn one_of_or_nearest(found: Option<&str>, names: &[&str]) -> String {
    match found.and_then(|found| similar(found, names)) {
        Some(name) => format!("{}; did you mean `{name}`?", one_of(names)),
        None => one_of(names),
    }
}

/// The names of which a value should have been one, or that one which stands in quotes.
pub(super) fn one_without_quotes(found: &str, names: &[&str]) -> String {
    let unquoted = found.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    match unquoted.filter(|it| names.contains(it)) {
        Some(name) => format!("`{name}` without quotes"),
        None => one_of(names),
    }
}

pub(crate) fn one_of(names: &[&str]) -> String {
    match names {
        [] => "none".to_owned(),
        [only] => format!("`{only}`"),
        _ => format!("one of {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_is_meant_only_by_words_that_begin_with_it() {
        let sides = ["N", "S", "W", "E"];
        assert_eq!(similar("north", &sides), Some("N"));
        assert_eq!(similar("Left", &sides), None);
    }

    #[test]
    fn names_are_meant_by_those_that_are_near_or_the_same_elsewhere() {
        let columns = ["moves", "walls", "maze", "states"];
        assert_eq!(similar("mvs", &columns), Some("moves"));
        assert_eq!(similar("wals", &columns), Some("walls"));
        let fields = ["expect", "generate", "walk"];
        assert_eq!(similar("explorer", &fields), None);
        assert_eq!(similar("expects", &fields), Some("expect"));
        for (found, meant) in [("start", "from"), ("at", "from"), ("goal", "to")] {
            assert_eq!(similar(found, &["from", "to"]), Some(meant));
        }
        assert_eq!(similar("from", &["at", "count", "to"]), Some("at"));
    }
}
