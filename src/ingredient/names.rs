//! What things that are registered may be called.

/// The fields of scenes that are no ingredients.
pub(super) const SCENE_FIELDS: [&str; 5] = ["name", "seed", "grid", "text", "expect"];

/// Refuses a name that is there, or that is longer than what saved worlds hold.
pub(super) fn check_name(kind: &str, name: &str, mut others: impl Iterator<Item = &'static str>) {
    assert!(others.all(|other| other != name), "a second {kind} `{name}`");
    assert!(!name.is_empty() && name.len() <= 255, "a {kind} `{name}`: expected 1 to 255 bytes");
}

/// Refuses a name that is no word of RON, or that means something else where it stands.
pub(super) fn check_word(kind: &str, name: &str, taken: &[&str]) {
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let begins = name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    assert!(is_word && begins, "a {kind} `{name}`: expected letters, digits and `_`");
    assert!(!taken.contains(&name), "a {kind} `{name}`: the name is taken");
}
