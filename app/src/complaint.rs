//! What is wrong with a part of the work while the rest goes on: said on standard error, or to whoever listens.

use std::cell::RefCell;
use std::io::{self, Write};

thread_local! {
    /// What was said since somebody listens in this thread.
    static HEARD: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Reports something doubtful that changes no result.
pub fn warn(what: &str) {
    report("warning", what);
}

/// Says what is wrong.
pub fn complain(what: &str) {
    report("error", what);
}

fn report(kind: &str, what: &str) {
    let told = HEARD.with_borrow_mut(|heard| match heard {
        Some(heard) => {
            heard.push(what.to_owned());
            true
        }
        None => false,
    });
    if !told {
        // Standard error may be closed as well, and then there is nobody to tell.
        let _ = writeln!(io::stderr(), "{kind}: {what}");
    }
}

/// Runs something and keeps the complaints of this thread instead of printing them.
pub fn listening<R>(work: impl FnOnce() -> R) -> (R, Vec<String>) {
    let before = HEARD.replace(Some(Vec::new()));
    let result = work();
    (result, HEARD.replace(before).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_listens_hears_it_and_nobody_else() {
        let ((), heard) = listening(|| {
            complain("one");
            let ((), inner) = listening(|| complain("two"));
            assert_eq!(inner, ["two"]);
            complain("three");
        });
        assert_eq!(heard, ["one", "three"]);
    }
}
