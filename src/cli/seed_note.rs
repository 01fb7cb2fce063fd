//! The note that seeds change nothing.

/// The note that an option for seeds changes at most the digest, as nothing in the scene of this
/// name is random.
pub(super) fn seed_note(name: &str, option: &str) -> String {
    format!(
        "{name}: note: nothing in this scene is random, so `{option}` changes at most its digest"
    )
}
