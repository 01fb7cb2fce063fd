//! Bytes as text: four letters for three bytes.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes in base64.
pub(super) fn text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three.iter().enumerate().map(|(at, &byte)| u32::from(byte) << (16 - 8 * at));
        let bits: u32 = bits.sum();
        for letter in 0..4 {
            let place = (bits >> (18 - 6 * letter)) & 63;
            text.push(if letter <= three.len() { LETTERS[place as usize].into() } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn text_is_as_the_standard_has_it() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("\u{3ff}\u{3bf}", "z7/Ovw=="),
        ] {
            assert_eq!(super::text(bytes.as_bytes()), text);
        }
    }
}
