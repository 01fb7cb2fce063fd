//! Writing a snapshot: numbers and lists to bytes.

/// Bytes in the making.
#[derive(Default)]
pub struct Writer(Vec<u8>);

impl Writer {
    /// Writes bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Writes a byte.
    pub fn u8(&mut self, number: u8) {
        self.0.push(number);
    }

    /// Writes a number as 4 bytes.
    pub fn u32(&mut self, number: u32) {
        self.bytes(&number.to_le_bytes());
    }

    /// Writes a number as 8 bytes.
    pub fn u64(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    /// Writes a number as 16 bytes.
    pub fn u128(&mut self, number: u128) {
        self.bytes(&number.to_le_bytes());
    }

    /// The length of a list or a place in one.
    pub fn length(&mut self, length: usize) {
        self.u64(length as u64);
    }

    /// A bit each, eight in a byte, the lowest first.
    pub fn bits(&mut self, bits: impl ExactSizeIterator<Item = bool>) {
        self.0.reserve(bits.len() / 8 + 1);
        let (mut byte, mut place) = (0, 0);
        for bit in bits {
            byte |= u8::from(bit) << place;
            place += 1;
            if place == 8 {
                self.u8(std::mem::take(&mut byte));
                place = 0;
            }
        }
        if place > 0 {
            self.u8(byte);
        }
    }

    pub(crate) fn written(&self) -> &[u8] {
        &self.0
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}
