//! The identity of a sweep: everything that determines the contents of its parts, as lines of text.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

use serde_json::Value;

use crate::base::digest::{Digest, RULES};
use crate::base::report::escape_controls;
use crate::cli::input::SceneFile;
use crate::cli::paths::{quoted, report_at};
use crate::cli::verdict::Reports;
use crate::tools::sweep::{Setting, Sweep};

use super::table_format::{TableFile, TableFormat};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SweepIdentity(String);

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The last line, if the table has a comment.
const COMMENT: &str = "comment: yes\n";

impl SweepIdentity {
    pub(super) fn new(
        sweep: &Sweep,
        scenes: &[SceneFile],
        settings: &[Setting],
        condition: Option<&str>,
        format: TableFormat,
        has_comment: bool,
    ) -> Self {
        let mut lines = format!("mazetick: {VERSION}\nrules: {RULES}\n");
        for SceneFile { name, text } in scenes {
            let _ = writeln!(
                lines,
                "scene: {} {name:?}",
                Digest::of_bytes(text.as_bytes())
            );
        }
        for (name, version) in sweep.versions() {
            let _ = writeln!(
                lines,
                "ingredient: {} version {version}",
                name.trim_matches('`')
            );
        }
        for setting in settings {
            let _ = writeln!(lines, "vary: {} {:?}", setting.path, setting.values);
        }
        // As a list of JSON: names of settings may have commas.
        let columns: Value = sweep.columns().names().collect();
        let each_tick = sweep.columns().of_each_tick();
        let each_tick = each_tick.map_or_else(String::new, |it| format!("each-tick: {it}\n"));
        let _ = write!(
            lines,
            "seeds: {}\ncolumns: {}\n{each_tick}where: {:?}\nformat: {}\nblocks: {}\nworlds: {} in each\n",
            sweep.world_seeds(),
            columns,
            condition.unwrap_or_default(),
            format.name(),
            sweep.blocks(),
            sweep.block_length()
        );
        #[cfg(feature = "parquet")]
        if format == TableFormat::Parquet {
            let _ = writeln!(
                lines,
                "types: {}",
                super::parquet::types(sweep.columns()).join(",")
            );
        }
        // Last, so that what differs is named by the lines before.
        let _ = writeln!(
            lines,
            "command: {}",
            command(sweep, scenes, settings, condition)
        );
        if has_comment {
            lines.push_str(COMMENT);
        }
        Self(lines)
    }

    /// What stands before the rows of a table: the names of its columns, if it is CSV, and before them, if wanted,
    /// what made it.
    pub(super) fn header(&self) -> io::Result<Vec<u8>> {
        let names = self.columns()?;
        let mut header = Vec::new();
        if self.0.ends_with(COMMENT) {
            for line in self.about().lines() {
                writeln!(header, "# {line}")?;
            }
        }
        header.extend(self.format().header(names.iter().map(String::as_str)));
        Ok(header)
    }

    /// Returns what made the table, without the lines that depend on the number of shards.
    fn about(&self) -> String {
        let mut about = String::new();
        for line in self.0.lines() {
            let is_of_parts = line.starts_with("blocks: ") || line.starts_with("worlds: ");
            if !is_of_parts && line != COMMENT.trim_end() {
                about += line;
                about.push('\n');
            }
        }
        about
    }

    /// The identity in a file, which must be of this version of the program and of the rules.
    pub(super) fn read(text: String, path: &Path) -> Result<Self, Reports> {
        let identity = Self(text);
        for (key, own) in [("mazetick", VERSION), ("rules", &RULES.to_string())] {
            let found = identity.get(key).unwrap_or("none");
            if found != own {
                let why = format!("found `{key}: {found}`, expected `{key}: {own}`");
                return Err(report_at(path, why));
            }
        }
        Ok(identity)
    }

