//! What is read by ron itself.

use ron::error::SpannedError;

use super::{RonReader, options};
use crate::base::report::Fault;
use crate::scene::lexer::behind_blanks;

impl<'t> RonReader<'t> {
    /// Skips blanks and comments.
    pub(super) fn skip(&mut self) -> Result<(), Fault> {
        self.rest = self.parser_of_more()?.remainder();
        Ok(())
    }

    /// Parses something by ron.
    pub(super) fn parse<T>(
        &mut self,
        read: impl FnOnce(&mut ron::Deserializer<'t>) -> ron::Result<T>,
    ) -> Result<T, Fault> {
        self.spanned_parse(read)?.map_err(|error| self.spanned(&error))
    }

    /// As `parse`, with ron's own error.
    pub(super) fn spanned_parse<T>(
        &mut self,
        read: impl FnOnce(&mut ron::Deserializer<'t>) -> ron::Result<T>,
    ) -> Result<Result<T, SpannedError>, Fault> {
        let mut parser = self.parser_of_more()?;
        let read = read(&mut parser).map_err(|error| parser.span_error(error));
        if read.is_ok() {
            self.rest = parser.remainder();
        }
        Ok(read)
    }

    /// A parser of the rest. RON extensions are only allowed at the start of the file.
    fn parser_of_more(&self) -> Result<ron::Deserializer<'t>, Fault> {
        let rest = behind_blanks(self.rest);
        if rest.starts_with("#!") {
            let start = self.text.len() - rest.len();
            let message =
                "found `#!`, expected extensions at the start of the file only".to_owned();
            return Err(Fault { at: start..start + 2, message });
        }
        self.parser()
    }

    pub(super) fn parser(&self) -> Result<ron::Deserializer<'t>, Fault> {
        ron::Deserializer::from_str_with_options(self.rest, &self.options())
            .map_err(|error| self.spanned(&error))
    }

    pub(super) fn options(&self) -> ron::Options {
        options().with_default_extension(self.extensions).with_recursion_limit(self.levels)
    }
}
