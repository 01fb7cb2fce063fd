//! Parquet: a table with typed columns, written in row groups.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type as Schema;

use serde_json::{Map, Value};

use crate::registry::measure::ValueKind;
use crate::tools::sweep::Columns;

/// The types of columns in identities of sweeps.
const WHOLE: &str = "whole";
const REAL: &str = "real";
const WORD: &str = "word";

/// Rows per group. No more than one group is in memory.
const GROUP: usize = 1 << 16;

pub(super) fn types(columns: &Columns) -> Vec<&'static str> {
    let type_of = |index| match columns.kind(index) {
        ValueKind::Whole => WHOLE,
        ValueKind::Number => REAL,
        ValueKind::Word => WORD,
    };
    (0..columns.shown()).map(type_of).collect()
}

/// A Parquet file being written, with its current row group in memory.
pub(super) struct ParquetFile<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<ColumnChunk>,
    rows: usize,
}

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
    /// A file with the lines of what made it, such as `rules: 2`, as metadata.
    pub(super) fn new(to: W, columns: &[(&str, &str)], about: &str) -> io::Result<Self> {
        let fields = columns
            .iter()
            .map(|&(name, of)| field(name, of).map(Arc::new));
        let fields = fields.collect::<Result<Vec<_>>>()?;
        let schema = Schema::group_type_builder("sweep")
            .with_fields(fields)
            .build()?;
        let by = concat!("mazetick version ", env!("CARGO_PKG_VERSION"));
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(by.into())
            .set_key_value_metadata(Some(metadata(about)));
        let writer = SerializedFileWriter::new(to, Arc::new(schema), Arc::new(properties.build()))?;
        let columns = columns
            .iter()
            .map(|&(name, of)| ColumnChunk::new(name, of))
            .collect();
        Ok(Self {
            writer,
            columns,
            rows: 0,
        })
    }

    /// Adds the rows of a part, which are lines of JSON.
    pub(super) fn add(&mut self, part: &[u8]) -> io::Result<()> {
        for row in serde_json::Deserializer::from_slice(part).into_iter::<Map<String, Value>>() {
            let row = row?;
            for column in &mut self.columns {
                column.add(row.get(&column.name).ok_or(io::ErrorKind::InvalidData)?)?;
            }
            self.rows += 1;
            if self.rows == GROUP {
                self.write_group()?;
            }
        }
        Ok(())
    }

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
    fn new(name: &str, kind: &str) -> Self {
        let cells = match kind {
            WHOLE => ChunkValues::Whole(Vec::new()),
            REAL => ChunkValues::Real(Vec::new()),
            _ => ChunkValues::Word(Vec::new()),
        };
        Self {
            name: name.to_owned(),
            cells,
            levels: Vec::new(),
        }
    }

    fn add(&mut self, cell: &Value) -> io::Result<()> {
        self.levels.push(i16::from(!cell.is_null()));
        if cell.is_null() {
            return Ok(());
        }
        let (taken, expected) = match &mut self.cells {
            ChunkValues::Whole(cells) => (
                cell.as_i64().map(|it| cells.push(it)),
                "a whole number below 2⁶³",
            ),
            ChunkValues::Real(cells) => (cell.as_f64().map(|it| cells.push(it)), "a number"),
            ChunkValues::Word(cells) => (cell.as_str().map(|it| cells.push(it.into())), "a word"),
        };
        let name = &self.name;
        let wrong = || format!("column `{name}`: found `{cell}`, expected {expected}");
        taken.ok_or_else(|| io::Error::other(wrong()))
    }

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
                to.typed::<ByteArrayType>()
                    .write_batch(cells, levels, None)?;
                cells.clear();
            }
        }
        self.levels.clear();
        to.close()
    }
}

/// The lines of what made a table by their keys. Those of one key are one value, as a key should be unique.
fn metadata(about: &str) -> Vec<KeyValue> {
    let mut all: Vec<KeyValue> = Vec::new();
    for (key, value) in about.lines().filter_map(|line| line.split_once(": ")) {
        match all.last_mut().filter(|last| last.key == key) {
            Some(KeyValue {
                value: Some(values),
                ..
            }) => values.extend(["\n", value]),
            _ => all.push(KeyValue::new(key.to_owned(), value.to_owned())),
        }
    }
    all
}

/// A column whose cells may be empty.
fn field(name: &str, kind: &str) -> Result<Schema, ParquetError> {
    let (physical, logical) = match kind {
        WHOLE => (Physical::INT64, None),
        REAL => (Physical::DOUBLE, None),
        _ => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let column = Schema::primitive_type_builder(name, physical);
    column
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .build()
}
