//! Table formats: comma-separated values, a line of JSON per row, or Parquet.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

use clap::ValueEnum;

use crate::registry::measure::Value;
use crate::tools::ToolError;
use crate::tools::sweep::Seeds;

#[cfg(feature = "parquet")]
use super::parquet::ParquetFile;

const WITHOUT_PARQUET: &str = "this program was built without Parquet, expected a table as CSV (`.csv`) or JSON lines \
    (`.jsonl`); `cargo install --locked --path . --features parquet` builds one with Parquet";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TableFormat {
    /// Comma-separated values with a header, quoted as in RFC 4180
    Csv,
    /// A line of JSON per row
    Jsonl,
    /// Parquet, with typed columns; only to a file
    Parquet,
}

impl TableFormat {
    /// The format for the extension of a path, in any case, if there is one.
    pub(super) fn of(path: &Path) -> Option<Self> {
        Self::named(&path.extension()?.to_str()?.to_lowercase())
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
            Self::Parquet => "parquet",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::from_str(name, false).ok()
    }

    /// Checks that this format is possible for a table of these seeds, in a file or not.
    pub(super) fn check(self, is_file: bool, seeds: Seeds) -> Result<(), ToolError> {
        if self != Self::Parquet {
            return Ok(());
        }
        if cfg!(not(feature = "parquet")) {
            return Err(WITHOUT_PARQUET.to_owned().into());
        }
        if !is_file {
            let why = "found Parquet, which is only for tables of worlds with `-o`, expected CSV or JSON lines";
            return Err(why.to_owned().into());
        }
        if i64::try_from(seeds.last()).is_err() {
            let why = format!("found the seeds {seeds}, for Parquet expected seeds below 2⁶³");
            return Err(why.into());
        }
        Ok(())
    }

    pub(super) fn header<'n>(self, names: impl Iterator<Item = &'n str>) -> Vec<u8> {
        let mut header = Vec::new();
        if self == Self::Csv {
            csv(&mut header, names.map(Value::Word));
        }
        header
    }

    /// Writes a row, given the names and values of its columns. The parts of a Parquet table have
    /// lines of JSON.
    pub(super) fn row(self, names: &[&str], cells: &[Value<'_>], bytes: &mut Vec<u8>) {
        match self {
            Self::Csv => csv(bytes, cells.iter().copied()),
            Self::Jsonl | Self::Parquet => json(bytes, names, cells),
        }
    }
}

pub(super) enum TableFile {
    Text(File),
    #[cfg(feature = "parquet")]
    Parquet(Box<ParquetFile<File>>),
}

impl TableFile {
    pub(super) fn text(mut file: File, header: &[u8]) -> io::Result<Self> {
        file.write_all(header)?;
        Ok(Self::Text(file))
    }

    #[cfg(feature = "parquet")]
    pub(super) fn parquet(file: File, columns: &[(&str, &str)], about: &str) -> io::Result<Self> {
        Ok(Self::Parquet(Box::new(ParquetFile::new(
            file, columns, about,
        )?)))
    }

    #[cfg(not(feature = "parquet"))]
    pub(super) fn parquet(_: File, _: &[(&str, &str)], _: &str) -> io::Result<Self> {
        Err(io::Error::other(WITHOUT_PARQUET))
    }

    pub(super) fn add(&mut self, rows: &[u8]) -> io::Result<()> {
        match self {
            Self::Text(file) => file.write_all(rows),
            #[cfg(feature = "parquet")]
            Self::Parquet(file) => file.add(rows),
        }
    }

    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Self::Text(mut file) => file.flush(),
            #[cfg(feature = "parquet")]
            Self::Parquet(file) => file.finish(),
        }
    }
}

fn csv<'a>(bytes: &mut Vec<u8>, cells: impl Iterator<Item = Value<'a>>) {
    let begin = bytes.len();
    for (index, cell) in cells.enumerate() {
        if index > 0 {
            bytes.push(b',');
        }
        match cell {
            Value::Word(word) if word.bytes().any(|it| b",\"\r\n".contains(&it)) => {
                put(bytes, &format_args!("\"{}\"", word.replace('"', "\"\"")));
            }
            Value::Word(word) => bytes.extend(word.as_bytes()),
            Value::Whole(whole) => put_whole(bytes, whole),
            cell => put(bytes, &cell),
        }
    }
    if bytes.len() == begin {
        bytes.extend(b"\"\""); // readers pass over empty lines
    }
    bytes.push(b'\n');
}

fn json(bytes: &mut Vec<u8>, names: &[&str], cells: &[Value<'_>]) {
    for (index, (name, cell)) in names.iter().zip(cells).enumerate() {
        bytes.push(if index == 0 { b'{' } else { b',' });
        put(bytes, &serde_json::Value::from(*name));
        bytes.push(b':');
        match cell {
            Value::Empty => bytes.extend(b"null"),
            Value::Real(real) if !real.is_finite() => bytes.extend(b"null"), // JSON has no such number
            Value::Word(word) => put(bytes, &serde_json::Value::from(*word)),
            Value::Digest(_) => put(bytes, &format_args!("\"{cell}\"")),
            Value::Whole(whole) => put_whole(bytes, *whole),
            number => put(bytes, number),
        }
    }
    bytes.extend(b"}\n");
}

fn put(bytes: &mut Vec<u8>, what: &dyn std::fmt::Display) {
    write!(bytes, "{what}").expect("a list takes everything");
}

/// Writes a number as JSON does, in a fifth of the time of a formatter; a digit at once. Rows of small worlds are mostly such
/// numbers.
fn put_whole(bytes: &mut Vec<u8>, whole: u64) {
    match u8::try_from(whole) {
        Ok(digit @ 0..=9) => bytes.push(b'0' + digit),
        _ => serde_json::to_writer(bytes, &whole).expect("a list takes everything"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_null_for_numbers_that_it_cannot_write() {
        let mut line = Vec::new();
        let cells = [Value::Real(f64::NAN), Value::Real(f64::INFINITY)];
        TableFormat::Jsonl.row(&["a", "b"], &cells, &mut line);
        assert_eq!(line, b"{\"a\":null,\"b\":null}\n");
    }

    #[test]
    fn values_are_quoted_where_they_must_be() {
        let cells = [
            Value::Word("(1, 2)"),
            Value::Word("a\"b"),
            Value::Empty,
            Value::Real(0.5),
        ];
        let names = ["a", "b", "c", "d"];
        let (mut csv, mut json) = (TableFormat::Csv.header(names.into_iter()), Vec::new());
        TableFormat::Csv.row(&names, &cells, &mut csv);
        TableFormat::Jsonl.row(&names, &cells, &mut json);
        assert_eq!(csv, b"a,b,c,d\n\"(1, 2)\",\"a\"\"b\",,0.5\n");
        assert_eq!(
            json,
            b"{\"a\":\"(1, 2)\",\"b\":\"a\\\"b\",\"c\":null,\"d\":0.5}\n"
        );
        let mut alone = Vec::new();
        TableFormat::Csv.row(&["a"], &[Value::Empty], &mut alone);
        assert_eq!(alone, b"\"\"\n", "readers pass over empty lines");
    }
}
