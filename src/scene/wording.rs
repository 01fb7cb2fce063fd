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

const LIKE: f64 = 0.7;

/// The expected name that was probably meant; a letter only as the first of what was found.
pub(super) fn similar<'n>(found: &str, expected: &[&'n str]) -> Option<&'n str> {
    let likeness = |name: &str| {
        let [found, name] = [found, name].map(str::to_lowercase);
        let is_other_letter = name.len() == 1 && !found.starts_with(&name);
        if is_other_letter {
            0.0
        } else {
            strsim::jaro_winkler(&found, &name)
        }
    };
    let nearest = expected
        .iter()
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    nearest.copied().filter(|nearest| likeness(nearest) > LIKE)
}

pub(crate) fn nearest(found: &str, expected: &[&str]) -> String {
    let suggested = similar(found, expected).filter(|_| expected.len() > 1);
    let suggestion = suggested.map(|name| format!("did you mean `{name}`? "));
    format!(
        "{}expected {}",
        suggestion.unwrap_or_default(),
        one_of(expected)
    )
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
}
