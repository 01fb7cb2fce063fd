//! Trials of work that may panic, which is no news.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static IS_TRIAL: Cell<bool> = const { Cell::new(false) };
}

/// Runs work that may panic, without the message that a panic usually prints. Returns `None` if it did.
pub(crate) fn without_panic<T>(work: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !IS_TRIAL.get() {
                usual(panic);
            }
        }));
    });

    let was_trial = IS_TRIAL.replace(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    IS_TRIAL.set(was_trial);
    done.ok()
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::process::Command;

    use super::*;

    /// Runs itself, as the message is on the standard error of the process.
    #[test]
    fn trials_panic_without_a_message() {
        const NAME: &str = "base::trial_panics::tests::trials_panic_without_a_message";
        if env::var_os("MAZETICK_TRIAL").is_some() {
            assert_eq!(without_panic(|| 1), Some(1));
            assert!(without_panic(|| panic!("no news")).is_none());
            return;
        }

        let program = env::current_exe().expect("this program");
        let mut trial = Command::new(program);
        trial.args(["--exact", NAME, "--nocapture"]);
        let output = trial.env("MAZETICK_TRIAL", "1").output().expect("it runs");
        assert!(output.status.success());
        assert!(!String::from_utf8_lossy(&output.stderr).contains("no news"));
    }
}
