//! Which sweep it is: all that decides what its parts hold, as lines of text.

use std::fmt::Write as _;
use std::fs::File;
use std::path::Path;
use std::{io, iter};

use crate::cli::paths::shown_path;
use crate::{Hasher, RULES, Setting, Sweep, ValueKind};

use super::file::TableFile;
use super::table::TableFormat;
use super::typed::Type;

/// What tells a sweep from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct SweepIdentity(String);

const VERSION: &str = env!("CARGO_PKG_VERSION");

impl SweepIdentity {
    /// That of a sweep, whose scenes have these texts, and whose rows a condition picks.
    pub(super) fn of(
        sweep: &Sweep,
        scenes: &[(String, String)],
        settings: &[Setting],
        condition: Option<&str>,
        format: TableFormat,
    ) -> Self {
        let mut lines = format!("mazetick: {VERSION}\nrules: {RULES}\n");
        for (name, text) in scenes {
            let mut hasher = Hasher::default();
            hasher.bytes(text.as_bytes());
            let _ = writeln!(lines, "scene: {} {name:?}", hasher.digest());
        }
        for setting in settings {
            let _ = writeln!(lines, "vary: {} {:?}", setting.path, setting.values);
        }
        let columns: Vec<_> = sweep.columns().names().collect();
        let _ = write!(
            lines,
            "seeds: {}\ncolumns: {}\nwhere: {:?}\nformat: {}\nblocks: {}\nworlds: {} in each\n",
            sweep.seeds(),
            columns.join(","),
            condition.unwrap_or_default(),
            format.name(),
            sweep.blocks(),
            sweep.block_length()
        );
        if format == TableFormat::Parquet {
            let columns = sweep.columns();
            let types = (0..columns.shown()).map(|place| match columns.kind(place) {
                ValueKind::Number if columns.is_whole(place) => Type::Whole.name(),
                ValueKind::Number => Type::Real.name(),
                ValueKind::Word => Type::Word.name(),
            });
            let _ = writeln!(lines, "types: {}", types.collect::<Vec<_>>().join(","));
        }
        Self(lines)
    }

    /// That of a file, which must be of this version of the program and of the rules.
    pub(super) fn read(text: String, path: &Path) -> Result<Self, String> {
        let identity = Self(text);
        let wrong = |found: &str, expected: &str| {
            Err(format!("{}: error: found {found}, expected {expected}", shown_path(path)))
        };
        for (key, own) in [("mazetick", VERSION.to_owned()), ("rules", RULES.to_string())] {
            match identity.get(key) {
                Some(found) if found == own => {}
                Some(found) => {
                    return wrong(&format!("`{key}: {found}`"), &format!("`{key}: {own}`"));
                }
                None => return wrong(&format!("no `{key}`"), "what a sweep wrote"),
            }
        }
        let is_whole = identity.get("columns").is_some()
            && identity.format().is_some()
            && identity.get("blocks").is_some_and(|blocks| blocks.parse::<u64>().is_ok());
        if is_whole { Ok(identity) } else { wrong("something else", "what a sweep wrote") }
    }

    /// Makes sure that it is the one that is expected: the first line in which they differ, if it is not.
    pub(in crate::cli) fn check_is(&self, expected: &Self, path: &Path) -> Result<(), String> {
        if self == expected {
            return Ok(());
        }
        let (found, expected) = (self.0.lines(), expected.0.lines());
        let count = found.clone().count().max(expected.clone().count());
        let pad = || iter::repeat("no line more");
        let mut pairs = found.chain(pad()).zip(expected.chain(pad())).take(count);
        let (found, expected) = pairs.find(|(one, other)| one != other).unwrap_or_default();
        let path = shown_path(path);
        Err(format!(
            "{path}: error: these are parts of another sweep: found `{found}`, expected `{expected}`"
        ))
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// One number for it.
    pub(super) fn digest(&self) -> String {
        let mut hasher = Hasher::default();
        hasher.bytes(self.0.as_bytes());
        hasher.digest().to_string()
    }

    /// How many blocks there are.
    pub(super) fn blocks(&self) -> u64 {
        self.get("blocks").and_then(|blocks| blocks.parse().ok()).unwrap_or_default()
    }

    /// A table with its columns, and still without rows.
    pub(super) fn table(&self, file: File) -> io::Result<TableFile> {
        let names = self.get("columns").unwrap_or_default().split(',');
        let types = self.get("types").unwrap_or_default().split(',').map(Type::named);
        let types = types.map(|it| it.unwrap_or(Type::Word)).chain(iter::repeat(Type::Word));
        let columns: Vec<_> = names.zip(types).collect();
        TableFile::new(file, self.format().unwrap_or(TableFormat::Csv), &columns)
    }

    fn format(&self) -> Option<TableFormat> {
        self.get("format").and_then(TableFormat::named)
    }

    /// What stands behind a key.
    fn get(&self, key: &str) -> Option<&str> {
        self.0.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))
    }
}
