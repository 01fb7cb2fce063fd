//! The file of a table, put together from the rows of parts.

use std::fs::File;
use std::io::{self, Write};

use super::table_format::TableFormat;
use super::typed_cells::Type;

#[cfg(feature = "parquet")]
use super::parquet::ParquetFile;

/// The error if Parquet support is not compiled in.
const WITHOUT: &str = "this program was built without Parquet, expected a table as CSV (`.csv`) or JSON lines \
    (`.jsonl`); `cargo install --path . --features parquet` builds one with Parquet";

/// A file that rows are added to.
pub(super) enum TableFile {
    Text(File),
    #[cfg(feature = "parquet")]
    Parquet(Box<ParquetFile<File>>),
}

/// Checks that this program can write files of this format.
pub(super) fn check(format: TableFormat) -> Result<(), String> {
    let has_parquet = cfg!(feature = "parquet");
    if has_parquet || format != TableFormat::Parquet { Ok(()) } else { Err(WITHOUT.to_owned()) }
}

impl TableFile {
    /// A file with these columns.
    pub(super) fn new(
        mut file: File,
        format: TableFormat,
        columns: &[(&str, Type)],
    ) -> io::Result<Self> {
        check(format).map_err(io::Error::other)?;
        #[cfg(feature = "parquet")]
        if format == TableFormat::Parquet {
            return Ok(Self::Parquet(Box::new(ParquetFile::new(file, columns)?)));
        }
        file.write_all(&format.header(columns.iter().map(|(name, _)| *name)))?;
        Ok(Self::Text(file))
    }

    /// Adds the rows of a part.
    pub(super) fn add(&mut self, rows: &[u8]) -> io::Result<()> {
        match self {
            Self::Text(file) => file.write_all(rows),
            #[cfg(feature = "parquet")]
            Self::Parquet(file) => file.add(rows),
        }
    }

    /// Writes the end of the file.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Self::Text(mut file) => file.flush(),
            #[cfg(feature = "parquet")]
            Self::Parquet(file) => file.finish(),
        }
    }
}
