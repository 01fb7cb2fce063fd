//! The memory that reading takes.

use crate::base::memory::Reservation;
use crate::base::report::{Fault, TextError};

/// Reserves the memory that it takes at most to read a text, in addition to the text itself.
pub(crate) fn reserve_to_read(text: &str) -> Result<Reservation, TextError> {
    const A_BYTE: u64 = 5;
    let bytes = A_BYTE * text.len() as u64;
    let wanted = || format!("{bytes} bytes to read a text of {}", text.len());
    Reservation::of(bytes, wanted).map_err(|shortage| {
        let fault = Fault { at: 0..0, message: shortage.to_string() };
        TextError { shortage: Some(shortage), ..fault.into() }
    })
}
