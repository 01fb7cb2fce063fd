//! Finding the places of scene paths in the scene's text.
//!
//! The text is scanned once, and only if there are errors. It was parsed before, so it is valid
//! RON, and the ends of values are found by brackets alone.

use std::collections::BTreeMap;
use std::ops::Range;

use super::lexer::{blank, name_end, value_end};
use super::reader::options;
use crate::base::grid::Position;
use crate::base::objection::{Item, SceneError, ScenePath, SceneStep};
use crate::base::report::{Fault, TextError};

/// The places of `paths` in the text of a valid scene; each of the deepest existing part, if the
/// text omits the rest.
pub(crate) fn places_of<'p>(
    text: &str,
    paths: impl IntoIterator<Item = &'p ScenePath>,
) -> Vec<Range<usize>> {
    let paths: Vec<_> = paths.into_iter().collect();
    let parts: Vec<Vec<Part<'_>>> =
        paths.iter().map(|path| path.0.iter().copied().map(Part::from).collect()).collect();
    let places = paths.iter().zip(find(text, &parts)).map(|(path, place)| {
        let value = place.at;
        let item = path.0.last().and_then(|step| match step {
            SceneStep::Item(item) => place_of_item(&text[value.clone()], item),
            _ => None,
        });
        item.map_or(value.clone(), |item| value.start + item.start..value.start + item.end)
    });
    places.collect()
}

impl SceneError {
    /// The objections, each with its place in the text that the scene was read from.
    #[must_use]
    pub fn locate(&self, text: &str) -> TextError {
        let places = places_of(text, self.objections.iter().map(|objection| &objection.path));
        let faults = self.objections.iter().zip(places);
        let faults = faults.map(|(objection, at)| Fault { at, message: objection.to_string() });
        TextError { faults: faults.collect(), more: self.more }
    }
}

/// The place of an item in a string literal; `None` if the literal has escapes.
fn place_of_item(literal: &str, item: &Item) -> Option<Range<usize>> {
    let open = literal.find('"')? + 1;
    let close = literal.rfind('"')?;
    let content = literal.get(open..close).filter(|content| !content.contains('\\'))?;
    let place = (item.find)(content, item.index)?;
    Some(open + place.start..open + place.end)
}

/// A step from a value into its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part<'p> {
    /// Into a field.
    Field(&'p str),
    /// To an element of a list, from 0.
    Index(usize),
    /// To the key of an entry of a map.
    Key(Position),
    /// Into a string, which contains no values.
    Inside,
}

/// The deepest existing value on a path.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    pub(super) at: Range<usize>,
    /// The number of steps of the path that the text omits.
    pub(super) left: usize,
}

/// The places of values in the text of a valid scene.
pub(super) fn find(text: &str, paths: &[Vec<Part<'_>>]) -> Vec<Place> {
    let ways = paths.iter().enumerate().map(|(number, left)| Way { number, left }).collect();
    let mut finder = Finder { text, found: vec![None; paths.len()] };
    finder.value(first_value(text), ways);
    finder.found.into_iter().map(Option::unwrap_or_default).collect()
}

/// Where the first value of a text begins, after a byte order mark and the enabled extensions.
fn first_value(text: &str) -> usize {
    let mut at = blank(text, if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 });
    while text[at..].starts_with("#!") {
        let length = text[at..].find(']').map_or(text.len() - at, |close| close + 1);
        at = blank(text, at + length);
    }
    at
}

impl From<SceneStep> for Part<'_> {
    fn from(step: SceneStep) -> Self {
        match step {
            SceneStep::Field(name) => Self::Field(name),
            SceneStep::Index(index) => Self::Index(index),
            SceneStep::Key(at) => Self::Key(at),
            SceneStep::Item(_) => Self::Inside,
        }
    }
}

/// The rest of a path.
#[derive(Clone, Copy)]
struct Way<'p> {
    /// The index of the path.
    number: usize,
    left: &'p [Part<'p>],
}

/// Follows paths into the values of a text.
struct Finder<'t> {
    text: &'t str,
    /// The deepest value found for each path.
    found: Vec<Option<Place>>,
}

/// Paths into a value, by their next step.
type Steps<'p> = BTreeMap<Part<'p>, Vec<Way<'p>>>;

