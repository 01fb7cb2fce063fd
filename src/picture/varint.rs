//! Variable-length numbers: seven bits per byte, the lowest first, the highest bit set in all but
//! the last byte.

/// Appends a number.
#[allow(clippy::cast_possible_truncation)] // seven bits at a time
pub(crate) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push((number & 127 | 128) as u8);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a signed number: twice its value, or twice its absolute value minus 1 if negative.
pub(super) fn put_signed(bytes: &mut Vec<u8>, number: i64) {
    put(bytes, ((number << 1) ^ (number >> 63)).cast_unsigned());
}

/// Takes a number from the front of the bytes.
pub(super) fn take(bytes: &mut &[u8]) -> u64 {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let Some((&first, behind)) = bytes.split_first() else { break };
        *bytes = behind;
        number |= u64::from(first & 127) << shift;
        if first < 128 {
            break;
        }
    }
    number
}

/// Takes a signed number from the front of the bytes.
pub(super) fn take_signed(bytes: &mut &[u8]) -> i64 {
    let number = take(bytes);
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 1, 127, 128, 300, 1 << 20, u64::from(u32::MAX), u64::MAX];
        let signed = [0, 1, -1, 64, -65, i64::MAX, i64::MIN];
        let mut bytes = Vec::new();
        for number in numbers {
            put(&mut bytes, number);
        }
        for number in signed {
            put_signed(&mut bytes, number);
        }
        let mut left = &bytes[..];
        assert_eq!(numbers.map(|_| take(&mut left)), numbers);
        assert_eq!(signed.map(|_| take_signed(&mut left)), signed);
        assert!(left.is_empty());
    }
}
