//! Parquet: a table with typed columns, written in row groups.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type as Schema;

use crate::registry::measure::{Value, ValueKind};
use crate::tools::sweep::Columns;

/// The types of columns in identities of sweeps.
const WHOLE: &str = "whole";
const REAL: &str = "real";
const WORD: &str = "word";

/// Rows per group. No more than one group is in memory.
const GROUP: usize = 1 << 16;

/// The types of the shown columns.
pub(super) fn types(columns: &Columns) -> Vec<&'static str> {
    let of = |index| match columns.kind(index) {
        ValueKind::Number if columns.is_whole(index) => WHOLE,
        ValueKind::Number => REAL,
        ValueKind::Word => WORD,
    };
    (0..columns.shown()).map(of).collect()
}

/// A Parquet file being written, with its current row group in memory.
pub(super) struct ParquetFile<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<ColumnChunk>,
    rows: usize,
}

/// The cells of a column in the group that is being filled.
struct ColumnChunk {
    name: String,
    cells: ChunkValues,
    /// The definition levels: 1 for a value, 0 for an empty cell.
    levels: Vec<i16>,
}

enum ChunkValues {
    Whole(Vec<i64>),
    Real(Vec<f64>),
    Word(Vec<ByteArray>),
}

impl<W: Write + Send> ParquetFile<W> {
    /// A file with these columns.
    pub(super) fn new(to: W, columns: &[(&str, &str)]) -> io::Result<Self> {
        let fields = columns.iter().map(|&(name, of)| field(name, of).map(Arc::new));
        let fields = fields.collect::<Result<Vec<_>>>()?;
        let schema = Schema::group_type_builder("sweep").with_fields(fields).build()?;
        let by = concat!("mazetick version ", env!("CARGO_PKG_VERSION"));
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(by.into());
        let writer = SerializedFileWriter::new(to, Arc::new(schema), Arc::new(properties.build()))?;
        let columns = columns.iter().map(|&(name, of)| ColumnChunk::new(name, of)).collect();
        Ok(Self { writer, columns, rows: 0 })
    }

    /// Adds the rows of a part.
    pub(super) fn add(&mut self, mut part: &[u8]) -> io::Result<()> {
        while !part.is_empty() {
            for column in &mut self.columns {
                let cell = read_cell(&mut part).ok_or(io::ErrorKind::InvalidData)?;
                column.add(cell)?;
            }
            self.rows += 1;
            if self.rows == GROUP {
                self.write_group()?;
            }
        }
        Ok(())
    }

    /// Writes the last group, and the end of the file.
    pub(super) fn finish(mut self) -> io::Result<()> {
        if self.rows > 0 {
            self.write_group()?;
        }
        self.writer.close()?;
        Ok(())
    }

    fn write_group(&mut self) -> io::Result<()> {
        let mut group = self.writer.next_row_group()?;
        for column in &mut self.columns {
            let to = group.next_column()?.expect("a column of the schema");
            column.write(to)?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }
}

impl ColumnChunk {
    fn new(name: &str, of: &str) -> Self {
        let cells = match of {
            WHOLE => ChunkValues::Whole(Vec::new()),
            REAL => ChunkValues::Real(Vec::new()),
            _ => ChunkValues::Word(Vec::new()),
        };
        Self { name: name.to_owned(), cells, levels: Vec::new() }
    }

    fn add(&mut self, cell: Value<'_>) -> io::Result<()> {
        self.levels.push(i16::from(cell != Value::Empty));
        let is_taken = match (&mut self.cells, cell) {
            (_, Value::Empty) => true,
            (ChunkValues::Whole(cells), Value::Whole(whole)) => {
                i64::try_from(whole).map(|whole| cells.push(whole)).is_ok()
            }
            (ChunkValues::Real(cells), cell) => {
                cell.number().map(|real| cells.push(real)).is_some()
            }
            (ChunkValues::Word(cells), Value::Word(word)) => {
                cells.push(word.into());
                true
            }
            _ => false,
        };
        if is_taken {
            return Ok(());
        }
        let expected = match self.cells {
            ChunkValues::Whole(_) => "a whole number below 2\u{2076}\u{b3}",
            ChunkValues::Real(_) => "a number",
            ChunkValues::Word(_) => "a word",
        };
        let name = &self.name;
        Err(io::Error::other(format!("column `{name}`: found `{cell}`, expected {expected}")))
    }

