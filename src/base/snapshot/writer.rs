//! Writing a snapshot: numbers and lists to bytes, which are kept, written to an output or
//! compared.

use std::io::{self, Write};

use crate::base::digest::Hasher;

/// Writes bytes.
#[derive(Default)]
pub struct Writer {
    /// Bytes that were not passed on yet.
    block: Vec<u8>,
    to: To,
}

/// The destination of full blocks.
#[derive(Default)]
enum To {
    /// None: all bytes are kept.
    #[default]
    Kept,
    /// An output, and the hash.
    Output { output: Box<dyn Write + Send + Sync>, hasher: Hasher, written: io::Result<()> },
    /// A comparison with these bytes.
    Compared { bytes: Vec<u8>, at: usize, is_equal: bool },
}

/// The size of a block in bytes.
const BLOCK: usize = 1 << 16;

impl Writer {
    /// Writes bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.block.extend_from_slice(bytes);
        if self.block.len() >= BLOCK {
            self.pass_on();
        }
    }

    /// Writes a byte.
    pub fn u8(&mut self, number: u8) {
        self.bytes(&[number]);
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

    /// Writes the length of a list or an index.
    pub fn length(&mut self, length: usize) {
        self.u64(length as u64);
    }

    /// Writes bits, eight per byte, the lowest first.
    pub fn bits(&mut self, bits: impl ExactSizeIterator<Item = bool>) {
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

    /// Writes to an output, in blocks.
    pub(super) fn onto(output: impl Write + Send + Sync + 'static) -> Self {
        let (output, hasher) = (Box::new(output), Hasher::default());
        Self { block: Vec::new(), to: To::Output { output, hasher, written: Ok(()) } }
    }

    /// Compares the written bytes with these.
    pub(super) fn comparing(bytes: Vec<u8>) -> Self {
        Self { block: Vec::new(), to: To::Compared { bytes, at: 0, is_equal: true } }
    }

    /// Passes the block on to its destination.
    fn pass_on(&mut self) {
        match &mut self.to {
            To::Kept => return,
            To::Output { output, hasher, written } => {
                hasher.bytes(&self.block);
                if written.is_ok() {
                    *written = output.write_all(&self.block);
                }
            }
            To::Compared { bytes, at, is_equal } => {
                let there = bytes.get(*at..*at + self.block.len());
                *is_equal &= there == Some(&self.block[..]);
                *at += self.block.len();
            }
        }
        self.block.clear();
    }

    /// Writes the hash of everything written, and ends the output.
    pub(super) fn end_output(mut self) -> io::Result<()> {
        self.pass_on();
        let To::Output { mut output, hasher, written } = self.to else { return Ok(()) };
        written?;
        output.write_all(&hasher.digest().0.to_le_bytes())?;
        output.flush()
    }

    /// Whether the written bytes equal those of the comparison.
    pub(super) fn end_same(mut self) -> bool {
        self.pass_on();
        matches!(self.to, To::Compared { bytes, at, is_equal } if is_equal && at == bytes.len())
    }

    /// The written bytes, if they are kept.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.block
    }
}
