//! Words: what sheets and rules say to people, in any language.

use std::fmt;

use super::Registry;
use crate::base::report::TextError;
use crate::scene::{RonReader, Word, words};

/// A table of words, by key: those of sheets, the kinds of puzzles, and the sentences of rules.
///
/// [`Registry::words`] is the table in English, [`Registry::read_words`] reads one in another language. Both have the
/// words of all ingredients, also those of other crates.
///
/// ```
/// use mazetick::prelude::*;
///
/// let registry = Registry::standard();
/// let words = registry.read_words(r#"Words(language: "de", solutions: "Lösungen")"#)?;
/// assert_eq!(words.get("solutions"), Some("Lösungen"));
/// assert_eq!(words.get("page"), Some("Page"));
/// assert!(words.missing().any(|key| key == "page"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words(Vec<Entry>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    key: &'static str,
    words: String,
    is_given: bool,
}

/// The words of every sheet.
const OF_SHEETS: [Word; 9] = [
    ("language", "en"),
    ("direction", "ltr"),
    ("title", "Puzzles"),
    ("solutions", "Solutions"),
    ("name", "Name"),
    ("date", "Date"),
    ("difficulty", "Difficulty"),
    ("seed", "Seed"),
    ("page", "Page"),
];

impl Words {
    /// Returns what a key stands for; `None` if no ingredient has it.
    pub fn get(&self, key: &str) -> Option<&str> {
        let entry = self.0.iter().find(|entry| entry.key == key)?;
        Some(&entry.words)
    }

    /// Returns what a word is in this table; its English, if the table doesn't have the key.
    #[cfg_attr(
        not(feature = "cli"),
        allow(dead_code, reason = "only the program draws it")
    )]
    pub(crate) fn of(&self, (key, english): Word) -> &str {
        self.get(key).unwrap_or(english)
    }

    /// Returns the keys that the text of a table left out, so that their words are English.
    pub fn missing(&self) -> impl Iterator<Item = &'static str> {
        let missing = self.0.iter().filter(|entry| !entry.is_given);
        missing.map(|entry| entry.key)
    }
}

/// Writes the table as it is read.
impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Words(")?;
        for Entry { key, words, .. } in &self.0 {
            let words = ron::to_string(words).map_err(|_| fmt::Error)?;
            writeln!(f, "    {key}: {words},")?;
        }
        writeln!(f, ")")
    }
}

impl Registry {
    /// Returns the table of words in English.
    pub fn words(&self) -> Words {
        let of_ingredients = self.ingredient_types.iter().map(|it| it.words);
        let mut entries: Vec<Entry> = Vec::new();

        for &(key, english) in [&OF_SHEETS, &words::WORDS[..]]
            .into_iter()
            .chain(of_ingredients)
            .flatten()
        {
            if entries.iter().all(|entry| entry.key != key) {
                entries.push(Entry {
                    key,
                    words: english.to_owned(),
                    is_given: true,
                });
            }
        }
        Words(entries)
    }

    /// Reads a table of words: `Words(language: "de", title: "Rätsel")`. What it leaves out stays English.
    ///
    /// # Errors
    /// The first place at which the text is no RON; or else every key that no ingredient has, and everything that is
    /// no string.
    pub fn read_words(&self, text: &str) -> Result<Words, TextError> {
        let mut table = self.words();
        let keys: Vec<_> = table.0.iter().map(|entry| entry.key).collect();

        let mut reader = RonReader::new(text, "table of words")?;
        let mut fields = reader.structure(RonReader::ROOT, "Words", &keys, &[]);
        for entry in &mut table.0 {
            let field = fields.iter().position(|field| field.0 == entry.key);
            entry.is_given = field.is_some();
            if let Some(field) = field {
                let (_, node) = fields.swap_remove(field);
                entry.words = reader.value(node).unwrap_or_default();
            }
        }
        reader.end()?;
        Ok(table)
    }
}