    /// Checks that this is the expected identity. The error names the first line that differs.
    pub(super) fn check_is(&self, expected: &Self, path: &Path) -> Result<(), Reports> {
        if self == expected {
            return Ok(());
        }
        let found = self.0.lines().chain(["the end"]);
        let mut lines = found.zip(expected.0.lines().chain(["the end"]));
        let (found, expected) = lines.find(|(one, other)| one != other).unwrap_or_default();
        let why = format!("found `{found}`, expected `{expected}`");
        Err(report_at(
            path,
            format!("these are parts of another sweep: {why}"),
        ))
    }

    /// Checks that the extension of a path does not name another format than that of these parts.
    pub(super) fn check_can_be(&self, output: &Path) -> Result<(), Reports> {
        match (TableFormat::of(output), self.format()) {
            (Some(promised), own) if promised != own => {
                let own = own.name();
                let why = format!("the parts are {own}, expected a name that ends in `.{own}`");
                Err(report_at(output, why))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }

    pub(super) fn digest(&self) -> String {
        Digest::of_bytes(self.0.as_bytes()).to_string()
    }

    pub(super) fn blocks(&self) -> u64 {
        self.get("blocks")
            .and_then(|blocks| blocks.parse().ok())
            .unwrap_or_default()
    }

    pub(super) fn table(&self, file: File) -> io::Result<TableFile> {
        if self.format() != TableFormat::Parquet {
            return TableFile::text(file, &self.header()?);
        }
        let names = self.columns()?;
        let types = self.get("types").unwrap_or_default().split(',');
        let columns: Vec<_> = names.iter().map(String::as_str).zip(types).collect();
        TableFile::parquet(file, &columns, &self.about())
    }

    fn columns(&self) -> io::Result<Vec<String>> {
        Ok(serde_json::from_str(
            self.get("columns").unwrap_or_default(),
        )?)
    }

    fn format(&self) -> TableFormat {
        self.get("format")
            .and_then(TableFormat::named)
            .unwrap_or(TableFormat::Csv)
    }

    fn get(&self, key: &str) -> Option<&str> {
        self.0
            .lines()
            .find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))
    }
}

/// The command that makes the table, however it was shared out and wherever it was written.
fn command(
    sweep: &Sweep,
    scenes: &[SceneFile],
    settings: &[Setting],
    condition: Option<&str>,
) -> String {
    let names = scenes.iter().map(|it| it.name.clone());
    let seeds = ["--seeds".to_owned(), sweep.world_seeds().to_string()];
    let vary = settings.iter().map(Setting::to_string);
    let vary = vary.flat_map(|it| ["--vary".to_owned(), it]);
    let columns: Vec<_> = sweep.columns().names().collect();
    let columns = ["--columns".to_owned(), columns.join(",")];
    let each_tick = sweep.columns().of_each_tick();
    let each_tick = each_tick.map(|it| ["--each-tick".to_owned(), it.to_string()]);
    let condition = condition
        .into_iter()
        .flat_map(|it| ["--where".to_owned(), it.to_owned()]);
    let words = names.chain(seeds).chain(vary).chain(columns);
    let words = words
        .chain(each_tick.into_iter().flatten())
        .chain(condition);
    let words: Vec<_> = words.map(|word| escape_controls(&quoted(&word))).collect();
    format!("mazetick sweep {}", words.join(" "))
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Seek as _};

    use super::*;

    #[test]
    fn a_setting_of_a_place_is_one_column() {
        let file = tempfile::tempfile().expect("a file");
        let identity = SweepIdentity("columns: [\"mud[(1, 2)]\",\"seed\"]\n".to_owned());
        identity
            .table(file.try_clone().expect("a file"))
            .expect("a table")
            .finish()
            .expect("done");
        let mut header = String::new();
        (&file)
            .rewind()
            .and_then(|()| (&file).read_to_string(&mut header))
            .expect("a header");
        assert_eq!(header, "\"mud[(1, 2)]\",seed\n");
    }
}
