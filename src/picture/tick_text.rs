//! Descriptions of ticks, in words.

use crate::base::count::plural;
use crate::base::grid::Grid;

/// A sentence: a phrase, and the numbers in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TickText {
    /// The phrase. `{}` stands for a number, `{@}` for the position of a cell given by its index in
    /// grid order, and `{wall}` for a count of walls, or of any other noun.
    pub phrase: &'static str,
    /// The values for these, in order.
    pub values: Vec<u32>,
}

impl TickText {
    /// A sentence.
    pub fn new(phrase: &'static str, values: impl IntoIterator<Item: Into<u32>>) -> Self {
        Self {
            phrase,
            values: values.into_iter().map(Into::into).collect(),
        }
    }

    /// A sentence without values.
    pub fn plain(phrase: &'static str) -> Self {
        Self {
            phrase,
            values: Vec::new(),
        }
    }

    /// The sentence for a maze of this size.
    pub fn in_words(&self, grid: Grid) -> String {
        let mut words = String::new();
        let mut values = self.values.iter().copied();
        fill_blanks(self.phrase, &mut words, |thing, words| {
            let value = values.next().unwrap_or_default();
            words.push_str(&match thing {
                "" => value.to_string(),
                "@" => grid.position(value.into()).to_string(),
                thing => plural(value, thing),
            });
        });
        words
    }
}

/// Appends a template to a text; `fill` appends what takes the place of a blank, given by its name.
pub(crate) fn fill_blanks(
    template: &str,
    text: &mut String,
    mut fill: impl FnMut(&str, &mut String),
) {
    let mut left = template;
    while let Some((before, (name, after))) = left
        .split_once('{')
        .and_then(|(a, b)| Some((a, b.split_once('}')?)))
    {
        text.push_str(before);
        fill(name, text);
        left = after;
    }
    text.push_str(left);
}
