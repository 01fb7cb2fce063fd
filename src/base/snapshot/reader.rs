//! Reading a snapshot: numbers and lists from bytes. Missing bytes are an error.

use super::SnapshotError;

/// Bytes, and a position in them.
pub struct Reader {
    bytes: Vec<u8>,
    at: usize,
}

impl Reader {
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        Self { bytes, at: 0 }
    }

    /// All bytes, including those already read.
    pub(super) fn all(&self) -> &[u8] {
        &self.bytes
    }

    /// As [`Self::all`].
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The next `count` bytes.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn bytes(&mut self, count: usize) -> Result<&[u8], SnapshotError> {
        let rest = &self.bytes[self.at..];
        let bytes = rest.get(..count).ok_or(SnapshotError::Damaged)?;
        self.at += count;
        Ok(bytes)
    }

    /// The number of bytes left.
    #[must_use]
    pub fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The next `N` bytes.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], SnapshotError> {
        Ok(self.bytes(N)?.try_into().expect("that many bytes"))
    }

    /// The next byte.
    ///
    /// # Errors
    /// If there is none.
    pub fn u8(&mut self) -> Result<u8, SnapshotError> {
        self.array().map(u8::from_le_bytes)
    }

    /// The next number of 4 bytes.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn u32(&mut self) -> Result<u32, SnapshotError> {
        self.array().map(u32::from_le_bytes)
    }

    /// The next number of 8 bytes.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn u64(&mut self) -> Result<u64, SnapshotError> {
        self.array().map(u64::from_le_bytes)
    }

    /// The next number of 16 bytes.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn u128(&mut self) -> Result<u128, SnapshotError> {
        self.array().map(u128::from_le_bytes)
    }

    /// The length of a list whose elements take at least `each` bytes, so that it is at most what
    /// is left allows.
    ///
    /// # Errors
    /// If it is larger, or missing.
    pub fn length(&mut self, each: usize) -> Result<usize, SnapshotError> {
        let length = usize::try_from(self.u64()?).map_err(|_| SnapshotError::Damaged)?;
        if length > self.left() / each { Err(SnapshotError::Damaged) } else { Ok(length) }
    }

    /// The next `count` bits, eight per byte, the lowest first.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn bits(&mut self, count: usize) -> Result<impl Iterator<Item = bool>, SnapshotError> {
        let bytes = self.bytes(count.div_ceil(8))?;
        Ok((0..count).map(|place| bytes[place / 8] >> (place % 8) & 1 == 1))
    }

    /// Rejects unread bytes.
    pub(crate) fn end(&self) -> Result<(), SnapshotError> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(SnapshotError::Damaged) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::snapshot::Writer;

    #[test]
    fn a_list_is_no_longer_than_what_is_left_for_it() {
        for (length, is_legal) in [(2, true), (3, false)] {
            let mut writer = Writer::default();
            writer.length(length);
            writer.bytes(&[0; 11]);
            let mut reader = Reader::new(writer.into_bytes());
            let expected = if is_legal { Ok(length) } else { Err(SnapshotError::Damaged) };
            assert_eq!(reader.length(4), expected);
            assert_eq!(reader.left(), 11);
        }
    }

    #[test]
    fn bits_take_an_eighth_of_a_byte() {
        for count in 0..=17_usize {
            let bits = || (0..count).map(|place| place % 3 == 0);
            let mut writer = Writer::default();
            writer.bits(bits());
            let mut reader = Reader::new(writer.into_bytes());
            assert_eq!(reader.left(), count.div_ceil(8));
            assert!(reader.bits(count).is_ok_and(|read| read.eq(bits())));
            assert_eq!(reader.end(), Ok(()));
        }
    }
}
