//! The identity of a sweep: everything that determines the contents of its parts, as lines of text.

use std::fmt::Write as _;
use std::fs::File;
use std::path::Path;
use std::{io, iter};

use crate::cli::input::SceneFile;
use crate::cli::paths::shown_path;
use crate::tools::sweep::{Setting, Sweep};
use crate::{Digest, Ingredients, RULES, ValueKind};

use super::table_file::TableFile;
use super::table_format::TableFormat;
use super::typed_cells::Type;

/// The identity of a sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct SweepIdentity(String);

const VERSION: &str = env!("CARGO_PKG_VERSION");

impl SweepIdentity {
    /// The identity of a sweep, given the texts of its scenes and its condition.
    pub(super) fn of(
        sweep: &Sweep,
        scenes: &[SceneFile],
        settings: &[Setting],
        condition: Option<&str>,
        format: TableFormat,
    ) -> Self {
        let mut lines = format!("mazetick: {VERSION}\nrules: {RULES}\n");
        for SceneFile { name, text } in scenes {
            let _ = writeln!(lines, "scene: {} {name:?}", Digest::of(text.as_str()));
        }
        for (name, version) in sweep.versions() {
            let _ = writeln!(lines, "ingredient: {name} version {version}");
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
            let types = (0..columns.shown()).map(|index| match columns.kind(index) {
                ValueKind::Number if columns.is_whole(index) => Type::Whole.name(),
                ValueKind::Number => Type::Real.name(),
                ValueKind::Word => Type::Word.name(),
            });
            let _ = writeln!(lines, "types: {}", types.collect::<Vec<_>>().join(","));
        }
        Self(lines)
    }

    /// The identity in a file, which must be of this version of the program and of the rules.
    pub(super) fn read(text: String, path: &Path) -> Result<Self, String> {
        let identity = Self(text);
        let wrong = |found: &str, expected: &str| {
            Err(format!("{}: error: found {found}, expected {expected}", shown_path(path)))
        };
        for key in ["mazetick", "rules", "columns", "format", "blocks"] {
            let Some(found) = identity.get(key) else {
                return wrong(&format!("no line `{key}: …`"), "the description of a sweep");
            };
            let expected = match key {
                "mazetick" if found != VERSION => format!("`mazetick: {VERSION}`"),
                "rules" if found != RULES.to_string() => format!("`rules: {RULES}`"),
                "format" if identity.format().is_none() => "the format of a table".to_owned(),
                "blocks" if found.parse::<u64>().is_err() => "a number of blocks".to_owned(),
                _ => continue,
            };
            return wrong(&format!("`{key}: {found}`"), &expected);
        }
        Ok(identity)
    }

    /// Checks that it is the expected one. The error names the first line that differs.
    pub(in crate::cli) fn check_is(&self, expected: &Self, path: &Path) -> Result<(), String> {
        if self == expected {
            return Ok(());
        }
        let (found, expected) = (self.0.lines(), expected.0.lines());
        let count = found.clone().count().max(expected.clone().count());
        let pad = || iter::repeat("no more lines");
        let mut pairs = found.chain(pad()).zip(expected.chain(pad())).take(count);
        let (found, expected) = pairs.find(|(one, other)| one != other).unwrap_or_default();
        let path = shown_path(path);
        if let (Some((name, there)), Some((own_name, own))) = (version(found), version(expected))
            && name == own_name
        {
            return Err(other_version(&path, name, there, own));
        }
        Err(format!(
            "{path}: error: these are parts of another sweep: found `{found}`, expected `{expected}`"
        ))
    }

    /// Checks that this program has the same versions of the ingredients of these parts.
    /// Ingredients that it does not have are not checked.
    pub(in crate::cli) fn check_versions(
        &self,
        ingredients: &Ingredients,
        path: &Path,
    ) -> Result<(), String> {
        for (name, there) in self.0.lines().filter_map(version) {
            let own = ingredients.recipes.iter().find(|it| it.shown() == name);
            let own = own.map(|it| it.version.to_string());
            if let Some(own) = own.filter(|own| own != there) {
                return Err(other_version(&shown_path(path), name, there, &own));
            }
        }
        Ok(())
    }

