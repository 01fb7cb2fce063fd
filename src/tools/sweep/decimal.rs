//! Decimal numbers, counted without rounding.

use std::fmt;

/// How many digits a number may have.
pub(super) const DIGITS: usize = 18;

/// A decimal number: its digits, and how many of them are after the point.
#[derive(Clone, Copy)]
pub(super) struct Decimal {
    pub(super) digits: i128,
    pub(super) places: u32,
}

impl Decimal {
    /// Reads at most [`DIGITS`] digits, with an optional sign and an optional decimal point.
    pub(super) fn of(text: &str) -> Option<Self> {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
        let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
        let all = format!("{whole}{part}");
        let is_number = !whole.is_empty() && !part.is_empty() && all.len() <= DIGITS;
        if !is_number || !all.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let digits: i128 = all.parse().ok()?;
        Some(Self { digits: sign * digits, places: u32::try_from(part.len()).ok()? })
    }

    /// The digits with `places` digits after the point, at least as many as there are.
    pub(super) fn scaled(self, places: u32) -> i128 {
        self.digits * 10_i128.pow(places - self.places)
    }
}

/// Without trailing zeros or a trailing point.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = 10_i128.pow(self.places);
        let (whole, part) = (self.digits.abs() / unit, self.digits.abs() % unit);
        let part = format!("{part:0width$}", width = self.places as usize);
        let (sign, part) = (if self.digits < 0 { "-" } else { "" }, part.trim_end_matches('0'));
        let point = if part.is_empty() { "" } else { "." };
        write!(f, "{sign}{whole}{point}{part}")
    }
}
