//! Blame: a panic in what came from outside the engine, such as an ingredient, names where it came from.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Runs what an ingredient brought: if it panics, the panic names its field.
pub(crate) fn blaming<R>(field: &str, run: impl FnOnce() -> R) -> R {
    naming("ingredient of", field, run)
}

/// Runs what something else brought, such as an expectation: if it panics, the panic says what it is, and its name.
pub(crate) fn naming<R>(what: &str, name: &str, run: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| blame(what, name, panic))
}

/// Panics anew, with a name; a panic that has one keeps it.
#[cold]
pub(crate) fn blame(what: &str, name: &str, panic: Box<dyn Any + Send>) -> ! {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref().copied()).unwrap_or("no message");
    if text.contains("` panicked: ") {
        resume_unwind(panic);
    }
    panic!("the {what} `{name}` panicked: {text}")
}