    /// Writes the cells, and clears them.
    fn write(&mut self, mut to: SerializedColumnWriter<'_>) -> Result<()> {
        let levels = Some(&self.levels[..]);
        match &mut self.cells {
            ChunkValues::Whole(cells) => {
                to.typed::<Int64Type>().write_batch(cells, levels, None)?;
                cells.clear();
            }
            ChunkValues::Real(cells) => {
                to.typed::<DoubleType>().write_batch(cells, levels, None)?;
                cells.clear();
            }
            ChunkValues::Word(cells) => {
                to.typed::<ByteArrayType>().write_batch(cells, levels, None)?;
                cells.clear();
            }
        }
        self.levels.clear();
        to.close()
    }
}

/// A column whose cells may be empty.
fn field(name: &str, of: &str) -> Result<Schema, ParquetError> {
    let (physical, logical) = match of {
        WHOLE => (Physical::INT64, None),
        REAL => (Physical::DOUBLE, None),
        _ => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let column = Schema::primitive_type_builder(name, physical);
    column.with_repetition(Repetition::OPTIONAL).with_logical_type(logical).build()
}

/// Writes a cell of a part: a byte for its kind, then the number in eight bytes, or the length of a
/// word in four bytes and the word.
pub(super) fn write_cell(bytes: &mut Vec<u8>, cell: &Value<'_>) {
    match cell {
        Value::Empty => bytes.push(b'E'),
        Value::Whole(whole) => {
            bytes.push(b'N');
            bytes.extend(whole.to_le_bytes());
        }
        Value::Real(real) => {
            bytes.push(b'R');
            bytes.extend(real.to_bits().to_le_bytes());
        }
        Value::Word(word) => write_word(bytes, word),
        Value::Digest(digest) => write_word(bytes, &digest.to_string()),
    }
}

fn write_word(bytes: &mut Vec<u8>, word: &str) {
    bytes.push(b'W');
    bytes.extend(u32::try_from(word.len()).expect("shorter than a scene").to_le_bytes());
    bytes.extend(word.as_bytes());
}

/// Takes the next cell; `None` if there is none.
fn read_cell<'b>(bytes: &mut &'b [u8]) -> Option<Value<'b>> {
    fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
        let (taken, rest) = bytes.split_first_chunk()?;
        *bytes = rest;
        Some(*taken)
    }
    Some(match take::<1>(bytes)?[0] {
        b'E' => Value::Empty,
        b'N' => Value::Whole(u64::from_le_bytes(take(bytes)?)),
        b'R' => Value::Real(f64::from_bits(u64::from_le_bytes(take(bytes)?))),
        b'W' => {
            let length = usize::try_from(u32::from_le_bytes(take(bytes)?)).ok()?;
            let (word, rest) = bytes.split_at_checked(length)?;
            *bytes = rest;
            Value::Word(std::str::from_utf8(word).ok()?)
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_as_they_were_written() {
        let cells = [
            Value::Empty,
            Value::Whole(u64::MAX),
            Value::Real(-0.1),
            Value::Word("(1, \u{2603})"),
            Value::Word(""),
        ];
        let mut bytes = Vec::new();
        for cell in &cells {
            write_cell(&mut bytes, cell);
        }
        let mut rest = &bytes[..];
        let read_again: Vec<_> = std::iter::from_fn(|| read_cell(&mut rest)).collect();
        assert_eq!(read_again, cells);
        assert!(rest.is_empty());
        for cut in 0..bytes.len() {
            let mut rest = &bytes[..cut];
            assert!(std::iter::from_fn(|| read_cell(&mut rest)).count() < cells.len());
        }
    }
}
