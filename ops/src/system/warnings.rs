//! Non-fatal errors and warnings, printed to standard error or captured by the caller.

use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use unstuck_core::error::presentable;

thread_local! {
    /// What this thread reported since its messages are captured.
    static CAPTURED: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Reports something doubtful that changes no result.
pub fn warn(what: &str) {
    report("warning", what);
}

/// Reports how something was understood, once where it is understood so again and again.
pub fn note(what: &str) {
    static LAST: Mutex<String> = Mutex::new(String::new());
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if *last != *what {
        what.clone_into(&mut last);
        report("note", what);
    }
}

/// Reports an error in a part of the work; the rest continues.
pub fn error(what: &str) {
    report("error", what);
}

/// A message as it is shown: arguments and files that it quotes cannot move the cursor of a terminal or fill its
/// screen.
pub fn shown(what: &str) -> String {
    presentable(what, LONGEST)
}

/// Most characters of a message; lists of what is available are long.
const LONGEST: usize = 10_000;

fn report(kind: &str, what: &str) {
    let what = shown(what);
    let captured = CAPTURED.with_borrow_mut(|captured| match captured {
        Some(captured) => {
            captured.push(what.clone());
            true
        }
        None => false,
    });
    if !captured {
        // Standard error may be closed as well.
        let _ = writeln!(io::stderr(), "{kind}: {what}");
    }
}

/// Runs something and returns the messages of this thread instead of printing them.
pub fn capture<R>(work: impl FnOnce() -> R) -> (R, Vec<String>) {
    let before = CAPTURED.replace(Some(Vec::new()));
    let result = work();
    (result, CAPTURED.replace(before).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captured_messages_are_not_printed() {
        let ((), heard) = capture(|| {
            error("one");
            let ((), inner) = capture(|| error("two"));
            assert_eq!(inner, ["two"]);
            error("three");
        });
        assert_eq!(heard, ["one", "three"]);
    }

    #[test]
    fn what_is_quoted_does_nothing_to_a_terminal() {
        let ((), heard) = capture(|| error("unknown domain 'tiles\u{e}\u{1b}[2J';\navailable: tiles"));
        assert_eq!(heard, ["unknown domain 'tiles\\u{e}\\u{1b}[2J';\navailable: tiles"]);
    }
}