impl Finder<'_> {
    /// Follows paths into the value that begins here, or after blanks; returns its end.
    fn value(&mut self, at: usize, ways: Vec<Way<'_>>) -> usize {
        let start = blank(self.text, at);
        if ways.is_empty() {
            return value_end(self.text, start);
        }
        let mut steps = Steps::new();
        for way in &ways {
            if let Some((&step, left)) = way.left.split_first() {
                steps.entry(step).or_default().push(Way { left, ..*way });
            }
        }
        let behind_name = name_end(self.text, start);
        let open = blank(self.text, behind_name);
        let end = match self.text.as_bytes().get(open) {
            Some(b'(') if &self.text[start..behind_name] == "Some" => {
                let end = self.value(open + 1, ways.clone());
                self.items(end, |_, _, at| at) // at most a comma
            }
            Some(b'(' | b'[') if !steps.is_empty() => self.elements(open + 1, steps),
            Some(b'{') if !steps.is_empty() => self.entries(open + 1, steps),
            _ => value_end(self.text, start),
        };
        for way in ways {
            let place = Place { at: start..end, left: way.left.len() };
            self.found[way.number].get_or_insert(place);
        }
        end
    }

    /// Follows paths into the fields and elements after an opening bracket; returns the end of the
    /// closing one.
    fn elements(&mut self, at: usize, mut steps: Steps<'_>) -> usize {
        self.items(at, |finder, index, start| {
            let behind_name = name_end(finder.text, start);
            let colon = blank(finder.text, behind_name);
            if finder.text[colon..].starts_with(':') {
                let ways = take_field(&mut steps, &finder.text[start..behind_name]);
                finder.value(colon + 1, ways)
            } else {
                finder.value(start, steps.remove(&Part::Index(index)).unwrap_or_default())
            }
        })
    }

    /// Notes the keys of a map, which have no parts; returns the end of its closing bracket.
    fn entries(&mut self, at: usize, mut steps: Steps<'_>) -> usize {
        self.items(at, |finder, _, start| {
            let end = value_end(finder.text, start);
            let key = &finder.text[start..end];
            let position = options().from_str::<Position>(key).ok();
            let step = position.filter(|_| !steps.is_empty()).map(Part::Key);
            for way in step.and_then(|step| steps.remove(&step)).unwrap_or_default() {
                finder.found[way.number] = Some(Place { at: start..end, left: way.left.len() });
            }
            let value = blank(finder.text, end) + ":".len();
            value_end(finder.text, value.min(finder.text.len()))
        })
    }

    /// Visits the items up to the closing bracket: `item` gets index and start, and returns the
    /// end. Returns the end of the bracket.
    fn items(
        &mut self,
        mut at: usize,
        mut item: impl FnMut(&mut Self, usize, usize) -> usize,
    ) -> usize {
        let mut index = 0;
        loop {
            at = blank(self.text, at);
            match self.text.as_bytes().get(at) {
                Some(b')' | b']' | b'}') => return at + 1,
                Some(b',') => at += 1,
                Some(_) => {
                    at = item(self, index, at);
                    index += 1;
                }
                None => return at,
            }
        }
    }
}

/// Takes the paths that lead into a field.
fn take_field<'p>(steps: &mut Steps<'p>, name: &str) -> Vec<Way<'p>> {
    let name = name.strip_prefix("r#").unwrap_or(name);
    let part = steps.keys().copied().find(|&part| part == Part::Field(name));
    part.and_then(|part| steps.remove(&part)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::johnny::place_of_command;

    const TEXT: &str = "\u{feff}Scene( /* S */ grid: (rows: 1, columns: 2),
        generate: Some(Johnny(start: (1, 1), commands: \"R  U\")), signs: {(1, 2): \"EF\", (9, 9): \"\"},
        text: Johnny, expect: [Perfect, At(3, [Digest(\"00\"), Finished(at: 7)])])";

    #[track_caller]
    fn assert_places(expected: &[(&str, &[SceneStep])]) {
        let paths: Vec<_> = expected.iter().map(|(_, steps)| ScenePath(steps.to_vec())).collect();
        let places = places_of(TEXT, &paths).into_iter().map(|at| &TEXT[at]);
        assert_eq!(places.collect::<Vec<_>>(), expected.iter().map(|it| it.0).collect::<Vec<_>>());
    }

    #[test]
    fn a_text_starts_behind_what_it_enables() {
        for before in
            ["", "\u{feff}", "\u{feff} // a\n", "#![enable(implicit_some)]\n #![enable(a, b)] "]
        {
            assert_eq!(first_value(&format!("{before}Scene()")), before.len());
        }
    }

    #[test]
    fn many_paths_are_followed_in_one_reading() {
        use SceneStep::{Field, Index, Key};

        let expect = Field("expect");
        let second = SceneStep::Item(Item { what: "command", index: 1, find: place_of_command });
        assert_places(&[
            ("Finished(at: 7)", &[expect, Index(1), Index(1), Index(1)]),
            ("At(3, [Digest(\"00\"), Finished(at: 7)])", &[expect, Index(1)]),
            ("7", &[expect, Index(1), Index(1), Index(1), Field("at")]),
            ("\"00\"", &[expect, Index(1), Index(1), Index(0), Index(0)]),
            ("3", &[expect, Index(1), Index(0)]),
            ("Perfect", &[expect, Index(0)]),
            ("Perfect", &[expect, Index(0)]),
            ("U", &[Field("generate"), Field("commands"), second]),
            ("(1, 1)", &[Field("generate"), Field("start")]),
            ("(9, 9)", &[Field("signs"), Key(Position::new(9, 9))]),
            ("2", &[Field("grid"), Field("columns")]),
        ]);
    }

    #[test]
    fn what_is_left_out_is_at_what_is_around_it() {
        use SceneStep::{Field, Index};

        let whole = &TEXT['\u{feff}'.len_utf8()..];
        assert_places(&[
            (whole, &[]),
            (whole, &[Field("walk"), Field("to")]),
            ("Perfect", &[Field("expect"), Index(0), Field("at")]),
            ("(rows: 1, columns: 2)", &[Field("grid"), Index(4)]),
        ]);
    }
}
