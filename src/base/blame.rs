//! Blame: a panic in what an ingredient brought names the ingredient.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs what an ingredient brought: if it panics, the panic names its field.
pub(crate) fn blaming<R>(field: &'static str, run: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref().copied()).unwrap_or("no message");
        panic!("the ingredient of `{field}` panicked: {text}")
    })
}
