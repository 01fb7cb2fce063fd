//! Messages about names.

pub(crate) fn unknown_name(found: &str, expected: &[&str]) -> String {
    format!("unknown name `{found}`, {}", nearest(found, expected))
}

/// The message about an unknown field of a struct, if that has a name.
pub(super) fn unknown_field(found: &str, of: Option<&str>, expected: &[&str]) -> String {
    format!("unknown field `{found}`{}, {}", of_struct(of), nearest(found, expected))
}

/// The message about a missing field of a struct, if that has a name.
pub(super) fn missing_field(field: &str, of: Option<&str>) -> String {
    format!("the field `{field}`{} is missing, expected `{field}: …` before this", of_struct(of))
}

/// The message about a missing field of a struct whose name stands alone.
pub(super) fn missing_brackets(field: &str, of: Option<&str>) -> String {
    let name = of.unwrap_or_default();
    format!("the field `{field}` of `{name}` is missing, expected `{name}({field}: …)`")
}

fn of_struct(name: Option<&str>) -> String {
    name.filter(|name| !name.is_empty()).map(|name| format!(" of `{name}`")).unwrap_or_default()
}

/// How similar two names must be for a suggestion.
const LIKE: f64 = 0.7;

/// The expected names, with the nearest as a suggestion.
pub(crate) fn nearest(found: &str, expected: &[&str]) -> String {
    let likeness = |name: &str| strsim::jaro_winkler(&found.to_lowercase(), &name.to_lowercase());
    let nearest = expected.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    match nearest {
        Some(only) if expected.len() == 1 => format!("expected `{only}`"),
        Some(nearest) if likeness(nearest) > LIKE => {
            format!("did you mean `{nearest}`? expected one of {}", expected.join(", "))
        }
        Some(_) => format!("expected one of {}", expected.join(", ")),
        None => "expected none".to_owned(),
    }
}
