//! The words of scenes for people who solve a puzzle: its kind, and its rules.

pub use super::ingredient_type::Word;

use super::{Role, Scene};
use crate::base::end::End;
use crate::picture::fill_blanks;

/// The rules of every scene, beside those of its ingredients.
pub(crate) const WORDS: [Word; 4] = [
    (
        "ends",
        "The start {start} has one frame, the goal {goal} two.",
    ),
    (
        "ends_any",
        "The start {start} has one frame, each goal {goal} two: one of them is enough.",
    ),
    (
        "ends_round",
        "The framed square {start} is both start and goal.",
    ),
    ("walls", "No move leads through a wall."),
];

impl Scene {
    /// Returns the kind of puzzle that its walk makes, such as `Dice maze`: by default the name of the walk.
    pub fn kind(&self) -> Option<Word> {
        let mut types = self.ingredients().iter().map(|it| it.ingredient_type());
        let walk = types.find(|it| it.role == Role::Walk)?;
        let kind = walk.words.iter().find(|word| word.0 == walk.name);

        Some(kind.copied().unwrap_or((walk.name, walk.name)))
    }

    /// Returns the sentences of its rules: those of its walk first, then those of other ingredients, of its start and
    /// goal, and of walls.
    pub fn rules(&self) -> Vec<Word> {
        let mut rules = Vec::new();
        let (walks, others): (Vec<_>, Vec<_>) = self
            .ingredients()
            .iter()
            .partition(|it| it.ingredient_type().role == Role::Walk);

        for ingredient in walks.into_iter().chain(others) {
            let words = ingredient.ingredient_type().words;
            for key in ingredient.rules() {
                let word = words.iter().find(|word| word.0 == key);
                rules.push(word.copied().unwrap_or((key, key)));
            }
        }

        let [ends, ends_any, ends_round, of_walls] = WORDS;
        if let Some(start) = self.start() {
            rules.push(match start.to {
                _ if start.is_round() => ends_round,
                End::AnyOf(_) => ends_any,
                _ => ends,
            });
        }
        if self.has_walls() && (self.has_walk() || self.has_agents()) {
            rules.push(of_walls);
        }
        rules
    }

    /// Returns its rules as text, in English.
    pub fn rules_in_english(&self) -> String {
        let sentences = self.rules().into_iter().map(|word| without_symbols(word.1));
        sentences.collect::<Vec<_>>().join(" ")
    }
}

/// Returns a sentence without the names of symbols in braces.
fn without_symbols(sentence: &str) -> String {
    let mut text = String::new();
    fill_blanks(sentence, &mut text, |_, text| {
        let end = text.trim_end().len();
        text.truncate(end);
    });
    text
}
