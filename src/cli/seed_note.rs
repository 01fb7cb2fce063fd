//! The note that seeds change nothing.

/// Says that an option for seeds changes only digests, as nothing in the scene of this name is random.
pub(super) fn say_without_chance(name: &str, option: &str) {
    say!("{name}: note: nothing in this scene is random, so `{option}` changes only digests");
}
