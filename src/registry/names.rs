//! Rules for the names of registered things.

/// The fields of scenes that are not ingredients.
pub(super) const SCENE_FIELDS: [&str; 5] = ["name", "seed", "grid", "text", "expect"];

/// Rejects a name that is taken or empty, or longer than a line of a scene should be.
pub(super) fn check_name(kind: &str, name: &str, mut others: impl Iterator<Item = &'static str>) {
    assert!(others.all(|other| other != name), "a second {kind} `{name}`");
    assert!(!name.is_empty() && name.len() <= 255, "a {kind} `{name}`: expected 1 to 255 bytes");
}

/// Rejects a name that is not a word in RON, or that has another meaning there.
pub(super) fn check_word(kind: &str, name: &str, taken: &[&str]) {
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let begins = name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    assert!(is_word && begins, "a {kind} `{name}`: expected letters, digits and `_`");
    assert!(!taken.contains(&name), "a {kind} `{name}`: the name is taken");
}