    /// Checks that the extension of a path does not name another format than that of these parts.
    pub(in crate::cli) fn check_can_be(&self, output: &Path) -> Result<(), String> {
        let (promised, own) = (TableFormat::of(output), self.format());
        match (promised, own) {
            (Some(promised), Some(own)) if promised != own => Err(format!(
                "{}: error: the parts are {own}, expected a name that ends in `.{own}`",
                shown_path(output),
                own = own.name()
            )),
            _ => Ok(()),
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// Its digest.
    pub(super) fn digest(&self) -> String {
        Digest::of(self.0.as_str()).to_string()
    }

    /// The number of blocks.
    pub(super) fn blocks(&self) -> u64 {
        self.get("blocks").and_then(|blocks| blocks.parse().ok()).unwrap_or_default()
    }

    /// A table with its columns, still without rows.
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

    /// The value of a key.
    fn get(&self, key: &str) -> Option<&str> {
        self.0.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))
    }
}

/// The ingredient and version in a line about one.
fn version(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("ingredient: ")?.rsplit_once(" version ")
}

fn other_version(path: &str, name: &str, there: &str, own: &str) -> String {
    format!(
        "{path}: error: these are parts of {name} version {there}, this program has version {own}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::sweep::{Columns, Seeds, Variant};
    use crate::{Build, Ingredient};

    /// An ingredient of one field in several versions.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize)]
    #[serde(transparent)]
    struct Mud<const VERSION: u32>(u8);

    impl<const VERSION: u32> Ingredient for Mud<VERSION> {
        const FIELD: &'static str = "mud";
        const VERSION: u32 = VERSION;

        fn print(&self, ron: &mut String) -> std::fmt::Result {
            write!(ron, "{}", self.0)
        }

        fn build(_: &mut Build<'_>) {}
    }

    fn ingredients<const VERSION: u32>() -> Ingredients {
        Ingredients::standard().with(|it| {
            it.add::<Mud<VERSION>>();
        })
    }

    fn identity<const VERSION: u32>() -> SweepIdentity {
        let text = "Scene(grid: (rows: 2, columns: 2), generate: Wilson, mud: 1, text: Lattice)";
        let ingredients = ingredients::<VERSION>();
        let variants = Variant::all(&ingredients, "it", text, &[]).expect("a scene");
        let columns = Columns::of(&ingredients, &variants, &[]);
        let sweep = Sweep::new(variants, Seeds::one(7), columns, None).expect("a sweep");
        SweepIdentity::of(&sweep, &[], &[], None, TableFormat::Csv)
    }

    #[test]
    fn parts_of_another_version_of_an_ingredient_are_refused_by_name() {
        let (old, new) = (identity::<1>(), identity::<2>());
        let path = Path::new("parts");
        let why = "parts: error: these are parts of `mud` version 1, this program has version 2";
        assert_eq!(old.check_is(&new, path).expect_err("refused"), why);
        assert_eq!(old.check_versions(&ingredients::<2>(), path).expect_err("refused"), why);
        assert_eq!(old.check_is(&old, path), Ok(()));
        assert_eq!(new.check_versions(&ingredients::<2>(), path), Ok(()));
        assert_eq!(old.check_versions(&Ingredients::standard(), path), Ok(()));
        assert!(old.text().contains("\ningredient: `generate: Wilson` version 1\n"));
    }

    #[test]
    fn a_name_that_promises_another_format_is_refused() {
        let identity = identity::<1>();
        for name in ["table.csv", "table", "table.txt"] {
            assert_eq!(identity.check_can_be(Path::new(name)), Ok(()));
        }
        for name in ["table.jsonl", "table.parquet"] {
            let why = identity.check_can_be(Path::new(name)).expect_err("refused");
            assert!(
                why.contains("the parts are csv, expected a name that ends in `.csv`"),
                "{why}"
            );
        }
    }
}
