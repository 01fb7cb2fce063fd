//! Columns of ingredients: components of every cell that are saved, restored and digested.

use std::ops::Range;

use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;

use crate::base::digest::Hasher;
use crate::base::grid::Position;
use crate::base::snapshot::{Reader, SnapshotError, Writer};

/// A component of every cell, encoded as bytes for saving, restoring and digesting.
///
/// Two values are equal if their bytes are, and [`read`](Self::read) accepts only bytes that
/// [`write`](Self::write) writes.
pub trait Column: Component<Mutability = Mutable> + Copy + Default {
    /// The number of bytes of a value.
    const BYTES: usize;

    /// Only for mazetick's signs, numbers and claims: their order at the start of a digest,
    /// interleaved cell by cell, without names. Every other column keeps `None`, and follows as a
    /// whole after its name.
    const DIGEST_PLACE: Option<u8> = None;

    /// Writes the value to all of these [`BYTES`](Self::BYTES) bytes.
    fn write(&self, bytes: &mut [u8]);

    /// The value of these bytes.
    ///
    /// # Errors
    /// What is invalid, as in "the saved world is invalid: …".
    fn read(bytes: &[u8]) -> Result<Self, &'static str>;
}

/// The columns of a world.
#[derive(Default)]
pub(crate) struct SavedColumns(Vec<Named>);

/// A column, by its name in saved worlds and digests.
struct Named {
    name: &'static str,
    digest_place: Option<u8>,
    bytes: usize,
    access: Box<dyn Access>,
}

/// Reads and writes a column of a World, whatever its type.
trait Access: Send + Sync {
    /// Writes cells of the column, each value `stride` bytes after the last.
    fn write(&mut self, world: &World, cells: Range<usize>, stride: usize, bytes: &mut [u8]);

    /// Restores the column from its saved bytes.
    fn restore(&mut self, world: &mut World, bytes: &[u8]) -> Result<(), SnapshotError>;
}

struct Typed<C: Column> {
    reading: QueryState<&'static C, With<Position>>,
    writing: QueryState<&'static mut C, With<Position>>,
}

/// The number of cells that are encoded at a time.
const BLOCK: usize = 1024;

impl SavedColumns {
    /// Adds a column under a unique name.
    pub(crate) fn add<C: Column>(&mut self, name: &'static str, world: &mut World) {
        assert!(self.0.iter().all(|it| it.name != name), "a second column `{name}`");
        let access =
            Typed::<C> { reading: world.query_filtered(), writing: world.query_filtered() };
        let digest_place = C::DIGEST_PLACE;
        self.0.push(Named { name, digest_place, bytes: C::BYTES, access: Box::new(access) });
        self.0.sort_by_key(|it| (it.digest_place.is_none(), it.digest_place, it.name));
    }

    /// The number of bytes per cell.
    pub(crate) fn bytes(&self) -> usize {
        self.0.iter().map(|it| it.bytes).sum()
    }

    /// Adds all columns to a digest.
    pub(crate) fn hash(&mut self, world: &World, cells: usize, hasher: &mut Hasher) {
        let first = self.0.partition_point(|it| it.digest_place.is_some());
        let (first, others) = self.0.split_at_mut(first);
        write_blocks(first, world, cells, |block| hasher.bytes(block));
        for column in others {
            hasher.bytes(column.name.as_bytes());
            let column = std::slice::from_mut(column);
            write_blocks(column, world, cells, |block| hasher.bytes(block));
        }
    }

    /// Writes all columns, one after another.
    pub(crate) fn save(&mut self, world: &World, cells: usize, writer: &mut Writer) {
        for column in &mut self.0 {
            write_blocks(std::slice::from_mut(column), world, cells, |block| writer.bytes(block));
        }
    }

    /// Restores all columns from their saved bytes.
    pub(crate) fn restore(
        &mut self,
        world: &mut World,
        cells: usize,
        reader: &mut Reader,
    ) -> Result<(), SnapshotError> {
        self.0.iter_mut().try_for_each(|column| {
            column.access.restore(world, reader.bytes(column.bytes * cells)?)
        })
    }
}

/// Passes on columns block by block, interleaved: all of the first cell, then all of the second,
/// and so on.
fn write_blocks(columns: &mut [Named], world: &World, cells: usize, mut each: impl FnMut(&[u8])) {
    let stride = columns.iter().map(|it| it.bytes).sum::<usize>();
    if stride == 0 {
        return;
    }
    let mut block = vec![0; stride * BLOCK.min(cells)];
    for start in (0..cells).step_by(BLOCK) {
        let end = cells.min(start + BLOCK);
        let block = &mut block[..stride * (end - start)];
        let mut before = 0;
        for column in &mut *columns {
            column.access.write(world, start..end, stride, &mut block[before..]);
            before += column.bytes;
        }
        each(block);
    }
}

impl<C: Column> Access for Typed<C> {
    fn write(&mut self, world: &World, cells: Range<usize>, stride: usize, bytes: &mut [u8]) {
        let mut tables = self.reading.contiguous_iter(world).expect("columns lie in tables");
        let values = tables.next().expect("a world has cells");
        for (value, bytes) in values[cells].iter().zip(bytes.chunks_mut(stride)) {
            value.write(&mut bytes[..C::BYTES]);
        }
    }

    fn restore(&mut self, world: &mut World, bytes: &[u8]) -> Result<(), SnapshotError> {
        let mut tables = self.writing.contiguous_iter_mut(world).expect("columns lie in tables");
        let mut values = tables.next().expect("a world has cells");
        for (value, bytes) in values.iter_mut().zip(bytes.chunks_exact(C::BYTES)) {
            *value = C::read(bytes).map_err(SnapshotError::Illegal)?;
        }
        Ok(())
    }
}
