//! Inputs: files and standard input.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::base::count::plural;
use crate::base::limits;
use crate::base::report::{Source, TextError, escape_controls, file_text};
use crate::base::scene_fault::SceneError;
use crate::contest::Contest;
use crate::registry::Registry;
use crate::scene::{CheckedScene, Scene};
use crate::tools::ToolError;
use crate::tools::sweep::{Setting, Variant, title};

use super::paths::{STDIN, is_dash, name_of, path_like, shown_path};
use super::verdict::Reports;

/// A scene file, or another file that contains a scene: its displayed name, and its text.
pub(super) struct SceneFile {
    pub(super) name: String,
    pub(super) text: String,
}

/// An input whose errors name it.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) input: Box<dyn Read>,
    /// The size in bytes; 0 if it is not known before reading.
    pub(super) size: u64,
}

pub(super) fn open(path: &Path) -> Result<Named, Reports> {
    let name = escape_controls(&name_of(path));
    if is_dash(path) {
        return Ok(Named {
            name,
            input: Box::new(io::stdin()),
            size: 0,
        });
    }
    let opened = File::open(path).and_then(|file| Ok((file.metadata()?, file)));
    match opened {
        Ok((about, _)) if about.is_dir() => {
            Err(format!("{name}: error: found a folder, expected a file").into())
        }
        Ok((about, file)) => Ok(Named {
            name,
            input: Box::new(file),
            size: about.len(),
        }),
        Err(error) => {
            let meant = path_like(path).map(|it| format!("; did you mean `{}`?", shown_path(&it)));
            Err(format!("{name}: error: {error}{}", meant.unwrap_or_default()).into())
        }
    }
}

impl Read for Named {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", self.name));
        self.input.read(bytes).map_err(named)
    }
}

/// The first word of a scene, and what it is called in messages.
pub(super) const SCENE: [&str; 2] = ["Scene", "a scene"];

impl SceneFile {
    pub(super) fn open(path: &Path) -> Result<Self, Reports> {
        Self::open_as("scene", path)
    }

    pub(super) fn open_as(kind: &str, path: &Path) -> Result<Self, Reports> {
        let Named { name, input, size } = open(path)?;
        let read = read(input, size, kind, limits::TEXT);
        let bytes = read.map_err(|error| format!("{name}: error: {error}"))?;
        let text = file_text(&name, bytes).map_err(|error| error.to_string())?;
        Ok(Self { name, text })
    }

    /// Returns the same file under another name, for reports about one of its worlds.
    pub(super) fn titled(&self, name: String) -> Self {
        Self {
            name,
            text: self.text.clone(),
        }
    }

    pub(super) fn scene(&self, registry: &Registry) -> Result<CheckedScene, Reports> {
        let read = registry.read(&self.text);
        read.map_err(|error| self.unread(registry, SCENE, &error))
    }

    /// Reads a scene that a world is built from next. Building it reports ingredients that do not fit together.
    pub(super) fn scene_for_world(&self, registry: &Registry) -> Result<CheckedScene, Reports> {
        let read = registry.read_for_world(&self.text);
        read.map_err(|error| self.unread(registry, SCENE, &error))
    }

    /// Returns the report of a text that can't be read: what it is instead, or its errors. A text that is what was
    /// expected begins with `word`.
    pub(super) fn unread(
        &self,
        registry: &Registry,
        [word, expected]: [&str; 2],
        error: &TextError,
    ) -> Reports {
        self.something_else(registry, [word, expected])
            .unwrap_or_else(|| self.reports(error))
    }

    /// Returns a report if the text is a scene, a record, contest input, or another thing that wasn't expected.
    pub(super) fn something_else(
        &self,
        registry: &Registry,
        [word, expected]: [&str; 2],
    ) -> Option<Reports> {
        if let Some(other) = self.other_kind([word, expected]) {
            return Some(other);
        }
        if let Some(input) = self.contest_input(registry, expected) {
            return Some(input);
        }
        self.begins_with("[")
            .then(|| self.report(format!("this is a list or a table, expected {expected}")))
    }

    pub(super) fn other_kind(&self, [word, expected]: [&str; 2]) -> Option<Reports> {
        let hint = format!("a record (`mazetick replay {}`)", self.argument());
        let kinds = [
            ("Scene", "a scene"),
            ("Record", &hint),
            ("<", "a page or a picture"),
        ];
        let (first, kind) = kinds
            .into_iter()
            .find(|&(first, _)| self.begins_with(first))?;
        (first != word).then(|| self.report(format!("this is {kind}, expected {expected}")))
    }

    /// Returns true if this is a record, not a scene.
    pub(super) fn is_record(&self) -> bool {
        self.begins_with("Record")
    }

    fn begins_with(&self, word: &str) -> bool {
        let lines = self.text.lines().map(str::trim_start);
        let first = lines
            .filter(|line| !line.starts_with("//"))
            .find(|line| !line.is_empty());
        first.is_some_and(|line| line.starts_with(word))
    }

    /// The path of the file as an argument of a command; `-` is standard input.
    fn argument(&self) -> &str {
        if self.name == STDIN { "-" } else { &self.name }
    }

