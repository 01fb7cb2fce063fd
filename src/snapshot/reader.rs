//! Reading a snapshot: bytes to numbers and lists. Whatever is missing is an error.

use super::SnapshotError;

/// Bytes, and how far they have been read.
pub(crate) struct Reader {
    bytes: Vec<u8>,
    at: usize,
}

impl Reader {
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        Self { bytes, at: 0 }
    }

    /// All bytes, those that were read included.
    pub(crate) fn all(&self) -> &[u8] {
        &self.bytes
    }

    /// The next `count` bytes.
    pub(crate) fn bytes(&mut self, count: usize) -> Result<&[u8], SnapshotError> {
        let rest = &self.bytes[self.at..];
        let bytes = rest.get(..count).ok_or(SnapshotError::Damaged)?;
        self.at += count;
        Ok(bytes)
    }

    /// How many bytes are left.
    pub(crate) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], SnapshotError> {
        Ok(self.bytes(N)?.try_into().expect("that many bytes"))
    }

    pub(crate) fn u8(&mut self) -> Result<u8, SnapshotError> {
        self.array().map(u8::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, SnapshotError> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, SnapshotError> {
        self.array().map(u64::from_le_bytes)
    }

    pub(crate) fn u128(&mut self) -> Result<u128, SnapshotError> {
        self.array().map(u128::from_le_bytes)
    }

    /// The length of a list whose elements take at least `each` bytes, so no longer than what is
    /// left.
    pub(crate) fn length(&mut self, each: usize) -> Result<usize, SnapshotError> {
        let length = usize::try_from(self.u64()?).map_err(|_| SnapshotError::Damaged)?;
        if length > self.left() / each { Err(SnapshotError::Damaged) } else { Ok(length) }
    }

    /// A bit each, eight in a byte, the lowest first.
    pub(crate) fn bits(
        &mut self,
        count: usize,
    ) -> Result<impl Iterator<Item = bool>, SnapshotError> {
        let bytes = self.bytes(count.div_ceil(8))?;
        Ok((0..count).map(|place| bytes[place / 8] >> (place % 8) & 1 == 1))
    }

    /// Refuses bytes that nothing has read.
    pub(crate) fn end(&self) -> Result<(), SnapshotError> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(SnapshotError::Damaged) }
    }
}
