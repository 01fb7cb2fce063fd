//! Errors of the RON reader.

use ron::error::SpannedError;
use serde::de::DeserializeOwned;

use super::RonReader;
use super::range::range_behind;
use crate::base::report::Fault;
use crate::scene::ron_fault::{fault_at, missing_field, ron_fault};
use crate::scene::unfinished::{end_of, missing_bracket};

impl RonReader<'_> {
    /// The error that a name was expected.
    pub(crate) fn expected_name(&self) -> Fault {
        self.fault(&ron::Error::ExpectedIdentifier)
    }

    /// The error that a comma was expected.
    pub(crate) fn expected_comma(&self) -> Fault {
        self.fault(&ron::Error::ExpectedComma)
    }

    /// The error that a field is missing before a place.
    pub(crate) fn missing(field: &str, of: &str, end: usize) -> Fault {
        Fault { at: end..end, message: missing_field(field, Some(of)) }
    }

    /// The error of a value of this type in the rest. For a number outside its field's range, the
    /// message has the range.
    pub(super) fn value_fault<T: DeserializeOwned>(&self, error: &SpannedError) -> Fault {
        let fault = self.spanned(error);
        if !matches!(error.code, ron::Error::IntegerOutOfBounds) {
            return fault;
        }
        let is_of_number = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '+' | '-');
        let before = self.text[self.at()..fault.at.start].trim_end_matches(is_of_number);
        let Some(range) = range_behind::<T>(before, &self.options()) else { return fault };
        let at = self.at() + before.len()..fault.at.end; // with `0x`, which ron's span omits
        let (found, least, most) = (&self.text[at.clone()], range.start(), range.end());
        let message = format!("found `{found}`, expected a whole number from {least} to {most}");
        Fault { at, message }
    }

    /// The error in the rest. A field that belongs to the struct around, in a text with an unclosed
    /// bracket, reports the missing bracket.
    pub(super) fn spanned(&self, error: &SpannedError) -> Fault {
        let Fault { at, message } = ron_fault(self.rest, self.kind, error);
        let at = self.at() + at.start..self.at() + at.end;
        let (of, fields) = &self.around;
        match &error.code {
            ron::Error::NoSuchStructField { found, .. }
                if fields.contains(&&**found) && missing_bracket(self.text).is_some() =>
            {
                let end = end_of(&self.text[..at.start]);
                let message = format!(
                    "found the field `{found}` of `{of}`, expected a closing `)` before it"
                );
                Fault { at: end..end, message }
            }
            _ => Fault { at, message },
        }
    }

    /// The error at the next token.
    pub(super) fn fault(&self, error: &ron::Error) -> Fault {
        fault_at(self.text, self.kind, error, self.at())
    }
}