    /// A report that this is contest input, with what was expected, and what to do with it; `None` if it is
    /// not.
    fn contest_input(&self, registry: &Registry, expected: &str) -> Option<Reports> {
        if ["Scene", "Record", "("]
            .into_iter()
            .any(|it| self.begins_with(it))
        {
            return None;
        }
        let name = self.argument();
        let is_input = |contest: &&Contest| {
            let (mut is_maze, mut is_wrong) = (false, false);
            let found = |_: &Scene| {
                is_maze = true;
                Ok(())
            };
            let read = contest.read(name, self.text.as_bytes(), found, |_| is_wrong = true);
            read.is_ok() && is_maze && !is_wrong
        };
        let contest = registry.contests().iter().find(is_input)?.name();
        let what = format!("this is contest input, expected {expected}");
        Some(self.report(format!(
            "{what}; `mazetick contest {contest} {name}`, or `import`"
        )))
    }

    pub(super) fn seeded(
        &self,
        registry: &Registry,
        seed: Option<u64>,
    ) -> Result<CheckedScene, Reports> {
        let mut scene = self.scene(registry)?;
        scene.set_seed(seed.unwrap_or(scene.seed));
        Ok(scene)
    }

    /// The scene with these values of its fields, one of each.
    pub(super) fn varied(self, registry: &Registry, settings: &[Setting]) -> Result<Self, Reports> {
        if let Some(Setting { path, values }) = settings.iter().find(|it| it.values.len() > 1) {
            let why = format!(
                "--vary: found {} values of `{path}`, expected one",
                values.len()
            );
            return Err(Reports::of_call(why));
        }
        let varied = Variant::all(registry, &self.name, &self.text, settings);
        let first = varied.map(|mut all| all.swap_remove(0));
        let first = first.map_err(|error| self.not_varied(registry, error))?;
        Ok(Self {
            name: title(&self.name, &[&first.said(settings)]),
            text: first.text,
        })
    }

    pub(super) fn not_varied(&self, registry: &Registry, error: ToolError) -> Reports {
        match error {
            ToolError::Variant {
                settings, error, ..
            } if settings.is_empty() => self.unread(registry, SCENE, &error),
            ToolError::Variant {
                settings,
                text,
                error,
            } => {
                let name = title(&self.name, &[&settings]);
                Self { name, text }.reports(&error)
            }
            other => self.report(format!("--vary: {other}")),
        }
    }

    /// The name of its maze, or of the file without folders, which could reveal something about the
    /// machine.
    pub(super) fn title(&self, scene: &Scene) -> String {
        match scene.name.as_str() {
            "" if self.name == STDIN => "Maze".to_owned(),
            "" => Path::new(&self.name)
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into(),
            name => name.to_owned(),
        }
    }

    pub(super) fn reports(&self, error: &TextError) -> Reports {
        let reports = error.faults.iter().map(|fault| self.source().report(fault));
        let more = (error.more > 0)
            .then(|| format!("{}: error: {} more", self.name, plural(error.more, "fault")));
        Reports(reports.chain(more).collect())
    }

    pub(super) fn refused(&self, error: &SceneError) -> Reports {
        self.reports(&error.locate(&self.text))
    }

    pub(super) fn report(&self, why: impl Display) -> Reports {
        format!("{}: error: {why}", self.name).into()
    }

    pub(super) fn source(&self) -> Source<'_> {
        Source {
            file: &self.name,
            text: self.text.as_bytes(),
        }
    }
}

/// The note that an option for seeds changes at most the digest, as nothing in the scene of this
/// name is random.
pub(super) fn seed_note(name: &str, option: &str) -> String {
    format!(
        "{name}: note: nothing in this scene is random, so `{option}` changes at most its digest"
    )
}

/// Reads all of an input of this kind, of about this size, at most `limit` bytes.
fn read(input: impl Read, size: u64, kind: &str, limit: usize) -> Result<Vec<u8>, ToolError> {
    let mut bytes = Vec::new();
    let size = usize::try_from(size).map_or(limit, |size| size.min(limit));
    let _ = bytes.try_reserve_exact(size + 1); // reading says what fails
    let read = input.take(limit as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| error.to_string())?;
    check_length(kind, bytes.len(), limit)?;
    Ok(bytes)
}

/// Rejects a text of this kind that is longer than the limit, when reading and when writing. The
/// error says why.
pub(super) fn check_length(kind: &str, length: usize, limit: usize) -> Result<(), ToolError> {
    if length > limit {
        Err(format!("a {kind} of more than {limit} bytes, expected at most {limit}").into())
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_at_most_as_long_as_the_limit() {
        assert_eq!(read(&b"Scene"[..], 5, "scene", 5), Ok(b"Scene".to_vec()));
        let message = |kind| {
            Err(ToolError::Refused(format!(
                "a {kind} of more than 4 bytes, expected at most 4"
            )))
        };
        assert_eq!(read(&b"Scene"[..], 5, "scene", 4), message("scene"));
        assert_eq!(read(io::repeat(b' '), 0, "record", 4), message("record"));
    }
}
