//! Lines of JSON, for programs.

use std::fmt::Write as _;

use serde_json::Value;

use crate::base::report::escape_controls;

/// The line of a value. Control characters are escaped as in JSON, so programs read the original
/// text.
pub(super) fn line(value: &Value) -> String {
    let mut line = String::new();
    for c in value.to_string().chars() {
        if c.is_ascii() || escape_controls(c.encode_utf8(&mut [0; 4])).starts_with(c) {
            line.push(c);
        } else {
            let _ = write!(line, "\\u{:04x}", u32::from(c)); // none of them needs five digits
        }
    }
    line
}
